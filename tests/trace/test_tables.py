"""Tables: rows by digest, in an order that is kept."""

from __future__ import annotations

import json

import pytest

from mockserver.app import create_app
from mockserver.settings import Settings
from tests.conftest import CREDENTIAL, Client, P, decoded

QA = [{"q": "1", "a": 1}, {"q": "2", "a": 2}]
QA_ROWS = [
    "WSAKqODo6pGW2ApzKYLqA4e8BwTBkpXPMxEE29yrAAI",
    "gDvHAtK8cDzUwzONDv6qRmivc5hb0XtyPiVWq8zlqnA",
]
QA_TABLE = "84791abc840f15e00441937b2d8793bf9e9774e9a4646e80d2852d865f4fd3e5"
QA_TABLE_RECEIVED = "a230a8c16d7ed40cea874bd12d7ac63611bf6efc19b23f6d86f613fe5fd9d637"
EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
ABC = [{"n": {"k": 2}}, {"n": {"k": 3}}, {"n": {"k": 1}}]


def create(client, rows, **fields):
    table = {"project_id": P, "rows": rows, **fields}
    return client.post("/table/create", json={"table": table})


def made(client, rows):
    return create(client, rows).json()["digest"]


def ask(client, path, **fields):
    return client.post(f"/table/{path}", json={"project_id": P, **fields})


def query(client, digest, **fields):
    answer = ask(client, "query", digest=digest, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()["rows"]


def values(client, digest, **fields):
    return [row["val"] for row in query(client, digest, **fields)]


def indexes(client, digest, **fields):
    return [row["original_index"] for row in query(client, digest, **fields)]


def update(client, digest, *updates):
    return ask(client, "update", base_digest=digest, updates=updates)


def row_digest(client, row):
    return create(client, [row]).json()["row_digests"][0]


@pytest.mark.parametrize(
    ("order", "digest"), [("sorted", QA_TABLE), ("received", QA_TABLE_RECEIVED)]
)
def test_a_table_is_named_by_its_rows_objects_40(make_client, order, digest):
    assert made(make_client(digest_order=order), QA) == digest


def test_each_row_has_a_digest_of_its_own_objects_40(client):
    assert create(client, QA).json() == {"digest": QA_TABLE, "row_digests": QA_ROWS}


def test_a_table_may_be_empty_objects_41(client):
    assert create(client, []).json() == {"digest": EMPTY, "row_digests": []}
    assert query(client, EMPTY) == []
    assert ask(client, "query_stats", digest=EMPTY).json() == {"count": 0}


def test_a_row_is_an_object_objects_42(client):
    answer = create(client, [1])
    [problem] = answer.json()["detail"]
    assert (answer.status_code, problem["type"]) == (422, "dict_type")
    assert problem["loc"] == ["body", "table", "rows", 0]


def test_equal_rows_keep_their_positions_objects_43(client):
    first, second = query(client, made(client, [{"a": 1}, {"a": 1}]))
    assert first["digest"] == second["digest"]
    assert (first["original_index"], second["original_index"]) == (0, 1)


def test_equal_rows_are_kept_once_per_project(client):
    made(client, [{"a": 1}, {"a": 1}]), made(client, [{"a": 1}, {"a": 2}])
    made(client, [{"a": 1}, {"a": 1}])
    counts = client.application.services.store.counts()
    assert (counts["table_rows"], counts["tables"]) == (2, 2)


def test_a_page_of_rows_objects_44(client):
    digest = made(client, ABC)
    assert indexes(client, digest, limit=2, offset=1) == [1, 2]
    assert indexes(client, digest, limit=0) == []
    assert indexes(client, digest, offset=10**30) == []


@pytest.mark.parametrize("bound", ["limit", "offset"])
def test_a_negative_page_is_400(client, bound):
    answer = ask(client, "query", digest=EMPTY, **{bound: -1})
    reason = f"{bound.capitalize()} must be a positive integer"
    assert (answer.status_code, answer.json()) == (400, {"reason": reason})


def test_pages_of_a_large_table_are_contiguous(client):
    digest = made(client, [{"n": number} for number in range(2500)])
    pages = [query(client, digest, limit=700, offset=start) for start in range(0, 2500, 700)]
    rows = [row for page in pages for row in page]
    assert [row["original_index"] for row in rows] == list(range(2500))
    assert [row["val"]["n"] for row in rows] == list(range(2500))


def test_rows_are_sorted_before_the_page_is_cut_objects_45(client):
    order = [{"field": "n.k", "direction": "desc"}]
    assert indexes(client, made(client, ABC), sort_by=order, limit=2) == [1, 0]


def test_rows_that_sort_alike_keep_their_order(client):
    digest = made(client, [{"a": 1, "i": 0}, {"i": 1}, {"a": 0, "i": 2}, {"a": 1, "i": 3}])
    up, down = ([{"field": "a", "direction": way}] for way in ("asc", "desc"))
    assert indexes(client, digest, sort_by=up) == [2, 0, 3, 1]
    assert indexes(client, digest, sort_by=down) == [0, 3, 2, 1]


def test_a_filter_keeps_the_order_of_the_table_objects_46(client):
    answer = create(client, ABC).json()
    first, _, third = answer["row_digests"]
    chosen = {"row_digests": [third, first, "nope"]}
    assert indexes(client, answer["digest"], filter=chosen) == [0, 2]
    assert indexes(client, answer["digest"], filter={"row_digests": []}) == [0, 1, 2]


def test_an_unknown_table_has_no_rows_objects_47(client):
    assert query(client, "nope") == []
    assert ask(client, "query_stream", digest="nope").text == ""


def test_a_table_belongs_to_its_project(client):
    digest = made(client, QA)
    other = {"project_id": "acme/other", "digest": digest}
    assert client.post("/table/query", json=other).json() == {"rows": []}


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("", "Sort field cannot be empty"),
        (" ", "Sort field cannot be empty"),
        ("a..b", "Invalid sort field 'a..b'"),
        (".a", "Invalid sort field '.a'"),
        ("a.", "Invalid sort field 'a.'"),
    ],
)
def test_a_sort_field_is_a_path_objects_48(client, field, reason):
    order = [{"field": field, "direction": "asc"}]
    answer = ask(client, "query", digest=made(client, QA), sort_by=order)
    assert answer.status_code == 400
    assert answer.json()["reason"].startswith(reason)


