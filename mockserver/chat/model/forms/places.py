"""Values for named places: the keys of JSON, the fields of DSPy, the lines of a template."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from mockserver.chat.model.content import judgement
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.form import Items, Label, Template
from mockserver.chat.model.demands.notations import PLACE
from mockserver.chat.model.demands.typed import Schema, object_of, shown
from mockserver.chat.model.forms import arrays, judging
from mockserver.chat.model.forms.lists import things
from mockserver.chat.model.forms.lists import wanted as items_wanted
from mockserver.chat.model.forms.names import named
from mockserver.chat.model.forms.task import Task, without_shapes
from mockserver.chat.model.forms.verdicts import claims_in
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.values.fill import filled, said_for
from mockserver.chat.structured.budget import Budget

_NUMBERS = ("integer", "number")
_BOUNDS = pattern(r"(-?\d+(?:\.\d+)?)\s*(?:-|\u2013|to|and|through|/)\s*(-?\d+(?:\.\d+)?)")


def value_of(task: Task, name: str, said: str = "") -> Any:
    """The value under a name, of which the prompt says this."""
    words = _words_of(name)
    shape = shown(said, name) if said else {"type": "string"}
    if named("score").search(said) and _BOUNDS.search(said):
        return _points(task, said)
    if options := shape.get("enum"):
        are_texts = all(isinstance(each, str) for each in options)
        return judging.chosen(task, Label(tuple(options))) if are_texts else judging.holds(task)
    if shape.get("type") == "boolean":
        return judging.holds(task)
    is_figure = shape.get("type") in _NUMBERS and not named("score").search(words)
    figure = _as(shape["type"], task.known.value, None) if is_figure and task.known else None
    if figure is not None:
        return figure
    for kind, find in _WAYS:
        if not kind or named(kind).search(words):
            found = find(task, words, said)
            if found not in ("", None):
                return found
    extracted = said_for(object_of({name: shape}), task.material, task.now)
    return extracted.get(name) or _any_text(task, words)


_WAYS: tuple[tuple[str, Callable[[Task, str, str], Any]], ...] = (
    ("score", lambda task, _, said: _points(task, said)),
    ("reason", lambda task, *_: _reason(task)),
    ("answer", lambda task, *_: task.known and task.known.value),
    ("step", lambda task, *_: next(task.spare)),
    ("", lambda task, words, _: _paired(task, words)),
)
"""Ways to find a value by the name of its place; the first that finds one counts."""


def _any_text(task: Task, words: str) -> str:
    if named("list").search(words):
        return ", ".join(_items(task, 3))
    return task.title if named("title").search(words) or not task.sentences else task.sentences[0]


def _words_of(name: str) -> str:
    """`maxScore` and `max_score` as `max score`."""
    return re.sub(r"[_\W]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).lower().strip()


def _paired(task: Task, words: str) -> str:
    """The text behind a name and a colon: `Order: 883`."""
    first = words.split(maxsplit=1)[0] if words else ""
    if not first:
        return ""
    pattern = rf"(?i)(?<![\[<{{]){re.escape(first)}\s*(?::|=)\s*([^.,;\n<\[{{]+)"
    found = re.search(pattern, task.reading.question)
    return found[1].strip() if found else ""


def _points(task: Task, said: str) -> int | float:
    found = _BOUNDS.search(said)
    low, high = (float(found[1]), float(found[2])) if found else _bounds_in_prompt(task)
    point = judging.points(task, low, high)[0]
    return float(point) if "." in point else int(point)


def _bounds_in_prompt(task: Task) -> tuple[float, float]:
    text = f"{task.reading.system}\n{task.reading.question}"
    found = re.search(
        r"(?i)(?:scale|scor|rat|from|between|range|\()[^.\n]{0,60}?(\d+(?:\.\d+)?)\s*(?:-|\u2013|to|and)\s*(\d+(?:\.\d+)?)",
        text,
    )
    if found and float(found[1]) < float(found[2]) <= 100:
        return float(found[1]), float(found[2])
    return 1, 10


def _reason(task: Task) -> str:
    if verdict := judging.judged(task):
        return verdict.reason
    if task.known and not _SCORED.search(f"{task.reading.system}\n{task.reading.question}"):
        return task.known.text
    return (
        judgement.reason(judgement.quality(task.material))
        if task.reading.question != task.material
        else task.sentences[0]
    )


def _array_text(task: Task, items: Schema, demands: list[Demand]) -> str:
    """An array of as many objects as are wanted, of which the first says what the prompt says."""
    wanted = next((each.count for each in demands if isinstance(each, Items)), 1)
    if not isinstance(items, dict) or not isinstance(items.get("properties"), dict):
        return json.dumps(things(task, max(wanted, items_wanted(task), 3)), ensure_ascii=False)
    if found := arrays.entities(task, items) or arrays.records(task, items):
        return json.dumps(found, indent=2, ensure_ascii=False)
    values = [json.loads(object_text(task, items, []))]
    for number in range(1, wanted):
        key = b"%b %d" % (task.key, number)
        values.append(json.loads(filled(items, {}, key, task.subject, Budget.of_choices(1))))
    return json.dumps(values, indent=2, ensure_ascii=False)


_SCORED = pattern(r"\b(?:scor|rat(?:e|ing)\b|grad|evaluat|verdict|judg)", re.IGNORECASE)


def _items(task: Task, count: int) -> list[str]:
    if task.answer and task.answer.items:
        return [*task.answer.items]
    words = dict.fromkeys(re.findall(r"\b[A-Za-z]{5,}\b", task.material))
    return [*words][:count] or [task.title]


def object_text(task: Task, schema: Schema, demands: list[Demand]) -> str:
    """JSON of a schema with what the prompt says, and all that is demanded besides in its texts."""
    if schema.get("type") == "array":
        return _array_text(task, schema.get("items") or {}, demands)
    said = said_for(schema, task.given, task.now) if task.given else {}
    if len(task.given) < 60:
        whole = said_for(schema, without_shapes(task.reading.question), task.now)
        said |= {n: v for n, v in whole.items() if n not in said and not isinstance(v, str)}
    said = _without_descriptions(said, schema) | _recalled(task, schema, said)
    said |= _judgements(task, schema, said)
    text = filled(schema, said, task.key, task.subject, Budget.of_choices(1))
    value = json.loads(text) | _nulls(task, schema, said)
    value = _with_arrays(task, schema, said, value)
    if unmet := [
        each for each in demands if not each.met(json.dumps(value, indent=2, ensure_ascii=False))
    ]:
        texts = [name for name, held in value.items() if isinstance(held, str)]
        place = next((name for name in texts if " " in value[name]), next(iter(texts), "note"))
        bounded = any(isinstance(each, Bound) for each in unmet)
        value[place] = task.prose(unmet if bounded else demands)
    return json.dumps(value, indent=2, ensure_ascii=False)


def _with_arrays(
    task: Task, schema: Schema, said: dict[str, Any], value: dict[str, Any]
) -> dict[str, Any]:
    """An object whose arrays hold records and names of the text, or texts of their kind."""
    kept = dict(value)
    for name, shape in _shapes(schema):
        items = resolved(schema, shape.get("items"))
        if not isinstance(held := value.get(name), list):
            continue
        if isinstance(items.get("properties"), dict):
            found = _each_judged(task, items) or arrays.entities(task, items)
            found = found or arrays.records(task, items)
            kept[name] = found or [each | _judgements(task, items, {}) for each in held]
        elif name in _STATEMENTS and items.get("type") == "string" and (stated := _stated(task)):
            kept[name] = stated
        elif held != said.get(name) and items.get("type") == "string":
            kept[name] = arrays.strings(task, name, len(held)) or held
    return kept


_STATEMENTS = ("statements", "claims", "truths", "facts", "sentences", "opinions")
"""Keys of lists that hold what a text states, a sentence each."""


def _stated(task: Task) -> list[str]:
    """The sentences of the text that the prompt lays before the model."""
    found = task.reading.exhibits
    roles = ("given", "text", "source")
    return sentences(next(filter(None, map(found.one, roles)), "")) if found else []


def resolved(schema: Schema, shape: Any) -> Schema:
    """A schema, or the one that it refers to: `#/$defs/Statement`."""
    if isinstance(shape, dict) and "$ref" in shape:
        shape = (schema.get("$defs") or {}).get(str(shape["$ref"]).rpartition("/")[2])
    return shape if isinstance(shape, dict) else {}


def _each_judged(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object with its verdict for each of several texts that are to be judged."""
    found = task.reading.exhibits
    names = {_words_of(name): name for name in items["properties"]}
    if not found or not found.judges or not any(map(_VERDICT.search, names)):
        return []
    made = []
    for claim, exhibits in claims_in(found):
        one = Task(task.reading.judging(exhibits), task.demands, task.key, task.now)
        texts = {name: claim for words, name in names.items() if _CLAIM.fullmatch(words)}
        fields = json.loads(filled(items, {}, task.key, "", Budget.of_choices(1)))
        made.append(fields | _judgements(one, items, texts) | texts)
    return made


