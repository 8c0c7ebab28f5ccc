"""Lists in one line, and tables: of what the prompt brings, else of subjects on the topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle, islice, pairwise
from typing import Any

from mockserver.chat.model import meaning
from mockserver.chat.model.content.article import list_items, requested_items
from mockserver.chat.model.content.facts import recall
from mockserver.chat.model.content.found import Answer, capitalized
from mockserver.chat.model.content.given import (
    as_written,
    csv_of,
    items_in,
    request_and_text,
)
from mockserver.chat.model.content.phrases import PLAIN_WORDS, WEAK_WORDS
from mockserver.chat.model.dates import WEEKDAYS
from mockserver.chat.model.demands.demand import Each
from mockserver.chat.model.demands.documents import columns_of, subjects_in
from mockserver.chat.model.demands.form import Inline, TableForm
from mockserver.chat.model.demands.typed import Schema, object_of, schema_of_key
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.places import NUMBERS, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import name_for, named, words_of
from mockserver.chat.model.meaning import STOP_WORDS
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import rows_of, table_of
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.model.values.records import rows_in
from mockserver.chat.model.values.words import known_text
from mockserver.chat.model.wording import Wording

_HEADED = pattern(r"(?i)\W*(?:columns|headers?|fields)\b")
_CONTAINER = pattern(r"(?i)^(?:(?:json )?(?:array|list) of )?(?:the )?")
_USUAL, _FEW = 4, 2
_MOST = 50
_COUNTED = pattern(rf"(?i)\b({FIGURE})(?:[ -]days?\b|\s+(?:\w+\s+){{0,2}}\w{{2,}}s\b)")
_NO_KEYWORDS = PLAIN_WORDS | WEAK_WORDS | STOP_WORDS
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns: the records of the prompt, or a row for each subject."""
    if not form.columns and _HEADED.match(task.reading.question):
        headed = columns_of(Wording(task.reading.question))
        form = replace(form, columns=tuple(each.strip() for each in headed))
    found = rows_of(task.known.text) if task.known else []
    rows = found if len(found) > 1 else _brought(task, form.columns)
    if not rows:
        columns = form.columns or name_for("columns", task.reading.question).split(", ")
        records = made_up(task, object_of(_columns(columns)), form.rows, {})
        rows = [[*columns], *([str(row[each]) for each in columns] for row in records)]
    return csv_of(rows) if form.csv else table_of(rows)


