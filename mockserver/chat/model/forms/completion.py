"""The completion of few-shot examples: the output of the last input, made as the others are.

A value is a span of its input, a function of it, a known fact about it, or the label of the most
similar input; a value of JSON may also be read from the input as for any other request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from math import sqrt
from typing import Any

from mockserver.chat.model.content import facts, judgement
from mockserver.chat.model.dates import day_of
from mockserver.chat.model.demands.form import Label
from mockserver.chat.model.demands.typed import Schema, object_of
from mockserver.chat.model.examples import Examples
from mockserver.chat.model.forms import judging, objects
from mockserver.chat.model.forms.places import judged_values
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import has_property
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.languages import named as language_named
from mockserver.chat.model.meaning import STOP_WORDS, senses_of, stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.alignment import aligned

_LONGEST_LABEL = 39
_FEW_WORDS = 2
_ONLY = "items"
"""The key of outputs that are lists or texts without keys."""

_FIELD = pattern(r"([^\W\d_][\w ]*?)( ?[=:] ?)([^=:;,|\n]+?)(?=[,;|\n]|\Z)")
_NO_LABEL = pattern(r"\d\D+\d|[;{}]")
"""A date, a time or code."""

_TRUTHS = {"yes": True, "true": True, "no": False, "false": False}
_FUNCTIONS: Sequence[Callable[[str], str]] = (
    str.upper,
    str.lower,
    str.title,
    str.swapcase,
    lambda text: text[::-1],
    lambda text: " ".join(text.split()[::-1]),
    lambda text: "".join(each[0] for each in text.split()).upper(),
    lambda text: "".join(f"{each[0]}." for each in text.split()).upper(),
    lambda text: str(len(text)),
    lambda text: str(len(text.split())),
    lambda text: re.sub(r"\W+", "_", text.lower()),
    lambda text: re.sub(r"\W+", "-", text.lower()),
    lambda text: re.sub(r"(?<!^)(?=[A-Z])", "_", text).lower(),
    lambda text: "".join(text.title().split()),
)
"""Functions of a text that examples may show."""


def completed(task: Task, examples: Examples) -> str:
    """The output for the open input, empty if the examples do not show how it is made."""
    if not (values := examples.values):
        return _text(task, examples)
    if isinstance(values[0], dict):
        made: Any = _object(task, examples, values)
    else:
        made = _object(task, examples, [{_ONLY: each} for each in values]).get(_ONLY) or []
    return _as_shown(made, examples.outputs[-1])


def _as_shown(value: Any, shown: str) -> str:
    """A value as JSON with the white space and the fence of an example."""
    bare = re.sub(r"\A```\w*\n|\n?```\Z", "", shown)
    indent = re.search(r"\n( +)", bare)
    is_compact = not re.search(r"[:,]\s", bare)
    text = json.dumps(
        value,
        ensure_ascii=False,
        indent=len(indent[1]) if indent else None,
        separators=(",", ":") if is_compact else None,
    )
    return shown.replace(bare, text)


def _object(task: Task, examples: Examples, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The object for the open input: each value in the way of its key."""
    keys = [*dict.fromkeys(key for row in rows for key in row)]
    made = aligned(examples.inputs, rows, examples.open_input)
    if task.reading.payload.is_judged:
        made |= judged_values(task, _schema_of(rows))
    for key in keys:
        known = [(text, row.get(key)) for text, row in zip(examples.inputs, rows, strict=True)]
        if key not in made and _are_labels(known):
            made[key] = _label(examples.open_input, known, key)
    if not made.keys() >= {*keys}:
        alone = Task(task.reading.asking(examples.open_input), (), task.key, task.now)
        made = objects.value_of(alone, _schema_of(rows)) | made
    needed = {key for key in keys if all(key in row for row in rows)}
    return {key: made[key] for key in keys if key in needed or made[key] is not None}


def _text(task: Task, examples: Examples) -> str:
    """The text for the open input, unless the request says what each label means."""
    is_described = isinstance(task.form, Label) and any(task.form.about)
    if is_described:
        return ""
    if task.reading.payload.is_judged:
        options = tuple(dict.fromkeys(examples.outputs))
        return judging.chosen(task, Label(options)) if _are_labels(examples.pairs) else ""
    made = (make(task, examples) for make in _STRATEGIES)
    return next((text for text in made if text is not None), "")


def _by_function(task: Task, examples: Examples) -> str | None:
    pairs = examples.pairs
    functions: list[Callable[[str], str]] = [*_FUNCTIONS, partial(_day, task.now)]
    fitting = (each for each in functions if all(each(text) == output for text, output in pairs))
    function = next(fitting, None)
    return function(examples.open_input) if function else None


def _day(now: datetime, text: str) -> str:
    return str(day_of(text, now))


def _by_fact(task: Task, examples: Examples) -> str | None:
    """The other side of a known relation, a translation, or the answer to a question."""
    if found := facts.related(examples.pairs, examples.open_input):
        return found
    text = examples.open_input
    if language_named(examples.label):
        text = f"Translate to {examples.label}: {text}"
    elif not text.endswith("?"):
        return None
    known = Task(task.reading.asking(text), (), task.key, task.now).known
    return known.value if known else None


