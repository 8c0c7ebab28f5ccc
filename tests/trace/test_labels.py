"""Labels of object versions: tags and aliases, which the newest clients set and read."""

from __future__ import annotations

import pytest

from tests.conftest import P
from tests.trace.test_objects import create, delete, publish, query, read, version

WITH_LABELS = {"include_tags_and_aliases": True}


def tag(client, digest, *tags, object_id="o1"):
    body = {"project_id": P, "tags": [*tags]}
    return client.put(f"/objs/{object_id}/versions/{digest}/tags", json=body)


def untag(client, digest, *tags, object_id="o1"):
    body = {"project_id": P, "tags": [*tags]}
    return client.post(f"/objs/{object_id}/versions/{digest}/tags/remove", json=body)


def alias(client, digest, *aliases, object_id="o1"):
    body = {"project_id": P, "digest": digest, "aliases": [*aliases]}
    return client.put(f"/objs/{object_id}/aliases", json=body)


def unalias(client, *aliases, object_id="o1"):
    body = {"project_id": P, "aliases": [*aliases]}
    return client.post(f"/objs/{object_id}/aliases/remove", json=body)


def labels(client, digest, **fields):
    found = version(client, digest, **WITH_LABELS, **fields)
    return found["tags"], set(found["aliases"])


def listed(client, kind, project=P):
    answer = client.get(f"/{kind}", params={"project_id": project})
    assert answer.status_code == 200, answer.text
    return answer.json()[kind]


def reason(answer):
    return answer.status_code, answer.json()["reason"]


def test_tags_are_a_set_next_trace_1(client):
    [digest] = publish(client, "x")
    assert tag(client, digest, "b", "a", "b").json() == {}
    assert tag(client, digest, "a").json() == {}
    assert labels(client, digest)[0] == ["a", "b"]
    plain = version(client, digest)
    assert (plain["tags"], plain["aliases"]) == (None, None)


def test_only_a_digest_names_a_version_to_label_next_trace_2(client):
    first, second = publish(client, "x", "y")
    delete(client, second)
    for digest in ("v0", "latest", "unknown", second):
        for answer in (tag(client, digest, "t"), alias(client, digest, "a")):
            assert reason(answer) == (404, f"Object version o1:{digest} not found")
    assert labels(client, first) == ([], {"latest"})


@pytest.mark.parametrize("wrong", ["", "a/b", "a  b", " a", "a.b", "x" * 257])
def test_a_tag_is_words_next_trace_3(client, wrong):
    [digest] = publish(client, "x")
    status, text = reason(tag(client, digest, "fine", wrong))
    assert status == 400
    assert text.startswith("tag name ")
    assert labels(client, digest)[0] == []
    assert tag(client, digest, "é ok").status_code == 200


def test_removing_an_unknown_label_is_no_error_next_trace_4(client):
    [digest] = publish(client, "x")
    tag(client, digest, "a"), alias(client, digest, "prod")
    assert untag(client, digest, "zz").json() == {}
    assert untag(client, "nowhere", "a", object_id="none").json() == {}
    assert unalias(client, "zz").json() == {}
    assert unalias(client, "prod", object_id="none").json() == {}
    assert labels(client, digest) == (["a"], {"latest", "prod"})


def test_an_alias_names_a_version_and_moves_next_trace_5(client):
    first, second = publish(client, "x", "y")
    alias(client, first, "prod")
    assert version(client, "prod")["digest"] == first
    alias(client, second, "prod")
    assert version(client, "prod")["digest"] == second
    assert labels(client, first) == ([], set())
    assert labels(client, second) == ([], {"latest", "prod"})


@pytest.mark.parametrize("wrong", ["", "  ", "a/b", "a:b", "v1", "latest", "x" * 129])
def test_some_names_cannot_be_aliases_next_trace_6(client, wrong):
    [digest] = publish(client, "x")
    alias(client, digest, "prod")
    for answer in (alias(client, digest, "fine", wrong), unalias(client, "prod", wrong)):
        status, text = reason(answer)
        assert status == 400
        assert text.startswith("alias name ")
    assert labels(client, digest)[1] == {"latest", "prod"}
    assert alias(client, digest, "v1-candidate", "ok name", "é").status_code == 200


