"""A find: a stretch of a prompt that may be a value, with the words around it."""

from __future__ import annotations

from typing import Any, NamedTuple

from mockserver.chat.model.text.lists import by_word
from mockserver.chat.model.text.meaning import stem
from mockserver.chat.model.text.tables import table

ROLES = table("values/roles.txt")
"""The words around values that tell what they are for."""


UNITS = {unit: tuple(map(stem, name.split())) for unit, name in by_word("units").items()}
"""The units that may be at a number, with the stems of their names."""


class Find(NamedTuple):
    """A stretch of a prompt that may be a value, from its `first` to its `last` token."""

    kind: str
    """That of its token, or `name`, `code`, `phrase`, `unit`, `worded` (by a role) or `option`."""
    value: Any
    text: str
    first: int
    last: int
    left: str = ""
    """The word before it, articles left out."""
    cues: dict[str, float] = {}  # noqa: RUF012
    """The stems around it, with weights that decrease with distance."""
    group: int = -1
    """The index of the enumeration it is part of, -1 for none."""
    unit: str = ""
    """The sign or the unit at a number; for a date the time of day next to it, and conversely."""
    counted: str = ""
    """The stem of the plural noun after a number."""
    thing: str = ""
    """The kind of thing that a name or a phrase is for, such as `person`; empty if unknown."""
    hint: str = ""
    """The kind of thing that the words around a name of an unknown thing speak for."""

    @property
    def sort(self) -> str:
        """The kind of thing that it is for, else its own kind."""
        return self.thing or self.kind

    @property
    def likely(self) -> str:
        """The kind of thing that a name is most likely for."""
        return self.thing or self.hint or ("person" if " " in self.text else "company")

    @property
    def is_in_words(self) -> bool:
        """True for a number in words, not in figures."""
        return self.kind == "number" and not any(map(str.isdecimal, self.text))

    @property
    def is_year(self) -> bool:
        """True for a number that looks like a year."""
        return self.kind == "number" and len(self.text) == 4 and 1_000 <= self.value <= 2_100
