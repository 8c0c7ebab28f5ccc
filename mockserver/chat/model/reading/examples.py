"""The worked examples of a prompt: inputs with their outputs, before the input to do.

They are labelled (`Input: … Output: …`), on lines with arrows (`red -> rot`), earlier turns of a
chat, or those of a system message. A reply is made as they are. `examples.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.tables import table
from mockserver.chat.models import SYSTEM
from mockserver.chat.prompt.messages import Turn

_TABLE = table("reading/examples.txt")
_READ = 12_000
"""The characters of a message that are read, at its end."""

_MOST = 24
"""The most examples read, the last ones."""


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
