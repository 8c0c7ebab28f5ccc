"""v2 resources whose versions are objects: ops, datasets, scorers, evaluations, models."""

from __future__ import annotations

import json

import pytest

from tests.conftest import P

BASE = f"/v2/{P}/"
DATASET_REF = f"weave:///{P}/object/my_ds:v0"

BODIES = {
    "ops": {"name": "My Thing", "source_code": "def f(): pass"},
    "datasets": {"name": "My Thing", "rows": [{"a": 1}, {"a": 2}]},
    "scorers": {"name": "My Thing", "op_source_code": "def score(): pass"},
    "evaluations": {"name": "My Thing", "dataset": DATASET_REF},
    "models": {"name": "My Thing", "source_code": "class M: pass"},
}
OTHERS = {
    "ops": {"source_code": "def g(): pass"},
    "datasets": {"rows": []},
    "scorers": {"op_source_code": "def score(): return 1"},
    "evaluations": {"trials": 3},
    "models": {"source_code": "class N: pass"},
}
CLASSES = {
    "datasets": "Dataset",
    "scorers": "Scorer",
    "evaluations": "Evaluation",
    "models": "Model",
}
REFS = {"scorers": "scorer", "evaluations": "evaluation_ref", "models": "model_ref"}

each = pytest.mark.parametrize("kind", BODIES)


def create(client, kind, **body):
    answer = client.post(BASE + kind, json={**BODIES[kind], **body})
    assert answer.status_code == 200, answer.text
    return answer.json()


def lines(client, kind, **parameters):
    answer = client.get(BASE + kind, params=parameters)
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def ids(client, kind, **parameters):
    return [line["object_id"] for line in lines(client, kind, **parameters)]


def answer_to_read(client, kind, digest="latest", object_id="my_thing"):
    return client.get(f"{BASE}{kind}/{object_id}/versions/{digest}")


def read(client, kind, digest="latest", object_id="my_thing"):
    answer = answer_to_read(client, kind, digest, object_id)
    assert answer.status_code == 200, answer.text
    return answer.json()


def delete(client, kind, object_id="my_thing", **options):
    return client.request("DELETE", f"{BASE}{kind}/{object_id}", **options)


def stored(client, object_id="my_thing", digest="latest"):
    request = {"project_id": P, "object_id": object_id, "digest": digest}
    return client.post("/obj/read", json=request).json()["obj"]


def value_of(client, ref):
    answer = client.post("/refs/read_batch", json={"refs": [ref]})
    assert answer.status_code == 200, answer.text
    return answer.json()["vals"][0]


# The life of every kind


@each
def test_it_is_created_listed_read_deleted_and_gone_objects_82(client, kind):
    made = create(client, kind)
    assert (made["object_id"], made["version_index"]) == ("my_thing", 0)
    found = read(client, kind, made["digest"])
    assert found in lines(client, kind)
    assert found == read(client, kind, "v0") == read(client, kind, "latest")
    assert delete(client, kind).json() == {"num_deleted": 1}
    assert "my_thing" not in ids(client, kind)
    gone = answer_to_read(client, kind, made["digest"])
    assert gone.status_code == 404
    assert gone.json()["reason"].startswith("my_thing:v0 was deleted at ")
    assert gone.json()["deleted_at"].endswith("Z")


@each
def test_the_same_content_is_the_same_version(client, kind):
    first, second = create(client, kind), create(client, kind, **OTHERS[kind])
    assert second["version_index"] == 1
    assert create(client, kind) == first
    assert read(client, kind)["digest"] == first["digest"]


@each
def test_every_version_is_listed_the_oldest_first(client, kind):
    digests = [create(client, kind, **body)["digest"] for body in ({}, OTHERS[kind])]
    listed = [line for line in lines(client, kind) if line["object_id"] == "my_thing"]
    assert [line["digest"] for line in listed] == digests
    assert [line["version_index"] for line in listed] == [0, 1]


@pytest.mark.parametrize(("kind", "name"), CLASSES.items())
def test_it_is_an_object_of_its_class(client, kind, name):
    made = create(client, kind)
    obj = stored(client)
    assert (obj["digest"], obj["base_object_class"]) == (made["digest"], name)
    assert (obj["leaf_object_class"], obj["wb_user_id"]) == (name, None)
    query = {"project_id": P, "filter": {"base_object_classes": [name]}}
    found = client.post("/objs/query", json=query).json()["objs"]
    assert [version["object_id"] for version in found] == ["my_thing"]


