"""Evidence: the facts that a passage states, in sentences, pairs, answered questions and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.text.dates import WEEKDAYS
from mockserver.chat.model.text.literals import json_at, pairs_of, python_literal
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.finding.finds import corrected

_FIRST_PERSON = pattern(r"(?:\w+ )?I(?:'ll|'m|'ve| )")
_DAYS = [day[:3] for day in WEEKDAYS]
_SETTING = pattern(r"[\w.-]+ ?= ?\S")
_MOST_BRACKETS = 600
"""The most opening brackets in a text that is read as JSON."""

_LONGEST_PAIR, _LONGEST_VALUE = 300, 8
"""The most characters of a pair, and the most words of its value; a longer one is a sentence."""


class Fact(NamedTuple):
    """A sentence of a passage with the number of the passage; a pair has a name and a value. The
    name may also be a question that the text answers."""

    text: str
    number: str = ""
    name: str = ""
    value: str = ""
    speaker: str = ""
    """The name of the person who says it in the first person."""


def facts_of(passage: Passage) -> Iterator[Fact]:
    """The facts of a passage. A line that asks something, or a heading, names the one below it."""
    number, asked = passage.number, ""
    text = CUES.changed("header of a mail", _in_lines(corrected(passage.text)))
    for sentence in sentences(CUES.changed("label of an answer", text)):
        if sentence.endswith(":") or sentence.startswith("```"):  # It leads to others.
            continue
        if CUES.matches("role or order of the model", sentence):
            continue
        if CUES.pattern("row of a catalogue").match(sentence):
            name, *parts = sentence.lstrip("-*• ").rstrip(".").split(", ")
            yield from (Fact(sentence, number, name, part) for part in parts)
            continue
        pair = CUES.pattern("pair").match(sentence) if len(sentence) < _LONGEST_PAIR else None
        name, value = (pair["name"].strip(), pair["value"].strip()) if pair else ("", "")
        hours = [*CUES.find_all("hours of a day", sentence)]
        listed = hours if len(hours) > 1 else [*CUES.find_all("priced part", value)]
        if len(listed) > 1:
            yield from (Fact(e[0].strip(" ,;"), number, e["name"], e["value"]) for e in listed)
        asked = "" if _SETTING.match(sentence) else asked
        asks = sentence.endswith("?") or sentence.startswith("#")
        if _FIRST_PERSON.match(value):
            yield Fact(sentence, number, asked, speaker=name)
        elif (asked and not asks) or len(value.split()) > _LONGEST_VALUE:
            yield Fact(value or sentence, number, asked or name)
        else:
            yield Fact(sentence, number, name, value)
        asked = (value or sentence) if asks else asked if asked.startswith("## ") else ""


def json_in(text: str) -> Any:
    """The first JSON in the first half of a text, or None."""
    start = re.search(r"[\[{]\s*[\"{\[]", text[: len(text) // 2 + 2])
    is_flat = text.count("[") + text.count("{") <= _MOST_BRACKETS
    if text.startswith("[("):
        return python_literal(text)
    return json_at(text, start.start()) if start and is_flat else None


def _in_lines(text: str) -> str:
    """The JSON in a text as a line for each key with its values; any other text as it is."""
    data = json_in(text)
    pairs = pairs_of(json.dumps(data)) if data is not None else None
    values = dict[str, list[str]]()
    for key, value in pairs or ():
        values.setdefault(key, []).append(value)
    lines = (f"{e}: {', '.join(values[e])}" if e else "\n".join(values[e]) for e in values)
    return "\n".join(lines) if values else text


def days_in(text: str) -> set[str]:
    """The days of the week that a text names, also in a range: `Monday to Friday`."""
    found = set[str]()
    for each in CUES.find_all("days", CUES.changed("days in words", text)):
        first = _DAYS.index(each["first"][:3].lower())
        last = _DAYS.index((each["last"] or each["first"])[:3].lower())
        found.update(WEEKDAYS[day % 7] for day in range(first, first + (last - first) % 7 + 1))
    return found
