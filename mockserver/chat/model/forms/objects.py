"""JSON and YAML requested in prose: the values are read, judged, or written for their keys."""

from __future__ import annotations

import json
import re
import statistics
from collections import Counter
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from itertools import filterfalse, islice
from operator import itemgetter
from typing import Any

from mockserver.chat.model.content.article import list_items
from mockserver.chat.model.content.facts import recall
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.content.listing import figure_of, name_of
from mockserver.chat.model.content.results import results_in_words
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.form import JsonForm
from mockserver.chat.model.demands.formats import as_yaml, data_of
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import (
    Schema,
    array_of,
    object_of,
    schema_of_bare_key,
    schema_of_key,
)
from mockserver.chat.model.forms.code import stated_pairs
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.lists import count_requested, keywords, things
from mockserver.chat.model.forms.places import Slot, shapes_of, stated_items, value_at
from mockserver.chat.model.forms.records import made_up, quiz, records
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.meaning import stem, stems_of
from mockserver.chat.model.numbers import FIGURE, numbers_in
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.payload import without_shapes
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import as_json, sentences
from mockserver.chat.model.tools.results import values_from
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.assignment import MOST_FIELDS
from mockserver.chat.model.values.fields import NUMBERS, fields_of, plain, takes_null, type_of
from mockserver.chat.model.values.finds import names_in
from mockserver.chat.model.values.labels import pairs_in
from mockserver.chat.model.values.records import converted, records_in, valued
from mockserver.chat.model.values.words import known_text
from mockserver.chat.structured.budget import Unservable

_ABSENT = r"\b(?i:not?|\w+n't|missing|absent|unknown|unclear|otherwise|if|where|without)\b"
_NULLED = pattern(
    rf"{_ABSENT}[^.{{}}]{{0,90}}\bnull\b(?! \|)|\b(?:null|None)\b(?! \|)[^.{{}}]{{0,60}}{_ABSENT}"
)
"""A request for null where the text has no value: `if missing, use null`, `null if unknown`."""

