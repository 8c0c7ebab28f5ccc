"""Longer replies without a source: lists, explanations, comparisons and instructions.

`things.txt` has everyday things, what speaks for and against them, and lists. On any other subject
the replies are general advice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import filterfalse
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized, rotated, stated
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.talk.phrases import CLOSINGS, DETERMINERS, OPENINGS, REMARKS
from mockserver.chat.model.talk.topic import subject_of, topic_of
from mockserver.chat.model.text.lists import text_of
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import bulleted, numbered, sentences, stripped

_READ = 2_000
_READ_FOR_NAMES = 600
_DOUBTFUL = 4
"""The rank of a topic that is no more than a word about the form."""

_USUAL_ITEMS, _MOST_ITEMS = 3, 50
_FEW, _MANY = 5, 10
"""The items of most lists, and of a list of things to buy or to pack."""

_MOST_WORDS = 20
_SIDES = {"+ ": ("benefits", "advantages", "pros"), "- ": ("risks", "disadvantages")}
"""The names of the lists of what speaks for a thing and against it, by their marks."""

_PAGES: Mapping[str, Mapping[str, str]] = {
    "both sides": {"## Pros": "benefits", "## Cons": "risks"},
    "steps": {"": "steps"},
}
"""The pages that messages ask for: the lists below their headings."""

_LONG_PAGE = {
    "## In general": "facts", "## First steps": "steps", "## Questions to ask": "questions",
}  # fmt: skip
"""The page for a message that asks for a long text."""

_ARTICLES = frozenset({*DETERMINERS, *DETERMINERS.values()})

_ADVICE = frozenset("tips ways advice tricks suggestions strategies".split())
"""Names for the items of a list on any subject."""

Words = tuple[str, ...]


class Listed(NamedTuple):
    """A list with the words that ask for it; `{a}` in an item is the subject."""

    words: Words
    items: Words


def at_length(reading: Reading, draw: bytes) -> Answer | None:
    """A page, a list or an explanation, if the last message of a conversation asks for one."""
    message = reading.payload.question[:_READ]
    if suggested := CUES.text("suggested", reading.question[:_READ]):
        return stated(suggested)
    act, subjects, _ = topic_of(message)
    if act == "report":
        return None
    first = "".join(subjects[0]).strip()
    firsts = map(subject_of, CUES.pattern("clause").split(message))
    subject = next(filter(text_about, [first, *firsts, _named_in(message)]), first)
    if compared := CUES.find("compared things", message):
        pair = compared["it"] or re.sub(r" (vs\.?|versus|or) ", " and ", compared["pair"])
        subject = pair if _told(pair) else subject
    counted = [*CUES.find_all("counted list", message)]
    most = max((amount_of(each["count"]) for each in counted), default=_USUAL_ITEMS)
    pages = [lists for name, lists in _PAGES.items() if CUES.matches(name, message)]
    if len(counted) > 1 and all(list_items(each["what"], subject) for each in counted):
        pages.append({f"## {capitalized(each['what'])}": each["what"] for each in counted})
    steps = _known_steps(message)
    if pages and not steps:
        return _page(pages[0], subject, act, draw, most)
    found = steps or _explanation(message, subject, act) or _listed(message, reading, draw)
    if found is None and CUES.matches("long", message):
        return _page(_LONG_PAGE, subject, act, draw, most)
    return found


def _known_steps(message: str) -> Answer | None:
    """The steps of a deed that a message asks how to do, if they are known."""
    how, counted = CUES.find("how to", message), CUES.find("number of steps", message)
    deed = words_of(CUES.pattern("rest of a deed").sub("", how["of"])) if how else ()
    found = _lists_in(" ".join(["steps", *deed]))
    own = (e.items for e in found if e.words[0] == "steps" and deed and deed[-1] in e.words)
    steps = next(own, ())[: amount_of(counted["count"]) if counted else None]
    text = numbered([*map(as_sentence, steps)])
    return stated(text, ", ".join(steps), steps, is_known=False) if steps else None


def with_analogy(found: Answer | None, message: str) -> Answer | None:
    """An explanation with a comparison from everyday life, if a message asks for one."""
    is_asked = CUES.matches("asks for an analogy", message[:_READ])
    lists = _lists_in(f"likeness {message}") if is_asked else ()
    analogy = next((each.items[0] for each in lists if "likeness" in each.words), "")
    return stated(f"{found.text} {analogy}" if found else analogy) if analogy else found


def list_items(name: str, subject: str, more: str = "") -> list[str]:
    """The items of the list with a name about a subject. `more` words may choose a special one of
    several with the name, but no list of things with another name."""
    found = [each for each in _lists_in(f"{name} {more}") if not {*each.words} <= {*words_of(more)}]
    return _about(found[0].items, subject) if found else []


def requested_items(request: str, subject: str) -> list[str]:
    """The items of the list that a request asks for about a subject."""
    found = _requested(request)
    return _about(found.items, subject) if found else []


def remarks(subject: str, start: int) -> list[str]:
    """Sentences that are true of any subject, in rotation."""
    return _about(REMARKS, subject, start)


def _explanation(message: str, subject: str, act: str) -> Answer | None:
    """The explanation of a known thing."""
    text = _told(subject)
    if not text or any(CUES.matches(name, message) for name in ("wants items", "asks what to do")):
        return None
    if act != "make" and " " not in subject and not CUES.matches("asks to explain", message):
        return None
    short = sentences(text)[0] if text_about(subject) else text
    if act == "why" and (reasons := list_items(f"benefits {subject}", subject)):
        text = f"{text} Arguments for {subject}: {'; '.join(reasons[:3])}."
    return stated(text, short)


def _listed(message: str, reading: Reading, draw: bytes) -> Answer | None:
    """Items of a list, as many as a message asks for, filled with the subject that remains without
    the list's name. Those that were said come again only if nothing else is left."""
    known = _requested(message)
    if not known:
        return None
    rest = re.sub(r"[\w'-]+", lambda m: "text" if m[0].lower() in known.words else m[0], message)
    about = subject_of(rest) if topic_of(rest).rank < _DOUBTFUL else "it"
    how = CUES.find("how to", message) if "how" in known.words else None
    deed = CUES.changed("second person", how["of"]) if how else ""
    items = list_items("how to", deed) if deed else _about(known.items, about, draw[0])
    items = [*filterfalse(reading.has_said, items)] or items
    first, second, third, *_ = (*items, "", "", "")
    if any(each.count(" ") > 2 for each in items):
        items = [*map(capitalized, items)]
    counted = CUES.find("count of items", message)
    count = amount_of(counted["count"]) if counted else 0
    usual = _MANY if "list" in known.words else _FEW
    items = items[: min(count or usual, _MOST_ITEMS)]
    if count == 1 or (not count and (items[0].endswith(".") or CUES.matches("picks one", message))):
        return stated(as_sentence(items[0]), items[0])
    if not count and CUES.matches("wants one", message) and len(items) > 2:
        text = f"How about {first}? You could also try {second}, or {third}."
    else:
        text = f"Here are some ideas:\n\n{bulleted(map(capitalized, items))}"
    return stated(text, ", ".join(items), items, is_known=False)