def test_rows_are_counted_objects_49(client):
    digest = made(client, ABC)
    assert ask(client, "query_stats", digest=digest).json() == {"count": 3}
    assert ask(client, "query_stats", digest="nope").status_code == 404


def test_many_tables_are_counted_at_once_objects_49(client):
    digest = made(client, [{"a": 1}, {"a": 2}])
    entry = {"count": 2, "digest": digest, "storage_size_bytes": None}
    digests = [digest, "nope", digest]
    assert ask(client, "query_stats_batch", digests=digests).json() == {"tables": [entry]}
    sized = ask(client, "query_stats_batch", digests=digests, include_storage_size=True)
    assert sized.json() == {"tables": [{**entry, "storage_size_bytes": 16}]}


@pytest.mark.parametrize("digests", [{}, {"digests": None}, {"digests": []}])
def test_no_table_is_counted_without_a_digest_objects_49(client, digests):
    assert ask(client, "query_stats_batch", **digests).json() == {"tables": []}


@pytest.mark.parametrize("accept", ["application/jsonl", "application/x-ndjson"])
def test_rows_are_streamed_objects_50(client, accept):
    request = {"project_id": P, "digest": made(client, QA)}
    answer = client.post("/table/query_stream", json=request, headers={"accept": accept})
    assert [decoded(line)["val"] for line in answer.text.splitlines()] == QA
    assert answer.headers["content-type"] == accept


def test_a_row_is_appended_objects_51(client):
    base = made(client, ABC)
    answer = update(client, base, {"append": {"row": {"a": 9}}}).json()
    assert answer["updated_row_digests"] == [row_digest(client, {"a": 9})]
    assert answer["digest"] == made(client, [*ABC, {"a": 9}])
    assert values(client, answer["digest"]) == [*ABC, {"a": 9}]
    assert values(client, base) == ABC


def test_a_row_is_removed_objects_52(client):
    answer = update(client, made(client, ABC), {"pop": {"index": 0}}).json()
    assert answer["updated_row_digests"] == [row_digest(client, ABC[0])]
    assert values(client, answer["digest"]) == ABC[1:]


