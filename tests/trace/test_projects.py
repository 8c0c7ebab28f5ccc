"""Projects: what everything in one of them comes to."""

from __future__ import annotations

import pytest

from tests.conftest import P

NOTHING = {
    "trace_storage_size_bytes": 0,
    "objects_storage_size_bytes": 0,
    "tables_storage_size_bytes": 0,
    "files_storage_size_bytes": 0,
}
ADDED = {
    "trace": ("/call/start", {"start": {"op_name": "f", "inputs": {}, "attributes": {}}}),
    "objects": ("/obj/create", {"obj": {"object_id": "o", "val": "x" * 100}}),
    "tables": ("/table/create", {"table": {"rows": [{"a": 1}]}}),
}


def stats(client, project=P, **fields):
    return client.post("/project/stats", json={"project_id": project, **fields})


@pytest.mark.parametrize(("name", "example"), ADDED.items(), ids=ADDED)
def test_what_is_kept_adds_to_its_own_size(client, name, example):
    path, body = example
    [member] = body.values()
    member |= {"project_id": P, "started_at": "2024-01-01T00:00:00Z"}
    assert client.post(path, json=body).status_code == 200
    sizes = stats(client).json()
    assert {key for key, size in sizes.items() if size} == {f"{name}_storage_size_bytes"}


def test_files_add_the_size_of_their_contents(client):
    client.post("/file/create", data={"project_id": P}, files={"file": ("a", b"hello")})
    assert stats(client).json() == {**NOTHING, "files_storage_size_bytes": 5}
    assert stats(client, include_file_storage_size=None).json() == stats(client).json()
    assert stats(client, include_file_storage_size=False).json() == NOTHING
    assert stats(client, "acme/other").json() == NOTHING


def test_no_size_at_all_cannot_be_asked_for(client):
    kinds = ("trace", "object", "table", "file")
    answer = stats(client, **{f"include_{kind}_storage_size": False for kind in kinds})
    assert answer.status_code == 400


def test_a_project_has_two_parts(client):
    assert stats(client, "acme").status_code == 400


def test_retention_is_set(client):
    def told(path, **body):
        return client.post(f"/project/ttl_settings/{path}", json={"project_id": P, **body})

    assert told("read").json() == {"retention_days": None}
    assert told("update", retention_days=3).json() == {"retention_days": 3}
    assert told("update", retention_days=0).status_code == 400
    assert told("read").json() == {"retention_days": 3}
    settings = client.get("/project/sensitive_data_settings", params={"project_id": P}).json()
    assert settings == {"policy": "off"}
    sampling = client.post("/project/ingest_sampling_settings/read", json={"project_id": P}).json()
    assert sampling == {"sample_rate": 1.0, "dry_run": False}


def test_projects_are_listed_for_wandb_next_trace_65(client):
    client.start("a")
    query = "query GetProjects { models(entityName: $entity) { edges { node { id name user } } } }"
    body = {"query": query, "variables": {"entity": "acme"}}
    [edge] = client.post("/graphql", json=body).json()["data"]["models"]["edges"]
    assert (edge["node"]["name"], edge["node"]["entityName"]) == ("demo", "acme")
    assert edge["node"]["user"]["apiKeys"] == {"edges": []}
    query = "query GetProject { project(name: $name, entityName: $entity) { id name user } }"
    body = {"query": query, "variables": {"entity": "acme", "name": "demo"}}
    project = client.post("/graphql", json=body).json()["data"]["project"]
    assert (project["id"], project["name"]) == ("acme/demo", "demo")
