"""The compiled query equals a naive evaluator, the order a naive comparison, and nothing breaks."""

from __future__ import annotations

import json
import operator
from datetime import UTC, datetime
from functools import cmp_to_key
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.conditions import equalities, sieve
from mockserver.trace.query.fields import QueryFields, not_allowed
from mockserver.trace.query.models import Query, SortBy
from mockserver.trace.query.select import ranking

FIELDS = QueryFields(
    not_allowed(422),
    columns=frozenset({"id", "name", "step"}),
    times=frozenset({"at"}),
    roots=frozenset({"inputs"}),
)

# Records and expressions, drawn from so few values that they meet

TEXTS = ["", "a", "A", "ab", "1", "2", "10", "2.0", "true", "False", "1e1"]
TIMES = ["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.250000Z", "2024-01-02T00:00:00Z"]
MOMENTS = [*TIMES, "2024-01-01 00:00", "2024-01-01T02:00:00.25+02:00", 1704067200, 1704067200.25]

scalars = st.sampled_from([None, True, False, 0, 1, 2, 2.0, 2.5, 10, -1, 10**30, *TEXTS])
values = scalars | st.lists(scalars, max_size=2) | st.dictionaries(st.just("a"), scalars)
inputs = st.fixed_dictionaries({}, optional={"x": values, "y": values})
records = st.fixed_dictionaries({
    "id": st.text("abc", min_size=1, max_size=3),
    "name": st.sampled_from([None, *TEXTS]),
    "step": st.sampled_from([None, 0, 1, 2, 10]),
    "at": st.sampled_from([None, *TIMES]),
    "inputs": inputs,
})  # fmt: skip

paths = st.sampled_from(["id", "name", "step", "inputs", "inputs.x", "inputs.x.a", "inputs.y.0"])
literals = scalars.map(lambda value: {"$literal": value})
leaves = literals | paths.map(lambda path: {"$getField": path})
at = st.sampled_from([None, "", *MOMENTS]).map(
    lambda moment: [{"$getField": "at"}, {"$literal": moment}]
)
ORDERS = ["$eq", "$gt", "$gte", "$lt", "$lte"]


def _operators(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    pairs = st.lists(inner, min_size=2, max_size=2)
    timed = st.builds(lambda pair, turned: pair[:: -1 if turned else 1], at, st.booleans())
    contains = st.fixed_dictionaries(
        {"input": inner, "substr": inner}, optional={"case_insensitive": st.booleans()}
    )
    conversions = st.sampled_from(["double", "string", "int", "bool", "exists"])
    return st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda terms: {"$and": terms}),
        st.lists(inner, min_size=1, max_size=3).map(lambda terms: {"$or": terms}),
        inner.map(lambda term: {"$not": [term]}),
        st.builds(lambda name, pair: {name: pair}, st.sampled_from(ORDERS), pairs),
        st.builds(lambda name, pair: {name: pair}, st.sampled_from(ORDERS), timed),
        st.tuples(inner, st.lists(inner, max_size=3)).map(lambda pair: {"$in": list(pair)}),
        st.tuples(inner, st.lists(literals, max_size=3)).map(lambda pair: {"$in": list(pair)}),
        contains.map(lambda spec: {"$contains": spec}),
        st.builds(lambda term, to: {"$convert": {"input": term, "to": to}}, inner, conversions),
        inner.map(lambda term: {"$size": term}),
    )


operands = st.recursive(leaves, _operators, max_leaves=8)
VALUES = {"$literal", "$getField", "$convert", "$size"}
expressions = operands.map(lambda term: {"$and": [term]} if VALUES & term.keys() else term)


# The naive evaluator: SQL's three values, the text and number readings spelled out


def truth_of(term: Any, record: Any) -> bool | None:
    [(name, operand)] = term.items()
    if name in VALUES:
        return as_bool(value_of(term, record)[1])
    if name == "$not":
        inner = truth_of(operand[0], record)
        return None if inner is None else not inner
    if name in ("$and", "$or"):
        return combined([truth_of(member, record) for member in operand], name == "$or")
    if name == "$in":
        return combined([compared(operand[0], member, "==", record) for member in operand[1]], True)
    if name == "$contains":
        return contained(operand, record)
    if name == "$eq" and operand[1] == {"$literal": None}:
        return None if operand[0] == operand[1] else value_of(operand[0], record)[1] is None
    relation = {"$eq": "==", "$gt": ">", "$gte": ">=", "$lt": "<", "$lte": "<="}[name]
    return compared(operand[0], operand[1], relation, record)


def combined(answers: list[bool | None], decisive: bool) -> bool | None:
    if decisive in answers:
        return decisive
    return None if None in answers else not decisive


