"""Matches: values for fields, each with its score and the finds that it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.finding.find import Find

LABELLED = 8.0
"""The least score of a value with a label for the field."""


class Match(NamedTuple):
    """A value for a field, and the finds it is made of; none for a value that no find has."""

    value: Any
    score: float
    finds: tuple[Find, ...] = ()

    @property
    def find(self) -> Find | None:
        """The find that is the whole value, None if there is no such find."""
        if not self.finds or (isinstance(self.value, list) and self.finds[0].kind != "list"):
            return None
        return self.finds[0]

    @property
    def kind(self) -> str:
        """The kind of the find that is the whole value, empty if there is no such find."""
        return self.find.kind if self.find else ""

    @property
    def is_certain(self) -> bool:
        """True if no part of the value is a phrase."""
        return all(find.kind != "phrase" for find in self.finds)

    @property
    def written(self) -> str:
        """The value as the text writes it."""
        if self.find is None or self.kind in ("option", "worded"):
            return str(self.value)
        return self.find.text

    @property
    def tokens(self) -> int:
        """The indices of the value's tokens in the text, as the bits of a number."""
        bits = 0
        for find in self.finds:
            bits |= (1 << find.last + 1) - (1 << find.first)
        return bits


Matches = dict[str, Match]
"""Matches by the name of the field, which is `outer.inner` in an inner object."""


def nested(matches: Matches, fields: Sequence[Property]) -> dict[str, Any]:
    """The values of matches as nested objects, in the order of the fields."""
    values: dict[str, Any] = {}
    for field in fields:
        if field.name not in matches:
            continue
        *outer, last = field.name.split(".")
        target = values
        for name in outer:
            target = target.setdefault(name, {})
        value = matches[field.name].value
        target[last] = [*value] if isinstance(value, list) else value
    return values
