"""Adding an operation is a row, a request, a response, a handler and a test; adding a field to a
kind of record is one line. Both are done here, in a slice of its own."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Annotated

import pytest
from click.testing import CliRunner

import mockserver.trace
from mockserver import listing
from mockserver.cli import commands
from mockserver.core.errors import invalid
from mockserver.core.records import Blank, Derived, Timestamp
from mockserver.data import records
from mockserver.listing import BOTH, POST, Row
from mockserver.trace.calls.models import CallSchema
from mockserver.trace.query.fields import QueryFields
from tests.conftest import P

ROW = Row("Calls Rank", POST, "/calls/rank", "trace.ranks:rank", BOTH)

SLICE = {
    "__init__.py": '"""Ranks: which ops are called most."""\n',
    "models.py": '''
from typing_extensions import TypedDict

from mockserver.core.model import Closed


class CallsRankReq(Closed):
    """Whose calls are counted, and how many places there are."""

    project_id: str
    places: int = 3


class OpRank(TypedDict):
    op_name: str
    calls: int


class CallsRankRes(TypedDict):
    """The ops that are called most come first."""

    ranks: list[OpRank]
''',
    "routes.py": '''
from collections import Counter

from mockserver.core.codec import peek
from mockserver.core.project import check_project
from mockserver.http.context import Context
from mockserver.trace.kinds import CALLS
from mockserver.trace.ranks.models import CallsRankReq, CallsRankRes


def rank(body: CallsRankReq, ctx: Context) -> CallsRankRes:
    """`{"ranks"}`: the ops of a project by how often they are called."""
    calls = ctx.store[CALLS].find(check_project(body.project_id), {}).texts
    counts = Counter(peek(text)["op_name"] for text in calls).most_common(body.places)
    return {"ranks": [{"op_name": name, "calls": number} for name, number in counts]}
''',
}


@pytest.fixture
def client(make_client, monkeypatch, tmp_path):
    """A client of a server that has the new operation."""
    (tmp_path / "ranks").mkdir()
    for name, source in SLICE.items():
        (tmp_path / "ranks" / name).write_text(source)
    known = set(sys.modules)
    monkeypatch.setattr(mockserver.trace, "__path__", [*mockserver.trace.__path__, str(tmp_path)])
    monkeypatch.setattr(listing, "OPERATIONS", (*listing.OPERATIONS, ROW))
    importlib.invalidate_caches()
    yield make_client()
    for name in sys.modules.keys() - known:
        if name.startswith("mockserver.trace.ranks"):
            del sys.modules[name]


def test_the_new_operation_is_served(client):
    for number, op in enumerate(["b", "a", "b"]):
        client.start(str(number), op_name=op)
    answer = client.post(ROW.path, json={"project_id": P})
    assert answer.status_code == 200
    assert answer.json() == {"ranks": [{"op_name": "b", "calls": 2}, {"op_name": "a", "calls": 1}]}
    assert answer.headers["x-mockserver-operation"] == "Calls Rank"


def test_its_request_is_checked(client):
    answer = client.post(ROW.path, json={"project_id": P, "place": 1})
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["loc"]) == (422, ["body", "place"])
    assert client.post(ROW.path, json={"project_id": "nowhere"}).status_code == 400
    assert client.post(ROW.path, json={}, headers={"authorization": ""}).status_code == 401


def test_it_is_described(client):
    text = client.get("/openapi.json").json()
    described = text["paths"][ROW.path]["post"]
    request = described["requestBody"]["content"]["application/json"]["schema"]
    answer = described["responses"]["200"]["content"]["application/json"]["schema"]
    assert described["operationId"] == "calls_rank_calls_rank_post"
    assert request == {"$ref": "#/components/schemas/CallsRankReq"}
    assert answer == {"$ref": "#/components/schemas/CallsRankRes"}
    assert text["components"]["schemas"]["OpRank"]["required"] == ["op_name", "calls"]


def test_it_is_listed(client):
    done = CliRunner().invoke(commands, ["routes", "--json"])
    [row] = [row for row in json.loads(done.stdout) if row["name"] == ROW.name]
    assert row == {"name": ROW.name, "method": POST, "path": ROW.path, "listings": ["a", "b"]}


def test_faults_know_it(client):
    fault = {"operation": ROW.name, "status": 503}
    assert client.post("/__admin/faults", json=fault).status_code < 300
    assert client.post(ROW.path, json={"project_id": P}).status_code == 503


# A field more


class Widened(CallSchema):
    """A call with four fields more, a line each."""

    priority: int
    due_at: Timestamp | None = None
    stage: Annotated[str, Blank("draft")]
    seconds_left: Derived[int] = None


def test_a_new_field_is_blank_where_a_record_lacks_it():
    blank = Widened.blank()
    assert [*blank][-4:] == ["priority", "due_at", "stage", "seconds_left"]
    assert (blank["priority"], blank["due_at"], blank["stage"]) == (0, None, "draft")


def test_a_new_field_is_in_the_data_file():
    form = records.exact_form(Widened)
    fields = {"id": "a", "op_name": "op", "trace_id": "t", "summary": {}, "stage": "done"}
    given = {**fields, "started_at": "2024-01-01T00:00:00Z", "priority": 2}
    record = form.model_validate(given).record(P)
    assert list(record) == list(Widened.blank())
    assert (record["priority"], record["due_at"], record["project_id"]) == (2, None, P)
    with pytest.raises(ValueError, match="seconds_left"):
        form.model_validate({**given, "seconds_left": 1})


def test_a_new_field_may_be_asked_for():
    fields = QueryFields.of(Widened, invalid)
    assert "priority" in fields.columns
    assert "due_at" in fields.times
    assert "seconds_left" not in fields.columns


def test_a_new_field_is_described():
    schema = Widened.model_json_schema(mode="serialization")
    assert schema["required"] == list(Widened.blank())
    assert schema["properties"]["stage"] == {"title": "Stage", "type": "string"}
