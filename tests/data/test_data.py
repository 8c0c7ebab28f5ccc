"""Data files: what they become, and what is said about one that is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from mockserver.app import create_app
from mockserver.chat.script.script import Script
from mockserver.core.digest import digest_bytes
from mockserver.data.load import load as load_files
from mockserver.data.read import parse
from mockserver.data.source import DataError, Source
from mockserver.guide import chapter
from mockserver.settings import Settings
from tests.conftest import P

NOW = "2025-01-01T12:00:00Z"
DEMO = Path(__file__).parents[2] / "fixtures" / "demo.json"


@pytest.fixture
def load(make_client, tmp_path):
    """A client of a server that has loaded a file with this project in it."""

    def loaded(**project: Any) -> Any:
        path = written(tmp_path, {"mockserver": 1, "projects": {P: project}})
        return make_client(data=(str(path),), seed=1, now=NOW)

    return loaded


def written(folder: Path, content: Any) -> Path:
    path = folder / "data.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def problem(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        create_app(Settings(data=(str(path),)))
    return re.sub(r"^(\d+:)? ", "", str(caught.value).removeprefix(f"{path}:"))


def by_op(client) -> dict[str, Any]:
    return {call["op_name"]: call for call in client.query()}


def test_children_belong_to_the_trace_of_their_parent(load):
    leaf = {"op": "leaf", "took": "1s"}
    calls = by_op(load(calls=[{"op": "root", "children": [{"op": "mid", "children": [leaf]}]}]))
    assert calls["root"]["parent_id"] is None
    assert calls["mid"]["parent_id"] == calls["root"]["id"]
    assert calls["leaf"]["parent_id"] == calls["mid"]["id"]
    assert len({call["trace_id"] for call in calls.values()}) == 1


def test_each_root_is_a_trace_of_its_own(load):
    calls = load(calls=[{"op": "a"}, {"op": "b"}]).query()
    assert len({call["trace_id"] for call in calls}) == 2


def test_a_child_begins_when_its_elder_sibling_ended(load):
    children = [{"op": "a", "took": "200ms"}, {"op": "b", "took": "1.5s"}]
    calls = by_op(load(calls=[{"op": "root", "at": "-1h30m", "took": "2s", "children": children}]))
    assert calls["root"]["started_at"] == calls["a"]["started_at"] == "2025-01-01T10:30:00Z"
    assert calls["a"]["ended_at"] == calls["b"]["started_at"] == "2025-01-01T10:30:00.200000Z"
    assert calls["b"]["ended_at"] == "2025-01-01T10:30:01.700000Z"
    assert calls["root"]["ended_at"] == "2025-01-01T10:30:02Z"


@pytest.mark.parametrize(
    ("at", "started"),
    [
        ("-1d", "2024-12-31T12:00:00Z"),
        ("-90m", "2025-01-01T10:30:00Z"),
        ("2024-02-29T08:00:00+02:00", "2024-02-29T06:00:00Z"),
        ("2024-02-29T08:00:00", "2024-02-29T08:00:00Z"),
    ],
)
def test_a_moment_is_absolute_or_counted_back_from_now(load, at, started):
    assert by_op(load(calls=[{"op": "a", "at": at}]))["a"]["started_at"] == started


@pytest.mark.parametrize("said", [{"took": "1s"}, {"output": None}, {"exception": "E: no"}])
def test_a_call_of_which_anything_is_said_has_ended(load, said):
    calls = by_op(load(calls=[{"op": "over", **said}, {"op": "runs", "inputs": {"x": 1}}]))
    assert calls["over"]["ended_at"]
    assert calls["runs"]["ended_at"] is None
    assert calls["runs"]["summary"]["weave"]["status"] == "running"


def test_a_call_without_a_duration_ends_with_its_last_child(load):
    child = {"op": "child", "took": "3s"}
    calls = by_op(load(calls=[{"op": "root", "at": "-1m", "output": 1, "children": [child]}]))
    assert calls["root"]["ended_at"] == calls["child"]["ended_at"]


def test_usage_and_outcomes_are_summed_up_over_the_family(load):
    failed = {"op": "a", "took": "1s", "exception": "E: no", "usage": {"model": "m", "prompt": 3}}
    fine = {"op": "b", "took": "1s", "usage": {"model": "m", "prompt": 4, "completion": 5}}
    calls = by_op(load(calls=[{"op": "root", "took": "2s", "children": [failed, fine]}]))
    summary = calls["root"]["summary"]
    assert summary["status_counts"] == {"success": 2, "error": 1}
    tokens = {"requests": 2, "prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}
    assert summary["usage"] == {"m": tokens}
    assert summary["weave"]["status"] == "descendant_error"
    assert calls["a"]["summary"]["weave"]["status"] == "error"


def test_a_call_with_a_thread_is_a_turn_and_so_is_all_below_it(load):
    turn = {"op": "turn", "thread": "t", "children": [{"op": "child"}]}
    named = {"op": "named", "thread": "t", "turn": "second"}
    calls = by_op(load(calls=[turn, named, {"op": "other"}]))
    assert calls["turn"]["turn_id"] == calls["child"]["turn_id"] == calls["turn"]["id"]
    assert calls["child"]["thread_id"] == "t"
    assert calls["named"]["turn_id"] == "second"
    assert calls["other"]["thread_id"] is None


def test_versions_are_published_in_their_order(load):
    client = load(objects=[{"name": "prompt", "versions": ["one", {"//": "kept", "text": "two"}]}])
    body = {"project_id": P, "object_id": "prompt", "digest": "latest"}
    latest = client.post("/obj/read", json=body).json()["obj"]
    assert latest["version_index"] == 1
    assert latest["val"] == {"//": "kept", "text": "two"}


def test_a_remark_is_for_people_only(load):
    calls = by_op(load(**{"//": "a project", "calls": [{"//": "a call", "op": "a"}]}))
    assert "a call" not in json.dumps(calls["a"])


def test_the_same_file_makes_the_same_records(make_client):
    clients = [make_client(data=(str(DEMO),), seed=7, now=NOW) for _ in range(2)]
    first, second = [client.query() for client in clients]
    assert first == second


def test_the_ids_of_a_file_meet_none_that_the_server_makes(load):
    client = load(calls=[{"op": "loaded"}])
    client.application.services.ids.restart()
    client.start(None, trace_id=None)
    loaded, started = by_op(client)["loaded"], by_op(client)["op"]
    assert {loaded["id"], loaded["trace_id"]}.isdisjoint({started["id"], started["trace_id"]})


def test_a_file_that_is_loaded_twice_makes_records_of_its_own(make_client):
    client = make_client(seed=7, now=NOW)
    project = {"calls": [{"op": "a"}], "costs": [{"model": "m", "prompt": 1, "completion": 1}]}
    source = Source("file", whole({P: project}))
    load_files([source, source], client.application.services)
    load_files([source], client.application.services)
    assert len(client.query()) == 3
    prices = client.post("/cost/query", json={"project_id": P}).json()["results"]
    assert len({price["id"] for price in prices}) == 3


def test_several_files_are_loaded_one_after_the_other(make_client, tmp_path):
    other = written(tmp_path, {"mockserver": 1, "projects": {P: {"calls": [{"op": "other"}]}}})
    client = make_client(data=(str(DEMO), str(other)))
    assert {"other", "rebuild_index"} <= by_op(client).keys()


def test_of_several_files_all_are_loaded_or_none(make_client, tmp_path):
    database, broken = str(tmp_path / "db.json"), str(written(tmp_path, "{}"))
    with pytest.raises(DataError):
        create_app(Settings(db=database, data=(str(DEMO), broken)))
    assert by_op(make_client(db=database)) == {}


def test_the_example_of_the_documentation_is_a_valid_file(make_client, tmp_path):
    example = chapter("data").text.split("```json")[1].split("```")[0]
    client = make_client(data=(str(written(tmp_path, example)),))
    assert {"answer", "retrieve", "generate", "Evaluation.summarize"} <= by_op(client).keys()


def test_a_ref_may_name_a_version_and_is_kept_with_its_digest(load):
    objects = [{"name": "p", "versions": ["one", "two"]}]
    refs = [f"weave:///{P}/object/p:{version}" for version in ("v0", "latest/attr/x", "other")]
    kept = by_op(load(objects=objects, calls=[{"op": "a", "inputs": {"refs": refs}}]))["a"]
    first, latest, other = kept["inputs"]["refs"]
    assert re.fullmatch(rf"weave:///{P}/object/p:\w{{43}}", first)
    assert re.fullmatch(rf"weave:///{P}/object/p:\w{{43}}/attr/x", latest)
    assert (first[:70] == latest[:70], other) == (False, refs[2])


def test_a_dataset_is_a_table_under_a_name(load):
    client = load(datasets=[{"name": "golden", "rows": [{"q": 1}, {"q": 2}]}])
    value = published(client, "golden")["val"]
    assert (value["_class_name"], value["name"], value["description"]) == (
        "Dataset",
        "golden",
        None,
    )
    table = {"project_id": P, "digest": value["rows"].rpartition("/")[2]}
    rows = client.post("/table/query", json=table).json()["rows"]
    assert [row["val"]["q"] for row in rows] == [1, 2]


def test_a_table_is_named_by_refs_of_the_load(load):
    client = load(
        tables=[{"name": "pairs", "rows": [{"q": 1}]}],
        objects=[{"name": "holder", "versions": [{"rows": f"weave:///{P}/table/pairs"}]}],
    )
    digest = published(client, "holder")["val"]["rows"].rpartition("/")[2]
    count = client.post("/table/query_stats", json={"project_id": P, "digest": digest}).json()
    assert count == {"count": 1}


@pytest.mark.parametrize("content", [{"text": "grüße"}, {"base64": "Z3LDvMOfZQ=="}])
def test_a_file_is_kept_under_the_digest_of_its_contents(load, content):
    client = load(files=[{"name": "f.txt", **content}])
    body = {"project_id": P, "digest": digest_bytes("grüße".encode())}
    assert client.post("/file/content", json=body).text == "grüße"


def test_costs_are_the_prices_of_the_project(load):
    client = load(costs=[{"model": "small", "prompt": 0.5, "completion": 2, "at": "-1d"}])
    (price,) = client.post("/cost/query", json={"project_id": P}).json()["results"]
    assert (price["llm_id"], price["prompt_token_cost"]) == ("small", 0.5)
    assert price["effective_date"] == "2024-12-31T12:00:00Z"


def test_feedback_on_a_call_is_given_when_it_has_ended(load):
    opinions = [{"emoji": "👍"}, {"note": "good", "creator": "kim"}, {"type": "my", "payload": {}}]
    call = {"op": "a", "id": "one", "at": "-1h", "took": "1m", "feedback": opinions}
    rows = said(load(calls=[call]))
    assert [row["feedback_type"] for row in rows] == ["wandb.reaction.1", "wandb.note.1", "my"]
    assert {row["weave_ref"] for row in rows} == {f"weave:///{P}/call/one"}
    assert {row["created_at"] for row in rows} == {"2025-01-01T11:01:00Z"}
    assert rows[1]["creator"] == "kim"


def test_an_annotation_and_a_score_point_to_what_defines_them(load):
    opinions = [{"annotation": "helpful", "value": True}, {"scorer": "exact", "value": 0.5}]
    spec = {"name": "helpful", "field_schema": {"type": "boolean"}}
    objects = [
        {"name": "helpful", "builtin": "AnnotationSpec", "versions": [spec]},
        {"name": "exact", "versions": [{"kind": "scorer"}]},
    ]
    label, score = said(load(objects=objects, calls=[{"op": "a", "feedback": opinions}]))
    assert label["annotation_ref"].startswith(f"weave:///{P}/object/helpful:")
    assert label["payload"] == {"value": True}
    assert score["runnable_ref"].startswith(f"weave:///{P}/object/exact:")
    assert (score["call_ref"], score["payload"]) == (score["weave_ref"], {"output": 0.5})


def test_feedback_may_be_on_an_object(load):
    objects = [{"name": "p", "versions": [1]}]
    remarks = [{"on": "p", "note": "x"}, {"on": f"weave:///{P}/object/p:v0", "note": "y"}]
    first, second = said(load(objects=objects, feedback=remarks))
    assert first["weave_ref"] == second["weave_ref"]
    assert first["weave_ref"].startswith(f"weave:///{P}/object/p:")


def test_of_a_name_in_several_files_the_last_one_holds(make_client, tmp_path):
    old = {"objects": [{"name": "p", "versions": [1, 2]}, {"name": "q", "versions": [3]}]}
    new = {"objects": [{"name": "p", "versions": [9]}]}
    sources = [Source(name, whole({P: project})) for name, project in (("old", old), ("new", new))]
    client = make_client()
    notices = load_files(sources, client.application.services)
    assert notices == [f"{P}: object p of old is overridden by new"]
    assert (published(client, "p")["val"], published(client, "p")["version_index"]) == (9, 0)
    assert published(client, "q")["val"] == 3


def test_a_name_that_stands_twice_in_a_file_has_the_versions_of_both(load):
    objects = [{"name": "p", "at": at, "versions": [at]} for at in ("-2d", "-1d")]
    latest = published(load(objects=objects), "p")
    assert (latest["version_index"], latest["created_at"]) == (1, "2024-12-31T12:00:00Z")


def test_faults_befall_the_operations_that_they_name(make_client, tmp_path):
    faults = [{"operation": "Call Read", "status": 503, "times": 1}]
    client = make_client(data=(str(written(tmp_path, {"mockserver": 1, "faults": faults})),))
    assert [client.post("/call/read", json={}).status_code for _ in "12"] == [503, 422]
    client.post("/__admin/reset", json={})
    assert client.post("/call/read", json={}).status_code == 503


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            {"operation": "Call Rea", "drop": True},
            "faults[0]: There is no operation",
        ),
        ({"operation": "Call Read"}, "faults[0]: a fault needs an effect"),
        (
            {"drop": True, "time": 1},
            "faults[0]: unknown key 'time'; the nearest",
        ),
    ],
)
def test_a_wrong_fault_is_named_with_its_place(tmp_path, fault, sentence):
    path = written(tmp_path, {"mockserver": 1, "faults": [fault]})
    assert problem(path).startswith(sentence)


SCRIPTED = {
    "mockserver": 1,
    "projects": {P: {"calls": [{"op": "one"}]}},
    "replies": [{"when": {"last_user": "sea"}, "text": "Calm."}],
    "faults": [{"operation": "Call Read", "status": 503}],
}


def test_data_that_is_loaded_anew_replaces_all_of_it(make_client, tmp_path):
    app = make_client(data=(str(written(tmp_path, SCRIPTED)),)).application
    written(tmp_path, {"mockserver": 1, "projects": {P: {"calls": [{"op": "two"}]}}})
    assert app.reload() == []
    assert app.services.store.counts()["calls"] == 1
    assert (app.services.faults.planned, app.services.memory[Script].planned) == ([], [])


def test_data_that_cannot_be_loaded_anew_stays_with_all_that_belongs_to_it(make_client, tmp_path):
    app = make_client(data=(str(written(tmp_path, SCRIPTED)),)).application
    refused = {"objects": [{"name": "!", "versions": [1]}]}
    written(tmp_path, {"mockserver": 1, "projects": {P: refused}})
    with pytest.raises(DataError):
        app.reload()
    assert app.services.store.counts() == {"calls": 1}
    assert (len(app.services.faults.planned), len(app.services.memory[Script].planned)) == (1, 1)


def test_a_newer_format_is_refused():
    newer = Source("file", b'{"mockserver": 2}')
    with pytest.raises(DataError, match="format 2 is newer than this mockserver, which reads 1"):
        parse(newer)


def whole(projects: Any) -> bytes:
    return json.dumps({"mockserver": 1, "projects": projects}).encode()


def published(client, name: str) -> Any:
    body = {"project_id": P, "object_id": name, "digest": "latest"}
    return client.post("/obj/read", json=body).json()["obj"]


def said(client) -> list[Any]:
    order = [{"field": "created_at", "direction": "asc"}]
    answer = client.post("/feedback/query", json={"project_id": P, "sort_by": order})
    return list(answer.json()["result"])


def test_the_demo_has_a_thread_a_failure_and_something_that_runs(make_client):
    calls = make_client(data=(str(DEMO),)).query()
    statuses = {call["summary"]["weave"]["status"] for call in calls}
    turns = {call["turn_id"] for call in calls if call["thread_id"] == "passenger-1041"}
    assert 20 <= len(calls) <= 30
    assert statuses == {"success", "error", "running"}
    assert len(turns) == 3


CALL = f"projects.{P}.calls[0]"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ({"op": "a", "tok": "1s"}, f"{CALL}: unknown key 'tok'; the nearest known key is 'took'"),
        ({"took": "1s"}, f"{CALL}.op: is missing"),
        ({"op": "a", "took": "1 s"}, f"{CALL}.took: not a duration; write it like 1.4s"),
        ({"op": "a", "took": 1}, f"{CALL}.took: not a duration"),
        ({"op": "a", "at": "yesterday"}, f"{CALL}.at: not a moment; write it like -2h or"),
        ({"op": "a", "at": "-999999999d"}, f"{CALL}: date value out of range"),
        ({"op": "a", "inputs": []}, f"{CALL}.inputs: not an object"),
        ({"op": "a", "children": [{"op": ""}]}, f"{CALL}.children[0].op: is too short"),
        (
            {"op": "a", "inputs": {"x": "weave:///acme"}},
            f"{CALL}.inputs.x: Invalid URI: weave:///acme",
        ),
    ],
)
def test_a_wrong_call_is_named_with_its_place(tmp_path, call, sentence):
    path = written(tmp_path, {"mockserver": 1, "projects": {P: {"calls": [call]}}})
    assert problem(path).startswith(sentence)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"mockserver": 1,\n "projects": }', "column 14: Expecting value"),
        ("[]", "not an object"),
        ('{"mockserver": 2}', "format 2 is newer than this mockserver, which reads 1"),
        ('{"projects": {}}', "mockserver: is missing"),
        ("[" * 100_000, "nested too deeply"),
        ({"mockserver": 1, "projects": {"acme": {}}}, "projects.acme: Invalid project_id format"),
    ],
)
def test_a_file_that_is_none_is_explained(tmp_path, content, sentence):
    assert problem(written(tmp_path, content)).startswith(sentence)


def test_a_key_that_stands_twice_is_told_with_its_second_line(tmp_path):
    path = tmp_path / "data.json"
    path.write_text(
        """{"mockserver": 1, "//": "one remark", "//": "and one more", "projects": {
            "acme/demo": {"calls": [{"op": "a", "inputs": {"//": 1, "x": 1}}],
            "calls": []}}}"""
    )
    with pytest.raises(DataError, match=r":3: the key 'calls' appears twice in one object$"):
        create_app(Settings(data=(str(path),)))


def test_what_the_interface_refuses_cannot_be_loaded(tmp_path):
    objects = [{"name": "fine", "versions": [1]}, {"name": "not fine", "versions": [1]}]
    path = written(tmp_path, {"mockserver": 1, "projects": {P: {"objects": objects}}})
    assert problem(path).startswith(f"projects.{P}.objects[1]: Invalid object name: not fine.")


HEAD = '{"mockserver": 1, "projects": {"a/b":\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n"mockserver": 1,\n"projects": }', 3),
        ('{\n"mockserver": 1,\n"project": {}\n}', 3),
        (HEAD + '{"calls": [\n{"op": "x"},\n{"op": 1}]}}}', 4),
        (HEAD + '{"calls": [{"op": "x"},\n{"at": "-1h"}]}}}', 3),
        (HEAD + '{"objects": [{"name":\n"", "versions": [1]}]}}}', 3),
        (HEAD + '{"objects": [\n\n{"name": "é/", "versions": [1]}]}}}', 4),
        (HEAD + '{"calls": [{"op": "x", "inputs": {\n"y": "weave:///z"}}]}}}', 3),
    ],
    ids=["syntax", "unknown-key", "wrong-type", "missing", "value", "refused-by-a-service", "ref"],
)
def test_a_problem_has_a_line(tmp_path, text, line):
    path = written(tmp_path, text)
    with pytest.raises(DataError) as caught:
        create_app(Settings(data=(str(path),)))
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_every_problem_is_counted(tmp_path):
    calls = [{"op": "a", "took": "soon"}, {"op": "b", "att": 1}]
    path = written(tmp_path, {"mockserver": 1, "projects": {P: {"calls": calls}}})
    assert problem(path).endswith("(and 1 more)")


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert problem(tmp_path / "none.json") == "cannot be read: No such file or directory"
