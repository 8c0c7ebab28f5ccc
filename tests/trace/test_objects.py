"""Objects: publishing and reading versions."""

from __future__ import annotations

import json

import pytest

from mockserver.app import create_app
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL, Client, P

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
    create(client, {"a": 1, "b": 2}), create(client, "x")
    before = version(client, ONE_TWO)
    create(client, {"a": 1, "b": 2})
    assert version(client, ONE_TWO) == {**before, "is_latest": 1}
    assert read(client, "v2").status_code == 404


def test_an_older_value_published_again_is_the_latest(client):
    first, second, third = publish(client, "x", "y", "z")
    assert publish(client, "x") == [first]
    assert version(client, "latest")["digest"] == first
    assert [(found["version_index"], found["is_latest"]) for found in query(client)] == [
        (0, 1), (1, 0), (2, 0),
    ]  # fmt: skip
    assert indexes(client, filter={"latest_only": True}) == [0]
    assert delete(client, second).status_code == 200
    assert version(client, "latest")["digest"] == first
    publish(client, "new")
    assert [(found["version_index"], found["is_latest"]) for found in query(client)] == [
        (0, 0), (2, 0), (3, 1),
    ]  # fmt: skip
    publish(client, "z"), delete(client, "latest")
    assert version(client, "latest")["version_index"] == 3
    assert read(client, third).status_code == 404


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
    whole = version(client, "latest")
    assert version(client, "latest", metadata_only=True) == {**whole, "val": {}}


def test_a_read_without_digest_is_422_objects_9(client):
    answer = client.post("/obj/read", json={"project_id": P, "object_id": "o1"})
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "missing")
    assert problem["loc"] == ["body", "digest"]


def test_a_body_that_is_no_json_is_422_objects_10(client):
    answer = client.post("/obj/read", content=b"{")
    assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, "json_invalid")


def test_a_body_needs_no_content_type_objects_11(client):
    create(client, "x")
    body = b'{"project_id":"acme/demo","object_id":"o1","digest":"v0"}'
    answer = client.post("/obj/read", content=body)
    assert "content-type" not in answer.request.headers
    assert answer.json()["obj"]["val"] == "x"


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


@pytest.mark.parametrize("character", [" ", "!", "/", ":", "\n", "%", "☕"])
def test_a_name_is_letters_digits_and_three_signs_objects_13(client, character):
    answer = create(client, "x", object_id=f"a{character}b")
    assert answer.status_code == 403
    assert f"Contains invalid characters: [{character!r}]." in answer.json()["reason"]


@pytest.mark.parametrize("name", ["ok.na-me_1", "üñí", "x" * 128])
def test_a_good_name_is_taken_objects_16(client, name):
    assert create(client, "x", object_id=name).status_code == 200


@pytest.mark.parametrize(
    ("ref", "reason"),
    [
        ("weave-trace-internal:///x/object/o1:d", "Encountered unexpected ref format."),
        ("weave:///e/p", "Invalid URI: weave:///e/p"),
    ],
)
def test_a_malformed_ref_is_400_objects_17_18(client, ref, reason):
    answer = create(client, {"r": ref})
    assert (answer.status_code, answer.json()) == (400, {"reason": reason})


def test_a_ref_comes_back_as_it_was_sent_objects_19(client):
    val = {"r": f"weave:///{P}/object/o1:d", "deep": [{"r": "weave:///e/p/op/f:d/key/a"}]}
    create(client, val)
    assert version(client, "latest")["val"] == val


def test_a_ref_may_hold_half_a_character(client):
    ref = r'"weave:///e/\ud800/object/o1:d"'
    obj = f'{{"project_id":"{P}","object_id":"o1","val":[{ref}]}}'
    answer = client.post("/obj/create", content=f'{{"obj":{obj}}}')
    assert answer.status_code == 200
    assert version(client, answer.json()["digest"])["val"] == [json.loads(ref)]


