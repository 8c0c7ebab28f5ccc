"""The state as a data file: dumped, loaded and dumped again it is the same state."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mockserver.app import App, create_app
from mockserver.data.dump import dump, layout, save
from mockserver.data.load import load
from mockserver.data.records import FORMS, KINDS
from mockserver.data.source import DataError, Source
from mockserver.http.fault import Fault
from mockserver.settings import Settings
from tests.conftest import Client, P
from tests.trace import test_agents as agents
from tests.trace import test_annotation as annotation
from tests.trace import test_labels as labels
from tests.trace import test_sources as sources

DEMO = Path(__file__).parents[2] / "fixtures" / "demo.json"
NOW = "2025-01-01T09:00:00Z"
NAMES = st.sampled_from("abc")
PROJECTS = st.sampled_from([P, "other/one"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(), values, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=3)
MOMENTS = st.sampled_from(["2024-01-01T00:00:00Z", "2024-01-01T01:00:00.5+02:00", 7.25])


def text(app: App) -> bytes:
    return b"".join(layout(dump(app.services)))


def state(app: App) -> dict[str, Any]:
    """Every record of every project in its order, and the contents of files."""
    store = app.services.store
    records: dict[str, Any] = {}
    for kind in KINDS:
        for text in (store.tables[kind.name].text(n) for n in store.tables[kind.name].numbers()):
            project = json.loads(text)["project_id"]
            records.setdefault(project, {}).setdefault(kind.name, []).append(text)
    return {**records, "contents": dict(store.contents._memory)}


def loaded(dumped: bytes) -> App:
    app = create_app(Settings())
    load([Source("dumped", dumped)], app.services)
    return app


def start(name: str, parent: str | None, at: Any, inputs: Any, attributes: Any) -> Any:
    call = {"id": name, "trace_id": "t", "parent_id": parent, "op_name": "op", "started_at": at}
    return "/call/start", {"start": {**call, "inputs": inputs, "attributes": attributes}}


def end(name: str, output: Any, summary: Any, exception: str | None) -> Any:
    call = {"id": name, "ended_at": "2025-01-01T00:00:00Z", "output": output, "summary": summary}
    return "/call/end", {"end": {**call, "exception": exception}}


def feedback(name: str, payload: Any, kind: str, tags: Any) -> Any:
    ref = f"weave:///{P}/call/{name}"
    body = {"weave_ref": ref, "feedback_type": kind, "payload": payload, "scorer_tags": tags}
    return "/feedback/create", body


def delete(name: str) -> Any:
    return "/calls/delete", {"call_ids": [name]}


def publish(name: str, val: Any) -> Any:
    return "/obj/create", {"obj": {"object_id": name, "val": val}}


def unpublish(name: str) -> Any:
    return "/obj/delete", {"object_id": name, "digests": ["latest"]}


def table(rows: Any) -> Any:
    return "/table/create", {"table": {"rows": rows}}


def gaps(rows: Any) -> Any:
    return "/table/create_from_digests", {"row_digests": rows}


def cost(name: str, prompt: float, completion: float) -> Any:
    price = {"prompt_token_cost": prompt, "completion_token_cost": completion}
    return "/cost/create", {"costs": {name: price}}


def upload(content: bytes) -> Any:
    return "/files/create", content


REQUESTS = st.one_of(
    st.builds(start, NAMES, NAMES | st.none(), MOMENTS, OBJECTS, OBJECTS),
    st.builds(end, NAMES, VALUES, OBJECTS, st.none() | st.text()),
    st.builds(delete, NAMES),
    st.builds(publish, NAMES, VALUES),
    st.builds(unpublish, NAMES),
    st.builds(table, st.lists(OBJECTS, max_size=3)),
    st.builds(gaps, st.lists(NAMES)),
    st.builds(feedback, NAMES, OBJECTS, st.text(min_size=1), st.lists(VALUES, max_size=2)),
    st.builds(cost, NAMES, st.integers(0, 9), st.floats(0, 9)),
    st.builds(upload, st.binary(max_size=9)),
)


def send(client: Client, project: str, path: str, body: Any) -> None:
    if isinstance(body, bytes):
        client.post(path, data={"project_id": project}, files={"file": ("f", body)})
        return
    inner = body[next(iter(body))]
    record = inner if path in ("/call/start", "/call/end", "/obj/create", "/table/create") else body
    record["project_id"] = project
    client.post(path, content=json.dumps(body))


@settings(max_examples=60)
@given(st.lists(st.tuples(PROJECTS, REQUESTS), max_size=12))
def test_any_state_is_the_same_after_a_dump_and_a_load(requests):
    app = create_app(Settings(auth="none"))
    with Client(app) as client:
        for project, (path, body) in requests:
            send(client, project, path, body)
    again = loaded(text(app))
    assert state(again) == state(app)
    assert text(again) == text(app)


@pytest.fixture
def full() -> App:
    """An app with records of every kind there is."""
    app = create_app(Settings(auth="none", seed=1, now=NOW, progression="reads:3"))
    steps = [
        start("a", None, 0, {"n": 1 << 70}, {}),
        end("a", "\ud800", {"usage": {"m": {"prompt_tokens": 3}}}, None),
        start("gone", "a", 1, {}, {}),
        delete("gone"),
        end("early", float("nan"), {}, "E: no"),
        publish("o", {"at": 1}),
        publish("o", {"at": 2}),
        ("/obj/delete", {"object_id": "o", "digests": ["v0"]}),
        table([{"q": 1}, {"q": 2}]),
        feedback("a", {"x": None}, "wandb.agent_user_feedback", ["good"]),
        cost("m", 0, 1.5),
        upload(b"text"),
        upload(b"\xff\x00"),
    ]
    with Client(app) as client:
        for path, body in steps:
            send(client, P, path, body)
        run = {"evaluation": "e", "model": "m"}
        made = client.post(f"/v2/{P}/evaluation_runs", json=run).json()
        client.get(f"/v2/{P}/evaluation_runs/{made['evaluation_run_id']}")
        label_and_queue(client)
        agents.converse(client)
        assert sources.link(client, ("r", [sources.CALL])).status_code == 200
    return app


def label_and_queue(client):
    """Keep tags, an alias, a queue with an item, and a setting of the project."""
    version = {"project_id": P, "object_id": "o", "digest": "latest"}
    digest = client.post("/obj/read", json=version).json()["obj"]["digest"]
    labels.tag(client, digest, "good", object_id="o")
    labels.alias(client, digest, "best", object_id="o")
    annotation.add(client, annotation.queue(client), "a")
    retention = {"project_id": P, "retention_days": 30}
    assert client.post("/project/ttl_settings/update", json=retention).status_code == 200


def test_every_kind_of_record_has_an_exact_form(full):
    assert full.services.store.counts().keys() == {kind.name for kind in KINDS}
    assert set(FORMS) == {kind.name for kind in KINDS}


def test_records_of_every_kind_come_back_to_the_byte(full):
    assert state(loaded(text(full))) == state(full)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_record_has_the_fields_of_its_model_in_their_order(full, kind):
    for text in dict(full.services.store.tables[kind.name].items()).values():
        assert list(json.loads(text)) == list(kind.model.model_fields)


@pytest.mark.parametrize("settings", [{"data": (str(DEMO),)}, {"demo": True}], ids=["file", "demo"])
def test_data_files_come_back_to_the_byte(settings):
    app = create_app(Settings(**settings))
    assert state(loaded(text(app))) == state(app)


def test_equal_states_make_equal_files():
    first, second = (
        create_app(Settings(data=(str(DEMO),), seed=7, now="2025-01-01T09:00:00Z")) for _ in "12"
    )
    assert text(first) == text(second)


def test_planned_failures_are_dumped_and_stand_once(full):
    full.services.faults.add(Fault(operation="Call End", status=503))
    again = loaded(text(full))
    load([Source("again", text(full))], again.services)
    assert dump(again.services)["faults"] == [{"operation": "Call End", "status": 503}]


def test_one_project_is_dumped_alone(full):
    load([Source("more", DEMO.read_bytes().replace(b"acme/demo", b"acme/other"))], full.services)
    assert list(dump(full.services, "acme/other")["projects"]) == ["acme/other"]
    assert dump(full.services, "acme/none")["projects"] == {}


def test_a_dump_has_a_line_for_each_record(full):
    lines = text(full).decode().splitlines()
    (call,) = [line for line in lines if '"op_name":"op"' in line]
    assert call.strip().startswith('{"id":"a","op_name":"op","trace_id":"t"')
    assert "null" not in call.replace('"x":null', "")


def test_an_exported_record_takes_the_place_of_the_one_with_its_key(full):
    before = state(full)
    load([Source("again", text(full))], full.services)
    assert state(full) == before


def test_contents_must_fit_their_digest(full):
    spoiled = text(full).replace(b'"text":"text"', b'"text":"test"')
    with pytest.raises(DataError, match=r":\d+: projects.acme/demo.records.files\[0\]: .*digest"):
        loaded(spoiled)


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (b'"op_name":"op"', b'"op_nam":"op"', "unknown key 'op_nam'; the nearest known key is"),
        (b'"started_at":"1970', b'"started_at":"', "started_at: not a moment"),
        (b'T00:00:00Z"', b'T00:00:00+01:00"', "not a moment in the format of records"),
        (b'"version_index":1', b'"version_index":-1', "version_index: has to be at least 0"),
        (b'"base64":"/w', b'"base64":"?w', "base64: not base64"),
        (b'"digest":"6l2Y', b'"digest":"../Y', "digest: String should match"),
    ],
)
def test_a_record_that_cannot_be_is_refused(full, before, after, sentence):
    assert before in text(full)
    with pytest.raises(DataError, match=re.escape(sentence)):
        loaded(text(full).replace(before, after))


def test_a_save_keeps_what_it_replaces(full, tmp_path):
    path = tmp_path / "state.json"
    path.write_text("before")
    save(path, layout(dump(full.services)))
    assert path.read_bytes() == text(full)
    assert (tmp_path / "state.json.bak").read_text() == "before"
    assert sorted(os.listdir(tmp_path)) == ["state.json", "state.json.bak"]


def test_a_save_that_fails_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "state.json"
    path.write_text("before")

    def broken():
        yield b"half"
        raise OSError(28, "No space left on device")

    with pytest.raises(DataError, match="cannot write: No space left on device"):
        save(path, broken())
    assert path.read_text() == "before"
    assert os.listdir(tmp_path) == ["state.json"]


def test_a_folder_is_never_saved_over(tmp_path):
    with pytest.raises(DataError, match="cannot write: it is a folder"):
        save(tmp_path, [b"{}"])
    assert os.listdir(tmp_path) == []