_NAMES = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""Names within a sentence."""

_LAYOUT = ("bullets", "numbered", "lines", "paragraphs", "sentences")
"""The names of the measures of a layout, which JSON has not."""

_LETTERS = pattern(r"[^\W\d_]{2}")
_LEAD = pattern(r"\A[^\n:\d]{1,40}:\s+(?=[^\n:]{1,2000}\Z)")
"""The words of a text before its first row: `Sales: Mon 120, Tue 80`."""

_STATISTICS: Mapping[str, Callable[..., Any]] = {
    "min": min, "max": max, "mean": statistics.mean, "median": statistics.median, "sum": sum,
    "count": len, "range": lambda numbers: max(numbers) - min(numbers),
}  # fmt: skip
_TOTALLED = pattern(r"(?i)(?<!\")\btotal\b(?!\")\W{0,3}(?:\w+\W+){0,3}\d")
"""A total that a text states: `Total due: 30`, but no key `"total"`."""

_USUAL_COUNT = 3
_FEW_LINES = 2
"""A message of fewer line breaks is talk rather than a text to read values from."""

_DEEPEST = 4
"""The most objects within each other that are filled: a schema may contain itself."""

_EMPTY: tuple[object, ...] = (None, [], {}, "")


def values_in(
    schema: Any, reading: Reading, key: bytes, now: datetime, *, is_reply: bool = False
) -> dict[str, Any]:
    """The values that a conversation has for a schema which the request itself demands.

    A reply also has texts for the keys that the conversation has no value for.
    """
    return values_of(Task(reading, (), key, now), schema, is_reply=is_reply)


def value_for(task: Task, schema: Schema) -> Any:
    """A value of a schema: read from the prompt, judged from it, or plausible."""
    if schema.get("type") == "array":
        items: Any = schema.get("items")
        if shapes_of(items):
            is_to_invent = CUES.matches("records to invent", task.text)
            if not is_to_invent and (rows := records(task, items)):
                return _ordered(rows, _orders(task))
            return made_up(task, items, schema.get("minItems") or 0)[: schema.get("maxItems")]
        return things(task, max(count_requested(task), _USUAL_COUNT))
    has_text = task.text and not NAMES.pattern("topic alone").fullmatch(task.text)
    if not has_text and (questions := quiz(task, schema, 1)):
        return questions[0]
    shapes, found = shapes_of(schema), values_of(task, schema)
    sparing = 0 < len(_required_in(schema)) < len(shapes)
    made = fill.filled_value(schema, found, task.key, task.subject, sparing=sparing)
    if isinstance(made, dict):
        # The schema may forbid the null that the prompt asks for.
        made |= {name: None for name in shapes if name in found and found[name] is None}
    return made


def values_of(task: Task, schema: Schema, *, is_reply: bool = True) -> dict[str, Any]:
    """The values of an object that are read from the results of tools or the prompt, or judged; in
    a reply also null where the prompt asks for it, and texts for the other keys."""
    shapes = shapes_of(schema)
    is_quiz = is_reply and NAMES.matches("quiz requested", task.instructions)
    if is_quiz and (questions := quiz(task, schema, 1)):
        return questions[0]
    source = _source(task, shapes)
    read = _read(task, schema, source)
    read |= values_from(task.reading.results, fields_of(schema), task.reading.question, task.now)
    read |= _recalled(task, shapes, read)
    found = _filled(task, schema, read, is_reply=is_reply)
    if is_reply:
        found |= _totals(task, found, shapes)
    return found | _statistics(task, shapes)


# Values that are read


def _source(task: Task, names: Collection[str]) -> str:
    """The text that has the values: results of tools, the text of the request, or what the user
    said in the conversation, the last of it first."""
    reading = task.reading
    if reading.results:
        return results_in_words(reading.results)
    own = _without_request(task.text, names)
    if not own:
        own = _without_request(without_shapes(reading.payload.request), names)
    has_replied_in_json = any("{" in each for each in reading.answers)
    if reading.payload.has_text or not reading.earlier or has_replied_in_json:
        return own
    said = (Reading.of_text(each).payload for each in reversed(reading.earlier))
    return "\n".join(filter(None, (own, *(each.text or each.request for each in said))))


def _without_request(text: str, names: Container[str]) -> str:
    """A text without the sentences that name keys rather than their values."""

    def asks(sentence: str) -> bool:
        keys = (each["name"] in names for each in CUES.find_all("about a key", sentence))
        return CUES.matches("about keys", sentence) or any(keys)

    lines = (" ".join(filterfalse(asks, sentences(line))) for line in text.split("\n"))
    return "\n".join(filter(None, lines))


def _read(task: Task, schema: Schema, source: str) -> dict[str, Any]:
    """The values that a text has for an object. A request to make something up has only those that
    are certain: the rest of it is a topic."""
    has_text = bool(task.reading.payload.has_text or task.reading.results)
    if not has_text and NAMES.matches("made up", source):
        certain = fill.certain_values_for(schema, source, task.now)
        return {name: each for name, each in certain.items() if not isinstance(each, list)}
    is_talk = not has_text and task.form is None and source.count("\n") < _FEW_LINES
    if is_talk and not fill.certain_values_for(schema, source, task.now):
        return {}
    return fill.values_for(schema, source, task.now, may_lack=_asks_for_null(task))


def _asks_for_null(task: Task) -> bool:
    """True if the request asks for null where the text has no value."""
    return task.form is not None and _NULLED.search(task.instructions) is not None


def _recalled(task: Task, shapes: Mapping[str, Schema], found: Mapping[str, Any]) -> dict[str, str]:
    """Known facts about the value of another key, such as the capital of its country."""
    read = [each for each in found.values() if isinstance(each, str) and len(each) < 40][:1]
    subjects = read + _NAMES.findall(task.reading.question)[-2:]
    known: dict[str, str] = {}
    for name in (each for each, shape in shapes.items() if shape.get("type") == "string"):
        own = found.get(name)
        if own is None:
            facts = filter(None, (_fact(as_words(name), each) for each in subjects))
            if fact := next(facts, ""):
                known.setdefault(name, fact)
        elif is_place(str(own)) and (fact := _fact(as_words(name), own)):
            # The place was read for the key `capital`, but it is a country that has one.
            known[name] = fact
    return known


def _fact(what: str, subject: str) -> str:
    """The `capital` of a subject that the model knows, in a few words, else an empty text."""
    if what.endswith("country code"):
        return NAMES.meaning("country code", subject)
    answer = recall(f"What is the {what} of {subject}?")
    if answer is None or what not in answer.text:
        return ""
    is_short = len(answer.value.split()) < 5 and answer.value not in subject
    return answer.value if is_short else ""


# Values that are judged, or written for a key


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
    asks_for_null = _asks_for_null(task)
    for name, shape in shapes.items():
        own, path = found.get(name), (*outer, as_words(name))
        if asks_for_null and own is None and shape.get("type") == "boolean":
            found[name] = None
            continue
        may_be_null = asks_for_null or takes_null(schema["properties"][name])
        is_free = is_reply and not may_be_null
        slot = Slot(" ".join(path), shape, shapes, own, is_free=is_free)
        if shapes_of(shape) and len(outer) < _DEEPEST:
            inner = own if isinstance(own, dict) else {}
            value: Any = _filled(task, shape, inner, path, is_reply=is_free)
        elif isinstance(shape.get("items"), dict):
            value = _listed(task, slot, dict(plain(shape["items"], schema)))
        else:
            value = _single(task, slot, is_needed=name in _required_in(schema))
        if value in _EMPTY and is_reply and may_be_null:
            found[name] = None
        elif value not in _EMPTY or "const" in shape:
            found[name] = value
    return found


def _required_in(schema: Schema) -> Sequence[Any]:
    required = schema.get("required")
    return required if isinstance(required, list) else ()


def _single(task: Task, slot: Slot, *, is_needed: bool) -> Any:
    """The value of a key that is no list; for a text that a schema needs it may be the topic."""
    value = value_at(task, slot)
    is_open = value is None and is_needed and slot.is_free and slot.is_text
    if is_open and task.form is None and not known_text(slot.words):
        return task.topic
    return value


def _listed(task: Task, slot: Slot, items: Schema) -> Any:
    """The items of a list: objects, or texts that are read or on the topic by the list's name."""
    least = slot.shape.get("minItems")
    least = least if isinstance(least, int) else 0
    if shapes_of(items):
        found = _ordered(records(task, items, slot.found), _orders(task))
        titled = {"title": slot.words.removesuffix("s"), **items}
        return made_up(task, titled, least) if slot.is_free and not found else found
    if items.get("type") != "string" or "enum" in items:
        return slot.found
    wants_questions = slot.is_free and slot.words.endswith("questions")
    if wants_questions and slot.found and "?" not in str(slot.found):
        count = max(count_requested(task) or _USUAL_COUNT, least)
        return list_items("questions", task.title.lower())[:count]
    if chosen := _names_of_rows(task, slot.words):
        return chosen
    return stated_items(task, slot.words) or _texts(task, slot, least)


