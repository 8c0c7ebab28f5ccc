"""Few-shot examples: inputs with their outputs, and an open input that is completed as they are.

Examples are labelled (`Input: … Output: …`), on lines with arrows, or earlier turns of a chat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.content.known.facts import related
from mockserver.chat.model.content.known.translation import translated_alike
from mockserver.chat.model.content.quoted import judgement
from mockserver.chat.model.content.remembered.memory import facts_of_user
from mockserver.chat.model.demands.form import Echo, JsonForm, Label
from mockserver.chat.model.demands.typed import TYPES, Schema, array_of, object_of
from mockserver.chat.model.forms import objects
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.numbers import in_figures
from mockserver.chat.model.text.texts import as_text, json_at
from mockserver.chat.models import SYSTEM

_READ = 12_000
_MOST = 24
"""The most examples read, the last ones."""

_SHORT = NAMES.pattern("label or value")
_LIST = re.compile(r'"(\w+)"\s*:\s*(\[[^\[\]]{2,4000}\])')
"""A list under a key of an object, which may be broken elsewhere."""

_SENTIMENTS = (*judgement.POLES, "neutral")
_PROTOCOL = frozenset({"thought", "action", "action input", "observation", "final answer"})
"""The labels of the steps of an agent, which are no examples."""


class Examples(NamedTuple):
    """Inputs with their outputs, and the input without an output."""

    pairs: Sequence[tuple[str, str]]
    open_input: str
    request: str = ""
    """The message without its examples, empty if they are no part of it."""

    are_rules: bool = False
    """True if a system message has them."""


def examples_in(reading: Reading) -> Examples | None:
    """The examples in the last message of a conversation, else those that its turns are."""
    text = reading.question[-_READ:].strip()
    shown = _labelled(NAMES.changed("arrow of an example", text))
    return shown or _in_turns(reading) or _in_system(reading, text)


def _in_system(reading: Reading, text: str) -> Examples | None:
    """The examples of a system message; the last message is the open input, with or without their
    labels."""
    shown = NAMES.find("examples of a system message", reading.system[-_READ:])
    if shown is None:
        return None
    head, label = shown["head"], shown["label"]
    bare = re.sub(rf"\A{head}:\s*|\s*^{label}:\s*\Z", "", text, flags=re.MULTILINE)
    found = _labelled(f"{shown[0].strip()}\n\n{head}: {bare}\n{label}:")
    return found and found._replace(request="", are_rules=True)


def _labelled(text: str) -> Examples | None:
    """Examples whose outputs have the label at the end of the text."""
    label = NAMES.text("open label", text)
    if not label or label.lower() in _PROTOCOL:
        return None
    before, *rest = re.split(rf"(?m)^{label}:[ \t]*", text)
    heads = NAMES.pattern("label of an example").findall(before) or ["\n"]
    # The first label that all examples have; an input may have several.
    head = next((each for each in heads if all(each in part for part in rest[:-1])), heads[-1])
    intro, _, first = before.strip().rpartition(head)
    parts = [each.partition(head) for each in rest[:-1]]
    outputs = [_bare(output) for output, _, _ in parts]
    inputs = [_bare(each) for each in (first, *(following for _, _, following in parts))]
    if not outputs or not all((*inputs, *outputs)):
        return None
    if NAMES.pattern("place to fill").fullmatch(inputs[0]):  # It shows the form alone.
        return None
    pairs = [*zip(inputs, outputs, strict=False)][-_MOST:]
    shown = "" if head == heads[-1] else head
    return Examples(pairs, inputs[-1], f"{intro}\n{shown}{inputs[-1]}".strip())


def _in_turns(reading: Reading) -> Examples | None:
    """The turns of a chat whose replies are JSON, or labels and values of a few words."""
    turns = [each for each in reading.turns if each[0] not in SYSTEM]
    is_chat = [role for role, _, _ in turns] == ["user", "assistant"] * (len(turns) // 2) + ["user"]
    if not reading.system or len(turns) < 3 or not is_chat:
        return None
    texts = [_bare(text) for _, text, _ in turns]
    inputs, outputs = texts[::2], texts[1::2]
    found = Examples([*zip(inputs, outputs, strict=False)][-_MOST:], inputs[-1])
    are_short = len(turns) > 3 and all(map(_SHORT.fullmatch, outputs))
    return found if are_short or _values(found) else None


def _bare(text: str) -> str:
    return text.strip().rstrip("#-=*").strip("\"'` \n")


def _values(examples: Examples) -> list[Any]:
    """The outputs as JSON objects or lists, none if one of them is something else."""
    values = [json_at(re.sub(r"\A(json)?\s*", "", each), 0) for _, each in examples.pairs]
    is_alike = any(all(isinstance(each, kind) for each in values) for kind in (dict, list))
    return values if is_alike else []


def _by_position(shown: str, made: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The values at the places of a text where an example has its values, with the same words or
    marks around them and as many words in each."""
    values = {name: each for name, each in made.items() if type(each) in (str, int, float)}
    shown, text = in_figures(shown), in_figures(text)
    stated = {name: str(each) for name, each in values.items() if str(each) and str(each) in shown}
    names = sorted(stated, key=lambda name: shown.find(stated[name]))
    layout, rest = "", shown
    for name in names:
        before, one, rest = rest.partition(stated[name])
        words = rf"\S+(?: \S+){{{one.count(' ')}}}"
        figures = r"-?\d{1,15}" if isinstance(made[name], int) else r"-?\d{1,15}(?:\.\d{1,9})?"
        layout += rf"{re.escape(before)}({words if isinstance(made[name], str) else figures})"
        if not one:
            return {}
    found = re.fullmatch(layout + re.escape(rest), text)
    groups = found.groups() if found else ()
    return {name: type(made[name])(each) for name, each in zip(names, groups, strict=False)}


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
        found = found or _label(Examples(pairs, examples.open_input))
        made |= {name: known.get(found, found)} if found else {}
    return made


