"""Choosing among records: a query, then an order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mockserver.core.codec import decode
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import QueryFields
from mockserver.trace.query.logic import Predicate
from mockserver.trace.query.models import Query, SortBy
from mockserver.trace.query.sorting import Ranked, Ranking, in_order, ranking


def select(
    texts: Iterable[bytes], query: Query | None, sort_by: list[SortBy] | None, fields: QueryFields
) -> Steps[list[Record]]:
    """The records that match, in the order asked for; without one, as their texts come.

    Raises a 400 for what cannot be asked, and what `fields` raises.
    """
    test = compile_query(query, fields) if query else None
    rank = ranking(sort_by, fields) if sort_by else None
    matches = yield from in_steps(texts, _matching(test))
    if rank is None:
        return matches
    ranked = yield from in_steps(matches, _ranked(rank))
    return (yield from in_order(ranked))


def _matching(test: Predicate | None) -> Callable[[list[bytes]], Iterator[Record]]:
    return lambda texts: filter(test, map(decode, texts))


def _ranked(rank: Ranking) -> Callable[[list[Record]], list[Ranked[Record]]]:
    return lambda records: [(rank(record), record) for record in records]
