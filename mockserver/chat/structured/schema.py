"""JSON for a schema: written by our own writer, judged by `jsonschema` before it is given out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from threading import get_ident
from typing import Any

from mockserver.chat.structured.demand import Place, Reader
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Effort, Unservable
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.writer import Writer
from mockserver.core.codec import decode, encode

LONGEST = 262_144
"""Chosen: bytes of a schema."""

_ROUNDS = 24
_ILL_TYPED = (AttributeError, KeyError, TypeError, ValueError)
"""What keywords lead to that are never checked, since the schema's draft does not know them."""


def write(
    schema: Mapping[str, Any] | bool, key: bytes, hint: str = "", effort: Effort | None = None
) -> str:
    """Compact JSON that satisfies `schema`: a pure function of its arguments.

    `hint` is what the user said. JSON Schema 2020-12, or the draft that `$schema` names. Raises
    Unservable if the schema is broken, if no value satisfies it, or if none was found.
    """
    try:
        return _Document.of(_text_of(schema), get_ident()).write(key, hint, effort or Effort())
    except RecursionError:
        raise Unservable("the schema nests too deeply") from None
    except _ILL_TYPED:
        raise Unservable("a keyword that its draft does not know has no right value") from None


def objection(schema: Mapping[str, Any] | bool, value: Any, effort: Effort) -> str | None:
    """The keyword of a schema that forbids a value, if one does."""
    return _Document.of(_text_of(schema), get_ident()).objection(value, effort)


def _text_of(schema: Mapping[str, Any] | bool) -> bytes:
    text = encode(schema)
    if len(text) > LONGEST:
        raise Unservable(f"the schema has more than {LONGEST} bytes")
    return text


class _Document:
    """A schema that was read, with what is remembered of it."""

    def __init__(self, text: bytes) -> None:
        self._judge = Judge(decode(text))
        self._reader = Reader(self._judge)
        self._root = Place(self._judge.schema, self._judge.resolver)

    @staticmethod
    @lru_cache(maxsize=256)
    def of(text: bytes, _: int) -> _Document:
        """The document of a text; many requests have the same. Each thread has its own."""
        return _Document(text)

    def objection(self, value: Any, effort: Effort) -> str | None:
        """The keyword that forbids a value as the whole document."""
        self._judge.effort = effort
        return self._judge.objection_to_whole(value)

    def write(self, key: bytes, hint: str, effort: Effort) -> str:
        """Hurried at first; when that fails, carefully, until the effort is spent."""
        self._judge.effort = effort
        failure = DeadEnd("no value was found that satisfies the schema")
        for number in range(_ROUNDS):
            draws = Draws(b"%b%d" % (key, number))
            writer = Writer(self._judge, self._reader, draws, hint, careful=number > 0)
            try:
                value = writer.whole(self._root)
            except DeadEnd as dead:
                failure = dead
                continue
            objection = self._judge.objection_to_whole(value)
            if objection is None:
                return encode(value).decode()
            failure = DeadEnd(f"no value was found that `{objection}` allows")
        raise failure
