"""JSON and YAML requested in prose: the values are from the prompt, judged, or written for the key.

The objects of a list are judged claims, the records of the text, or made up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import filterfalse, islice
from typing import Any

from mockserver.chat.model.content.article import list_items
from mockserver.chat.model.content.facts import recall
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.form import Items, JsonForm
from mockserver.chat.model.demands.formats import as_yaml, data_of
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import (
    Schema,
    array_of,
    object_of,
    schema_of_bare_key,
    schema_of_key,
)
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.code import stated_pairs
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.lists import count_requested, keywords, made_up, things
from mockserver.chat.model.forms.places import (
    NUMBERS,
    Slot,
    judged_values,
    shapes_of,
    stated_items,
    value_at,
)
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import claims_in
from mockserver.chat.model.forms.words import is_named, name_for, named, words_of
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.meaning import stem, stems_of
from mockserver.chat.model.numbers import FIGURE, numbers_in
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.payload import without_shapes
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import json_at, scalar, sentences
from mockserver.chat.model.tools.results import values_from
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.assignment import MOST_FIELDS
from mockserver.chat.model.values.fields import fields_of, plain, takes_null
from mockserver.chat.model.values.finds import Find, finds_in, names_in
from mockserver.chat.model.values.records import converted, inferred, records_in, valued
from mockserver.chat.model.values.words import known_text
from mockserver.chat.structured.budget import Unservable

_ABSENT = r"\b(?:not?|\w+n't|missing|absent|unknown|unclear|otherwise|if|where|without)\b"
_NULLED = pattern(
    rf"{_ABSENT}[^.{{}}]{{0,90}}\bnull\b(?! \|)|\b(?:null|None)\b(?! \|)[^.{{}}]{{0,60}}{_ABSENT}"
)
"""A request for null where the text has no value."""

_NAMED = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
_KINDS_OF_NAMES = ["person", "organization", "place"]
_LAYOUT = ("bullets", "numbered", "lines", "paragraphs", "sentences")
_TOTALLED = pattern(r"(?i)(?<!\")\btotal\b(?!\")\W{0,3}(?:\w+\W+){0,3}\d")
_USUAL, _OPTIONS = 3, 4
_DEEPEST = 4
_FEW = 2
_MOST = 50
_LONGEST = 1_000
"""The most characters read of an item."""


def values_in(
    schema: Any, reading: Reading, key: bytes, now: datetime, *, is_reply: bool = False
) -> dict[str, Any]:
    """The values that a conversation has for a schema which the request itself demands.

    A reply also has texts for the keys that the conversation has no value for.
    """
    if not isinstance(schema, dict):
        return {}
    task = Task(reading, (), key, now)
    return values_of(task, schema, is_reply=is_reply)


def value_for(task: Task, schema: Schema, count: int = 1) -> Any:
    """A value of a schema: read from the prompt, judged from it, or plausible. A list has at least
    `count` items."""
    if schema.get("type") == "array":
        items: Any = schema.get("items")
        if not shapes_of(items):
            return things(task, max(count, count_requested(task), _USUAL))
        return records(task, items) or _made_up(task, items, count)
    found, shapes = values_of(task, schema), shapes_of(schema)
    is_sparing = len(_required_in(schema) or shapes) < len(shapes)
    made = fill.filled_value(schema, found, task.key, task.subject, sparing=is_sparing)
    nulls = {name: None for name, value in found.items() if value is None and name in shapes}
    return made | nulls if isinstance(made, dict) else made  # The schema may forbid null.


def values_of(task: Task, schema: Schema, *, is_reply: bool = True) -> dict[str, Any]:
    """The values of an object that are read from the results of tools or the prompt, or judged; in
    a reply also null where the prompt asks for it, and texts for the other keys."""
    results, shapes = task.reading.results, shapes_of(schema)
    source = _source(task, shapes)
    read = _read(task, schema, source)
    if len(rows := inferred(source)) == 1 and len(rows[0].keys() & shapes.keys()) > 1:
        read |= {name: value for name, value in rows[0].items() if name in shapes}
    read |= values_from(results, fields_of(schema), task.reading.question, task.now)
    read |= _recalled(task, shapes, read)
    named_ones = fill.named_fields(schema, source, task.now)
    found = _values(task, schema, read, named_ones, is_reply=is_reply)
    return found | (_totals(task, found, shapes) if is_reply else {})


def _source(task: Task, names: Collection[str] = ()) -> str:
    """The text that has the values: results of tools, the text of the request, or what the user
    said in the conversation, the last of it first."""
    reading = task.reading
    if reading.results:
        return results_in_words(reading.results)
    own = _without_request(_labelled(task, names), names)
    if not own:
        own = _without_request(without_shapes(reading.payload.request), names)
    if reading.payload.has_text or not reading.earlier or any("{" in e for e in reading.answers):
        return own
    said = (Reading.of_text(each).payload for each in reversed(reading.earlier))
    return "\n".join(filter(None, (own, *(each.text or each.request for each in said))))


def _labelled(task: Task, names: Iterable[str]) -> str:
    """The text of the request, with the label before it if that is the name of a key."""
    text, request = task.text, task.reading.payload.request
    before = request.partition(text)[0].rpartition("\n")[2] if text else ""
    is_label = before.rstrip().endswith(":") and words_of(before) in map(words_of, names)
    return before + text if is_label else text


def _without_request(text: str, names: Container[str]) -> str:
    """A text without the lines and sentences that name keys rather than their values."""

    def asks(sentence: str) -> bool:
        keys = (each["name"] in names for each in CUES.find_all("about a key", sentence))
        return CUES.matches("about keys", sentence) or any(keys)

    lines = (" ".join(filterfalse(asks, sentences(line))) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


def _read(task: Task, schema: Schema, source: str) -> dict[str, Any]:
    """The values that a text has for an object. Of a request to make something up, only what is
    certain is read: the rest is its topic."""
    is_document = task.reading.payload.has_text or task.reading.results
    is_made_up = named("made up").search(source) is not None
    if not is_document and (is_made_up or (task.form is None and source.count("\n") < _FEW)):
        certain = fill.certain_values_for(schema, source, task.now)
        if is_made_up:
            return {name: each for name, each in certain.items() if not isinstance(each, list)}
        if not certain:
            return {}
    return fill.values_for(schema, source, task.now, may_lack=_is_nulled(task))


def _is_nulled(task: Task) -> bool:
    """True if the request asks for null where the text has no value."""
    return task.form is not None and _NULLED.search(task.instructions) is not None


def _recalled(task: Task, shapes: Mapping[str, Schema], found: Mapping[str, Any]) -> dict[str, str]:
    """Known facts about the value of another key, such as the capital of its country."""
    read = [each for each in found.values() if isinstance(each, str) and len(each) < 40][:1]
    texts = read + _NAMED.findall(task.reading.question)[-2:]
    known: dict[str, str] = {}
    for name in (each for each, shape in shapes.items() if shape.get("type") == "string"):
        own = found.get(name)
        for subject in texts if own is None else [own] * is_place(str(own)):
            answer = recall(f"What is the {words_of(name)} of {subject}?")
            is_short = answer and len(answer.value.split()) < 5 and answer.value not in subject
            if answer and is_short and words_of(name) in answer.text:
                known.setdefault(name, answer.value)
                others = [each for each in shapes if each not in (name, *found)]
                known |= {others[0]: subject} if own and len(others) == 1 else {}
    return known


def _values(
    task: Task,
    schema: Schema,
    read: Mapping[str, Any],
    named_ones: Container[str] = (),
    path: tuple[str, ...] = (),
    *,
    is_reply: bool,
) -> dict[str, Any]:
    """The values of an object, key by key, for its first keys. A schema may contain itself, so
    objects are filled down to `_DEEPEST` only."""
    found, shapes = dict(read), dict(islice(shapes_of(schema).items(), MOST_FIELDS))
    is_nulled = _is_nulled(task)
    for name, shape in shapes.items():
        words, own = " ".join((*path, words_of(name))), found.get(name)
        is_null = is_reply and (is_nulled or takes_null(schema["properties"][name]))
        is_free = is_reply and not is_null
        if is_nulled and shape.get("type") == "boolean" and own is None:
            found[name] = None
            continue
        slot = Slot(words, shape, shapes, own, own is not None and name in named_ones, is_free)
        if shapes_of(shape) and len(path) < _DEEPEST:
            inner = own if isinstance(own, dict) else {}
            value: Any = _values(task, shape, inner, (), (*path, words), is_reply=is_free)
        elif isinstance(items := shape.get("items"), dict):
            value = _list(task, slot, dict(plain(items, schema)), own, is_free=is_free)
        else:
            value = value_at(task, slot)
            is_open = value is None and is_free and slot.is_text and task.form is None
            if is_open and name in _required_in(schema) and not known_text(words):
                value = task.topic
        if value not in (None, [], {}, "") or is_null or "const" in shape:
            found[name] = None if is_null and value in ([], {}, "") else value
    return found


def _required_in(schema: Schema) -> Sequence[Any]:
    required = schema.get("required")
    return required if isinstance(required, list) else ()


def _totals(task: Task, made: Mapping[str, Any], shapes: Mapping[str, Schema]) -> dict[str, float]:
    """The difference of two numbers, and sums of a column or of prices that the text has not."""
    lists = (each for each in made.values() if isinstance(each, list) and len(each) > 1)
    rows = next((each for each in lists if all(isinstance(row, dict) for row in each)), [made])
    figures = [each for key, each in made.items() if shapes.get(key, {}).get("type") in NUMBERS]
    is_told, sums = _TOTALLED.search(task.text) is not None, {}
    for key in (key for key in shapes if shapes[key].get("type") in NUMBERS):
        if is_named("difference", key) and key not in made and len(figures) == 2:
            sums[key] = round(max(figures) - min(figures), 2)
        if is_named("total", key) and not is_told:
            ways = ([_amount(row, key) for row in each] for each in (rows, inferred(task.text)))
            parts = next((each for each in ways if each and all(each)), [])
            if len(parts) > 1 or (parts and parts[0] != _amount(rows[0], "")):
                sums[key] = round(sum(parts), 2)
    return sums


def _amount(row: Mapping[str, Any], total: str) -> float:
    """The number of a record under the name of a total, else its price times its quantity."""
    numbers = {key: each for key, each in row.items() if isinstance(each, int | float)}
    own = (each for key, each in numbers.items() if key != total and stem(key) in stems_of(total))
    price = (each for key, each in numbers.items() if key != total and is_named("amount", key))
    count = (each for key, each in numbers.items() if total and is_named("quantity", key))
    return next(own, 0) or next(price, 0) * (next(count, 1) or 1)


# Lists


def _list(task: Task, slot: Slot, items: Schema, own: Any, *, is_free: bool) -> Any:
    """The items of a list: records, listed texts, or texts on the topic by the list's name."""
    least = slot.shape.get("minItems")
    least = least if isinstance(least, int) else 0
    if shapes_of(items):
        return records(task, items, own) or (_made_up(task, items, least) if is_free else None)
    count = max(_requested(task) or _USUAL, least)
    is_asked = is_free and slot.words.endswith("questions") and own and "?" not in str(own)
    if items.get("type") != "string" or "enum" in items or (slot.is_stated and not is_asked):
        return own
    topic = task.title.lower()
    if (
        found := list_items("questions", topic)[:count]
        if is_asked
        else stated_items(task, slot.words)
    ):
        return found
    if not (own or is_free):
        return None
    if task.text and named("words").search(slot.words):
        return keywords(task.text)[:count]
    texts = parts(task, slot.words, count)
    telling = (each for text in texts[:1] for each in text.split() if stems_of(each))
    texts += islice(telling, max((least if own else count) - len(texts), 0))
    return texts or own or list_items(slot.words, topic)[:count]


