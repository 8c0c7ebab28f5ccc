"""JSON and YAML requested in prose: the values are read, judged, or written for their keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from itertools import islice, product
from typing import Any

from mockserver.chat.model.content.computed.arithmetic import by_formula
from mockserver.chat.model.content.computed.functions import FUNCTIONS
from mockserver.chat.model.content.known import translation
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.given import items_in, request_and_text
from mockserver.chat.model.content.quoted.results import results_in_words
from mockserver.chat.model.demands import demands_of
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import JsonForm
from mockserver.chat.model.demands.formats import as_toml, as_xml, as_yaml, data_of
from mockserver.chat.model.demands.keys import record_of, usual_record
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.demands.typed import Schema, array_of, object_of, schema_of_bare_key
from mockserver.chat.model.forms.changes import changed, ordered
from mockserver.chat.model.forms.choosing import fitting
from mockserver.chat.model.forms.code import stated_values
from mockserver.chat.model.forms.entries import texts_of
from mockserver.chat.model.forms.lists import count_requested, mentioned, things
from mockserver.chat.model.forms.places import value_at
from mockserver.chat.model.forms.records import made_up, quiz, records
from mockserver.chat.model.forms.slots import Slot, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import outcomes
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.languages import languages, named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.payload import without_shapes
from mockserver.chat.model.text.lists import is_place
from mockserver.chat.model.text.numbers import number_of, numbers_in, plain_number
from mockserver.chat.model.text.texts import (
    as_json,
    as_text,
    enumerated,
    json_at,
    scalar,
    sentences,
)
from mockserver.chat.model.tools.results import values_from
from mockserver.chat.model.values import fill
from mockserver.chat.model.values.assignment import MOST_FIELDS
from mockserver.chat.model.values.fields import NUMBERS, fields_of, plain, takes_null, type_of
from mockserver.chat.model.values.labels import pair_for, pairs_to_convert
from mockserver.chat.model.values.records import records_in
from mockserver.chat.model.values.words import is_known, known_text
from mockserver.chat.structured.budget import Unservable

_USUAL_COUNT = 3
_FEW_LINES = 2
"""A message of fewer line breaks is talk rather than a text to read values from."""

_LEAST_WORDS = 2
"""A text of fewer words has no values to read."""

_FEW_WORDS = 7
"""A text of fewer words is a topic rather than an opinion."""

_DEEPEST = 4
"""The most objects within each other that are filled: a schema may contain itself."""

_PRICED = object_of({"quantity": {"type": "integer"}, "price": {"type": "number"}})
"""A line of an order."""

_USUAL = record_of("name age city job email phone price date weight color".split())
"""The keys for a sentence about a person or a thing."""

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
    sparing = 0 < len(_required_in(schema)) < len(shapes)
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
    """The values of an object that are read from the results of tools or the prompt, or judged; in
    a reply also null where the prompt asks for it, and texts for the other keys."""
    has_text = task.text and not NAMES.pattern("topic alone").fullmatch(task.text)
    is_quiz = not has_text or NAMES.matches("quiz requested", task.instructions)
    if is_reply and is_quiz and (questions := quiz(task, schema, 1)):
        return questions[0]
    shapes, source = shapes_of(schema), _source(task)
    read = _read(task, schema, source)
    read |= values_from(task.reading.results, fields_of(schema), task.reading.question, task.now)
    read |= _recalled(shapes, read) | _translations(task, shapes) | _computed(task, shapes)
    found = _filled(task, schema, read, is_reply=is_reply)
    totals = [name for name in shapes if is_named("total", name)]
    if totals and is_reply and not NAMES.matches("stated total", task.text):
        extra = sum(_number({name: found[name]}, "extra") for name in found)
        priced = _total_of(found) or _total_of({"rows": records_in(_PRICED, source, task.now)})
        total = _sum_of(task, source) or (priced and priced + extra)
        for name in totals if total else ():
            found[name] = round(total - (extra if is_named("subtotal", name) else 0), 2)
    return found


# Values that are read


def _source(task: Task) -> str:
    """The text that has the values: results of tools, the text of the request, or what the user
    said in the conversation, the last of it first."""
    reading = task.reading
    if reading.results:
        return results_in_words(reading.results)
    own = task.text or without_shapes(reading.payload.request)
    has_replied_in_json = any("{" in each for each in reading.answers)
    if reading.payload.has_text or not reading.earlier or has_replied_in_json:
        return own
    if NAMES.matches("of the last reply", own):
        return "\n".join((reading.answers[-1], *reversed(reading.earlier)))
    own = " ".join(each for each in sentences(own) if "json" not in each.lower())
    said = (Reading.of_text(each).payload for each in reversed(reading.earlier))
    return "\n".join(filter(None, (own, *(each.text or each.request for each in said))))


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
    return fill.values_for(schema, source, task.now, may_lack=_asks_for_null(task))


def _asks_for_null(task: Task) -> bool:
    """True if the request asks for null where the text has no value."""
    return task.form is not None and NAMES.matches("nulled", task.instructions)


def _recalled(shapes: Mapping[str, Schema], found: Mapping[str, Any]) -> dict[str, str]:
    """Known facts about the first value that was read, such as the capital of a country. A country
    that was read as a capital is the country."""
    subject = next((each for each in found.values() if isinstance(each, str)), "")[:40]
    known: dict[str, str] = {}
    for name, shape in shapes.items() if subject else ():
        own = found.get(name)
        if shape.get("type") == "string" and (own is None or (own == subject and is_place(own))):
            fact = recall(f"What is the {as_words(name)} of {subject}?")
            if fact and as_words(name) in fact.text:
                known[name] = fact.value
    return known


def _translations(task: Task, shapes: Mapping[str, Schema]) -> dict[str, str]:
    """The translations into several languages, for the keys with their names or codes."""
    by_key = {name: languages().get(name) or named(as_words(name)) for name in shapes}
    wanted = {name: language.name for name, language in by_key.items() if language}
    items = task.known.items if wanted and task.known else ()
    rows = dict(each.split(": ", 1) for each in items if ": " in each)
    return {name: rows[language] for name, language in wanted.items() if language in rows}


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
        may_be_empty = own == [] or shape.get("minItems") == 0 or NAMES.matches("outcome", name)
        is_empty_list = value == [] and may_be_empty
        if value in _EMPTY and is_reply and may_be_null:
            is_blank = slot.is_text and NAMES.matches("empty text", task.instructions)
            found[name] = "" if is_blank else None
        elif value not in _EMPTY or "const" in shape or is_empty_list:
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
    if kind := NAMES.find("outcome", slot.words):
        shapes, rows = shapes_of(items), [*outcomes(task.reading.payload, kind[0])]
        is_reason = {name: is_named("reason", name) for name in shapes}
        return [{name: row[is_reason[name]] for name in shapes} or row[0] for row in rows]
    least = slot.shape.get("minItems")
    least = least if isinstance(least, int) else 0
    if shapes_of(items):
        found = ordered(records(task, items, slot.found), task.directions)
        titled = {"title": slot.words.removesuffix("s"), **items}
        return made_up(task, titled, least) if slot.is_free and not found else found
    options = Slot(slot.words, items).labels
    if options and slot.found is None:
        return fitting(task, options)
    if task.known and is_named("sources", slot.words):
        cited = re.findall(r"\[([\w.-]+)\]\W*\Z", task.known.text)
        is_numbered = items.get("type") in NUMBERS and all(map(str.isdecimal, cited))
        return [*map(int, cited)] if is_numbered else cited or slot.found
    is_compared = NAMES.text("side of a comparison", slot.words)
    is_labelled = slot.found and not is_compared and pair_for(slot.words, task.text)
    is_read = slot.found == [] or is_labelled
    is_open = items.get("type") == "string" and not options and not is_read
    return texts_of(task, slot, least) if is_open else slot.found


def _sum_of(task: Task, source: str) -> float:
    """The sum that the sentence of a source adds up to, else 0: `two tickets at 9 euros each`."""
    is_sentence = "\n" not in source.strip()
    found = task.answer_to(f"{source} How much is that in total?") if is_sentence else None
    is_sum = found is not None and found.text.endswith(f"= {found.value}")
    return float(number_of(found.value)) if found and is_sum else 0


def _total_of(made: Mapping[str, Any]) -> float:
    """The sum of the prices of the records in an object, or the price of its quantity, else 0."""
    lists = (each for each in made.values() if isinstance(each, list) and each)
    rows = next((each for each in lists if isinstance(each[0], dict)), [])
    if not rows:
        return _number(made, "amount") * _number(made, "quantity")
    return sum(_number(row, "amount") * (_number(row, "quantity") or 1) for row in rows)


def _number(row: Mapping[str, Any], kind: str) -> float:
    """The first number of a record under a name of a kind, else 0."""
    numbers = (key for key, each in row.items() if isinstance(each, int | float))
    return next((row[key] for key in numbers if is_named(kind, key)), 0)


# The whole reply


def object_in(reading: Reading, key: bytes, now: datetime) -> dict[str, Any] | None:
    """The JSON object that a conversation asks for in words, None if it does not."""
    demands = demands_of(reading)
    form = next((each for each in demands if isinstance(each, JsonForm)), None)
    value = _value(Task(reading, demands, key, now), form) if form else None
    return value if isinstance(value, dict) else None


def json_text(task: Task, form: JsonForm) -> str:
    """The JSON, in a fenced block if the prompt asks for one."""
    text = _written(task, form, _value(task, form))
    return f"```{form.notation}\n{text}\n```" if form.fenced else text


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


def _requested(task: Task, form: JsonForm) -> Any:
    """The requested object or list; None if there are no keys and no data for one, or if no value
    can satisfy the schema."""
    if mapped := _mapped(task) or _translated(task):
        return mapped
    if not form.schema and (places := NAMES.find("list of places", task.instructions)):
        name = places["name"].removesuffix("s")
        listed = f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"
        return value_for(task, object_of({listed: array_of()}))[listed]
    schema = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    if not schema:
        return _without_schema(task, form)
    if CUES.matches("schema requested", task.reading.question):
        return schema
    if not NAMES.matches("to be invented", task.reading.question):
        schema = _with_constants(schema, task)
    with suppress(Unservable):
        return value_for(task, array_of(schema) if _asks_for_many(task, form, schema) else schema)
    return None


def _translated(task: Task) -> Any:
    """The object of a request with its values in another language, if it asks for that."""
    shown = NAMES.find("object below a request", task.reading.question)
    data = json_at(shown["it"], 0) if shown else None
    order = task.instructions.replace(shown["it"], "") if shown else ""
    made = None
    with suppress(RecursionError):
        made = translation.data_translated(order, data) if data else None
    return None if made == data else made  # It may be the form of the reply.


def _with_constants(schema: Schema, task: Task) -> Schema:
    """A schema with the values that are computed, and with truth values for the texts that the
    prompt only grants or denies: `parking` in `without breakfast, with parking`."""
    shapes = schema.get("properties", {})
    found = [*CUES.find_all("granted or denied", task.text)][::-1]  # The first of a name counts.
    flags = {each["what"].lower(): not CUES.matches("not", each[0]) for each in found}
    plain = [name for name, shape in shapes.items() if shape == {"type": "string"}]
    flagged = {name: flags[words] for name in plain if (words := as_words(name)) in flags}
    known = {**flagged, **_computed(task, shapes_of(schema))}
    constants = {name: {"const": value} for name, value in known.items()}
    return {**schema, "properties": {**shapes, **constants}} if known else schema


def _computed(task: Task, shapes: Mapping[str, Schema]) -> dict[str, int | float]:
    """The statistics of a row of numbers, or the counts of the parts of a text, that keys name."""
    row = NAMES.find("row of numbers", without_shapes(task.reading.question))
    known: list[tuple[str, Any]] = [("statistic", [*numbers_in(row["row"])])] if row else []
    known += [("count of parts", task.text)] if task.reading.payload.has_text else []
    made = {}
    for name, (kind, data) in product(shapes, known):
        function: Any = FUNCTIONS.get(NAMES.text(kind, as_words(name)))
        is_open = kind == "statistic" or shapes[name].get("type") in NUMBERS
        if function and is_open and not pair_for(as_words(name), task.text):
            made[name] = plain_number(Fraction(function(data)))
    return made


def _mapped(task: Task) -> dict[str, Any]:
    """An object that maps each thing of a kind in the text to its value, if one is asked for, or
    each thing of a list to a constant or a fact."""
    if asked := CUES.find("map", task.instructions):
        thing, name = asked["thing"], asked["value"].strip()
        shape = schema_of_bare_key(name) if is_known(name) else {"type": "number"}
        pair = object_of({thing: {"type": "string"}, name: shape})
        read = {row[thing]: row[name] for row in records_in(pair, _source(task), task.now)}
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


def _without_schema(task: Task, form: JsonForm) -> Any:
    """The data in a request, or a list; None if it brings no data and asks for no list."""
    text = task.reading.question
    if task.known and task.known.text.startswith(("[", "{")):
        with suppress(ValueError):  # It may begin with a citation.
            return json.loads(task.known.text)
    every = _items_asked(task)
    found: Any = None
    if not task.reading.payload.conversation:
        found = pairs_to_convert(text) or data_of(text) or data_of(task.text)
        if not found and NAMES.matches("json of stated values", text):
            return stated_values(text) or None
    if isinstance(found, list) and len(found) == 1:
        found = found[0]
    is_given = not (form.many and NAMES.matches("texts to make up", task.instructions))
    is_whole = form.schema or not (every and (form.many or isinstance(found, list)))
    if found and is_given and is_whole:
        return changed(found, text)
    if not form.many and NAMES.matches("sentence to convert", text):
        told = fill.values_for(_USUAL, task.text, task.now, may_lack=True)
        sure = fill.certain_values_for(_USUAL, task.text, task.now)
        numbers = {name for name, each in told.items() if isinstance(each, int | float)}
        return {name: told[name] for name in told if name in numbers or name in sure} or None
    if not (form.many or NAMES.matches("to be invented", text)):
        return None
    return _plain_values(every or things(task, count_requested(task)))


def _items_asked(task: Task) -> Sequence[Any]:
    """The items that a request asks for: computed ones, those of the text, or those of the answer;
    empty if there are none."""
    plain = NAMES.changed("asked as json", task.reading.question).replace("  ", " ")
    is_computed = NAMES.matches("computed items", plain)
    computed = by_formula("items", plain, {"now": task.now}) if is_computed else None
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
