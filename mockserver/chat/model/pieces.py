"""Labelled texts in prompts, such as a question, a source or an answer to judge.

A label is at the beginning of a line (`Question: …`, `[Submission]: …`, `### Reference answer`), or
it is a tag (`<context>…</context>`), a marker of DSPy (`[[ ## context ## ]]`) or a key of a JSON
object after `input:`. `payload.txt` has the patterns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import json_at

_TABLE = table("payload.txt")

_MOST_EXAMPLES = 24
_FEW = 4
"""At most so many words are no text to judge or to read."""

_NUMBERED = r"(?:index|id|n|number)=\"?(\d{1,3})"


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
        """The role that the label names, such as `question` or `source`, if any.

        The items of a list are claims unless the label says otherwise.
        """
        role = _TABLE.text("role", self.label)
        return "claims" if role in ("", "question") and is_list(self.text) else role


def pieces_in(text: str, tagged: Sequence[Piece]) -> list[Piece]:
    """The last piece for each label; `tagged` are the pieces in tags."""
    kept = {piece.label: piece for piece in _pieces(text, tagged)}
    if kept.keys() >= {"q", "a"}:
        kept |= {"q": kept["q"]._replace(label="question"), "a": kept["a"]._replace(label="answer")}
    whole = (each for each in kept.values() if each.text.strip("<>.") == each.text.strip("."))
    return sorted(filter(lambda piece: piece.text, whole), key=lambda piece: piece.start)


def tagged_in(text: str, room: int = 4) -> Iterator[Piece]:
    """The texts in tags; inner tags replace the outer one. A number or a file name is kept."""
    for found in _TABLE.find_all("tagged text", text):
        inner, numbered = found["text"], re.search(_NUMBERED, found["with"] or "")
        if named := _TABLE.find("names its source", inner):
            inner, numbered = _TABLE.changed("tags of a document", inner), named
        pieces = [*tagged_in(inner, room - 1)] if room else []
        pieces = pieces or [Piece(_plain(found["name"]), inner.strip())]
        number = numbered[1] if numbered else ""
        for piece in pieces:
            yield piece._replace(
                start=found.start(), end=found.end(), number=piece.number or number
            )


def without(text: str, pieces: Iterable[Piece]) -> str:
    """A text without some of its pieces."""
    for start, end in sorted({(piece.start, piece.end) for piece in pieces}, reverse=True):
        text = f"{text[:start]}{text[end:]}"
    return text


def without_examples(text: str) -> str:
    """A text with its examples blanked out; the positions of the rest stay.

    Examples without a line that ends them are one line, one object or one paragraph. Examples that
    no text follows are the text itself.
    """
    at = 0
    for _ in range(_MOST_EXAMPLES):
        if (head := _TABLE.pattern("example").search(text, at)) is None:
            break
        at = _end_of_example(text, head)
        if len(text[at:].split()) > _FEW:
            blank = re.sub(r"[^\n]", " ", text[head.start() : at])
            text = f"{text[: head.start()]}{blank}{text[at:]}"
    return text


def _end_of_example(text: str, head: re.Match[str]) -> int:
    """The index after an example."""
    below = text[head.end() :].lstrip()
    shown = head["text"] or below[:1]
    if shown.startswith(("{", "[", "```")):
        start = head.start("text") if head["text"] else len(text) - len(below)
        first_line = text[start:].partition("\n")[0].rstrip()
        if first_line.endswith(("]", "}")):
            return start + len(first_line)
        closing = _TABLE.pattern("end of an object").search(text, start)
        return closing.end() if closing else head.end()
    if (end := _TABLE.pattern("end of examples").search(text, head.end())) is not None:
        return end.start()
    if head["text"]:
        return head.end()
    return len(text) - len(below) + len(below.partition("\n\n")[0])


def is_list(text: str) -> bool:
    """True for a list of texts in JSON or Python."""
    return text.endswith("]") and re.match(r"\[\s*[\"']", text) is not None


def listed(text: str) -> list[str]:
    """The items of a list in JSON or Python, with numbers or bullets, or one per line."""
    if is_list(text):
        items = _TABLE.find_all("quoted item", text)
        return [each["item"].replace("\\'", "'") for each in items]
    lines = (re.sub(r"^\s*(?:\d{1,2}[.)]|[-*])\s+", "", line) for line in text.split("\n"))
    return [line.strip() for line in lines if line.strip()]


def _pieces(text: str, tagged: Sequence[Piece]) -> Iterator[Piece]:
    """All labelled texts, in their order."""
    objects = [*_TABLE.find_all("input object", text)]
    labelled = json_at(text, objects[-1].end()) if objects else None
    if isinstance(labelled, dict):
        before = _in_lines(text[: objects[-1].start()])
        yield from (piece for piece in before if piece.role == "criterion")
        for label, value in labelled.items():
            yield Piece(_plain(label), value if isinstance(value, str) else json.dumps(value))
        return
    if fields := [*_TABLE.find_all("marked field", text)]:
        yield from (
            Piece(_plain(each["name"]), each["text"].strip(), *each.span()) for each in fields
        )
        return
    rest = text
    for piece in tagged:
        rest = f"{rest[: piece.start]}{' ' * (piece.end - piece.start)}{rest[piece.end :]}"
    yield from sorted([*_in_lines(rest), *tagged], key=lambda piece: piece.start)


def _in_lines(text: str) -> Iterator[Piece]:
    """The texts after the labels of lines."""
    is_rule = _TABLE.pattern("ruled line")
    lines = [*_TABLE.pattern("label in a line").sub("\n", text).split("\n"), "[end]"]
    labelled: _LabelledLines | None = None
    is_after_gap = False
    start = 0
    for line in lines:
        label = _label_of(line)
        if labelled and (label or labelled.end_before(line, is_after_gap)):
            yield labelled.piece(start)
            labelled = None
        if label:
            labelled = _LabelledLines(label, start)
        elif labelled and line.strip() and not is_rule.match(line):
            labelled.lines.append(line)
        is_after_gap = not line.strip()
        start += len(line) + 1


class _LabelledLines:
    """Lines after a label, which may have a text in its own line."""

    def __init__(self, label: re.Match[str], start: int) -> None:
        self.lines = [label["text"]] if label["text"] else []
        self._label = _plain(label["name"])
        self._start = start
        self._text_start = start + label.start("text") if self.lines else None

    def end_before(self, line: str, is_after_gap: bool) -> bool:
        """True if a line is not part of the text. A text below its label may have gaps."""
        if not self.lines:
            return False
        if _TABLE.pattern("border").match(line) or line.lstrip().startswith("</"):
            return True
        if self.lines[0].startswith("{") and line.startswith((" ", "\t", "}")):
            return False
        is_apart = is_after_gap and self._text_start is not None
        is_instruction = _TABLE.pattern("instruction on a line").match(line)
        return bool(line.strip()) and (is_apart or bool(is_instruction))

    def piece(self, end: int) -> Piece:
        """The text without an instruction that follows it in the label's line."""
        text = "\n".join(self.lines).rstrip()
        if self._text_start is not None:
            text = _TABLE.pattern("before an instruction").split(text)[0]
            end = self._text_start + len(text)
        return Piece(self._label, _unquoted(text.strip()), self._start, end)


def _label_of(line: str) -> re.Match[str] | None:
    """The label at the beginning of a line. One without a colon is a heading or in brackets."""
    found = _TABLE.pattern("labelled line").match(line)
    if found is None or len(found["name"].split()) > 6:
        return None
    is_marked = (found["mark"] or "").startswith(("#", "[", "**"))
    return found if found["text"] is not None or is_marked else None


def _unquoted(text: str) -> str:
    quoted = re.fullmatch(r"([\"'])([^\"']*)\1\.?", text)
    return quoted[2] if quoted else text


def _plain(label: str) -> str:
    """`STUDENT_ANSWER` as `student answer`."""
    return re.sub(r"[_\s]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)).strip().lower()