@pytest.mark.parametrize("name", ["Nope", ""])
@pytest.mark.parametrize("member", ["builtin_object_class", "set_base_object_class"])
def test_an_unknown_class_is_400_objects_20(client, member, name):
    answer = create(client, {}, **{member: name})
    assert (answer.status_code, answer.json()) == (400, {"reason": f"Unknown object class: {name}"})
    assert query(client) == []


@pytest.mark.parametrize("name", ["Leaderboard", ""])
def test_only_an_object_can_have_a_class_objects_21(client, name):
    answer = create(client, [], builtin_object_class=name)
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


def publish(client, *values, object_id="o1", **fields):
    return [create(client, val, object_id, **fields).json()["digest"] for val in values]


def query(client, **request):
    answer = client.post("/objs/query", json={"project_id": P, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()["objs"]


def indexes(client, **request):
    return [version["version_index"] for version in query(client, **request)]


def names(client, **filter):
    return [version["object_id"] for version in query(client, filter=filter)]


def delete(client, *digests, object_id="o1"):
    request = {"project_id": P, "object_id": object_id, "digests": list(digests) or None}
    return client.post("/obj/delete", json=request)


def of_class(name, *bases):
    return {"_class_name": name, "_bases": [*bases, "Object", "BaseModel"]}


# Built-in classes

LEADERBOARD = {"name": "L", "columns": []}
LEADERBOARD_DIGESTS = {
    "sorted": "c3Y2qTPBvv8ksxQm5poKifFCY6YenlAYYJo63XxwXPg",
    "received": "lzT1BQIBIWZgkh9INvanmVmgpl7wnc9i6dsNjw1MlF8",
}


@pytest.mark.parametrize("member", ["builtin_object_class", "set_base_object_class"])
@pytest.mark.parametrize(("order", "digest"), LEADERBOARD_DIGESTS.items())
def test_a_value_is_completed_to_its_class_objects_22(make_client, member, order, digest):
    client = make_client(digest_order=order)
    assert publish(client, LEADERBOARD, **{member: "Leaderboard"}) == [digest]
    found = version(client, "latest")
    names = {"_type": "Leaderboard", "_class_name": "Leaderboard"}
    bases = {"_bases": ["BaseObject", "BaseModel"]}
    assert found["val"] == {**LEADERBOARD, "description": None, **names, **bases}
    assert found["base_object_class"] == found["leaf_object_class"] == "Leaderboard"


VIEW = {
    "view_type": "traces",
    "label": "l",
    "definition": {
        "filter": {"op_names": ["f"]},
        "query": {"$expr": {"$not": [{"$eq": [{"$getField": "a"}, {"$literal": 1}]}]}},
        "sort_by": [{"field": "a", "direction": "asc"}],
        "columns": [{"path": ["a", 1]}],
        "charts": [{"x_axis": "x", "y_axis": "y", "plot_type": "bar"}],
    },
}
NESTED = {"primitive": 1, "nested_base_object": "r"}
BUILTIN_VALUES = {
    "ActionSpec": {"name": "a", "config": {"action_type": "contains_words", "target_words": []}},
    "AnnotationSpec": {"field_schema": {"type": "string"}},
    "ComparisonView": {"label": "l", "definition": {"evaluation_call_ids": ["c"]}},
    "LLMStructuredCompletionModel": {
        "llm_model_id": "m",
        "default_params": {"messages_template": [{"role": "user"}]},
    },
    "Leaderboard": LEADERBOARD,
    "Provider": {"base_url": "u", "api_key_name": "k", "extra_headers": {"a": "b"}},
    "ProviderModel": {"provider": "p", "max_tokens": 3},
    "SavedView": VIEW,
    "TestOnlyExample": {**NESTED, "nested_base_model": {"a": 1, "aliased_property_alias": 2}},
    "TestOnlyInheritedBaseObject": {"b": 1, "c": 2},
    "TestOnlyNestedBaseObject": {"b": 1},
}


def within(part, whole):
    """Whether `whole` says everything that `part` says."""
    if isinstance(part, dict):
        return all(key in whole and within(member, whole[key]) for key, member in part.items())
    if isinstance(part, list):
        return len(part) == len(whole) and all(map(within, part, whole))
    return part == whole


@pytest.mark.parametrize(("name", "value"), BUILTIN_VALUES.items(), ids=BUILTIN_VALUES)
def test_a_value_of_each_built_in_class_is_kept_whole_objects_22(client, name, value):
    publish(client, value, builtin_object_class=name)
    found = version(client, "latest")
    assert within(value, found["val"])
    assert found["val"]["_type"] == found["leaf_object_class"] == name
    assert publish(client, found["val"], builtin_object_class=name) == [found["digest"]]


def test_the_parts_of_a_value_name_their_classes(client):
    publish(client, VIEW, builtin_object_class="SavedView")
    definition = version(client, "latest")["val"]["definition"]
    assert definition["_bases"] == ["BaseModel"]
    assert definition["filter"]["_bases"] == ["BaseModelStrict", "BaseModel"]
    comparison = definition["query"]["$expr"]["$not"][0]
    assert (comparison["_type"], comparison["_bases"]) == ("EqOperation", ["BaseModel"])
    assert comparison["$eq"][0]["$getField"] == "a"


def deep(levels):
    value = {}
    for _ in range(levels):
        value = {"not": value}
    return value


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Leaderboard", {"columns": 1}, "Invalid Leaderboard: columns: "),
        ("ActionSpec", {"name": None, "config": {}}, "Invalid ActionSpec: name: "),
        ("AnnotationSpec", {"field_schema": {"type": "?"}}, "Invalid AnnotationSpec: field_sch"),
        ("AnnotationSpec", {"field_schema": deep(190)}, "Invalid AnnotationSpec: field_sch"),
        ("SavedView", {**VIEW, "definition": {"query": {"$expr": 1}}}, "Invalid SavedView: def"),
        ("Leaderboard", of_class("Other"), "object_class must match val's defined object class"),
        ("ChartConfig", {"x_axis": "x", "y_axis": "y"}, "Unexpected error: could not get object"),
        ("ChartConfig", {"x_axis": "x"}, "Invalid ChartConfig: y_axis: "),
    ],
)
def test_a_value_that_is_none_of_its_class_is_400(client, name, value, reason):
    answer = create(client, value, builtin_object_class=name)
    assert answer.status_code == 400
    assert answer.json()["reason"].startswith(reason)
    assert query(client) == []


