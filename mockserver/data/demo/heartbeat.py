"""The live demo: every few seconds a question is answered and the next one asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from mockserver.core.model import JsonObject
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.story import PLAN, PROJECT, STORY
from mockserver.http.context import Services
from mockserver.trace.calls import service as calls
from mockserver.trace.calls.models import CompleteCall, EndedCall, StartedCall

INTERVAL = 3.0
"""Seconds between two beats."""

MODEL = "harbour-small"


class Heartbeat:
    """Passengers' questions in an order that follows from the seed."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._cast = Cast(services.settings.seed or 0)
        self._ids = services.ids.apart("heartbeat")
        self._open: tuple[StartedCall, JsonObject, str] | None = None
        """The call that waits for its answer, its wish and its user."""

    def beat(self) -> None:
        """Answer the open question and ask another."""
        with self._services.store.transaction:
            if self._open:
                self._answer(*self._open)
            self._open = self._ask()

    def _ask(self) -> tuple[StartedCall, JsonObject, str]:
        wish = self._cast.one(STORY["wishes"])
        call = StartedCall(
            project_id=PROJECT,
            id=self._ids.uuid7(),
            trace_id=self._ids.uuid7(),
            op_name=PLAN,
            display_name=wish["question"],
            started_at=self._services.clock.now(),
            attributes={"release": "2025.4"},
            inputs={"wish": wish["question"]},
        )
        user = self._cast.one(self._cast.people[:12])
        calls.start(self._services.store, call, self._ids, user)
        return call, wish, user

    def _answer(self, call: StartedCall, wish: JsonObject, user: str) -> None:
        """End the open call with a chat call below it; one in eight fails."""
        failure = self._cast.one(STORY["failures"]) if self._cast.chance(1 / 8) else None
        answer = None if failure else wish["answer"]
        tokens = {"prompt_tokens": self._cast.number(200, 900), "completion_tokens": 60}
        end = {
            "project_id": PROJECT,
            "ended_at": self._services.clock.now(),
            "exception": failure,
            "summary": {"usage": {MODEL: {**tokens, "requests": 1}}},
        }
        messages = [{"role": "user", "content": wish["question"]}]
        chat = {
            **end,
            **call.model_dump(include={"trace_id", "started_at"}),
            "id": self._ids.uuid7(),
            "parent_id": call.id,
            "op_name": "openai.chat.completions.create",
            "attributes": {},
            "inputs": {"model": MODEL, "messages": messages},
            "output": answer and {"role": "assistant", "content": answer},
        }
        store = self._services.store
        calls.complete(store, CompleteCall.model_validate(chat), self._ids, user)
        calls.end(store, EndedCall.model_validate({**end, "id": call.id, "output": answer}))


@asynccontextmanager
async def beating(services: Services) -> AsyncIterator[None]:
    """Run the live demo during the block."""
    heartbeat = Heartbeat(services)

    async def beat() -> None:
        while True:
            heartbeat.beat()
            await asyncio.sleep(INTERVAL)

    task = asyncio.ensure_future(beat())
    try:
        yield
    finally:
        task.cancel()
