"""Passages: the texts of a prompt to answer from, and the question about them.

They are labelled, in tags, or below the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mockserver.chat.model.pieces import Piece, without
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_TABLE = table("payload.txt")
_MOST_PASSAGES = 200


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


def passages_of(texts: Iterable[str]) -> tuple[Passage, ...]:
    """The passages of separate texts; several are numbered."""
    cut = [text[:3_000] for text in texts][: _MOST_PASSAGES // 10]
    if len(cut) == 1:
        return tuple(numbered_parts(cut))
    return tuple(Passage(str(number), text) for number, text in enumerate(cut, 1))


def question_and_texts(
    prompt: str, tagged_texts: Sequence[Piece], tagged_questions: Sequence[Piece]
) -> tuple[str, Sequence[str], bool]:
    """The question of a prompt, its texts to answer from, and whether they are marked as such."""
    if fields := [*_TABLE.find_all("marked field", prompt)]:
        asks = _TABLE.pattern("tag of a question").fullmatch
        asked = next((each["text"] for each in fields if asks(each["name"])), "")
        if texts := [each["text"] for each in fields if not asks(each["name"])]:
            return asked or prompt, texts, True
    if tagged_texts:
        asked = next((piece.text for piece in tagged_questions), "")
        outside = without(prompt, tagged_texts)
        return asked or _question_of(outside) or prompt, [*map(_cited, tagged_texts)], True
    for split in (_by_labels, _by_request):
        outside, texts = split(prompt)
        if any(map(str.strip, texts)):
            return _question_of(outside) or prompt, texts, True
    parts = sentences(prompt)
    if len(parts) < 2 or not (question := _last_question(parts)):
        return prompt.strip(), (), False
    rest = prompt.replace(question, "")
    for part in parts:
        if _TABLE.pattern("instructs").match(part):
            rest = rest.replace(part, "")
    return question, [rest.strip()], False


def numbered_parts(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        names = ("number of a passage", "number in a line")
        marks = next(filter(None, ([*_TABLE.find_all(name, text)] for name in names)), [])
        before = text[: marks[0].start()] if marks else text
        if before.strip():
            yield Passage("", before.strip())
        for mark, part in divided(text, marks[:_MOST_PASSAGES]):
            yield Passage(str(mark[mark.lastgroup or 0]), part)


def divided(text: str, marks: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark, text[mark.end() : end].strip()


# The ways to divide a prompt into a question and texts


def _cited(piece: Piece) -> str:
    return f"[{piece.number}] {piece.text}" if piece.number else piece.text


def _by_labels(text: str) -> tuple[str, list[str]]:
    """Texts after labels such as `Context:`, or else the paragraphs before a labelled question."""
    labels = [*_TABLE.find_all("label", text)][:_MOST_PASSAGES]
    outside = lead = text[: labels[0].start()] if labels else text
    texts = []
    for label, block in divided(text, labels):
        if label["brings"]:
            is_numbered = _TABLE.pattern("number of a passage").match(label[0])
            texts.append(f"{label[0].strip(' :')}: {block}" if block and is_numbered else block)
        else:
            outside += f"\n{label[0]}{block}"
    texts = [*filter(None, texts)]
    has_question = any(label["asks"] for label in labels)
    if texts and not has_question and not _is_question(lead):
        before, _, last = texts[-1].rpartition("\n\n")
        if before and _is_question(last):
            return f"{outside}\n{last}", [*texts[:-1], before]
    if not texts and has_question:
        instructs = _TABLE.pattern("instructs").match
        texts = ["\n".join(line for line in lead.splitlines() if line and not instructs(line))]
    return outside, texts


def _by_request(text: str) -> tuple[str, list[str]]:
    """The text below a first line that asks about it, or after the colon of that line."""
    lead = _TABLE.pattern("asks of the following").match(text)
    rest = text[lead.end() :].strip() if lead else ""
    question = _question_of(rest) if _is_question(rest) else rest
    if question != rest:
        return question, [rest.removesuffix(question).strip()]
    return (lead[0] if lead else text), [rest]


def _question_of(text: str) -> str:
    """The question of a text: after a label, else the last one, else the whole text."""
    for label, block in reversed([*divided(text, [*_TABLE.find_all("label", text)])]):
        if label["asks"] and block:
            return block
    return _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(_is_question, reversed(parts)), "")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))
