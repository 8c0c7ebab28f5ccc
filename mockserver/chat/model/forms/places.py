"""Values for named places: the lines of a template, the fields of DSPy, the keys of JSON.

The name of a place decides how its value is found. Scores, reasons and verdicts are judged; any
other value is read from the text in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mockserver.chat.model.content import judgement
from mockserver.chat.model.demands.form import Label, Template
from mockserver.chat.model.demands.notations import PLACE
from mockserver.chat.model.demands.typed import Schema, object_of, shown
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.documents import part
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import claims_in, verdict
from mockserver.chat.model.forms.words import is_named, name_for, named, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.values.fields import plain, type_of
from mockserver.chat.model.values.fill import filled_value, values_for
from mockserver.chat.model.values.labels import pair_for

NUMBERS = ("integer", "number")
_RANGE = (
    r"(-?\d+(?:\.\d+)?)\s*(?:\([^()\n]{0,40}\)\s*)?"
    r"(?:-|\u2013|to|and|through|/|(?:, ?\d+)*,? or)\s*(-?\d+(?:\.\d+)?)"
)
_BOUNDS = pattern(_RANGE)
_SCALE = pattern(rf"(?i)(?:scale|scor|rat|from|between|range|\()[^.\n]{{0,60}}?{_RANGE}")
_POLES = pattern(
    r"\b(PASS|pass|CORRECT|correct|yes|Y)\b[^.\n]{1,80}?\b(FAIL|fail|INCORRECT|incorrect|no|N)\b"
)
_STEPS = (
    "Read the text and note what it says and what it leaves out.",
    "Hold it against the criterion: {}.",
    "Lower the score for each point that is missing or wrong.",
)
"""The steps of judging a text by a criterion."""

_LABEL = pattern(r"[\W]*([A-Za-z][\w /()-]{0,40}?)[^\w=]*[:=]")


def template(task: Task, form: Template) -> str:
    """The template with a value in each place, and an explanation before or after it."""
    lines = form.text.split("\n")
    rows = [_row(task, *pair) for pair in zip(lines, [*lines[1:], ""], strict=True)]
    written = "\n".join(rows)
    if form.first:
        return f"{written}\n{_reason(task)}"
    return f"{_reason(task)}\n\n{written}" if form.last and task.sentences else written


def _row(task: Task, row: str, following: str) -> str:
    """A line with its places filled. A label without one gets a value, unless it heads a list."""
    label = _LABEL.match(row)
    name = label[1] if label else ""
    if PLACE.search(row):
        return PLACE.sub(lambda place: _at(task, name, place[0]), row)
    is_heading = row.lstrip().startswith("#") or re.match(r"\s*(?:\d+[.)]|[-*])", following)
    if label and row.rstrip().endswith(":") and not is_heading:
        return f"{row.rstrip()} {value_of(task, name)}"
    return row


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, by the label of the line or else by the text of the place."""
    description = re.sub(r"^(?:XX?|N)$", "", place.strip("<>[]{}.…_# "))
    value = value_of(task, name or description or "answer", description)
    return f"[[{value}]]" if place.startswith("[[") and place.endswith("]]") else str(value)


def value_of(task: Task, name: str, description: str = "") -> Any:
    """The value for a name, of the type and within the bounds that a description gives."""
    words, shape = words_of(name), shown(description, name) if description else {}
    bounds = _BOUNDS.search(description)
    if bounds and (bounds[0] == description or named("score").search(description)):
        words, shape = "score", {"minimum": float(bounds[1]), "maximum": float(bounds[2])}
    elif shape.get("type") == "string" and "enum" not in shape:
        shape = {}
    slot = Slot(words, shape)
    value = judged(task, slot)
    if value is None and shape.get("type") in NUMBERS:
        value = _answer(task, slot)
    if value is not None:
        return value
    if named("step").search(words):
        return next(task.fillers)
    pair = pair_for(words, task.reading.question)
    if pair and not PLACE.search(pair.value):
        return re.split(r"[.,;] ", pair.value)[0].rstrip(".")
    if value := part(task, name):
        return value.removeprefix("- ").replace("\n- ", " ")
    schema = object_of({name: shape or {"type": "string"}})
    read = values_for(schema, task.material, task.now).get(name)
    return read or next(iter(task.sentences), task.title)


