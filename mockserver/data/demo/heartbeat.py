"""The demo goes on: every few seconds a question begins, and the one before it is answered.

The same seed asks and answers the same, in the same order.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from mockserver.core.model import Json
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.planner import PLAN, PROJECT
from mockserver.data.demo.wishes import FAILURES, WISHES, Wish
from mockserver.http.context import Services
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import CompleteCall, EndedCall, StartedCall

INTERVAL = 3.0
"""Seconds between two beats."""

MODEL = "harbour-small"


class OpenQuestion(NamedTuple):
    """A question that waits for its answer."""

    call: StartedCall
    wish: Wish
    user: str


class Heartbeat:
    """Questions of passengers, one after the other."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._cast = Cast(services.settings.seed or 0)
        self._ids = services.ids.apart("heartbeat")
        self._open: OpenQuestion | None = None

    def beat(self) -> None:
        """Answer the last question, and ask another one."""
        with self._services.store.transaction:
            if self._open:
                self._answer(self._open)
            self._open = self._begin()

    def _begin(self) -> OpenQuestion:
        wish = self._cast.one(WISHES)
        call = StartedCall(
            project_id=PROJECT,
            id=self._ids.uuid7(),
            trace_id=self._ids.uuid7(),
            op_name=PLAN,
            display_name=wish.question,
            started_at=self._services.clock.now(),
            attributes={"release": "2025.4"},
            inputs={"wish": wish.question},
        )
        user = self._cast.one(self._cast.people[:12])
        calls.start(self._services.store, call, self._ids, user)
        return OpenQuestion(call, wish, user)

    def _answer(self, question: OpenQuestion) -> None:
        """Answer a question; one in eight fails."""
        call, wish, user = question
        failure = self._cast.one(FAILURES) if self._cast.chance(1 / 8) else None
        answer: Json = None if failure else {"role": "assistant", "content": wish.answer}
        tokens = {"prompt_tokens": self._cast.number(200, 900), "completion_tokens": 60}
        summary = {"usage": {MODEL: {**tokens, "requests": 1}}}
        messages = [{"role": "user", "content": wish.question}]
        chat = {
            **call.model_dump(include={"project_id", "trace_id", "started_at"}),
            "id": self._ids.uuid7(),
            "parent_id": call.id,
            "op_name": "openai.chat.completions.create",
            "attributes": {},
            "inputs": {"model": MODEL, "messages": messages},
        }
        ending = {"ended_at": self._services.clock.now(), "exception": failure, "summary": summary}
        complete = CompleteCall.model_validate({**chat, **ending, "output": answer})
        calls.complete(self._services.store, complete, self._ids, user)
        output = None if failure else wish.answer
        whole = {"project_id": PROJECT, "id": call.id, **ending, "output": output}
        calls.end(self._services.store, EndedCall.model_validate(whole))


@asynccontextmanager
async def beating(services: Services) -> AsyncIterator[None]:
    """Let the demo go on for as long as the block lasts."""
    task = asyncio.ensure_future(_beat(Heartbeat(services)))
    try:
        yield
    finally:
        task.cancel()


async def _beat(heartbeat: Heartbeat) -> None:
    while True:
        heartbeat.beat()
        await asyncio.sleep(INTERVAL)
