"""Invented records: objects on the topic of a request, with values that are known or plausible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.found import capitalized, rotated
from mockserver.chat.model.content.known.article import list_items, remarks, text_about
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.lists import given
from mockserver.chat.model.demands.readers.tables import subjects_in
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.data.places import judged_values
from mockserver.chat.model.forms.data.quizzes import quiz
from mockserver.chat.model.forms.documents.parts import parts
from mockserver.chat.model.forms.lists import count_requested, known_things
from mockserver.chat.model.forms.slots import Slot, shapes_of, takes_number, with_integers
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.text.dates import WEEKDAYS
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.model.values.words import DATA, known_text, named
from mockserver.chat.structured.draws import Draws

_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")
"""Values for the keys of which nothing is known."""

_SPANS = ("day", "week", "month")
_USUAL_COUNT, _MOST = 3, 50
_FEW = 4
"""The most words of a name."""


def made_up(task: Task, items: Schema, least: int = 0) -> list[dict[str, Any]]:
    """Objects that no text has, as many as requested; a single one if its values are judged."""
    requested = count_requested(task)
    if questions := quiz(task, items, max(requested or _USUAL_COUNT, least)):
        return questions
    is_varied = requested > 1 and not task.reading.payload.has_text
    known = {} if is_varied else judged_values(task, items)
    usual = len(_brought_names(task, items)) or (1 if known else _USUAL_COUNT)
    return on_topic(task, items, max(requested or usual, least), known)


class _Keys(NamedTuple):
    """The keys of an invented record, by what they hold."""

    title: str
    """The key for the subject of the record, perhaps empty."""

    texts: Sequence[str]
    spans: Sequence[str]
    """Keys for a span of time with its number: `Day 1`."""

    integers: Sequence[str]
    """Keys for the number of the record."""

    compared: Mapping[str, str]
    """Keys that are the things which a request compares."""

    kind: str
    """The kind of thing that a record is, such as `book`."""


def on_topic(
    task: Task, items: Schema, count: int, known: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Objects with a subject in each, its number, and what is known of it or plausible. They share
    the values of `known`."""
    brought = _brought_names(task, items)
    listed = subjects_in(task.reading.question) or (brought if len(brought) == count else [])
    keys, count = _keys_of(task, items, listed), min(count, _MOST)
    own = _own_texts(keys.kind, keys.title)
    if keys.spans and (known_ones := _known_items(task, as_words(keys.title))):
        subjects = known_ones
    elif keys.compared:
        subjects = list_items("views of compared things", "")
    elif own and not (brought and listed == brought):
        subjects = rotated(own, task.draws.below(60))
    else:
        columns = [*filter(keys.title.__ne__, shapes_of(items))]
        subjects = _subjects(task, keys.title, count, listed, columns)
    schema, rows = with_integers(items, keys.integers), []
    for index, subject in enumerate(islice(cycle(subjects), count)):
        row = _row(task, keys, index, subject, is_week=count == len(WEEKDAYS))
        rows.append(filled_value(schema, {**row, **known}, b"%b %d" % (task.key, index), subject))
    return rows


def _keys_of(task: Task, items: Schema, listed: Sequence[str]) -> _Keys:
    """The keys of an object. The things that a request lists may be keys themselves."""
    shapes = shapes_of(items)
    compared = {each: one for each in shapes for one in listed if one.lower() == each.lower()}
    texts = [each for each, shape in shapes.items() if Slot(each, shape).is_text]
    numbered = [e for e in shapes if takes_number(e, shapes[e]) and e not in compared]
    spans = [each for each in numbered if each.lower() in _SPANS and each in texts]
    named_spans = known_things(task, spans[0]) if spans else ()
    if named_spans and all(map(str.istitle, named_spans)):  # Such as January.
        numbered, spans = [each for each in numbered if each not in spans], []
    integers = [each for each in numbered if each not in spans]
    plain = (each for each in texts if each not in (*numbered, *compared))
    title = next((each for each in plain if not is_named("remark", each)), "")
    told = str(items.get("title", ""))
    nouns = (told, *(word.removesuffix("s") for word in words_of(task.reading.question)))
    kinds = (each for each in nouns if each not in shapes)
    kind = next((e for e in kinds if any(_own_texts(e, each) for each in texts)), told)
    if _own_texts(kind, title):
        texts = [each for each in texts if each != title]
    return _Keys(title, texts, spans, integers, compared, kind)


