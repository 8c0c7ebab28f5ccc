"""Few-shot examples in a prompt: inputs with their outputs, and the last input without one.

They are labelled (`Input: … Output: …`), on lines with arrows, in tags, or earlier turns of a chat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import json_at

_READ = 12_000
_MOST = 24
"""The most examples read, the last ones."""

_FEW_WORDS = 4
"""The most words of an output in a chat that is a label or a value rather than talk."""

_NAME = r"([^\W\d_][\w /-]{0,30}?)(?: ?\d{1,2})?"
_LABEL = pattern(rf"(?m)(?:^[ \t>*#-]*|(?<=[\w.!?\"'}})\]/|] )){_NAME}:\**(?=\s|$)")
_OPEN_LABEL = pattern(rf"(?:(?:\A|\n)[ \t>*#-]*|(?<=[.!?\"')/|] )){_NAME}:\**\s*\Z")
_PROTOCOL = frozenset({"thought", "action", "action input", "observation", "final answer"})
"""Labels of agents, whose steps are no examples."""

_LINE = pattern(r"\n")
_PARAGRAPH = pattern(r"\n\s*\n")
_ARROW = pattern(
    r"(?m)^[ \t]*(?:[-*•] |\d{1,2}[.)] )?(\S[^\n]{0,400}?)[ \t]{0,8}(?:->|=>|→)[ \t]*([^\n]*)$"
)
_NO_OUTPUT = pattern(r"(?:[A-Z]\w*:)?")
_TAGGED = pattern(r"<(\w{1,30})>([^<]{1,4000})</\1>\s*<(\w{1,30})>([^<]{1,4000})</\3>")
_FENCE = pattern(r"\A```\w*\n|\n?```\Z")


class Examples(NamedTuple):
    """Inputs with their outputs, and the input without an output."""

    inputs: Sequence[str]
    outputs: Sequence[str]
    open_input: str
    label: str = ""
    """The label of the outputs, such as `Sentiment`."""
    request: str = ""
    """The message without its examples, empty if they are no part of it."""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each input with its output."""
        return [*zip(self.inputs, self.outputs, strict=True)]

    @property
    def values(self) -> list[Any]:
        """The outputs as JSON objects or lists, none if one of them is something else."""
        values = [json_at(_FENCE.sub("", each).strip(), 0) for each in self.outputs]
        is_alike = any(all(isinstance(each, kind) for each in values) for kind in (dict, list))
        return values if is_alike else []


def examples_in(reading: Reading) -> Examples | None:
    """The examples in the last message of a conversation, else those that its turns are."""
    text = reading.question[-_READ:].strip()
    found = (read(text) for read in (_in_arrows, _labelled, _in_tags))
    return next(filter(None, found), None) or _in_turns(reading)


def _labelled(text: str) -> Examples | None:
    """Examples whose outputs have the label at the end of the text, or before its last input."""
    last = _OPEN_LABEL.search(text)
    label = last[1] if last else _label_of_outputs(text)
    if not label or label.lower() in _PROTOCOL:
        return None
    text = f"\n{text}" if last else f"\n{text}\n{label}:"
    is_numbered = text.endswith(tuple(f"{digit}:" for digit in range(10)))
    heads = [each for each in _heads(label, text) if bool(each[1]) == is_numbered][-_MOST:]
    labels = [
        [each[1] for each in _LABEL.finditer(text, one.end(), other.start() + 1)]
        for one, other in pairwise(heads)
    ]
    before = text[: heads[0].start()].rstrip()
    common = (each for each in labels[0] if all(each in row for row in labels)) if labels else ()
    leading = next((each for each in common if _heads(each, before)), "")
    gap = _PARAGRAPH if "\n\n" in text else _LINE
    starts = _heads(leading, text) if leading else [*gap.finditer(text)]
    first = [each for each in starts if each.end() <= len(before)]
    rest = [
        next((each for each in starts if one.end() <= each.start() < other.start()), None)
        for one, other in pairwise(heads)
    ]
    marks = [*first[-1:], *filter(None, rest)]
    if len(heads) < 2 or len(marks) < len(heads):
        return None
    inputs = [text[mark.end() : head.start()] for mark, head in zip(marks, heads, strict=True)]
    outputs = [
        text[head.end() : mark.start()] for mark, head in zip(marks[1:], heads, strict=False)
    ]
    is_bare = leading and not _LABEL.search(inputs[-1])
    new = inputs[-1] if is_bare else text[marks[-1].start() :]
    request = f"{text[: marks[0].start()]}{_after(outputs[-1])}\n{new}".strip()
    outputs = [each.removesuffix(_after(each)) for each in outputs]
    found = _settled(inputs, outputs, label, request)
    return found if last or (found and found.values) else None