def _by_fields(task: Task, examples: Examples) -> str | None:
    """The values of fields such as `name=Tom, urgent=yes`."""
    fields = [_FIELD.findall(each) for each in examples.outputs]
    if not fields[0] or len({tuple(name for name, *_ in each) for each in fields}) > 1:
        return None
    rows = [
        {name: int(value) if value.isdecimal() else value for name, _, value in each}
        for each in fields
    ]
    made = _object(task, examples, rows)
    return _FIELD.sub(lambda each: f"{each[1]}{each[2]}{made[each[1]]}", examples.outputs[-1])


def _by_place(_: Task, examples: Examples) -> str | None:
    """The span of the input, or the output for none, such as `N/A`."""
    rows = [{_ONLY: None if _is_nothing(each) else each} for each in examples.outputs]
    made = aligned(examples.inputs, rows, examples.open_input)
    nothing = next(filter(_is_nothing, examples.outputs), "")
    return (made[_ONLY] or nothing) if made else None


def _by_label(task: Task, examples: Examples) -> str | None:
    if not _are_labels(examples.pairs):
        return None
    listed = task.form.options if isinstance(task.form, Label) else ()
    return str(_label(examples.open_input, examples.pairs, examples.label, listed))


_STRATEGIES = (_by_function, _by_fact, _by_fields, _by_place, _by_label)


def _is_nothing(output: str) -> bool:
    return words_of(output)[:1] in (("none",), ("null",), ("unknown",), ("nothing",), ("n",))


def _are_labels(known: Sequence[tuple[str, Any]]) -> bool:
    """True if the values are short texts, numbers or truths, and no changes of their inputs."""
    texts = [each for each in known if isinstance(each[1], str)]
    is_flat = not any(isinstance(value, list | dict) for _, value in known)
    are_short = len(known) > 1 and all(len(value) <= _LONGEST_LABEL for _, value in texts)
    is_other = any(_NO_LABEL.search(value) for _, value in texts)
    are_changes = is_other or (texts and all(_is_change(*each) for each in texts))
    return is_flat and are_short and not are_changes


def _is_change(text: str, value: str) -> bool:
    """True if a value has several words, most of them from its input."""
    words = _stems(value)
    return len(words) > _FEW_WORDS and 2 * len(words & _stems(text)) > len(words)


def _label(
    text: str, known: Sequence[tuple[str, Any]], name: str, others: Sequence[str] = ()
) -> Any:
    """The label that suits a text by its own words and by the inputs that have it.

    `others` are labels without an example.
    """
    options = {str(value): value for _, value in known} | {each: each for each in others}
    truths = {_TRUTHS.get(option.lower()): value for option, value in options.items()}
    if {*truths} == {True, False} and (is_true := has_property(text, name)) is not None:
        return truths[is_true]
    inputs = {each: [text for text, value in known if str(value) == each] for each in options}
    indicated = judgement.indicated(text, [*options])
    scores = {
        each: _named(text, each) + _likeness(text, inputs, each) + 2 * (each == indicated)
        for each in options
    }
    return options[max(scores, key=scores.__getitem__)]


def _named(text: str, label: str) -> float:
    """The share of a label's words that a text has. All of several words count most."""
    words, named = _stems(text), _stems(label)
    share = len(named & words) / len(named) if named else 0.0
    return 4.0 if share == 1 and len(named) > 1 else share


def _likeness(text: str, inputs: Mapping[str, Sequence[str]], label: str) -> float:
    """The likeness of a text to the inputs of a label, in what they do not share with others."""
    words, found = _stems(text), {each: _stems(" ".join(own)) for each, own in inputs.items()}
    shared = sum(
        (0.3 if word in STOP_WORDS else 1.0) / sum(word in each for each in found.values())
        for word in words & found[label]
    )
    akin = len(senses_of(words - found[label]) & senses_of(found[label] - words))
    quality = judgement.quality(text)
    apart = min((abs(quality - judgement.quality(each)) for each in inputs[label]), default=0.5)
    is_same_language = language_of(text) in map(language_of, inputs[label])
    return shared / sqrt(max(len(words), 1)) + 0.3 * akin - apart + is_same_language


def _stems(text: str) -> set[str]:
    return {*map(stem, words_of(text))}


def _schema_of(rows: Sequence[Mapping[str, Any]]) -> Schema:
    """The schema of the values in examples."""
    return object_of(
        {key: _shape_of(value) for row in reversed(rows) for key, value in row.items()}
    )


def _shape_of(value: Any) -> Schema:
    if isinstance(value, dict):
        return object_of({key: _shape_of(each) for key, each in value.items()})
    if isinstance(value, list):
        return {"type": "array", "items": _shape_of(value[0]) if value else {"type": "string"}}
    if isinstance(value, bool):
        return {"type": "boolean"}
    kinds = ((int, "integer"), (float, "number"))
    return {"type": next((kind for each, kind in kinds if isinstance(value, each)), "string")}
