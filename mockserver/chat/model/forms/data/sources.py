"""Sources: the text of a conversation that has the values of an object, and the values it has."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from mockserver.chat.model.content.computed.functions import FUNCTIONS
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.demands.shapes.keys import usual_record
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.slots import shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.languages import called
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.material import without_instructions, without_shapes
from mockserver.chat.model.text.lists import is_place
from mockserver.chat.model.text.numbers import numbers_in, plain_number
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.fields.fields import fields_of
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.matching.labels import pair_for
from mockserver.chat.model.values.results import values_from

_FEW_LINES = 2
"""A message of fewer line breaks is talk rather than a text to read values from."""


def source_of(task: Task) -> str:
    """The text that has the values: results of tools, a fact that the request asks for, its text
    with the labelled values above it, or what the user said in the conversation, the last of it
    first."""
    reading = task.reading
    if reading.results:
        return results_in_words(reading.results)
    own = task.record or NAMES.changed("aside on the form", without_shapes(reading.payload.request))
    before, asked, _ = own.partition(task.last_question or "?")
    is_text = reading.payload.has_text and own != asked
    if not (is_text or without_instructions(before)) and (fact := recall(asked)):
        return fact.text
    has_replied_in_json = any("{" in each for each in reading.answers)
    if reading.payload.has_text or not reading.earlier or has_replied_in_json:
        return own
    if NAMES.matches("of the last reply", own):
        return "\n".join((reading.answers[-1], *reversed(reading.earlier)))
    own = " ".join(each for each in sentences(own) if "json" not in each.lower())
    said = (Reading.of_text(each).payload for each in reversed(reading.earlier))
    return "\n".join(filter(None, (own, *(each.text or each.request for each in said))))


def values_read(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are read from a text or results of tools, known or computed."""
    shapes, results = shapes_of(schema), task.reading.results
    read = _read(task, schema, source_of(task))
    read |= values_from(results, fields_of(schema), task.reading.question, task.now)
    return (
        read
        | _recalled(shapes, read, task.instructions)
        | _translations(task, shapes)
        | computed(task, shapes)
    )


def _read(task: Task, schema: Schema, source: str) -> dict[str, Any]:
    """The values that a text has for an object. A request to make something up has only those that
    are certain: the rest of it is a topic."""
    has_text = bool(task.reading.payload.has_text or task.reading.results)
    if not has_text and usual_record(task.reading.question):
        return {}
    if not has_text and NAMES.matches("made up", source):
        certain = fill.certain_values_for(schema, source, task.now)
        return {name: each for name, each in certain.items() if not isinstance(each, list)}
    is_talk = not has_text and task.form is None and source.count("\n") < _FEW_LINES
    if is_talk and not fill.certain_values_for(schema, source, task.now):
        return {}
    return fill.values_for(schema, source, task.now, may_lack=asks_for_null(task))


def asks_for_null(task: Task) -> bool:
    """True if the request asks for null where the text has no value."""
    return task.form is not None and NAMES.matches("nulled", task.instructions)


def _recalled(shapes: Mapping[str, Schema], found: Mapping[str, Any], said: str) -> dict[str, Any]:
    """Known facts about the first value that was said, such as the capital of a country. A country
    that was read as a capital is the country, and a fact replaces what a request does not say."""
    subject = next((e for e in found.values() if isinstance(e, str) and e in said), "")[:40]
    known: dict[str, Any] = {}
    for name, shape in shapes.items() if subject else ():
        own = found.get(name)
        is_open = own is None or (own == subject and is_place(own)) or str(own) not in said
        if shape.get("type") in ("string", *NUMBERS) and is_open:
            fact = recall(f"What is the {as_words(name)} of {subject}?")
            if fact and as_words(name) in fact.text:
                known[name] = _typed(fact.value, shape)
    return known


def _typed(fact: str, shape: Schema) -> str | int | float:
    """A fact in the type of its place: `2.1 million` as a number."""
    return (
        plain_number(prod(numbers_in(fact), start=Fraction(1)))
        if shape.get("type") in NUMBERS
        else fact
    )


def _translations(task: Task, shapes: Mapping[str, Schema]) -> dict[str, str]:
    """The translations into several languages, for the keys with their names or codes."""
    by_key = {name: called(as_words(name)) for name in shapes}
    wanted = {name: language.name for name, language in by_key.items() if language}
    items = task.known.items if wanted and task.known else ()
    rows = dict(each.split(": ", 1) for each in items if ": " in each)
    return {name: rows[language] for name, language in wanted.items() if language in rows}


def computed(task: Task, shapes: Mapping[str, Schema]) -> dict[str, int | float]:
    """The statistics of a row of numbers, or the counts of the parts of a text, that keys name."""
    row = NAMES.find("row of numbers", without_shapes(task.reading.question))
    known: list[tuple[str, Any]] = [("statistic", [*numbers_in(row["row"])])] if row else []
    known += [("count of parts", task.text)] if task.reading.payload.has_text else []
    made = {}
    for name, (kind, data) in product(shapes, known):
        function: Any = FUNCTIONS.get(NAMES.text(kind, as_words(name)))
        is_open = kind == "statistic" or shapes[name].get("type") in NUMBERS
        if function and is_open and not pair_for(as_words(name), task.text):
            found = function(data)
            made[name] = plain_number(Fraction(len(found) if isinstance(found, list) else found))
    return made