def _made_up(task: Task, items: Schema, least: int) -> list[dict[str, Any]]:
    """As many records as the request asks for; a single one if its values are judged."""
    if quiz := _quiz(task, items, max(_requested(task) or _USUAL, least)):
        return quiz
    known = judged_values(task, items)
    return made_up(task, items, max(_requested(task) or (1 if known else _USUAL), least), known)


def _quiz(task: Task, items: Schema, count: int) -> list[dict[str, Any]]:
    """Questions on the topic with their answers, or with options and the right one of them."""
    shapes = shapes_of(items)
    parts_of = {name_for("part of a quiz", words_of(name)): name for name in reversed(shapes)}
    if "question" not in parts_of or not parts_of.keys() & {"options", "answer"}:
        return []
    made = list[dict[str, Any]]()
    for number in range(min(count, _MOST)):
        row = _asked(task, number)
        if "options" in parts_of:
            answer = shapes.get(parts_of.get("answer", ""), {})
            row = _with_options(task, number, shapes[parts_of["options"]], answer)
        known = {parts_of[each]: value for each, value in row.items() if each in parts_of}
        made.append(fill.filled_value(items, known, task.key, task.topic))
    return made


def _asked(task: Task, number: int) -> dict[str, Any]:
    """A question on the topic with its answer, which may be known."""
    kinds = ("study questions", "study answers")
    asked, told = (list_items(kind, task.topic) for kind in kinds)
    known = task.answer_to(asked[0])
    told = [known.text, *told[1:]] if known else told
    return {"question": asked[number % len(asked)], "answer": told[number % len(told)]}


