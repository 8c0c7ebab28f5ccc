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
from mockserver.chat.model.content.found import as_sentence
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.content.summary import statements_in
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.demand import Bound, Case, Demand, Fixed
from mockserver.chat.model.demands.form import Items, JsonForm
from mockserver.chat.model.demands.formats import as_yaml
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import Schema, array_of
from mockserver.chat.model.forms.documents import part, parts
from mockserver.chat.model.forms.inferred import inferred
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
from mockserver.chat.model.forms.records import invented, numbered, records, to_invent
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import verdict
from mockserver.chat.model.forms.words import is_named, named, words_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import json_at
from mockserver.chat.model.tools.results import values_from
from mockserver.chat.model.values.fields import fields_of, plain
from mockserver.chat.model.values.fill import (
    certain_values_for,
    filled_value,
    values_for,
)
from mockserver.chat.model.values.records import without_loose_ends
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.labels import fit, pairs_in
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
_NULLED = pattern(
    r"\b(?:null|None)\b(?! \|)"
    r"(?=[^{}]{0,60}\b(?:not?|isn't|aren't|missing|absent|unknown|where|if)\b|\W*$)"
    r"|\b(?:missing|absent|unknown|mentioned|otherwise)\b[^.{}]{0,40}\bnull\b"
)
_NAMED = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""A name within a sentence."""

_MOST_ITEMS = 4
"""The most items of a list that is about the text, such as its tags."""

_USUAL_ITEMS = 3
_CLAUSE_READ = 300
_DEEPEST = 4


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
    elif found := inferred(task):
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
    if document := _requested_schema(task, schema):
        return _indented(document)
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


def _requested_schema(task: Task, schema: Schema) -> Schema:
    """The schema as a document, if the request asks to write one."""
    request = named("schema requested").search(task.reading.question)
    if request is None:
        return {}
    title = (request["title"] or "").title()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {name: value for name, value in (head | schema).items() if value}


def _has_records(schema: Schema) -> bool:
    items = (shape.get("items") for shape in shapes_of(schema).values())
    return any(isinstance(each, dict) and "properties" in each for each in items)


def _indented(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _demanded(task: Task, schema: Schema) -> Any:
    """A value of a schema that meets the other demands, if need be by a text written for them."""
    demands = [each for each in task.others if _concerns_texts(each)]
    value = value_of(task, schema, demands)
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


def value_of(task: Task, schema: Schema, demands: Sequence[Demand] = ()) -> Any:
    """A value of a schema: read from the prompt, judged from it, or plausible."""
    if schema.get("type") == "array":
        count = next((each.count for each in demands if isinstance(each, Items)), 1)
        return _list(task, schema.get("items"), count)
    found = _absent(schema) | known_values(task, schema)
    made: dict[str, Any] = _filled(task, schema, written_values(task, schema, found), task.key)
    if not isinstance(made, dict):
        return made
    shapes = shapes_of(schema)
    if _NULLED.search(instructions(task)):
        made |= {name: None for name in shapes if name not in found}
    if "total" not in task.text.lower():
        made |= _totals(made, schema)
    return made


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
    return written_values(task, schema, _absent(schema) | found) if is_reply else found


def _absent(schema: Schema) -> dict[str, None]:
    """Null for each key that may be null, which is its value unless the text has another."""
    shapes = schema.get("properties")
    return {name: None for name, shape in (shapes or {}).items() if _takes_null(shape)}


def _takes_null(shape: Any) -> bool:
    if not isinstance(shape, dict):
        return False
    options = shape.get("anyOf") or shape.get("oneOf") or [shape]
    kinds = [each.get("type") for each in options if isinstance(each, dict)]
    return any(kind == "null" or (isinstance(kind, list) and "null" in kind) for kind in kinds)


def known_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are read from the results of tools or the prompt, or judged.

    Of a request to make something up, only what is certain is read: the rest is its topic.
    """
    results = task.reading.results
    source = (
        (results and results_in_words(results))
        or task.text
        or CUES.pattern("as json").split(task.reading.payload.request)[0]
    )
    lines = [*filter(str.strip, source.split("\n"))]
    is_document = task.reading.payload.has_text or results or len(lines) > 2
    is_made_up = task.form is None or named("made up").search(source)
    is_certain = is_made_up and not is_document
    shapes, fields = shapes_of(schema), fields_of(schema)
    read = (certain_values_for if is_certain else values_for)(schema, source, task.now)
    found = {name: value for name, value in read.items() if not _is_topic(task, value)}
    found |= values_from(results, fields, task.reading.question) if results else {}
    found |= _recalled(task, shapes, found)
    labels = [pair.label for pair in pairs_in(source)]
    labelled = [each.name for each in fields if any(fit(label, each) > 1 for label in labels)]
    for name, shape in shapes.items():
        if isinstance(items := shape.get("items"), dict):
            listed = _items(task, name, dict(plain(items, schema)), found.get(name))
            found |= {name: listed} if listed else {}
        if not (name in found and name in labelled):
            value = _value_by_name(task, name, shapes, found)
            found |= {} if value is None else {name: value}
    return found