def test_updates_apply_in_order_objects_53(client):
    x, y = {"a": "x"}, {"a": "y"}
    insert = {"insert": {"index": 1, "row": x}}
    changes = (insert, {"pop": {"index": 0}}, {"append": {"row": y}})
    answer = update(client, made(client, ABC), *changes).json()
    assert values(client, answer["digest"]) == [x, ABC[1], ABC[2], y]
    assert answer["updated_row_digests"] == [row_digest(client, row) for row in (x, ABC[0], y)]


@pytest.mark.parametrize(
    "change",
    [
        {"pop": {"index": 3}},
        {"pop": {"index": -1}},
        {"insert": {"index": 4, "row": {}}},
        {"insert": {"index": -1, "row": {}}},
    ],
)
def test_an_index_outside_the_table_is_400_and_keeps_nothing_objects_54(client, change):
    base = made(client, ABC)
    before = client.application.services.store.counts()
    answer = update(client, base, {"append": {"row": {"a": 9}}}, {"pop": {"index": 3}}, change)
    assert (answer.status_code, answer.json()) == (400, {"reason": "Index out of range"})
    assert client.application.services.store.counts() == before


def test_no_update_is_the_same_table_objects_55(client):
    base = made(client, ABC)
    assert update(client, base).json() == {"digest": base, "updated_row_digests": []}
    assert update(client, "nope").status_code == 404


@pytest.mark.parametrize("change", [{}, {"push": {"row": {}}}])
def test_an_unknown_update_is_422(client, change):
    problems = update(client, made(client, ABC), change).json()["detail"]
    assert [problem["type"] for problem in problems] == ["missing"] * 3
    kinds = {"TableAppendSpec": "append", "TablePopSpec": "pop", "TableInsertSpec": "insert"}
    assert [problem["loc"][-2:] for problem in problems] == [[*kind] for kind in kinds.items()]


def test_an_update_of_two_kinds_is_422(client):
    change = {"append": {"row": {}}, "pop": {"index": 0}}
    assert update(client, made(client, ABC), change).status_code == 422


def test_a_table_is_made_of_digests_objects_56(client):
    made(client, [QA[1]]), made(client, [QA[0]])
    answer = ask(client, "create_from_digests", row_digests=QA_ROWS)
    assert answer.json() == {"digest": QA_TABLE}
    assert values(client, QA_TABLE) == QA


def test_missing_rows_are_gaps_objects_56(client):
    first, second = create(client, QA).json()["row_digests"]
    rows = [first, "nope", second]
    digest = ask(client, "create_from_digests", row_digests=rows).json()["digest"]
    assert indexes(client, digest) == [0, 2]
    assert indexes(client, digest, limit=1, offset=1) == [2]
    assert ask(client, "query_stats", digest=digest).json() == {"count": 3}


@pytest.mark.parametrize("row", ["", "a\nb", "\ud800", "é\x00"])
def test_a_digest_of_no_row_may_be_any_text(client, row):
    body = json.dumps({"project_id": P, "row_digests": [row]})
    answer = client.post("/table/create_from_digests", content=body)
    assert answer.status_code == 200
    assert query(client, answer.json()["digest"]) == []


@pytest.mark.parametrize("path", ["create", "create_from_digests"])
def test_an_unexpected_digest_is_409_and_keeps_nothing(client, path):
    expected = {"expected_digest": "other"}
    answer = (
        create(client, QA, **expected)
        if path == "create"
        else ask(client, path, row_digests=[], **expected)
    )
    assert answer.status_code == 409
    assert client.application.services.store.counts() == {}
    assert create(client, QA, expected_digest=QA_TABLE).status_code == 200


def test_a_row_is_returned_exactly_as_sent(client):
    row = {"big": 2**70, "é": '☕ \\ " \n', "deep": [{"x": [1.5, None]}], "project_id": "x"}
    assert values(client, made(client, [row])) == [row]


def test_tables_survive_a_restart(tmp_path):
    settings = Settings(db=str(tmp_path / "db.json"))
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        digest = made(client, ABC)
    with Client(create_app(settings), headers=CREDENTIAL) as client:
        assert values(client, digest) == ABC
