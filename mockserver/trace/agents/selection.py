"""The spans of a project that a page asks for, whole: with what their trace says of them, and with
their costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode
from mockserver.core.errors import invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.agents.costs import NO_COSTS, costs_of
from mockserver.trace.agents.kinds import SPANS, AgentSpan
from mockserver.trace.agents.models import SpansGroupBy, SpansStatsReq, SpansWindow, SpanValue
from mockserver.trace.costs.pricing import PricesOf
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, unknown_field
from mockserver.trace.query.models import Query

CUSTOM = ("string", "int", "float", "bool")
"""The types that other attributes are kept by."""

INVOCATION = "invoke_agent"
"""The operation of an agent's turn."""

UNBUILT = ("measures", "group_filters", "group_distributions", "signal_filters", "insight_filters")

PLAIN = ("field", "column")
"""The sources of a field that has a name of its own."""

NAMING = ("agent_name", "agent_version", "agent_id")


def all_spans(store: Store, project: str, prices: PricesOf | None = None) -> Steps[list[Record]]:
    """All spans of a project by their start; without prices their costs are null."""

    def whole(texts: list[bytes]) -> list[Record]:
        spans = map(decode, texts)
        return [{**span, **(costs_of(span, prices) if prices else NO_COSTS)} for span in spans]

    found = yield from in_steps(store[SPANS].find(check_project(project), {}).texts, whole)
    return sorted(found, key=lambda span: sortable(span["started_at"]))


def matching(
    store: Store, request: SpansWindow, query: Query | None, prices: PricesOf | None = None
) -> Steps[list[Record]]:
    """The spans that match; one without an agent or a conversation has that of its trace."""
    test = compile_query(query, FIELDS) if query else None
    low, high = (iso(m) if m else None for m in (request.started_after, request.started_before))
    found = yield from all_spans(store, request.project_id, prices)
    agents: dict[str, Record] = {}
    talk: dict[str, str] = {}
    for span in found:
        if span["agent_name"]:
            agents.setdefault(span["trace_id"], span)
        if span["conversation_id"]:
            talk.setdefault(span["trace_id"], span["conversation_id"])
    completed = (_completed(span, agents.get(span["trace_id"]), talk) for span in found)
    return [
        span
        for span in completed
        if (low is None or sortable(span["started_at"]) >= sortable(low))
        and (high is None or sortable(span["started_at"]) < sortable(high))
        and (test is None or test(span))
    ]


def grouped(
    spans: Iterable[Record], keys: Sequence[SpansGroupBy]
) -> dict[tuple[str, ...], list[Record]]:
    """Spans by the texts of fields; what has none of them has the empty text."""
    reads = [field_of(key).read for key in keys]
    found: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for span in spans:
        found[tuple(str(read(span) or "") for read in reads)].append(span)
    return found


def field_of(ref: SpansGroupBy | SpanValue) -> QueryField:
    """The field that a reference names. Raises a 400."""
    return FIELDS.find(ref.key if ref.source in PLAIN else f"{ref.source}.{ref.key}")


def check_built(request: SpansWindow | SpansStatsReq) -> None:
    """Refuse, with a 400, what this server does not reckon."""
    for name in UNBUILT:
        if getattr(request, name, None):
            raise invalid(f"{name} are not supported here")


def _completed(span: Record, agent: Record | None, talk: dict[str, str]) -> Record:
    named = {name: agent[name] for name in NAMING} if agent and not span["agent_name"] else {}
    conversation_id = span["conversation_id"] or talk.get(span["trace_id"], "")
    return {**span, **named, "conversation_id": conversation_id}


def _elsewhere(path: str) -> QueryField | None:
    """A field by the name of a convention, or an attribute that none knows."""
    root, _, key = path.partition(".")
    if root in _ROOTS:
        return QueryField(_custom(key, root), Comparison.JSON)
    short = path.removeprefix("gen_ai.").removeprefix("weave.")
    name = short.removeprefix("usage.").replace(".", "_")
    if name in AgentSpan.model_fields and name not in _ROOTS:
        return _PLAIN.find(name)
    return QueryField(_custom(path, *_ROOTS), Comparison.JSON)


_ROOTS = tuple(f"custom_attrs_{kind}" for kind in CUSTOM)


def _custom(key: str, *roots: str) -> Callable[[Record], Any]:
    def read(span: Record) -> Any:
        return next((span[root][key] for root in roots if key in span[root]), None)

    return read


_PLAIN = QueryFields.of(AgentSpan, unknown_field, frozenset(_ROOTS))
FIELDS = replace(_PLAIN, elsewhere=_elsewhere)
