"""The turn after tools have answered: plain sentences that tell what each of them found.

`results.toml` says how common keys are told, and which endings of keys are units.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
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
        return _ended(result.text)
    if records := _records_of(result.text):
        return _of_records(*records)
    is_named = any(name for name, _ in pairs)
    if len(pairs) == 1 and pairs[0][1].strip(" .").lower() in _data()["done"]:
        return "It is done."
    if len(pairs) == 1 and not is_named and " " not in pairs[0][1]:
        return f"The result is {pairs[0][1]}."
    facts = [_fact(*pair) if is_named else pair[1] for pair in pairs[:_MOST_FACTS]]
    said = listed(facts)
    name, about = _subject(result, pairs) if is_named else ("", "")
    is_place = name.lower() in _data()["places"]
    if about and is_one_of_many and not is_place:
        return _ended(f"For {about}, {said}")
    return _ended(said[:1].upper() + said[1:] + (f" in {about}" if is_place else ""))


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
    what = name or f"{next(iter(records[0]), 'result')}s"
    told = []
    for record in records[:_MOST_RECORDS]:
        first, *rest = [*record.items()][: _MOST_FACTS + 1] or [("", "nothing")]
        more = ", ".join(f"{key} {value}" for key, value in rest).replace("_", " ")
        told.append(f"{first[1]} ({more})" if more else str(first[1]))
    return f"I found {len(records)} {what.replace('_', ' ')}: {listed(told)}."


def _fact(name: str, value: str) -> str:
    """`temperature c` and `18` as `it is 18 °C`."""
    value = " ".join(value.split()).removesuffix(".")
    *front, last = name.split() or ["result"]
    unit = _data()["units"].get(last, "") if front or last in _data()["told"] else ""
    bare = " ".join(front) if unit else name
    amount = f"{value} {unit}".rstrip()
    way: str = _data()["told"].get(bare.lower(), f"the {bare} is {{}}")
    return way.format(amount)


def _subject(result: ToolResult, pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The argument that a tool was called with and its result does not name."""
    values = {value.lower() for _, value in pairs}
    given = pairs_of(result.arguments) or ()
    named = (each for each in given if re.search(r"[^\W\d_]", each[1]))
    return next((each for each in named if each[1].lower() not in values), ("", ""))


def _ended(said: str) -> str:
    said = " ".join(said[: 2 * _LONGEST].split())
    if len(said) > _LONGEST:
        return said[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return said if said.endswith((".", "!", "?", "…", "。")) else f"{said}."


@cache
def _data() -> Mapping[str, Any]:
    return tomllib.loads((files(__package__) / "results.toml").read_text("utf-8"))
