"""Final calls: those of a tool that takes the answer, such as `final_answer` or a class to fill."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.forms.objects import values_in
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tools.choice import best, chosen
from mockserver.chat.model.tools.profiles import Function, fields_of_tool, is_final
from mockserver.chat.model.tools.tasks import ToolTask
from mockserver.chat.model.values.fill import certain_values_for
from mockserver.chat.model.values.match import is_certain, nested

_REFERS_BACK = pattern(
    r"\b(?:previous|above|earlier|preceding) (?:response|answer|messages?|conversation)\b", re.I
)


def task_for(tool: Function, text: str, now: datetime) -> ToolTask:
    """A call of a tool with the values of a text."""
    alone = Reading.of_text(text)
    is_filled = is_final(tool) and not text.lstrip().startswith(("{", "["))  # results before it
    material = alone.payload.text if is_filled else text
    arguments = nested(chosen(tool, material, now).matches, fields_of_tool(tool))
    if is_filled:
        arguments |= values_in(tool.get("parameters"), alone, b"", now)
    return ToolTask(tool, arguments, material)


def source_of(reading: Reading) -> str:
    """The text that a class is filled from: the messages before one that only refers to them."""
    if reading.earlier and _REFERS_BACK.search(reading.question):
        return "\n".join([*reading.earlier, *reading.answers])
    return reading.everything


def to_be_filled(reading: Reading, tools: Sequence[Function], now: datetime) -> list[ToolTask]:
    """A call for each class to fill whose required values are all certain from the message."""
    tasks: list[ToolTask] = []
    if reading.results:
        return tasks
    for tool in filter(is_final, tools):
        values = certain_values_for(tool.get("parameters"), reading.payload.text, now)
        required = {field.name for field in fields_of_tool(tool) if field.required}
        if required and values.keys() >= required:
            tasks.append(ToolTask(tool, values, reading.question))
    return tasks


def final_call(reading: Reading, tools: Sequence[Function], now: datetime) -> ToolTask:
    """A call of a tool that takes the answer, else of the closest tool not called yet.

    Of several that take the answer, it is the one for which the question has most values.
    The field for an answer in words gets the results of the calls before.
    """
    called = {result.name for result in reading.results}
    finals = [*filter(is_final, tools)]
    fresh = finals or [tool for tool in tools if tool["name"] not in called] or tools
    closest = best(fresh, reading.question, now)
    if finals:
        closest.sort(key=lambda one: -sum(map(is_certain, one.matches.values())))
    task = task_for(closest[0].function, source_of(reading), now)
    fields = fields_of_tool(task.function)
    in_words = [
        field.name
        for field in fields
        if field.type in ("string", "")
        and not field.enum
        and (len(fields) == 1 or words("fields.answers").intersection(words_of(field.name)[-1:]))
    ]
    parameters = task.function.get("parameters")
    if not finals or not reading.results:
        return task
    values = values_in(parameters, reading, b"", now)
    results = dict.fromkeys(in_words, results_in_words(reading.results))
    return task._replace(arguments={**task.arguments, **values, **results})
