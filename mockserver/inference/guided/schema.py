"""JSON for a schema: written by our own writer, judged by `jsonschema` before it is given out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mockserver.core.codec import decode, encode
from mockserver.inference.guided.demand import Place, Reader
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.effort import DeadEnd, Effort, Unservable
from mockserver.inference.guided.judge import Judge
from mockserver.inference.guided.writer import Writer

LONGEST = 262_144
"""Chosen: bytes of a schema."""

_ROUNDS = 24


def write(
    schema: Mapping[str, Any] | bool, key: bytes, hint: str = "", effort: Effort | None = None
) -> str:
    """Compact JSON that satisfies `schema`: a pure function of its arguments.

    `hint` is what the user said. JSON Schema 2020-12, or the draft that `$schema` names. Raises
    Unservable if the schema is broken, if no value satisfies it, or if none was found.
    """
    text = encode(schema)
    if len(text) > LONGEST:
        raise Unservable(f"the schema has more than {LONGEST} bytes")
    return _Document.of(text).write(key, hint, effort or Effort())


class _Document:
    """A schema that was read, with what is remembered of it."""

    def __init__(self, text: bytes) -> None:
        self._judge = Judge(decode(text))
        self._reader = Reader(self._judge)
        self._root = Place(self._judge.schema, self._judge.resolver)

    @staticmethod
    @lru_cache(maxsize=256)
    def of(text: bytes) -> _Document:
        """The document of a text; many requests have the same."""
        return _Document(text)

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
            if self._judge.accepts_whole(value):
                return encode(value).decode()
        raise failure