def shapes_of(schema: Schema) -> dict[str, Schema]:
    """The keys of an object with the schemas of their values."""
    properties = schema.get("properties")
    shapes = properties.items() if isinstance(properties, dict) else ()
    plains = {name: plain(shape, schema) for name, shape in shapes if isinstance(shape, dict)}
    return {
        name: {**shape, "type": type_of(shape)} if "type" in shape else dict(shape)
        for name, shape in plains.items()
    }


def instructions(task: Task) -> str:
    """The text of the system message and the question."""
    return f"{task.reading.system}\n{task.reading.question}"


# Judged values


class Slot(NamedTuple):
    """A place for a value: the words of its name, its schema, and the names of its neighbours."""

    words: str
    shape: Schema
    beside: Mapping[str, Schema] = {}


def judged(task: Task, place: Slot) -> Any:
    """The value of a place if its name and type ask for a judgement, else None."""
    kind, listed = place.shape.get("type"), place.shape.get("enum")
    options = listed if isinstance(listed, list) else None
    labels = tuple(each for each in options or () if isinstance(each, str))
    if options and None in options:
        return judgement.indicated(task.material, labels)
    if options and len(labels) == len(options):
        return judging.chosen(task, Label(labels))
    if kind == "boolean" or (options and options in ([True, False], [False, True])):
        truth = type(options[0]) if options else bool  # 1 and 0 are equal to true and false.
        if named("reply wanted").search(place.words):
            is_true = named("asks for a reply").search(task.material) is not None
        else:
            is_true = judging.holds(task, place.words)
        return truth(is_true)
    if kind in ("string", None) and (listed_labels := _listed(task, place.words)):
        return judging.chosen(task, Label(listed_labels))
    if kind is None and verdict(task) and (poles := _poles_in(instructions(task))):
        is_reason = is_named("reason", place.words)
        return _reason(task) if is_reason else judging.chosen(task, Label(poles))
    values = (judge(task, place) for judge in _judges_of(place.words, kind))
    return next((value for value in values if value is not None), None)


def _poles_in(text: str) -> tuple[str, ...]:
    """The opposite options in instructions, such as PASS and FAIL, unless they name a scale."""
    poles = _POLES.search(text)
    return () if poles is None or _SCALE.search(text) else poles.groups()


@lru_cache(maxsize=1024)
def _judges_of(words: str, kind: str | None) -> Sequence[Callable[[Task, Slot], Any]]:
    """The judges for a place, by the words of its name and its type."""
    return [judge for name, kinds, judge in _JUDGED if kind in kinds and named(name).search(words)]


def _listed(task: Task, words: str) -> tuple[str, ...]:
    """The values that a prompt lists for a key by its plural: `Categories: billing, bug, other`."""
    if not named("classified").fullmatch(words):
        return ()
    plural = f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"
    head = rf"(?im)\b{re.escape(plural)}\b[^\n:,.]{{0,24}}:[ \t]*([^\n.:]+)"
    found = re.search(head, instructions(task))
    listed = re.split(r"\s*(?:,|\||\bor\b)\s*", found[1].strip()) if found else []
    are_labels = len(listed) > 1 and all(0 < len(each.split()) < 4 for each in listed)
    return tuple(each.strip("\"'`") for each in listed) if are_labels else ()


def judged_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values in an object that are judged, and the statements of the text that is judged."""
    shapes = shapes_of(schema)
    values: dict[str, Any] = {}
    for name, shape in shapes.items():
        if isinstance(items := shape.get("items"), dict):
            items = dict(plain(items, schema))
            values[name] = each_judged(task, items) if shapes_of(items) else stated(task, name)
        else:
            values[name] = judged(task, Slot(words_of(name), shape, shapes))
    return {name: value for name, value in values.items() if value not in (None, [])}


def each_judged(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object with a verdict for each of several texts to judge."""
    payload = task.reading.payload
    judged_items = []
    for claim, claim_payload in claims_in(payload) if payload.is_judged else ():
        alone = Task(task.reading.with_payload(claim_payload), task.demands, task.key, task.now)
        texts = {name: claim for name in shapes_of(items) if named("claim").fullmatch(name)}
        known = judged_values(alone, items) | texts
        made: dict[str, Any] = filled_value(items, known, task.key, "")
        judged_items.append(made)
    return judged_items


