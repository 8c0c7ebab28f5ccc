"""What the model says when it calls tools: their names, and arguments that obey a schema."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mockserver.chat.model.speech import Called, Speech, calling
from mockserver.chat.models import ChatRequest, Function
from mockserver.chat.structured.blanks import blanks_of, spaced
from mockserver.chat.structured.budget import Budget, Unservable
from mockserver.chat.structured.schema import write
from mockserver.core.errors import invalid


class Caller:
    """Calls of these functions with arguments that conform to their parameters.

    All choices of a request share one budget.
    """

    def __init__(self, functions: Sequence[Function], body: ChatRequest, text: str) -> None:
        self._functions = functions
        self._text = text
        self._named = isinstance(body.get("tool_choice"), dict)
        self._asked = self._named or body.get("tool_choice") == "required"
        self._budget = Budget.of_choices(body.get("n") or 1)
        self._blanks = blanks_of(body.get("guided_whitespace_pattern"))

    def speak(self, key: bytes) -> Speech:
        """What is said to a key. Raises a 400 for parameters that cannot be obeyed.

        Observed: `required` and named tools leave an empty content, `auto` none at all.
        """
        calls = [Called(each["name"], self._arguments(each, key)) for each in self._functions]
        return calling(calls, content="" if self._asked else None, named=self._named)

    def _arguments(self, function: Function, key: bytes) -> str:
        """Arguments as the engine writes them: those of a named tool are guided JSON."""
        written = self._compact(function, key)
        if self._named:
            return spaced(written, self._blanks)
        return json.dumps(json.loads(written), ensure_ascii=False)

    def _compact(self, function: Function, key: bytes) -> str:
        parameters = function.get("parameters")
        if not parameters:
            return "{}"
        try:
            written = write(parameters, key, self._text, self._budget)
            self._budget.spend_on(written)
        except Unservable as refused:
            raise invalid(f"Grammar error: parameters of {function['name']}: {refused}") from None
        return written