@pytest.mark.parametrize(("kind", "field"), REFS.items())
def test_the_ref_of_a_new_version_resolves_objects_76_77(client, kind, field):
    made = create(client, kind)
    assert made[field] == f"weave:///{P}/object/my_thing:{made['digest']}"
    assert value_of(client, made[field]) == stored(client)["val"]


@pytest.mark.parametrize(("kind", "name"), CLASSES.items())
def test_objects_that_clients_publish_are_read_too(client, kind, name):
    classes = {"_class_name": "Mine", "_bases": [name, "Object", "BaseModel"]}
    files = {"obj.py": client.post("/file/create", **upload(b"class Mine: pass")).json()["digest"]}
    obj = {"project_id": P, "object_id": "mine", "val": {**classes, "name": None, "files": files}}
    digest = client.post("/obj/create", json={"obj": obj}).json()["digest"]
    found = read(client, kind, object_id="mine")
    assert (found["digest"], found["name"]) == (digest, "mine")
    assert lines(client, kind) == [found]


def upload(content):
    return {"data": {"project_id": P}, "files": {"file": ("obj.py", content)}}


@pytest.mark.parametrize("kind", CLASSES)
def test_an_object_of_another_class_is_404_objects_80(client, kind):
    other = "datasets" if kind != "datasets" else "models"
    create(client, other)
    assert answer_to_read(client, kind).status_code == 404
    assert delete(client, kind).status_code == 404
    assert read(client, other)["version_index"] == 0


def test_a_model_without_a_source_is_400_and_listed_with_none(client):
    val = {"_class_name": "Mine", "_bases": ["Model", "Object", "BaseModel"], "predict": "r"}
    obj = {"project_id": P, "object_id": "mine", "val": val}
    client.post("/obj/create", json={"obj": obj})
    answer = answer_to_read(client, "models", object_id="mine")
    assert (answer.status_code, answer.json()) == (400, {"reason": "Model mine has no source file"})
    [line] = lines(client, "models")
    assert (line["source_code"], line["attributes"]) == ("", {"predict": "r"})


# Ops


@pytest.mark.parametrize(
    ("order", "digest"),
    [
        ("sorted", "0VjM6AQ9K97cw2BR7seEVJf0l8XGTlENBkuWIWMSKUc"),
        ("received", "Ywdsn4iWeDUwPvvnQX6bhYqDJGjsJmb5ontdzPhPpH4"),
    ],
)
def test_an_op_is_named_by_the_service_s_digest_objects_69(make_client, order, digest):
    client = make_client(digest_order=order)
    made = create(client, "ops", name="My Op/x")
    assert made == {"digest": digest, "object_id": "my_op_x", "version_index": 0}


def test_an_op_needs_neither_name_nor_source_objects_70(client):
    made = client.post(BASE + "ops", json={}).json()
    assert made["object_id"] == "Op"
    assert "def " in read(client, "ops", object_id="Op")["code"]


def test_an_op_has_its_code_in_each_version_objects_71(client):
    create(client, "ops"), create(client, "ops", **OTHERS["ops"])
    assert read(client, "ops", "v0")["code"] == "def f(): pass"
    assert read(client, "ops", "latest")["code"] == "def g(): pass"
    assert answer_to_read(client, "ops", object_id="nope").status_code == 404


def test_an_op_is_an_op_for_the_unversioned_routes_objects_72(client):
    create(client, "ops")
    obj = stored(client)
    digest = "PHDgaBdn39Nytf2SeVoiwHCTfbRmccrFFAu7xfXlUrM"
    assert obj["kind"] == "op"
    assert obj["val"] == {
        "_type": "CustomWeaveType",
        "weave_type": {"type": "Op"},
        "files": {"obj.py": digest},
    }
    content = client.post("/file/content", json={"project_id": P, "digest": digest})
    assert content.content == b"def f(): pass"


def test_half_a_character_in_a_source_is_dropped(client):
    body = b'{"name": "my thing", "source_code": "# \\ud800"}'
    assert client.post(BASE + "ops", content=body).status_code == 200
    assert read(client, "ops")["code"] == "# ?"


# Lists


def test_a_list_is_paged_objects_73(client):
    for name in ("a", "b", "c"):
        create(client, "ops", name=name)
    assert ids(client, "ops", limit=1, offset=1) == ["b"]
    assert ids(client, "ops", offset=2) == ["c"]
    assert client.get(BASE + "ops?limit=0").content == b""
    assert client.get("/v2/acme/other/ops").content == b""


