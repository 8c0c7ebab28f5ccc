"""The rules of agents' spans: keeping them, finding and grouping them, reading them as chats."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from mockserver.core.clock import iso, sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_bytes
from mockserver.core.errors import invalid
from mockserver.core.model import JsonObject, Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.store.store import Store
from mockserver.trace.agents.chat import answer_of, duration, totals, turn, words
from mockserver.trace.agents.kinds import SPANS, AgentSpan
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
    SpansWindow,
)
from mockserver.trace.query.compile import compile_query
from mockserver.trace.query.fields import Comparison, QueryField, QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.sorting import in_order, ranking

INVOCATION, TOOL = "invoke_agent", "execute_tool"
CUSTOM = ("string", "int", "float", "bool")
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
UNBUILT = ("measures", "group_filters", "group_distributions", "signal_filters", "insight_filters")


def keep(store: Store, record: Record) -> None:
    """Keep a span in the place of one with its id."""
    store[SPANS].drop(record["project_id"], record["span_id"])
    store[SPANS].insert(record)


def agents(store: Store, request: AgentsQueryReq, *names: str) -> Steps[tuple[list[Any], int]]:
    """A page of agents, by the fields that name one, and how many there are."""
    name = getattr(request, "agent_name", None) or (request.filters and request.filters.agent_name)
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for span in (yield from _spans(store, request.project_id)):
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


def spans(store: Store, request: SpansQueryReq) -> Steps[tuple[list[Record], int]]:
    """A page of spans, the newest first unless asked otherwise, and how many there are."""
    found = yield from _matching(store, request, request.query)
    order = request.sort_by or [AgentsSortBy(field="started_at")]
    rank = ranking([SortBy(**dict(key)) for key in order], FIELDS, "span_id")
    ordered = yield from in_order([(rank(span), span) for span in found])
    page = ordered[request.offset : request.offset + request.limit]
    costs = dict.fromkeys(("input_cost_usd", "output_cost_usd", "total_cost_usd"))
    hidden = {} if request.include_details else DETAILS
    return [{**span, **costs, "raw_span_dump": None, **hidden} for span in page], len(ordered)


def groups(
    store: Store, request: SpansQueryReq, keys: list[SpansGroupBy]
) -> Steps[tuple[list[Record], int]]:
    """A page of groups of spans, those with the newest span first, and how many there are."""
    reads = {key.alias or key.key: FIELDS.find(key.key).read for key in keys}
    found: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for span in (yield from _matching(store, request, request.query)):
        found[tuple(str(read(span) or "") for read in reads.values())].append(span)
    talks = [key.key for key in keys] == ["conversation_id"]
    rows = [
        _group(dict(zip(reads, key, strict=True)), held, talks=talks) for key, held in found.items()
    ]
    rows.sort(key=lambda row: sortable(row["last_seen"]), reverse=True)
    return rows[request.offset : request.offset + request.limit], len(rows)


def trace(store: Store, project: str, trace_id: str) -> AgentTurn:
    """One trace as a chat."""
    texts = store[SPANS].find(check_project(project), {"trace_id": [trace_id]}).texts
    return turn(trace_id, [*map(decode, texts)])


def conversation(store: Store, request: ConversationChatReq) -> Steps[ConversationChatRes]:
    """The newest turns of a conversation, the oldest of them first."""
    began: dict[str, str] = {}
    for span in (yield from _spans(store, request.project_id)):
        if span["conversation_id"] == request.conversation_id:
            began.setdefault(span["trace_id"], span["started_at"])
    newest = sorted(began, key=lambda trace_id: sortable(began[trace_id]), reverse=True)
    page = newest[request.offset : request.offset + request.limit][::-1]
    return {
        "conversation_id": request.conversation_id,
        "turns": [trace(store, request.project_id, trace_id) for trace_id in page],
        "total_turns": len(newest),
        "has_more": request.offset + len(page) < len(newest),
        "limit": request.limit,
        "offset": request.offset,
        "total_cost_usd": None,
        "feedback": None,
    }


def conversation_spans(store: Store, request: ConversationSpansReq) -> Steps[ConversationSpansRes]:
    """The last spans of conversations."""
    found = yield from _matching(store, request, None)
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
    found = yield from _matching(store, request, request.query)
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
        (span, role, said)
        for span in reversed((yield from _matching(store, request, None)))
        if all(span[name] == value for name, value in given.items())
        for role, said in _said(span)
        if request.query in said and (not roles or role in roles or _TOOLS.get(role) in roles)
    ]
    found: dict[str, FoundConversation] = {}
    for span, role, said in matches[request.offset : request.offset + request.limit]:
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
                "content_preview": said[:PREVIEW] if request.truncate_content else said,
                "content_digest": digest_bytes(said.encode(errors="replace")),
                "started_at": span["started_at"],
            }
        )
    return [*found.values()]


_TOOLS = {"tool_call": "tool", "tool_result": "tool"}


def check_built(request: SpansQueryReq) -> None:
    """Refuse, with a 400, what this server does not reckon."""
    for name in UNBUILT:
        if getattr(request, name):
            raise invalid(f"{name} are not supported here")


def _said(span: Record) -> Iterator[tuple[str, str]]:
    """Everything that a span holds of a conversation, with the role of who said it."""
    for message in (*span["input_messages"], *span["output_messages"]):
        yield message["role"], words(message["content"])
    for instruction in span["system_instructions"]:
        yield "system", instruction
    if span["tool_call_arguments"]:
        yield "tool_call", span["tool_call_arguments"]
    if span["tool_call_result"]:
        yield "tool_result", span["tool_call_result"]


def _spans(store: Store, project: str) -> Steps[list[Record]]:
    """All spans of a project by their start."""
    found = yield from in_steps(
        store[SPANS].find(check_project(project), {}).texts, lambda group: map(decode, group)
    )
    return sorted(found, key=lambda span: sortable(span["started_at"]))


def _matching(store: Store, request: SpansWindow, query: Any) -> Steps[list[Record]]:
    """The spans that match; one without an agent or a conversation has that of its trace."""
    test = compile_query(query, FIELDS) if query else None
    low, high = (iso(m) if m else None for m in (request.started_after, request.started_before))
    found = yield from _spans(store, request.project_id)
    agents: dict[str, Record] = {}
    talk: dict[str, str] = {}
    for span in found:
        if span["agent_name"]:
            agents.setdefault(span["trace_id"], span)
        if span["conversation_id"]:
            talk.setdefault(span["trace_id"], span["conversation_id"])
    told = (_completed(span, agents.get(span["trace_id"]), talk) for span in found)
    return [
        span
        for span in told
        if (low is None or sortable(span["started_at"]) >= sortable(low))
        and (high is None or sortable(span["started_at"]) < sortable(high))
        and (test is None or test(span))
    ]


def _completed(span: Record, agent: Record | None, talk: dict[str, str]) -> Record:
    named = {}
    if agent and not span["agent_name"]:
        named = {name: agent[name] for name in ("agent_name", "agent_version", "agent_id")}
    conversation_id = span["conversation_id"] or talk.get(span["trace_id"], "")
    return {**span, **named, "conversation_id": conversation_id}


def _agent(held: list[Record]) -> JsonObject:
    """What spans come to."""
    return {
        "invocation_count": sum(span["operation_name"] == INVOCATION for span in held),
        "span_count": len(held),
        "total_input_tokens": sum(span["input_tokens"] for span in held),
        "total_output_tokens": sum(span["output_tokens"] for span in held),
        "total_duration_ms": sum(map(duration, held)),
        "error_count": sum(span["status_code"] == "ERROR" for span in held),
        "first_seen": held[0]["started_at"],
        "last_seen": max((span["ended_at"] for span in held), key=sortable),
        "total_cost_usd": None,
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
        "total_input_cost_usd": None,
        "total_output_cost_usd": None,
    }
    said = [*_talk(held)] if talks else []
    return {**row, "first_message": said[0], "last_message": said[-1]} if said else row


def _talk(held: Iterable[Record]) -> Iterator[JsonObject]:
    for span in held:
        asked = [words(m["content"]) for m in span["input_messages"] if m["role"] == "user"]
        told = {"user_message": asked[-1] if asked else "", "assistant_message": answer_of(span)}
        for role, said in told.items():
            if said:
                yield {"role": role, "text": said[:PREVIEW]}


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
