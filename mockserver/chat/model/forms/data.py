"""Data requested in prose: JSON, lines of JSON, or YAML."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Bound, Case, Demand, Fixed
from mockserver.chat.model.demands.form import JsonForm
from mockserver.chat.model.demands.formats import as_yaml
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import Schema, array_of
from mockserver.chat.model.forms.lists import count_requested, things
from mockserver.chat.model.forms.objects import value_for
from mockserver.chat.model.forms.places import shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import json_at
from mockserver.chat.model.values.records import converted, inferred
from mockserver.chat.structured.budget import Unservable

_LAYOUT = (
    measures.BULLETS,
    measures.NUMBERED,
    measures.LINES,
    measures.PARAGRAPHS,
    measures.SENTENCES,
)
_MINIFIED = pattern(r"(?i)\bminified\b|\b(?:single|one)[- ]line,? json\b|\bcompact json\b")


def json_text(task: Task, form: JsonForm) -> str:
    """The JSON, in a fenced block if the prompt asks for one."""
    text, notation = _json(task, form), "yaml" if form.is_yaml else "json"
    return f"```{notation}\n{text}\n```" if form.fenced else text


def _json(task: Task, form: JsonForm) -> str:
    """The requested object or list.

    If the prompt names no keys, the keys are those of the text. If it has none either, or no value
    can satisfy the schema, the reply is the value of the key `answer`.
    """
    if task.known and isinstance(json_at(task.known.value, 0), dict | list):
        return task.known.value
    schema = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    if schema:
        with suppress(Unservable):
            return _of_schema(task, form, schema)
    elif found := inferred(task.reading.question):
        return _indented(found if len(found) > 1 else found[0])
    elif len(pairs := converted(task.reading.question)) > 1:
        return _indented(pairs)
    elif form.many:
        return json.dumps(things(task, count_requested(task)), ensure_ascii=False)
    answer = task.known.value if task.known and not task.others else task.prose()
    return _indented({"answer": answer})


def _of_schema(task: Task, form: JsonForm, schema: Schema) -> str:
    """The JSON for a schema, or the schema itself if the request asks to write one."""
    if request := named("schema requested").search(task.reading.question):
        title = {"title": request["title"].title()} if request["title"] else {}
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", **title}
        return _indented(head | schema)
    value = _demanded(task, array_of(schema) if _asks_for_many(task, form, schema) else schema)
    if form.is_yaml:
        return as_yaml(value)
    if form.lines and isinstance(value, list):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if _MINIFIED.search(task.instructions):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return _indented(value)


def _asks_for_many(task: Task, form: JsonForm, schema: Schema) -> bool:
    """True if the request asks for several objects of a schema that has no list for them."""
    shapes = shapes_of(schema)
    request = named("to be invented").search(task.reading.question)
    is_inside = request and request["noun"].split()[-1] in shapes
    has_records = any(shapes_of(each.get("items") or {}) for each in shapes.values())
    is_object = schema.get("type") == "object" and not has_records and not is_inside
    return is_object and bool(form.many or request)


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _demanded(task: Task, schema: Schema) -> Any:
    """A value of a schema that meets the other demands, if need be by a text written for them."""
    demands = [each for each in task.others if _concerns_texts(each)]
    value = value_for(task, schema)
    texts = value.values() if isinstance(value, dict) else ()
    written = "\n".join(each for each in texts if isinstance(each, str)) or _indented(value)
    unmet = [each for each in demands if not each.is_met_by(written)]
    if unmet and isinstance(value, dict):
        key = next((key for key, each in value.items() if isinstance(each, str)), "note")
        value[key] = task.prose(unmet)
    return value


def _concerns_texts(demand: Demand) -> bool:
    """True if the texts in an object can meet a demand."""
    is_layout = isinstance(demand, Bound) and demand.measure in _LAYOUT
    return not (is_layout or isinstance(demand, Case) or demand == Fixed("title"))
