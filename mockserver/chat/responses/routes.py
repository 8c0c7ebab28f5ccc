"""Handlers of responses: create, read, cancel and delete them, list and count their input."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Literal, cast

from pydantic import Field

from mockserver.chat.catalogue import resolve
from mockserver.chat.prompt.messages import count_prompt, read_turns
from mockserver.chat.response.answer import stream
from mockserver.chat.response.identity import Identity
from mockserver.chat.response.pace import pace_of
from mockserver.chat.responses.answer import KeptResponses, Reply
from mockserver.chat.responses.events import ResponseWording
from mockserver.chat.responses.items import listed, read_items, without_instructions
from mockserver.chat.responses.models import (
    InputItems,
    InputTokens,
    Item,
    Response,
    ResponseDeleted,
    ResponseEvent,
    ResponseRequest,
)
from mockserver.chat.responses.request import (
    Tools,
    chat_request,
    check_response_form,
    check_rules,
    read_tools,
)
from mockserver.chat.routes import cached, cue_of, new_name, sent
from mockserver.chat.service import complete
from mockserver.core.errors import ApiError, not_found
from mockserver.core.hand_written import HandWritten
from mockserver.core.pauses import pausing
from mockserver.core.steps import Steps
from mockserver.http.answers import Events, JsonBytes, Slow, SlowEvents
from mockserver.http.context import Context
from mockserver.http.parsers import queried

Sent = JsonBytes[Response] | Events[ResponseEvent] | Slow | SlowEvents

NOTE = b"x-mockserver-note"
"""The header that names the tools a response ignores."""


class ReplayQuery(HandWritten):
    """The options of reading a kept response."""

    stream: bool = Field(False, description="Return events.")
    starting_after: int = Field(-1, description="The number of the last event to skip.")


class ItemsQuery(HandWritten):
    """The options of listing input items."""

    order: Literal["asc", "desc"] = Field("desc", description="The newest first by default.")
    limit: int = Field(20, ge=1, le=100, description="The size of a page.")
    after: str | None = Field(None, description="The last item of the previous page.")


def create(body: ResponseRequest, ctx: Context) -> Sent | Steps[Sent]:
    """The chat's reply as a response, plain or streamed. Long work pauses for other requests."""
    return pausing(partial(_create, body, ctx))


@queried
def read(ctx: Context, query: ReplayQuery) -> JsonBytes[Response] | Events[ResponseEvent]:
    """A kept response in its current state, or its events again."""
    reply = _kept(ctx)
    if reply.pending == "queued" and ctx.clock.micros() >= reply.due:
        reply.pending = None
    if not query.stream:
        return reply.plain()
    events = stream(ResponseWording(reply).sections())
    return Events(islice(_single(events), query.starting_after + 1, None))


def cancel(ctx: Context) -> Response:
    """Cancel a background response that has not been read yet."""
    reply = _kept(ctx)
    if reply.pending is None:
        message = "Cannot cancel a synchronous response."
        raise ApiError(400, message, {"type": "invalid_request_error", "param": "response_id"})
    reply.pending = "cancelled"
    return reply.document()


def delete(ctx: Context) -> ResponseDeleted:
    """Delete a kept response. Chosen: the engine has no such route."""
    name = _kept(ctx).identity.id
    del ctx.services.memory[KeptResponses][name]
    return {"id": name, "object": "response", "deleted": True}


@queried
def input_items(ctx: Context, query: ItemsQuery) -> InputItems:
    """The items of a response's own input."""
    reply = _kept(ctx)
    items = listed(reply.items, reply.identity.id)
    if query.order == "desc":
        items.reverse()
    names = [item["id"] for item in items]
    start = names.index(query.after) + 1 if query.after in names else 0
    page = items[start : start + query.limit]
    return {
        "object": "list",
        "data": page,
        "first_id": page[0]["id"] if page else None,
        "last_id": page[-1]["id"] if page else None,
        "has_more": start + len(page) < len(items),
    }