def _with_options(task: Task, number: int, listed: Schema, answer: Schema) -> dict[str, Any]:
    """A question on the topic with options, and the right one as a text or as its index."""
    kinds = ("quiz questions", "true statements", "false statements")
    asked, right, wrong = (list_items(kind, task.topic) for kind in kinds)
    most = listed.get("maxItems") or _OPTIONS
    place = number % most
    options = [wrong[(number * most + each) % len(wrong)] for each in range(most)]
    options[place] = right[number % len(right)]
    is_text = answer.get("type") == "string"
    chosen = options[place] if is_text else place + (answer.get("minimum") or 0)
    return {"question": asked[number % len(asked)], "options": options, "answer": chosen}


def _requested(task: Task) -> int:
    """The number of items that the request asks for, or 0."""
    counts = (each.count for each in task.others if isinstance(each, Items))
    return max(count_requested(task), *counts, 0)


def records(task: Task, items: Schema, read: Any = None) -> list[dict[str, Any]]:
    """The objects of a list: judged claims, names with their kinds, or the records of the text.

    `read` are the records that the fields alone find in it.
    """
    payload = task.reading.payload
    chosen = judged_values(task, items)
    if any(is_named("choice", name) for name in chosen) and judging.chosen_row(task):
        return [chosen]
    claims = claims_in(payload) if payload.is_judged else ()
    judged = ((text, "", task.reading.with_payload(own)) for text, own in claims)
    rows = [*named("item").finditer(task.reading.question)]
    found = ((row["text"][:_LONGEST], row["number"]) for row in rows if len(rows) > 1)
    listed = [(text, number, Reading.of_text(text)) for text, number in found]
    others = {*shapes_of(items)} - {*chosen}
    is_judged = chosen and not any(map(_takes_other, others))
    return (
        _each(task, items, judged)
        or _names(task, items)
        or (_each(task, items, listed) if is_judged else None)
        or read
        or records_in(items, task.text, task.now)
        or _each(task, items, listed)
    )