def _is_label(value: Any) -> bool:
    """True for a truth value, and for a text that is no date or time."""
    is_text = isinstance(value, str) and not NAMES.text("form of a value", value)
    return is_text or isinstance(value, bool)


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
            found = options[judgement.label(dict.fromkeys(options, ""), rest)]
            made |= {key: found.get(key) if isinstance(found, dict) else found for key in keys}
    return made


def completed(task: Task, examples: Examples) -> str:
    """The output for the open input, empty if the examples do not show how it is made."""
    is_shaped = isinstance(task.form, Echo) or NAMES.matches("own shape", examples.open_input)
    if not examples.are_rules and (task.reading.payload.is_judged or is_shaped):
        return ""
    alone = Task(Reading.of_text(examples.open_input), (JsonForm(),), task.key, task.now)
    if values := _values(examples):
        made = objects.value_for(alone, _shape_of(values[-1]))
        if isinstance(made, dict):
            made |= _judged(examples, values)
            if NAMES.matches("on the user", task.instructions):
                lists = [name for name in made if is_named("facts of a user", name)]
                made |= {name: facts_of_user(examples.open_input) for name in lists}
            shown = zip((each for each, _ in examples.pairs), values, strict=True)
            ways = (_by_position(*each, examples.open_input) for each in shown)
            made |= next(filter(None, ways), {})
            made |= _picked(examples, values[-1])
        separators = None if re.search(r"[:,]\s", examples.pairs[-1][1]) else (",", ":")
        return json.dumps(made, ensure_ascii=False, separators=separators)
    if isinstance(task.form, Label):
        return ""
    known = alone.known if examples.open_input.endswith("?") else None
    fact = translated_alike(examples.pairs, examples.open_input)
    fact = fact or related(examples.pairs, examples.open_input) or (known.value if known else "")
    return fact or _label(examples)


def _label(examples: Examples) -> str:
    """The label that suits the input by its own words and by the inputs that have it."""
    labels = dict.fromkeys((each for _, each in examples.pairs), "")
    if len(examples.pairs) < 2 or not all(map(_SHORT.fullmatch, labels)):
        return ""
    for text, made in examples.pairs:
        labels[made] += f" {text}"
    if {*map(str.lower, labels)} <= {*_SENTIMENTS}:  # The examples need not have all of them.
        first = next(iter(labels))
        case = next((each for each in (str.title, str.upper) if each(first) == first), str.lower)
        labels = dict.fromkeys(map(case, _SENTIMENTS), "") | labels
    return judgement.label(labels, examples.open_input)


def _shape_of(value: Any) -> Schema:
    """The schema of a value in an example."""
    if isinstance(value, dict):
        return object_of({key: _shape_of(each) for key, each in value.items()})
    if isinstance(value, list):
        return array_of(_shape_of(value[0]) if value else None)
    form = NAMES.text("form of a value", value) if isinstance(value, str) else ""
    return {"type": TYPES.get(type(value), ["string", "null"]), "description": form}