def test_a_removed_alias_names_nothing_next_trace_7(client):
    [digest] = publish(client, "x")
    alias(client, digest, "prod"), unalias(client, "prod")
    assert reason(read(client, "prod")) == (404, "Obj o1:prod not found")


def test_labels_of_a_project_are_listed_next_trace_8(client):
    assert (listed(client, "tags"), listed(client, "aliases")) == ([], [])
    first, second = publish(client, "x", "y")
    tag(client, first, "b", "c"), tag(client, second, "a", "b")
    alias(client, first, "prod"), alias(client, second, "beta")
    assert listed(client, "tags") == ["a", "b", "c"]
    assert listed(client, "aliases") == ["beta", "latest", "prod"]
    assert listed(client, "tags", "acme/other") == listed(client, "aliases", "acme/other") == []
    [problem] = client.get("/tags").json()["detail"]
    assert problem["loc"] == ["query", "project_id"]


def test_one_version_is_the_latest_next_trace_9(client):
    first, _, third = publish(client, "x", "y", "z")
    latest = lambda: [
        found["digest"] for found in query(client, **WITH_LABELS) if "latest" in found["aliases"]
    ]
    assert latest() == [third]
    publish(client, "x")
    assert latest() == [first]


def test_versions_are_found_by_their_labels_next_trace_10(client):
    first, second, third = publish(client, "x", "y", "z")
    tag(client, first, "a"), tag(client, second, "a", "b"), alias(client, second, "stg")

    def found(**conditions):
        return [each["digest"] for each in query(client, filter=conditions)]

    assert found(tags=["a", "zz"]) == [first, second]
    assert found(aliases=["latest", "stg"]) == [second, third]
    assert found(tags=["a"], aliases=["latest", "stg"]) == [second]
    assert found(tags=[], aliases=[]) == [first, second, third]


def test_each_object_has_aliases_of_its_own_next_trace_11(client):
    one, other = (create(client, "x", name).json()["digest"] for name in ("o1", "o2"))
    [second] = publish(client, "y")
    alias(client, second, "prod"), alias(client, other, "prod", object_id="o2")
    assert version(client, "prod")["val"] == "y"
    assert version(client, "prod", object_id="o2")["val"] == "x"
    assert labels(client, one)[1] == set()


def test_labels_go_with_their_version_next_trace_12(client):
    _, digest = publish(client, "x", "y")
    tag(client, digest, "a"), alias(client, digest, "prod")
    delete(client, digest)
    assert read(client, "prod").status_code == 404
    assert (listed(client, "tags"), listed(client, "aliases")) == ([], ["latest"])
    assert publish(client, "y") == [digest]
    assert labels(client, digest) == ([], {"latest"})


def test_refs_and_deletions_know_no_alias_next_trace_13(client):
    [digest] = publish(client, "x")
    alias(client, digest, "prod")
    ref = f"weave:///{P}/object/o1:prod"
    assert client.post("/refs/read_batch", json={"refs": [ref]}).status_code == 404
    assert delete(client, "prod").status_code == 404
    assert version(client, "prod")["digest"] == digest


def test_an_older_value_is_the_latest_again_next_trace_14(client):
    first, _ = publish(client, "x", "y")
    publish(client, "x")
    latest = version(client, "latest")
    assert (latest["digest"], latest["version_index"]) == (first, 0)


def test_labels_outlive_a_dump(make_client):
    client = make_client()
    first, second = publish(client, "x", "y")
    tag(client, first, "a"), alias(client, first, "prod")
    state = client.get("/__admin/state/export").json()
    other = make_client()
    assert other.post("/__admin/state/load", json=state).status_code == 200
    assert labels(other, first) == (["a"], {"prod"})
    create(other, "x"), tag(other, second, "b")
    assert other.post("/__admin/state/load", json=state).status_code == 200
    assert labels(other, second) == ([], {"latest"})