def value_of(term: Any, record: Any) -> tuple[str, Any]:
    """What kind of value it is (time, json, literal or plain), and the value."""
    [(name, operand)] = term.items()
    if name == "$literal":
        return "literal", operand
    if name == "$convert":
        return "plain", converted(*value_of(operand["input"], record), operand["to"])
    if name == "$size":
        _, value = value_of(operand, record)
        return "plain", len(value) if isinstance(value, str | list | dict) else None
    if name != "$getField":
        return "plain", truth_of(term, record)
    root, *steps = operand.split(".")
    value = record.get(root)
    for step in steps:
        here = isinstance(value, list) if step == "0" else isinstance(value, dict)
        if not here:
            value = None
        elif step == "0":
            value = value[0] if value else None
        else:
            value = value.get(step)
    return {"at": "time", "inputs": "json"}.get(root, "plain"), value


def compared(left: Any, right: Any, relation: str, record: Any) -> bool | None:
    (kind, one), (other_kind, other) = value_of(left, record), value_of(right, record)
    if "time" in (kind, other_kind):
        one, other = as_seconds(one), as_seconds(other)
    one, other = beside(kind, one, other_kind, other), beside(other_kind, other, kind, one)
    if one is None or other is None:
        return None
    texts = isinstance(one, str), isinstance(other, str)
    if texts == (True, False):
        one = spelled(one) if isinstance(other, bool) else as_number(one)
    if texts == (False, True):
        other = spelled(other) if isinstance(one, bool) else as_number(other)
    if one is None or other is None or isinstance(one, bool) is not isinstance(other, bool):
        return False if relation == "==" else None
    operators = {"==": operator.eq, ">": operator.gt, ">=": operator.ge}
    operators |= {"<": operator.lt, "<=": operator.le}
    return bool(operators[relation](one, other))


def beside(kind: str, value: Any, other_kind: str, other: Any) -> Any:
    if isinstance(value, dict | list):
        return as_text(value)
    if kind != "json" or other_kind == "time":
        return value
    if value is None:
        return ""
    words = other_kind == "literal" and isinstance(other, str)
    return as_text(value) if words and not isinstance(value, bool) else value


def contained(spec: Any, record: Any) -> bool | None:
    whole = converted(*value_of(spec["input"], record), "string")
    part = converted(*value_of(spec["substr"], record), "string")
    if whole is None or part is None:
        return None
    if spec.get("case_insensitive"):
        whole, part = whole.lower(), part.lower()
    return part in whole


def converted(kind: str, value: Any, to: str) -> Any:
    if to == "exists":
        return value is not None
    if to == "string":
        return ("" if kind == "json" else None) if value is None else as_text(value)
    if to == "bool":
        return as_bool(value)
    found = as_number(value)
    if to == "int" and isinstance(found, float):
        return int(found) if found == int(found) and isinstance(value, float) else None
    return found


def as_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"))


def as_number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return value
    try:
        return int(value)
    except ValueError:
        return float(value) if value[:1].isdigit() else None


def as_bool(value: Any) -> bool | None:
    if isinstance(value, str):
        return {"1": True, "0": False}.get(value, spelled(value))
    return bool(value) if value in (True, False) else None


def spelled(words: str) -> bool | None:
    return {"true": True, "True": True, "false": False, "False": False}.get(words)


