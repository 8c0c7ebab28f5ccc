"""Few-shot examples: inputs with their outputs, and an open input that is completed as they are.

Examples are labelled (`Input: … Output: …`), on lines with arrows, or earlier turns of a chat.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.content import judgement
from mockserver.chat.model.content.facts import related
from mockserver.chat.model.demands.form import JsonForm, Label
from mockserver.chat.model.demands.typed import Schema, object_of
from mockserver.chat.model.forms import objects
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import has_property
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import json_at

_READ = 12_000
_MOST = 24
"""The most examples read, the last ones."""

_FEW_WORDS = 4
"""The most words of a label."""

_LONGEST_LABEL = 40

_OPEN_LABEL = pattern(r"(?:\A|\n)([^\W\d_][\w ]{0,30}):\s*\Z")
_LABEL = pattern(r"(?m)^([^\W\d_][\w ]{0,30}):[ \t]*")
_ARROW = pattern(r"(?m)^[ \t]*(?:[-*•] )?(\S[^\n]{0,400}?)[ \t]{0,8}(?:->|=>|→)[ \t]*([^\n]*)$")
_PROTOCOL = frozenset({"thought", "action", "action input", "observation", "final answer"})
_FUNCTIONS: Sequence[Callable[[str], str]] = (
    str.upper,
    str.lower,
    str.title,
    lambda text: text[::-1],
    lambda text: " ".join(text.split()[::-1]),
    lambda text: "".join(each[0] for each in text.split()).upper(),
    lambda text: str(len(text)),
    lambda text: str(len(text.split())),
    lambda text: re.sub(r"\W+", "_", text.lower()),
    lambda text: re.sub(r"\W+", "-", text.lower()),
)
"""Functions of a text that examples may show."""


class Examples(NamedTuple):
    """Inputs with their outputs, and the input without an output."""

    pairs: Sequence[tuple[str, str]]
    open_input: str
    label: str = ""
    """The label of the outputs, such as `Sentiment`."""

    request: str = ""
    """The message without its examples, empty if they are no part of it."""


def examples_in(reading: Reading) -> Examples | None:
    """The examples in the last message of a conversation, else those that its turns are.

    An open message with an only label has its examples in the system message.
    """
    text = reading.question[-_READ:].strip()
    found = _in_arrows(text) or _labelled(text) or _in_turns(reading)
    is_open = not found and reading.system and _OPEN_LABEL.search(text)
    return _labelled(f"{reading.system[-_READ:]}\n{text}") if is_open else found


def _labelled(text: str) -> Examples | None:
    """Examples whose outputs have the label at the end of the text."""
    last = _OPEN_LABEL.search(text)
    if last is None or last[1].lower() in _PROTOCOL:
        return None
    labels = [*_LABEL.finditer(text)]
    heads = [each for each in labels if each[1] == last[1]][-_MOST:]
    before = [each[1] for each in labels if each.start() < heads[0].start()]
    leading = before[-1] if before else ""
    inputs, outputs = [text[: heads[0].start()]], list[str]()
    for head, following in pairwise(heads):
        block = text[head.end() : following.start()]
        start = re.search(rf"(?m)^{re.escape(leading)}:" if leading else r"\n", block)
        outputs.append(block[: start.start()] if start else "")
        inputs.append(block[start.start() :] if start else "")
    intro, _, first = inputs[0].strip().rpartition(f"{leading}:" if leading else "\n")
    bare = [_bare(each.strip().removeprefix(f"{leading}:")) for each in (first, *inputs[1:])]
    outputs = [*map(_bare, outputs)]
    if not outputs or not all((*bare, *outputs)):
        return None
    pairs = [*zip(bare, outputs, strict=False)]
    return Examples(pairs, bare[-1], last[1], f"{intro}\n{bare[-1]}".strip())


def _in_arrows(text: str) -> Examples | None:
    """Examples on lines such as `big -> small`, the last of which has no output."""
    rows = [*_ARROW.finditer(text)][-_MOST:]
    if len(rows) < 2 or rows[-1].end() < len(text) or rows[-1][2]:
        return None
    pairs = [(_bare(row[1]), _bare(row[2])) for row in rows[:-1]]
    last = _bare(rows[-1][1])
    return Examples(pairs, last, "", f"{text[: rows[0].start()]}\n{last}")


def _in_turns(reading: Reading) -> Examples | None:
    """The turns of a chat whose replies are JSON, or labels and values of a few words."""
    turns = [each for each in reading.turns if each[0] not in ("system", "developer")]
    roles = [role for role, _, _ in turns]
    if len(turns) < 3 or roles != ["user", "assistant"] * (len(turns) // 2) + ["user"]:
        return None
    texts = [_bare(text) for _, text, _ in turns]
    pairs = [*zip(texts[:-1:2], texts[1::2], strict=True)][-_MOST:]
    found = Examples(pairs, texts[-1])
    are_short = len(pairs) > 1 and reading.system and all(_is_label(each) for _, each in pairs)
    return found if are_short or _values(found) else None


def _is_label(output: str) -> bool:
    is_short = len(output.split()) <= _FEW_WORDS and len(output) < _LONGEST_LABEL
    return is_short and not output.endswith((".", "?", "!", ">"))


def _bare(text: str) -> str:
    text = text.strip().rstrip("#-=*").rstrip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return text[1:-1] if is_quoted and text.count(text[0]) == 2 else text


def _values(examples: Examples) -> list[Any]:
    """The outputs as JSON objects or lists, none if one of them is something else."""
    values = [json_at(re.sub(r"\A```\w*\n", "", each), 0) for _, each in examples.pairs]
    is_alike = any(all(isinstance(each, kind) for each in values) for kind in (dict, list))
    return values if is_alike else []


def completed(task: Task, examples: Examples) -> str:
    """The output for the open input, empty if the examples do not show how it is made."""
    if task.reading.payload.is_judged:
        return ""
    if values := _values(examples):
        made = objects.value_of(_alone(task, examples), _shape_of(values[-1]))
        shown = examples.pairs[-1][1]
        is_compact = not re.search(r"[:,]\s", shown)
        indent = 2 if "\n" in shown else None
        separators = (",", ":") if is_compact else None
        return json.dumps(made, ensure_ascii=False, indent=indent, separators=separators)
    ways = () if isinstance(task.form, Label) else (_by_function, _by_fact, _by_label)
    return next(filter(None, (make(task, examples) for make in ways)), "")


def _alone(task: Task, examples: Examples) -> Task:
    return Task(Reading.of_text(examples.open_input), (JsonForm(),), task.key, task.now)


def _by_function(_: Task, examples: Examples) -> str:
    pairs = examples.pairs
    fitting = (each for each in _FUNCTIONS if all(each(text) == made for text, made in pairs))
    return next((function(examples.open_input) for function in fitting), "")


def _by_fact(task: Task, examples: Examples) -> str:
    """The other side of a known relation, or the answer to a question."""
    if found := related(examples.pairs, examples.open_input):
        return found
    known = _alone(task, examples).known if examples.open_input.endswith("?") else None
    return known.value if known else ""


def _by_label(_: Task, examples: Examples) -> str:
    """The label that suits the input by its own words and by the inputs that have it."""
    labels = [*dict.fromkeys(each for _, each in examples.pairs)]
    text = examples.open_input
    is_copied = all(each.lower() in text.lower() for text, each in examples.pairs)
    if len(examples.pairs) < 2 or is_copied or not all(map(_is_label, labels)):
        return ""
    truths = {each.lower() in ("yes", "true"): each for each in labels}
    if (
        len(truths) == len(labels) == 2
        and (is_true := has_property(text, examples.label)) is not None
    ):
        return truths[is_true]
    indicated, stems = judgement.indicated(text, labels), {*stems_of(text)}

    def score(label: str) -> float:
        own = {each for text, made in examples.pairs if made == label for each in stems_of(text)}
        own |= {*stems_of(label)}
        alike = len(stems & own) + 0.3 * len(senses_of(stems - own) & senses_of(own - stems))
        return alike + 2 * (label == indicated)

    return max(labels, key=score)


def _shape_of(value: Any) -> Schema:
    """The schema of a value in an example."""
    if isinstance(value, dict):
        return object_of({key: _shape_of(each) for key, each in value.items()})
    if isinstance(value, list):
        return {"type": "array", "items": _shape_of(value[0]) if value else {"type": "string"}}
    if isinstance(value, bool):
        return {"type": "boolean"}
    kinds = ((int, "integer"), (float, "number"), (str, "string"))
    kind = next((kind for each, kind in kinds if isinstance(value, each)), "string")
    return {"type": kind if value is not None else ["string", "null"]}
