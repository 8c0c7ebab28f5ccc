"""Items of JSON arrays: records of a text, names in it, or things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from mockserver.chat.model.demands.typed import Schema
from mockserver.chat.model.forms.names import named
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fill import said_for
from mockserver.chat.model.values.finds import finds_in

_PARTS = [
    re.compile(pattern)
    for pattern in (r"\n+", r"(?<=[.;!?])\s+", r",\s+(?:and )?(?=[A-Z])|\s+and\s+(?=[A-Z])")
]
"""Where one record of a text may end and the next begin."""

_MOST = 100
_COMPANY = pattern(r"\b(?:Inc|Ltd|LLC|Corp|GmbH|AG|Group|Bank|University|Labs|Foods|Systems)\b")
_OF_PLACES = pattern(r"(?i)loc|place|gpe|city|country|ort")
_OF_PERSONS = pattern(r"(?i)per|human|name")
_OF_COMPANIES = pattern(r"(?i)org|comp|brand|firm")
_QUESTIONS = (
    "What is {a}?", "How does {a} work?", "What does {a} cost?", "Is {a} worth it?",
    "Which kinds of {a} are there?", "What are the drawbacks of {a}?", "Who needs {a}?",
    "How do I get started with {a}?", "When is {a} a good choice?", "Where can I read about {a}?",
)  # fmt: skip


def records(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The records of the text that the request brings along, each with a value for every key."""
    fields = items["properties"]
    best: list[dict[str, Any]] = []
    for parting in _PARTS:
        found = [
            said
            for part in islice(filter(None, parting.split(task.given)), _MOST)
            if len(said := said_for(items, part, task.now)) == len(fields)
        ]
        best = max(best, found, key=len)
    return best


def entities(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names of the text under the two keys of what is named, and of what kind it is."""
    shapes: Mapping[str, Any] = items["properties"]
    fields = {name: shape for name, shape in shapes.items() if isinstance(shape, Mapping)}
    kind = next((name for name, shape in fields.items() if shape.get("enum")), "")
    place = next((name for name in fields if name != kind), "")
    if not kind or len(fields) != 2 or fields[place].get("type") != "string":
        return []
    options = [str(option) for option in fields[kind]["enum"]]
    names = dict.fromkeys(find.text for find in finds_in(task.material) if find.kind == "name")
    return [{place: name, kind: _kind_of(name, options)} for name in names]


def _kind_of(name: str, options: Sequence[str]) -> str:
    if is_place(name):
        ways = (_OF_PLACES, _OF_PERSONS)
    elif " " in name and not _COMPANY.search(name):
        ways = (_OF_PERSONS, _OF_COMPANIES)
    else:
        ways = (_OF_COMPANIES, _OF_PERSONS)
    fitting = (option for way in ways for option in options if way.match(option))
    return next(fitting, options[0])


def strings(task: Task, name: str, count: int) -> list[str]:
    """So many texts for a key: questions about the topic, steps or tips; none for other keys."""
    if re.search(r"question|quer(?:y|ies)", name):
        return [each.format(a=task.title.lower()) for each in islice(_questions(), count)]
    if named("step").search(re.sub(r"s$", "", name)):
        return [*islice(task.spare, count)]
    return []


def _questions() -> Iterator[str]:
    while True:
        yield from _QUESTIONS
