"""Data requested in prose: the whole reply as JSON, YAML, TOML or XML.

Data that a prompt brings are changed as it wants. Without a schema and data, the reply is a list or
an object with the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.computed.formulas import by_formula
from mockserver.chat.model.content.known import translation
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.grounding.ranking import ranked
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.demands import demands_of
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.data import data_of
from mockserver.chat.model.demands.form import JsonForm
from mockserver.chat.model.demands.shapes.keys import record_of
from mockserver.chat.model.demands.shapes.shapes import schema_in
from mockserver.chat.model.demands.shapes.typed import (
    Schema,
    array_of,
    object_of,
    schema_of_bare_key,
)
from mockserver.chat.model.forms.code.pairs import stated_values
from mockserver.chat.model.forms.data.changes import changed
from mockserver.chat.model.forms.data.objects import value_for
from mockserver.chat.model.forms.data.sources import computed, source_of
from mockserver.chat.model.forms.lists import count_requested, mentioned, things
from mockserver.chat.model.forms.slots import shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.literals import as_json, as_text, json_at, scalar
from mockserver.chat.model.text.markup import as_toml, as_xml, as_yaml
from mockserver.chat.model.text.numbers import numbers_in, plain_number
from mockserver.chat.model.text.texts import enumerated
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.fields.schemas import type_of
from mockserver.chat.model.values.matching.pairs import pairs_to_convert
from mockserver.chat.model.values.matching.records import records_in
from mockserver.chat.model.values.words import is_known
from mockserver.chat.structured.budget import Unservable

_LEAST_WORDS = 2
"""A text of fewer words has no values to read."""

_USUAL = record_of("name age city job email phone price date weight color".split())
"""The keys for a sentence about a person or a thing."""


def object_in(reading: Reading, key: bytes, now: datetime) -> dict[str, Any] | None:
    """The JSON object that a conversation asks for in words, None if it does not."""
    task = Task(reading, demands_of(reading), key, now)
    form = task.demand(JsonForm)
    value = _value(task, form) if form else None
    return value if isinstance(value, dict) else None


def json_text(task: Task, form: JsonForm) -> str:
    """The JSON, in a fenced block if the prompt asks for one."""
    text = _written(task, form, _value(task, form))
    return f"```{form.notation}\n{text}\n```" if form.fenced else text


def _written(task: Task, form: JsonForm, value: Any) -> str:
    """A value as lines of JSON, as YAML or as JSON, on one line if it is a list of plain values."""
    if form.lines and isinstance(value, list):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if form.notation == "yaml":
        return as_yaml(value)
    if form.notation == "toml":
        return as_toml(value)
    if form.notation == "xml":
        asked = NAMES.find("to be invented", task.reading.question)
        root = CUES.text("root element", task.instructions) or (asked["noun"] if asked else "")
        return as_xml(value, root)
    if CUES.matches("minified", task.instructions):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    is_flat = isinstance(value, list) and not any(isinstance(each, dict) for each in value)
    return as_text(value) if is_flat else as_json(value)


def _value(task: Task, form: JsonForm) -> Any:
    """The requested object or list. If the prompt has neither keys nor data, the reply is the value
    of the key `answer`."""
    spare = NAMES.find("object for little text", task.instructions)
    is_little = len(task.text.split()) < _LEAST_WORDS
    value = json_at(spare["object"], 0) if spare and is_little else _requested(task, form)
    if value is not None:
        return value
    known = _plain_values(task.known.items if task.known else ())
    if known[1:] if isinstance(known, list) else known:
        return {"answer": known} if isinstance(known, list) else known
    return {"answer": task.known.value if task.known and not task.others else task.prose()}


def _requested(task: Task, form: JsonForm) -> Any:
    """The requested object or list; None if there are no keys and no data for one, or if no value
    can satisfy the schema."""
    schema = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    if made := _mapped(task) or _translated(task) or _ranked(task, shapes_of(schema)):
        return made
    if not form.schema and (places := NAMES.find("list of places", task.instructions)):
        name = places["name"].removesuffix("s")
        listed = re.sub("y$", "ie", name) + "s"
        return value_for(task, object_of({listed: array_of()}))[listed]
    if not schema:
        return _without_schema(task, form)
    if CUES.matches("schema requested", task.reading.question):
        return schema
    if not NAMES.matches("to be invented", task.reading.question):
        schema = _with_constants(schema, task)
    with suppress(Unservable):
        return value_for(task, array_of(schema) if _asks_for_many(task, form, schema) else schema)
    return None


def _ranked(task: Task, keys: Collection[str]) -> dict[str, Any]:
    """The ranking of passages, if the request asks for one as an object with these keys."""
    found = ranked(task.reading.question, task.reading.earlier)
    data = json_at(found.text, 0) if found and found.text[:1] == "{" else None
    return data if data and data.keys() == {*keys} else {}


def _with_constants(schema: Schema, task: Task) -> Schema:
    """A schema with the values that are computed, and with truth values for the texts that the
    prompt only grants or denies: `parking` in `without breakfast, with parking`."""
    shapes = schema.get("properties", {})
    found = [*CUES.find_all("granted or denied", task.text)][::-1]  # The first of a name counts.
    flags = {each["what"].lower(): not CUES.matches("not", each[0]) for each in found}
    plain = [name for name, shape in shapes.items() if shape == {"type": "string"}]
    flagged = {name: flags[words] for name in plain if (words := as_words(name)) in flags}
    known = {**flagged, **computed(task, shapes_of(schema))}
    constants = {name: {"const": value} for name, value in known.items()}
    return {**schema, "properties": {**shapes, **constants}} if known else schema


def _asks_for_many(task: Task, form: JsonForm, schema: Schema) -> bool:
    """True if the request asks for several objects of a schema that has no list for them."""
    shapes = shapes_of(schema)
    types = [type_of(each) for each in shapes.values()]
    has_records = any(shapes_of(each.get("items")) for each in shapes.values())
    if schema.get("type") != "object" or has_records or {*types} == {"array"}:
        return False
    request = NAMES.find("to be invented", task.reading.question)
    if request is None:
        is_judged = task.reading.payload.is_judged
        are_rows = len(shapes) > 1 and not ("array" in types or is_judged)
        are_several = are_rows and NAMES.matches("each of several", task.directions)
        return form.many or (are_several and len(records_in(schema, task.text, task.now)) > 1)
    return request["noun"].split()[-1] not in shapes


# Maps, and data in other languages


def _mapped(task: Task) -> dict[str, Any]:
    """An object that maps each thing of a kind in the text to its value, if one is asked for, or
    each thing of a list to a constant or a fact."""
    if asked := CUES.find("map", task.instructions):
        thing, name = asked["thing"], asked["value"].strip()
        shape = schema_of_bare_key(name) if is_known(name) else {"type": "number"}
        pair = object_of({thing: {"type": "string"}, name: shape})
        read = {row[thing]: row[name] for row in records_in(pair, source_of(task), task.now)}
        if len(read) > 1:
            return read
    if not (asked := CUES.find("map of a list", task.instructions)):
        return {}
    keys = _keys_of_map(task, asked["keys"])
    constant = CUES.text("constant value", asked["value"])
    if keys and constant:
        return dict.fromkeys(keys, json.loads(constant))
    about = re.sub(r" \(.*|s$| (in|of|for) (each|it|them)\b.*", "", asked["value"])
    facts = {key: task.answer_to(f"What is the {about} of {key}?") for key in keys}
    return {key: scalar(fact.value) for key, fact in facts.items() if fact}


def _keys_of_map(task: Task, named: str) -> Sequence[str]:
    """The things that a request lists, or the known things of a kind: `months January to March`."""
    brought = items_in(request_and_text(task.reading.question)[1])
    listed = enumerated(named) if named[:1].isupper() else brought
    if len(listed) > 1:
        return [each.strip(".") for each in listed]
    kind = re.split(r" (?=[A-Z])", named)[0]
    known = recall(f"What are the {kind}?")
    items = known.items if known else ()
    ends = [place for place, each in enumerate(items) if each in named]
    return items[ends[0] : ends[-1] + 1] if len(ends) > 1 else items


def _translated(task: Task) -> Any:
    """The object of a request with its values in another language, if it asks for that."""
    shown = NAMES.find("object below a request", task.reading.question)
    data = json_at(shown["it"], 0) if shown else None
    order = task.instructions.replace(shown["it"], "") if shown else ""
    made = None
    with suppress(RecursionError):
        made = translation.data_translated(order, data) if data else None
    return None if made == data else made  # It may be the form of the reply.


# Replies without a schema


def _without_schema(task: Task, form: JsonForm) -> Any:
    """The data in a request, or a list; None if it brings no data and asks for no list."""
    text = task.reading.question
    if task.known and task.known.text.startswith(("[", "{")):
        with suppress(ValueError):  # It may begin with a citation.
            return json.loads(task.known.text)
    every, is_talk = _items_asked(task), task.reading.payload.conversation
    found: Any = None if is_talk else pairs_to_convert(text) or data_of(text) or data_of(task.text)
    if not (found or is_talk) and NAMES.matches("json of stated values", text):
        return stated_values(text) or None
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    is_given = not (form.many and NAMES.matches("texts to make up", task.instructions))
    is_whole = form.schema or not (every and (form.many or isinstance(found, list)))
    if found and is_given and is_whole:
        return changed(found, text)
    if not form.many and NAMES.matches("sentence to convert", text):
        return _told_values(task) or None
    if not (form.many or NAMES.matches("to be invented", text)):
        return None
    return _plain_values(every or things(task, count_requested(task)))


def _told_values(task: Task) -> dict[str, Any]:
    """The numbers of a sentence about a person or a thing, and what it says for certain."""
    told = fill.values_for(_USUAL, task.text, task.now, may_lack=True)
    sure = fill.certain_values_for(_USUAL, task.text, task.now)
    return {
        name: each for name, each in told.items() if name in sure or isinstance(each, int | float)
    }


def _items_asked(task: Task) -> Sequence[Any]:
    """The items that a request asks for: computed ones, those of the text, or those of the answer;
    empty if there are none."""
    plain = NAMES.changed("asked as json", task.reading.question).replace("  ", " ")
    is_computed = NAMES.matches("computed items", plain)
    computed = by_formula("items", plain, {"now": task.now}) if is_computed else None
    if not is_computed and (stated := NAMES.find("stated items", task.reading.question)):
        return enumerated(stated["it"])
    known = None if computed else task.answer_to(plain)
    every = (computed and computed.items) or mentioned(task) or (known and known.items) or ()
    if NAMES.matches("list of numbers", task.instructions):
        return [plain_number(figure) for each in every for figure in numbers_in(str(each))]
    return every


def _plain_values(items: Sequence[Any]) -> Any:
    """Items as an object if they are pairs, and as numbers if they are figures."""
    pairs = [str(each).partition(": ") for each in items]
    if pairs and all(value for _, _, value in pairs):
        return {key: scalar(value) for key, _, value in pairs}
    values = [scalar(str(each)) for each in items]
    return values if all(type(each) in (int, float) for each in values) else [*items]
