"""Data files that change while a server runs."""

from __future__ import annotations

import json

import pytest

from mockserver.data.source import DataError
from tests.conftest import P


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data.json"


@pytest.fixture
def write(path):
    def write(**project):
        beside = {name: project.pop(name) for name in ("faults", "replies") if name in project}
        path.write_text(json.dumps({"mockserver": 1, **beside, "projects": {P: project}}))

    return write


@pytest.fixture
def serve(make_client, path):
    return lambda: make_client(data=(str(path),))


def ops(client):
    return sorted((call["id"], call["op_name"]) for call in client.query())


def publish(client, name, value):
    obj = {"project_id": P, "object_id": name, "val": value}
    return client.post("/obj/create", json={"obj": obj}).json()["digest"]


def versions(client, name):
    body = {"project_id": P, "filter": {"object_ids": [name]}}
    found = client.post("/objs/query", json=body).json()["objs"]
    return sorted((each["version_index"], each["is_latest"], each["val"]) for each in found)


def test_what_clients_wrote_stays_and_what_the_file_said_goes(write, serve):
    write(calls=[{"op": "old", "id": "1"}, {"op": "old", "id": "2"}])
    client = serve()
    client.start("mine")
    write(calls=[{"op": "new", "id": "1"}])
    assert client.application.reload() == []
    assert ops(client) == [("1", "new"), ("mine", "op")]
    client.post("/__admin/reset", json={})
    assert ops(client) == [("1", "new")]


def test_a_record_that_both_have_changed_is_the_clients_and_told(write, serve):
    write(calls=[{"op": "old", "id": "1"}])
    client = serve()
    update = {"project_id": P, "call_id": "1", "display_name": "Mine"}
    client.post("/call/update", json=update)
    write(calls=[{"op": "new", "id": "1"}])
    warning = f"{P}: calls 1 keeps the change of a client, not that of the file"
    assert client.application.reload() == [warning]
    assert client.read("1")["display_name"] == "Mine"


def test_a_record_that_a_client_has_deleted_is_there_if_the_file_says_so(write, serve):
    write(calls=[{"op": "old", "id": "1"}, {"op": "old", "id": "2"}])
    client = serve()
    client.post("/calls/delete", json={"project_id": P, "call_ids": ["1", "2"]})
    write(calls=[{"op": "new", "id": "1"}])
    client.application.reload()
    assert ops(client) == [("1", "new")]
    client.start("2")
    assert ops(client) == [("1", "new")]


def test_versions_of_clients_follow_those_of_the_file(write, serve):
    write(objects=[{"name": "prompt", "versions": ["a"]}])
    client = serve()
    publish(client, "prompt", "mine")
    publish(client, "other", "mine too")
    write(objects=[{"name": "prompt", "versions": ["a", "b"]}])
    client.application.reload()
    assert versions(client, "prompt") == [(0, 0, "a"), (1, 0, "b"), (2, 1, "mine")]
    assert versions(client, "other") == [(0, 1, "mine too")]
    publish(client, "prompt", "newest")
    assert versions(client, "prompt")[-1] == (3, 1, "newest")


def test_faults_and_replies_are_those_of_the_file(write, serve):
    write(faults=[{"operation": "Call End", "status": 503}], replies=[{"text": "Old."}])
    client = serve()
    client.post("/__admin/faults", json={"operation": "Call Read", "status": 503})
    write(replies=[{"text": "New."}])
    client.application.reload()
    assert client.get("/__admin/faults").json()["faults"] == []
    assert [rule["text"] for rule in client.get("/__admin/replies").json()["replies"]] == ["New."]


def test_a_reply_for_an_operation_that_there_is_not_is_refused(write, serve):
    write(replies=[{"text": "No.", "when": {"operation": "Chat Completoin"}}])
    with pytest.raises(DataError, match="nearest is 'Chat Completion'"):
        serve()


def test_requests_before_a_reload_are_not_late(write, serve):
    write(calls=[])
    client = serve()
    client.start()
    client.application.reload()
    [request] = client.get("/__admin/requests").json()["requests"]
    assert not request["late"]
