"""Selection of a project's spans: by time, by a query, into groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.agents.models import SpansGroupBy, SpansWindow, SpanValue
from mockserver.trace.agents.stored import CUSTOM, NO_COSTS, AgentSpan, costs_of
from mockserver.trace.costs.pricing import PricesOf
from mockserver.trace.kinds import SPANS
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, unknown_field
from mockserver.trace.query.models import Query

AGENT = ("agent_name", "agent_version", "agent_id")


def all_spans(store: Store, project: str, prices: PricesOf | None = None) -> Steps[list[Record]]:
    """All spans of a project by their start; without prices their costs are null."""

    def with_costs(texts: list[bytes]) -> list[Record]:
        spans = map(decode, texts)
        return [{**span, **(costs_of(span, prices) if prices else NO_COSTS)} for span in spans]

    found = yield from in_steps(store[SPANS].find(project, {}).texts, with_costs)
    return sorted(found, key=lambda span: sortable(span["started_at"]))


def matching(
    store: Store, request: SpansWindow, query: Query | None, prices: PricesOf | None = None
) -> Steps[list[Record]]:
    """The spans that match. A span without an agent or a conversation takes its trace's."""
    matches = compile_query(query, FIELDS) if query else None
    after, before = (
        sortable(iso(moment)) if moment else None
        for moment in (request.started_after, request.started_before)
    )
    spans = yield from all_spans(store, request.project, prices)
    agents: dict[str, Record] = {}
    conversations: dict[str, str] = {}
    for span in spans:
        if span["agent_name"]:
            agents.setdefault(span["trace_id"], {name: span[name] for name in AGENT})
        if span["conversation_id"]:
            conversations.setdefault(span["trace_id"], span["conversation_id"])
    completed = (
        {
            **span,
            **({} if span["agent_name"] else agents.get(span["trace_id"], {})),
            "conversation_id": span["conversation_id"] or conversations.get(span["trace_id"], ""),
        }
        for span in spans
    )
    return [
        span
        for span in completed
        if (after is None or sortable(span["started_at"]) >= after)
        and (before is None or sortable(span["started_at"]) < before)
        and (matches is None or matches(span))
    ]


def grouped(
    spans: Iterable[Record], keys: Sequence[SpansGroupBy]
) -> dict[tuple[str, ...], list[Record]]:
    """Spans by the text of each key's field, which is empty for spans without it."""
    reads = [field_of(key).read for key in keys]
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for span in spans:
        groups[tuple(str(read(span) or "") for read in reads)].append(span)
    return groups


def field_of(value: SpansGroupBy | SpanValue) -> QueryField:
    """The field of a value in a request. Raises a 400."""
    is_plain = value.source in ("field", "column")
    return FIELDS.find(value.key if is_plain else f"{value.source}.{value.key}")


def _elsewhere(path: str) -> QueryField:
    """A field by the name of its attribute, or a custom attribute."""
    root, _, key = path.partition(".")
    if root in CUSTOM:
        return QueryField(_custom(key, root), Comparison.JSON)
    short = path.removeprefix("gen_ai.").removeprefix("weave.")
    name = short.removeprefix("usage.").replace(".", "_")
    if name in AgentSpan.model_fields and name not in CUSTOM:
        return _PLAIN.find(name)
    return QueryField(_custom(path, *CUSTOM), Comparison.JSON)


def _custom(key: str, *roots: str) -> Callable[[Record], Any]:
    def read(span: Record) -> Any:
        return next((span[root][key] for root in roots if key in span[root]), None)

    return read


_PLAIN = QueryFields.of(AgentSpan, unknown_field, frozenset(CUSTOM))
FIELDS = replace(_PLAIN, elsewhere=_elsewhere)
