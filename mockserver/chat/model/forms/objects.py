"""JSON requested in prose: each key gets a value from the prompt, or a plausible one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any

from mockserver.chat.model.content.article import list_items
from mockserver.chat.model.content.facts import recall
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.demand import Bound, Case, Demand, Fixed
from mockserver.chat.model.demands.form import Items, JsonForm
from mockserver.chat.model.demands.formats import as_yaml
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import Schema, array_of
from mockserver.chat.model.forms.documents import part, parts
from mockserver.chat.model.forms.lists import count_requested, things
from mockserver.chat.model.forms.places import (
    NUMBERS,
    Slot,
    instructions,
    judged,
    judged_values,
    shapes_of,
    stated,
)
from mockserver.chat.model.forms.records import inferred, invented, numbered, records, to_invent
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import verdict
from mockserver.chat.model.forms.words import is_named, named, words_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.meaning import stem, stems_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import json_at
from mockserver.chat.model.tools.results import values_from
from mockserver.chat.model.values.fields import fields_of, plain
from mockserver.chat.model.values.fill import (
    certain_values_for,
    filled_value,
    named_fields,
    values_for,
)
from mockserver.chat.model.values.plausible import known_text
from mockserver.chat.structured.budget import Unservable

_LAYOUT = (
    measures.BULLETS,
    measures.NUMBERED,
    measures.LINES,
    measures.PARAGRAPHS,
    measures.SENTENCES,
)
_MINIFIED = pattern(r"(?i)\bminified\b|\b(?:single|one)[- ]line,? json\b|\bcompact json\b")
_ABSENT = r"\b(?:not?|\w+n't|missing|absent|unknown|unclear|otherwise|if|where|without)\b"
_NULLED = pattern(
    rf"{_ABSENT}[^.{{}}]{{0,90}}\bnull\b(?! \|)|\b(?:null|None)\b(?! \|)[^.{{}}]{{0,60}}{_ABSENT}"
)
"""A request for null where the text has no value."""

_NAMED = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_MOST_ITEMS = 4
_USUAL_ITEMS = 3
_DEEPEST = 4


# The whole reply


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
        return _indented(found)
    elif form.many:
        return json.dumps(_things(task), ensure_ascii=False)
    answer = task.known.value if task.known and not task.others else task.prose()
    return _indented({"answer": answer})


def _things(task: Task) -> list[str]:
    """A list without keys: as many things as requested, else all that the answer has."""
    if count := count_requested(task):
        return things(task, count)
    topic = task.topic.removeprefix("array of ").removeprefix("the ")
    answers = (task.answer, task.answer_to(f"List the {topic}."))
    known = (answer.items for answer in answers if answer and answer.is_known)
    return [*next(filter(None, known), ())] or things(task, 3)


def _of_schema(task: Task, form: JsonForm, schema: Schema) -> str:
    """The JSON for a schema, or the schema itself if the request asks to write one."""
    if request := named("schema requested").search(task.reading.question):
        title = {"title": request["title"].title()} if request["title"] else {}
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", **title}
        return _indented(head | schema)
    is_one = schema.get("type") == "object" and not _has_records(schema)
    request = to_invent(task)
    is_inside = request and f"{request['noun'].split()[-1]}" in shapes_of(schema)
    if is_one and not is_inside and (form.many or request):
        schema = array_of(schema)
    value = _demanded(task, schema)
    if form.is_yaml:
        return as_yaml(value)
    if form.lines and isinstance(value, list):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if _MINIFIED.search(instructions(task)):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return _indented(value)


def _has_records(schema: Schema) -> bool:
    items = (shape.get("items") for shape in shapes_of(schema).values())
    return any(isinstance(each, dict) and "properties" in each for each in items)


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _demanded(task: Task, schema: Schema) -> Any:
    """A value of a schema that meets the other demands, if need be by a text written for them."""
    demands = [each for each in task.others if _concerns_texts(each)]
    value = value_for(task, schema, demands)
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


# The value of a schema


def value_for(task: Task, schema: Schema, demands: Sequence[Demand] = ()) -> Any:
    """A value of a schema: read from the prompt, judged from it, or plausible."""
    if schema.get("type") == "array":
        count = next((each.count for each in demands if isinstance(each, Items)), 1)
        return _list(task, schema.get("items"), count)
    known = known_values(task, schema)
    found: dict[str, Any] = dict.fromkeys(_nullable(task, schema)) | known
    made: Any = _filled(task, schema, written_values(task, schema, found), task.key)
    return made | _totals(task, made, schema) if isinstance(made, dict) else made


def values_in(
    schema: Any, reading: Reading, key: bytes, now: datetime, *, is_reply: bool = False
) -> dict[str, Any]:
    """The values that a conversation has for a schema which the request itself demands.

    A reply also has texts for the keys that the conversation has no value for.
    """
    if not isinstance(schema, dict):
        return {}
    task = Task(reading, (), key, now)
    found = known_values(task, schema)
    found |= judged_values(task, schema) if reading.payload.is_judged else {}
    if not is_reply:
        return found
    written = written_values(task, schema, dict.fromkeys(_nullable(task, schema)) | found)
    return written | _totals(task, written, schema)


def _nullable(task: Task, schema: Schema) -> list[str]:
    """The keys that are null unless the text has a value: all of them if the prompt says so."""
    is_for_all = task.form is not None and _NULLED.search(instructions(task))
    shapes = schema.get("properties") or {}
    return [name for name, shape in shapes.items() if is_for_all or _takes_null(shape)]


def _takes_null(shape: Any) -> bool:
    options = (
        (shape.get("anyOf") or shape.get("oneOf") or [shape]) if isinstance(shape, dict) else []
    )
    kinds = [each.get("type") for each in options if isinstance(each, dict)]
    return any(kind == "null" or (isinstance(kind, list) and "null" in kind) for kind in kinds)


def known_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are read from the results of tools or the prompt, or judged.

    Of a request to make something up, only what is certain is read: the rest is its topic.
    """
    results = task.reading.results
    source = (results and results_in_words(results)) or task.text or _before_form(task)
    is_document = task.reading.payload.has_text or results or len(_lines(source)) > 2
    is_made_up = named("made up").search(source) is not None
    is_read = is_document or (task.form is not None and not is_made_up)
    read = {} if is_read else certain_values_for(schema, source, task.now)
    if is_read or (read and not is_made_up):
        read = values_for(schema, source, task.now)
    shapes, fields = shapes_of(schema), fields_of(schema)
    named_ones = named_fields(schema, source, task.now)
    rows = inferred(source, is_plain=True)
    read |= {name: rows[name] for name in shapes if isinstance(rows, dict) and name in rows}
    read |= values_from(results, fields, task.reading.question) if results else {}
    found = dict(read)
    found |= _recalled(task, shapes, found)
    for name, shape in shapes.items():
        if name in named_ones and name in read and "items" not in shape:
            continue
        value = _value_of_key(task, name, shapes, found, is_named=name in named_ones)
        found |= {} if value is None else {name: value}
    return found