def stated(task: Task, name: str) -> list[str]:
    """The judged text's sentences, or the steps of judging it, if the list's name asks for them."""
    payload = task.reading.payload
    if is_named("stated", name):
        texts = map(payload.text_of, ("answer", "text", "source"))
        return sentences(next(filter(None, texts), ""))
    criterion = payload.text_of("criterion").strip().rstrip(".")
    return [each.format(criterion) for each in _STEPS] if criterion and name == "steps" else []


def _score(task: Task, place: Slot) -> int | float:
    """A score within the bounds of the schema or the prompt.

    As in rubrics, a score next to `pass` is a share of 1.
    """
    low, high = place.shape.get("minimum"), place.shape.get("maximum")
    is_share = bool(named("share").search(place.words))
    if low is None or high is None:
        about = str(place.shape.get("description", ""))
        found = _SCALE.search(about) or _SCALE.search(instructions(task))
        low, high = (float(found[1]), float(found[2])) if found else (1, 10)
        low, high = (low, high) if low < high <= 100 else (1, 10)
        if is_share or "pass" in place.beside:
            low, high = 0.0, 1.0
    point = 0.9 if is_share and high <= 1 else float(judging.graded(task, low, high)[0])
    ruling = verdict(task)
    is_bad = named("bad quality").search(place.words)
    is_bad = is_bad or named("rates badness").search(instructions(task))
    if is_bad and not (ruling and ruling.is_fault):
        point = low + high - point
    is_key = bool(place.beside) and place.shape.get("type") == "number"
    is_whole = place.shape.get("type") == "integer" or (point.is_integer() and not is_key)
    return round(point) if is_whole else point


def _reason(task: Task, slot: Slot | None = None) -> str:
    """A reason that agrees with the verdict, else with the answer."""
    if found := verdict(task):
        return found.reason
    text = instructions(task)
    if task.known and not any(named(kind).search(text) for kind in ("judging", "rates badness")):
        return task.known.text
    is_scored = slot is None or any(is_named("score", each) for each in slot.beside)
    is_read = task.reading.payload.has_text or task.form is None
    if is_read and not is_scored and (words := judging.evidence(task)):
        return words
    if task.reading.question == task.material and task.sentences:
        return task.sentences[0]
    return judging.graded(task, 0, 1)[1]


def _usual(task: Task, place: Slot) -> str | None:
    """One of the options that are usual for a key, such as a priority."""
    options = name_for("usual options", f"{place.words}\n{instructions(task)}")
    return judging.chosen(task, Label(tuple(options.split(", ")))) if options else None


def _lettered(task: Task, _: Slot) -> str | None:
    """One of the choices that the prompt lists under letters."""
    rows = judging.lettered(task) if verdict(task) else {}
    return judging.chosen(task, Label((*rows,), (*rows.values(),))) if len(rows) > 1 else None


def _holds(task: Task, place: Slot) -> int | float | None:
    if not (found := verdict(task)):
        return None
    return float(found.share) if place.shape["type"] == "number" else int(judging.holds(task))


def _cited(task: Task, _: Slot) -> int | None:
    """The number of the passage that has the answer."""
    found = re.search(r"\[(\d{1,4})\]", task.answer.text if task.answer else "")
    return int(found[1]) if found else None


def _answer(task: Task, place: Slot) -> str | int | float | None:
    """The answer to the question, as a number if the schema requires one."""
    if task.known is None or place.shape.get("type") not in NUMBERS:
        return task.known.value if task.known else None
    found = re.fullmatch(r"-?[\d,]+(\.\d+)?", task.known.value)
    bare = task.known.value.replace(",", "")
    return (float(bare) if found[1] else int(bare)) if found else None


_JUDGED: tuple[tuple[str, Sequence[str | None], Callable[[Task, Slot], Any]], ...] = (
    ("score", ("integer", "number", None), _score),
    ("bad quality", ("integer", "number"), _score),
    ("choice", ("integer",), lambda task, _: judging.chosen_row(task)),
    ("reason", ("string", None), _reason),
    ("usual", ("string", None), _usual),
    ("judged", ("integer", "number"), _holds),
    ("citation", ("integer", "number"), _cited),
    ("letter", ("string", None), _lettered),
    ("route", ("string", None), lambda task, _: judging.routed(task)[0]),
    ("routed input", ("string", None), lambda task, _: judging.routed(task)[1]),
    ("answer", ("string", "integer", "number", None), _answer),
)
"""The kind of name in `names.txt` and the types of value that each judge is for."""