def _brought(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The header and the rows of the records in the prompt, if it brings some."""
    marked = task.text if task.reading.payload.has_text or task.reading.system else ""
    texts = [*filter(None, (request_and_text(task.reading.question)[1], marked))]
    if columns:
        found = (rows_in(each, _columns(columns), task.now) for each in texts)
        rows = max(found, key=len, default=[])
        return [[*columns], *(row for row in rows if {*row} != {*columns})] if rows else []
    rows = max((as_written(items_in(each)) for each in texts), key=len, default=[])
    first = enumerate(rows[0] if rows else ())
    titles = [name_for("column" if at else "first column", each) for at, each in first]
    return [titles, *rows] if rows else []


def _columns(titles: Sequence[str]) -> dict[str, Schema]:
    """The columns of a table with the types of their values, by their titles."""
    kinds = {title: schema_of_key(title)["type"] for title in titles}
    return {title: {"type": kind if kind in NUMBERS else "string"} for title, kind in kinds.items()}


# Made-up records


def made_up(
    task: Task, items: Schema, count: int, known: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Records that no text has: a subject in each, its number, and what is known or plausible.

    They share the values of `known`.
    """
    shapes = shapes_of(items)
    texts = [name for name in shapes if _takes_text(shapes[name])]
    numbered = [name for name in shapes if _is_number(name, shapes[name])]
    plain = (name for name in texts if name not in numbered)
    title = next((name for name in plain if not named("remark").search(words_of(name))), "")
    integers: dict[str, Any] = {
        name: {"type": "integer"}
        for name in numbered
        if name.lower() != "day" or shapes[name].get("type") in NUMBERS
    }
    request = named("to be invented").search(task.reading.question)
    titled = {"title": request["noun"].removesuffix("s")} if request else {}
    schema = items | titled | {"properties": shapes | integers}
    rows = []
    for number, subject in enumerate(_subjects(task, [*shapes], title, min(count, _MOST))):
        row: dict[str, Any] = {name: _told(task, name, number, subject) for name in texts}
        row |= _lists_told(task, shapes, number)
        row |= {title: subject} if subject else {}
        row |= {name: number + 1 if name in integers else _day(number, count) for name in numbered}
        row = {name: value for name, value in row.items() if value} | {**known}
        rows.append(filled_value(schema, row, b"%b %d" % (task.key, number), subject))
    return rows


def _lists_told(task: Task, shapes: Mapping[str, Schema], row: int) -> dict[str, list[str]]:
    """The texts of the lists of a record: other ones in each row."""
    found = dict[str, list[str]]()
    for name, shape in shapes.items():
        words = words_of(name) if shape.get("items") == {"type": "string"} else ""
        items = (parts(task, words, 9) or list_items(words, task.topic)) if words else []
        count = shape.get("maxItems") or _FEW
        start = row * count % (len(items) or 1)
        found |= {name: [*islice(cycle(items), start, start + count)]} if items else {}
    return found


def _is_number(name: str, shape: Schema) -> bool:
    """True for a key that holds the number of a record."""
    is_plain = shape.get("type") in NUMBERS or shape == {"type": "string"}
    return is_plain and named("number of a record").fullmatch(name) is not None


def _takes_text(shape: Schema) -> bool:
    return shape.get("type") == "string" and not {"enum", "format", "const"} & {*shape}


def _day(number: int, count: int) -> str:
    """The name of a day in a plan: a weekday if the days make a week."""
    return WEEKDAYS[number].capitalize() if count == len(WEEKDAYS) else f"Day {number + 1}"


def _subjects(task: Task, columns: Sequence[str], title: str, count: int) -> list[str]:
    """The subjects of records: answers, or those that the request or the title names. They are
    empty if the title has plausible values of its own."""
    answers = _listed(task)
    known = [*answers] if len(answers) >= count else subjects_in(task.reading.question)
    known = known or list_items(title, task.topic)
    rest = "" if known_text(title) else f"{task.title} {{}}"
    return [*known, *(rest.format(number + 1) for number in range(len(known), count))][:count]


def _told(task: Task, name: str, row: int, subject: str) -> str:
    """A fact about a subject, an item or a text for the name of a key, or a remark; empty if the
    key has plausible values of its own."""
    words = words_of(name)
    fact = recall(f"What is the {words} of {subject}?") if subject else None
    if fact and len(fact.value) < 40:
        return fact.value
    if items := list_items(words, task.topic) or parts(task, words, 5):
        return items[row % len(items)]
    if named("remark").search(words):
        return next(task.fillers).rstrip(".")
    return "" if known_text(name) else _QUALITIES[(row + len(name)) % len(_QUALITIES)]


# Lists


def inline(task: Task, form: Inline) -> str:
    """Items in one line, with a separator between them."""
    items = things(task, form.count)
    if named("hashtags").search(task.reading.question):
        words = [task.title, *task.title.split(), *map(capitalized, items)]
        tags = dict.fromkeys("#" + re.sub(r"\W", "", each) for each in words)
        items = [*tags][: form.count or len(items)]
    return form.separator.join(items)


def count_requested(task: Task) -> int:
    """The number of items that the request asks for, or 0."""
    counted = _COUNTED.search(task.reading.question)
    return min(amount_of(counted[1]), _MOST) if counted else 0


def things(task: Task, count: int = 0) -> list[str]:
    """Items from the prompt, the answer, a known list, the text, or ideas on the topic.

    There are `count` of them, or as many as the first of these sources has.
    """
    question, forms = named("about the form").subn("", task.reading.question)
    is_read = task.known or not forms or task.reading.payload.has_text
    ways: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: _listed(task) if is_read or not task.answer else (),
        lambda: requested_items(question, task.topic) or list_items(question, task.topic),
        lambda: keywords(named("of the request").sub("", task.material)) if task.text else (),
    )
    items = next((found for way in ways if (found := [*way()])), [])
    more = list_items("everyday words" if named("words").search(question) else "ideas", task.topic)
    for demand in task.others:
        if isinstance(demand, Each):
            items = [*filter(demand.bound.is_met_by, [*items, *more])] or items
    count = count or len({*items}) or _USUAL
    return [*islice(cycle(dict.fromkeys([*items, *more])), count)]


def _listed(task: Task) -> Sequence[str]:
    """The known things that the request names, else the items of the answer or of the topic."""
    request = named("to be invented").search(task.reading.question)
    ways: tuple[Callable[[], Answer | None], ...] = (
        lambda: task.answer_to(f"List the {request['noun']}.") if request else None,
        lambda: task.answer,
        lambda: task.answer_to(f"List the {_CONTAINER.sub('', task.topic)}."),
    )
    answers = (way() for way in ways)
    return next((each.items for each in answers if each and each.items), ())


def keywords(text: str) -> list[str]:
    """The keywords of a text, the most frequent first; pairs of words that recur count as one."""
    all_words = meaning.words_of(text)
    words = [word for word in all_words if len(word) > 3]
    telling = [word for word in words if word not in _NO_KEYWORDS]
    pairs = [each for each, count in Counter(pairwise(all_words)).items() if count > 1]
    joined = [" ".join(pair) for pair in pairs if {*pair} <= {*telling}]
    rest = [word for word, _ in Counter(telling).most_common() if word not in " ".join(joined)]
    return [*joined, *rest]