def _value_by_name(
    task: Task, name: str, shapes: Mapping[str, Schema], found: Mapping[str, Any]
) -> Any:
    """The value that the name of a key asks for: a part of the text, a judgement or a heading."""
    words, shape, read = words_of(name), shapes[name], found.get(name)
    if isinstance(read, list) and "items" in shape:
        is_rows = bool(stated(task, name)) or any(isinstance(each, dict) for each in read)
        count = max(_MOST_ITEMS, _least_items(shape))
        return None if is_rows else _topical(task, words, count, _least_items(shape)) or None
    is_text = shape.get("type") == "string" and "enum" not in shape
    if is_text and named("gist").fullmatch(words) and (text := _gist(task)):
        return text
    if is_text and task.reading.payload.conversation and (text := part(task, words)):
        return text
    value = None
    if name not in found or not _is_read(task, name, shape):
        is_telling = len(shapes) > 1 or shape.get("type") == "boolean"
        value = judged(task, Slot(words if is_telling else "answer", shape, shapes))
    return (_heading(task, name, found) or None) if value is None and is_text else value


def _least_items(shape: Schema) -> int:
    """The least number of items of a list, by its schema or its description: `two to five tags`."""
    counted = named("counted items").search(str(shape.get("description", "")))
    return shape.get("minItems") or (amount_of(counted["count"]) if counted else 0)


def _topical(task: Task, words: str, most: int, least: int) -> list[str]:
    """Texts on the topic for a list's name; words of the first make them at least `least`."""
    found = parts(task, words, most)
    telling = (each for text in found[:1] for each in text.split() if stems_of(each))
    return [*found, *islice(telling, max(least - len(found), 0))]


def _is_topic(task: Task, value: Any) -> bool:
    """True for a list of nothing but the topic of the request."""
    return (
        isinstance(value, list) and len(value) == 1 and str(value[0]).lower() in task.topic.lower()
    )


def _totals(made: Mapping[str, Any], schema: Schema) -> dict[str, float]:
    """The total of the prices in an object or in its records, if it has a key for that."""
    shapes = shapes_of(schema).items()
    totals = [key for key, each in shapes if each.get("type") in NUMBERS and is_named("total", key)]
    lists = (each for each in made.values() if isinstance(each, list) and len(each) > 1)
    for rows in (*lists, [made]) if totals else ():
        prices = [_number_named("amount", row, totals) for row in rows]
        counts = [_number_named("quantity", row, totals) for row in rows]
        if all(prices) and (any(counts) or len(rows) > 1):
            total = sum(price * (count or 1) for price, count in zip(prices, counts, strict=True))
            return dict.fromkeys(totals, round(total, 2))
    return {}


def _number_named(kind: str, row: Any, totals: Sequence[str]) -> float:
    """The number under the first key of a kind that is no total, or 0."""
    pairs = row.items() if isinstance(row, dict) else ()
    named_so = (each for key, each in pairs if is_named(kind, key) and key not in totals)
    number = next(named_so, 0)
    return number if isinstance(number, int | float) else 0