# Query


def test_a_value_published_again_changes_nothing_objects_2(client):
    publish(client, "x")
    [before] = query(client)
    publish(client, "x")
    assert query(client) == [before]


def test_ops_are_found_apart_objects_24(client):
    publish(client, {"_type": "CustomWeaveType", "weave_type": {"type": "Op"}}, object_id="op")
    publish(client, {"a": 1})
    assert names(client, is_op=True) == ["op"]
    assert names(client, is_op=False) == ["o1"]
    assert names(client, is_op=None) == ["op", "o1"]


def test_versions_come_oldest_first_objects_25(client):
    publish(client, "a", "b"), publish(client, "a", object_id="o2"), publish(client, "c")
    assert indexes(client, filter={"object_ids": ["o1"]}) == [0, 1, 2]
    assert indexes(client, filter={"object_ids": ["o1"], "latest_only": True}) == [2]
    assert names(client, latest_only=True) == ["o2", "o1"]
    assert names(client, object_ids=[]) == ["o1", "o1", "o2", "o1"]


def test_versions_of_one_moment_come_by_their_index(make_client):
    client = make_client(now="2025-01-01T00:00:00Z")
    publish(client, "a", "b", "c")
    assert indexes(client) == [0, 1, 2]
    assert indexes(client, sort_by=[{"field": "created_at", "direction": "desc"}]) == [0, 1, 2]


def test_a_page_of_versions_objects_26(client):
    publish(client, "a", "b", "c", "d", "e")
    assert indexes(client, limit=2, offset=2) == [2, 3]
    assert query(client, limit=0) == []
    answer = client.post("/objs/query", json={"project_id": P, "limit": -1})
    assert answer.status_code == 400
    assert answer.json() == {"reason": "Limit must be a positive integer"}


