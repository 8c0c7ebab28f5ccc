"""Completion: the output for the open input of few-shot examples, made as their outputs are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.content.known.facts import related
from mockserver.chat.model.content.known.translation import translated_alike
from mockserver.chat.model.content.quoted.judgement import classification, sentiment
from mockserver.chat.model.content.remembered.memory import facts_of_user
from mockserver.chat.model.demands.form import Echo, JsonForm, Label
from mockserver.chat.model.demands.shapes.typed import TYPES, Schema, array_of, object_of
from mockserver.chat.model.forms.data import objects
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.examples import Examples
from mockserver.chat.model.text.literals import as_text, json_at
from mockserver.chat.model.text.numbers import in_figures

_LIST = re.compile(r'"(\w+)"\s*:\s*(\[[^\[\]]{2,4000}\])')
"""A list under a key of an object, which may be broken elsewhere."""

_SENTIMENTS = (*sentiment.POLES, "neutral")


def completed(task: Task, examples: Examples) -> str:
    """The output for the open input, empty if the examples do not show how it is made."""
    pairs, text = examples.pairs, examples.open_input
    is_shaped = isinstance(task.form, Echo) or NAMES.matches("own shape", text)
    if not examples.are_rules and (task.reading.payload.is_judged or is_shaped):
        return ""
    alone = Task(Reading.of_text(text), (JsonForm(),), task.key, task.now)
    if values := examples.values:
        made = objects.value_for(alone, _shape_of(values[-1]))
        if isinstance(made, dict):
            made |= _shown_values(task, examples, values, [*made])
        separators = None if re.search(r"[:,]\s", pairs[-1][1]) else (",", ":")
        return json.dumps(made, ensure_ascii=False, separators=separators)
    if isinstance(task.form, Label):
        return ""
    known = alone.known if re.search(r"\?\Z|\A[^a-z]*\d[^a-z]*\Z", text) else None
    fact = translated_alike(pairs, text) or related(pairs, text) or (known.value if known else "")
    return fact or _label(examples)


def _shape_of(value: Any) -> Schema:
    """The schema of a value in an example."""
    if isinstance(value, dict):
        return object_of({key: _shape_of(each) for key, each in value.items()})
    if isinstance(value, list):
        return array_of(_shape_of(value[0]) if value else None)
    form = NAMES.text("form of a value", value) if isinstance(value, str) else ""
    return {"type": TYPES.get(type(value), ["string", "null"]), "description": form}


# Values of an object that examples show how to make


def _shown_values(
    task: Task, examples: Examples, values: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> dict[str, Any]:
    """The values of the open input for keys of which the examples show how they are made."""
    text = examples.open_input
    made = _judged(examples, values)
    if NAMES.matches("on the user", task.instructions):
        lists = [name for name in names if is_named("facts of a user", name)]
        made |= {name: facts_of_user(text) for name in lists}
    shown = zip((each for each, _ in examples.pairs), values, strict=True)
    ways = (_by_position(*each, text) for each in shown)
    return made | next(filter(None, ways), {}) | _picked(examples, values[-1])


def _judged(examples: Examples, values: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The values for the keys whose values are in no input: the only one, a fact, or a label."""
    made = dict[str, Any]()
    for name in values[-1]:
        shown = [each.get(name) for each in values]
        pairs = [(text, as_text(own)) for (text, _), own in zip(examples.pairs, shown, strict=True)]
        is_read = any(as_words(own) in as_words(in_figures(text)) for text, own in pairs)
        if is_read or not all(map(_is_label, shown)):
            continue
        known = dict(zip((own for _, own in pairs), shown, strict=True))
        found = pairs[0][1] if len(known) == 1 else related(pairs, examples.open_input)
        if found := found or _label(examples._replace(pairs=pairs)):
            made[name] = known.get(found, found)
    return made


def _is_label(value: Any) -> bool:
    """True for a truth value, and for a text that is no date or time."""
    is_text = isinstance(value, str) and not NAMES.text("form of a value", value)
    return is_text or isinstance(value, bool)


def _by_position(shown: str, values: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The values at the places of a text where an example has its values, with the same words or
    marks around them and as many words in each."""
    shown, text = in_figures(shown), in_figures(text)
    plain = {name: each for name, each in values.items() if type(each) in (str, int, float)}
    stated = {name: str(each) for name, each in plain.items() if str(each) and str(each) in shown}
    names = sorted(stated, key=lambda name: shown.find(stated[name]))
    layout, rest = "", shown
    for name in names:
        before, one, rest = rest.partition(stated[name])
        if not one:
            return {}
        words = rf"\S+(?: \S+){{{one.count(' ')}}}"
        figures = r"-?\d{1,15}" if isinstance(values[name], int) else r"-?\d{1,15}(?:\.\d{1,9})?"
        layout += rf"{re.escape(before)}({words if isinstance(values[name], str) else figures})"
    found = re.fullmatch(layout + re.escape(rest), text)
    groups = found.groups() if found else ()
    return {name: type(values[name])(each) for name, each in zip(names, groups, strict=False)}


def _picked(examples: Examples, shown: Mapping[str, Any]) -> dict[str, Any]:
    """The values that an example picks from a list in its input, picked from the list of that name
    in the open input: texts, or the values of a record."""
    before = dict(_LIST.findall(examples.pairs[-1][0]))
    made = dict[str, Any]()
    for name, written in _LIST.findall(examples.open_input):
        keys = [key for key, each in shown.items() if f'"{each}"' in before.get(name, "")]
        options = {str(each): each for each in json_at(written, 0) or ()}
        if keys and options:
            rest = examples.open_input.replace(written, "")
            found = options[classification.label(dict.fromkeys(options, ""), rest)]
            made |= {key: found.get(key) if isinstance(found, dict) else found for key in keys}
    return made


# Labels


def _label(examples: Examples) -> str:
    """The label that suits the input by its own words and by the inputs that have it."""
    if not examples.have_labels:
        return ""
    labels = dict.fromkeys((each for _, each in examples.pairs), "")
    for text, made in examples.pairs:
        labels[made] += f" {text}"
    if {*map(str.lower, labels)} <= {*_SENTIMENTS}:  # The examples need not have all of them.
        first = next(iter(labels))
        case = next((each for each in (str.title, str.upper) if each(first) == first), str.lower)
        labels = dict.fromkeys(map(case, _SENTIMENTS), "") | labels
    return classification.label(labels, examples.open_input)
