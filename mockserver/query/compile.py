"""From a query to a predicate.

A query is compiled once into closures and then asked of many records. Truth has three values:
None is NULL, which stays NULL under `$not`, and only True matches.

The semantics are those of the production engine: a JSON value against a literal text compares as
text. Chosen where that engine has no answer: of a text and a number, or a truth value, the text is
read as the type of the other; if it has no such reading the two are unequal and their order is
NULL.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.query import models
from mockserver.query.fields import Field, Fields, Kind
from mockserver.query.models import Conversion
from mockserver.query.reading import integer, number, seconds, spelled_truth, text, truth

Predicate = Callable[[Record], bool]
Truth = bool | None
Test = Callable[[Record], Truth]
Relation = Callable[[Any, Any], bool]
Reading = Callable[[Any], Any]

_MIRRORED: dict[Relation, Relation] = {
    operator.eq: operator.eq,
    operator.gt: operator.lt,
    operator.lt: operator.gt,
    operator.ge: operator.le,
    operator.le: operator.ge,
}


@dataclass(frozen=True, slots=True)
class Constant(Field):
    """A literal."""

    value: models.Scalar = None


def compile_query(query: models.Query, fields: Fields) -> Predicate:
    """Whether a record matches. Raises a 400 for what cannot be asked, and what `fields` raises."""
    operation = query.expr_
    if isinstance(operation, models.AndOperation):
        return _all(_tests(operation.and_, fields, "AND"))
    test = _operation(operation, fields)
    return lambda record: test(record) is True


def _all(tests: Sequence[Test]) -> Predicate:
    """Where NULL counts as no, the first that is not true decides."""

    def all_(record: Record) -> bool:
        for test in tests:  # noqa: SIM110 - a generator costs as much as a test
            if test(record) is not True:
                return False
        return True

    return all_


def _operation(operation: models.Condition, fields: Fields) -> Test:
    match operation:
        case models.AndOperation(and_=operands):
            return _every(_tests(operands, fields, "AND"))
        case models.OrOperation(or_=operands):
            return _some(_tests(operands, fields, "OR"))
        case models.NotOperation(not_=(operand,)):
            return _opposite(_test(operand, fields))
        case models.InOperation(in_=(operand, members)):
            field, *choices = (_operand(part, fields) for part in (operand, *members))
            return _any(_membership(field, choices), field, *choices)
        case models.ContainsOperation(contains_=spec):
            whole, part = (
                _converted(_operand(text, fields), "string") for text in (spec.input, spec.substr)
            )
            return _any(_containment(whole, part, fold=bool(spec.case_insensitive)), whole, part)
        case _:
            return _relation(operation, fields)


def _relation(operation: models.Relation, fields: Fields) -> Test:
    relation: Relation
    match operation:
        case models.EqOperation(eq_=operands):
            relation = operator.eq
        case models.GtOperation(gt_=operands):
            relation = operator.gt
        case models.LtOperation(lt_=operands):
            relation = operator.lt
        case models.GteOperation(gte_=operands):
            relation = operator.ge
        case models.LteOperation(lte_=operands):
            relation = operator.le
    left, right = (_operand(operand, fields) for operand in operands)
    if relation is operator.eq:
        return _any(_equality(left, right), left, right)
    return _any(_comparison(left, right, relation), left, right)


def _any(test: Test, *operands: Field) -> Test:
    """The test; where an operand has several values, whether it is true of any of them."""
    sources = {operand.each for operand in operands if operand.each}
    if not sources:
        return test
    if len(sources) > 1:
        raise invalid("Feedback of different types cannot be compared with each other")
    each = sources.pop()
    return lambda record: any(test(variant) is True for variant in each(record))


def _operand(operand: models.Operand, fields: Fields) -> Field:
    match operand:
        case models.LiteralOperation(literal_=value):
            return _constant(value)
        case models.GetFieldOperator(get_field_=path):
            return fields.find(path)
        case models.ConvertOperation(convert_=spec):
            return _converted(_operand(spec.input, fields), spec.to)
        case _:
            return Field(_operation(operand, fields), Kind.COLUMN)


def _constant(value: Any) -> Constant:
    if isinstance(value, dict | list):
        raise invalid("A $literal that is an object or a list cannot be compared")
    return Constant(lambda _: value, Kind.COLUMN, value=value)


# Logic


def _tests(operands: list[models.Operand], fields: Fields, name: str) -> list[Test]:
    if not operands:
        raise invalid(f"Empty {name} operation")
    return [_test(operand, fields) for operand in operands]


def _test(operand: models.Operand, fields: Fields) -> Test:
    """An operand as a condition; a value that is not an operation counts as `$convert` to bool."""
    match operand:
        case models.LiteralOperation() | models.GetFieldOperator() | models.ConvertOperation():
            field = _converted(_operand(operand, fields), "bool")
            return _any(field.read, field)
        case _:
            return _operation(operand, fields)


def _every(tests: Sequence[Test]) -> Test:
    def every(record: Record) -> Truth:
        result: Truth = True
        for test in tests:
            answer = test(record)
            if answer is False:
                return False
            if answer is None:
                result = None
        return result

    return every


def _some(tests: Sequence[Test]) -> Test:
    def some(record: Record) -> Truth:
        result: Truth = False
        for test in tests:
            answer = test(record)
            if answer:
                return True
            if answer is None:
                result = None
        return result

    return some


def _opposite(test: Test) -> Test:
    def opposite(record: Record) -> Truth:
        answer = test(record)
        return None if answer is None else not answer

    return opposite


# Comparison


def _equality(left: Field, right: Field) -> Test:
    """`=`, or IS NULL if the second operand, and only that one, is the null literal."""
    if not _is_null(right):
        return _comparison(left, right, operator.eq)
    if _is_null(left):
        return _unknown
    return lambda record: left.read(record) is None


def _is_null(field: Field) -> bool:
    return isinstance(field, Constant) and field.value is None


def _unknown(_: Record) -> Truth:
    return None


def _comparison(left: Field, right: Field, relation: Relation) -> Test:
    if isinstance(left, Constant) and not isinstance(right, Constant):
        return _comparison(right, left, _MIRRORED[relation])
    timed = Kind.TIME in (left.kind, right.kind)
    if isinstance(right, Constant):
        return _against(left, _moment(right.value) if timed else right.value, relation, timed)
    return _between(left, right, relation, timed)


def _against(field: Field, literal: models.Scalar, relation: Relation, timed: bool) -> Test:
    if literal is None:
        return _unknown
    read, kind = field.read, type(literal)
    settle = _words if _is_json(field) and kind is str else _settled(field, timed)

    def against(record: Record) -> Truth:
        value = read(record)
        if type(value) is kind:
            return relation(value, literal)
        return _related(settle(value), literal, relation)

    return against


def _between(left: Field, right: Field, relation: Relation, timed: bool) -> Test:
    read_left, settle_left = left.read, _settled(left, timed)
    read_right, settle_right = right.read, _settled(right, timed)

    def between(record: Record) -> Truth:
        first, second = settle_left(read_left(record)), settle_right(read_right(record))
        return _related(first, second, relation)

    return between


def _related(left: Any, right: Any, relation: Relation) -> Truth:
    """Compare settled values: texts, numbers and truth values, or None for NULL."""
    if left is None or right is None:
        return None
    if isinstance(left, str) and not isinstance(right, str):
        left = _read_like(left, right)
    elif isinstance(right, str) and not isinstance(left, str):
        right = _read_like(right, left)
    if left is None or right is None:
        return False if relation is operator.eq else None
    return relation(left, right)


def _read_like(words: str, other: Any) -> Any:
    return spelled_truth(words) if isinstance(other, bool) else number(words)


def _moment(value: models.Scalar) -> models.Scalar:
    """A literal beside a time. The empty text, which asks whether a field is empty, is NULL."""
    moment = seconds(value)
    if moment is None and isinstance(value, str) and value:
        raise invalid(f"Invalid time: {value}")
    return moment


def _settled(field: Field, timed: bool) -> Reading:
    if timed:
        return seconds
    return _json if _is_json(field) else _plain


def _is_json(field: Field) -> bool:
    return field.kind is Kind.JSON


def _plain(value: Any) -> Any:
    return text(value) if isinstance(value, dict | list) else value


def _json(value: Any) -> Any:
    return "" if value is None else _plain(value)


def _words(value: Any) -> str | bool:
    """Beside a literal text. true stays itself, as clients write it `true` or `True`."""
    return value if isinstance(value, bool) else _json_text(value)


# Membership and containment


def _membership(field: Field, choices: Sequence[Field]) -> Test:
    """Equality with any of the choices; with literal texts at the cost of one look-up."""
    words = _literal_texts(choices)
    if not words or field.kind is Kind.TIME:
        return _some([_comparison(field, choice, operator.eq) for choice in choices])
    return _among(field, words)


def _literal_texts(choices: Sequence[Field]) -> frozenset[str]:
    """The choices, if all of them are literal texts."""
    values = [choice.value if isinstance(choice, Constant) else None for choice in choices]
    words = frozenset(value for value in values if isinstance(value, str))
    return words if all(isinstance(value, str) for value in values) else frozenset()


def _among(field: Field, words: frozenset[str]) -> Test:
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


def _containment(whole: Field, part: Field, *, fold: bool) -> Test:
    read_whole, read_part = whole.read, part.read
    folded = str.lower if fold else str

    def containment(record: Record) -> Truth:
        haystack, needle = read_whole(record), read_part(record)
        if haystack is None or needle is None:
            return None
        return folded(needle) in folded(haystack)

    return containment


# Conversion


def _converted(field: Field, to: Conversion) -> Field:
    read, convert = field.read, _conversion(field, to)
    return Field(lambda record: convert(read(record)), Kind.COLUMN, field.each)


def _conversion(field: Field, to: Conversion) -> Reading:
    match to:
        case "double":
            return seconds if field.kind is Kind.TIME else number
        case "int":
            return _whole_seconds if field.kind is Kind.TIME else integer
        case "bool":
            return truth
        case "exists":
            return lambda value: value is not None
        case "string":
            return _json_text if _is_json(field) else _plain_text


def _whole_seconds(value: Any) -> int | None:
    moment = seconds(value)
    return None if moment is None else math.floor(moment)


def _plain_text(value: Any) -> str | None:
    return None if value is None else text(value)


def _json_text(value: Any) -> str:
    return "" if value is None else text(value)
