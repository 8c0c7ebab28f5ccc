"""What is made of an upstream's answer: a reply rule, records that it shows, or nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.types import Scope

from mockserver.chat.models import ChatRequest
from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.http.context import Services
from mockserver.http.dialects import Headers
from mockserver.store.errors import StoreError
from mockserver.testing.recording.keep import Keeper, Shown
from mockserver.testing.recording.replies import (
    Replies,
    UpstreamResponse,
    line_of,
    line_of_chunks,
    line_of_completion,
    paced,
)
from mockserver.trace.completions.models import CompletionsCreateReq
from mockserver.trace.completions.service import question

if TYPE_CHECKING:
    from pydantic import TypeAdapter

logger = logging.getLogger("mockserver")


ASKING = frozenset(
    {
        "Calls Query Stats",
        "Cost Query",
        "Files Stats",
        "GraphQL",
        "Project Stats",
        "Projects Info",
        "Table Query Stats",
        "Table Query Stats Batch",
        "Threads Query Stream",
    }
)
"""Operations that are asked with a POST and show no records."""


_UNRECORDED = (
    ApiError,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    StoreError,
    TypeError,
    ValueError,
)
"""What comes of an answer that is not what it should be, or that cannot be kept."""


class Way(NamedTuple):
    """Where records stand in the answer of an operation, and what keeps them."""

    member: str | None
    """None if each line of the answer is one."""
    keep: Callable[[Keeper, Shown], None]


SHOWING: Mapping[str, Way] = {
    "Call Read": Way("call", Keeper.calls),
    "Calls Query": Way("calls", Keeper.calls),
    "Calls Query Stream": Way(None, Keeper.calls),
    "Feedback Query": Way("result", Keeper.feedback),
    "Obj Read": Way("obj", Keeper.versions),
    "Objs Query": Way("objs", Keeper.versions),
    "Refs Read Batch": Way("vals", Keeper.values),
    "Table Query": Way("rows", Keeper.rows),
    "Table Query Stream": Way(None, Keeper.rows),
}


class UpstreamRequest(NamedTuple):
    """A request that is sent on."""

    operation: str
    scope: Scope
    headers: Headers
    body: bytes


class Recorder:
    """The recording of one server."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._keeper = Keeper(services)
        self._replies = Replies()

    def obey(self, services: Services) -> None:
        """Record by the settings of these services from now on."""
        self._services = services
        self._keeper.services = services

    def replies(self) -> list[Record]:
        """The rules that were recorded, as data files have them."""
        return self._replies.rules()

    def record(self, asked: UpstreamRequest, said: UpstreamResponse) -> None:
        """Record an exchange that is no write. What an upstream says is taken with caution."""
        try:
            with self._services.store.transaction:
                self._record(asked, said)
        except _UNRECORDED:
            logger.warning("the upstream's answer to %s is not recorded", asked.operation)

    def is_write(self, asked: UpstreamRequest, said: UpstreamResponse) -> bool:
        """Whether a request changed the upstream's state."""
        name = asked.operation
        asks = name in ASKING or name in SHOWING or name in (CHAT, *COMPLETIONS, "File Content")
        return said.status < 300 and asked.scope["method"] not in ("GET", "HEAD") and not asks

    def _record(self, asked: UpstreamRequest, said: UpstreamResponse) -> None:
        name, body = asked.operation, asked.body
        if name == CHAT:
            line = line_of(said)
            self._replies.add(self._question(decode_body(body)), line and paced(line, said))
        elif said.status != 200:
            return
        elif name in COMPLETIONS:
            self._complete(CompletionsCreateReq.model_validate_json(body), said)
        elif name == "File Content":
            self._keeper.file(decode_body(body), said.content)
        elif way := SHOWING.get(name):
            shown = Shown(decode_body(body), _items(way.member, said.content))
            if shown.is_whole:
                way.keep(self._keeper, shown)

    def _complete(self, body: CompletionsCreateReq, said: UpstreamResponse) -> None:
        """A completion of the trace side; its failures are told with a 200 and not recorded."""
        asked = self._question(question(self._services.store, body, self._services.settings))
        lines = [decode_body(line) for line in said.content.splitlines()]
        response = lines[0].get("response")
        chunks = [line for line in lines if "choices" in line]
        if response and "error" not in response:
            self._replies.add(asked, paced(line_of_completion(response), said))
        elif chunks and "error" not in lines[-1]:
            self._replies.add(asked, paced(line_of_chunks(chunks), said))

    def _question(self, asked: Record) -> Record:
        """A request as the engine, and so a script, will see it."""
        request: Record = self._adapter.validate_python(asked)
        return request

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        from pydantic import TypeAdapter

        return TypeAdapter(ChatRequest)


def _items(member: str | None, content: bytes) -> list[Any]:
    """What the lines of an answer are, or what stands in it: one thing, several or nothing."""
    if member is None:
        return [decode_body(line) for line in content.splitlines()]
    found = decode_body(content)[member]
    if isinstance(found, list):
        return found
    return [] if found is None else [found]
