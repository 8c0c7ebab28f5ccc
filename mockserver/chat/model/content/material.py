"""Parsers for messages and texts: questions and passages, sentences, tables, JSON."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.patterns import pattern

_READ = 12_000
"""The number of characters of a text that are read."""

_MOST_PASSAGES = 200
_LONGEST_JSON = 65_536
_SENTENCE_END = pattern(
    r"(?<=[.!?…。！？])(?:(?<=[。！？])|(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)"
    r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)(?<![ .][A-Z]\.)"
    r"[\"”')]?[ \t]+(?=[A-Z0-9\"“'(\[¿¡À-Þ\u0400-\u042f]))|\n+"
)


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


class Material(NamedTuple):
    """A message split into its question and its source texts; the message may mark the texts."""

    question: str
    passages: tuple[Passage, ...]
    is_marked: bool

    @property
    def is_cited(self) -> bool:
        """True if the texts are marked as such, or numbered."""
        return self.is_marked or any(each.number for each in self.passages)


def material_of(message: str) -> Material:
    """Split a message into its question and its source texts."""
    text = (
        message if len(message) <= _READ else f"{message[: _READ // 2]}\n{message[-_READ // 2 :]}"
    )
    for split in (_by_tags, _by_labels, _by_rules, _by_quotes, _by_request):
        outside, texts = split(text)
        if any(map(str.strip, texts)):
            return Material(_question_of(outside) or text, tuple(_passages(texts)), is_marked=True)
    parts = sentences(text)
    if len(parts) < 2 or not (question := _last_question(parts)):
        return Material(text.strip(), (), is_marked=False)
    rest = text.replace(question, "")
    for part in parts:
        if CUES.pattern("instructs").match(part):
            rest = rest.replace(part, "")
    return Material(question, tuple(_passages([rest.strip()])), is_marked=False)


def passages_of(texts: Iterable[str]) -> tuple[Passage, ...]:
    """The passages of separate texts; several are numbered."""
    cut = [text[: _READ // 4] for text in texts][: _MOST_PASSAGES // 10]
    if len(cut) == 1:
        return tuple(_passages(cut))
    return tuple(Passage(str(number), text) for number, text in enumerate(cut, 1))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
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
    """The paths and values of JSON: `sky now` and `clear` for `{"sky": {"now": "clear"}}`.

    None if the text is not JSON, or is too long.
    """
    try:
        document = from_json(text[: _LONGEST_JSON + 1])
    except (TypeError, ValueError):  # TypeError if the text is not Unicode
        return None
    pairs = []
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [(f"{name} {key}".strip(), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [(name, each) for each in reversed(value)]
        else:
            text = value if isinstance(value, str) else to_json(value).decode()
            pairs.append((name.replace("_", " "), text))
    return pairs


def _by_tags(text: str) -> tuple[str, list[str]]:
    """Texts in tags such as `<context>`, which keep their file name or their number, if any."""
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
        if named := CUES.find("names its source", inner):
            number = named
            inner = CUES.changed("tags of a document", inner)
        texts.append(f"[{number[1]}] {inner}" if number else inner)
        outside += text[at : found.start()]
        at = end + len(found["tag"]) + 3
    if len(texts) == 1 and (within := _by_tags(texts[0])[1]):
        texts = within
    return outside + text[at:], texts


def _by_labels(text: str) -> tuple[str, list[str]]:
    """Texts after labels such as `Context:`, or else the paragraphs before a labelled question."""
    labels = [*CUES.find_all("label", text)][:_MOST_PASSAGES]
    outside = lead = text[: labels[0].start()] if labels else text
    texts = []
    for label, block in _divided(text, labels):
        if label["brings"]:
            is_numbered = CUES.pattern("number of a passage").match(label[0])
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
        instructs = CUES.pattern("instructs").match
        texts = ["\n".join(line for line in lead.splitlines() if line and not instructs(line))]
    return outside, texts


def _by_rules(text: str) -> tuple[str, list[str]]:
    """Texts between rules: lines of dashes, triple quotes or code fences."""
    rules = [*CUES.pattern("rule").finditer(text)]
    if len(rules) < 2:
        return text, []
    inner = text[rules[0].end() : rules[-1].start()]
    outside = f"{text[: rules[0].start()]}\n{text[rules[-1].end() :]}"
    return outside, [part.strip() for part in CUES.pattern("rule").split(inner) if part.strip()]


def _by_quotes(text: str) -> tuple[str, list[str]]:
    """Long texts in quotation marks."""
    found = [*CUES.find_all("quotes a text", text)]
    outside = text
    for each in found:
        outside = outside.replace(each[0], " ")
    return outside, [each["text"] for each in found]


def _by_request(text: str) -> tuple[str, list[str]]:
    """The text below a first line that asks about it, or after the colon of that line."""
    lead = CUES.pattern("asks of the following").match(text)
    rest = text[lead.end() :].strip() if lead else ""
    question = _question_of(rest) if _is_question(rest) else rest
    if question != rest:
        return question, [rest.removesuffix(question).strip()]
    return (lead[0] if lead else text), [rest]


def _question_of(text: str) -> str:
    """The question of a text: in a tag, after a label, else the last one, else the whole text."""
    if tag := CUES.find("question tag", text):
        return tag["inner"].strip()
    for label, block in reversed([*_divided(text, [*CUES.find_all("label", text)])]):
        if label["asks"] and block:
            return block
    return _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(_is_question, reversed(parts)), "")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def _passages(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        names = ("number of a passage", "number in a line")
        marks = next(filter(None, ([*CUES.find_all(name, text)] for name in names)), [])
        before = text[: marks[0].start()] if marks else text
        if before.strip():
            yield Passage("", before.strip())
        for mark, part in _divided(text, marks[:_MOST_PASSAGES]):
            yield Passage(str(mark[mark.lastgroup or 0]), part)


def _divided(text: str, marks: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark, text[mark.end() : end].strip()
