"""Values for named places: the keys of JSON, the fields of DSPy, the lines of a template."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from mockserver.chat.model.content import judgement
from mockserver.chat.model.content.article import points
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.form import Items, Label, Template
from mockserver.chat.model.demands.notations import PLACE
from mockserver.chat.model.demands.typed import Schema, object_of, shown
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.lists import things
from mockserver.chat.model.forms.lists import wanted as items_wanted
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import claims_in, judged
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.values.fill import filled, said_for
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.structured.budget import Budget

_NUMBERS = ("integer", "number")
_RANGE = r"(-?\d+(?:\.\d+)?)\s*(?:-|\u2013|to|and|through|/)\s*(-?\d+(?:\.\d+)?)"
_BOUNDS = pattern(_RANGE)
_SCALE = pattern(rf"(?i)(?:scale|scor|rat|from|between|range|\()[^.\n]{{0,60}}?{_RANGE}")
_POLES = pattern(
    r"\b(PASS|pass|CORRECT|correct|yes|Y)\b[^.\n]{1,40}?\b(FAIL|fail|INCORRECT|incorrect|no|N)\b"
)
_NULLED = pattern(
    r"\b(?:null|None)\b(?! \|)"
    r"(?=[^{}]{0,60}\b(?:not?|isn't|aren't|missing|absent|unknown|where|if)\b|\W*$)"
    r"|\b(?:missing|absent|unknown|mentioned|otherwise)\b[^.{}]{0,40}\bnull\b"
)
_NAMED = pattern(r"(?<=[a-z,] )[A-Z][a-z]+(?: [A-Z][a-z]+)*")
"""A name within a sentence."""

_LABEL = pattern(r"[\W]*([A-Za-z][\w /()-]{0,40}?)[^\w=]*[:=]")
_PARTS = (r"\n+", r"(?<=[.;!?])\s+", r",\s+(?:and )?(?=[A-Z])|\s+and\s+(?=[A-Z])")
"""Where one record of a text may end and the next begin."""

_MOST_RECORDS = 100


def template(task: Task, form: Template) -> str:
    """Every place of the template with a value for its label."""
    given, rows = form.text.split("\n"), []
    for row, following in zip(given, [*given[1:], ""], strict=True):
        label = _LABEL.match(row)
        name = label[1] if label else ""
        is_heading = row.lstrip().startswith("#") or re.match(r"\s*(?:\d+[.)]|[-*])", following)
        if PLACE.search(row):
            rows.append(PLACE.sub(lambda place, name=name: _at(task, name, place[0]), row))  # type: ignore[misc]
        elif label and row.rstrip().endswith(":") and not is_heading:
            rows.append(f"{row.rstrip()} {value_of(task, name)}")
        else:
            rows.append(row)
    written = "\n".join(rows)
    return f"{_reason(task)}\n\n{written}" if form.last and task.sentences else written


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, which a label or the place itself names."""
    said = re.sub(r"^(?:XX?|N)$", "", place.strip("<>[]{}.…_# "))
    value = value_of(task, name or said or "answer", said)
    return f"[[{value}]]" if place.startswith("[[") and place.endswith("]]") else str(value)


def value_of(task: Task, name: str, said: str = "") -> Any:
    """The value under a name, of which the prompt says this."""
    words, shape = words_of(name), shown(said, name) if said else {}
    if named("score").search(said) and (found := _BOUNDS.search(said)):
        words, shape = "score", {"minimum": float(found[1]), "maximum": float(found[2])}
    elif shape.get("type") == "string" and "enum" not in shape:
        shape = {}
    place = _Place(words, shape)
    value = _judged(task, place)
    if value is None and shape.get("type") in _NUMBERS:
        value = _answer(task, place)
    if value is not None:
        return value
    if named("step").search(words):
        return next(task.spare)
    of_name = object_of({name: shape or {"type": "string"}})
    if told := _paired(task, words) or said_for(of_name, task.material, task.now).get(name):
        return told
    return next(iter(task.sentences), task.title)


def _paired(task: Task, words: str) -> str:
    """The text behind a name and a colon: `Order: 883`."""
    first = re.escape(words.partition(" ")[0])
    found = re.search(
        rf"(?i)(?<![\[<{{])\b{first}\s*[:=]\s*([^.,;\n<\[{{]+)", task.reading.question
    )
    return found[1].strip() if found and first else ""


