"""The rules of agents' spans: keeping them, finding and grouping them, reading them as chats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
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
from mockserver.trace.agents.chat import answer_of, duration, totals, turn, words
from mockserver.trace.agents.costs import added, costs_of
from mockserver.trace.agents.kinds import SPANS
from mockserver.trace.agents.models import (
    AgentsQueryReq,
    AgentsSearchReq,
    AgentsSortBy,
    AgentTurn,
    ConversationChatReq,
    ConversationChatRes,
    ConversationSpan,
    ConversationSpansReq,
    ConversationSpansRes,
    CustomAttr,
    CustomAttrsReq,
    FoundConversation,
    SpansGroupBy,
    SpansQueryReq,
    TraceChatReq,
)
from mockserver.trace.agents.selection import (
    CUSTOM,
    FIELDS,
    INVOCATION,
    all_spans,
    grouped,
    matching,
)
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
"""The large fields, and what stands for them where nobody asks for details."""

NO_CONVERSATION = "__NO_CONVERSATION__"
MOST_SPANS = 200
PREVIEW = 500
TIMES = frozenset({"first_seen", "last_seen"})
SORTABLE = TIMES | {"invocation_count", "span_count", "total_input_tokens", "error_count"}


def keep(store: Store, record: Record) -> None:
    """Keep a span in the place of one with its id."""
    store[SPANS].drop(record["project_id"], record["span_id"])
    store[SPANS].insert(record)


def agents(
    store: Store, request: AgentsQueryReq, settings: Settings, *names: str
) -> Steps[tuple[list[Any], int]]:
    """A page of agents, by the fields that name one, and how many there are."""
    name = getattr(request, "agent_name", None) or (request.filters and request.filters.agent_name)
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    prices = prices_of(store, request.project_id, settings) if request.include_costs else None
    for span in (yield from all_spans(store, request.project_id, prices)):
        if span["agent_name"] and name in (None, span["agent_name"]):
            groups[tuple(span[each] for each in names)].append(span)
    rows = [
        {"project_id": request.project_id, **dict(zip(names, key, strict=True)), **_agent(spans)}
        for key, spans in groups.items()
    ]
    order = request.sort_by or [AgentsSortBy(field="last_seen")]
    for key in order:
        if key.field not in SORTABLE:
            raise invalid(f"Unsupported sort field: {key.field}")
    fields = QueryFields(unknown_field, frozenset({*SORTABLE, *names}) - TIMES, TIMES)
    ranked = ranking([SortBy(**dict(key)) for key in order], fields, names[-1])
    found = yield from in_order([(ranked(row), row) for row in rows])
    return found[request.offset : request.offset + request.limit], len(found)


def spans(
    store: Store, request: SpansQueryReq, settings: Settings
) -> Steps[tuple[list[Record], int]]:
    """A page of spans, the newest first unless asked otherwise, and how many there are."""
    found = yield from _queried(store, request, settings)
    order = request.sort_by or [AgentsSortBy(field="started_at")]
    rank = ranking([SortBy(**dict(key)) for key in order], FIELDS, "span_id")
    ordered = yield from in_order([(rank(span), span) for span in found])
    page = ordered[request.offset : request.offset + request.limit]
    hidden = {} if request.include_details else DETAILS
    return [{**span, "raw_span_dump": None, **hidden} for span in page], len(ordered)


def groups(
    store: Store, request: SpansQueryReq, keys: list[SpansGroupBy], settings: Settings
) -> Steps[tuple[list[Record], int]]:
    """A page of groups of spans, those with the newest span first, and how many there are."""
    found = grouped((yield from _queried(store, request, settings)), keys)
    talks = [key.key for key in keys] == ["conversation_id"]
    names = [key.name for key in keys]
    rows = [
        _group(dict(zip(names, key, strict=True)), held, talks=talks) for key, held in found.items()
    ]
    rows.sort(key=lambda row: sortable(row["last_seen"]), reverse=True)
    return rows[request.offset : request.offset + request.limit], len(rows)


def _queried(store: Store, request: SpansQueryReq, settings: Settings) -> Steps[list[Record]]:
    prices = prices_of(store, request.project_id, settings) if request.include_costs else None
    return matching(store, request, request.query, prices)


def trace(store: Store, request: TraceChatReq, settings: Settings) -> AgentTurn:
    """One trace as a chat."""
    project = check_project(request.project_id)
    prices = prices_of(store, project, settings)
    found = _turn(store, project, request.trace_id, prices)
    return _with_feedback(store, project, found) if request.include_feedback else found


def conversation(
    store: Store, request: ConversationChatReq, settings: Settings
) -> Steps[ConversationChatRes]:
    """The newest turns of a conversation, the oldest of them first."""
    project, name = request.project_id, request.conversation_id
    prices = prices_of(store, project, settings)
    began: dict[str, str] = {}
    for span in (yield from all_spans(store, project)):
        if span["conversation_id"] == name:
            began.setdefault(span["trace_id"], span["started_at"])
    newest = sorted(began, key=lambda trace_id: sortable(began[trace_id]), reverse=True)
    page = newest[request.offset : request.offset + request.limit][::-1]
    turns = [_turn(store, project, trace_id, prices) for trace_id in page]
    feedback = None
    if request.include_feedback:
        turns = [_with_feedback(store, project, turn) for turn in turns]
        feedback = _feedback_of(store, project, "agent_conversation", name)
    return {
        "conversation_id": name,
        "turns": turns,
        "total_turns": len(newest),
        "has_more": request.offset + len(page) < len(newest),
        "limit": request.limit,
        "offset": request.offset,
        "total_cost_usd": added(turns),
        "feedback": feedback,
    }


def _turn(store: Store, project: str, trace_id: str, prices: PricesOf) -> AgentTurn:
    spans = map(decode, store[SPANS].find(project, {"trace_id": [trace_id]}).texts)
    return turn(trace_id, [{**span, **costs_of(span, prices)} for span in spans])


def _with_feedback(store: Store, project: str, turn: AgentTurn) -> AgentTurn:
    """A turn with what was said of it and of its steps; steps without feedback have null."""
    for message in turn["messages"]:
        if message["span_id"]:
            found = _feedback_of(store, project, "agent_span", message["span_id"])
            message["feedback"] = found or None
    return {**turn, "feedback": _feedback_of(store, project, "agent_turn", turn["trace_id"])}


def _feedback_of(store: Store, project: str, kind: str, name: str) -> list[Record]:
    """The feedback on what is named, the oldest first."""
    ref = f"{SCHEME}{project}/{kind}/{quote(name, safe='')}"
    return feedback_on(store, project, ref, ON_AGENTS)


def conversation_spans(store: Store, request: ConversationSpansReq) -> Steps[ConversationSpansRes]:
    """The last spans of conversations."""
    found = yield from matching(store, request, None)
    return {
        "conversations": [
            {
                "conversation_id": conversation_id,
                "spans": [
                    _step(span) for span in found if span["conversation_id"] == conversation_id
                ][-MOST_SPANS:],
                "spans_feedback": [],
            }
            for conversation_id in dict.fromkeys(request.conversation_ids)
        ]
    }


def _step(span: Record) -> ConversationSpan:
    return {
        "operation_name": span["operation_name"],
        "trace_id": span["trace_id"],
        "span_id": span["span_id"],
        "status": span["status_code"],
        "duration_ms": duration(span),
    }


def custom_attributes(store: Store, request: CustomAttrsReq) -> Steps[list[CustomAttr]]:
    """The attributes that no convention knows, with their types, sorted."""
    found = yield from matching(store, request, request.query)
    counts = Counter(
        (key, kind) for span in found for kind in CUSTOM for key in span[f"custom_attrs_{kind}"]
    )
    return [
        {"source": f"custom_attrs_{kind}", "key": key, "value_type": kind, "span_count": count}
        for (key, kind), count in sorted(counts.items())
    ]


def search(store: Store, request: AgentsSearchReq) -> Steps[list[FoundConversation]]:
    """The messages that hold a text, the newest first, by conversation."""
    plain = ("trace_id", "conversation_id", "agent_name", "provider_name", "request_model")
    given = {name: getattr(request, name) for name in plain if getattr(request, name) is not None}
    roles = {*(request.roles or ())}
    matches = [
        (span, role, text)
        for span in reversed((yield from matching(store, request, None)))
        if all(span[name] == value for name, value in given.items())
        for role, text in _texts_of(span)
        if request.query in text and (not roles or role in roles or _TOOLS.get(role) in roles)
    ]
    found: dict[str, FoundConversation] = {}
    for span, role, text in matches[request.offset : request.offset + request.limit]:
        name = span["conversation_id"] or NO_CONVERSATION
        held = found.setdefault(
            name,
            {
                "conversation_id": name,
                "conversation_name": span["conversation_name"],
                "agent_name": span["agent_name"],
                "last_activity": span["started_at"],
                "matched_messages": [],
            },
        )
        held["matched_messages"].append(
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
    """Everything that a span holds of a conversation, with the role of who said it."""
    for message in (*span["input_messages"], *span["output_messages"]):
        yield message["role"], words(message["content"])
    for instruction in span["system_instructions"]:
        yield "system", instruction
    if span["tool_call_arguments"]:
        yield "tool_call", span["tool_call_arguments"]
    if span["tool_call_result"]:
        yield "tool_result", span["tool_call_result"]


def _agent(held: list[Record]) -> JsonObject:
    """The totals of spans."""
    return {
        "invocation_count": sum(span["operation_name"] == INVOCATION for span in held),
        "span_count": len(held),
        "total_input_tokens": sum(span["input_tokens"] for span in held),
        "total_output_tokens": sum(span["output_tokens"] for span in held),
        "total_duration_ms": sum(map(duration, held)),
        "error_count": sum(span["status_code"] == "ERROR" for span in held),
        "first_seen": held[0]["started_at"],
        "last_seen": max((span["ended_at"] for span in held), key=sortable),
        "total_cost_usd": added(held),
    }


def _group(keys: JsonObject, held: list[Record], *, talks: bool) -> JsonObject:
    names = ("agent_name", "agent_version", "provider_name", "request_model", "conversation_name")
    row = {
        "group_keys": keys,
        **_agent(held),
        **totals(held),
        "conversation_count": len({s["conversation_id"] for s in held if s["conversation_id"]}),
        **{f"{name}s": sorted({span[name] for span in held if span[name]}) for name in names},
        "metrics": {},
        "distributions": {},
        "first_message": None,
        "last_message": None,
        "total_input_cost_usd": added(held, "input_cost_usd"),
        "total_output_cost_usd": added(held, "output_cost_usd"),
    }
    messages = [*_talk(held)] if talks else []
    return {**row, "first_message": messages[0], "last_message": messages[-1]} if messages else row


def _talk(held: Iterable[Record]) -> Iterator[JsonObject]:
    for span in held:
        questions = [words(m["content"]) for m in span["input_messages"] if m["role"] == "user"]
        question = questions[-1] if questions else ""
        texts = {"user_message": question, "assistant_message": answer_of(span)}
        for role, text in texts.items():
            if text:
                yield {"role": role, "text": text[:PREVIEW]}
