"""The parts of a message: a question and texts to answer it from; of a text its sentences, the rows
of its table, the pairs of its JSON."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.patterns import pattern

_READ = 12_000
"""Characters of a text that are looked at."""

_MOST_PASSAGES = 200
_LONGEST_JSON = 65_536
_SENTENCE_END = pattern(
    r"(?<=[.!?…。！？])(?:(?<=[。！？])|(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<![ .][A-Z]\.)"
    r"[\"”')]?[ \t]+(?=[A-Z0-9\"“'(\[¿¡À-Þ\u0400-\u042f]))|\n+"
)


class Passage(NamedTuple):
    """A text to answer from, and the number it is cited by, if any."""

    number: str
    text: str


class Material(NamedTuple):
    """The question of a message, the texts it brings, and whether it says that they are texts."""

    question: str
    passages: tuple[Passage, ...]
    is_marked: bool

    @property
    def is_cited(self) -> bool:
        """True if the texts are marked as such, or numbered."""
        return self.is_marked or any(each.number for each in self.passages)


def material_of(message: str) -> Material:
    """The question of a message apart from the texts that it brings along."""
    text = (
        message if len(message) <= _READ else f"{message[: _READ // 2]}\n{message[-_READ // 2 :]}"
    )
    for split in (_by_tags, _by_labels, _by_rules, _by_quotes, _by_request):
        outside, texts = split(text)
        if any(map(str.strip, texts)):
            return Material(_asked(outside) or text, tuple(_passages(texts)), is_marked=True)
    parts = sentences(text)
    if len(parts) < 2 or not (question := _last_question(parts)):
        return Material(text.strip(), (), is_marked=False)
    rest = text.replace(question, "")
    for part in parts:
        if CUES.pattern("instructs").match(part):
            rest = rest.replace(part, "")
    return Material(question, tuple(_passages([rest.strip()])), is_marked=False)


def passages_of(texts: Iterable[str]) -> tuple[Passage, ...]:
    """The passages of texts that came by themselves; several are numbered."""
    cut = [text[: _READ // 4] for text in texts][: _MOST_PASSAGES // 10]
    if len(cut) == 1:
        return tuple(_passages(cut))
    return tuple(Passage(str(number), text) for number, text in enumerate(cut, 1))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without blanks around them."""
    return [each.strip() for each in _SENTENCE_END.split(text) if each and each.strip()]


