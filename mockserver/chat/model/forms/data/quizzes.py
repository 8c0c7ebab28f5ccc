"""Quizzes: questions with answers or options, for the objects of a list."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from mockserver.chat.model.content.known.article import list_items
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.slots import shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.values.fill import filled_value

_USUAL_OPTIONS, _MOST = 4, 50
_part_of = lru_cache(maxsize=1024)(partial(NAMES.text, "part of a quiz"))


def quiz(task: Task, items: Schema, count: int) -> list[dict[str, Any]]:
    """Questions on the text or the topic with answers, or with options and the right one."""
    shapes = shapes_of(items)
    names = {_part_of(as_words(name)): name for name in reversed(shapes)}
    if "question" not in names or not ("options" in names or "answer" in names):
        return []
    made, payload = [], task.reading.payload
    read = [*about(payload).items()] if payload.has_text else []
    for number in range(min(count, _MOST)):
        if "options" in names:
            answer = shapes.get(names.get("answer", ""), {})
            row = _with_options(task, number, shapes[names["options"]], answer)
        else:
            parts = ("question", "answer")
            row = {part: _nth(f"study {part}s", task.topic, number) for part in parts}
            row |= zip(parts, read[number], strict=True) if number < len(read) else ()
        known = {names[part]: value for part, value in row.items() if part in names}
        made.append(filled_value(items, known, task.key, task.topic))
    return made


def _with_options(task: Task, number: int, shape: Schema, answer: Schema) -> dict[str, Any]:
    """A question on the topic with options, and the right one as a text or as its index."""
    most, least = shape.get("maxItems"), answer.get("minimum")
    count = min(most, _MOST) if isinstance(most, int) and most > 0 else _USUAL_OPTIONS
    place = number % count
    options = [_nth("false statements", task.topic, number * count + each) for each in range(count)]
    options[place] = _nth("true statements", task.topic, number)
    is_text = answer.get("type") == "string"
    return {
        "question": _nth("quiz questions", task.topic, number),
        "options": options,
        "answer": options[place] if is_text else place + (least if isinstance(least, int) else 0),
    }


def _nth(kind: str, topic: str, number: int) -> str:
    """The text with a number in a list on a topic, which begins again after its last text."""
    items = list_items(kind, topic)
    return items[number % len(items)]