def _lines(text: str) -> list[str]:
    return [*filter(str.strip, text.split("\n"))]


def _before_form(task: Task) -> str:
    """The request without the sentence from the demand for JSON on."""
    before, *after = CUES.pattern("as json").split(task.reading.payload.request, 1)
    return "\n".join([before, *(each.partition("\n")[2] for each in after)])


def _value_of_key(
    task: Task, name: str, shapes: Mapping[str, Schema], found: Mapping[str, Any], *, is_named: bool
) -> Any:
    """The value of a key: items, a part of the text, a judgement or a heading; None if none."""
    words, shape, read = words_of(name), shapes[name], found.get(name)
    if isinstance(items := shape.get("items"), dict):
        return _items(task, name, shape, dict(plain(items, shape)), read, is_named=is_named)
    is_text = shape.get("type") == "string" and "enum" not in shape
    if is_text and task.reading.payload.conversation and (text := part(task, words)):
        return text
    value = None
    if read is None or not (_is_stated(task, name, shape) or "enum" in shape):
        is_telling = len(shapes) > 1 or shape.get("type") == "boolean"
        value = judged(task, Slot(words if is_telling else "answer", shape, shapes))
    return value


def _is_stated(task: Task, name: str, shape: Schema) -> bool:
    """True for a number or a boolean that the text states, False for one that is judged."""
    is_verdict = any(is_named(kind, name) for kind in ("score", "good", "judged"))
    is_judged = (is_verdict and verdict(task)) or is_named("choice", name)
    return shape.get("type") in (*NUMBERS, "boolean") and not is_judged


def _items(
    task: Task, name: str, shape: Schema, items: Schema, read: Any, *, is_named: bool
) -> Any:
    """The items of an array: records, listed texts, or texts on the topic by the array's name."""
    if shapes_of(items):
        return records(task, items, read) or invented(task, items) or None
    if items.get("type") != "string" or "enum" in items:
        return read
    if found := stated(task, name):
        return found
    if read and is_named:
        return read
    least = _least_items(shape)
    topical = _topical(task, words_of(name), least or _MOST_ITEMS, least) if read else []
    return topical or read


def _least_items(shape: Schema) -> int:
    """The least number of items of a list, by its schema or its description: `two to five tags`."""
    counted = named("counted items").search(str(shape.get("description", "")))
    return shape.get("minItems") or (amount_of(counted["count"]) if counted else 0)


def _topical(task: Task, words: str, most: int, least: int) -> list[str]:
    """Texts on the topic for a list's name; words of the first make them at least `least`."""
    found = parts(task, words, most)
    telling = (each for text in found[:1] for each in text.split() if stems_of(each))
    return [*found, *islice(telling, max(least - len(found), 0))]