@pytest.mark.parametrize("parameter", ["limit", "offset"])
def test_a_page_that_is_not_a_number_is_422_objects_73(client, parameter):
    answer = client.get(BASE + "ops", params={parameter: "x"})
    [problem] = answer.json()["detail"]
    assert answer.status_code == 422
    assert (problem["type"], problem["loc"]) == ("int_parsing", ["query", parameter])


@pytest.mark.parametrize("kind", [*BODIES, "evaluation_runs", "predictions", "scores"])
@pytest.mark.parametrize("parameter", ["limit", "offset"])
def test_a_negative_page_is_400(client, kind, parameter):
    assert client.get(BASE + kind, params={parameter: -1}).status_code == 400


def test_the_last_value_of_a_repeated_parameter_counts(client):
    create(client, "ops", name="a"), create(client, "ops", name="b")
    assert len(client.get(BASE + "ops?limit=2&limit=1").text.splitlines()) == 1


def test_a_list_has_the_media_type_that_the_caller_accepts(client):
    create(client, "ops")
    kinds = {}
    for accept in ("*/*", "application/x-ndjson", "application/jsonl"):
        answer = client.get(BASE + "ops", headers={"accept": accept})
        kinds[accept] = answer.headers["content-type"]
    assert kinds == {
        "*/*": "application/jsonl",
        "application/x-ndjson": "application/x-ndjson",
        "application/jsonl": "application/jsonl",
    }


# Datasets


def test_a_dataset_has_its_rows_in_a_table_objects_74(client):
    create(client, "datasets", name="My DS")
    digest = "1c95cdc46a75d6e7e971986a80adfcd676dd22f2222a3405c7743f3db8df6785"
    found = read(client, "datasets", object_id="my_ds")
    assert (found["name"], found["description"]) == ("My DS", None)
    assert found["rows"] == f"weave:///{P}/table/{digest}"
    rows = client.post("/table/query", json={"project_id": P, "digest": digest}).json()["rows"]
    assert [row["val"] for row in rows] == [{"a": 1}, {"a": 2}]


def test_rows_are_reached_by_refs_through_the_dataset(client):
    made = create(client, "datasets")
    digest = stored(client)["val"]["rows"].rpartition("/")[2]
    rows = client.post("/table/query", json={"project_id": P, "digest": digest}).json()["rows"]
    ref = f"weave:///{P}/object/my_thing:{made['digest']}/attr/rows/id/{rows[1]['digest']}/key/a"
    assert value_of(client, ref) == 2


def test_a_dataset_needs_rows_that_are_objects_objects_75(client):
    kinds = {}
    for name, body in {"none": {}, "numbers": {"rows": [1]}}.items():
        answer = client.post(BASE + "datasets", json=body)
        [problem] = answer.json()["detail"]
        kinds[name] = (answer.status_code, problem["type"], problem["loc"])
    assert kinds == {
        "none": (422, "missing", ["body", "rows"]),
        "numbers": (422, "dict_type", ["body", "rows", 0]),
    }


def test_a_dataset_needs_no_name_objects_75(client):
    made = client.post(BASE + "datasets", json={"rows": []}).json()
    assert made["object_id"] == "Dataset"
    assert read(client, "datasets", object_id="Dataset")["name"] == "Dataset"


# Scorers, evaluations, models


def test_a_scorer_has_two_ops_objects_76(client):
    create(client, "scorers", name="My Scorer")
    assert ids(client, "ops") == ["my_scorer_score", "my_scorer_summarize"]
    score = read(client, "ops", object_id="my_scorer_score")
    assert score["code"] == "def score(): pass"
    assert read(client, "scorers", object_id="my_scorer")["score_op"] == score["digest"]
    value = stored(client, "my_scorer")["val"]
    assert (value["score"], value["column_map"]) == (score["digest"], None)
    summarize = read(client, "ops", object_id="my_scorer_summarize")
    assert value["summarize"] == summarize["digest"] != score["digest"]


@pytest.mark.parametrize("body", [{}, {"project_id": "other/project"}], ids=["", "project_id"])
def test_an_evaluation_has_three_ops_objects_77(client, body):
    create(client, "evaluations", name="E2", **body)
    found = read(client, "evaluations", object_id="e2")
    assert (found["trials"], found["scorers"], found["dataset"]) == (1, [], DATASET_REF)
    names = ("evaluate", "predict_and_score", "summarize")
    assert ids(client, "ops") == [f"e2.{name}" for name in names]
    for name in names:
        assert found[f"{name}_op"] == read(client, "ops", object_id=f"e2.{name}")["digest"]


