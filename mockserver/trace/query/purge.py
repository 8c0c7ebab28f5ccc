"""Purges, which may only select records by their ids.

Observed: costs may be selected by `$eq`, `$in`, or an `$or` of `$eq`; feedback not by `$in`.
"""

from __future__ import annotations

from mockserver.core.errors import invalid
from mockserver.store.collection import Collection
from mockserver.trace.query import models

_WITHIN = "Can only purge by specifying one or more ids"


def purge(
    records: Collection, request: models.RecordsPurge, refusal: str, *, lists: bool = False
) -> None:
    """Delete records by their ids; unknown ids are ignored. `lists` allows `$in`.

    Raises a 400, with the text `refusal` for a query of another form.
    """
    project = request.project
    for record_id in _purged_ids(request.query, refusal, lists=lists):
        records.drop(project, record_id)


def _purged_ids(query: models.Query, refusal: str, *, lists: bool) -> list[str]:
    match query.expr_:
        case models.EqOperation(eq_=(field, value)):
            _check_field(field, refusal)
            return [_literal_id(value)]
        case models.InOperation(in_=(field, values)) if lists:
            _check_field(field, refusal)
            return [_literal_id(value) for value in values]
        case models.OrOperation(or_=[]):
            raise invalid("Empty OR operation")
        case models.OrOperation(or_=choices):
            return [_equal_id(choice) for choice in choices]
    raise invalid(refusal)


def _equal_id(choice: models.Operand) -> str:
    if not isinstance(choice, models.EqOperation):
        raise invalid(_WITHIN)
    field, value = choice.eq_
    _check_field(field, _WITHIN)
    return _literal_id(value)


def _check_field(field: models.Operand, refusal: str) -> None:
    if not isinstance(field, models.GetFieldOperator):
        raise invalid(f"Expected key get_field_, got {_key(field)}")
    if field.get_field_ != "id":
        raise invalid(refusal)


def _literal_id(value: models.Operand) -> str:
    if not isinstance(value, models.LiteralOperation):
        raise invalid(f"Expected key literal_, got {_key(value)}")
    if not isinstance(value.literal_, str):
        raise invalid(f"Expected value of type {str}, got {type(value.literal_)}")
    return value.literal_


def _key(operand: models.Operand) -> str:
    return next(iter(type(operand).model_fields))