def test_versions_are_sorted_by_name_or_time_objects_27(client):
    for name in ("b", "c", "a"):
        publish(client, "x", object_id=name)
    by_name, by_time = (
        [{"field": field, "direction": "desc"}] for field in ("object_id", "created_at")
    )
    assert [found["object_id"] for found in query(client, sort_by=by_name)] == ["c", "b", "a"]
    assert [found["object_id"] for found in query(client, sort_by=by_time)] == ["a", "c", "b"]


def test_another_sort_field_is_passed_over_objects_27(client):
    publish(client, "a", "b")
    assert indexes(client, sort_by=[{"field": "digest", "direction": "desc"}]) == [0, 1]
    order = [{"field": "created_at", "direction": "up"}]
    answer = client.post("/objs/query", json={"project_id": P, "sort_by": order})
    assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, "literal_error")


def test_versions_are_found_by_their_classes_objects_28(client):
    publish(client, of_class("MyModel", "Model"), object_id="m")
    publish(client, of_class("MyScorer", "Scorer"), object_id="s")
    publish(client, "x", object_id="none")
    assert names(client, base_object_classes=["Model"]) == ["m"]
    assert names(client, leaf_object_classes=["MyScorer", "Other"]) == ["s"]
    assert names(client, exclude_base_object_classes=["Model"]) == ["s"]
    assert names(client, base_object_classes=["model"]) == []
    assert names(client, base_object_classes=[]) == ["m", "s", "none"]


def test_a_project_that_was_never_used_has_no_objects_objects_29(client):
    publish(client, "x")
    answer = client.post("/objs/query", json={"project_id": "acme/other"})
    assert answer.json() == {"objs": []}


def test_metadata_and_size_are_given_when_asked_for(client):
    publish(client, {"a": 1})
    [plain], [sized] = query(client), query(client, include_storage_size=True, metadata_only=True)
    assert (plain["val"], plain["size_bytes"]) == ({"a": 1}, None)
    assert (sized["val"], sized["size_bytes"]) == ({}, 8)


def test_the_only_alias_is_latest(client):
    publish(client, "a", "b")
    tagged = query(client, include_tags_and_aliases=True)
    assert [found["aliases"] for found in tagged] == [[], ["latest"]]
    assert indexes(client, filter={"aliases": ["latest", "x"]}) == [1]
    assert indexes(client, filter={"aliases": ["x"]}) == []
    assert indexes(client, filter={"tags": ["x"]}) == []


# Delete


def test_a_deleted_version_says_when_it_went_objects_30(make_client):
    client = make_client(now="2025-01-01T00:00:00Z")
    digest, _ = publish(client, "x", "y")
    answer = delete(client, digest)
    gone = {"digest": digest, "base_object_class": None, "leaf_object_class": None}
    assert answer.json() == {"num_deleted": 1, "deleted_versions": [gone]}
    for name in (digest, "v0"):
        moment = "2025-01-01T00:00:00Z"
        reason = {"reason": f"o1:v0 was deleted at {moment}", "deleted_at": moment}
        assert (read(client, name).status_code, read(client, name).json()) == (404, reason)


def test_a_version_is_deleted_once_objects_31(client):
    digest, _ = publish(client, "x", "y")
    assert delete(client, digest).status_code == 200
    answer = delete(client, digest)
    assert answer.status_code == 404
    assert answer.json()["reason"].endswith("not found when deleting.")


def test_all_that_are_named_are_deleted_or_none_objects_32(client):
    [digest] = publish(client, "x")
    answer = delete(client, digest, "nope")
    assert answer.status_code == 404
    begin = "Delete request contains 2 digests, but found 1 objects to delete. "
    assert answer.json()["reason"] == begin + "Diff digests: {'nope'}"
    assert version(client, "v0")["val"] == "x"


def test_a_version_named_twice_counts_once_objects_33(client):
    [digest] = publish(client, "x")
    assert delete(client, digest, digest).json()["num_deleted"] == 1


