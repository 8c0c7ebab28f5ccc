"""Handlers of agents: the export of their spans, and the pages about them. Observed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, TypeVar
from urllib.parse import quote

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_bytes
from mockserver.core.errors import invalid
from mockserver.core.model import JsonObject, Record
from mockserver.core.project import InProject
from mockserver.core.refs import SCHEME
from mockserver.core.steps import Steps
from mockserver.http.answers import Content, JsonBytes
from mockserver.http.context import Context
from mockserver.trace.agents import models
from mockserver.trace.agents.chat import plain_text, questions, reply_text, turn
from mockserver.trace.agents.selection import FIELDS, all_spans, grouped, matching, measure
from mockserver.trace.agents.spans import (
    CUSTOM,
    INVOCATION,
    costs_of,
    duration,
    span_of,
    total_cost,
    total_tokens,
)
from mockserver.trace.costs import PricesOf, prices_of
from mockserver.trace.feedback.service import MONITOR, ON_AGENTS, USER, feedback_on
from mockserver.trace.kinds import SPANS
from mockserver.trace.otel.decode import OtelExportRes
from mockserver.trace.otel.routes import Sent, received
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.select import in_order, ranking

T = TypeVar("T")

DETAILS: JsonObject = {
    "input_messages": [], "output_messages": [], "system_instructions": [], "content_refs": [],
    "reasoning_content": None, "tool_definitions": None, "tool_call_arguments": None,
    "tool_call_result": None,
}  # fmt: skip
"""The large fields, with their values in a response without details."""

NO_CONVERSATION = "__NO_CONVERSATION__"
MOST_SPANS = 200
FOUND = 500
"""Characters of a message that a search shows."""

PREVIEW = 280
"""Characters of the first and the last message of a conversation."""

TOOLS = ("tool_call", "tool_result")
LISTED = ("agent_name", "agent_version", "provider_name", "request_model", "conversation_name")
TIMES = frozenset({"first_seen", "last_seen"})
SORTABLE = TIMES | {"invocation_count", "span_count", "total_input_tokens", "error_count"}

UNIMPLEMENTED = (
    "measures", "group_filters", "group_distributions", "signal_filters", "insight_filters",
)  # fmt: skip


def export(body: Sent, ctx: Context) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """Like the export of calls, but the spans stay spans and make no calls."""

    put = ctx.store[SPANS].put
    return received(body, ctx, lambda span, project, _: span_of(span, project, ctx.user), put)


def agents(body: models.AgentsQueryReq, ctx: Context) -> Steps[models.AgentsQueryRes]:
    """`{"agents", "total_count"}`."""
    agent = body.filters.agent_name if body.filters else None
    rows = yield from _agents(body, agent, ctx, "agent_name")
    return {"agents": _page(rows, body), "total_count": len(rows)}


def versions(
    body: models.AgentVersionsQueryReq, ctx: Context
) -> Steps[models.AgentVersionsQueryRes]:
    """`{"versions", "total_count"}` of one agent."""
    rows = yield from _agents(body, body.agent_name, ctx, "agent_name", "agent_version")
    return {"versions": _page(rows, body), "total_count": len(rows)}


def spans(body: models.SpansQueryReq, ctx: Context) -> Steps[models.SpansQueryRes]:
    """`{"spans", "groups", "total_count"}`: groups if the request has `group_by`, else spans."""
    _check_implemented(body)
    prices = _prices(body, ctx) if body.include_costs else None
    found = yield from matching(ctx.store, body, body.query, prices)
    if body.group_by:
        groups = _groups(found, body.group_by)
        return {"spans": [], "groups": _page(groups, body), "total_count": len(groups)}
    order = body.sort_by or [models.AgentsSortBy(field="started_at")]
    rank = ranking(order, FIELDS, "span_id")
    ordered = yield from in_order([(rank(span), span) for span in found])
    hidden = {} if body.include_details else DETAILS
    shown = [{**span, "raw_span_dump": None, **hidden} for span in _page(ordered, body)]
    return {"spans": shown, "groups": [], "total_count": len(ordered)}


def span_stats(body: models.SpansStatsReq, ctx: Context) -> Steps[models.SpansStatsRes]:
    """Metrics of spans over time."""
    _check_implemented(body)
    return measure(ctx.store, body, _prices(body, ctx), ctx.clock.now())


def trace_chat(body: models.TraceChatReq, ctx: Context) -> models.AgentTurn:
    """A trace as a chat; an unknown trace has no messages."""
    chat = _turn(body.project, body.trace_id, _prices(body, ctx), ctx)
    return _with_feedback(chat, body.project, ctx) if body.include_feedback else chat


def conversation_chat(
    body: models.ConversationChatReq, ctx: Context
) -> Steps[models.ConversationChatRes]:
    """A page of turns of a conversation, counted from the newest and listed by time."""
    project, name, prices = body.project, body.conversation_id, _prices(body, ctx)
    starts: dict[str, str] = {}
    for span in (yield from all_spans(ctx.store, project)):
        if span["conversation_id"] == name:
            starts.setdefault(span["trace_id"], span["started_at"])
    newest = sorted(starts, key=lambda trace_id: sortable(starts[trace_id]), reverse=True)
    page = _page(newest, body)[::-1]
    turns = [_turn(project, trace_id, prices, ctx, name) for trace_id in page]
    feedback = None
    if body.include_feedback:
        turns = [_with_feedback(turn, project, ctx) for turn in turns]
        feedback = _feedback_on(project, "agent_conversation", name, ctx)
    return {
        "conversation_id": name,
        "turns": turns,
        "total_turns": len(newest),
        "has_more": body.offset + len(page) < len(newest),
        "limit": body.limit,
        "offset": body.offset,
        "total_cost_usd": total_cost(turns),
        "feedback": feedback,
    }


def conversation_spans(
    body: models.ConversationSpansReq, ctx: Context
) -> Steps[models.ConversationSpansRes]:
    """The last spans of conversations, and the feedback on these and on their turns."""
    by_conversation: dict[str, list[models.ConversationSpan]] = defaultdict(list)
    for span in (yield from matching(ctx.store, body, None)):
        by_conversation[span["conversation_id"]].append(
            {
                "operation_name": span["operation_name"],
                "trace_id": span["trace_id"],
                "span_id": span["span_id"],
                "status": span["status_code"],
                "duration_ms": duration(span),
            }
        )
    return {
        "conversations": [
            {
                "conversation_id": name,
                "spans": by_conversation[name][-MOST_SPANS:],
                "spans_feedback": [*_markers(body.project, name, by_conversation[name], ctx)],
            }
            for name in dict.fromkeys(body.conversation_ids)
        ]
    }


def custom_attributes(body: models.CustomAttrsReq, ctx: Context) -> Steps[models.CustomAttrsRes]:
    """`{"attributes", "limit", "offset", "has_more"}`: custom attributes with their types."""
    found = yield from matching(ctx.store, body, body.query)
    counts = Counter((key, source) for span in found for source in CUSTOM for key in span[source])
    attributes: list[models.CustomAttr] = [
        {
            "source": source,
            "key": key,
            "value_type": source.removeprefix("custom_attrs_"),
            "span_count": count,
        }
        for (key, source), count in sorted(counts.items())
    ]
    return {
        "attributes": _page(attributes, body),
        "limit": body.limit,
        "offset": body.offset,
        "has_more": body.offset + body.limit < len(attributes),
    }


def search(body: models.AgentsSearchReq, ctx: Context) -> Steps[models.AgentsSearchRes]:
    """`{"results", "total_conversations"}`: messages that contain a text, by conversation."""
    filters = ("trace_id", "conversation_id", "agent_name", "provider_name", "request_model")
    values = {name: getattr(body, name) for name in filters}
    matches = [
        (span, role, text)
        for span in reversed((yield from matching(ctx.store, body, None)))
        if all(value is None or span[name] == value for name, value in values.items())
        for role, text in _texts_of(span)
        if body.query in text
        and (not body.roles or role in body.roles or (role in TOOLS and "tool" in body.roles))
    ]
    found: dict[str, models.FoundConversation] = {}
    for span, role, text in _page(matches, body):
        name = span["conversation_id"] or NO_CONVERSATION
        conversation = found.setdefault(
            name,
            {
                "conversation_id": name,
                "conversation_name": span["conversation_name"],
                "agent_name": span["agent_name"],
                "last_activity": span["started_at"],
                "matched_messages": [],
            },
        )
        conversation["matched_messages"].append(
            {
                "span_id": span["span_id"],
                "trace_id": span["trace_id"],
                "role": role,
                "content_preview": text[:FOUND] if body.truncate_content else text,
                "content_digest": digest_bytes(text.encode(errors="replace")),
                "started_at": span["started_at"],
            }
        )
    return {"results": [*found.values()], "total_conversations": len(found)}


def _page(rows: list[T], request: models.Paged) -> list[T]:
    return rows[request.offset : request.offset + request.limit]


def _prices(request: InProject, ctx: Context) -> PricesOf:
    return prices_of(ctx.store, request.project, ctx.settings)


def _check_implemented(request: models.SpansQueryReq | models.SpansStatsReq) -> None:
    for name in UNIMPLEMENTED:
        if getattr(request, name, None):
            raise invalid(f"{name} are not supported here")


def _agents(
    body: models.AgentsQueryReq, agent: str | None, ctx: Context, *names: str
) -> Steps[list[Any]]:
    """One agent or all, one row for each value of the fields `names`, in order."""
    prices = _prices(body, ctx) if body.include_costs else None
    by_name: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for span in (yield from all_spans(ctx.store, body.project, prices)):
        if span["agent_name"] and agent in (None, span["agent_name"]):
            by_name[tuple(span[name] for name in names)].append(span)
    rows = [
        {"project_id": body.project_id, **dict(zip(names, key, strict=True)), **_totals(spans)}
        for key, spans in by_name.items()
    ]
    order = body.sort_by or [models.AgentsSortBy(field="last_seen")]
    for key in order:
        if key.field not in SORTABLE:
            raise invalid(f"Unsupported sort field: {key.field}")
    fields = QueryFields(unknown_field, frozenset({*SORTABLE, *names}) - TIMES, TIMES)
    rank = ranking(order, fields, names[-1])
    return (yield from in_order([(rank(row), row) for row in rows]))


def _groups(spans: list[Record], keys: list[models.SpansGroupBy]) -> list[JsonObject]:
    """Groups of spans, the group seen last first."""
    names = [key.name for key in keys]
    by_conversation = [key.key for key in keys] == ["conversation_id"]
    rows = []
    for values, group in grouped(spans, keys).items():
        first, last = _previews(group) if by_conversation else (None, None)
        rows.append(
            {
                "group_keys": dict(zip(names, values, strict=True)),
                **_group(group),
                "first_message": first,
                "last_message": last,
            }
        )
    return sorted(rows, key=lambda row: sortable(row["last_seen"]), reverse=True)


def _turn(
    project: str, trace_id: str, prices: PricesOf, ctx: Context, conversation: str | None = None
) -> models.AgentTurn:
    """The chat of a trace; of one conversation, without the spans that name another."""
    shown = [
        {**span, **costs_of(span, prices)}
        for span in map(decode, ctx.store[SPANS].find(project, {"trace_id": [trace_id]}).texts)
        if conversation is None or span["conversation_id"] in (conversation, "")
    ]
    return turn(trace_id, shown)


def _with_feedback(turn: models.AgentTurn, project: str, ctx: Context) -> models.AgentTurn:
    """A turn with the feedback on it and on its messages; null for a message without any."""
    for message in turn["messages"]:
        if message["span_id"]:
            found = _feedback_on(project, "agent_span", message["span_id"], ctx)
            message["feedback"] = found or None
    return {**turn, "feedback": _feedback_on(project, "agent_turn", turn["trace_id"], ctx)}


def _feedback_on(project: str, kind: str, name: str, ctx: Context) -> list[Record]:
    quoted = quote(name, safe="", errors="surrogatepass")  # A name may have half a character.
    ref = f"{SCHEME}{project}/{kind}/{quoted}"
    return feedback_on(ctx.store, project, ref, ON_AGENTS)


def _markers(
    project: str, conversation: str, spans: list[models.ConversationSpan], ctx: Context
) -> Iterator[models.SpansFeedback]:
    """The tags and ratings of a conversation, then of its turns, which have a trace."""
    rated: list[tuple[str | None, list[Record]]] = [
        (None, _feedback_on(project, "agent_conversation", conversation, ctx)),
        *(
            (trace_id, _feedback_on(project, "agent_turn", trace_id, ctx))
            for trace_id in dict.fromkeys(span["trace_id"] for span in spans)
        ),
    ]
    for trace_id, found in rated:
        for row in found:
            if row["feedback_type"] in (MONITOR, USER):
                ratings: list[models.SpansRating] = [
                    {
                        "name": name,
                        "value": value,
                        "reason": row["scorer_rating_reasons"].get(name) or None,
                        "confidence": row["scorer_rating_confidences"].get(name),
                    }
                    for name, value in row["scorer_ratings"].items()
                ]
                yield {
                    "trace_id": trace_id,
                    "feedback_type": row["feedback_type"],
                    "tags": [*filter(None, row["scorer_tags"])],
                    "ratings": ratings,
                }


def _texts_of(span: Record) -> Iterator[tuple[str, str]]:
    """The role and the text of each message, instruction and tool call of a span."""
    for message in (*span["input_messages"], *span["output_messages"]):
        yield message["role"], plain_text(message["content"])
    for instruction in span["system_instructions"]:
        yield "system", instruction
    if span["tool_call_arguments"]:
        yield "tool_call", span["tool_call_arguments"]
    if span["tool_call_result"]:
        yield "tool_result", span["tool_call_result"]


def _totals(spans: list[Record]) -> JsonObject:
    return {
        "invocation_count": sum(span["operation_name"] == INVOCATION for span in spans),
        "span_count": len(spans),
        "total_input_tokens": sum(span["input_tokens"] for span in spans),
        "total_output_tokens": sum(span["output_tokens"] for span in spans),
        "total_duration_ms": sum(map(duration, spans)),
        "error_count": sum(span["status_code"] == "ERROR" for span in spans),
        "first_seen": spans[0]["started_at"],
        "last_seen": max((span["ended_at"] for span in spans), key=sortable),
        "total_cost_usd": total_cost(spans),
    }


def _group(spans: list[Record]) -> JsonObject:
    def values(field: str) -> list[str]:
        return sorted({span[field] for span in spans if span[field]})

    return {
        **_totals(spans),
        **total_tokens(spans),
        "conversation_count": len(values("conversation_id")),
        **{f"{name}s": values(name) for name in LISTED},
        "metrics": {},
        "distributions": {},
        "total_input_cost_usd": total_cost(spans, "input_cost_usd"),
        "total_output_cost_usd": total_cost(spans, "output_cost_usd"),
    }


def _previews(spans: list[Record]) -> tuple[JsonObject | None, JsonObject | None]:
    """The question that opens a conversation and its latest reply, each None without a text."""
    asking = [span for span in spans if span["input_messages"]]
    replying = [span for span in spans if span["output_messages"]]
    opening = questions(asking[0])[:1] if asking else []
    latest = max(replying, key=lambda span: sortable(span["ended_at"]), default=None)
    return (
        _preview("user_message", opening[0] if opening else ""),
        _preview("assistant_message", reply_text(latest) if latest else ""),
    )


def _preview(role: str, text: str) -> JsonObject | None:
    """A message cut to a preview."""
    text = text.strip()
    cut = text if len(text) <= PREVIEW else f"{text[:PREVIEW].rstrip()}…"
    return {"role": role, "text": cut} if text else None
