"""Objects: publishing and reading versions."""

from __future__ import annotations

import pytest

from tests.conftest import P

ONE_TWO = "2El9nYJ3CnBykmEJWqmPfvUVTXr0mfgDe2yiUClnhaY"


def create(client, val, object_id="o1", **fields):
    obj = {"project_id": P, "object_id": object_id, "val": val, **fields}
    return client.post("/obj/create", json={"obj": obj})


def read(client, digest, object_id="o1", **fields):
    request = {"project_id": P, "object_id": object_id, "digest": digest, **fields}
    return client.post("/obj/read", json=request)


def version(client, digest, **fields):
    answer = read(client, digest, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["obj"]


def test_a_value_is_named_by_its_digest_objects_1(client):
    answer = create(client, {"a": 1, "b": 2})
    assert answer.json() == {"digest": ONE_TWO, "object_id": "o1"}


def test_the_same_value_again_is_no_new_version_objects_2(client):
    create(client, {"a": 1, "b": 2}), create(client, "x"), create(client, {"a": 1, "b": 2})
    assert version(client, ONE_TWO)["version_index"] == 0
    assert version(client, "latest")["val"] == "x"


def test_the_order_of_keys_makes_no_version_objects_3(client):
    create(client, {"a": 1, "b": 2})
    assert create(client, {"b": 2, "a": 1}).json()["digest"] == ONE_TWO
    assert read(client, "v1").status_code == 404


def test_the_older_generation_knows_the_order_of_keys_objects_3(make_client):
    client = make_client(digest_order="received")
    create(client, {"a": 1, "b": 2})
    digest = create(client, {"b": 2, "a": 1}).json()["digest"]
    assert digest == "1biu0mUlbIk4UNMWCaiEzZEKRS3wkONM5NMYye9b13E"
    assert version(client, digest)["version_index"] == 1


def test_the_newest_version_is_the_latest_objects_4(client):
    first = create(client, {"a": 1, "b": 2}).json()["digest"]
    second = create(client, "x").json()["digest"]
    assert second == "ui30kDosFOhtw7zKWJEbRKwdJRS3Inv26wjPuXj1Whs"
    assert version(client, first)["is_latest"] == 0
    assert version(client, second)["is_latest"] == 1


def test_a_version_is_found_by_latest_by_index_and_by_digest_objects_5(client):
    digests = [create(client, value).json()["digest"] for value in ("x", "y", "z")]
    assert version(client, "latest")["version_index"] == 2
    assert version(client, "v0")["val"] == "x"
    assert version(client, digests[1])["val"] == "y"


@pytest.mark.parametrize("digest", ["v9", "latest", "nope"])
def test_what_is_not_there_is_404_objects_6_7(client, digest):
    create(client, "x", object_id="other")
    answer = read(client, digest)
    assert answer.status_code == 404
    assert answer.json() == {"reason": f"Obj o1:{digest} not found"}


def test_metadata_comes_without_the_value_objects_8(client):
    create(client, {"a": 1})
    assert version(client, "latest", metadata_only=True)["val"] == {}


def test_a_read_without_digest_is_422_objects_9(client):
    answer = client.post("/obj/read", json={"project_id": P, "object_id": "o1"})
    assert answer.json()["detail"][0]["loc"] == ["body", "digest"]


def test_newer_clients_ask_for_tags_objects_12(client):
    create(client, "x")
    assert version(client, "latest", include_tags_and_aliases=False)["tags"] is None
    assert version(client, "latest", include_tags_and_aliases=True)["aliases"] == ["latest"]


@pytest.mark.parametrize("name", ["bad name!", "a:b", "a/b", "", "x" * 129])
def test_a_bad_name_is_403_objects_13_14_15(client, name):
    answer = create(client, "x", object_id=name)
    assert answer.status_code == 403
    begin = "Object name" if name == "" or len(name) > 128 else f"Invalid object name: {name}."
    assert answer.json()["reason"].startswith(begin)


@pytest.mark.parametrize("name", ["ok.na-me_1", "üñí", "x" * 128])
def test_a_good_name_is_taken_objects_16(client, name):
    assert create(client, "x", object_id=name).status_code == 200


def test_a_ref_comes_back_as_it_was_sent_objects_19(client):
    val = {"r": f"weave:///{P}/object/o1:d", "deep": [{"r": "weave:///e/p/op/f:d/key/a"}]}
    create(client, val)
    assert version(client, "latest")["val"] == val


def test_an_unknown_class_is_400_objects_20(client):
    answer = create(client, {}, builtin_object_class="Nope")
    assert (answer.status_code, answer.json()) == (400, {"reason": "Unknown object class: Nope"})


def test_only_an_object_can_have_a_class_objects_21(client):
    answer = create(client, [], builtin_object_class="Leaderboard")
    assert answer.status_code == 400
    reason = "object_class cannot be provided for non-dict objects"
    assert answer.json() == {"reason": reason}


@pytest.mark.parametrize(
    ("name", "bases", "base"),
    [
        ("MyM", ["A", "Model", "Object", "BaseModel"], "Model"),
        ("MyM", ["Model", "Object", "BaseModel"], "Model"),
        ("Dataset", ["Object", "BaseModel"], "Dataset"),
        ("MyM", ["Object"], None),
        ("MyM", ["Other", "BaseModel"], None),
    ],
)
def test_a_value_claims_its_classes_objects_23(client, name, bases, base):
    create(client, {"_class_name": name, "_bases": bases})
    found = version(client, "latest")
    assert found["base_object_class"] == base
    assert found["leaf_object_class"] == (base and name)


def test_an_op_is_an_op_objects_24(client):
    create(client, {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}})
    create(client, {"_type": "Op"}, object_id="o2")
    create(client, {"_type": "Dataset"}, object_id="o3")
    kinds = [version(client, "latest", object_id=f"o{number}")["kind"] for number in (1, 2, 3)]
    assert kinds == ["op", "op", "object"]


def test_an_unexpected_digest_is_409_and_keeps_nothing_objects_39(client):
    answer = create(client, {"a": 1, "b": 2}, expected_digest="other")
    assert answer.status_code == 409
    assert read(client, "latest").status_code == 404
    assert create(client, {"a": 1, "b": 2}, expected_digest=ONE_TWO).status_code == 200
