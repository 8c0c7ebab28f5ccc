"""Compiles a query into closures, which then test many records.

The logic has three values: None is NULL, which stays NULL under `$not`, and only True matches.
As on the production engine, a JSON value is compared with a literal string as text. Chosen where
that engine has no rule: a string that is compared with a number or a boolean is converted to that
type. Values without a common type, such as a number and a boolean, are unequal, and their order is
NULL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Any

from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.trace.query import models
from mockserver.trace.query.fields import (
    Comparison,
    QueryField,
    QueryFields,
    Reading,
    changed,
    converted,
    json_text,
    number,
    seconds,
    size,
    spelled_truth,
    text,
)

Truth = bool | None
Test = Callable[[Record], Truth]
Predicate = Callable[[Record], bool]

Relation = Callable[[Any, Any], bool]

_RELATIONS: dict[type[models.Relation], Relation] = {
    models.EqOperation: eq,
    models.GtOperation: gt,
    models.LtOperation: lt,
    models.GteOperation: ge,
    models.LteOperation: le,
}
_MIRRORED: dict[Relation, Relation] = {eq: eq, gt: lt, lt: gt, ge: le, le: ge}


@dataclass(frozen=True, slots=True)
class Constant(QueryField):
    """A literal."""

    value: models.Scalar = None


def compile_query(query: models.Query, fields: QueryFields) -> Predicate:
    """The predicate of a query. Raises a 400 and the errors of `fields`."""
    operation = query.expr_
    if not isinstance(operation, models.AndOperation):
        test = _operation(operation, fields)
        return lambda record: test(record) is True
    tests = _tests(operation.and_, fields, "AND")

    def holds(record: Record) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs as much as a test
            if test(record) is not True:
                return False
        return True

    return holds


def _operation(operation: models.Condition, fields: QueryFields) -> Test:
    match operation:
        case models.AndOperation(and_=operands):
            return _decided(_tests(operands, fields, "AND"), by=False)
        case models.OrOperation(or_=operands):
            return _decided(_tests(operands, fields, "OR"), by=True)
        case models.NotOperation(not_=(operand,)):
            test = _test(operand, fields)
            return lambda record: None if (answer := test(record)) is None else not answer
        case models.InOperation(in_=(operand, operands)):
            field, *choices = (_operand(part, fields) for part in (operand, *operands))
            return _any(_membership(field, choices), field, *choices)
        case models.ContainsOperation(contains_=spec):
            whole, part = (
                converted(_operand(text, fields), "string") for text in (spec.input, spec.substr)
            )
            return _any(_containment(whole, part, fold=bool(spec.case_insensitive)), whole, part)
        case _:
            return _relation(operation, fields)


def _relation(operation: models.Relation, fields: QueryFields) -> Test:
    """A comparison; `$eq` whose second operand alone is the null literal is IS NULL."""
    relation = _RELATIONS[type(operation)]
    [operands] = vars(operation).values()
    left, right = (_operand(operand, fields) for operand in operands)
    if relation is eq and _is_null(right) and not _is_null(left):
        return _any(lambda record: left.read(record) is None, left)
    return _any(_comparison(left, right, relation), left, right)


def _is_null(field: QueryField) -> bool:
    return isinstance(field, Constant) and field.value is None


def _any(test: Test, *operands: QueryField) -> Test:
    """The test; if an operand has several values, true if it holds for any of them."""
    sources = {operand.each for operand in operands if operand.each}
    if not sources:
        return test
    if len(sources) > 1:
        raise invalid("Feedback of different types cannot be compared with each other")
    each = sources.pop()
    return lambda record: any(test(variant) is True for variant in each(record))


def _operand(operand: models.Operand, fields: QueryFields) -> QueryField:
    match operand:
        case models.LiteralOperation(literal_=value):
            if isinstance(value, dict | list):
                raise invalid("A $literal that is an object or a list cannot be compared")
            return Constant(lambda _: value, Comparison.COLUMN, value=value)
        case models.GetFieldOperator(get_field_=path):
            return fields.find(path)
        case models.ConvertOperation(convert_=spec):
            return converted(_operand(spec.input, fields), spec.to)
        case models.SizeOperation(size_=inner):
            return changed(_operand(inner, fields), size)
        case _:
            return QueryField(_operation(operand, fields), Comparison.COLUMN)


def _tests(operands: list[models.Operand], fields: QueryFields, name: str) -> list[Test]:
    if not operands:
        raise invalid(f"Empty {name} operation")
    return [_test(operand, fields) for operand in operands]


def _test(operand: models.Operand, fields: QueryFields) -> Test:
    """An operand as a condition; a value is converted as by `$convert` to bool."""
    if isinstance(operand, models.Value):
        field = converted(_operand(operand, fields), "bool")
        return _any(field.read, field)
    return _operation(operand, fields)


def _comparison(left: QueryField, right: QueryField, relation: Relation) -> Test:
    if isinstance(left, Constant) and not isinstance(right, Constant):
        return _comparison(right, left, _MIRRORED[relation])
    timed = Comparison.TIME in (left.kind, right.kind)
    if isinstance(right, Constant):
        return _against(left, _moment(right.value) if timed else right.value, relation, timed=timed)
    read_left, settle_left = left.read, _settled(left, timed=timed)
    read_right, settle_right = right.read, _settled(right, timed=timed)

    def between(record: Record) -> Truth:
        first, second = settle_left(read_left(record)), settle_right(read_right(record))
        return _related(first, second, relation)

    return between


def _membership(field: QueryField, choices: Sequence[QueryField]) -> Test:
    """Equality with any of the choices; literal strings take one look-up."""
    values = [choice.value if isinstance(choice, Constant) else None for choice in choices]
    words = frozenset(value for value in values if isinstance(value, str))
    is_words = values and all(isinstance(value, str) for value in values)
    if not is_words or field.kind is Comparison.TIME:
        return _decided([_comparison(field, each, eq) for each in choices], by=True)
    read, settle = field.read, _words if _is_json(field) else _plain
    numbers, truths = frozenset(map(number, words)), frozenset(map(spelled_truth, words))

    def among(record: Record) -> Truth:
        value = settle(read(record))
        if isinstance(value, str):
            return value in words
        if value is None:
            return None
        return value in (truths if isinstance(value, bool) else numbers)

    return among


def _containment(whole: QueryField, part: QueryField, *, fold: bool) -> Test:
    """True if one text contains another; `fold` ignores case."""
    read_whole, read_part = whole.read, part.read
    folded = str.lower if fold else str

    def contained(record: Record) -> Truth:
        haystack, needle = read_whole(record), read_part(record)
        if haystack is None or needle is None:
            return None
        return folded(needle) in folded(haystack)

    return contained


def _against(field: QueryField, literal: models.Scalar, relation: Relation, *, timed: bool) -> Test:
    if literal is None:
        return lambda _: None
    read, kind = field.read, type(literal)
    settle = _words if _is_json(field) and kind is str else _settled(field, timed=timed)

    def against(record: Record) -> Truth:
        value = read(record)
        if type(value) is kind:
            return relation(value, literal)
        return _related(settle(value), literal, relation)

    return against


def _related(left: Any, right: Any, relation: Relation) -> Truth:
    """Compare settled values: strings, numbers and booleans, or None for NULL."""
    if left is None or right is None:
        return None
    if isinstance(left, str) and not isinstance(right, str):
        left = spelled_truth(left) if isinstance(right, bool) else number(left)
    elif isinstance(right, str) and not isinstance(left, str):
        right = spelled_truth(right) if isinstance(left, bool) else number(right)
    if left is None or right is None or isinstance(left, bool) != isinstance(right, bool):
        return False if relation is eq else None
    return relation(left, right)


def _moment(value: models.Scalar) -> models.Scalar:
    """A literal that is compared with a time. The empty string, a test for absence, is NULL."""
    moment = seconds(value)
    if moment is None and isinstance(value, str) and value:
        raise invalid(f"Invalid time: {value}")
    return moment


def _settled(field: QueryField, *, timed: bool) -> Reading:
    if timed:
        return seconds
    return (lambda value: "" if value is None else _plain(value)) if _is_json(field) else _plain


def _plain(value: Any) -> Any:
    return text(value) if isinstance(value, dict | list) else value


def _words(value: Any) -> str | bool:
    """A value that is compared with a literal string. Booleans are not converted, since clients
    write `true` or `True`."""
    return value if isinstance(value, bool) else json_text(value)


def _is_json(field: QueryField) -> bool:
    return field.kind is Comparison.JSON


def _decided(tests: Sequence[Test], *, by: bool) -> Test:
    """`$or` (decided by a true test) or `$and` (by a false one), even beside NULL."""

    def holds(record: Record) -> Truth:
        result: Truth = not by
        for test in tests:
            answer = test(record)
            if answer is by:
                return by
            if answer is None:
                result = None
        return result

    return holds