def _row(task: Task, keys: _Keys, index: int, subject: str, *, is_week: bool) -> dict[str, Any]:
    """The values of the record with an index, as far as they are known or can be told."""
    row: dict[str, Any] = {e: _told(task, e, index, subject, keys.kind) for e in keys.texts}
    row |= {name: _view(one, index) for name, one in keys.compared.items()}
    if subject and keys.title:
        row[keys.title] = subject
    for each in keys.spans:
        is_weekday = is_week and each.lower() == "day"
        name = WEEKDAYS[index] if is_weekday else f"{each} {index + 1}"
        row[each] = name.capitalize()
    row |= dict.fromkeys(keys.integers, index + 1)
    return {name: value for name, value in row.items() if value}


def _subjects(
    task: Task, title: str, count: int, listed: Sequence[str], columns: Sequence[str]
) -> list[str]:
    """The subjects of records: answers, those `listed` in the request, or items for the title. They
    are empty if the title has plausible values of its own. The answers may be of other columns."""
    answers = () if len(listed) > 1 else known_things(task, title)
    if any({*answers} & {*_known_items(task, each)} for each in columns):
        answers = ()
    known = (answers if len(answers) >= count else listed) or _known_items(task, title)
    others = (f"{task.title} {number + 1}" for number in range(len(known), count))
    return [*known, *("" if known_text(title) else each for each in others)][:count]


def _known_items(task: Task, words: str) -> list[str]:
    """The items of a known list for the words of a key, none for the full names of people."""
    is_of_person = words.endswith("name") and NAMES.find("people", task.reading.question)
    return [] if is_of_person else list_items(words, task.topic)


def _brought_names(task: Task, items: Schema) -> list[str]:
    """The names after the colon of a request, which are no keys: `My day: gym, call mom`."""
    listed = given.items_in(given.request_and_text(task.reading.question)[1])
    are_keys = not shapes_of(items).keys().isdisjoint(each.strip(".") for each in listed)
    are_names = len(listed) > 1 and all(len(each.split()) <= _FEW for each in listed)
    return listed if are_names and not are_keys else []


def _own_texts(kind: str, name: str) -> Sequence[str]:
    """The plausible texts that only things of a kind have for a key, as products have titles of
    their own; an empty one if they are not listed, and none if all things have the same."""
    own = known_text(f"{kind} {as_words(name)}") or ""
    if own in ("", known_text(as_words(name))):
        return ()
    listed = own.strip("{}")
    return named(listed) if listed in DATA else ("",)


def _told(task: Task, name: str, row: int, subject: str, kind: str) -> str:
    """A fact about a subject, an item or a text for the name of a key, or a remark; empty if the
    key has plausible values of its own."""
    words = as_words(name)
    if fact := fact_on(words, subject):
        return fact
    if own := [*filter(None, _own_texts(kind, name))]:
        return rotated(own, Draws(task.key + name.encode()).below(60))[row % len(own)]
    if words.lower() == "description" and (told := text_about(subject)):
        return told
    if items := _known_items(task, words) or parts(task, words, 5):
        return items[row % len(items)]
    if NAMES.matches("remark", words):
        return next(task.fillers).rstrip(".")
    return "" if known_text(name) else _QUALITIES[(row + len(name)) % len(_QUALITIES)]


def fact_on(words: str, subject: str) -> str:
    """The value that a known subject has for the words of a key, empty if it is not known."""
    is_name = subject and not subject.isdecimal()
    fact = recall(f"What is the {words} of {subject}?") if is_name else None
    return fact.value if fact and len(fact.value) < 40 else ""


def _view(subject: str, row: int) -> str:
    """The text of a subject in a row of a comparison: its strength, its weakness or a remark."""
    views = [list_items(f"{side} {subject.lower()}", subject) for side in ("benefits", "risks")]
    side, turn = row % 3, row // 3
    known = [text_about(subject), *remarks(subject, 0)] if side == 2 else views[side]
    return capitalized([*filter(None, known)][turn % len(known)])
