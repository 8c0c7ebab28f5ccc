"""Labelled texts in prompts, such as a question, a source or an answer to judge.

A label is at the beginning of a line (`Question: …`, `[Submission]: …`, `### Reference answer`), or
it is a tag (`<context>…</context>`), a marker of DSPy (`[[ ## context ## ]]`) or a key of a JSON
object after `input:`. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from mockserver.chat.model.text.literals import as_text, json_at
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import BULLET, stripped

_TABLE = table("reading/payload.txt")

_ROLES = {"user": "question", "assistant": "answer"}
"""The roles of texts by those of the speakers of a conversation."""

_NUMBERED = r"\b(?:index|id|n|number|name|source)=[\"']?([\w.-]{1,40})"
"""The attribute of a tag that has the number or the name of a document."""


class Piece(NamedTuple):
    """A labelled text, and its position in the prompt."""

    label: str
    text: str
    start: int = 0
    end: int = 0
    number: str = ""
    """The number in a tag, `<document index="1">`, or the name of a file."""

    @property
    def role(self) -> str:
        """The role that the label names, such as `question` or `source`, if any. The items of a
        list are claims unless the label says otherwise."""
        role = _role_of(self.label)
        return "claims" if role in ("", "question") and is_list(self.text) else role


@lru_cache(maxsize=256)
def _role_of(label: str) -> str:
    return _TABLE.text("role", label)


def pieces_in(text: str, tagged: Sequence[Piece]) -> list[Piece]:
    """The last piece for each label, unless it is empty or a placeholder such as `<answer>`."""
    kept = {piece.label: piece for piece in _pieces(text, tagged)}
    if kept.keys() >= {"q", "a"}:
        kept |= {"q": kept["q"]._replace(label="question"), "a": kept["a"]._replace(label="answer")}
    texts = (each for each in kept.values() if each.text)
    filled = (each for each in texts if each.text.strip("<>.") == each.text.strip("."))
    return sorted(filled, key=lambda piece: piece.start)


def tagged_in(text: str, levels: int = 4) -> Iterator[Piece]:
    """The texts in tags; inner tags replace the outer one. A number or a file name is kept."""
    for found in _TABLE.find_all("tagged text", text):
        inner, numbered = found["text"], re.search(_NUMBERED, found["with"] or "")
        if named := _TABLE.find("names its source", inner):
            inner, numbered = _TABLE.changed("tags of a document", inner), named
        pieces = [*tagged_in(inner, levels - 1)] if levels else []
        number, (start, end) = numbered[1] if numbered else "", found.span()
        for piece in pieces or [Piece(_plain(found["name"]), inner.strip())]:
            yield piece._replace(start=start, end=end, number=piece.number or number)


def without(text: str, pieces: Iterable[Piece]) -> str:
    """A text without some of its pieces."""
    for start, end in sorted({(piece.start, piece.end) for piece in pieces}, reverse=True):
        text = f"{text[:start]}{text[end:]}"
    return text


def is_list(text: str) -> bool:
    """True for a list of texts in JSON or Python."""
    return text.endswith("]") and re.match(r"\[\s*[\"']", text) is not None


def items_of(text: str) -> list[str]:
    """The items of a list in JSON or Python, with numbers or bullets, or one per line."""
    if is_list(text):
        return [each["item"].replace("\\'", "'") for each in _TABLE.find_all("quoted item", text)]
    return stripped(re.sub(rf"^\s*{BULLET}\s+", "", line) for line in text.split("\n"))


def _pieces(text: str, tagged: Sequence[Piece]) -> Iterator[Piece]:
    """All labelled texts, in their order."""
    objects = [*_TABLE.find_all("input object", text)]
    labelled = json_at(text, objects[-1].end()) if objects else None
    if isinstance(labelled, list):  # The turns of a conversation
        labelled = {_ROLES.get(e.get("role"), ""): e.get("content", "") for e in labelled}
    if isinstance(labelled, dict):
        yield from (Piece(_plain(label), as_text(value)) for label, value in labelled.items())
    else:
        for piece in tagged:
            text = f"{text[: piece.start]}{' ' * (piece.end - piece.start)}{text[piece.end :]}"
        yield from sorted([*_in_lines(text), *tagged], key=lambda piece: piece.start)


def _in_lines(text: str) -> Iterator[Piece]:
    """The texts after the labels of lines, each up to the next label or to its own end."""
    lines = _TABLE.pattern("label in a line").sub("\n", text).split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    labels = [(place, label) for place, line in enumerate(lines) if (label := _label_of(line))]
    ends = [*(place for place, _ in labels[1:]), len(lines)]
    for (first, label), last in zip(labels, ends, strict=False):
        kept, end = _lines_of(label, lines[first + 1 : last])
        whole, stop = "\n".join(kept).rstrip(), starts[first + 1 + end]
        if label["text"]:
            # An instruction after a text in the line of its label is no part of it.
            whole = _TABLE.pattern("before an instruction").split(whole)[0]
            stop = starts[first] + label.start("text") + len(whole)
        bare = re.sub(r"\A([\"'])([^\"']*)\1\.?\Z", r"\2", whole.strip())
        yield Piece(_plain(label["name"]), bare, starts[first], stop)


def _label_of(line: str) -> re.Match[str] | None:
    """The label at the beginning of a line. One without a colon is a heading or in brackets.

    The line of a field, such as `- answer (string): …`, has none.
    """
    found = _TABLE.pattern("labelled line").match(line)
    if found is None or len(found["name"].split()) > 6 or _TABLE.matches("typed field", line):
        return None
    is_marked = (found["mark"] or "").startswith(("#", "[", "**"))
    return found if found["text"] is not None or is_marked else None


def _lines_of(label: re.Match[str], below: Sequence[str]) -> tuple[list[str], int]:
    """The lines of a labelled text, and how many lines below its label it takes. An instruction
    ends it, and a gap if it begins in the line of its label."""
    kept = [label["text"]] if label["text"] else []
    for place, line in enumerate(below):
        is_border = _TABLE.pattern("border").match(line) or line.lstrip().startswith("</")
        is_after_gap = label["text"] and place and not below[place - 1].strip()
        is_order = is_after_gap or _TABLE.pattern("instruction on a line").match(line)
        is_in_object = kept and kept[0].startswith("{") and line.startswith((" ", "\t", "}"))
        if kept and (is_border or (is_order and line.strip() and not is_in_object)):
            return kept, place
        if line.strip() and not _TABLE.pattern("ruled line").match(line):
            kept.append(line)
    return kept, len(below)


def _plain(label: str) -> str:
    """`STUDENT_ANSWER` as `student answer`."""
    return re.sub(r"[_\s]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)).strip().lower()