def _names_of_rows(task: Task, words: str = "") -> list[str]:
    """The names of the rows of the text that a request has put in order or chosen, if any."""
    items = task.known.items if task.known and task.text else ()
    is_asked = NAMES.matches("ids", words) or NAMES.matches("in order", _orders(task))
    return [*map(name_of, items)] if is_asked and len(items) > 1 else []


def _orders(task: Task) -> str:
    """The instructions without the text that they are about."""
    return task.instructions.replace(task.text, "\n") if task.text else task.instructions


def _texts(task: Task, slot: Slot, least: int) -> Any:
    """The texts of a list: keywords, texts for its name, those that were found, or any others."""
    if not (slot.found or slot.is_free):
        return None
    count = max(count_requested(task) or _USUAL_COUNT, least)
    if task.text and NAMES.matches("words", slot.words):
        return keywords(task.text)[:count]
    texts = parts(task, slot.words, count)
    return texts or slot.found or list_items(slot.words, task.title.lower())[:count]


# Values that are computed from others


def _totals(task: Task, made: Mapping[str, Any], shapes: Mapping[str, Schema]) -> dict[str, float]:
    """The sums of a column or of prices, under a name such as `total`, unless the text has one.

    All but a subtotal include the charges of the object.
    """
    if _TOTALLED.search(task.text):
        return {}
    lists = (each for each in made.values() if isinstance(each, list) and len(each) > 1)
    rows = next((each for each in lists if all(isinstance(row, dict) for row in each)), None)
    sources = [each for each in (rows, [made]) if each]
    totals = {}
    for key, shape in shapes.items():
        if shape.get("type") not in NUMBERS or not is_named("total", key):
            continue
        amounts = ([_amount(row, key) for row in each] for each in sources)
        own = next(filter(all, amounts), [])
        if own and own != [_number(made, "amount")]:
            charges = 0 if is_named("subtotal", key) else _charges(made, sum(own))
            totals[key] = _plain_number(round(sum(own) + charges, 2))
    return totals