_VERDICT = pattern(r"\b(?:verdict|attributed|supported|relevant|correct|label|score|pass)")
_CLAIM = pattern(r"statement|claim|sentence|text|criteria|fact")


def _shapes(schema: Schema) -> list[tuple[str, Schema]]:
    """The keys of an object with the schemas of their values."""
    properties = schema.get("properties") or {}
    return [(name, shape) for name, shape in properties.items() if isinstance(shape, dict)]


_LETTERED = ("category", "choice", "option", "letter", "grade", "answer", "selection")
"""Keys whose value is one of the choices that the prompt lists under letters."""

_OF_FORM = pattern(r"(?i)\bjson\b|^(?:objects?|keys?|fields?|arrays?|strings?|format)$")
"""Words that speak of the form of the answer."""


def _without_descriptions(said: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """Values a text gives for keys, without words and bounds that only describe them."""
    shapes = dict(_shapes(schema))
    told = " ".join(str(shape.get("description", "")) for shape in shapes.values())
    kept = {}
    for name, value in said.items():
        parts = value if isinstance(value, list) else [value]
        is_told = all(isinstance(part, str) and part in told for part in parts) and bool(told)
        is_told = is_told or any(_OF_FORM.search(str(part)) for part in parts)
        is_bound = value == shapes.get(name, {}).get("minimum", "")
        if not (is_told and parts) and not is_bound:
            kept[name] = value
    return kept


_NULLED = pattern(
    r"\b(?:null|None)\b(?! \|)"
    r"(?=[^{}]{0,60}\b(?:not?|isn't|aren't|missing|absent|unknown|where|if)\b"
    r"|\W*$)|\b(?:missing|absent|unknown|mentioned|otherwise)\b[^.{}]{0,40}\bnull\b"
)


def _nulls(task: Task, schema: Schema, said: Collection[str]) -> dict[str, None]:
    """Null for what the text does not tell, where the prompt asks for that."""
    if not _NULLED.search(f"{task.reading.system}\n{task.reading.question}"):
        return {}
    return {name: None for name in schema.get("properties") or {} if name not in said}


def _judgements(task: Task, schema: Schema, said: dict[str, Any]) -> dict[str, Any]:
    """Values that are not found in a text but judged from it."""
    judged: dict[str, Any] = {}
    for name, shape in (schema.get("properties") or {}).items():
        words = _words_of(name)
        if not isinstance(shape, dict):
            continue
        options = shape.get("enum")
        if options and all(isinstance(each, str) for each in options):
            judged[name] = judging.chosen(task, Label(tuple(options)))
        elif shape.get("type") in ("integer", "number") and named("score").search(words):
            if name not in said or judging.judged(task):
                judged[name] = _number(task, shape, words, schema["properties"])
        elif shape.get("type") == "integer" and named("choice").search(words):
            judged[name] = judging.chosen_row(task)
        elif (shape.get("type") == "boolean" or options == [True, False]) and (
            name not in said or (named("good").search(words) and judging.judged(task))
        ):
            judged[name] = judging.holds(task)
        elif shape.get("type") == "string" and named("reason").search(words):
            judged[name] = _reason(task)
        elif words in _LETTERED and task.reading.exhibits and (rows := judging.lettered(task)):
            judged[name] = judging.chosen(task, Label(tuple(rows), tuple(rows.values())))
        elif shape.get("type") == "string" and words.strip() == "sentiment":
            judged[name] = judgement.label(task.material, ["positive", "negative", "neutral"])
        elif shape.get("type") == "integer" and _VERDICT.search(words) and judging.judged(task):
            judged[name] = int(judging.holds(task))
        elif shape.get("type") == "string" and words.strip() == "verdict":
            judged[name] = _verdict(task)
        elif named("answer").search(words) and task.known:
            kind = shape.get("type")
            judged[name] = _as(
                kind, task.known.value, task.known.text if "summary" in words else None
            )
    return {name: value for name, value in judged.items() if value is not None}


def judged_for(schema: Any, text: str, key: bytes, now: datetime) -> dict[str, Any]:
    """The fields of a schema that are verdicts on what a message lays before a judge."""
    turn = ("user", text, 0)
    reading = Reading({"messages": [{"role": "user", "content": text}]}, [turn])
    if not isinstance(schema, dict) or reading.exhibits is None:
        return {}
    return _judgements(Task(reading, (), key, now), schema, {})


_NAMED = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""A name within a sentence."""


def _recalled(task: Task, schema: Schema, said: dict[str, Any]) -> dict[str, str]:
    """Facts about the subject of another key: the capital of the country."""
    known: dict[str, str] = {}
    told = [value for value in said.values() if isinstance(value, str) and len(value) < 40]
    subjects = [*told[:1], *_NAMED.findall(task.reading.question)[-2:]]
    wanted = [
        name
        for name, shape in (schema.get("properties") or {}).items()
        if isinstance(shape, dict) and shape.get("type") == "string" and name not in said
    ]
    for name in wanted:
        for subject in subjects:
            found = task.answer_to(f"What is the {re.sub('[_-]', ' ', name)} of {subject}?")
            if not found or len(found.value.split()) > 4 or found.value.strip("-") in subject:
                continue
            if subject in told[:1] or name in found.text:
                known[name] = found.value
                if len(wanted) == 2 and name in found.text:
                    known.update({each: subject for each in wanted if each not in known})
                break
    return known


def _verdict(task: Task) -> str:
    text = f"{task.reading.system}\n{task.reading.question}"
    for good, bad in (
        ("PASS", "FAIL"),
        ("pass", "fail"),
        ("CORRECT", "INCORRECT"),
        ("correct", "incorrect"),
        ("yes", "no"),
        ("Y", "N"),
    ):
        if re.search(rf"\b{good}\b", text) and re.search(rf"\b{bad}\b", text):
            return good if judging.holds(task) else bad
    return "yes" if judging.holds(task) else "no"


def _as(kind: str | None, value: str, text: str | None) -> Any:
    if kind in ("integer", "number"):
        try:
            number = float(value.replace(",", ""))
        except ValueError:
            return None
        return int(number) if number.is_integer() else number
    return (text or value) if kind == "string" else None


def _number(task: Task, shape: Schema, words: str, among: Collection[str]) -> int | float:
    """Points for what is judged, within the bounds that the schema or the prompt names.

    A score beside `pass` is a share, as rubrics have it.
    """
    low, high = shape.get("minimum"), shape.get("maximum")
    is_share = bool(named("share").search(words))
    if low is None or high is None:
        low, high = (0.0, 1.0) if is_share or "pass" in among else _bounds_in_prompt(task)
    if is_share and high <= 1:
        return 0.9
    point = float(judging.points(task, low, high)[0])
    return round(point) if shape.get("type") == "integer" or point.is_integer() else point


def template(task: Task, form: Template) -> str:
    """Every place of the template with a value for its label."""
    given, rows = form.text.split("\n"), []
    for row, following in zip(given, [*given[1:], ""], strict=True):
        label = re.match(r"[\W]*([A-Za-z][\w /()-]{0,40}?)[^\w=]*[:=]", row)
        name = label[1] if label else ""
        is_heading = row.lstrip().startswith("#") or re.match(r"\s*(?:\d+[.)]|[-*])", following)
        if PLACE.search(row):
            rows.append(PLACE.sub(lambda place, name=name: _at(task, name, place[0]), row))  # type: ignore[misc]
        elif label and row.rstrip().endswith(":") and not is_heading:
            rows.append(f"{row.rstrip()} {value_of(task, name)}")
        else:
            rows.append(row)
    filled = "\n".join(rows)
    return f"{_reason(task)}\n\n{filled}" if form.last and task.sentences else filled


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, which a label or the place itself names."""
    said = place.strip("<>[]{}.…_# ")
    bare = "" if said in ("X", "XX", "N") else said
    value = value_of(task, name or bare or "answer", bare)
    return f"[[{value}]]" if place.startswith("[[") and place.endswith("]]") else str(value)
