"""Agents' spans: keeping them, listing and grouping them, showing them as chats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_bytes
from mockserver.core.errors import invalid
from mockserver.core.model import JsonObject, Record
from mockserver.core.project import check_project
from mockserver.core.refs import SCHEME
from mockserver.core.steps import Steps
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.agents import models
from mockserver.trace.agents.chat import plain_text, reply_text, turn
from mockserver.trace.agents.derived import costs_of, duration, total_cost, total_tokens
from mockserver.trace.agents.kinds import CUSTOM, INVOCATION, SPANS
from mockserver.trace.agents.selection import FIELDS, all_spans, grouped, matching
from mockserver.trace.costs.pricing import PricesOf, prices_of
from mockserver.trace.feedback.service import ON_AGENTS, feedback_on
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import in_order, ranking

DETAILS: JsonObject = {
    "input_messages": [], "output_messages": [], "system_instructions": [], "content_refs": [],
    "reasoning_content": None, "tool_definitions": None, "tool_call_arguments": None,
    "tool_call_result": None,
}  # fmt: skip
"""The large fields, with their values in a response without details."""

NO_CONVERSATION = "__NO_CONVERSATION__"
MOST_SPANS = 200
PREVIEW = 500
TIMES = frozenset({"first_seen", "last_seen"})
SORTABLE = TIMES | {"invocation_count", "span_count", "total_input_tokens", "error_count"}

UNIMPLEMENTED = (
    "measures", "group_filters", "group_distributions", "signal_filters", "insight_filters",
)  # fmt: skip


def check_implemented(request: models.SpansQueryReq | models.SpansStatsReq) -> None:
    """Refuse, with a 400, a request with a field that is not implemented."""
    for name in UNIMPLEMENTED:
        if getattr(request, name, None):
            raise invalid(f"{name} are not supported here")


def keep(store: Store, record: Record) -> None:
    """Keep a span, in place of one with the same id."""
    store[SPANS].drop(record["project_id"], record["span_id"])
    store[SPANS].insert(record)


def agents(
    store: Store, request: models.AgentsQueryReq, settings: Settings, *names: str
) -> Steps[tuple[list[Any], int]]:
    """A page of agents, which the fields `names` tell apart, and the number of all."""
    agent = getattr(request, "agent_name", None) or (request.filters and request.filters.agent_name)
    by_name: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    prices = prices_of(store, request.project_id, settings) if request.include_costs else None
    for span in (yield from all_spans(store, request.project_id, prices)):
        if span["agent_name"] and agent in (None, span["agent_name"]):
            by_name[tuple(span[name] for name in names)].append(span)
    rows = [
        {"project_id": request.project_id, **dict(zip(names, key, strict=True)), **_totals(spans)}
        for key, spans in by_name.items()
    ]
    order = request.sort_by or [models.AgentsSortBy(field="last_seen")]
    for key in order:
        if key.field not in SORTABLE:
            raise invalid(f"Unsupported sort field: {key.field}")
    fields = QueryFields(unknown_field, frozenset({*SORTABLE, *names}) - TIMES, TIMES)
    rank = ranking([SortBy(**dict(key)) for key in order], fields, names[-1])
    ordered = yield from in_order([(rank(row), row) for row in rows])
    return ordered[request.offset : request.offset + request.limit], len(ordered)


def spans(
    store: Store, request: models.SpansQueryReq, settings: Settings
) -> Steps[tuple[list[Record], int]]:
    """A page of spans, by default the newest first, and the number of all."""
    found = yield from _queried(store, request, settings)
    order = request.sort_by or [models.AgentsSortBy(field="started_at")]
    rank = ranking([SortBy(**dict(key)) for key in order], FIELDS, "span_id")
    ordered = yield from in_order([(rank(span), span) for span in found])
    page = ordered[request.offset : request.offset + request.limit]
    hidden = {} if request.include_details else DETAILS
    return [{**span, "raw_span_dump": None, **hidden} for span in page], len(ordered)


def groups(
    store: Store, request: models.SpansQueryReq, keys: list[models.SpansGroupBy], settings: Settings
) -> Steps[tuple[list[Record], int]]:
    """A page of groups of spans, the group seen last first, and the number of all."""
    found = grouped((yield from _queried(store, request, settings)), keys)
    by_conversation = [key.key for key in keys] == ["conversation_id"]
    rows = []
    for values, spans in found.items():
        row = _group(spans)
        row["group_keys"] = dict(zip([key.name for key in keys], values, strict=True))
        if by_conversation and (messages := [*_conversation(spans)]):
            row |= {"first_message": messages[0], "last_message": messages[-1]}
        rows.append(row)
    rows.sort(key=lambda row: sortable(row["last_seen"]), reverse=True)
    return rows[request.offset : request.offset + request.limit], len(rows)


def _queried(
    store: Store, request: models.SpansQueryReq, settings: Settings
) -> Steps[list[Record]]:
    prices = prices_of(store, request.project_id, settings) if request.include_costs else None
    return matching(store, request, request.query, prices)


def trace(store: Store, request: models.TraceChatReq, settings: Settings) -> models.AgentTurn:
    """A trace as a chat."""
    project = check_project(request.project_id)
    chat = _turn(store, project, request.trace_id, prices_of(store, project, settings))
    return _with_feedback(store, project, chat) if request.include_feedback else chat


def conversation(
    store: Store, request: models.ConversationChatReq, settings: Settings
) -> Steps[models.ConversationChatRes]:
    """A page of turns of a conversation, counted from the newest and listed by time."""
    project, name = request.project_id, request.conversation_id
    prices = prices_of(store, project, settings)
    starts: dict[str, str] = {}
    for span in (yield from all_spans(store, project)):
        if span["conversation_id"] == name:
            starts.setdefault(span["trace_id"], span["started_at"])
    newest = sorted(starts, key=lambda trace_id: sortable(starts[trace_id]), reverse=True)
    page = newest[request.offset : request.offset + request.limit][::-1]
    turns = [_turn(store, project, trace_id, prices) for trace_id in page]
    feedback = None
    if request.include_feedback:
        turns = [_with_feedback(store, project, turn) for turn in turns]
        feedback = _feedback_on(store, project, "agent_conversation", name)
    return {
        "conversation_id": name,
        "turns": turns,
        "total_turns": len(newest),
        "has_more": request.offset + len(page) < len(newest),
        "limit": request.limit,
        "offset": request.offset,
        "total_cost_usd": total_cost(turns),
        "feedback": feedback,
    }


def _turn(store: Store, project: str, trace_id: str, prices: PricesOf) -> models.AgentTurn:
    spans = map(decode, store[SPANS].find(project, {"trace_id": [trace_id]}).texts)
    return turn(trace_id, [{**span, **costs_of(span, prices)} for span in spans])


def _with_feedback(store: Store, project: str, turn: models.AgentTurn) -> models.AgentTurn:
    """A turn with the feedback on it and on its messages; null for a message without any."""
    for message in turn["messages"]:
        if message["span_id"]:
            found = _feedback_on(store, project, "agent_span", message["span_id"])
            message["feedback"] = found or None
    return {**turn, "feedback": _feedback_on(store, project, "agent_turn", turn["trace_id"])}


def _feedback_on(store: Store, project: str, kind: str, name: str) -> list[Record]:
    ref = f"{SCHEME}{project}/{kind}/{quote(name, safe='')}"
    return feedback_on(store, project, ref, ON_AGENTS)


def conversation_spans(
    store: Store, request: models.ConversationSpansReq
) -> Steps[models.ConversationSpansRes]:
    """The last spans of conversations."""
    by_conversation: dict[str, list[models.ConversationSpan]] = defaultdict(list)
    for span in (yield from matching(store, request, None)):
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
                "spans_feedback": [],
            }
            for name in dict.fromkeys(request.conversation_ids)
        ]
    }


def custom_attributes(
    store: Store, request: models.CustomAttrsReq
) -> Steps[list[models.CustomAttr]]:
    """The custom attributes and their types, sorted."""
    found = yield from matching(store, request, request.query)
    counts = Counter((key, source) for span in found for source in CUSTOM for key in span[source])
    return [
        {
            "source": source,
            "key": key,
            "value_type": source.removeprefix("custom_attrs_"),
            "span_count": count,
        }
        for (key, source), count in sorted(counts.items())
    ]


def search(store: Store, request: models.AgentsSearchReq) -> Steps[list[models.FoundConversation]]:
    """The messages that contain a text, the newest first, by conversation."""
    filters = ("trace_id", "conversation_id", "agent_name", "provider_name", "request_model")
    values = {name: getattr(request, name) for name in filters}
    matches = [
        (span, role, text)
        for span in reversed((yield from matching(store, request, None)))
        if all(value is None or span[name] == value for name, value in values.items())
        for role, text in _texts_of(span)
        if request.query in text
        and (not request.roles or role in request.roles or _TOOLS.get(role) in request.roles)
    ]
    found: dict[str, models.FoundConversation] = {}
    for span, role, text in matches[request.offset : request.offset + request.limit]:
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
                "content_preview": text[:PREVIEW] if request.truncate_content else text,
                "content_digest": digest_bytes(text.encode(errors="replace")),
                "started_at": span["started_at"],
            }
        )
    return [*found.values()]


_TOOLS = {"tool_call": "tool", "tool_result": "tool"}


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
        "group_keys": {},
        **_totals(spans),
        **total_tokens(spans),
        "conversation_count": len(values("conversation_id")),
        "agent_names": values("agent_name"),
        "agent_versions": values("agent_version"),
        "provider_names": values("provider_name"),
        "request_models": values("request_model"),
        "conversation_names": values("conversation_name"),
        "metrics": {},
        "distributions": {},
        "first_message": None,
        "last_message": None,
        "total_input_cost_usd": total_cost(spans, "input_cost_usd"),
        "total_output_cost_usd": total_cost(spans, "output_cost_usd"),
    }


def _conversation(spans: list[Record]) -> Iterator[JsonObject]:
    """The last question and the reply of each span, cut to a preview."""
    for span in spans:
        messages = span["input_messages"]
        questions = [plain_text(each["content"]) for each in messages if each["role"] == "user"]
        if questions and questions[-1]:
            yield {"role": "user_message", "text": questions[-1][:PREVIEW]}
        if reply := reply_text(span):
            yield {"role": "assistant_message", "text": reply[:PREVIEW]}