def rows_of(text: str) -> list[list[str]]:
    """The rows of a Markdown table or of CSV in a text, the header first."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    piped = [line for line in lines if "|" in line]
    if len(piped) >= 2:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in piped]
        return [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    for sign in (",", "\t", ";"):
        count = lines[-1].count(sign) if lines else 0
        like = [line for line in lines if line.count(sign) == count]
        if count and len(like) >= max(2, len(lines) - 1) and not lines[-1].endswith((".", "?")):
            return [[cell.strip() for cell in row] for row in csv.reader(like, delimiter=sign)]
    return []


def pairs_of(text: str) -> list[tuple[str, str]] | None:
    """The pairs of a JSON text in its order, `sky now` and `clear` of `{"sky": {"now": "clear"}}`;
    None if it is no JSON or too long."""
    try:
        held = from_json(text[: _LONGEST_JSON + 1])
    except (TypeError, ValueError):  # text that is not Unicode is a TypeError here
        return None
    pairs = []
    waiting: list[tuple[str, Any]] = [("", held)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{name} {key}".strip(), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]
        else:
            said = value if isinstance(value, str) else to_json(value).decode()
            pairs.append((name.replace("_", " "), said))
    return pairs


def _by_tags(text: str) -> tuple[str, list[str]]:
    """`<context>…</context>`: what stands in tags is brought along, with its number, if any."""
    texts: list[str] = []
    outside = ""
    at = 0
    lowered = text.lower()
    while (found := CUES.pattern("tag").search(text, at)) and len(texts) < _MOST_PASSAGES:
        end = lowered.find(f"</{found['tag'].lower()}>", found.end())
        if end < 0:
            break
        number = re.search(r"(?:index|id|n|number)=\"?(\d{1,3})", found["with"])
        inner = text[found.end() : end].strip()
        texts.append(f"[{number[1]}] {inner}" if number else inner)
        outside += text[at : found.start()]
        at = end + len(found["tag"]) + 3
    if len(texts) == 1 and (within := _by_tags(texts[0])[1]):
        texts = within
    return outside + text[at:], texts


def _by_labels(text: str) -> tuple[str, list[str]]:
    """`Context: …  Question: …`: what stands behind such a label is what it says. Without a label
    of a text, the paragraphs before a question are one."""
    labels = [*CUES.pattern("label").finditer(text)][:_MOST_PASSAGES]
    ends = [label.start() for label in labels[1:]] + [len(text)]
    outside = lead = text[: labels[0].start()] if labels else text
    texts = []
    for label, end in zip(labels, ends, strict=False):
        block = text[label.end() : end].strip()
        if label["brings"]:
            is_numbered = CUES.pattern("number of a passage").match(label[0])
            texts.append(f"{label[0].strip(' :')}: {block}" if block and is_numbered else block)
        else:
            outside += f"\n{text[label.start() : end]}"
    texts = [*filter(None, texts)]
    if texts and not any(label["asks"] for label in labels) and not _is_question(lead):
        before, _, last = texts[-1].rpartition("\n\n")
        if before and _is_question(last):
            return f"{outside}\n{last}", [*texts[:-1], before]
    if not texts and any(label["asks"] for label in labels):
        told = (
            part for part in lead.splitlines() if part and not CUES.pattern("instructs").match(part)
        )
        texts = ["\n".join(told)]
    return outside, texts


def _by_rules(text: str) -> tuple[str, list[str]]:
    """A text between two rules: lines of dashes, three quotes or a code fence."""
    rules = [*CUES.pattern("rule").finditer(text)]
    if len(rules) < 2:
        return text, []
    inner = text[rules[0].end() : rules[-1].start()]
    outside = f"{text[: rules[0].start()]}\n{text[rules[-1].end() :]}"
    return outside, [part.strip() for part in CUES.pattern("rule").split(inner) if part.strip()]


def _by_quotes(text: str) -> tuple[str, list[str]]:
    """A long text in quotation marks."""
    found = [*CUES.find_all("quotes a text", text)]
    outside = text
    for each in found:
        outside = outside.replace(each[0], " ")
    return outside, [each["text"] for each in found]


def _by_request(text: str) -> tuple[str, list[str]]:
    """A first line that asks for something with the text below it, or behind its colon."""
    lead = CUES.pattern("asks of the following").match(text)
    rest = text[lead.end() :].strip() if lead else ""
    question = _asked(rest) if _is_question(rest) else rest
    if question != rest:
        return question, [rest.removesuffix(question).strip()]
    return (lead[0] if lead else text), [rest]


def _asked(text: str) -> str:
    """The question of a text: in its tag, behind its label, else the last one, else the text."""
    if tag := CUES.pattern("question tag").search(text):
        return tag["inner"].strip()
    labels = [*CUES.pattern("label").finditer(text)]
    for place, label in reversed([*enumerate(labels)]):
        end = labels[place + 1].start() if place + 1 < len(labels) else len(text)
        if label["asks"] and (block := text[label.end() : end].strip()):
            return block
    return _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(_is_question, reversed(parts)), "")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def _passages(texts: Iterable[str]) -> Iterator[Passage]:
    """Texts as passages: each numbered part is one of its own."""
    for text in texts:
        marks = [*CUES.pattern("number of a passage").finditer(text)] or [
            *CUES.pattern("number in a line").finditer(text)
        ]
        before = text[: marks[0].start()] if marks else text
        if before.strip():
            yield Passage("", before.strip())
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        for mark, end in zip(marks[:_MOST_PASSAGES], ends, strict=False):
            yield Passage(str(mark[mark.lastgroup or 0]), text[mark.end() : end].strip())
