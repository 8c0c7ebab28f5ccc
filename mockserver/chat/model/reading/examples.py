"""The worked examples of a prompt: inputs with their outputs, before the input to do.

They are labelled (`Input: … Output: …`), on lines with arrows (`red -> rot`), earlier turns of a
chat, or below a head such as `For example:`. A reply is made as they are, or the prompt is read
without them. `examples.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import json_at
from mockserver.chat.models import SYSTEM
from mockserver.chat.prompt.messages import Turn

_TABLE = table("reading/examples.txt")
_READ = 12_000
_MOST = 24
"""The most examples read, the last ones."""

_FEW = 4
"""At most so many words are no text to judge or to read."""

_FEWEST_LABELS = 2


class Examples(NamedTuple):
    """Inputs with their outputs, and the input without an output."""

    pairs: Sequence[tuple[str, str]]
    open_input: str
    request: str = ""
    """The message without its examples, empty if they are no part of it."""

    are_rules: bool = False
    """True if a system message has them."""

    @property
    def values(self) -> list[Any]:
        """The outputs as JSON objects or lists, none if one of them is something else."""
        values = [json_at(re.sub(r"\A(json)?\s*", "", each), 0) for _, each in self.pairs]
        is_alike = any(all(isinstance(each, kind) for each in values) for kind in (dict, list))
        return values if is_alike else []

    @property
    def have_labels(self) -> bool:
        """True if they are several, and all outputs are labels or values of a few words."""
        is_short = _TABLE.pattern("label or value").fullmatch
        return len(self.pairs) > 1 and all(is_short(output) for _, output in self.pairs)


def examples_in(question: str, system: str, turns: Sequence[Turn]) -> Examples | None:
    """The examples in the last message of a conversation, else those that its turns are, else
    those of its system message."""
    text = question[-_READ:].strip()
    shown = _labelled(_TABLE.changed("arrow of an example", text))
    return shown or (_in_turns(turns) if system else None) or _in_system(system, text)


def _labelled(text: str) -> Examples | None:
    """Examples whose outputs have the label at the end of the text."""
    label = _TABLE.text("open label", text)
    if not label or _TABLE.pattern("label of an agent").fullmatch(label):
        return None
    before, *rest = re.split(rf"(?m)^{label}:[ \t]*", text)
    heads = _TABLE.pattern("label of an example").findall(before) or ["\n"]
    # The first label that all examples have; an input may have several.
    head = next((each for each in heads if all(each in part for part in rest[:-1])), heads[-1])
    intro, _, first = before.strip().rpartition(head)
    parts = [each.partition(head) for each in rest[:-1]]
    outputs = [_bare(output) for output, _, _ in parts]
    inputs = [_bare(each) for each in (first, *(following for _, _, following in parts))]
    if not outputs or not all((*inputs, *outputs)):
        return None
    if _TABLE.pattern("place to fill").fullmatch(inputs[0]):  # It shows the form alone.
        return None
    pairs = [*zip(inputs, outputs, strict=False)][-_MOST:]
    shown = "" if head == heads[-1] else head
    return Examples(pairs, inputs[-1], f"{intro}\n{shown}{inputs[-1]}".strip())


def _in_turns(turns: Sequence[Turn]) -> Examples | None:
    """The turns of a chat whose replies are JSON, or labels and values of a few words."""
    spoken = [each for each in turns if each[0] not in SYSTEM]
    roles = [role for role, _, _ in spoken]
    if len(roles) < 3 or roles != ["user", "assistant"] * (len(roles) // 2) + ["user"]:
        return None
    texts = [_bare(text) for _, text, _ in spoken]
    found = Examples([*zip(texts[::2], texts[1::2], strict=False)][-_MOST:], texts[-1])
    return found if found.have_labels or found.values else None


def _in_system(system: str, text: str) -> Examples | None:
    """The examples of a system message; the last message is the open input, with or without their
    labels."""
    shown = _TABLE.find("examples of a system message", system[-_READ:])
    if shown is None:
        return None
    head, label = shown["head"], shown["label"]
    bare = re.sub(rf"\A{head}:\s*|\s*^{label}:\s*\Z", "", text, flags=re.MULTILINE)
    found = _labelled(f"{shown[0].strip()}\n\n{head}: {bare}\n{label}:")
    return found and found._replace(request="", are_rules=True)


def _bare(text: str) -> str:
    return text.strip().rstrip("#-=*").strip("\"'` \n")


# Prompts without their examples


def without_examples(text: str) -> str:
    """A text with the examples below their heads blanked out; the positions of the rest stay.
    Examples that few words follow are the text itself."""
    end = 0
    for _ in range(_MOST):
        head = _TABLE.pattern("example").search(text, end)
        if head is None or (end := _end_of_example(text, head)) < 0:
            break
        if len(text[end:].split()) > _FEW:
            blank = re.sub(r"[^\n]", " ", text[head.start() : end])
            text = f"{text[: head.start()]}{blank}{text[end:]}"
    return text


def _end_of_example(text: str, head: re.Match[str]) -> int:
    """The end of the examples below a head: where the text says so, else after one line or one
    paragraph. It is -1 if a label that no other text has is below the head: `Code:`."""
    if end := _TABLE.pattern("end of examples").search(text, head.end()):
        return end.start()
    if head["text"]:
        return head.end()
    below, _, rest = text[head.end() :].lstrip().partition("\n\n")
    label, colon, _ = below.partition(":\n")
    is_label = colon and "(" not in label  # It is no function.
    return -1 if is_label and f"{label}:" not in rest else len(text) - len(rest)


def without_worked_cases(text: str) -> str:
    """A prompt without the cases that it works out before its own one, which ends with an open
    label such as `Answer:`. Short cases stay: they may be all that it says of its task."""
    labels = [*_TABLE.find_all("label of a case", text)]
    names = [each["name"].lower() for each in labels]
    if not labels or labels[-1]["text"] or names[-1] not in names[:-1]:
        return text
    outputs = [at for at, name in enumerate(names) if name == names[-1]]
    of_inputs, last = names[: outputs[0]], outputs[-2]
    own = next((at for at in range(last + 1, len(names)) if names[at] in of_inputs), len(names))
    if len({*names[own:-1]}) < _FEWEST_LABELS:
        return text
    start, end = labels[of_inputs.index(names[own])].start(), labels[own].start()
    lead = _TABLE.pattern("number of a case").sub("", text[:start])
    if len(lead.split()) <= _FEW:
        return text
    shown = text[labels[last].end() : end].strip() if "{" not in lead else ""
    form = f"Example of the output:\n{shown}\n\n" if shown.startswith(("```", "{", "[")) else ""
    return f"{lead}{form}{text[end:]}"