def test_the_newest_version_that_is_left_is_the_latest_objects_34(client):
    publish(client, "x", "y")
    assert delete(client, "latest").json()["num_deleted"] == 1
    assert [(found["version_index"], found["is_latest"]) for found in query(client)] == [(0, 1)]
    assert version(client, "latest")["version_index"] == 0
    assert delete(client, "latest").json()["num_deleted"] == 1
    assert "deleted_at" in read(client, "latest").json()


def test_of_several_versions_that_are_left_the_newest_is_the_latest_objects_34(client):
    publish(client, "x", "y", "z")
    delete(client, "v2")
    assert version(client, "latest")["version_index"] == 1
    assert [found["is_latest"] for found in query(client)] == [0, 1]


def test_an_older_version_goes_without_a_change_of_the_latest(client):
    publish(client, "x", "y", "z")
    delete(client, "v0", "v1")
    assert [(found["version_index"], found["is_latest"]) for found in query(client)] == [(2, 1)]


@pytest.mark.parametrize("digests", [None, []])
def test_all_versions_are_deleted_by_default_objects_35(client, digests):
    publish(client, "x", "y", "z"), publish(client, "x", object_id="other")
    request = {"project_id": P, "object_id": "o1", "digests": digests}
    assert client.post("/obj/delete", json=request).json()["num_deleted"] == 3
    assert client.post("/obj/delete", json=request).status_code == 404
    assert [found["object_id"] for found in query(client)] == ["other"]


def test_a_hundred_versions_may_be_named_objects_36(client):
    answer = delete(client, *map(str, range(101)))
    assert answer.status_code == 400
    assert answer.json()["reason"].endswith("Please delete 100 or fewer objects at a time.")
    assert delete(client, *map(str, range(100))).status_code == 404


def test_an_index_is_never_given_again_objects_37(client):
    publish(client, "x", "y", "z")
    delete(client, "v1")
    publish(client, "new")
    assert indexes(client) == [0, 2, 3]


def test_a_deleted_value_comes_back_as_a_new_version_objects_38(client):
    first, second = publish(client, "x", "y")
    delete(client)
    assert publish(client, "x") == [first]
    assert [found["digest"] for found in query(client, filter={"latest_only": True})] == [first]
    publish(client, "y")
    assert indexes(client) == [2, 3]
    assert [found["is_latest"] for found in query(client)] == [0, 1]
    assert read(client, "v0").json() == {"reason": "Obj o1:v0 not found"}
    assert version(client, second)["version_index"] == 3


@pytest.mark.parametrize("name", ["v", "v-1", "vx", "v" + "9" * 5000, "v٣", "LATEST"])
def test_a_name_of_no_version_is_404(client, name):
    publish(client, "x")
    assert read(client, name).status_code == 404
    assert delete(client, name).status_code == 404


def test_deleted_versions_survive_a_restart(tmp_path):
    settings = Settings(db=str(tmp_path / "db.json"))
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        publish(client, "x", "y"), delete(client, "v1")
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        assert "deleted_at" in read(client, "v1").json()
        publish(client, "z")
        assert indexes(client) == [0, 2]


def test_an_unexpected_digest_is_409_and_keeps_nothing_objects_39(client):
    answer = create(client, {"a": 1, "b": 2}, expected_digest="other")
    assert answer.status_code == 409
    assert read(client, "latest").status_code == 404
    for expected in (ONE_TWO, None):
        assert create(client, {"a": 1, "b": 2}, expected_digest=expected).status_code == 200


def test_the_latest_is_found_whatever_the_order_of_the_file(client, make_client, tmp_path):
    for value in (1, 2):
        create(client, value)
    kept = client.application.services.store.tables["objects"].items()
    first, second = (json.loads(text) for _, text in kept)
    path = tmp_path / "db.json"
    path.write_text(json.dumps({"objects": {"1": second, "2": first}}))
    client = make_client(db=str(path))
    assert version(client, "latest")["val"] == 2
    create(client, 3)
    assert [version(client, name)["val"] for name in ("v0", "v1", "v2", "latest")] == [1, 2, 3, 3]