def _after(output: str) -> str:
    """The paragraphs below an output, such as the request that the examples are for."""
    if output.lstrip().startswith(("{", "[", "`")):
        return ""
    gap = _PARAGRAPH.search(output.rstrip())
    return output[gap.start() :] if gap else ""


def _heads(label: str, text: str) -> list[re.Match[str]]:
    """The places of a label in a text, which may have a number: those that begin lines, if any."""
    head = rf"[ \t>*#-]{{0,8}}{re.escape(label)}( ?\d{{1,2}})?:\**(?:\s+|$)"
    found = (re.finditer(rf"(?m){before}{head}", text) for before in ("^", r"(?<=\s)"))
    return next(filter(None, map(list, found)), [])


def _label_of_outputs(text: str) -> str:
    """The label after that of the last input, if it is the same in several examples."""
    labels = [each[1] for each in _LABEL.finditer(text)]
    places = [place for place, each in enumerate(labels) if each == labels[-1]]
    between = [labels[one + 1 : other][:1] for one, other in pairwise(places)]
    is_even = len(between) > 1 and between[0] and all(each == between[0] for each in between)
    return between[0][0] if is_even else ""


def _in_arrows(text: str) -> Examples | None:
    """Examples on lines such as `big -> small`, the last of which has no output."""
    rows = [*_ARROW.finditer(text)][-_MOST:]
    if len(rows) < 2 or rows[-1].end() < len(text) or not _NO_OUTPUT.fullmatch(rows[-1][2]):
        return None
    label = rows[-1][2]
    if not all(row[2].startswith(label) for row in rows):
        return None
    labels = {match[0] for row in rows if (match := _LABEL.match(row[1]))}
    common = labels.pop() if len(labels) == 1 else ""
    inputs = [row[1].removeprefix(common) for row in rows]
    outputs = [row[2].removeprefix(label) for row in rows[:-1]]
    request = f"{text[: rows[0].start()]}\n{inputs[-1]}"
    return _settled(inputs, outputs, label.rstrip(":"), request)


def _in_tags(text: str) -> Examples | None:
    """Examples in pairs of tags, and a last input in its tag."""
    rows = [*_TAGGED.finditer(text)][-_MOST:] if "</" in text else []
    if len({(row[1], row[3]) for row in rows}) != 1:
        return None
    rest = text[rows[-1].end() :]
    last = re.search(rf"<{rows[0][1]}>([^<]+)", rest)
    if last is None:
        return None
    inputs = [*(row[2] for row in rows), last[1]]
    request = f"{text[: rows[0].start()]}{rest}"
    return _settled(inputs, [row[4] for row in rows], rows[0][3], request)


def _in_turns(reading: Reading) -> Examples | None:
    """The turns of a chat whose replies are JSON, or labels and values of a few words."""
    turns = [each for each in reading.turns if each[0] not in ("system", "developer")]
    roles = [role for role, _, _ in turns]
    if len(turns) < 3 or roles != ["user", "assistant"] * (len(turns) // 2) + ["user"]:
        return None
    inputs, outputs = ([text for _, text, _ in turns[side::2]] for side in (0, 1))
    found = _settled(inputs[-_MOST:], outputs[1 - _MOST :], "")
    are_short = len(outputs) > 1 and reading.system and all(map(_is_value, outputs))
    return found if found and (found.values or are_short) else None


def _is_value(output: str) -> bool:
    return len(output.split()) <= _FEW_WORDS and not output.rstrip().endswith((".", "?", "!"))


def _settled(
    inputs: Sequence[str], outputs: Sequence[str], label: str, request: str = ""
) -> Examples | None:
    """Examples without the marks around their texts, unless one of them is empty."""
    *texts, last = map(_bare, inputs)
    bare = [*map(_bare, outputs)]
    is_whole = last and all((*texts, *bare))
    return Examples(texts, bare, last, label, request) if is_whole else None


def _bare(text: str) -> str:
    text = text.strip().rstrip("#-=*").rstrip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`"
    return text[1:-1] if is_quoted and text.count(text[0]) == 2 else text
