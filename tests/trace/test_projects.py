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
def test_each_kind_of_record_adds_to_its_own_size(client, name, example):
    path, body = example
    [record] = body.values()
    record |= {"project_id": P, "started_at": "2024-01-01T00:00:00Z"}
    assert client.post(path, json=body).status_code == 200
    sizes = stats(client).json()
    assert {key for key, size in sizes.items() if size} == {f"{name}_storage_size_bytes"}


def test_files_add_the_size_of_their_contents(client):
    client.post("/file/create", data={"project_id": P}, files={"file": ("a", b"hello")})
    assert stats(client).json() == {**NOTHING, "files_storage_size_bytes": 5}
    assert stats(client, include_file_storage_size=None).json() == stats(client).json()
    assert stats(client, include_file_storage_size=False).json() == NOTHING
    assert stats(client, "acme/other").json() == NOTHING


def test_a_request_for_no_size_is_400(client):
    kinds = ("trace", "object", "table", "file")
    answer = stats(client, **{f"include_{kind}_storage_size": False for kind in kinds})
    assert answer.status_code == 400


def test_a_project_has_two_parts(client):
    assert stats(client, "acme").status_code == 400


def test_retention_is_set(client):
    def retention(path, **body):
        return client.post(f"/project/ttl_settings/{path}", json={"project_id": P, **body})

    assert retention("read").json() == {"retention_days": None}
    assert retention("update", retention_days=3).json() == {"retention_days": 3}
    assert retention("update", retention_days=0).status_code == 400
    assert retention("read").json() == {"retention_days": 3}
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


def apply(client, *ids, name="My runtime", **fields):
    body = {"base_url": "https://models.example.com/v1", "runtime_ids": [{"id": i} for i in ids]}
    return client.put(f"/v2/{P}/runtimes/{name}", json={**body, **fields})


def objects(client, kind, project=P):
    conditions = {"base_object_classes": [kind], "latest_only": True}
    body = {"project_id": project, "filter": conditions}
    return {
        each["object_id"]: each for each in client.post("/objs/query", json=body).json()["objs"]
    }


def test_a_runtime_is_a_provider_with_models(client):
    answer = apply(client, "m/1", headers={"x-a": "b"}, api_key_secret="KEY")
    assert answer.json() == {
        "name": "My runtime", "base_url": "https://models.example.com/v1",
        "api_key_secret": "KEY", "headers": {"x-a": "b"},
        "runtime_ids": [
            {"id": "m/1", "max_tokens": 4096, "playground_id": "custom::My runtime::m/1"}
        ],
    }  # fmt: skip
    provider = objects(client, "Provider")["My_runtime"]
    model = objects(client, "ProviderModel")["My_runtime-m_1"]
    assert provider["val"]["api_key_name"] == "KEY"
    assert (model["val"]["name"], model["val"]["provider"]) == ("m/1", provider["digest"])


def test_a_runtime_has_the_models_that_were_named_last(client):
    apply(client, "m1", "m2")
    apply(client, "m1", name="other")
    assert apply(client, "m2", "m3").status_code == 200
    models = objects(client, "ProviderModel")
    assert sorted(models) == ["My_runtime-m2", "My_runtime-m3", "other-m1"]


@pytest.mark.parametrize(("ids", "status"), [(["a b"], 422), (["a/b", "a.b"], 400), ([""], 422)])
def test_runtimes_that_cannot_be_are_refused(client, ids, status):
    assert apply(client, *ids).status_code == status
    assert objects(client, "Provider") == {}


def test_a_version_is_linked_to_a_registry(client):
    value = {"_type": "Thing", "_class_name": "Thing", "_bases": ["Object"], "a": 1}
    body = {"obj": {"project_id": P, "object_id": "thing", "val": value}}
    digest = client.post("/obj/create", json=body).json()["digest"]
    target = {"portfolio_name": "things", "entity_name": "acme", "project_name": "registry"}
    ref = f"weave:///{P}/object/thing:{digest}"
    body = {"ref": ref, "target": target, "aliases": ["prod"]}
    answer = client.post("/link_to_registry", json=body)
    assert (answer.status_code, answer.json()) == (200, {"version_index": 0})
    linked = {"project_id": "acme/registry", "object_id": "things", "digest": "prod"}
    assert client.post("/obj/read", json=linked).json()["obj"]["val"]["a"] == 1
    gone = {**body, "ref": f"weave:///{P}/object/none:{digest}"}
    assert client.post("/link_to_registry", json=gone).status_code == 404
    assert client.post("/link_to_registry", json={**body, "ref": "thing"}).status_code == 400
