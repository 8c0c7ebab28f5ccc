"""Tables requested in prose: the records of a prompt, or a row for each subject."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.model.content.quoted.lists import given
from mockserver.chat.model.content.quoted.lists.selection import sorted_as_asked
from mockserver.chat.model.content.quoted.results import facts_told
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import TableForm
from mockserver.chat.model.demands.readers.tables import columns_of, rows_asked_in, subjects_in
from mockserver.chat.model.demands.shapes.keys import usual_record
from mockserver.chat.model.demands.shapes.typed import Schema, object_of, schema_of_key
from mockserver.chat.model.forms.data.invented import fact_on, on_topic
from mockserver.chat.model.forms.lists import known_things
from mockserver.chat.model.forms.slots import shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.literals import as_text
from mockserver.chat.model.text.rows import rows_of, table_of
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.matching.records import rows_in, told_of_names

_USUAL_ROWS, _MOST_ROWS = 3, 12


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns, in Markdown or as CSV."""
    rows = rows_of(task.known.text) if task.known else []
    if len(rows) < 2:
        asked = Wording(task.reading.question)
        columns = form.columns or columns_of(asked)
        rows = _brought(task, columns) or _invented(task, asked, columns, form.rows)
    ordered = sorted_as_asked(rows, task.reading.question)
    if not form.csv:
        return table_of(ordered)
    written = ordered[1:] if CUES.matches("no header", task.instructions) else ordered
    return given.csv_of(written, CUES.text("separator of cells", task.instructions))


def _invented(task: Task, asked: Wording, named: Sequence[str], count: int) -> list[list[str]]:
    """The header and a row for each subject, with the usual columns if none are named."""
    compared = _compared(asked.text)
    usual_ones = NAMES.text("columns", task.reading.question).split(", ")
    columns = named or (["Aspect", *compared] if compared else usual_ones)
    usual = None if named else usual_record(task.reading.question)
    kinds = _columns(columns) | {each: {"type": "string"} for each in compared}
    record = (usual or {}).get("items") or object_of({each: kinds[each] for each in columns})
    nouns = (each for each in asked.words - {*columns} if CUES.meaning("usual keys", each))
    record = {"title": min(nouns, default="").removesuffix("s"), **record}
    first, *others = shapes_of(record)
    count = count or rows_asked_in(asked)
    count = count or min(len(known_things(task, first)), _MOST_ROWS) or _USUAL_ROWS
    rows = [[first, *others]]
    for row in on_topic(task, record, count, {}):
        subject = str(row[first])
        cells = (fact_on(e, subject) or as_text(row[e]).removesuffix(".0") for e in others)
        rows.append([subject, *cells])
    return rows


def _brought(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The header and the rows of the records in the prompt, if it brings some."""
    is_apart = task.reading.payload.has_text or task.reading.system
    facts = facts_told(task.reading.results)
    told = "\n\n".join("\n".join(map(": ".join, each.items())) for each in facts)
    text = told or given.request_and_text(task.reading.question)[1]
    texts = [each for each in (text, task.text if is_apart or not text else "") if each]
    if columns:
        found = (rows_in(each, _columns(columns), task.now) for each in texts)
        rows = max(found, key=len, default=[])
        return [[*columns], *rows] if rows and (rows[1:] or is_apart or text) else []
    if facts and all(each.keys() == facts[0].keys() for each in facts):
        titles = [as_words(name).capitalize() for name in facts[0]]
        return [titles, *([*each.values()] for each in facts)]
    rows = max((given.as_written(given.items_in(each)) for each in texts), key=len, default=[])
    rows = rows or next(filter(None, map(told_of_names, texts)), [])
    if not rows:
        return []
    first, *others = rows[0]
    titles = [NAMES.text("first column", first), *(NAMES.text("column", each) for each in others)]
    return [titles, *rows]


def _compared(request: str) -> list[str]:
    """The things that a request wants compared."""
    is_comparison = NAMES.matches("comparison", request)
    named = subjects_in(request) if is_comparison else []
    return [each.capitalize() if each.islower() else each for each in named]


def _columns(titles: Sequence[str]) -> dict[str, Schema]:
    """The columns of a table with the types of their values, by their titles."""
    kinds = {title: schema_of_key(title)["type"] for title in titles}
    plain = (*NUMBERS, "boolean")
    return {
        title: {"type": kinds[title] if kinds[title] in plain else "string"} for title in titles
    }