def _charges(made: Mapping[str, Any], amount: float) -> float:
    """The fees of an object less its discount; one below 1 is a share of the amount."""
    charges = 0.0
    for key, each in made.items():
        if isinstance(each, int | float) and is_named("charge", key):
            charge = each * amount if 0 < each < 1 else each
            charges += -charge if is_named("discount", key) else charge
    return charges


def _statistics(task: Task, shapes: Mapping[str, Schema]) -> dict[str, Any]:
    """The statistics of the numbers of a text, for the keys that name one: of rows with a name and
    a number, such as `taxi 18.50`, or of nothing but numbers. A text has the name of a row."""
    named_by = {name: NAMES.text("statistic", as_words(name)) for name in shapes}
    asked = {name: each for name, each in named_by.items() if each}
    text = _LEAD.sub("", task.text) if asked else ""
    rows = [each for each in items_in(text) if len([*numbers_in(each)]) == 1 and name_of(each)]
    named = {name_of(each): figure_of(each) for each in rows}
    if any(NAMES.text("statistic", as_words(name)) for name in named):
        return {}  # The text states one itself.
    numbers = [*named.values()] if _LETTERS.search(text) else [*numbers_in(text)]
    computed: dict[str, Any] = {}
    for name, each in asked.items() if len(numbers) > 1 else ():
        if named and each in ("min", "max") and shapes[name].get("type") == "string":
            computed[name] = _STATISTICS[each]([*named], key=named.get)
        else:
            computed[name] = _plain_number(_STATISTICS[each](numbers))
    return computed


def _plain_number(number: Fraction | float) -> float:
    return int(number) if number % 1 == 0 else round(float(number), 4)


def _amount(row: Mapping[str, Any], total: str) -> float:
    """The number of a record under the name of a total, else its price times its quantity."""
    numbers = {
        key: each for key, each in row.items() if key != total and isinstance(each, int | float)
    }
    own = [each for key, each in numbers.items() if stem(key) in stems_of(total)]
    if own and own[0]:
        return own[0]
    return _number(numbers, "amount") * (_number(numbers, "quantity") or 1)


