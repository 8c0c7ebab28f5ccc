"""Handlers of agents: the export of their spans, and what pages read of them."""

from __future__ import annotations

from functools import partial

from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import Content, JsonBytes
from mockserver.http.context import Context
from mockserver.trace.agents import service, statistics
from mockserver.trace.agents.models import (
    AgentsQueryReq,
    AgentsQueryRes,
    AgentsSearchReq,
    AgentsSearchRes,
    AgentTurn,
    AgentVersionsQueryReq,
    AgentVersionsQueryRes,
    ConversationChatReq,
    ConversationChatRes,
    ConversationSpansReq,
    ConversationSpansRes,
    CustomAttrsReq,
    CustomAttrsRes,
    SpansQueryReq,
    SpansQueryRes,
    SpansStatsReq,
    SpansStatsRes,
    TraceChatReq,
)
from mockserver.trace.agents.selection import check_built
from mockserver.trace.agents.spans import span_of
from mockserver.trace.otel.models import OtelExportRes, Span
from mockserver.trace.otel.routes import Sent, received


def export(body: Sent, ctx: Context) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """As the export of spans that become calls; these stay spans and make no call. Observed."""

    def make(span: Span, project: str, run: str | None) -> Record:
        return span_of(span, project, ctx.user)

    return received(body, ctx, make, partial(service.keep, ctx.store))


def agents(body: AgentsQueryReq, ctx: Context) -> Steps[AgentsQueryRes]:
    """`{"agents", "total_count"}`. Observed."""
    rows, total = yield from service.agents(ctx.store, body, ctx.settings, "agent_name")
    return {"agents": rows, "total_count": total}


def versions(body: AgentVersionsQueryReq, ctx: Context) -> Steps[AgentVersionsQueryRes]:
    """`{"versions", "total_count"}` of one agent. Observed."""
    rows, total = yield from service.agents(
        ctx.store, body, ctx.settings, "agent_name", "agent_version"
    )
    return {"versions": rows, "total_count": total}


def spans(body: SpansQueryReq, ctx: Context) -> Steps[SpansQueryRes]:
    """`{"spans", "groups", "total_count"}`: groups if asked for them, else spans. Observed."""
    check_project(body.project_id)
    check_built(body)
    if body.group_by:
        rows, total = yield from service.groups(ctx.store, body, body.group_by, ctx.settings)
        return {"spans": [], "groups": rows, "total_count": total}
    rows, total = yield from service.spans(ctx.store, body, ctx.settings)
    return {"spans": rows, "groups": [], "total_count": total}


def span_stats(body: SpansStatsReq, ctx: Context) -> Steps[SpansStatsRes]:
    """Metrics of spans over time. Observed."""
    check_project(body.project_id)
    check_built(body)
    return statistics.measure(ctx.store, body, ctx.settings, ctx.clock.now())


def trace_chat(body: TraceChatReq, ctx: Context) -> AgentTurn:
    """One trace as a chat; one that is not there has no messages. Observed."""
    return service.trace(ctx.store, body, ctx.settings)


def conversation_chat(body: ConversationChatReq, ctx: Context) -> Steps[ConversationChatRes]:
    """The newest turns of a conversation. Observed."""
    return service.conversation(ctx.store, body, ctx.settings)


def conversation_spans(body: ConversationSpansReq, ctx: Context) -> Steps[ConversationSpansRes]:
    """The last spans of conversations. Observed."""
    return service.conversation_spans(ctx.store, body)


def custom_attributes(body: CustomAttrsReq, ctx: Context) -> Steps[CustomAttrsRes]:
    """The attributes that no convention knows. Observed."""
    found = yield from service.custom_attributes(ctx.store, body)
    end = body.offset + body.limit
    return {
        "attributes": found[body.offset : end],
        "limit": body.limit,
        "offset": body.offset,
        "has_more": end < len(found),
    }


def search(body: AgentsSearchReq, ctx: Context) -> Steps[AgentsSearchRes]:
    """Messages that hold a text, by conversation. Observed."""
    results = yield from service.search(ctx.store, body)
    return {"results": results, "total_conversations": len(results)}
