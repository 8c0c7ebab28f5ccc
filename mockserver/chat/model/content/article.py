"""Longer replies without a source: lists, explanations, comparisons and instructions.

`things.txt` has everyday things, what speaks for and against them, and lists. On any other subject
the replies are general advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized
from mockserver.chat.model.content.phrases import CLOSINGS, DETERMINERS, OPENINGS, REMARKS
from mockserver.chat.model.content.topic import NO_TOPIC, subject_of, topic_of
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import parts
from mockserver.chat.model.texts import sentences, table_of

_READ = 2_000
_READ_FOR_NAMES = 600
_MOST_ITEMS = 50
_MARKUP = pattern(r"(?m)^(?:#+ .*|\|.*|-|\d+\.)|\*\*")
_SIDES = {"+ ": ("benefits", "advantages", "pros"), "- ": ("risks", "disadvantages")}
"""The names of the lists of what speaks for a thing and against it, by their marks."""

_SECTIONS = {"facts": "In general", "steps": "First steps", "questions": "Questions to ask"}
"""The lists that make the sections of a long text, with their headings."""

_ARTICLES = frozenset({*DETERMINERS, *DETERMINERS.values()})

Words = tuple[str, ...]


class Listed(NamedTuple):
    """A list with the words that ask for it; `{a}` in an item is the subject."""

    words: Words
    items: Words


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A table, a list or an explanation, if a message asks for one."""
    page = _Page(message[:_READ], draw)
    found = (
        page.comparison() or page.both_sides() or page.steps()
        or page.explanation() or page.listed() or page.sections()
    )  # fmt: skip
    if found and any(CUES.matches("plain text", text[:_READ]) for text in (message, instructions)):
        lines = _MARKUP.sub("", found.text).split("\n")
        return found._replace(text=" ".join(as_sentence(e.strip()) for e in lines if e.strip(" :")))
    return found


