"""What the service says of itself, and the questions that clients ask when they start."""

from __future__ import annotations

import pytest

import mockserver


def test_the_service_is_healthy_objects_67(client):
    assert client.get("/health").json() == {"status": "ok"}


def test_the_server_admits_every_client_objects_67(client):
    info = client.get("/server_info").json()
    assert info["min_required_weave_python_version"] == "0.0.1"
    assert info["trace_server_version"] == mockserver.__version__


def test_the_version_is_the_packages(client):
    assert client.get("/version").json() == {"version": mockserver.__version__}


def test_a_private_address_has_no_location(client):
    answer = client.get("/geolocate", params={"ip": "10.1.2.3"}).json()
    assert answer == {"ip": "10.1.2.3", "location": None, "allowed": True}


@pytest.mark.parametrize("ip", ["8.8.8.8", "2606:4700::1111"])
def test_a_public_address_is_in_one_country(client, ip):
    first, second = (client.get("/geolocate", params={"ip": ip}).json() for _ in range(2))
    assert first == second
    location = first["location"]
    assert len(location["country_code"]) == 2
    assert location["range_start_int"] < location["range_end_int"]


def test_without_an_address_the_caller_is_located(make_mockserver):
    import httpx

    server = make_mockserver()
    assert httpx.get(f"{server.url}/geolocate").json()["ip"] == "127.0.0.1"


def test_a_malformed_address_is_422(client):
    answer = client.get("/geolocate", params={"ip": "nowhere"})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"] == ["query", "ip"]


def ask(client, query, **variables):
    return client.post("/graphql", json={"query": query, "variables": variables}).json()


def test_a_project_exists_as_soon_as_it_is_named(client):
    query = "query Project { project(name: $name, entityName: $entityName) { name } }"
    assert ask(client, query, name="demo") == {
        "data": {"project": {"name": "demo", "entityName": "mockserver"}}
    }


def test_a_project_can_be_made(client):
    query = "mutation UpsertModel { upsertModel(input: {name: $name}) { model { name } } }"
    made = ask(client, query, name="demo")["data"]["upsertModel"]["model"]
    assert made == {"name": "demo", "description": None}


def test_the_viewer_has_an_entity(client):
    viewer = ask(client, "query DefaultEntity { viewer { username defaultEntity { name } } }")
    assert viewer["data"]["viewer"]["defaultEntity"]["name"] == "mockserver"


@pytest.mark.parametrize(
    ("query", "viewer"),
    [
        ("query { viewer { id } }", {"id": "mockserver-user"}),
        ("query GetDefaultEntity { viewer { id entity } }",
         {"id": "mockserver-user", "entity": "mockserver"}),
        ("query Viewer { viewer { username admin flags teams { edges { node { name } } } } }",
         {"name": "mockserver-user", "username": "mockserver-user", "admin": False, "flags": "{}",
          "teams": {"edges": [{"node": {"name": "mockserver"}}]}}),
    ],
)  # fmt: skip
def test_wandb_reads_the_viewer(client, query, viewer):
    assert ask(client, query) == {"data": {"viewer": viewer}}


def test_any_other_query_is_an_error(client):
    answer = ask(client, "query { everything }")
    assert answer["data"] is None
    assert answer["errors"]


def test_projects_have_internal_names(client):
    named = ["e/p", "e", "e/", "/p", "e/p/q", ""]
    answer = client.post("/service/projects_info", json={"project_ids": named})
    assert answer.json() == [{"external_project_id": "e/p", "internal_project_id": "ZS9w"}]


def test_a_lone_surrogate_in_a_project_is_accepted(client):
    answer = client.post("/service/projects_info", content=r'{"project_ids": ["e/\ud800"]}')
    [project] = answer.json()
    assert project["external_project_id"] == "e/\ud800"