def _number(row: Mapping[str, Any], kind: str) -> float:
    """The first number of a record under a name of a kind, else 0."""
    numbers = (key for key, each in row.items() if isinstance(each, int | float))
    return next((row[key] for key in numbers if is_named(kind, key)), 0)


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
    known = task.known.value if task.known else ""
    if mapping := _mapping(task):
        return as_json(mapping)
    schema = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    pairs = {} if task.text else stated_pairs(task.reading.question)
    least = 1 if schema is None else 2
    if len(pairs) >= least and pairs.keys() >= shapes_of(schema).keys():
        return as_json(_valued(pairs))
    if schema:
        with suppress(Unservable):
            return _of_schema(task, form, schema)
    elif found := _without_schema(task, form):
        return found
    labelled = pairs_in(task.known.text) if task.known else ()
    if task.known and len(labelled) == len(task.known.items) > 1:
        return as_json({pair.label.lower(): valued(pair.value) for pair in labelled})
    return as_json({"answer": task.prose() if task.others or not known else known})


def _mapping(task: Task) -> dict[str, Any]:
    """An object with a key for each record of the text, such as prices by product, or for each
    item, which it counts; empty unless the request asks for one."""
    if NAMES.matches("counts of items", task.instructions):
        return Counter(items_in(request_and_text(task.reading.question)[1]))
    asked = NAMES.find("mapping", task.instructions)
    if asked is None:
        return {}
    key, value = asked["key"], asked["value"] or "value"
    rows = records(task, object_of({key: {"type": "string"}, value: schema_of_key(value)}))
    change = str.lower if CUES.matches("keys in lower case", task.instructions) else str
    names = [change(str(row.get(key, ""))) for row in rows]
    return {name: row.get(value) for name, row in zip(names, rows, strict=True) if name}


def _without_schema(task: Task, form: JsonForm) -> str:
    """The JSON for the data in a request, or a list; empty if it brings no data and asks for no
    list."""
    text = task.reading.question
    if form.many and (names := _names_of_rows(task)):
        return json.dumps(names, ensure_ascii=False)
    found: Any = converted(text) or data_of(text) or data_of(task.text)
    if found:
        is_single = isinstance(found, list) and len(found) == 1
        return as_json(found[0] if is_single else _ordered(found, task.instructions))
    if not (form.many or NAMES.matches("to be invented", text)):
        return ""
    every = _every(task)
    items = things(task, count_requested(task)) if every is None else every
    return json.dumps(items, ensure_ascii=False)


def _ordered(data: Any, request: str) -> Any:
    """Data in the order that a request asks for, if it is a list of numbers, texts or records."""
    if not isinstance(data, list) or len({*map(type, data)}) != 1:
        return data
    if NAMES.matches("in reverse", request):
        return data[::-1]
    if not (asked := NAMES.find("in order", request)):
        return data
    key: Callable[[Any], Any] | None = None
    if isinstance(data[0], dict):
        common = [name for name, each in data[0].items() if _is_common(name, each, data)]
        about = {*stems_of(request[asked.start() :][:80])}
        named = [name for name in common if about & {*stems_of(as_words(name))}]
        figures = [name for name in common if not isinstance(data[0][name], str)]
        if not (names := named or figures):
            return data
        key = itemgetter(names[0])
    elif not isinstance(data[0], str | int | float):
        return data
    return sorted(data, key=key, reverse=NAMES.matches("falling", request))


def _is_common(name: str, value: Any, rows: Sequence[Mapping[str, Any]]) -> bool:
    """True if all rows have a value of one type under a name, by which they can be sorted."""
    kind = str if isinstance(value, str) else (int, float)
    return all(isinstance(row.get(name), kind) for row in rows)


def _every(task: Task) -> list[Any] | None:
    """All things of a kind in the text, None unless the request asks for them."""
    asked = NAMES.find("every one", task.instructions)
    if not (asked and task.text) or NAMES.matches("words", asked["what"]):
        return None
    name = asked["what"].replace(" ", "_")
    if NAMES.matches("of a person", name):
        return names_in(task.text)
    if NAMES.matches("list of numbers", task.instructions):
        return [*map(_plain_number, numbers_in(task.text))]
    return [*fill.values_for(object_of({name: array_of()}), task.text, task.now).get(name, ())]