def as_seconds(value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith("2024-"):
        return as_number(value)
    moment = datetime.fromisoformat(value)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


@settings(deadline=None, max_examples=400)
@given(expressions, st.lists(records, min_size=1, max_size=4))
def test_a_compiled_query_finds_what_a_naive_reading_finds(expression, found):
    matches = compile_query(Query.model_validate({"$expr": expression}), FIELDS)
    for record in found:
        assert matches(record) is (truth_of(expression, record) is True)


@settings(deadline=None)
@given(expressions, records)
def test_no_record_matches_a_query_and_its_opposite(expression, record):
    query, opposite = ({"$expr": term} for term in (expression, {"$not": [expression]}))
    both = [compile_query(Query.model_validate(one), FIELDS)(record) for one in (query, opposite)]
    assert both.count(True) == (truth_of(expression, record) is not None)


texts = st.sampled_from(TEXTS).map(lambda text: {"$literal": text})
stated = st.tuples(paths.map(lambda path: {"$getField": path}), texts)
plain = (
    stated.map(lambda pair: {"$eq": list(pair)})
    | stated.map(lambda pair: {"$contains": {"input": pair[0], "substr": pair[1]}})
    | st.tuples(stated, texts).map(lambda each: {"$in": [each[0][0], [each[0][1], each[1]]]})
)


@settings(max_examples=1000)
@given(st.lists(plain, min_size=1, max_size=2).map(lambda terms: {"$and": terms}), records)
def test_neither_words_nor_an_index_lose_a_match(expression, record):
    query = Query.model_validate({"$expr": expression})
    if compile_query(query, FIELDS)(record):
        spellings = [encode(record), json.dumps(record, ensure_ascii=True).encode()]
        sift = sieve(query, FIELDS)
        assert sift is None or sift(spellings) == spellings
        for path, texts in equalities(query).items():
            value = record.get(path)
            assert path not in FIELDS.columns or not isinstance(value, str) or value in texts


# The naive order: two records at a time

keys = st.builds(
    SortBy,
    field=st.sampled_from(["id", "name", "step", "at", "inputs", "inputs.x", "inputs.x.a"]),
    direction=st.sampled_from(["asc", "desc"]),
)


def order_of(one: Any, other: Any, sort_by: list[SortBy]) -> int:
    for key in [*sort_by, SortBy(field="id", direction="asc")]:
        (kind, left), (_, right) = (value_of({"$getField": key.field}, row) for row in (one, other))
        if left is None or right is None:
            order = (left is None) - (right is None)
        else:
            order = order_of_present(kind, left, right, 1 if key.direction == "asc" else -1)
        if order:
            return order
    return 0


def order_of_present(kind: str, left: Any, right: Any, sign: int) -> int:
    numeric = {"time": as_seconds, "json": as_number, "plain": lambda value: None}[kind]
    one, other = numeric(left), numeric(right)
    if kind == "plain" and isinstance(left, int):
        one, other = left, right
    if (one is None) != (other is None):
        return 1 if one is None else -1
    if one is not None and one != other:
        return sign if one > other else -sign
    one, other = as_text(left), as_text(right)
    return sign * ((one > other) - (one < other))


@settings(deadline=None, max_examples=200)
@given(
    st.lists(records, max_size=8, unique_by=lambda record: record["id"]), st.lists(keys, max_size=3)
)
def test_records_come_in_the_order_of_a_naive_comparison(rows, sort_by):
    expected = sorted(rows, key=cmp_to_key(lambda one, other: order_of(one, other, sort_by)))
    assert sorted(rows, key=ranking(sort_by, FIELDS)) == expected


# Anything else

NAMES = ["$expr", "expr_", "$and", "$or", "$not", "not_", "$in", "$contains", "$convert"]
NAMES += ["$literal", "$getField", "get_field_", "input", "substr", "to", "case_insensitive"]
PATHS = [
    "inputs.x",
    "at",
    "inputs.",
    "inputs\\.x",
    "bogus",
    "id",
    "double",
    "exists",
    "",
    "2024-01",
]
names = st.sampled_from([*NAMES, *ORDERS]) | st.text(max_size=3)
any_text = st.text(st.characters())  # lone surrogates too
things = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(PATHS) | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
)
SAMPLES = [
    {"id": "a", "name": None, "step": 1, "at": TIMES[1], "inputs": {"x": [{"a": 1}], "": None}},
    {"id": "b", "inputs": {"x": "2024-01-01", "y": 1e300}},
]


@settings(deadline=None, max_examples=400)
@given(things | things.map(lambda thing: {"$expr": thing}))
def test_any_json_is_answered_or_refused(thing):
    for parse in (Query.model_validate, lambda value: Query.model_validate_json(json.dumps(value))):
        try:
            matches = compile_query(parse(thing), FIELDS)
        except (ApiError, ValidationError):
            continue
        assert [type(matches(record)) for record in SAMPLES] == [bool, bool]


wild_operands = st.recursive(
    things.map(lambda thing: {"$literal": thing})
    | st.sampled_from(PATHS).map(lambda path: {"$getField": path}),
    _operators,
    max_leaves=5,
)


@settings(deadline=None, max_examples=300)
@given(wild_operands, records)
def test_well_formed_queries_of_any_literal_are_answered_or_refused(operand, record):
    try:
        matches = compile_query(Query.model_validate({"$expr": {"$or": [operand]}}), FIELDS)
    except (ApiError, ValidationError):
        return
    assert matches(record) in (True, False)


@settings(deadline=None)
@given(st.lists(records), st.text(), st.sampled_from(["asc", "desc"]))
def test_any_sort_field_is_an_order_or_refused(rows, path, direction):
    try:
        rank = ranking([SortBy(field=path, direction=direction)], FIELDS)
        answer = sorted(rows, key=rank)
    except ApiError:
        return
    assert len(answer) == len(rows)
