"""Replies that call tools: their names, and arguments that obey a schema."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mockserver.chat.model.reply import Called, ModelReply, calling
from mockserver.chat.model.tools.tasks import ToolTask
from mockserver.chat.model.values.fill import filled
from mockserver.chat.models import ChatRequest
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid


class ToolCaller:
    """Makes the calls of tasks, with arguments that conform to the schemas of their functions.

    All choices of a request share one budget.
    """

    def __init__(self, tasks: Sequence[ToolTask], body: ChatRequest) -> None:
        self._tasks = tasks
        self._named = isinstance(body.get("tool_choice"), dict)
        self._is_forced = self._named or body.get("tool_choice") == "required"
        self._budget = Budget.of_choices(body.get("n") or 1)
        self._blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def speak(self, key: bytes) -> ModelReply:
        """The reply to a key. Raises a 400 for schemas that cannot be obeyed.

        Observed: `required` and named tools leave an empty content, `auto` none at all.
        """
        calls = [Called(each.function["name"], self._arguments(each, key)) for each in self._tasks]
        return calling(calls, content="" if self._is_forced else None, named=self._named)

    def _arguments(self, task: ToolTask, key: bytes) -> str:
        """Arguments in the engine's notation: those of a named tool are guided JSON."""
        parameters = task.function.get("parameters")
        if not parameters:
            written = "{}"
        else:
            try:
                written = filled(
                    parameters, task.arguments, key, task.text, self._budget, sparing=True
                )
                self._budget.spend_on(written)
            except Unservable as refused:
                name = task.function["name"]
                raise invalid(f"Grammar error: parameters of {name}: {refused}") from None
        if self._named:
            return spaced(written, self._blanks)
        return json.dumps(json.loads(written), ensure_ascii=False)
