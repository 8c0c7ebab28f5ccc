"""The turn after a tool has answered: a sentence that tells what the tool found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import from_json

from mockserver.chat.model.reading import ToolResult

_TOLD = ("According to {}, {}.", "From {}: {}.", "I asked {}: {}.")
_MOST_RESULTS = 64
_MOST_FACTS = 6
_LONGEST = 300
_LONGEST_READ = 65_536
"""Characters of a result that is read as JSON."""


def told(results: Sequence[ToolResult], key: bytes) -> str:
    """One sentence for each result, of many for the last ones."""
    sentence = _TOLD[key[0] % len(_TOLD)]
    return " ".join(
        sentence.format(each.name or "the tool", _found(each.text))
        for each in results[-_MOST_RESULTS:]
    )


def _found(result: str) -> str:
    """The result of a tool, as people say it: the first facts of JSON, else the text itself."""
    try:
        value = from_json(result) if len(result) <= _LONGEST_READ else result[:_LONGEST]
    except (TypeError, ValueError):  # text that is not Unicode is a TypeError here
        value = result
    facts = [fact for fact, _ in zip(_facts(value), range(_MOST_FACTS), strict=False)]
    *several, last = facts or ["nothing"]
    told = f"{', '.join(several)} and {last}" if several else last
    return told if len(told) <= _LONGEST else told[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _facts(value: Any) -> Iterator[str]:
    """`{"sky": "clear", "temperature_c": 18}` as: sky is clear, temperature c is 18."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            said = name.replace("_", " ")
            if isinstance(item, (Mapping, list)):
                yield from (f"{said} {fact}" for fact in _facts(item))
            else:
                yield f"{said} is {_scalar(item)}"
    elif isinstance(value, list):
        for item in value:
            yield from _facts(item)
    else:
        yield _scalar(value)


def _scalar(value: Any) -> str:
    """A value in a sentence; booleans and null as JSON writes them."""
    if value is None or isinstance(value, bool):
        return str(value).lower() if value is not None else "null"
    return " ".join(str(value).split()).removesuffix(".")
