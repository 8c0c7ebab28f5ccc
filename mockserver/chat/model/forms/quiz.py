"""Questions of a quiz and flash cards as objects, from the sentences of a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from mockserver.chat.model.content.article import list_items
from mockserver.chat.model.content.questions import Pair, asked_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import name_for

_OPTIONS = 4
_LETTERS = "ABCD"


def questions(task: Task, names: Sequence[str], count: int) -> list[dict[str, Any]]:
    """An object with these keys for each sentence of the text, if the keys are of a question."""
    kinds = {name: kind for name in names if (kind := name_for("part of a question", name))}
    if "question" not in kinds.values() or not {"answer", "options"} & {*kinds.values()}:
        return []
    pairs = asked_of(task.text) if task.reading.payload.has_text else []
    asked = (_parts(task, pairs, number) for number in range(min(count or len(pairs), len(pairs))))
    return [{name: parts[kind] for name, kind in kinds.items()} for parts in asked]


def _parts(task: Task, pairs: Sequence[Pair], number: int) -> Mapping[str, Any]:
    """The parts of a question; the place of the right option differs from question to question."""
    pair = pairs[number]
    wrong = [each.answer for each in pairs if each.answer != pair.answer]
    options = [*islice([*wrong, *list_items("false statements", task.topic)], _OPTIONS - 1)]
    place = number % _OPTIONS
    options.insert(place, pair.answer)
    return {
        "question": pair.question,
        "answer": pair.answer,
        "options": options,
        "index": place,
        "letter": _LETTERS[place],
        "explanation": pair.sentence,
    }
