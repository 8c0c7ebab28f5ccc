"""Objects: a value for each key of a schema, read from a prompt, judged, or written for the key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Any

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.data.changes import ordered
from mockserver.chat.model.forms.data.entries import texts_of
from mockserver.chat.model.forms.data.invented import made_up
from mockserver.chat.model.forms.data.places import value_at
from mockserver.chat.model.forms.data.quizzes import quiz
from mockserver.chat.model.forms.data.records import records
from mockserver.chat.model.forms.data.sources import asks_for_null, values_read
from mockserver.chat.model.forms.data.totals import totals
from mockserver.chat.model.forms.judging.choosing import fitting
from mockserver.chat.model.forms.judging.claims import outcomes
from mockserver.chat.model.forms.lists import count_requested, things
from mockserver.chat.model.forms.slots import Slot, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.fields.schemas import (
    NUMBERS,
    required_in,
    resolved_schema,
    takes_null,
)
from mockserver.chat.model.values.matching.assignment import MOST_FIELDS
from mockserver.chat.model.values.matching.labels import pair_for
from mockserver.chat.model.values.words import known_text

_USUAL_COUNT = 3
_DEEPEST = 4
"""The most objects within each other that are filled: a schema may contain itself."""

_EMPTY: tuple[object, ...] = (None, [], {}, "")


def values_in(
    schema: Any, reading: Reading, key: bytes, now: datetime, *, is_reply: bool = False
) -> dict[str, Any]:
    """The values that a conversation has for a schema which the request itself demands. A reply
    also has texts for the keys that the conversation has no value for."""
    return values_of(Task(reading, (), key, now), schema, is_reply=is_reply)


def value_for(task: Task, schema: Schema) -> Any:
    """A value of a schema: read from the prompt, judged from it, or plausible."""
    if schema.get("type") == "array":
        items: Any = schema.get("items")
        if shapes_of(items):
            is_to_invent = CUES.matches("records to invent", task.text)
            if not is_to_invent and (rows := records(task, items)):
                return ordered(rows, task.directions)
            return made_up(task, items, schema.get("minItems") or 0)[: schema.get("maxItems")]
        return things(task, max(count_requested(task), _USUAL_COUNT))
    if not task.reading.payload.has_text and CUES.matches("records to invent", task.instructions):
        return made_up(task, schema, 1)[0]
    shapes, found = shapes_of(schema), values_of(task, schema)
    sparing = 0 < len(required_in(schema)) < len(shapes)
    made = fill.filled_value(schema, found, task.key, task.subject, sparing=sparing)
    if isinstance(made, dict):
        # The schema may forbid the null that the prompt asks for, and a list without items.
        made |= {name: found[name] for name in shapes if found.get(name, 0) in (None, [], "")}
    return _needed(made, [*NAMES.find_all("only in a case", task.instructions)])


def _needed(made: Any, asked: Sequence[re.Match[str]]) -> Any:
    """A value without the keys that a prompt wants only beside another verdict: a reason is for a
    `no`."""
    if isinstance(made, list):
        return [_needed(each, asked) for each in made]
    if not (asked and isinstance(made, dict)):
        return made
    made = {name: _needed(each, asked) for name, each in made.items()}
    judged = next((str(each) for name, each in made.items() if is_named("judged", name)), "")
    for case in asked if judged else ():
        named = {each[0].lower() for each in NAMES.find_all("polar", case["case"])}
        if not (judged.lower() in named if named else NAMES.matches("good", judged)):
            made.pop(case["name"], None)
    return made


def values_of(task: Task, schema: Schema, *, is_reply: bool = True) -> dict[str, Any]:
    """The values of an object that are read or judged; in a reply also null where the prompt asks
    for it, and texts for the other keys."""
    has_text = task.text and not NAMES.pattern("topic alone").fullmatch(task.text)
    is_quiz = not has_text or NAMES.matches("quiz requested", task.instructions)
    if is_reply and is_quiz and (questions := quiz(task, schema, 1)):
        return questions[0]
    found = _filled(task, schema, values_read(task, schema), is_reply=is_reply)
    return found | totals(task, shapes_of(schema), found) if is_reply else found


def _filled(
    task: Task,
    schema: Schema,
    read: Mapping[str, Any],
    outer: tuple[str, ...] = (),
    *,
    is_reply: bool,
) -> dict[str, Any]:
    """The values of an object, for its first keys. `read` are those of the text, and `outer` has
    the names of the objects around it."""
    found, shapes = dict(read), dict(islice(shapes_of(schema).items(), MOST_FIELDS))
    is_nulled, required = asks_for_null(task), required_in(schema)
    for name, shape in shapes.items():
        own, path = found.get(name), (*outer, as_words(name))
        if is_nulled and own is None and shape.get("type") == "boolean":
            found[name] = None
            continue
        may_be_null = is_nulled or takes_null(schema["properties"][name])
        is_free, is_needed = is_reply and not may_be_null, name in required
        slot = Slot(" ".join(path), shape, shapes, own, is_free=is_free, is_needed=is_needed)
        value = _value(task, slot, schema, path)
        may_be_empty = own == [] or shape.get("minItems") == 0 or NAMES.matches("outcome", name)
        if value in _EMPTY and is_reply and may_be_null:
            is_blank = slot.is_text and NAMES.matches("empty text", task.instructions)
            found[name] = "" if is_blank else None
        elif value not in _EMPTY or "const" in shape or (value == [] and may_be_empty):
            found[name] = value
    return found


def _value(task: Task, slot: Slot, schema: Schema, path: tuple[str, ...]) -> Any:
    """The value of a key of a schema: an object, a list or a single value. `path` has the names of
    the objects around it, and its own."""
    if shapes_of(slot.shape) and len(path) <= _DEEPEST:
        inner = slot.found if isinstance(slot.found, dict) else {}
        return _filled(task, slot.shape, inner, path, is_reply=slot.is_free)
    if isinstance(items := slot.shape.get("items"), dict):
        return _listed(task, slot, dict(resolved_schema(items, schema)))
    return _single(task, slot)


def _single(task: Task, slot: Slot) -> Any:
    """The value of a key that is no list; for a text that a schema needs it may be the topic."""
    value = value_at(task, slot)
    is_open = value is None and slot.is_needed and slot.is_free and slot.is_text
    if is_open and task.form is None and not known_text(slot.words):
        return task.topic
    return value


def _listed(task: Task, slot: Slot, items: Schema) -> Any:
    """The items of a list: objects, or texts that are read or on the topic by the list's name."""
    if kind := NAMES.find("outcome", slot.words):
        return _outcomes(task, kind[0], shapes_of(items))
    least = slot.shape.get("minItems")
    least = least if isinstance(least, int) else 0
    if shapes_of(items):
        found = ordered(records(task, items, slot.found), task.directions)
        titled = {"title": slot.words.removesuffix("s"), **items}
        return made_up(task, titled, least) if slot.is_free and not found else found
    options = Slot(slot.words, items).labels
    if options and slot.found is None:
        return fitting(task, options)
    if is_named("sources", slot.words) and task.known:
        return _cited(task.known.text, items) or slot.found
    is_single_query = is_named("queries", slot.words) and len(slot.found or ()) == 1
    is_made = NAMES.text("side of a comparison", slot.words) or is_single_query
    named = f"{slot.words} {slot.found[0]}" if slot.found else ""
    is_labelled = named and (named in task.text or pair_for(slot.words, task.text))
    is_read = slot.found == [] or (is_labelled and not is_made)
    is_open = items.get("type") == "string" and not options and not is_read
    return texts_of(task, slot, least) if is_open else slot.found


def _outcomes(task: Task, kind: str, shapes: Mapping[str, Schema]) -> list[Any]:
    """The statements of an answer that are right or wrong, as texts or as objects with reasons."""
    rows = [*outcomes(task.reading.payload, kind)]
    is_reason = {name: is_named("reason", name) for name in shapes}
    return [{name: row[is_reason[name]] for name in shapes} or row[0] for row in rows]


def _cited(answer: str, items: Schema) -> list[Any]:
    """The source that an answer cites at its end, as a number if the list has numbers."""
    cited = re.findall(r"\[([\w.-]+)\]\W*\Z", answer)
    is_numbered = items.get("type") in NUMBERS and all(map(str.isdecimal, cited))
    return [*map(int, cited)] if is_numbered else cited