def _page(lists: Mapping[str, str], subject: str, act: str, draw: bytes, most: int) -> Answer:
    """Lists about a subject below their headings, between an opening and a closing."""
    blocks = []
    for heading, name in lists.items():
        listed = list_items(f"{name} {subject}", subject)
        listed += list_items(name, subject) if heading else ()
        items = [as_sentence(e) if " " in e else capitalized(e) for e in dict.fromkeys(listed)]
        if heading:
            blocks += [heading, bulleted(items[:most])]
        else:
            blocks.append(numbered(items))
    openings = OPENINGS.get(act, OPENINGS["tell"])
    opening = text_about(subject) or openings[draw[2] % len(openings)]
    closing = CLOSINGS[draw[3] % len(CLOSINGS)]
    blocks = [_filled(opening, subject), *blocks, _filled(closing, subject)]
    return stated("\n\n".join(blocks), is_known=False)


def _about(items: Sequence[str], subject: str, start: int = 0) -> list[str]:
    """The items filled with a subject, in rotation from an index."""
    return [_filled(each, subject) for each in rotated(items, start)]


def _filled(text: str, subject: str) -> str:
    return text.format(a=subject, A=capitalized(subject))


# What is known


def text_about(name: str) -> str:
    """The text about a thing with a name, which may have an article; empty if it is unknown."""
    words, texts = words_of(name), known().texts
    if words not in texts and words and words[0] in _ARTICLES:
        words = words[1:]
    return texts.get(words, "")


def _told(subject: str) -> str:
    """The text about a thing, or the texts about two things; empty if they are unknown."""
    texts = [*map(text_about, re.split(" (?:and|with|to) ", subject))]
    return text_about(subject) or (" ".join(texts) if all(texts) else "")


def _named_in(message: str) -> str:
    """The longest name of several words, of a known thing, in a short message."""
    words = words_of(message)[:_MOST_WORDS]
    stretches = ((start, start + width) for width in (4, 3, 2) for start in range(len(words)))
    names = (words[start:end] for start, end in stretches if end <= len(words))
    return " ".join(next((name for name in names if name in known().texts), ()))


def _requested(request: str) -> Listed | None:
    """The best known list that a request asks for: `names` in `give me names for a pub`."""
    if not _lists_in(request):
        return None
    for match in CUES.find_all("requests", request):
        nouns = words_of(re.sub(r"(?i) ideas?$", "", match["what"]))
        nouns = nouns[-2 if nouns[-1:] == ("names",) else -1 :]  # `fruit names` are fruits.
        for found in _lists_in(request[match.start("what") :]):
            is_about = len(found.words) > 1 and not _ADVICE.isdisjoint(nouns)
            if is_about or not {*nouns}.isdisjoint(found.words):
                return found
    return None


def _lists_in(text: str) -> list[Listed]:
    """The lists whose words are all in a text: the most specific ones first, then in the order in
    which the text names them."""
    words = words_of(text[:_READ_FOR_NAMES])
    positions = {word: index for index, word in reversed([*enumerate(words)])}
    lists = (each for word in positions for each in known().lists.get(word, ()))
    found = [each for each in lists if positions.keys() >= {*each.words}]
    found.sort(key=lambda each: sorted(positions[word] for word in each.words))
    return sorted(found, key=lambda each: -len(each.words))


class _Known(NamedTuple):
    """The texts about things by their names, and the lists by the longest word of their names."""

    texts: Mapping[Words, str]
    lists: Mapping[str, Sequence[Listed]]


@cache
def known() -> _Known:
    """The things and lists of `things.txt`."""
    things: dict[Words, str] = {}
    lists: dict[str, list[Listed]] = {}
    named: Sequence[str] = ()
    for line in text_of("content/known/things.txt").splitlines():
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
        items = tuple(stripped(text.split(";")))
        for words in map(words_of, listed):
            lists.setdefault(max(words, key=len), []).append(Listed(words, items))
    return _Known(things, lists)