def object_text(task: Task, schema: Schema, demands: Sequence[Demand]) -> str:
    """JSON of a schema with what the prompt says, and all that is demanded besides in its texts."""
    value = _value(task, schema, demands)
    unmet = [each for each in demands if not each.met(_shown(value))]
    if unmet and isinstance(value, dict):
        texts = [name for name, held in value.items() if isinstance(held, str)]
        place = next((name for name in texts if " " in value[name]), next(iter(texts), "note"))
        bounded = any(isinstance(each, Bound) for each in unmet)
        value[place] = task.prose(unmet if bounded else demands)
    return _shown(value)


def _shown(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def _value(task: Task, schema: Schema, demands: Sequence[Demand]) -> Any:
    """A value of a schema with what the prompt says."""
    if schema.get("type") == "array":
        count = next((each.count for each in demands if isinstance(each, Items)), 1)
        return _several(task, schema.get("items") or {}, count)
    source = task.given or CUES.pattern("as json").split(task.reading.question)[0]
    said = _with_product(said_for(schema, source, task.now), schema)
    said = _without_descriptions(said, schema)
    said |= _recalled(task, schema, said)
    shapes = _shapes(schema)
    for name, shape in shapes.items():
        words = words_of(name)
        is_read = name in said and shape.get("type") in (*_NUMBERS, "boolean")
        is_verdict = any(named(kind).search(words) for kind in ("score", "good", "judged"))
        is_settled = is_read and not (is_verdict and judged(task))
        is_settled = is_settled and not named("choice").search(words)
        value = None if is_settled else _judged(task, _Place(words, shape, shapes))
        said |= {} if value is None else {name: value}
    is_sparing = len(schema.get("required") or shapes) < len(shapes)
    budget = Budget.of_choices(1)
    text = filled(schema, said, task.key, task.subject, budget, sparing=is_sparing)
    value = json.loads(text)
    for name, shape in shapes.items():
        held, items = value.get(name), _resolved(schema, shape.get("items"))
        is_told = held == said.get(name) and not _stated(task, name)
        if items and isinstance(held, list) and not is_told:
            value[name] = _listed(task, name, items, held)
    if _NULLED.search(_instructions(task)):
        value |= {name: None for name in shapes if name not in said}
    return value


def _several(task: Task, items: Any, count: int) -> list[Any]:
    """As many items as are wanted, of which the first says what the prompt says."""
    if not isinstance(items, dict) or not _shapes(items):
        return things(task, max(count, items_wanted(task), 3))
    if found := _records(task, items):
        return found
    keys = (b"%b %d" % (task.key, number) for number in range(1, count))
    more = (filled(items, {}, key, task.subject, Budget.of_choices(1)) for key in keys)
    return [_value(task, items, ()), *map(json.loads, more)]


def _listed(task: Task, name: str, items: Schema, held: list[Any]) -> list[Any]:
    """The items of an array of an object: records of the text, or a list that its name means."""
    if _shapes(items):
        found = _each_judged(task, items) or _records(task, items)
        return found or [old | _verdicts(task, items) for old in held]
    if items.get("type") != "string":
        return held
    if stated := _stated(task, name):
        return stated
    return points(words_of(name), task.title.lower())[: len(held)] or held


def _stated(task: Task, name: str) -> list[str]:
    """The sentences of the text that the prompt lays before the model, or the steps by which its
    criterion is judged, where a list of that name wants them."""
    if (found := task.reading.exhibits) is None:
        return []
    if named("stated").fullmatch(name):
        return sentences(next(filter(None, map(found.one, ("given", "text", "source"))), ""))
    criterion = found.one("criterion").strip().rstrip(".")
    steps = (each.format(criterion) for each in _STEPS)
    return [*steps] if criterion and name == "steps" else []


_STEPS = (
    "Read the text and note what it says and what it leaves out.",
    "Hold it against the criterion: {}.",
    "Lower the score for each point that is missing or wrong.",
)
"""The steps by which a criterion is judged."""


def _each_judged(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object with its verdict for each of several texts that are to be judged."""
    found = task.reading.exhibits
    names = {name: words_of(name) for name in _shapes(items)}
    if not found or not found.judges or not any(map(named("judged").search, names.values())):
        return []
    made = []
    for claim, exhibits in claims_in(found):
        alone = Task(task.reading.judging(exhibits), task.demands, task.key, task.now)
        drawn = json.loads(filled(items, {}, task.key, "", Budget.of_choices(1)))
        texts = {name: claim for name, words in names.items() if named("claim").fullmatch(words)}
        made.append(drawn | _verdicts(alone, items) | texts)
    return made


def _resolved(schema: Schema, shape: Any) -> Schema:
    """A schema, or the one that it refers to: `#/$defs/Statement`."""
    if isinstance(shape, dict) and "$ref" in shape:
        shape = (schema.get("$defs") or {}).get(str(shape["$ref"]).rpartition("/")[2])
    return shape if isinstance(shape, dict) else {}


def _shapes(schema: Schema) -> dict[str, Schema]:
    """The keys of an object with the schemas of their values."""
    properties = schema.get("properties")
    shapes = properties.items() if isinstance(properties, dict) else ()
    return {name: shape for name, shape in shapes if isinstance(shape, dict)}


def words_of(name: str) -> str:
    """`maxScore` and `max_score` as `max score`."""
    return re.sub(r"[_\W]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).lower().strip()


# Values that are judged


class _Place(NamedTuple):
    """A place for a value: the words of its name, its schema, and the names beside it."""

    words: str
    shape: Schema
    beside: Collection[str] = ()


def _judged(task: Task, place: _Place) -> Any:
    """A value that is not found in a text but judged from it, by its type and its name."""
    kind, options = place.shape.get("type"), place.shape.get("enum")
    if options and all(isinstance(each, str) for each in options):
        return judging.chosen(task, Label(tuple(options)))
    if kind == "boolean" or options == [True, False]:
        return judging.holds(task)
    ways = (way for name, kinds, way in _WAYS if kind in kinds and named(name).search(place.words))
    return next((found for way in ways if (found := way(task, place)) is not None), None)


def judged_for(schema: Any, text: str, key: bytes, now: datetime) -> dict[str, Any]:
    """The fields of a schema that are verdicts on what a message lays before a judge."""
    reading = Reading({"messages": [{"role": "user", "content": text}]}, [("user", text, 0)])
    if not isinstance(schema, dict) or not reading.exhibits or not reading.exhibits.judges:
        return {}
    return _verdicts(Task(reading, (), key, now), schema)


def _verdicts(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are judged."""
    shapes = _shapes(schema)
    found = {
        name: _judged(task, _Place(words_of(name), shape, shapes)) for name, shape in shapes.items()
    }
    return {name: value for name, value in found.items() if value is not None}


def _points(task: Task, place: _Place) -> int | float:
    """Points within the bounds that the schema or the prompt names. A score beside `pass` is a
    share, as rubrics have it."""
    low, high = place.shape.get("minimum"), place.shape.get("maximum")
    is_share = bool(named("share").search(place.words))
    if low is None or high is None:
        found = _SCALE.search(_instructions(task))
        low, high = (float(found[1]), float(found[2])) if found else (1, 10)
        low, high = (low, high) if low < high <= 100 else (1, 10)
        if is_share or "pass" in place.beside:
            low, high = 0.0, 1.0
    point = 0.9 if is_share and high <= 1 else float(judging.points(task, low, high)[0])
    return round(point) if place.shape.get("type") == "integer" or point.is_integer() else point


def _reason(task: Task, _: _Place | None = None) -> str:
    """A reason that agrees with what is judged, else with the answer."""
    if verdict := judged(task):
        return verdict.reason
    if task.known and not named("judging").search(_instructions(task)):
        return task.known.text
    if task.reading.question == task.material:
        return task.sentences[0]
    return judgement.reason(judgement.quality(task.material))


def _verdict(task: Task, _: _Place) -> str:
    poles = _POLES.search(_instructions(task))
    return judging.chosen(task, Label(poles.groups() if poles else ("yes", "no")))


def _lettered(task: Task, _: _Place) -> str | None:
    """One of the choices that the prompt lists under letters."""
    rows = judging.lettered(task) if judged(task) else {}
    return judging.chosen(task, Label((*rows,), (*rows.values(),))) if len(rows) > 1 else None


def _holds(task: Task, _: _Place) -> int | None:
    return int(judging.holds(task)) if judged(task) else None


def _sentiment(task: Task, _: _Place) -> str:
    return judging.chosen(task, Label(("positive", "negative", "neutral")))


def _answer(task: Task, place: _Place) -> str | int | float | None:
    """The answer to the question, as a number where one is wanted."""
    if task.known is None:
        return None
    if place.shape.get("type") not in _NUMBERS:
        return task.known.text if "summary" in place.words else task.known.value
    found = re.fullmatch(r"-?[\d,]+(\.\d+)?", task.known.value)
    bare = task.known.value.replace(",", "")
    return (float(bare) if found[1] else int(bare)) if found else None


def _instructions(task: Task) -> str:
    return f"{task.reading.system}\n{task.reading.question}"


_WAYS: tuple[tuple[str, Sequence[str | None], Callable[[Task, _Place], Any]], ...] = (
    ("score", ("integer", "number", None), _points),
    ("choice", ("integer",), lambda task, _: judging.chosen_row(task)),
    ("reason", ("string", None), _reason),
    ("sentiment", ("string", None), _sentiment),
    ("verdict", ("string", None), _verdict),
    ("judged", ("integer",), _holds),
    ("letter", ("string", None), _lettered),
    ("answer", ("string", "integer", "number", None), _answer),
)
"""Ways to judge a value by the name of its place and its type; the first that finds one counts."""


# Values that the text brings


def _without_descriptions(said: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """Values a text gives for keys, without words that only describe them."""
    told = " ".join(str(shape.get("description", "")) for shape in _shapes(schema).values())

    def describes(value: Any) -> bool:
        words = map(str, value if isinstance(value, list) else [value])
        return all(each in told or named("form").fullmatch(each) for each in words)

    return {name: value for name, value in said.items() if not describes(value)}


def _with_product(said: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """What a text says, and the total of a quantity at a price."""
    of_kind: dict[str, list[str]] = {"total": [], "quantity": [], "price": []}
    for name, shape in _shapes(schema).items():
        kinds = (kind for kind in of_kind if shape.get("type") in _NUMBERS)
        if kind := next((each for each in kinds if named(each).search(words_of(name))), ""):
            of_kind[kind].append(name)
    if any(len(names) != 1 for names in of_kind.values()):
        return said
    (total,), (quantity,), (price,) = of_kind.values()
    if total in said or not {quantity, price} <= said.keys():
        return said
    return said | {total: round(said[quantity] * said[price], 2)}


def _recalled(task: Task, schema: Schema, said: dict[str, Any]) -> dict[str, str]:
    """Facts about the subject of another key: the capital of the country."""
    told = [each for each in said.values() if isinstance(each, str) and len(each) < 40][:1]
    shapes = _shapes(schema).items()
    wanted = [name for name, shape in shapes if shape.get("type") == "string" and name not in said]
    known: dict[str, str] = {}
    for name in wanted:
        for subject in (*told, *_NAMED.findall(task.reading.question)[-2:]):
            found = task.answer_to(f"What is the {words_of(name)} of {subject}?")
            is_short = found and len(found.value.split()) < 5 and found.value not in subject
            if found and is_short and (subject in told or name in found.text):
                known[name] = found.value
                break
    return known


def _records(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names of the text with their kinds, or its records with a value for every key."""
    shapes = _shapes(items)
    kinds = [name for name, shape in shapes.items() if shape.get("enum")]
    others = [name for name, shape in shapes.items() if shape.get("type") == "string"]
    if len(shapes) == 2 and kinds and (place := next((e for e in others if e not in kinds), "")):
        options = [str(option) for option in shapes[kinds[0]]["enum"]]
        names = dict.fromkeys(find.text for find in finds_in(task.material) if find.kind == "name")
        return [{place: name, kinds[0]: _kind_of(name, options)} for name in names]
    found = [[*_read(task, items, parting)] for parting in _PARTS]
    numbers = [name for name, shape in shapes.items() if shape.get("type") in _NUMBERS]
    if len(shapes) == 2 and numbers and others:
        found.append([{others[0]: n, numbers[0]: v} for n, v in _numbered(task.material)])
    return max(found, key=len)


def _numbered(text: str) -> Iterator[tuple[str, int]]:
    """The names of a text that have a number behind them, with the number."""
    name = ""
    for find in finds_in(text):
        if find.kind == "name":
            name = find.text
        elif find.kind == "number" and name:
            yield name, find.value
            name = ""


def _read(task: Task, items: Schema, parting: str) -> Iterator[dict[str, Any]]:
    for part in islice(filter(None, re.split(parting, task.given)), _MOST_RECORDS):
        said = said_for(items, part, task.now)
        if len(said) == len(items["properties"]):
            yield said


def _kind_of(name: str, options: Sequence[str]) -> str:
    """The option that means a place, a person or a company, by what a name looks like."""
    is_person = " " in name and not named("company").search(name)
    kinds = ["of a person", "of a company"] if is_person else ["of a company", "of a person"]
    kinds = ["of a place", "of a person"] if is_place(name) else kinds
    fitting = (each for kind in kinds for each in options if named(kind).match(each))
    return next(fitting, options[0])