def _takes_other(name: str) -> bool:
    """True for a key that holds neither the text nor the number of a record."""
    kinds = ("claim", "number of a record")
    return not any(named(kind).fullmatch(name) for kind in kinds)


def _each(
    task: Task, items: Schema, texts: Iterable[tuple[str, str, Reading]]
) -> list[dict[str, Any]]:
    """An object for each of several texts: what is judged in its reading, its number, and the text
    itself."""
    made, shapes = [], shapes_of(items)
    choices = ((name, judging.offered(task, name)) for name in shapes if name != "verdict")
    options = {name: {"enum": [*choice.options]} for name, choice in choices if choice}
    items = items | {"properties": shapes | options}
    for text, number, reading in islice(texts, _MOST):
        alone = Task(reading, task.demands, task.key, task.now)
        known = judged_values(alone, items)
        for name in filterfalse(_takes_other, shapes):
            is_number = shapes[name].get("type") in NUMBERS
            own = text if named("claim").fullmatch(name) else number
            if own:
                known[name] = scalar(own) if is_number else own
        if known:
            made.append(fill.filled_value(items, known, task.key, ""))
    return made


def _names(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names in the text with their kinds."""
    shapes = shapes_of(items)
    is_kind = named("kind of a name").fullmatch
    kinds = [name for name, each in shapes.items() if each.get("enum") or is_kind(words_of(name))]
    others = [name for name in shapes if name not in kinds and shapes[name].get("type") == "string"]
    if len(kinds) != 1 or len(others) != 1 or len(shapes) != 2:
        return []
    listed = shapes[kinds[0]].get("enum")
    options = listed if listed and isinstance(listed, list) else _KINDS_OF_NAMES
    names = {find.text: find for find in finds_in(task.material) if find.kind == "name"}
    return [{others[0]: name, kinds[0]: _option_for(find, options)} for name, find in names.items()]


def _option_for(name: Find, options: list[Any]) -> Any:
    """The option for a place, a person or a company, by what a name is of."""
    own = name.thing or name.hint or ("person" if " " in name.text else "company")
    likely = sorted(("person", "company", "place"), key=own.__ne__)
    fitting = (
        each for kind in likely for each in options if named(f"of a {kind}").match(str(each))
    )
    return next(fitting, options[0])


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
    schema = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    is_json = task.known and isinstance(json_at(task.known.value, 0), dict | list)
    pairs = {} if task.text else stated_pairs(task.reading.question)
    if task.known and is_json and not form.schema:
        return task.known.value
    if pairs and (len(pairs) > 1 or schema is None) and {*shapes_of(schema or {})} <= {*pairs}:
        return _indented(_valued(pairs))
    if schema:
        with suppress(Unservable):
            return _of_schema(task, form, schema)
    else:
        text = task.reading.question
        found = inferred(text) or converted(text) or data_of(text) or data_of(task.text)
        if found:
            return _indented(found if isinstance(found, dict) or len(found) > 1 else found[0])
        if form.many:
            every = _every(task)
            items = things(task, count_requested(task)) if every is None else every
            return json.dumps(items, ensure_ascii=False)
    answer = task.known.value if task.known and not task.others else task.prose()
    return _indented({"answer": answer})


def _every(task: Task) -> list[Any] | None:
    """All things of a kind in the text, None unless the request asks for them."""
    asked = named("every one").search(task.instructions)
    if not (asked and task.text) or named("words").search(asked["what"]):
        return None
    name = asked["what"].replace(" ", "_")
    if named("of a person").search(name):
        return names_in(task.text)
    if named("list of numbers").search(task.instructions):
        return [float(each) if each % 1 else int(each) for each in numbers_in(task.text)]
    return [*fill.values_for(object_of({name: array_of()}), task.text, task.now).get(name, ())]


def _valued(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Stated values as JSON has them."""
    return {
        key: valued(each) if isinstance(each, str) else _valued(each)
        for key, each in stated.items()
    }


def _of_schema(task: Task, form: JsonForm, schema: Schema) -> str:
    """The JSON for a schema, or the schema itself if the request asks to write one."""
    if request := named("schema requested").search(task.reading.question):
        title = {"title": request["title"].title()} if request["title"] else {}
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", **title}
        return _indented(head | schema)
    schema = _settled(schema, _source(task, shapes_of(schema)))
    value = _demanded(task, array_of(schema) if _asks_for_many(task, form, schema) else schema)
    if form.lines and isinstance(value, list):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if CUES.find("minified", task.instructions):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return as_yaml(value) if form.is_yaml else _indented(value)


def _settled(schema: Schema, text: str) -> Schema:
    """A schema whose keys without a description are numbers if the text has them beside the key."""
    if isinstance(items := schema.get("items"), dict):
        return schema | {"items": _settled(items, text)}
    settled: Schema = {}
    rows = inferred(text)
    for name, shape in shapes_of(schema).items():
        if shape != schema_of_bare_key(name) or schema_of_key(name)["type"] == "array":
            continue
        kinds, words = {type(row[name]) for row in rows if name in row}, re.escape(words_of(name))
        after = r"\d" if shape.get("type") in ("array", "boolean") else r"\d+\.\d"
        before = rf"\d {words}\b"
        if shape.get("type") == "array":
            before = rf"\b{FIGURE} {words.rpartition(' ')[2]}\b"
        is_figure = re.search(rf"(?i){before}|\b{words}(?: of|:)? {after}", text)
        if kinds or is_figure:
            settled[name] = {"type": "string" if str in kinds else "number"}
    properties = schema.get("properties") or {}
    return schema | {"properties": properties | settled} if settled else schema


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
    value = value_for(task, schema)
    if isinstance(value, dict):
        texts = {key: each for key, each in value.items() if isinstance(each, str)}
        bounds = [each for each in task.others if isinstance(each, Bound)]
        bounds = [each for each in bounds if each.measure.name not in _LAYOUT]
        written, whole = "\n".join(texts.values()), _indented(value)
        kept = [e for e in bounds if e.measure.name != "keyword" or not e.is_met_by(whole)]
        if unmet := [each for each in kept if not each.is_met_by(written or whole)]:
            value[next(iter(texts), "note")] = task.prose(unmet)
    return value
