"""What rendering a chat template has cost so far."""

from __future__ import annotations

from typing import Any

from jinja2 import TemplateError

from mockserver.chat.prompt.weights import Weights
from mockserver.core.clock import processor_time

LARGEST = 1 << 20
"""Bytes of everything that a template is given."""

SECONDS = 0.25
CHARACTERS = 16 << 20
"""What a template may take, and what all texts and lists that it makes may add up to."""

LONGEST_LIST = 1 << 17
_HEAVIEST = 4 * LARGEST
"""Items of one list; characters and items of it and of all the lists in it."""

_WIDEST = 256
"""Bits of a number."""


class TooMuch(TemplateError):
    """The template has used up what it may take of the processor, or of room."""

    def __init__(self) -> None:
        super().__init__(f"it takes more than {SECONDS:g} s or {CHARACTERS} characters")


class Meter:
    """Measures one rendering, and ends it when it has cost too much."""

    def __init__(self) -> None:
        self._deadline = processor_time() + SECONDS
        self._room = CHARACTERS
        self._weights = Weights()

    def spend(self, characters: int = 0) -> None:
        """Take note of a step that makes so many characters, or items."""
        self._room -= characters
        if self._room < 0 or processor_time() > self._deadline:
            raise TooMuch

    def made(self, value: Any) -> Any:
        """Whatever an operation came to."""
        self.spend(len(value) if isinstance(value, (str, list, tuple, dict)) else 0)
        if isinstance(value, int) and value.bit_length() > _WIDEST:
            raise TooMuch
        if isinstance(value, list) and len(value) > LONGEST_LIST:
            raise TooMuch
        if self._weights.of(value) > _HEAVIEST:
            raise TooMuch
        return value
