"""Choosing among records that are looked at one by one: a query, then an order."""

from __future__ import annotations

from collections.abc import Iterable

from mockserver.core.model import Record
from mockserver.query.compile import compile_query
from mockserver.query.fields import Fields
from mockserver.query.models import Query, SortBy
from mockserver.query.sorting import sort_records


def select(
    records: Iterable[Record], query: Query | None, sort_by: list[SortBy] | None, fields: Fields
) -> list[Record]:
    """The records that match, in the order asked for; without one, as they come.

    Raises a 400 for what cannot be asked, and what `fields` raises.
    """
    matches = (
        list(records) if query is None else list(filter(compile_query(query, fields), records))
    )
    return sort_records(matches, sort_by, fields) if sort_by else matches
