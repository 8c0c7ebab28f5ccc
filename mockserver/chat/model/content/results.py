"""The turn after tools have answered: plain sentences that tell what each of them found.

`results.toml` says how common keys are told, and which endings of keys are units.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any

from pydantic_core import from_json

from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.grounding import grounded
from mockserver.chat.model.content.material import Passage, pairs_of
from mockserver.chat.model.reading import ToolResult

_MOST_RESULTS = 64
_MOST_FACTS = 6
_MOST_RECORDS = 10
_LONGEST = 300


def answered(results: Sequence[ToolResult], question: str) -> Answer | None:
    """The answer to a question from what tools have found."""
    if not results or len(results) > 1:
        return stated(told(results)) if results else None
    text = results[0].text
    found = grounded(question, [Passage("", text)])
    pairs = pairs_of(text)
    is_short = pairs is not None and (len(pairs) <= _MOST_FACTS or bool(_records_of(text)))
    return stated(told(results), found.value if found else None) if is_short else found


def told(results: Sequence[ToolResult]) -> str:
    """One sentence or more for each result, of many for the last ones."""
    return " ".join(_sentence(each, len(results) > 1) for each in results[-_MOST_RESULTS:])


def _sentence(result: ToolResult, is_one_of_many: bool) -> str:
    pairs = pairs_of(result.text)
    if pairs is None:
        return _ended(_shortened(result.text))
    if records := _records_of(result.text):
        return _of_records(*records)
    is_done = len(pairs) == 1 and pairs[0][1].strip(" .").lower() in _data()["done"]
    if is_done or not any(name for name, _ in pairs):
        return "It is done." if is_done else _plain([value for _, value in pairs])
    about, where = _subject(result, pairs)
    said = listed([_fact(name, value) for name, value in islice(pairs, _MOST_FACTS)])
    if about and is_one_of_many and not where:
        return _ended(f"For {about}, {_shortened(said)}")
    opening = said[:1].upper() + said[1:]
    return _ended(_shortened(f"{opening} in {about}" if where else opening))


def _plain(values: Sequence[str]) -> str:
    """The sentence for values without names."""
    if len(values) == 1 and " " not in values[0]:
        return f"The result is {values[0]}."
    said = listed(values[:_MOST_FACTS])
    return _ended(_shortened(said[:1].upper() + said[1:]))


def _records_of(text: str) -> tuple[str, list[Mapping[str, Any]]] | None:
    """The name and the records of a result that is a list of several."""
    try:
        value = from_json(text)
    except ValueError:
        return None
    name = ""
    if isinstance(value, dict) and len(value) == 1:
        name, value = next(iter(value.items()))
    is_records = isinstance(value, list) and all(isinstance(each, dict) for each in value)
    return (name, value) if is_records and len(value) > 1 else None


def _of_records(name: str, records: Sequence[Mapping[str, Any]]) -> str:
    """`I found 2 flights: SK101 (price 120) and AZ22 (price 99).`"""
    what = name.replace("_", " ") or f"{next(iter(records[0]), 'result')}s".replace("_", " ")
    several = listed([_record(each) for each in records[:_MOST_RECORDS]])
    return f"I found {len(records)} {what}: {several}."


def _record(record: Mapping[str, Any]) -> str:
    values = [(key.replace("_", " "), str(value)) for key, value in record.items()]
    (_, first), *rest = values or [("", "nothing")]
    said = ", ".join(f"{name} {value}" for name, value in rest[:_MOST_FACTS])
    return f"{first} ({said})" if said else first


def _fact(name: str, value: str) -> str:
    """`temperature c` and `18` as `it is 18 °C`."""
    value = " ".join(value.split()).removesuffix(".")
    *front, last = name.split() or ["result"]
    unit = _data()["units"].get(last, "") if front or last in _data()["told"] else ""
    bare = " ".join(front) if unit else name
    amount = f"{value} {unit}".rstrip()
    way: str = _data()["told"].get(bare.lower(), f"the {bare} is {{}}")
    return way.format(amount)


def _subject(result: ToolResult, pairs: Sequence[tuple[str, str]]) -> tuple[str, bool]:
    """The value that a tool was called with and its result does not name; True for a place."""
    values = {value.lower() for _, value in pairs}
    for name, value in pairs_of(result.arguments) or ():
        if value.lower() not in values and re.search(r"[^\W\d_]", value):
            return value, name.lower() in _data()["places"]
    return "", False


def _shortened(said: str) -> str:
    said = " ".join(said[: 2 * _LONGEST].split())
    return said if len(said) <= _LONGEST else said[:_LONGEST].rsplit(" ", 1)[0] + " …"


def _ended(said: str) -> str:
    return said if said.endswith((".", "!", "?", "…", "。")) else f"{said}."


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files(__package__) / "results.toml").read_text("utf-8"))
