"""Queries and purges of prices and feedback.

Observed of purges: they select by ids only. Costs may be selected by `$eq`, `$in`, or an `$or` of
`$eq`; feedback not by `$in`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mockserver.core.codec import encode_items
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps, let_go
from mockserver.store.collection import Collection
from mockserver.trace.query import models
from mockserver.trace.query.conditions import equalities
from mockserver.trace.query.fields import Getter, QueryFields
from mockserver.trace.query.select import check_page, page, select

COUNT = "count(*)"
"""The field of a request that stands for the number of records."""

_WITHIN = "Can only purge by specifying one or more ids"


def matching(
    records: Collection, request: models.RecordsQuery, fields: QueryFields, names: Iterable[str]
) -> Steps[tuple[list[Record], dict[str, Getter]]]:
    """The records on all pages, in order, and a getter for each requested field.

    Raises a 400 for an unknown field and for a negative page.
    """
    project = request.project
    check_page(request.limit, request.offset, "non-negative")
    reads = {name: fields.find(name).read for name in names if name.lower() != COUNT}
    texts = records.find(project, equalities(request.query)).texts
    return (yield from select(texts, request.query, request.sort_by, fields)), reads


def shown_page(
    matches: list[Record], request: models.RecordsQuery, show: Callable[[Record], Record]
) -> Steps[list[bytes]]:
    """The JSON of a page, several rows in each text. Empties `matches`."""
    chosen = page(matches, request.limit, request.offset)
    rows = yield from in_steps(chosen, lambda some: [encode_items([*map(show, some)])])
    yield from let_go(matches)
    return rows


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
