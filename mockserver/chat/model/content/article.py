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

_PAGES: Mapping[str, Mapping[str, str]] = {
    "both sides": {"## Pros": "benefits", "## Cons": "risks"},
    "steps": {"": "steps"},
    "long": {
        "## In general": "facts",
        "## First steps": "steps",
        "## Questions to ask": "questions",
    },
}
"""The pages that messages ask for: the lists below their headings."""

_ARTICLES = frozenset({*DETERMINERS, *DETERMINERS.values()})

Words = tuple[str, ...]


class Listed(NamedTuple):
    """A list with the words that ask for it; `{a}` in an item is the subject."""

    words: Words
    items: Words


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A table, a list or an explanation, if a message asks for one."""
    message = message[:_READ]
    act, subjects, _ = topic_of(message)
    names = ["".join(subject).strip() for subject in subjects]
    subject = names[0]
    if not _text_about(subject) and any(map(_text_about, names)):
        firsts = map(subject_of, CUES.pattern("clause").split(message))
        subject = next(filter(_text_about, firsts), subject)
    asked = (name for name in _PAGES if CUES.matches(name, message))
    name = next(asked, "")
    page = _page(_PAGES[name], subject, act, draw) if name else None
    found = _comparison(message) or (page if name != "long" else None)
    found = found or _explanation(message, subject, act) or _listed(message, draw) or page
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


def remarks(subject: str, start: int = 0) -> list[str]:
    """Sentences that are true of any subject, in rotation."""
    return _rotated(REMARKS, subject, start)


def _explanation(message: str, subject: str, act: str) -> Answer | None:
    """The explanation of a known thing."""
    text = _text_about(subject)
    if not text or any(CUES.matches(name, message) for name in ("wants items", "asks what to do")):
        return None
    if act != "make" and " " not in subject and not CUES.matches("asks to explain", message):
        return None
    reasons = list_items(f"benefits {subject}", subject)[:3] if act == "why" else ()
    whole = f"{text} Arguments for {subject}: {'; '.join(reasons)}."
    return Answer(whole if reasons else text, sentences(text)[0])


def _listed(message: str, draw: bytes) -> Answer | None:
    """Items of a list, as many as a message asks for, filled with the subject that remains without
    the list's name."""
    known = _requested(message)
    if not known:
        return None
    rest = re.sub(r"[\w'-]+", lambda m: "" if m[0].lower() in known.words else m[0], message)
    subjects = topic_of(rest).subjects
    about = "it" if subjects == NO_TOPIC else "".join(subjects[0]).strip()
    items = _rotated(known.items, about, draw[0])
    if any(each.count(" ") > 2 for each in items):
        items = [*map(capitalized, items)]
    counted = CUES.find("count of items", message)
    count = amount_of(counted["count"]) if counted else 0
    items = items[: min(count or 5, _MOST_ITEMS)]
    if count == 1:
        return Answer(as_sentence(items[0]), items[0])
    text = f"Here are some ideas:\n\n{_bullets(map(capitalized, items))}"
    if not count and CUES.matches("wants one", message) and len(items) > 2:
        text = f"How about {items[0]}? You could also try {items[1]}, or {items[2]}."
    return Answer(text, ", ".join(items), items, is_known=False)


def _comparison(message: str) -> Answer | None:
    """A table of two known things."""
    match = CUES.find("compares", message)
    sides = (match[side] for side in "ab") if match else ()
    names = [re.sub(r"(?i)^(?:the|an?) |\.+$", "", each) for each in sides]
    texts = [*filter(None, map(_text_about, names))]
    if not names or len(texts) < len(names):
        return None
    rows = [["", *map(capitalized, names)]]
    for label, kind in (("For", "benefits"), ("Against", "risks")):
        listed = (list_items(f"{kind} {name}", name)[:3] for name in names)
        rows.append([f"**{label}**", *map("; ".join, listed)])
    ending = "Which one is better depends on what you need it for."
    return _joined(" ".join(texts), table_of(rows), ending)


def _page(lists: Mapping[str, str], subject: str, act: str, draw: bytes) -> Answer:
    """Lists about a subject below their headings, between an opening and a closing."""
    blocks = []
    for heading, name in lists.items():
        items = [*map(as_sentence, list_items(f"{name} {subject}", subject))]
        numbered = "\n".join(f"{number}. {each}" for number, each in enumerate(items, 1))
        blocks += [heading, _bullets(items[:3])] if heading else [numbered]
    openings = OPENINGS.get(act, OPENINGS["tell"])
    opening = _text_about(subject) or openings[draw[2] % len(openings)]
    closing = CLOSINGS[draw[3] % len(CLOSINGS)]
    return _joined(_filled(opening, subject), *blocks, _filled(closing, subject))


def _joined(*blocks: str) -> Answer:
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
    for match in CUES.find_all("requests", request) if _lists_in(request) else ():
        named = words_of(re.sub(r" ideas?$", "", match["what"], flags=re.IGNORECASE))
        known = _lists_in(request[match.start("what") :])
        if found := next((each for each in known if {*named[-1:]} <= {*each.words}), None):
            return found
    return None


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