def list_items(name: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list with a name about a subject, in rotation."""
    found = _lists_in(name)
    return _rotated(found[0].items, subject, start) if found else []


def requested_items(request: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list that a request asks for about a subject, in rotation."""
    found = _requested(request)
    return _rotated(found.items, subject, start) if found else []


def requested_steps(request: str) -> list[str]:
    """The steps of the instructions that a request asks for, if it does."""
    found = CUES.find("how to", request)
    return list_items("how to", CUES.changed("second person", found["of"])) if found else []


def remarks(subject: str, start: int = 0) -> list[str]:
    """Sentences that are true of any subject, in rotation."""
    return _rotated(REMARKS, subject, start)


class _Page:
    """Text about a topic. Each method returns None if the message does not ask for its text."""

    def __init__(self, message: str, draw: bytes) -> None:
        self._message = message
        self._draw = draw
        self._act, subjects, _ = topic_of(message)
        names = ["".join(subject).strip() for subject in subjects]
        self._subject = names[0]
        if not _text_about(names[0]) and any(map(_text_about, names)):
            firsts = map(subject_of, CUES.pattern("clause").split(message))
            self._subject = next(filter(_text_about, firsts), names[0])
        self._text = _text_about(self._subject)

    def explanation(self) -> Answer | None:
        """The explanation of a known thing."""
        if not self._text or self._asks("wants items") or self._asks("asks what to do"):
            return None
        is_requested = self._act == "make" or self._asks("asks to explain")
        if not is_requested and " " not in self._subject:
            return None
        reasons = self._side("+ ") if self._act == "why" else ()
        text = f"{self._text} Arguments for {self._subject}: {'; '.join(reasons)}."
        return Answer(text if reasons else self._text, sentences(self._text)[0])

    def listed(self) -> Answer | None:
        """Items of a list, as many as the message asks for."""
        known = _requested(self._message)
        if not known:
            return None
        counted = CUES.find("count of items", self._message)
        count = amount_of(counted["count"]) if counted else 0
        items = self._items(known)[: min(count or 5, _MOST_ITEMS)]
        if count == 1:
            return Answer(as_sentence(items[0]), items[0])
        text = f"Here are some ideas:\n\n{_bullets(map(capitalized, items))}"
        if not count and self._asks("wants one") and len(items) > 2:
            text = f"How about {items[0]}? You could also try {items[1]}, or {items[2]}."
        return Answer(text, ", ".join(items), items, is_known=False)

    def comparison(self) -> Answer | None:
        """A table of two known things."""
        match = CUES.find("compares", self._message)
        sides = (match[side] for side in "ab") if match else ()
        names = [re.sub(r"(?i)^(?:the|an?) |\.+$", "", each) for each in sides]
        texts = [*filter(None, map(_text_about, names))]
        if not names or len(texts) < len(names):
            return None
        rows = [["", *map(capitalized, names)]]
        for label, mark in (("For", "+ "), ("Against", "- ")):
            rows.append([f"**{label}**", *("; ".join(self._side(mark, each)) for each in names)])
        ending = "Which one is better depends on what you need it for."
        return _page(" ".join(texts), table_of(rows), ending)

    def both_sides(self) -> Answer | None:
        """Arguments for and against the topic."""
        if not self._asks("both sides"):
            return None
        good, bad = (_bullets(map(as_sentence, self._side(mark))) for mark in _SIDES)
        opening = self._text or f"Here are both sides of {self._subject}."
        return _page(opening, "## Pros", good, "## Cons", bad)

    def steps(self) -> Answer | None:
        """Numbered steps."""
        match = CUES.find("steps", self._message)
        if match is None:
            return None
        subject = match.groupdict().get("of") or self._subject
        rows = enumerate(list_items("steps", subject), 1)
        return self._between(subject, "\n".join(f"{n}. {as_sentence(each)}" for n, each in rows))

    def sections(self) -> Answer | None:
        """Headings with a few points each, between an opening and a closing."""
        if not self._asks("long"):
            return None
        blocks = []
        for name, title in _SECTIONS.items():
            items = list_items(name, self._subject, self._draw[1])[:3]
            blocks += [f"## {title}", _bullets(map(as_sentence, items))]
        return self._between(self._subject, *blocks)

    def _between(self, subject: str, *blocks: str) -> Answer:
        """Blocks between an opening and a closing."""
        openings = OPENINGS.get(self._act, OPENINGS["tell"])
        ends = (openings[self._draw[2] % len(openings)], CLOSINGS[self._draw[3] % len(CLOSINGS)])
        opening, closing = (_filled(each, subject) for each in ends)
        return _page(opening, *blocks, closing)

    def _asks(self, name: str) -> bool:
        return CUES.matches(name, self._message)

    def _side(self, mark: str, subject: str = "") -> list[str]:
        """The arguments for a thing or against it."""
        subject = subject or self._subject
        return list_items(f"{_SIDES[mark][0]} {subject}", subject)[:3]

    def _items(self, known: Listed) -> list[str]:
        """The items of a list, filled with the subject that remains without the list's name."""
        rest = re.sub(
            r"[\w'-]+", lambda m: "" if m[0].lower() in known.words else m[0], self._message
        )
        subjects = topic_of(rest).subjects
        about = "it" if subjects == NO_TOPIC else "".join(subjects[0]).strip()
        rotated = _rotated(known.items, about, self._draw[0])
        are_phrases = any(each.count(" ") > 2 for each in known.items)
        return [*map(capitalized, rotated)] if are_phrases else rotated


def _page(*blocks: str) -> Answer:
    text = "\n\n".join(blocks)
    return Answer(text, text, is_known=False)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {each}" for each in items)


def _rotated(items: Iterable[str], subject: str, start: int) -> list[str]:
    """The items filled with a subject, in rotation from an index."""
    filled = [_filled(each, subject) for each in items]
    start %= len(filled)
    return [*filled[start:], *filled[:start]]


def _filled(text: str, subject: str) -> str:
    return text.format(a=subject, A=capitalized(subject))


# What is known


def _text_about(name: str) -> str:
    """The text about a thing with a name, which may have an article; empty if it is unknown."""
    words = words_of(name)
    return known()[0].get(words[1:] if words and words[0] in _ARTICLES else words, "")


def _requested(request: str) -> Listed | None:
    """The best known list that a request asks for: `names` in `give me names for a pub`."""
    known = _lists_in(request)
    matches = CUES.find_all("requests", request) if known else ()
    named = [re.sub(r" ideas?$", "", each["what"], flags=re.IGNORECASE) for each in matches]
    heads = [words[-1] for each in named if (words := words_of(each))]
    return next((each for head in heads for each in known if head in each.words), None)


def _lists_in(text: str) -> list[Listed]:
    """The lists whose words are all in a text: the most specific ones first, then in the order in
    which the text names them."""
    words = words_of(text[:_READ_FOR_NAMES])
    positions = {word: index for index, word in reversed([*enumerate(words)])}
    lists = (each for word in positions for each in known()[1].get(word, ()))
    found = [each for each in lists if positions.keys() >= {*each.words}]
    return sorted(
        found, key=lambda each: (-len(each.words), sorted(positions[word] for word in each.words))
    )


@cache
def known() -> tuple[Mapping[Words, str], Mapping[str, Sequence[Listed]]]:
    """The texts about things by their names, and the lists by the longest word of their names."""
    things: dict[Words, str] = {}
    lists: dict[str, list[Listed]] = {}
    named: Sequence[str] = ()
    for line in parts("content/things.txt")[0].splitlines():
        mark, (names, _, text) = line[:2], line.partition(": ")
        if mark in _SIDES:
            listed, text = [f"{side} {name}" for side in _SIDES[mark] for name in named], line[2:]
        elif mark == "* ":
            listed = names[2:].split(",")
        elif text and line[0] != "#":
            named, listed = names.split(","), []
            things |= dict.fromkeys(map(words_of, named), text)
        else:
            continue
        items = tuple(filter(None, map(str.strip, text.split(";"))))
        for words in map(words_of, listed):
            lists.setdefault(max(words, key=len), []).append(Listed(words, items))
    return things, lists