def test_attributes_of_an_evaluation_are_top_level_fields_objects_78(client):
    create(client, "evaluations", eval_attributes={"k": "v", "evaluation_name": "other"})
    assert stored(client)["val"]["k"] == "v"
    assert read(client, "evaluations")["evaluation_name"] == "other"


def test_an_evaluation_names_its_dataset_and_scorers(client):
    scorers = [create(client, "scorers", name="s")["scorer"]]
    create(client, "evaluations", scorers=scorers, trials=2, description="d", evaluation_name="n")
    found = read(client, "evaluations")
    assert (found["scorers"], found["trials"]) == (scorers, 2)
    assert (found["description"], found["evaluation_name"]) == ("d", "n")
    assert value_of(client, found["scorers"][0])["_type"] == "Scorer"


@pytest.mark.parametrize("attributes", [{"temp": 0.5}, {}, None])
def test_a_model_has_attributes_objects_79(client, attributes):
    create(client, "models", name="My Model", attributes=attributes)
    found = read(client, "models", object_id="my_model")
    assert found["attributes"] == (attributes or None)
    assert (found["name"], found["source_code"]) == ("My Model", "class M: pass")


# Deletes


def two_versions(client, kind="ops"):
    return [create(client, kind, **body)["digest"] for body in ({}, OTHERS[kind])]


@pytest.mark.parametrize(
    "where",
    [
        lambda digests: {"params": {"digests": digests}},
        lambda digests: {"content": json.dumps(digests)},
        lambda digests: {"params": {"digests": digests}, "content": b'{"project_id": "x"}'},
    ],
    ids=["query", "body", "query wins"],
)
@each
def test_versions_are_deleted_by_digest_objects_81(client, kind, where):
    first, second = two_versions(client, kind)
    assert delete(client, kind, **where([first])).json() == {"num_deleted": 1}
    assert answer_to_read(client, kind, first).status_code == 404
    assert read(client, kind)["digest"] == second
    assert delete(client, kind, **where([first])).status_code == 404


@pytest.mark.parametrize("body", [b"", b"null", b"[]"])
def test_all_versions_are_deleted_by_default_objects_81(client, body):
    two_versions(client)
    assert delete(client, "ops", content=body).json() == {"num_deleted": 2}
    answer = delete(client, "ops", content=body)
    reason = "Object my_thing (None) not found when deleting."
    assert (answer.status_code, answer.json()) == (404, {"reason": reason})


def test_several_digests_are_repeated_parameters_objects_81(client):
    first, second = two_versions(client)
    path = f"{BASE}ops/my_thing?digests={first}&digests={second}"
    assert client.delete(path).json() == {"num_deleted": 2}


@pytest.mark.parametrize(
    ("body", "kind"), [(b"{}", "list_type"), (b"[1]", "string_type"), (b"[", "json_invalid")]
)
@pytest.mark.parametrize("path", ["ops/my_thing", "predictions"])
def test_an_invalid_list_of_ids_is_422(client, path, body, kind):
    create(client, "ops")
    answer = client.request("DELETE", BASE + path, content=body)
    assert (answer.status_code, answer.json()["detail"][0]["type"]) == (422, kind)
    assert read(client, "ops")["version_index"] == 0


def test_too_many_versions_are_400_and_an_unknown_one_404(client):
    two_versions(client)
    assert delete(client, "ops", params={"digests": ["d"] * 101}).status_code == 400
    assert delete(client, "ops", params={"digests": ["v0", "nope"]}).status_code == 404
    assert read(client, "ops", "v0")["version_index"] == 0


# Names


@pytest.mark.parametrize(
    ("kind", "name"), [("ops", "bad!name"), ("models", "a:b"), ("datasets", ""), ("scorers", "ä\n")]
)
def test_an_invalid_name_is_403_and_keeps_nothing_objects_83(client, kind, name):
    answer = client.post(BASE + kind, json={**BODIES[kind], "name": name})
    assert answer.status_code == 403
    begin = f"Invalid object name: {name}." if name else "Object name cannot be empty"
    assert answer.json()["reason"].startswith(begin)
    assert client.application.services.store.counts() == {}


@each
def test_unknown_keys_are_ignored(client, kind):
    assert create(client, kind, nope=1) == create(client, kind)
