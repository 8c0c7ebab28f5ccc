"""Extraction: the things of a kind in a text, such as people, places, tasks and keywords."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import LISTING, picked
from mockserver.chat.model.content.quoted.lists.given import items_in
from mockserver.chat.model.talk.phrases import PLAIN_WORDS, WEAK_WORDS
from mockserver.chat.model.text.lists import is_place
from mockserver.chat.model.text.meaning import STOP_WORDS, stems_of
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.finding.finds import finds_in, names_in

_NO_KEYWORDS = PLAIN_WORDS | WEAK_WORDS | STOP_WORDS
_MOST_KEYWORDS = 5


class Triple(NamedTuple):
    """A sentence with its subject, predicate and object, and the kinds of things that names in it
    are of."""

    text: str
    parts: Sequence[str | Any]
    kinds: Sequence[str] = ()


def things_in(kind: str, orders: str, text: str) -> list[str]:
    """The things of a kind in a text, as many as the orders want."""
    if kind.startswith("any "):
        return picked(kind[4:].replace("-", ""), text)
    if kind not in FINDERS:
        return _typed(orders, text) if kind == "typed entity" else []
    found = FINDERS[kind](text)
    count = amount_of(LISTING.text("number of things", orders) or str(len(found)))
    return found[-count:] if kind == "finding" else found[:count]


def labelled_lines(kind: str, orders: str, text: str) -> list[str]:
    """The lines of a text whose labels name what the orders want: `TODO: call Ana` for tasks."""
    kinds = {e: LISTING.text("kind", e["label"]) for e in LISTING.find_all("labelled line", text)}
    wanted = {*stems_of(orders)}
    items = [e["it"] for e in kinds if kinds[e] == kind or wanted & {*stems_of(e["label"])}]
    return items if kind and len(items) > 1 else []


def keywords(text: str) -> list[str]:
    """The keywords of a text, the most frequent first and then those that are no verbs."""
    every = re.findall(r"[^\W\d_][\w-]{2,}", text.lower())
    counts = Counter(word for word in every if word not in _NO_KEYWORDS)
    return sorted(counts, key=lambda word: (-counts[word], word.endswith(("ly", "ed", "ing"))))


def people_in(text: str) -> list[str]:
    """The names in a text that are no places, without the words before them."""
    finds = (each for each in finds_in(text) if each.kind == "name")
    people = (e for e in finds if e.thing == "person" or e.left not in ("at", "in", "from"))
    names = (each.text for each in people if {each.thing, each.hint} <= {"", "person", "job"})
    return [*dict.fromkeys(LISTING.pattern("before a name").sub("", each) for each in names)]


def triples_in(text: str) -> list[Triple]:
    """The triples of a text: of the names that a sentence connects, or of a simple statement."""
    found = list[Triple]()
    for each in sentences(text):
        pronoun = LISTING.pattern("pronoun as a subject")
        told = pronoun.sub(found[-1].parts[0], each) if found else each
        names = [find for find in finds_in(told) if find.kind in ("name", "date")]
        simple = LISTING.pattern("simple statement").fullmatch(told) if len(names) < 2 else None
        if simple:
            found.append(Triple(told, simple.group("subject", "verb", "object")))
        for one, other in pairwise(names):
            between = told.partition(one.text)[2].partition(other.text)[0].strip(" ,")
            parts = (one.text, between.removesuffix(" the"), other.text)
            found.append(Triple(told, parts, (one.likely, other.likely)))
    return found


def _places(text: str) -> list[str]:
    """The known places of a text, and names after `in` and the like."""
    near = {*re.findall(r"\b(?:in|to|from|at|near|via|of) ([A-Z][\w-]+(?: [A-Z][\w-]+)*)", text)}
    return [each for each in names_in(text) if is_place(each) or each in near]


def _companies(text: str) -> list[str]:
    """The names in a text that are of nobody, no place and no product, in their order."""
    first = [each["it"] for each in LISTING.find_all("firm as the subject", text)]
    people = {each.text for each in finds_in(text) if each.thing in ("person", "job")}
    names = {each for each in (*names_in(text), *first) if not is_place(each)} - people
    return sorted((names - {*picked("product", text)} or names), key=text.index)


def _tasks(text: str) -> list[str]:
    """The sentences and clauses of a text that say what somebody has to do."""
    items = items_in(LISTING.changed("promises", text))
    parts = (LISTING.pattern("between tasks").split(each) for each in items)
    return [e for part in chain(*parts) for e in sentences(part) if LISTING.find("due", e)]


def _typed(orders: str, text: str) -> list[str]:
    """The names in a text with their kinds, as the orders call them: `Oslo: LOC`. A name of two
    words that is no place is a person."""
    firms = [each for each in _companies(text) if each.count(" ") != 1]
    places = [each for each in _places(text) if is_place(each) or f"at {each}" not in text]
    found: dict[str, str] = {}
    for kind, names in (("person", names_in(text)), ("company", firms), ("place", places)):
        label = LISTING.find(f"label of a {kind}", orders)
        found |= dict.fromkeys(names, label["it"] if label else kind)
    return [f"{name}: {found[name]}" for name in sorted(found, key=text.index)]


FINDERS: Mapping[str, Callable[[str], list[str]]] = {
    "place": _places,
    "company": _companies,
    "entity": names_in,
    "person": people_in,
    "first name": lambda text: [each.split()[0] for each in people_in(text)],
    "last name": lambda text: [each.split()[-1] for each in people_in(text)],
    "task": _tasks,
    "finding": sentences,
    "statement": sentences,
    "triple": lambda text: [f"({', '.join(each.parts)})" for each in triples_in(text)],
    "keyword": lambda text: keywords(text)[:_MOST_KEYWORDS],
    "request": lambda text: [e for e in sentences(text) if LISTING.matches("requests", e)],
    "hashtag": lambda text: [f"#{each}" for each in keywords(text)[:_MOST_KEYWORDS]],
}
