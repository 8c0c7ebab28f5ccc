"""Passages: the texts in a prompt that its question is answered from.

A prompt is divided into its question and its texts by rules between them, by the data it brings, by
labels such as `Context:`, or by its own request. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mockserver.chat.model.reading.material import instructs
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import is_question, sentences

_TABLE = table("reading/payload.txt")

_RULE = re.compile(r"\n-{5,}\n")
"""A line below which a prompt has no more passages."""

_DATA = re.compile(r"(?:\[\s*)?\{\s*\"(?s:.*)\}(?:\s*\])?")
"""An object or a list of objects as JSON, with all that is between several of them."""

_MOST_PASSAGES = 200
_LONGEST_AROUND = 150
"""The most characters of a question beside its data, if it is longer than these."""


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


class Division(NamedTuple):
    """A prompt divided into a question and texts; `is_marked` if labels or the request do so."""

    question: str
    texts: Sequence[str]
    is_marked: bool = True
    about_data: str = ""
    """The prompt without the data that its question is about, empty if it has none."""

    is_apart: bool = False
    """True if the question only stands in a paragraph of its own."""


def division_of(prompt: str) -> Division:
    """The question and the texts of a prompt without tags."""
    for divide in (by_rules, _by_data, _by_labels, _by_request):
        outside, texts = divide(prompt)
        if any(map(str.strip, texts)):
            about_data = outside if divide is _by_data else ""
            return Division(question_of(outside) or prompt, texts, about_data=about_data)
    parts = sentences(prompt)
    question = _last_question(parts)
    if not question or len(parts) == 1:
        return Division(prompt.strip(), [], is_marked=False)
    lines = "\n".join(prompt.rsplit(question, 1)).split("\n")
    others = (sentence for line in lines for sentence in sentences(line))
    tells = _TABLE.pattern("instructs").match
    is_mail = _TABLE.matches("mail", prompt)  # Its `Please …` is for somebody else.
    text = "\n".join(each for each in others if is_mail or not tells(each))
    is_apart = _TABLE.matches("question beside a text", prompt)
    return Division(question, [text], is_marked=is_apart, is_apart=is_apart)


def by_rules(text: str) -> tuple[str, list[str]]:
    """The rest of a prompt and the texts between two rules: lines of dashes or triple quotes."""
    found = [*_TABLE.find_all("text between rules", text)]
    outside = text
    for each in found:
        outside = outside.replace(each[0], "")
    return outside, [each["text"] for each in found]


def _by_data(text: str) -> tuple[str, list[str]]:
    """A question about data, and the data: JSON, a table, CSV, a log, or things with figures."""
    found = _DATA.search(text)
    if found and json_at(found[0], 0) is None:
        return text, []
    if found is None and (found := _TABLE.find("lines of data", text)) is None:
        blocks = _TABLE.find_all("lines with commas", text)
        found = next((e for e in blocks if len(rows_of(e[0])) == e[0].count("\n") + 1), None)
    if found is None:
        return text, []
    outside = re.sub(r"\s+(?=[?!.])", "", text.replace(found[0], "\n"))
    is_most = len(outside) < _LONGEST_AROUND + len(found[0])
    is_most = found[0][0] in "[{" or (is_most and not _TABLE.matches("line of a pair", outside))
    is_asked = is_most and is_question(question_of(outside))
    return (outside, [found[0]]) if is_asked else (text, [])


def _by_labels(text: str) -> tuple[str, list[str]]:
    """The rest of a prompt, and its texts after labels such as `Context:`."""
    labels = [*_TABLE.find_all("label", text)][:_MOST_PASSAGES]
    asked = [label for label in labels if label["asks"]]
    if len(asked) > 1 and _TABLE.matches("answer below", text[asked[-1].end() :]):  # An FAQ.
        labels = [label for label in labels if not label["asks"]]
        asked = []
    outside = lead = text[: labels[0].start()] if labels else text
    texts = list[str]()
    for label, block in after(text, labels):
        source = _TABLE.find("source below", f"{label[0]}{block}") if texts else None
        if not label["brings"]:
            outside += f"\n{label[0]}\n{block}"
        elif source:
            texts[-1] = f"[{source['name']}] {texts[-1]}"
        elif re.search(r"\w", block):
            texts.append(block)
    if not texts:
        tells = _TABLE.pattern("instructs").match
        told = [each for each in sentences(lead) if not (instructs(each) or tells(each))]
        while _TABLE.pattern("instructs").match(lead):
            _, _, lead = lead.partition("\n")
        return outside, [lead] if asked and told else []
    if asked or is_question(lead):
        return outside, texts
    texts[-1], question = _without_question(texts[-1])
    return f"{outside}\n{question}", texts


def _without_question(text: str) -> tuple[str, str]:
    """A text without the question or the order in its last paragraphs, and these."""
    blocks = text.split("\n\n")
    for count, block in enumerate(blocks[1:], 1):
        if _TABLE.pattern("order on a text").match(block):
            return "\n\n".join(blocks[:count]), "\n\n".join(blocks[count:])
    # The question may have its options below it.
    halves = (("\n\n".join(blocks[:-count]), "\n\n".join(blocks[-count:])) for count in (1, 2))
    for before, last in (*halves, text.rpartition("\n")[::2]):
        if before and _last_question(sentences(last)):
            return before, last
    return text, ""


def _by_request(text: str) -> tuple[str, list[str]]:
    """The request in the first line and the text below it, or after the colon of that line."""
    lead = _TABLE.pattern("asks of the following").match(text)
    if lead is None:
        return text, []
    rest = text[lead.end() :].strip()
    question = question_of(rest)
    if question != rest and (is_question(rest) or rest.startswith(question)):
        return question, [rest.removeprefix(question).removesuffix(question).strip()]
    return lead[0], [rest]


def question_of(text: str) -> str:
    """The question of a text: after a label, else the last one, else the whole text."""
    blocks = after(text, _TABLE.find_all("label", text))
    asked = [block for label, block in blocks if label["asks"] and block]
    return asked[-1] if asked else _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(is_question, reversed(parts)), "")


# Numbered passages


def numbered_passages(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        marks = [*_TABLE.find_all("number of a passage", text)]
        marks = marks or [*_TABLE.find_all("number in a line", text)]
        before = text[: marks[0].start()] if marks else text
        if re.search(r"\w", before):
            yield Passage("", before.strip())
        for mark, part in after(text, marks[:_MOST_PASSAGES]):
            # A mark without digits is the name of a file.
            yield Passage(str(mark[mark.lastgroup or 0]), _RULE.split(part)[0])


def after(text: str, marks: Iterable[re.Match[str]]) -> list[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    marks = [*marks]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [(mark, text[mark.end() : end].strip()) for mark, end in zip(marks, ends, strict=False)]
