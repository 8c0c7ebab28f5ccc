"""Handlers of agents: the export of their spans, and the pages about them. Observed."""

from __future__ import annotations

from functools import partial

from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps
from mockserver.http.answers import Content, JsonBytes
from mockserver.http.context import Context
from mockserver.trace.agents import models, service, statistics
from mockserver.trace.agents.spans import span_of
from mockserver.trace.otel.models import OtelExportRes, Span
from mockserver.trace.otel.routes import Sent, received


def export(body: Sent, ctx: Context) -> Steps[JsonBytes[OtelExportRes] | Content]:
    """Like the export of calls, but the spans stay spans and make no calls."""

    def make(span: Span, project: str, run: str | None) -> Record:
        return span_of(span, project, ctx.user)

    return received(body, ctx, make, partial(service.keep, ctx.store))


def agents(body: models.AgentsQueryReq, ctx: Context) -> Steps[models.AgentsQueryRes]:
    """`{"agents", "total_count"}`."""
    rows, total = yield from service.agents(ctx.store, body, ctx.settings, "agent_name")
    return {"agents": rows, "total_count": total}


def versions(
    body: models.AgentVersionsQueryReq, ctx: Context
) -> Steps[models.AgentVersionsQueryRes]:
    """`{"versions", "total_count"}` of one agent."""
    names = ("agent_name", "agent_version")
    rows, total = yield from service.agents(ctx.store, body, ctx.settings, *names)
    return {"versions": rows, "total_count": total}


def spans(body: models.SpansQueryReq, ctx: Context) -> Steps[models.SpansQueryRes]:
    """`{"spans", "groups", "total_count"}`: groups if the request has `group_by`, else spans."""
    check_project(body.project_id)
    service.check_implemented(body)
    if body.group_by:
        rows, total = yield from service.groups(ctx.store, body, body.group_by, ctx.settings)
        return {"spans": [], "groups": rows, "total_count": total}
    rows, total = yield from service.spans(ctx.store, body, ctx.settings)
    return {"spans": rows, "groups": [], "total_count": total}


def span_stats(body: models.SpansStatsReq, ctx: Context) -> Steps[models.SpansStatsRes]:
    """Metrics of spans over time."""
    check_project(body.project_id)
    service.check_implemented(body)
    return statistics.measure(ctx.store, body, ctx.settings, ctx.clock.now())


def trace_chat(body: models.TraceChatReq, ctx: Context) -> models.AgentTurn:
    """A trace as a chat; an unknown trace has no messages."""
    return service.trace(ctx.store, body, ctx.settings)


def conversation_chat(
    body: models.ConversationChatReq, ctx: Context
) -> Steps[models.ConversationChatRes]:
    """The newest turns of a conversation."""
    return service.conversation(ctx.store, body, ctx.settings)


def conversation_spans(
    body: models.ConversationSpansReq, ctx: Context
) -> Steps[models.ConversationSpansRes]:
    """The last spans of conversations."""
    return service.conversation_spans(ctx.store, body)


def custom_attributes(body: models.CustomAttrsReq, ctx: Context) -> Steps[models.CustomAttrsRes]:
    """`{"attributes", "limit", "offset", "has_more"}`."""
    found = yield from service.custom_attributes(ctx.store, body)
    end = body.offset + body.limit
    return {
        "attributes": found[body.offset : end],
        "limit": body.limit,
        "offset": body.offset,
        "has_more": end < len(found),
    }


def search(body: models.AgentsSearchReq, ctx: Context) -> Steps[models.AgentsSearchRes]:
    """`{"results", "total_conversations"}`: messages that contain a text, by conversation."""
    results = yield from service.search(ctx.store, body)
    return {"results": results, "total_conversations": len(results)}
