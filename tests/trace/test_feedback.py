"""Feedback: reactions, notes, annotations, scores; finding and deleting it."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.conftest import P

CALL = f"weave:///{P}/call/a"
OP = f"weave:///{P}/op/judge:v1"
OBJECT = f"weave:///{P}/object/judge:v1"
FIELDS = [
    "id", "project_id", "weave_ref", "wb_user_id", "creator", "created_at", "feedback_type",
    "payload", "annotation_ref", "runnable_ref", "call_ref", "trigger_ref",
]  # fmt: skip


def feedback(feedback_type="custom", payload=None, **fields):
    return {
        "project_id": P,
        "weave_ref": CALL,
        "feedback_type": feedback_type,
        "payload": {} if payload is None else payload,
        **fields,
    }


def create(client, *args, **fields):
    return client.post("/feedback/create", json=feedback(*args, **fields))


def made(client, *args, **fields):
    answer = create(client, *args, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(answer, reason=None):
    assert answer.status_code == 400, answer.text
    assert reason is None or reason in answer.json()["reason"]
    return True


def find(client, **request):
    answer = client.post("/feedback/query", json={"project_id": P, **request})
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]


def purge(client, expr):
    return client.post("/feedback/purge", json={"project_id": P, "query": {"$expr": expr}})


def compare(operator, field, value):
    return {operator: [{"$getField": field}, {"$literal": value}]}


def react(client, emoji):
    return create(client, "wandb.reaction.1", {"emoji": emoji})


def annotation_of(client, schema, project_id=P):
    val = {"_type": "AnnotationSpec", "name": "Quality", "field_schema": schema}
    obj = {"project_id": project_id, "object_id": "quality", "val": val}
    digest = client.post("/obj/create", json={"obj": obj}).json()["digest"]
    return f"weave:///{project_id}/object/quality:{digest}"


def annotation(ref, value, feedback_type="wandb.annotation.quality"):
    return feedback(feedback_type, {"value": value}, annotation_ref=ref)


def annotate(client, *args):
    return client.post("/feedback/create", json=annotation(*args))


# Create


def test_a_reaction_is_named_with_and_without_its_tone_calls_102(client):
    answer = react(client, "👍🏽").json()
    assert answer["payload"] == {
        "emoji": "👍🏽",
        "alias": ":thumbs_up_medium_skin_tone:",
        "detoned": "👍",
        "detoned_alias": ":thumbs_up:",
    }
    assert len(answer["id"]) == 36
    assert find(client)[0]["payload"] == answer["payload"]


@pytest.mark.parametrize(
    ("emoji", "alias"), [("🎱", ":pool_8_ball:"), ("a👍", "a:thumbs_up:"), ("❤️", ":red_heart:")]
)
def test_a_reaction_holds_one_emoji(client, emoji, alias):
    assert react(client, emoji).json()["payload"]["alias"] == alias


@pytest.mark.parametrize("emoji", ["👍👍", "a", "", ":thumbs_up:", "👩\u200d" * 100_000])
def test_anything_but_one_emoji_is_400_calls_103(client, emoji):
    reason = "Value of emoji key in payload must be exactly one emoji"
    assert refused(react(client, emoji), reason)
    assert find(client) == []


@pytest.mark.parametrize("payload", [{}, {"emoji": 1}, {"emoji": None}])
def test_a_reaction_without_an_emoji_is_400_calls_103(client, payload):
    assert refused(create(client, "wandb.reaction.1", payload))


def test_a_note_has_up_to_1024_characters_calls_104(client):
    def note(text):
        return create(client, "wandb.note.1", {"note": text})

    assert note("x" * 1024).status_code == note("é").status_code == 200
    assert all(refused(note(text)) for text in ("", "x" * 1025, 1, None))


@pytest.mark.parametrize(("payload", "kind"), [(None, "missing"), ([], "dict_type")])
def test_a_payload_is_an_object_calls_105(client, payload, kind):
    body = feedback()
    del body["payload"]
    if payload is not None:
        body["payload"] = payload
    answer = client.post("/feedback/create", json=body)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["type"] == kind


def test_an_unknown_key_is_422_calls_105(client):
    assert create(client, zzz=1).json()["detail"][0]["loc"] == ["body", "zzz"]


def test_an_annotation_fits_the_schema_of_its_object_calls_106(client):
    ref = annotation_of(client, {"type": "integer", "minimum": 1, "maximum": 5})
    assert annotate(client, ref, 3).status_code == 200
    for value in (0, "3", None):
        assert refused(annotate(client, ref, value), "does not match annotation spec")
    assert len(find(client)) == 1


def test_an_annotation_without_a_schema_may_be_anything_calls_106(client):
    assert annotate(client, annotation_of(client, None), {"a": [1]}).status_code == 200


def test_an_annotation_names_its_object_calls_106(client):
    ref = annotation_of(client, None)
    assert refused(create(client, "wandb.annotation.quality", {"value": 1}), "annotation_ref")
    assert refused(annotate(client, ref, 1, "wandb.annotation.other"))
    assert refused(annotate(client, ref, 1, "wandb.annotation."))
    for kind in ("wandb.annotation", "wandb.annotationquality"):
        assert refused(annotate(client, ref, 1, kind), "Invalid annotation feedback type")
    assert refused(create(client, "wandb.annotation.quality", {}, annotation_ref=ref), "value")


@pytest.mark.parametrize("ref", ["hello", CALL, f"weave:///{P}/object/quality"])
def test_an_annotation_ref_is_a_ref_to_an_object_calls_106(client, ref):
    assert refused(annotate(client, ref, 1))


def test_an_annotation_belongs_to_the_project_of_its_object_calls_106(client):
    ref = annotation_of(client, None, project_id="acme/other")
    assert refused(annotate(client, ref, 1), "project")


def test_an_annotation_without_its_object_is_404_calls_106(client):
    answer = annotate(client, f"weave:///{P}/object/quality:abc", 1)
    assert (answer.status_code, answer.json()["reason"]) == (404, "Obj quality:abc not found")


@pytest.mark.parametrize("version", ["latest", "v0"])
def test_an_annotation_names_its_object_by_digest_calls_106(client, version):
    annotation_of(client, None)
    answer = annotate(client, f"weave:///{P}/object/quality:{version}", 1)
    assert (answer.status_code, answer.json()["reason"]) == (
        404,
        f"Obj quality:{version} not found",
    )


DOUBLING = {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(40)}
SCHEMAS = {
    "itself": {"$ref": "#"},
    "elsewhere": {"$ref": "http://127.0.0.1:9/schema.json"},
    "nowhere": {"$ref": "#/$defs/zzz"},
    "doubling": {"$ref": "#/$defs/a0", "$defs": {**DOUBLING, "a40": {}}},
    "no schema": {"type": 7},
    "no object": "x",
    "a list": [{"type": "string"}],
    "no name": {"$id": {}},
    "no address": {"$id": "http://["},
    "a ref to a number": {"$ref": "#/$defs/0", "$defs": [1]},
    "an evil pattern": {"pattern": "^(a+)+$"},
    "no pattern": {"pattern": "("},
    "evil names": {"patternProperties": {"^(a+)+$": False}, "type": "object"},
    "huge": {"enum": ["x" * 70_000]},
}


def test_a_schema_has_64_kilobytes_at_most(client):
    def of(length):
        return {"type": "string", "title": "x" * (length - len('{"type":"string","title":""}'))}

    assert annotate(client, annotation_of(client, of(64 << 10)), "a").status_code == 200
    assert refused(annotate(client, annotation_of(client, of((64 << 10) + 1)), "a"))


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_no_schema_keeps_the_server_busy(client, schema):
    assert refused(annotate(client, annotation_of(client, schema), "a" * 5000 + "!"))


def test_no_number_is_too_large_to_be_checked(client):
    ref = annotation_of(client, {"multipleOf": 1.5})
    answer = client.post("/feedback/create", content=json.dumps(annotation(ref, float("inf"))))
    assert refused(answer, "does not match annotation spec")


@pytest.mark.parametrize(
    ("schema", "fit", "unfit"),
    [
        ({"pattern": "^a+$"}, "aaa", "ab"),
        ({"patternProperties": {"^n": {"type": "number"}}}, {"n1": 1, "x": ""}, {"n1": ""}),
        ({"uniqueItems": True}, [{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 1}]),
        ({"$ref": "#/$defs/t", "$defs": {"t": {"enum": ["good", "bad"]}}}, "good", "so so"),
    ],
)
def test_a_schema_decides_which_values_fit(client, schema, fit, unfit):
    ref = annotation_of(client, schema)
    assert annotate(client, ref, fit).status_code == 200
    assert refused(annotate(client, ref, unfit))


def judge(client, runnable_ref=OBJECT, payload=None, kind="wandb.runnable.judge", **fields):
    payload = {"output": 1} if payload is None else payload
    return create(client, kind, payload, runnable_ref=runnable_ref, **fields)


def test_feedback_of_an_op_names_its_call_calls_107(client):
    assert refused(judge(client, OP), "call_ref is required for runnable feedback on ops")
    assert judge(client, OP, call_ref=CALL).status_code == judge(client).status_code == 200


def test_a_runnable_has_its_output_and_its_name_calls_107(client):
    assert refused(judge(client, payload={}), "output")
    assert refused(judge(client, None), "runnable_ref")
    assert refused(judge(client, call_ref=OBJECT))
    assert refused(judge(client, trigger_ref=CALL))
    reason = "runnable_ref must point to an object with name other"
    assert refused(judge(client, kind="wandb.runnable.other"), reason)
    assert refused(judge(client, kind="wandb.runnable"), "Invalid runnable feedback type")


@pytest.mark.parametrize("field", ["runnable_ref", "call_ref", "trigger_ref"])
def test_other_types_have_no_runnable_calls_107(client, field):
    reason = f"{field} is not allowed for non-runnable feedback"
    assert refused(create(client, **{field: OBJECT}), reason)


def test_an_empty_ref_counts_as_absent(client):
    refs = dict.fromkeys(["annotation_ref", "runnable_ref", "call_ref", "trigger_ref"], "")
    assert create(client, **refs).status_code == 200
    assert refused(judge(client, OP, call_ref=""), "call_ref is required")
    assert refused(judge(client, ""), "runnable_ref is required")


def test_other_types_have_no_annotation(client):
    reason = "annotation_ref is not allowed for non-annotation feedback"
    assert refused(create(client, annotation_ref=OBJECT), reason)


def test_a_monitor_needs_all_refs(client):
    refs = {"runnable_ref": OBJECT, "call_ref": CALL, "trigger_ref": OBJECT}
    assert create(client, "wandb.agent_monitor", **refs).status_code == 200
    for field in refs:
        assert refused(create(client, "wandb.agent_monitor", **{**refs, field: None}), field)


def test_a_payload_has_a_size_calls_108(client):
    assert refused(create(client, "x", {"a": "x" * (1 << 20)}), "Feedback payload too large")
    assert create(client, "x", {"a": "x" * ((1 << 20) - 8)}).status_code == 200


def test_fields_added_to_a_payload_count_calls_108(client):
    payload = {"emoji": "👍", "x": "x" * ((1 << 20) - 30)}
    assert refused(create(client, "wandb.reaction.1", payload), "Feedback payload too large")


def test_the_clients_id_is_kept_calls_109(client):
    assert made(client, id="mine")["id"] == find(client)[0]["id"] == "mine"


def test_the_same_id_replaces_the_first_feedback(client):
    made(client, "first", id="mine"), made(client, "second", id="mine")
    assert [row["feedback_type"] for row in find(client)] == ["second"]


def test_the_user_is_the_caller_and_anything_is_a_target(client):
    answer = made(client, weave_ref="hello", wb_user_id="me")
    assert answer["wb_user_id"] == find(client)[0]["wb_user_id"] != "me"


def test_fields_of_newer_clients_are_kept(client):
    scored = {"scorer_ratings": {"m": 0.5}, "scorer_tags": ["t"]}
    made(client, "wandb.agent_user_feedback", queue_id="", **scored)
    fields = ["queue_id", "scorer_ratings.m", "scorer_tags", "span_status_code"]
    assert find(client, fields=fields) == [
        {"queue_id": "", "scorer_ratings.m": 0.5, "scorer_tags": ["t"], "span_status_code": "UNSET"}
    ]


@pytest.mark.parametrize("path", ["create", "replace", "batch/create"])
def test_feedback_in_an_unknown_queue_is_400(client, path):
    one = feedback("custom", {}, queue_id="q")
    body = {"batch": [feedback("custom", {}), one]} if path.startswith("batch") else one
    if path == "replace":
        body = {**one, "feedback_id": "f"}
    answer = client.post(f"/feedback/{path}", json=body)
    assert refused(answer, "Queue q not found or has been deleted")
    assert find(client) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("scorer_tags", [1]),
        ("scorer_tag_reasons", {"t": 1}),
        ("scorer_tag_confidences", {"t": "sure"}),
        ("scorer_ratings", {"m": "high"}),
        ("scorer_rating_reasons", {"m": []}),
        ("scorer_rating_confidences", {"m": None}),
    ],
)
def test_fields_of_scorers_have_types(client, field, value):
    answer = create(client, **{field: value})
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["loc"][:2] == ["body", field]


# Query


def test_a_count_honours_the_query_calls_110(client):
    made(client, "a"), made(client, "a"), made(client, "b")
    assert find(client, fields=["count(*)"]) == [{"count(*)": 3}]
    query = {"$expr": compare("$eq", "feedback_type", "a")}
    assert find(client, fields=["COUNT(*)"], query=query) == [{"COUNT(*)": 2}]


def test_a_path_is_a_flat_key_calls_110(client):
    made(client, "wandb.note.1", {"note": "hi"}, id="f"), made(client, id="g")
    assert find(client, fields=["id", "payload.note"]) == [
        {"id": "f", "payload.note": "hi"},
        {"id": "g", "payload.note": None},
    ]


@pytest.mark.parametrize(
    "request_",
    [
        {"fields": ["bogus"]},
        {"fields": ["count(*)", "bogus"]},
        {"sort_by": [{"field": "bogus", "direction": "asc"}]},
        {"query": {"$expr": compare("$eq", "bogus", 1)}},
    ],
)
def test_an_unknown_field_is_400_calls_110(client, request_):
    answer = client.post("/feedback/query", json={"project_id": P, **request_})
    assert (answer.status_code, answer.json()) == (400, {"reason": "Unknown field: bogus"})


def test_a_row_has_twelve_fields_calls_111(client):
    made(client)
    assert list(find(client)[0]) == list(find(client, fields=["*"])[0]) == FIELDS
    assert find(client)[0]["creator"] is None


def test_the_total_is_of_all_pages_calls_111(client):
    for n in range(5):
        made(client, id=str(n))
    request = {"project_id": P, "limit": 2, "offset": 1}
    answer = client.post("/feedback/query", json=request).json()
    assert [row["id"] for row in answer["result"]] == ["1", "2"]
    assert answer["total_count"] == 5
    assert find(client, limit=0) == []
    assert [row["id"] for row in find(client, offset=3)] == ["3", "4"]


@pytest.mark.parametrize("field", ["limit", "offset"])
def test_a_negative_page_is_400_calls_111(client, field):
    answer = client.post("/feedback/query", json={"project_id": P, field: -1})
    assert refused(answer, f"{field.title()} must be non-negative")


QUERIES = {
    "its target": compare("$eq", "weave_ref", f"weave:///{P}/call/b"),
    "its payload": compare("$eq", "payload.note", "b"),
    "nobody": {"$and": [compare("$eq", "creator", None), compare("$eq", "id", "b")]},
    "its creator": {"$not": [compare("$eq", "creator", None)]},
}


@pytest.mark.parametrize("name", ["its target", "its payload", "nobody"])
def test_feedback_is_found_calls_112(client, name):
    for name_ in ("a", "b"):
        ref = f"weave:///{P}/call/{name_}"
        made(client, "wandb.note.1", {"note": name_}, id=name_, weave_ref=ref)
    assert [row["id"] for row in find(client, query={"$expr": QUERIES[name]})] == ["b"]
    assert find(client, query={"$expr": QUERIES["its creator"]}) == []


@pytest.mark.parametrize(("since", "found"), [("2025-01-01T00:00:00Z", 1), ("2025-01-02", 0)])
def test_feedback_is_found_by_its_time_calls_112(make_client, since, found):
    client = make_client(now="2025-01-01")
    made(client)
    assert len(find(client, query={"$expr": compare("$gte", "created_at", since)})) == found


def test_feedback_is_sorted_by_its_payload_calls_112(client):
    for name, score in (("a", 2), ("b", 10), ("c", None)):
        made(client, "x", {"score": score}, id=name)
    falling = [{"field": "payload.score", "direction": "desc"}]
    assert [row["id"] for row in find(client, sort_by=falling)] == ["b", "a", "c"]


# Purge, replace, batch


def test_feedback_is_purged_by_its_id_calls_113(client):
    for name in "abc":
        made(client, id=name)
    assert purge(client, compare("$eq", "id", "a")).json() == {}
    choice = {"$or": [compare("$eq", "id", "b"), compare("$eq", "id", "zzz")]}
    assert purge(client, choice).json() == purge(client, choice).json() == {}
    assert [row["id"] for row in find(client)] == ["c"]


BY_ID = "Can only purge feedback by specifying one or more feedback ids"
REFUSED = {
    "a list": ({"$in": [{"$getField": "id"}, [{"$literal": "a"}]]}, BY_ID),
    "by type": (compare("$eq", "feedback_type", "x"), BY_ID),
    "and": ({"$and": [compare("$eq", "id", "a")]}, BY_ID),
    "within": (
        {"$or": [compare("$eq", "payload", "x")]},
        "Can only purge by specifying one or more ids",
    ),
    "the literal first": (
        {"$eq": [{"$literal": "a"}, {"$getField": "id"}]},
        "Expected key get_field_, got literal_",
    ),
    "no choice": ({"$or": []}, "Empty OR operation"),
}


@pytest.mark.parametrize(("expr", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_purge_of_another_shape_is_400_calls_113(client, expr, reason):
    made(client, id="a")
    assert refused(purge(client, expr), reason)
    assert len(find(client)) == 1


def replace(client, feedback_id, *args, **fields):
    body = {**feedback(*args, **fields), "feedback_id": feedback_id}
    return client.post("/feedback/replace", json=body)


def test_feedback_is_replaced_under_a_new_id_calls_114(client):
    made(client, "old", id="old")
    new_id = replace(client, "old", "new").json()["id"]
    assert new_id != "old"
    assert [(row["id"], row["feedback_type"]) for row in find(client)] == [(new_id, "new")]
    assert replace(client, new_id, id="chosen").json()["id"] == "chosen"
    assert replace(client, "unknown", id="more").status_code == 200
    assert [row["id"] for row in find(client)] == ["chosen", "more"]


def test_refused_feedback_replaces_nothing_calls_114(client):
    made(client, id="old")
    assert refused(replace(client, "old", "wandb.note.1", {}))
    assert [row["id"] for row in find(client)] == ["old"]


def test_a_batch_keeps_its_order_and_ids_calls_115(client):
    batch = [feedback("x", id="one"), feedback("y", id="two")]
    answer = client.post("/feedback/batch/create", json={"batch": batch}).json()
    assert [item["id"] for item in answer["res"]] == ["one", "two"]
    assert [row["id"] for row in find(client)] == ["one", "two"]
    empty = client.post("/feedback/batch/create", json={"batch": []})
    assert empty.json() == {"res": []}


def test_a_batch_is_stored_as_a_whole_or_not_at_all_calls_115(client):
    batch = [feedback("x"), feedback("wandb.note.1", {})]
    assert refused(client.post("/feedback/batch/create", json={"batch": batch}))
    assert find(client) == []


# With calls


def test_a_call_shows_its_feedback_oldest_first_calls_63(client):
    client.start("a")
    for moment in ("2025-01-01T00:00:01Z", "2025-01-01T00:00:00.5Z", "2025-01-01T00:00:00Z"):
        client.application.services.clock.freeze(datetime.fromisoformat(moment))
        made(client, payload={"time": moment})
    [call] = client.query(include_feedback=True)
    time = [row["payload"]["time"] for row in call["summary"]["weave"]["feedback"]]
    assert time == ["2025-01-01T00:00:00Z", "2025-01-01T00:00:00.5Z", "2025-01-01T00:00:01Z"]
    by_last = {"field": "feedback.[custom].payload.time", "direction": "asc"}
    (
        client.start("b"),
        made(client, weave_ref=f"weave:///{P}/call/b", payload={"time": "2025-01-01T00:00:00.9Z"}),
    )
    assert client.ids(sort_by=[by_last]) == ["b", "a"]


def test_a_call_shows_its_feedback_calls_63(client):
    client.start("a"), client.start("b", started_at="2024-01-02")
    for n in range(4):
        made(client, id=str(n))
    shown, bare = client.query(include_feedback=True)
    rows = shown["summary"]["weave"]["feedback"]
    assert [row["id"] for row in rows] == ["0", "1", "2", "3"]
    assert set(rows[0]) == set(FIELDS) - {"project_id"}
    assert bare["summary"]["weave"]["feedback"] == []
    assert "feedback" not in client.read("a")["summary"]["weave"]


def test_feedback_is_shown_with_any_columns_calls_63(client):
    client.start("a"), made(client, id="f")
    [call] = client.query(include_feedback=True, columns=["id"])
    assert [row["id"] for row in call["summary"]["weave"]["feedback"]] == ["f"]


def test_feedback_outlives_its_call_calls_40(client):
    client.start("a"), made(client, id="f")
    client.post("/calls/delete", json={"project_id": P, "call_ids": ["a"]})
    assert [row["id"] for row in find(client)] == ["f"]
