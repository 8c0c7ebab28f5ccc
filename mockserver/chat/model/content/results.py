"""The turn after a tool has answered: a sentence that tells what the tool found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mockserver.chat.model.content.pairs import pairs_of
from mockserver.chat.model.reading import ToolResult

_TOLD = ("According to {}, {}.", "From {}: {}.", "I asked {}: {}.")
_MOST_RESULTS = 64
_MOST_FACTS = 6
_LONGEST = 300


def told(results: Sequence[ToolResult], key: bytes) -> str:
    """One sentence for each result, of many for the last ones."""
    sentence = _TOLD[key[0] % len(_TOLD)]
    return " ".join(
        sentence.format(each.name or "the tool", _found(each.text))
        for each in results[-_MOST_RESULTS:]
    )


def _found(result: str) -> str:
    """The result of a tool, as people say it: the first facts of JSON, else the text itself."""
    *several, last = islice(_facts(result), _MOST_FACTS)
    said = f"{', '.join(several)} and {last}" if several else last
    return said if len(said) <= _LONGEST else said[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _facts(result: str) -> Iterator[str]:
    """`{"sky": "clear", "temperature_c": 18}` as: sky is clear, temperature c is 18."""
    pairs = pairs_of(result)
    if pairs is None:
        yield " ".join(result[:_LONGEST].split()).removesuffix(".")
        return
    for name, value in pairs or [("", "nothing")]:
        said = " ".join(value.split()).removesuffix(".")
        yield f"{name} is {said}" if name else said
