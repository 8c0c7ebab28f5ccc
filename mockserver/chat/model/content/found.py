"""The answer to a question, before it takes the form that the prompt demands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mockserver.chat.model.text.texts import sentences


class Answer(NamedTuple):
    """An answer as a sentence and as a bare value."""

    text: str
    value: str
    """`Paris` for `The capital of France is Paris.`; the text itself if nothing is shorter."""
    items: Sequence[str] = ()
    """The parts of an answer, such as the colours of the rainbow or the points of a summary."""
    is_known: bool = True
    """False if the text only says that there is no answer, or is not about facts."""


def stated(
    text: str, value: object = None, items: Sequence[str] = (), *, is_known: bool = True
) -> Answer:
    """An answer whose value is its text by default."""
    return Answer(text, text if value is None else str(value), items, is_known)


def capitalized(text: str) -> str:
    """A text with a capital first letter, and the rest unchanged."""
    return text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """A text with a small first letter, and the rest unchanged."""
    return text[:1].lower() + text[1:]


def titled(text: str) -> str:
    """A text as a title: `Old Sea` for `the old sea`."""
    return " ".join(map(capitalized, re.sub(r"^(?:the|an?|your) ", "", text).split()))


def as_sentence(text: str) -> str:
    """A text with a capital first letter and a full stop, unless it ends like a sentence."""
    ends = text.endswith((".", "!", "?", "…", "。", "？"))
    return capitalized(text) if ends else f"{capitalized(text)}."


def plain_sentences(text: str) -> list[str]:
    """The sentences of a text without its headings, numbers and bullets."""
    is_mark = re.compile(r"#|\d{1,3}[.)]$|\*\*[^*\n]+\*\*$").match
    lines = (each for each in sentences(text) if not is_mark(each))
    bare = ((each, re.sub(r"^(?:[-*+•] +)+", "", each)) for each in lines)
    return [each if each == text else as_sentence(text) for each, text in bare if text]


def listed(items: Sequence[str]) -> str:
    """Items as a list in a sentence: `red, green and blue`."""
    *several, last = items or ("nothing",)
    return f"{', '.join(several)} and {last}" if several else last


def rotated(items: Sequence[str], start: int) -> list[str]:
    """Items from an index on, then those before it; the index may be beyond the last one."""
    start %= max(len(items), 1)
    return [*items[start:], *items[:start]]


def named_value(name: str, value: str, owner: str = "") -> str:
    """A sentence with the value of a name: `The colors of the lamp are red, blue.`"""
    is_plural = re.search(r"(?i)[^siu]s$", name) is not None
    verb = "are" if is_plural and re.search("[,–-]| and ", value) else "is"
    bare = name.removeprefix("the ")
    subject = capitalized(bare) if bare.startswith("your ") else f"The {bare}"
    if is_plural and value.isdecimal():
        subject = f"The number of {bare}"
    return f"{subject}{owner} {verb} {value}."