def _is_read(task: Task, name: str, shape: Schema) -> bool:
    """True if a value is a number or a boolean that the text states, not one that is judged."""
    is_verdict = any(is_named(kind, name) for kind in ("score", "good", "judged"))
    is_judged = (is_verdict and verdict(task)) or is_named("choice", name)
    return shape.get("type") in (*NUMBERS, "boolean") and not is_judged


def _filled(task: Task, schema: Schema, found: dict[str, Any], key: bytes) -> Any:
    shapes = shapes_of(schema)
    is_sparing = len(schema.get("required") or shapes) < len(shapes)
    return filled_value(schema, found, key, task.subject, sparing=is_sparing)


def _list(task: Task, items: Any, count: int) -> list[Any]:
    """At least `count` items, the first with the values in the prompt."""
    if not isinstance(items, dict) or not shapes_of(items):
        return things(task, max(count, count_requested(task), 3))
    if found := records(task, items) or invented(task, items):
        return found
    keys = (b"%b %d" % (task.key, number) for number in range(1, count))
    return [value_of(task, items), *(_filled(task, items, {}, key) for key in keys)]


def _items(task: Task, name: str, items: Schema, read: Any) -> list[Any]:
    """The items of an array in an object: verdicts, records of the text, stated texts."""
    if shapes_of(items):
        return records(task, items, read) or invented(task, items)
    if items.get("type") != "string":
        return read or []
    return stated(task, name) or _entities(task, name) or read or []


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
            value = part(task, words) or (_subject(task) if is_needed else "")
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


# Values from the text


def _entities(task: Task, name: str) -> list[str]:
    """The names, dates, numbers and addresses in the text, for a list of entities."""
    if not named("entities").fullmatch(name):
        return []
    return [find.text for find in finds_in(task.material) if find.kind not in ("phrase", "list")]


def _heading(task: Task, name: str, found: Mapping[str, Any]) -> str:
    """The beginning of the text, for a title: its first clause, up to the value of another key."""
    text = task.text
    is_made_up = text == task.reading.question or named("made up").search(text)
    if not named("heading").fullmatch(name) or is_made_up:
        return ""
    clause = named("end of clause").split(text[:_CLAUSE_READ], 1)[0]
    if found.get(name) and str(found[name]) in clause:
        return ""
    others = (str(value) for key, value in found.items() if key != name)
    names = (each for each in others if not each[:1].islower() and each in clause)
    end = min(map(clause.find, names), default=None)
    return without_loose_ends(clause[:end])


def _subject(task: Task) -> str:
    """The subject of the text, for a key of which nothing else is known."""
    if gist := _gist(task):
        return subject_of(gist)
    return task.topic if task.form is None else ""


def _gist(task: Task) -> str:
    """The first statement of the text, without a salutation; empty for a request."""
    if named("made up").search(task.material) or task.known:
        return ""
    plain = named("salutation").sub("", task.material)
    return as_sentence(next(iter(statements_in(plain)), "")) if plain.strip() else ""


def _recalled(task: Task, shapes: Mapping[str, Schema], found: Mapping[str, Any]) -> dict[str, str]:
    """Known facts about the value of another key, such as the capital of its country."""
    subjects = [each for each in found.values() if isinstance(each, str) and len(each) < 40][:1]
    subjects_here = [*subjects, *_NAMED.findall(task.reading.question)[-2:]]
    known: dict[str, str] = {}
    for name, shape in shapes.items():
        if shape.get("type") != "string" or (name in found and not is_place(str(found[name]))):
            continue
        for subject in [found[name]] if name in found else subjects_here:
            answer = recall(f"What is the {words_of(name)} of {subject}?")
            is_short = answer and len(answer.value.split()) < 5 and answer.value not in subject
            if answer and is_short and (subject in subjects or name in answer.text):
                known[name] = answer.value
                break
    return known