def input_tokens(body: ResponseRequest, ctx: Context) -> InputTokens:
    """The number of input tokens of a request."""
    body, tools = _checked(body, ctx)
    earlier, items = _conversation(body, ctx)
    chat = chat_request(body, [*earlier, *items], tools, ctx.settings.context_length)
    count = count_prompt(chat, read_turns(chat))
    return {"object": "response.input_tokens", "input_tokens": count}


def _create(body: ResponseRequest, ctx: Context) -> Sent:
    body, tools = _checked(body, ctx)
    earlier, items = _conversation(body, ctx)
    context = ctx.settings.context_length
    chat = chat_request(body, [*earlier, *items], tools, context)
    completion = complete(chat, ctx.settings, ctx.clock.seconds(), cue_of(ctx), capped=True)
    name = body.get("request_id") or f"resp_{new_name(body, completion, ctx)}"
    identity = Identity(name, ctx.clock.seconds(), cached(completion, ctx))
    reply = Reply(body, items, earlier, completion, identity, tools.custom, context)
    if body.get("store") is not False:
        ctx.services.memory[KeptResponses][name] = reply
    if tools.dropped:
        ctx.add_header(NOTE, f"hosted tools are ignored: {', '.join(tools.dropped)}")
    if body.get("background") and not body.get("stream"):
        return _queued(reply, ctx)
    return sent(ResponseWording(reply), ctx, as_stream=bool(body.get("stream")))


def _checked(body: ResponseRequest, ctx: Context) -> tuple[ResponseRequest, Tools]:
    """The request without nulls, which mean defaults, and its tools.

    Raises a 400, or a 404 for an unknown model.
    """
    body = cast(
        "ResponseRequest", {name: value for name, value in body.items() if value is not None}
    )
    check_response_form(body)
    tools = read_tools(body)
    try:
        resolve(body.get("model"), ctx.settings)
    except ApiError as error:
        raise not_found(error.message, param="model") from None
    check_rules(body)
    return body, tools


def _conversation(body: ResponseRequest, ctx: Context) -> tuple[list[Item], list[Item]]:
    """The items of earlier turns, and of the input. Raises a 404 if the response is not kept."""
    earlier: list[Item] = []
    if (name := body.get("previous_response_id")) is not None:
        previous = _find(name, ctx)
        earlier = [*previous.earlier, *without_instructions(previous.items), *previous.output]
    return earlier, read_items(body["input"], partial(_item, ctx))


def _item(ctx: Context, name: str) -> Item | None:
    """An output item of a kept response; newer responses are searched first."""
    replies = ctx.services.memory[KeptResponses]
    outputs = (item for reply in reversed([*replies.values()]) for item in reply.output)
    return next((item for item in outputs if item["id"] == name), None)


def _kept(ctx: Context) -> Reply:
    return _find(ctx.path["response_id"], ctx)


def _find(name: str, ctx: Context) -> Reply:
    reply = ctx.services.memory[KeptResponses].get(name)
    if reply is None:
        message = f"Response with id '{name}' not found."
        extra = {"type": "invalid_request_error", "param": "response_id"}
        raise ApiError(404, message, extra)
    return reply


def _queued(reply: Reply, ctx: Context) -> JsonBytes[Response]:
    """A background response: queued now, and completed when it is read.

    Chosen: if replies have a pace, it is completed after the time that they take.
    """
    completion = reply.completion
    pace = pace_of(ctx.settings, completion.model, completion.line)
    wait = sum(pace.waits(completion.choices, reply.identity.id)) if pace else 0
    reply.pending, reply.due = "queued", ctx.clock.micros() + int(wait * 1_000_000)
    return reply.plain()


def _single(events: Iterator[bytes]) -> Iterator[bytes]:
    """Single events; a token may produce several at once."""
    for batch in events:
        yield from (event + b"\n\n" for event in batch.split(b"\n\n")[:-1])
