"""Lists in one line, and tables: of what the prompt brings, else of subjects on the topic."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice, pairwise

from mockserver.chat.model.content.article import list_items, requested_items
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.given import (
    as_written,
    csv_of,
    items_in,
    request_and_text,
    things_in,
)
from mockserver.chat.model.content.phrases import PLAIN_WORDS, WEAK_WORDS
from mockserver.chat.model.dates import WEEKDAYS
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.demand import Each
from mockserver.chat.model.demands.documents import subjects_in
from mockserver.chat.model.demands.form import Inline, TableForm
from mockserver.chat.model.demands.typed import Schema, object_of, schema_of_key
from mockserver.chat.model.forms.places import NUMBERS
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import name_for, named
from mockserver.chat.model.meaning import STOP_WORDS, words_of
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import rows_of, table_of
from mockserver.chat.model.values.fill import filled_value
from mockserver.chat.model.values.records import rows_in

_CONTAINER = pattern(r"(?i)^(?:(?:json )?(?:array|list) of )?(?:the )?")
_USUAL = 4
_COUNTED = pattern(rf"(?i)\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w{{2,}}s\b")
_NO_KEYWORDS = PLAIN_WORDS | WEAK_WORDS | STOP_WORDS
_NUMBERED = ("id", "rank", "step", "no", "#", "day")
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns: the records of the prompt, or a row for each subject."""
    rows = _brought(task, form.columns) or _compared(task, form)
    if not rows:
        columns = form.columns or name_for("columns", task.reading.question).split(", ")
        rows = [[*columns], *_rows_about(task, columns, form.rows)]
    return csv_of(rows) if form.csv else table_of(rows)


def _brought(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The header and the rows of the records in the prompt, if it brings some."""
    marked = task.text if task.reading.payload.has_text else ""
    texts = [*filter(None, (request_and_text(task.reading.question)[1], marked))]
    if not columns:
        rows = max((as_written(items_in(each)) for each in texts), key=len, default=[])
        return _titled(rows) if rows else []
    found = (rows_in(each, _columns(columns), task.now) for each in texts)
    rows = max(found, key=len, default=[])
    return [[*columns], *rows] if rows else []


def _columns(titles: Sequence[str]) -> dict[str, Schema]:
    """The columns of a table with the types of their values, by their titles."""
    kinds = {title: schema_of_key(title)["type"] for title in titles}
    return {
        title: {"type": "number" if kind in NUMBERS else "string"} for title, kind in kinds.items()
    }


def _titled(rows: list[list[str]]) -> list[list[str]]:
    """Rows under titles: the labels that all cells of a column share, else names by their looks."""
    pairs = [[cell.partition(" ") for cell in row] for row in rows]
    labels = [{label for label, _, _ in column} for column in zip(*pairs, strict=True)]
    if all(len(each) == 1 for each in labels):
        titles = [capitalized(label.rstrip(":=")) for label, _, _ in pairs[0]]
        return [titles, *([value for _, _, value in row] for row in pairs)]
    first, *others = rows[0]
    return [[name_for("first column", first), *(name_for("column", e) for e in others)], *rows]


def _compared(task: Task, form: TableForm) -> list[list[str]]:
    """The table of the answer, which compares subjects, if the prompt names no columns."""
    is_comparison = not form.columns and CUES.matches("compares", task.reading.question)
    return rows_of(task.answer.text) if is_comparison and task.answer else []


def _rows_about(task: Task, columns: Sequence[str], count: int) -> list[list[str]]:
    """A row for each subject: it is in the first column for names, and facts or values in the
    others."""
    numbered = [each for each in columns if each.lower() in _NUMBERED]
    naming = (each for each in columns if each not in numbered and not named("remark").search(each))
    title = next(naming, "")
    rows = []
    for number, subject in enumerate(_subjects(task, columns, title, count)):
        known = {title: subject} | {each: _number(each, number, count) for each in numbered}
        rows.append([known.get(each) or _cell(task, each, number, subject) for each in columns])
    return rows


def _number(column: str, row: int, count: int) -> str:
    """The number of a row; days have the names of weekdays if they make a week."""
    if column.lower() != "day":
        return str(row + 1)
    return WEEKDAYS[row].capitalize() if count == len(WEEKDAYS) else f"Day {row + 1}"


def _subjects(task: Task, columns: Sequence[str], title: str, count: int) -> list[str]:
    """The subjects of a table: answers, or those that the request or the title column names."""
    answers = [*(task.answer.items if task.answer else _listed(task))]
    known = answers if len(answers) >= count else subjects_in(task.reading.question)
    if known and {*known} <= {*columns}:
        known = list_items("aspects", "")
    request = without_demands(task.reading.question)
    known = known or list_items(title, task.topic) or requested_items(request, task.topic)
    known += [f"{task.title} {number + 1}" for number in range(len(known), count)]
    return known[:count]


def _cell(task: Task, column: str, row: int, subject: str) -> str:
    """A known fact about a subject, else a sentence or a plausible value for the column."""
    found = task.answer_to(f"What is the {column} of {subject}?")
    if found and len(found.value) < 40:
        return found.value
    if items := list_items(column, task.topic):
        return items[row % len(items)]
    if named("remark").search(column):
        return next(task.fillers).rstrip(".")
    name = re.sub(r"\W+", "_", column.lower())
    schema = object_of({name: schema_of_key(name)})
    value = filled_value(schema, {}, b"%b %d" % (task.key, row), subject)[name]
    if re.search(r"^[a-z]+ [a-z]+|\[", str(value)):
        return _QUALITIES[(row + len(name)) % len(_QUALITIES)]
    return str(value).removesuffix(".0")


def inline(task: Task, form: Inline) -> str:
    """Items in one line, with a separator between them."""
    items = things(task, form.count)
    if named("hashtags").search(task.reading.question):
        items = ["#" + re.sub(r"\W", "", each) for each in items]
    return form.separator.join(items)


def count_requested(task: Task) -> int:
    """The number of items that the request asks for, or 0."""
    counted = _COUNTED.search(task.reading.question)
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int = 0) -> list[str]:
    """Items from the prompt, the answer, a known list, the text, or ideas on the topic.

    There are `count` of them, or as many as the first of these sources has.
    """
    question, forms = named("about the form").subn("", task.reading.question)
    is_read = task.known or not forms or task.reading.payload.has_text
    ways = (
        lambda: _given(task, question),
        lambda: task.answer.items if task.answer and is_read else (),
        lambda: _listed(task),
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
    """The known list of the things that the topic names."""
    answer = task.answer_to(f"List the {_CONTAINER.sub('', task.topic)}.")
    return answer.items if answer else ()


def _given(task: Task, question: str) -> list[str]:
    """The items that a request brings, or the things that its question is about."""
    if task.reading.payload.has_text and named("asks which things").search(question):
        return things_in(task.text)
    given = named("given items").search(question)
    items = items_in(given["it"]) if given else []
    return items if len(items) > 1 else []


def keywords(text: str) -> list[str]:
    """The keywords of a text, the most frequent first; pairs of words that recur count as one."""
    words = [word for word in words_of(text) if len(word) > 3]
    telling = [word for word in words if word not in _NO_KEYWORDS]
    pairs = [each for each, count in Counter(pairwise(words_of(text))).items() if count > 1]
    joined = [" ".join(pair) for pair in pairs if {*pair} <= {*telling}]
    rest = [word for word, _ in Counter(telling).most_common() if word not in " ".join(joined)]
    return [*joined, *rest]
