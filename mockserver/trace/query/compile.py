"""Compiles a query into closures, which then test many records."""

from __future__ import annotations

import operator

from mockserver.core.errors import invalid
from mockserver.trace.query import models
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields
from mockserver.trace.query.predicates import (
    Constant,
    Predicate,
    Relation,
    Test,
    all_true,
    comparison,
    containment,
    equality,
    every,
    membership,
    opposite,
    some,
)
from mockserver.trace.query.reading import converted, measured


def compile_query(query: models.Query, fields: QueryFields) -> Predicate:
    """The predicate of a query. Raises a 400 and the errors of `fields`."""
    operation = query.expr_
    if isinstance(operation, models.AndOperation):
        return all_true(_tests(operation.and_, fields, "AND"))
    test = _operation(operation, fields)
    return lambda record: test(record) is True


def _operation(operation: models.Condition, fields: QueryFields) -> Test:
    match operation:
        case models.AndOperation(and_=operands):
            return every(_tests(operands, fields, "AND"))
        case models.OrOperation(or_=operands):
            return some(_tests(operands, fields, "OR"))
        case models.NotOperation(not_=(operand,)):
            return opposite(_test(operand, fields))
        case models.InOperation(in_=(operand, operands)):
            field, *choices = (_operand(part, fields) for part in (operand, *operands))
            return _any(membership(field, choices), field, *choices)
        case models.ContainsOperation(contains_=spec):
            whole, part = (
                converted(_operand(text, fields), "string") for text in (spec.input, spec.substr)
            )
            return _any(containment(whole, part, fold=bool(spec.case_insensitive)), whole, part)
        case _:
            return _relation(operation, fields)


def _relation(operation: models.Relation, fields: QueryFields) -> Test:
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
        return _any(equality(left, right), left, right)
    return _any(comparison(left, right, relation), left, right)


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
            return measured(_operand(inner, fields))
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
