"""The table equals the interface, for Listing A, Listing B and both."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

from mockserver import listing
from mockserver.listing import OPERATIONS, A, B, Row
from mockserver.settings import Settings

SHARED = """
POST /call/start             Call Start
POST /call/end               Call End
POST /call/upsert_batch      Call Start Batch
POST /calls/delete           Calls Delete
POST /call/update            Call Update
POST /call/read              Call Read
POST /calls/query_stats      Calls Query Stats
POST /calls/stream_query     Calls Query Stream
POST /cost/create            Cost Create
POST /cost/query             Cost Query
POST /cost/purge             Cost Purge
POST /feedback/create        Feedback Create
POST /feedback/query         Feedback Query
POST /feedback/purge         Feedback Purge
POST /feedback/replace       Feedback Replace
POST /file/create            File Create
POST /file/content           File Content
POST /obj/create             Obj Create
POST /obj/read               Obj Read
POST /obj/delete             Obj Delete
POST /refs/read_batch        Refs Read Batch
GET  /health                 Read Root
GET  /server_info            Server Info
POST /table/create           Table Create
POST /table/update           Table Update
POST /table/query            Table Query
POST /table/query_stats      Table Query Stats
POST /threads/stream_query   Threads Query Stream
"""

ONLY_A = """
POST /objs/query                  Objs Query
POST /otel/v1/trace               Export Trace
POST /table/query_stream          Table Query Stream
POST /completions/create          Completions Create
POST /completions/create_stream   Completions Create Stream
"""

ONLY_B = """
POST /files/query_stats           Files Stats
GET  /version                     Read Version
GET  /geolocate                   Get Caller Location
POST /table/query_stats_batch     Table Query Stats Batch
POST /otel/v1/traces              Export Trace
"""

VERSIONED = """
GET    /v2/{}/{}/COLLECTION                   KIND List
POST   /v2/{}/{}/COLLECTION                   KIND Create
DELETE /v2/{}/{}/COLLECTION/{}                KIND Delete
GET    /v2/{}/{}/COLLECTION/{}/versions/{}    KIND Read
"""

RECORDED = """
DELETE /v2/{}/{}/COLLECTION       KIND Delete
GET    /v2/{}/{}/COLLECTION       KIND List
POST   /v2/{}/{}/COLLECTION       KIND Create
GET    /v2/{}/{}/COLLECTION/{}    KIND Read
"""

FINISHED = "POST /v2/{}/{}/COLLECTION/{}/finish  KIND Finish"

CHAT = "POST /v1/chat/completions  Chat Completion"

Operation = tuple[str, str, str]


def operations(*texts: str) -> set[Operation]:
    lines = [line.split(None, 2) for text in texts for line in text.splitlines() if line]
    return {(method, path, name.strip()) for method, path, name in lines}


def resource(text: str, kind: str, collection: str) -> str:
    return text.replace("COLLECTION", collection).replace("KIND", kind)


V2 = operations(
    resource(VERSIONED, "Op", "ops"),
    resource(VERSIONED, "Dataset", "datasets"),
    resource(VERSIONED, "Scorer", "scorers"),
    resource(VERSIONED, "Evaluation", "evaluations"),
    resource(VERSIONED, "Model", "models"),
    resource(RECORDED + FINISHED, "Evaluation Run", "evaluation_runs"),
    resource(RECORDED + FINISHED, "Prediction", "predictions"),
    resource(RECORDED, "Score", "scores"),
)

LISTING_A = operations(SHARED, ONLY_A) | V2
LISTING_B = operations(SHARED, ONLY_B)


def of(rows: list[Row]) -> set[Operation]:
    return {(row.method, anonymous(row.path), row.name) for row in rows}


def anonymous(path: str) -> str:
    return "/".join("{}" if part.startswith("{") else part for part in path.split("/"))


def test_the_interface_has_67_operations_in_listing_a_and_33_in_listing_b():
    assert (len(LISTING_A), len(LISTING_B)) == (67, 33)


def test_listing_a_is_the_interface():
    rows = listing.served(Settings(listing="a", client_routes=False))
    assert of(rows) == LISTING_A | operations(CHAT)


def test_listing_b_is_the_interface():
    rows = listing.served(Settings(listing="b", client_routes=False))
    assert of(rows) == LISTING_B | operations(CHAT)


def test_both_is_the_union():
    rows = listing.served(Settings(listing="both", client_routes=False))
    assert of(rows) == LISTING_A | LISTING_B | operations(CHAT)


def test_strict_leaves_the_documented_listing_alone():
    strict = listing.served(Settings(strict=True))
    assert of(strict) == of(listing.served(Settings(client_routes=False)))


def test_no_row_stands_twice():
    places = [(row.method, row.path) for row in OPERATIONS]
    assert len(places) == len(set(places))


def test_every_trace_route_is_served_under_the_prefix_too():
    settings = Settings()
    for row in listing.served(settings):
        prefixed = [f"/traces{row.path}"] if row.side == "trace" else []
        assert listing.paths(row, settings) == [row.path, *prefixed]
        assert listing.paths(row, Settings(client_routes=False)) == [row.path]


def test_a_prefixed_path_is_the_same_operation(client):
    answer = client.post("/traces/call/read", json={"project_id": "e/p", "id": "a"})
    assert answer.headers["x-mockserver-operation"] == "Call Read"
    assert client.get("/traces/v1/models").status_code == 404


def test_the_app_has_a_route_for_every_row(client):
    routes = {(route.path, *sorted(route.methods - {"HEAD"})) for route in client.app.routes}
    assert routes == {(row.path, row.method) for row in listing.served(Settings())}


def concrete(path: str) -> str:
    return "/".join(part.strip("{}") if "{" in part else part for part in path.split("/"))


ONLY_ONE = [row for row in OPERATIONS if row.listings in (A, B)]


@pytest.mark.parametrize("row", ONLY_ONE, ids=lambda row: f"{row.method} {row.path}")
def test_a_row_of_one_listing_is_404_in_the_other(make_client, row):
    own, other = ("a", "b") if row.listings is A else ("b", "a")
    there = make_client(listing=own).request(row.method, concrete(row.path))
    elsewhere = make_client(listing=other).request(row.method, concrete(row.path))
    assert there.headers["x-mockserver-operation"] == row.name
    assert elsewhere.status_code == 404
    assert elsewhere.json()["hint"].startswith(f"{row.name} is served in Listing {own.upper()}")


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: f"{row.method} {row.path}")
def test_every_row_answers_under_its_own_name(client, row):
    answer = client.request(row.method, concrete(row.path), content=b"{}")
    assert answer.headers["x-mockserver-operation"] == row.name
    assert answer.status_code in (200, 400, 404, 422, 501)


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: f"{row.method} {row.path}")
def test_every_row_names_a_handler_that_ends_with_the_context(row: Row) -> None:
    assert list(inspect.signature(row.resolve()).parameters)[-1] == "ctx"


def test_a_server_can_start_before_any_slice_is_imported() -> None:
    slices = sorted({row.handler.partition(".")[0] for row in OPERATIONS})
    program = "import sys, mockserver.server as _; print([*sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert slices
    assert not [each for each in slices if f"mockserver.{each}.routes" in done.stdout.decode()]
    assert b"mockserver.openapi" not in done.stdout
