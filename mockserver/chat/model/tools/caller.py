"""The caller: writes the tool calls of a reply, with arguments that conform to the schemas."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mockserver.chat.model.tools.tasks import ToolTask
from mockserver.chat.model.values.fill import filled
from mockserver.chat.models import ChatRequest
from mockserver.chat.reply import Called, ModelReply, calling
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.core.errors import invalid


class ToolCaller:
    """Makes the calls for tasks, with arguments that conform to the schemas of the functions.

    All choices of a request share one budget.
    """

    def __init__(self, tasks: Sequence[ToolTask], body: ChatRequest) -> None:
        self._tasks = tasks
        self._choice = body.get("tool_choice")
        self._is_named = isinstance(self._choice, dict)
        self._budget = Budget.of_choices(body.get("n") or 1)
        self._blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def speak(self, key: bytes) -> ModelReply:
        """The reply for a key. Raises a 400 for a schema that cannot be satisfied.

        Observed: the content is empty for `required` and for a named tool, `null` for `auto`.
        """
        calls = [Called(each.tool.name, self._arguments(each, key)) for each in self._tasks]
        content = "" if self._is_named or self._choice == "required" else None
        return calling(calls, content=content, named=self._is_named)

    def _arguments(self, task: ToolTask, key: bytes) -> str:
        """The arguments of a call as JSON, with the blanks that vLLM writes.

        It generates the arguments of a named tool as guided JSON, and formats any others itself.
        """
        tool, written = task.tool, "{}"
        try:
            if tool.parameters:
                written = filled(
                    tool.parameters, task.arguments, key, task.text, self._budget, sparing=True
                )
                self._budget.spend_on(written)
        except Unservable as refused:
            raise invalid(f"Grammar error: parameters of {tool.name}: {refused}") from None
        if self._is_named:
            return spaced(written, self._blanks)
        return json.dumps(json.loads(written), ensure_ascii=False)
