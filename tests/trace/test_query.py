"""The query language, sorting and pages, without HTTP. Numbers in ids are the interface's."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from mockserver.core.errors import ApiError
from mockserver.core.limits import (
    LONGEST_INPUT,
    LONGEST_PATH,
    MOST_PROBLEMS,
    MOST_QUERY_LEVELS,
    MOST_QUERY_VALUES,
)
from mockserver.core.model import Closed
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import (
    Comparison,
    QueryField,
    QueryFields,
    not_allowed,
    unknown_field,
)
from mockserver.trace.query.models import Query, SortBy
from mockserver.trace.query.select import check_page, page, ranking

FIELDS = QueryFields(
    not_allowed(422),
    columns=frozenset({"id", "op_name", "parent_id", "turn_id", "wb_run_id", "wb_run_step"}),
    times=frozenset({"started_at", "ended_at"}),
    roots=frozenset({"attributes", "inputs", "output", "summary"}),
)


class Request(Closed):
    query: Query | None = None
    sort_by: list[SortBy] | None = None


def field(path: str) -> dict[str, Any]:
    return {"$getField": path}


def literal(value: Any) -> dict[str, Any]:
    return {"$literal": value}


def convert(operand: Any, to: str) -> dict[str, Any]:
    return {"$convert": {"input": operand, "to": to}}


def contains(whole: Any, part: Any, **options: Any) -> dict[str, Any]:
    return {"$contains": {"input": whole, "substr": part, **options}}


def eq(left: Any, right: Any) -> dict[str, Any]:
    return {"$eq": [left, right]}


def size(operand: Any) -> dict[str, Any]:
    return {"$size": operand}


def no(operand: Any) -> dict[str, Any]:
    return {"$not": [operand]}


def found(expression: Any, records: Any) -> list[Any]:
    """The ids of the matching records; `records` may be a mapping of ids to their member `x`."""
    if isinstance(records, dict):
        records = [{"id": key, "inputs": {"x": value}} for key, value in records.items()]
    matches = compile_query(Query.model_validate({"$expr": expression}), FIELDS)
    return [record["id"] for record in records if matches(record)]


def problems(body: Any) -> list[Any]:
    with pytest.raises(ValidationError) as caught:
        Request.model_validate(body)
    return caught.value.errors()


def wrong(expression: Any) -> list[Any]:
    return problems({"query": {"$expr": expression}})


X = field("inputs.x")
TEN = [{"id": str(n), "inputs": {"i": n}} for n in range(10)] + [{"id": "t", "inputs": {"i": "t"}}]
I = convert(field("inputs.i"), "int")  # noqa: E741
ABSENT = [
    {"id": "missing", "inputs": {}},
    {"id": "null", "inputs": {"x": None}},
    {"id": "empty", "inputs": {"x": ""}},
    {"id": "full", "inputs": {"x": "abc"}},
]
TREE = [
    {"id": "root", "parent_id": None, "turn_id": "root", "wb_run_id": "e/p/run"},
    {"id": "child", "parent_id": "root", "turn_id": "root", "wb_run_id": None},
]
SECOND = "2024-01-01T00:00:02"
TIMES = [
    {"id": "early", "started_at": f"{SECOND}Z", "ended_at": f"{SECOND}.500000Z"},
    {"id": "late", "started_at": f"{SECOND}.000001Z", "ended_at": None},
]
DERIVED = [
    {"id": "r", "summary": {"weave": {"status": "running", "trace_name": "foo"}}},
    {"id": "s", "summary": {"weave": {"status": "success", "latency_ms": 1999}}},
]
BOTH = {"yes": True, "no": False, "one": 1, "word": "abc"}
DIGITS = {"10": 10, "9": 9, "text 10": "10", "word": "abc", "null": None}
ODD = {"quote": "it's", "double": 'say "x"', "percent": "100%", "column": "op_name"}

MATCHES: dict[str, tuple[Any, Any, list[str]]] = {
    "calls-66 equal literals match all": (eq(literal(1), literal(1)), TREE, ["root", "child"]),
    "calls-66 unequal literals match none": (eq(literal(1), literal(2)), TREE, []),
    "calls-67 case counts": (eq(X, literal("abc")), {"a": "abc", "b": "Abc"}, ["a"]),
    "calls-67 contains: case counts": (contains(X, literal("BC")), {"a": "abc"}, []),
    "calls-67 contains: unless told": (
        contains(X, literal("BC"), case_insensitive=True), {"a": "abc"}, ["a"],
    ),
    "calls-68 text has no order among ints": ({"$gt": [I, literal(5)]}, TEN, list("6789")),
    "calls-68 nor under not": (no({"$gt": [I, literal(5)]}), TEN, list("012345")),
    "calls-69 text is not zero": (eq(I, literal(0)), TEN, ["0"]),
    "calls-69 a point makes no int": (
        eq(convert(X, "int"), literal(1)), {"a": "1.0", "b": 1.5, "c": "1", "d": 1.0}, ["c", "d"],
    ),
    "calls-70 an int as text": (eq(convert(field("inputs.i"), "string"), literal("5")), TEN, ["5"]),
    "calls-71 in": ({"$in": [I, [literal(1), literal(10)]]}, TEN, ["1"]),
    "calls-71 in nothing": ({"$in": [I, []]}, TEN, []),
    "calls-71 in texts": ({"$in": [X, [literal("1"), literal("abc")]]}, BOTH, ["one", "word"]),
    "calls-71 null in no list": ({"$in": [field("parent_id"), [literal("a")]]}, TREE, []),
    "calls-71 null out of no list": (
        no({"$in": [field("parent_id"), [literal("a")]]}), TREE, ["child"],
    ),
    "calls-74 roots": (eq(field("parent_id"), literal(None)), TREE, ["root"]),
    "calls-74 calls with a run": (no(eq(field("wb_run_id"), literal(None))), TREE, ["root"]),
    "calls-74 null first": (eq(literal(None), field("parent_id")), TREE, []),
    "calls-74 null first, negated": (no(eq(literal(None), field("parent_id"))), TREE, []),
    "calls-74 null in a list": ({"$in": [field("parent_id"), [literal(None)]]}, TREE, []),
    "calls-74 a null JSON path": (eq(X, literal(None)), ABSENT, ["missing", "null"]),
    "calls-75 empty": (eq(X, literal("")), ABSENT, ["missing", "null", "empty"]),
    "calls-75 not empty": (no(eq(X, literal(""))), ABSENT, ["full"]),
    "calls-76 not equal includes absent": (
        no(eq(X, literal("abc"))), ABSENT, ["missing", "null", "empty"],
    ),
    "calls-76 not equal to a number includes absent": (
        no(eq(X, literal(1))), {"a": None, "b": 1, "c": 2}, ["a", "c"],
    ),
    "calls-77 true": (eq(X, literal(True)), BOTH, ["yes"]),
    "calls-77 true is no number": (eq(X, literal(1)), BOTH, ["one"]),
    "calls-77 nor is it among numbers": ({"$in": [X, [literal(1), literal(0)]]}, BOTH, ["one"]),
    "calls-77 a number is not among truth values": ({"$in": [X, [literal(True)]]}, BOTH, ["yes"]),
    "calls-77 they have no order": ({"$gt": [X, literal(0)]}, BOTH, ["one"]),
    "calls-77 nor under not": (no({"$gt": [X, literal(0)]}), BOTH, []),
    "calls-77 they are unequal": (no(eq(X, literal(1))), BOTH, ["yes", "no", "word"]),
    "calls-77 between two fields": (
        eq(field("inputs.x.a"), field("inputs.x.b")),
        {"same": {"a": 1, "b": 1.0}, "other": {"a": 1, "b": True}}, ["same"],
    ),
    "calls-77 true as a text": (eq(X, literal("true")), BOTH, ["yes"]),
    "calls-77 true as Python writes it": (eq(X, literal("True")), BOTH, ["yes"]),
    "calls-77 false in a list of texts": ({"$in": [X, [literal("False")]]}, BOTH, ["no"]),
    "calls-77 converted": (eq(convert(X, "bool"), literal(True)), BOTH, ["yes", "one"]),
    "calls-78 an index": (eq(field("inputs.x.0"), literal("p")), {"a": ["p"], "b": "p"}, ["a"]),
    "calls-78 digits are no key": (eq(field("inputs.x.0"), literal("p")), {"a": {"0": "p"}}, []),
    "calls-78 an escaped dot": (
        eq(field("inputs.x.a\\.b"), literal(1)), {"a": {"a.b": 1}, "b": {"a": {"b": 1}}}, ["a"],
    ),
    "calls-78 a plain dot": (
        eq(field("inputs.x.a.b"), literal(1)), {"a": {"a.b": 1}, "b": {"a": {"b": 1}}}, ["b"],
    ),
    "calls-79 scalar output": (
        eq(field("output"), literal("out")), [{"id": "a", "output": "out"}], ["a"],
    ),
    "calls-79 text in a list": (
        contains(field("output"), literal("é ☕")), [{"id": "a", "output": [["é ☕"]]}], ["a"],
    ),
    "calls-80 status": (eq(field("summary.weave.status"), literal("running")), DERIVED, ["r"]),
    "calls-80 latency": (
        {"$gte": [field("summary.weave.latency_ms"), literal(1999)]}, DERIVED, ["s"],
    ),
    "calls-80 trace name": (eq(field("summary.weave.trace_name"), literal("foo")), DERIVED, ["r"]),
    "calls-81 seconds": ({"$gt": [field("started_at"), literal(1704067202)]}, TIMES, ["late"]),
    "calls-81 ISO": (
        {"$gt": [field("started_at"), literal("2024-01-01T01:00:02+01:00")]}, TIMES, ["late"],
    ),
    "calls-81 ISO with Z": (
        {"$lte": [field("started_at"), literal("2024-01-01T00:00:02Z")]}, TIMES, ["early"],
    ),
    "calls-81 no end yet": ({"$gt": [field("ended_at"), literal(0)]}, TIMES, ["early"]),
    "calls-81 two times": ({"$lt": [field("started_at"), field("ended_at")]}, TIMES, ["early"]),
    "calls-81 a time as whole seconds": (
        eq(convert(field("ended_at"), "int"), literal(1704067202)), TIMES, ["early"],
    ),
    "calls-81 a time as seconds": (
        {"$gt": [convert(field("started_at"), "double"), literal(1704067202)]}, TIMES, ["late"],
    ),
    "calls-81 a time in a list": (
        {"$in": [field("started_at"), [literal("2024-01-01 00:00:02")]]}, TIMES, ["early"],
    ),
    "calls-81 an empty time": (no(eq(field("ended_at"), literal(""))), TIMES, []),
    "calls-82 two fields": (eq(field("id"), field("turn_id")), TREE, ["root"]),
    "calls-84 lt": ({"$lt": [X, literal(10)]}, DIGITS, ["9"]),
    "calls-84 lte": ({"$lte": [X, literal(10)]}, DIGITS, ["10", "9", "text 10"]),
    "calls-85 an apostrophe": (eq(X, literal("it's")), ODD, ["quote"]),
    "calls-85 a double quote": (contains(X, literal('"x"')), ODD, ["double"]),
    "calls-85 a percent sign": (contains(X, literal("%")), ODD, ["percent"]),
    "calls-85 a column's name": (eq(X, literal("op_name")), ODD, ["column"]),
    "raw numbers have the order of numbers": ({"$gt": [X, literal(9)]}, DIGITS, ["10", "text 10"]),
    "raw numbers beside text are text": ({"$gt": [X, literal("9")]}, DIGITS, ["word"]),
    "a literal may come first": ({"$gt": [literal(10), X]}, DIGITS, ["9"]),
    "one number, three spellings": (
        eq(X, literal(2.0)), {"a": 2, "b": "2", "c": "2.00", "d": "2 "}, ["a", "b", "c"],
    ),
    "exists": (eq(convert(X, "exists"), literal(True)), ABSENT, ["empty", "full"]),
    "does not exist": (eq(convert(X, "exists"), literal(False)), ABSENT, ["missing", "null"]),
    "the size of a list": (eq(size(X), literal(2)), {"a": [1, 2], "b": [1], "c": "ab"}, ["a", "c"]),
    "the size of an object": ({"$gt": [size(X), literal(0)]}, {"a": {"k": 1}, "b": {}}, ["a"]),
    "nothing else has a size": (no(eq(size(X), literal(9))), {"a": 12, "b": None, "c": []}, ["c"]),
    "a size converted": (eq(convert(size(X), "string"), literal("0")), {"a": [], "b": [1]}, ["a"]),
    "a size alone": ({"$and": [size(X)]}, {"a": [1], "b": []}, ["a"]),
    "absent contains the empty text": (contains(X, literal("")), {"a": None}, ["a"]),
    "an operation as an operand": (
        eq(eq(X, literal(1)), literal(False)), BOTH, ["yes", "no", "word"],
    ),
    "a truth value alone": ({"$and": [literal(True)]}, TREE, ["root", "child"]),
    "one operand of or": ({"$or": [eq(X, literal(1))]}, {"a": 1, "b": 2}, ["a"]),
    "unknown or true": ({"$or": [{"$gt": [X, literal(1)]}, literal(True)]}, {"a": "t"}, ["a"]),
    "unknown and true": ({"$and": [{"$gt": [X, literal(1)]}, literal(True)]}, {"a": "t"}, []),
    "a number column needs no conversion": (
        {"$gte": [field("wb_run_step"), literal(3)]},
        [{"id": "a", "wb_run_step": 3}, {"id": "b", "wb_run_step": 2}, {"id": "c"}],
        ["a"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("expression", "records", "ids"), MATCHES.values(), ids=MATCHES)
def test_a_query_finds(expression, records, ids):
    assert found(expression, records) == ids


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        pytest.param({"$and": []}, "Empty AND operation", id="calls-72 and"),
        pytest.param({"$or": []}, "Empty OR operation", id="calls-72 or"),
        pytest.param(no({"$or": []}), "Empty OR operation", id="calls-72 or, inside"),
        pytest.param(
            {"$gt": [field("started_at"), literal("soon")]}, "Invalid time: soon", id="calls-81"
        ),
        pytest.param(
            eq(X, literal([literal(1)])),
            "A $literal that is an object or a list cannot be compared",
            id="a list of literals",
        ),
    ],
)
def test_what_cannot_be_asked_is_a_400(expression, reason):
    with pytest.raises(ApiError, match=reason.replace("$", r"\$")) as caught:
        found(expression, [])
    assert caught.value.status == 400


@pytest.mark.parametrize(
    "expression",
    [
        pytest.param({"$in": [X, ["a", "b"]]}, id="calls-71 raw scalars in a list"),
        pytest.param({"$in": [X, literal([])]}, id="calls-71 a literal list"),
        pytest.param({"$not": [X, X]}, id="calls-72 two operands"),
        pytest.param({"$not": X}, id="calls-72 an object"),
        pytest.param({"$eq": [X, X, X]}, id="calls-73 three operands"),
        pytest.param(X, id="a value is no operation"),
        pytest.param(size(X), id="nor is a size"),
        pytest.param(convert(X, "date"), id="an unknown type"),
        pytest.param({"$ne": [X, X]}, id="an unknown operator"),
        pytest.param(contains(X, "raw"), id="a raw part"),
        pytest.param(eq(X, literal([1])), id="raw members of a literal"),
        pytest.param(eq({"$getField": 1}, X), id="a path that is no text"),
        pytest.param(None, id="null"),
    ],
)
def test_a_wrong_shape_does_not_fit(expression):
    assert wrong(expression)[0]["loc"][:2] == ("query", "$expr")


def test_every_operator_is_named_when_none_fits():
    entries = {problem["loc"][2]: problem for problem in wrong({"$eq": [literal(1)]})}
    assert set(entries) == {
        f"{name}Operation"
        for name in ("And", "Or", "Not", "Eq", "Gt", "Lt", "Gte", "Lte", "In", "Contains")
    }, "calls-73"
    assert entries["EqOperation"]["loc"] == ("query", "$expr", "EqOperation", "$eq", 1)
    assert entries["EqOperation"]["type"] == "missing"


def test_an_operand_is_named_by_its_place_and_its_shapes():
    place = ("query", "$expr", "EqOperation", "$eq", 1)
    shapes = [problem["loc"][5] for problem in wrong(eq(X, "abc")) if problem["loc"][:5] == place]
    values = ["LiteralOperation", "GetFieldOperator", "ConvertOperation", "SizeOperation"]
    assert shapes[:4] == values
    assert len(shapes) == 14


@pytest.mark.parametrize(
    ("query", "type", "key"),
    [
        pytest.param({}, "missing", "$expr", id="calls-73 nothing"),
        pytest.param(
            {"$expr": {"$and": []}, "x": 1}, "extra_forbidden", "x", id="calls-73 two keys"
        ),
        pytest.param({"$expr": {"$and": [], "$or": []}}, "several_operators", "$expr", id="two"),
        pytest.param({"$expr": {"$eq": [], "eq_": []}}, "several_operators", "$expr", id="twins"),
    ],
)
def test_a_query_has_one_expression_of_one_operator(query, type, key):
    [problem] = problems({"query": query})
    assert (problem["type"], problem["loc"]) == (type, ("query", key))


def test_python_names_of_operators_are_accepted():
    query = Query.model_validate(
        {"expr_": {"and_": [{"eq_": [{"get_field_": "id"}, {"literal_": "a"}]}]}}
    )
    assert query == Query.model_validate({"$expr": {"$and": [eq(field("id"), literal("a"))]}})


def test_an_unknown_key_beside_an_operator_is_dropped():
    assert found({"$eq": [literal(1), literal(1)], "note": "x"}, TREE) == ["root", "child"]


def nested(levels: int) -> Any:
    """A query of this many levels of JSON, an odd number; it matches everything."""
    expression: Any = literal(True)
    for _ in range((levels - 3) // 2):
        expression = {"$and": [expression]}
    return {"$expr": expression}


def test_a_deep_query_is_answered_up_to_its_bound():
    query = Query.model_validate_json(json.dumps(nested(MOST_QUERY_LEVELS - 1)))
    assert compile_query(query, FIELDS)({"id": "a"})


@pytest.mark.parametrize("levels", [MOST_QUERY_LEVELS + 1, 401, 100_001])
def test_a_deeper_query_is_a_400(levels):
    with pytest.raises(ApiError, match="nested deeper than 100 levels") as caught:
        Query.model_validate(nested(levels))
    assert caught.value.status == 400


def test_a_query_of_too_many_values_is_a_400():
    with pytest.raises(ApiError, match="more than 20000 values") as caught:
        Query.model_validate({"$expr": {"$and": [1] * MOST_QUERY_VALUES}})
    assert caught.value.status == 400


def test_a_long_list_of_literals_is_no_burden():
    ids = [literal(str(number)) for number in range(MOST_QUERY_VALUES // 2 - 10)]
    assert found({"$in": [field("id"), ids]}, [{"id": "7"}, {"id": "x"}]) == ["7"]


def test_many_mistakes_make_a_short_report():
    deep = 1
    for _ in range(9):
        deep = eq(deep, deep)
    with pytest.raises(ValidationError) as caught:
        Query.model_validate({"$expr": deep})
    assert caught.value.error_count() == MOST_PROBLEMS
    assert caught.value.errors()[3]["type"] == "missing"


def test_a_long_mistake_is_not_repeated():
    [problem, *_] = wrong(eq("word " * LONGEST_INPUT, X))
    assert problem["type"] == "missing"
    assert problem["input"] == f"(not repeated: the query has {5 * LONGEST_INPUT + 47} bytes)"


@pytest.mark.parametrize(
    ("fields", "status", "reason"),
    [
        pytest.param(FIELDS, 422, "Field bogus is not allowed", id="calls-84 newer"),
        pytest.param(
            QueryFields(not_allowed(403)), 403, "Field bogus is not allowed", id="calls-84"
        ),
        pytest.param(
            QueryFields(unknown_field), 400, "Unknown field: bogus", id="costs and feedback"
        ),
    ],
)
def test_an_unknown_field_is_refused(fields, status, reason):
    query = Query.model_validate({"$expr": eq(field("bogus"), literal(1))})
    with pytest.raises(ApiError) as caught:
        compile_query(query, fields)
    assert (caught.value.status, caught.value.message) == (status, reason)


def test_a_path_has_ten_thousand_characters_at_most():
    longest = "inputs." + "x" * (LONGEST_PATH - len("inputs."))
    assert FIELDS.find(longest).read({"inputs": {longest[7:]: 1}}) == 1
    with pytest.raises(ApiError, match="longer than 10000 characters") as caught:
        FIELDS.find(longest + "x")
    assert caught.value.status == 400


@pytest.mark.parametrize("path", ["", ".", "id.x", "inputs\\.x", "Inputs", "started_at.year"])
def test_only_json_fields_have_paths(path):
    with pytest.raises(ApiError, match="is not allowed"):
        FIELDS.find(path)


def test_fields_may_lie_outside_the_record():
    likes = {"a": "👍", "b": "👎"}
    emoji = QueryField(lambda record: likes[record["id"]], Comparison.JSON)
    fields = QueryFields(not_allowed(422), elsewhere={"feedback.[r].payload.emoji": emoji}.get)
    expression = eq(field("feedback.[r].payload.emoji"), literal("👍"))
    matches = compile_query(Query.model_validate({"$expr": expression}), fields)
    assert [key for key in likes if matches({"id": key})] == ["a"], "calls-83"


def in_order(records: Any, *keys: tuple[str, str]) -> list[Any]:
    if isinstance(records, dict):
        records = [{"id": key, "inputs": {"x": value}} for key, value in records.items()]
    sort_by = [SortBy(field=path, direction=direction) for path, direction in keys]
    return [record["id"] for record in sorted(records, key=ranking(sort_by, FIELDS))]


MIXED = {"0": None, "1": "a", "2": 2, "3": "b", "4": 100, "5": None}
STATUSES = [
    {"id": status, "summary": {"weave": {"status": status}}}
    for status in ("success", "running", "error", "descendant_error")
]


@pytest.mark.parametrize(
    ("records", "key", "ids"),
    [
        pytest.param(MIXED, ("inputs.x", "desc"), list("423105"), id="calls-51 falling"),
        pytest.param(MIXED, ("inputs.x", "asc"), list("241305"), id="calls-51 rising"),
        pytest.param({"a": [2], "b": [1]}, ("inputs.x.0", "asc"), ["b", "a"], id="calls-52"),
        pytest.param(
            STATUSES,
            ("summary.weave.status", "asc"),
            ["descendant_error", "error", "running", "success"],
            id="calls-53",
        ),
        pytest.param(
            DERIVED, ("summary.weave.latency_ms", "asc"), ["s", "r"], id="calls-54 latency"
        ),
        pytest.param(TIMES, ("ended_at", "asc"), ["early", "late"], id="calls-54 rising"),
        pytest.param(TIMES, ("ended_at", "desc"), ["early", "late"], id="calls-54 falling"),
        pytest.param(TIMES, ("started_at", "desc"), ["late", "early"], id="microseconds"),
        pytest.param({"b": "10", "a": 9}, ("inputs.x", "asc"), ["a", "b"], id="numeric text"),
        pytest.param({"9": 0, "10": 0}, ("id", "asc"), ["10", "9"], id="ids are texts"),
    ],
)
def test_records_come_in_order(records, key, ids):
    assert in_order(records, key) == ids


def test_equal_records_come_in_the_order_of_their_ids():
    records = {"c": 1, "a": 1, "b": 0}
    assert in_order(records) == ["a", "b", "c"]
    assert in_order(records, ("inputs.x", "desc")) == ["a", "c", "b"]
    assert in_order(records, ("inputs.x", "desc"), ("id", "desc")) == ["c", "a", "b"]


@pytest.mark.parametrize("path", ["bogus", ""])
def test_an_unknown_sort_field_is_refused(path):
    with pytest.raises(ApiError) as caught:
        in_order(MIXED, (path, "asc"))
    assert caught.value.status == 422, "calls-55"


@pytest.mark.parametrize(
    ("key", "type"),
    [
        pytest.param({"field": "id", "direction": "ASC"}, "literal_error", id="calls-50 ASC"),
        pytest.param({"field": "id"}, "missing", id="calls-50 missing"),
        pytest.param({"field": "id", "direction": "asc", "x": 1}, "extra_forbidden", id="more"),
    ],
)
def test_a_sort_key_has_a_field_and_a_direction(key, type):
    [problem] = problems({"sort_by": [key]})
    assert problem["type"] == type


@pytest.mark.parametrize(
    ("limit", "offset", "rows"),
    [(2, 1, [1, 2]), (None, 3, [3, 4]), (None, None, [0, 1, 2, 3, 4]), (0, 0, []), (9, 100, [])],
)
def test_a_page_is_a_part_of_the_rows(limit, offset, rows):
    assert list(page(range(5), limit, offset)) == rows


def test_a_page_may_be_as_large_as_you_like():
    assert list(page(range(3), 10**30, 1)) == [1, 2]
    assert list(page(range(3), 1, 10**30)) == []


def test_a_page_draws_no_row_too_many():
    rows = iter(range(100))
    assert list(page(rows, 2, 1)) == [1, 2]
    assert next(rows) == 3


def test_negative_pages_are_refused():
    with pytest.raises(ApiError, match="Limit must be a positive integer"):
        check_page(-1, 0)
    with pytest.raises(ApiError, match="Offset must be non-negative"):
        check_page(0, -1, "non-negative")
    check_page(0, None)