def _totals(task: Task, made: Mapping[str, Any], schema: Schema) -> dict[str, float]:
    """The sums of the records in an object: of the column that a total names, or of prices if the
    text has no total."""
    shapes = shapes_of(schema).items()
    totals = [key for key, each in shapes if each.get("type") in NUMBERS and is_named("total", key)]
    lists = (each for each in made.values() if isinstance(each, list) and len(each) > 1)
    rows = next((each for each in lists if all(isinstance(row, dict) for row in each)), [made])
    sums: dict[str, float] = {}
    for key in totals:
        own = (each for each in rows[0] if each not in totals and stem(each) in stems_of(key))
        if len(rows) > 1 and (column := next(own, "")):
            sums[key] = sum(_number(row.get(column)) for row in rows)
        elif "total" not in task.text.lower():
            prices = [_number_named("amount", row, totals) for row in rows]
            counts = [_number_named("quantity", row, totals) for row in rows]
            if all(prices) and (any(counts) or len(rows) > 1):
                pairs = zip(prices, counts, strict=True)
                sums[key] = round(sum(price * (count or 1) for price, count in pairs), 2)
    return sums


def _number_named(kind: str, row: Mapping[str, Any], totals: Sequence[str]) -> float:
    """The number under the first key of a kind that is no total, or 0."""
    named_so = (each for key, each in row.items() if is_named(kind, key) and key not in totals)
    return _number(next(named_so, 0))


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) else 0


def _filled(task: Task, schema: Schema, found: dict[str, Any], key: bytes) -> Any:
    shapes = shapes_of(schema)
    is_sparing = len(schema.get("required") or shapes) < len(shapes)
    nulls = {name: None for name, value in found.items() if value is None and name in shapes}
    made = filled_value(schema, found, key, task.subject, sparing=is_sparing)
    return made | nulls if isinstance(made, dict) else made


def _list(task: Task, items: Any, count: int) -> list[Any]:
    """At least `count` items, the first with the values in the prompt."""
    if not isinstance(items, dict) or not shapes_of(items):
        return things(task, max(count, count_requested(task), 3))
    if found := records(task, items) or invented(task, items):
        return found
    keys = (b"%b %d" % (task.key, number) for number in range(1, count))
    return [value_for(task, items), *(_filled(task, items, {}, key) for key in keys)]


# Texts written for keys without a value


def written_values(
    task: Task, schema: Schema, found: Mapping[str, Any], outer: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The values found, with the texts that the names of other keys ask for, such as `steps`.

    A schema may contain itself, so texts are written for objects down to `_DEEPEST` only.
    """
    written = dict(found)
    for name, shape in shapes_of(schema).items():
        path, items = (*outer, words_of(name)), shape.get("items")
        words = " ".join(path)
        value: Any = None
        if name in found:
            continue
        if shapes_of(shape):
            value = written_values(task, shape, {}, path) if len(path) < _DEEPEST else None
        elif isinstance(items, dict):
            value = _written_items(task, words, dict(plain(items, schema)), _least_items(shape))
        elif shape.get("type") == "string" and not {"enum", "format", "const"} & {*shape}:
            is_needed = name in schema.get("required", ()) and not known_text(name)
            value = part(task, words) or (task.topic if is_needed and task.form is None else "")
        written |= {name: value} if value else {}
    return written


def _written_items(task: Task, words: str, items: Schema, least: int) -> list[Any]:
    """The items of a list for which the text has none: records with texts, or texts by its name."""
    counts = (each.count for each in task.others if isinstance(each, Items))
    requested = max(count_requested(task), *counts, 0)
    if shapes_of(items):
        judged_row = judged_values(task, items)
        count = max(requested or (1 if judged_row else _USUAL_ITEMS), least)
        return [judged_row | row for row in numbered(task, items, count)]
    count = max(requested or _USUAL_ITEMS, least)
    if items.get("type") != "string" or "enum" in items:
        return []
    texts = _topical(task, words, count, count) or list_items(words, task.title.lower())
    return [*texts[:count]]


def _recalled(task: Task, shapes: Mapping[str, Schema], found: Mapping[str, Any]) -> dict[str, str]:
    """Known facts about the value of another key, such as the capital of its country."""
    read = [each for each in found.values() if isinstance(each, str) and len(each) < 40][:1]
    known: dict[str, str] = {}
    for name, shape in shapes.items():
        if shape.get("type") != "string" or (name in found and not is_place(str(found[name]))):
            continue
        subjects = (
            [found[name]] if name in found else [*read, *_NAMED.findall(task.reading.question)[-2:]]
        )
        for subject in subjects:
            answer = recall(f"What is the {words_of(name)} of {subject}?")
            is_short = answer and len(answer.value.split()) < 5 and answer.value not in subject
            if answer and is_short and (subject in read or name in answer.text):
                known.setdefault(name, answer.value)
    return known