def _valued(stated: Mapping[str, Any]) -> dict[str, Any]:
    """Stated values as JSON has them."""
    return {
        key: valued(each) if isinstance(each, str) else _valued(each)
        for key, each in stated.items()
    }


def _of_schema(task: Task, form: JsonForm, schema: Schema) -> str:
    """The JSON for a schema, or the schema itself if the request asks to write one."""
    if request := NAMES.find("schema requested", task.reading.question):
        title = {"title": request["title"].title()} if request["title"] else {}
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema", **title}
        return as_json(head | schema)
    schema = _settled(schema, _source(task, shapes_of(schema)))
    if _asks_for_many(task, form, schema):
        schema = array_of(schema)
    value = _demanded(task, schema)
    if form.lines and isinstance(value, list):
        return "\n".join(json.dumps(row, ensure_ascii=False) for row in value)
    if CUES.matches("minified", task.instructions):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return as_yaml(value) if form.is_yaml else as_json(value)


def _settled(schema: Schema, text: str) -> Schema:
    """A schema with the types that a text has for keys whose type was only guessed."""
    if isinstance(items := schema.get("items"), dict):
        return schema | {"items": _settled(items, text)}
    settled: Schema = {}
    for name, shape in shapes_of(schema).items():
        is_guessed = shape == schema_of_bare_key(name)
        if not is_guessed or schema_of_key(name)["type"] == "array":
            continue
        if _is_figure(text, as_words(name), shape.get("type")):
            settled[name] = {"type": "number"}
    properties = schema.get("properties") or {}
    return schema | {"properties": properties | settled} if settled else schema


def _is_figure(text: str, words: str, kind: Any) -> bool:
    """True if a key is for a number beside its words, or for a statistic of nothing but numbers."""
    are_numbers = not _LETTERS.search(text)
    is_statistic = are_numbers and bool(NAMES.text("statistic", words))
    return is_statistic or _has_number(text, words, kind)


def _has_number(text: str, words: str, kind: Any) -> bool:
    """True if a text has a number beside the words of a key of a kind that was only guessed.

    `3 points` and `price: 4.5` are numbers. A whole number after the words may also be a name, as
    in `room 12`, unless the key is a plural or a question.
    """
    number = r"\d" if kind in ("array", "boolean") else r"\d+\.\d"
    before = rf"\b{FIGURE} {words.rpartition(' ')[2]}" if kind == "array" else rf"\d {words}"
    return re.search(rf"(?i){before}\b|\b{words}(?: of|:)? {number}", text) is not None


def _asks_for_many(task: Task, form: JsonForm, schema: Schema) -> bool:
    """True if the request asks for several objects of a schema that has no list for them."""
    shapes = shapes_of(schema)
    has_records = any(shapes_of(each.get("items")) for each in shapes.values())
    if schema.get("type") != "object" or has_records:
        return False
    request = NAMES.find("to be invented", task.reading.question)
    if request is None:
        are_rows = len(shapes) > 1 and "array" not in {type_of(each) for each in shapes.values()}
        are_several = are_rows and NAMES.matches("each of several", task.instructions)
        return form.many or (are_several and len(records_in(schema, task.text, task.now)) > 1)
    return request["noun"].split()[-1] not in shapes


def _demanded(task: Task, schema: Schema) -> Any:
    """A value of a schema that meets the other demands, if need be by a text written for them."""
    value = value_for(task, schema)
    if not isinstance(value, dict):
        return value
    texts = {key: each for key, each in value.items() if isinstance(each, str)}
    whole = as_json(value)
    written = "\n".join(texts.values()) or whole
    unmet = []
    for demand in task.others:
        if isinstance(demand, Bound) and demand.measure.name not in _LAYOUT:
            is_keyword = demand.measure.name == "keyword"  # It may be a key.
            if not demand.is_met_by(written) and not (is_keyword and demand.is_met_by(whole)):
                unmet.append(demand)
    if unmet:
        value[next(iter(texts), "note")] = task.prose(unmet)
    return value
