"""Queries: SQL for the table, the columns and the conditions that a request mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_CREATED = pattern(
    r"(?is)\bcreate table\s+(?:if not exists\s+)?[`\"]?(\w+)[`\"]?\s*\((.*?)\)\s*(?:;|\n|$)"
)
_SHOWN = pattern(
    r"(?i)\b(?:table:? )?[`\"']?(\w+)[`\"']?\s?\((\s*\w+(?:\s+\w+)?(?:\s*,\s*\w+(?:\s+\w+)?)+\s*)\)"
)
_COLUMNS = pattern(
    r"(?i)\b(?:columns?|fields?)\b(?: named| called| are)?\s*:?\s*((?:[`\"']?\w+[`\"']?(?:,?"
    r" and |,\s*)?)+)"
)
_NAMED = (
    re.compile(r"(?i)\b(?:table|tables) (?:called |named )?[`\"']?(?!with|of|the|that|has)(\w+)"),
    re.compile(r"(?i)[`\"']?(\w+)[`\"']?\s+table\b"),
    re.compile(
        r"(?i)\b(?:from|in|into|update|of)\s+(?:the\s+|all\s+|our\s+)*[`\"']?(?!the\b|sql\b|\d)(\w+)"
    ),
    re.compile(
        r"(?i)\b(?:all|every|top|latest|newest|how many|number of|the \d+ \w+)\s+(?:\d+"
        r" )?(?:the\s+)?(?:active |newest |oldest )?(\w+s)\b"
    ),
)
_NO_TABLE = frozenset(
    "the a an this sql called named new my create each every columns column it order"
    " descending".split()
)
_COMPARED = pattern(
    r"(?i)\b(?:(?P<column>\w+)\s+(?:is |are |was |of )?)?(?P<how>over|above|greater than|more"
    r" than|older than|at least|below|under|less than|younger than"
    r"|at most|>=|<=|>|<|=|equals?|after|since|before)\s*(?:than )?[`\"']?(?P<value>\d[\d-]*)"
)
_SIGNS = {
    "at least": ">=",
    "at most": "<=",
    "=": "=",
    "equal": "=",
    "equals": "=",
    ">=": ">=",
    "<=": "<=",
}
_BELOW = frozenset({"below", "under", "less than", "younger than", "<", "before"})
_TEXTS = pattern(
    r"\b(?:from|in|named|called|is|are|=|status|equals)\s+[`\"']?(?P<value>[A-Z]\w+|(?<=[`\"'])\w+)"
)
_PLACES = pattern("city|country|town|state|location|place|region|department|category")
_LABELS = pattern("name|title|status|state|department|category|type|role")
_AGGREGATES = (
    ("AVG", r"\b(?:average|mean)\b"),
    ("SUM", r"\b(?:sum|total)\b"),
    ("MAX", r"\b(?:max\w*|highest|largest|most expensive|oldest)\b(?! \d)"),
    ("MIN", r"\b(?:min|minimum|lowest|smallest|cheapest)\b"),
)
_COUNTS = r"\b(?:counts?|how many|number of)\b"
_GROUPS = pattern(
    r"(?i)\b(?:per|by|for each|in each|of each|grouped by)\s+(?:each )?(?!the\b)(\w+)"
)
_SORTED = pattern(r"(?i)\b(?:order(?:ed)? by|sort(?:ed)? by|by)\s+(?:the |their )?[`\"']?(\w+)")
_LIMITED = pattern(
    rf"(?i)\b(?:top|first|limit|latest|last|newest|oldest|the)\s+({FIGURE})\b"
    rf"|\b({FIGURE}) (?:newest|latest|most recent|oldest|highest|most|largest|biggest|cheapest"
    rf"|best)"
)
_TIMES = pattern(r"(?i)(?:created|ordered|placed|updated|date|_at$|time|year)")


_NUMBERS = pattern(
    r"(?i)price|cost|amount|total|salary|balance|age|count|quantity|stock|score|rating|size|weight|year|points|hours|budget|revenue|sales|population"
)
_USUAL = pattern(
    r"(?i)\b(?:get|find|list|show|select|return|the) (?:the |all )*(name|email|title|id|price"
    r"|city)s?(?:(?:,| and) (?:the )?(\w+?)s?)? (?:of|from)"
)


class _Table(NamedTuple):
    name: str
    columns: list[str]


def query(text: str) -> str:
    """A query in SQL for what a request asks."""
    table = _table(text)
    lowered = text.lower()
    if re.search(
        r"\bcreate (?:a |the |an )?(?:sql |new )?(?:\w+ )?table\b", lowered
    ) and not _CREATED.search(text):
        return _created(table)
    where = "".join(f"\nWHERE {each}" for each in [" AND ".join(_conditions(text, table))] if each)
    if re.search(r"\b(?:insert|add a (?:new )?row)\b", lowered):
        columns = table.columns or ["name"]
        places = ", ".join("?" * len(columns))
        return f"INSERT INTO {table.name} ({', '.join(columns)})\nVALUES ({places});"
    if re.search(r"\b(?:delete|remove)\b", lowered):
        return f"DELETE FROM {table.name}{where};"
    if re.search(r"\bupdate\b|\bset\b", lowered):
        column = next(
            (each for each in table.columns if each != "id" and each in lowered), "status"
        )
        return f"UPDATE {table.name}\nSET {column} = ?{where};"
    return _selected(text, table, where)


def _selected(text: str, table: _Table, where: str) -> str:
    aggregate = _aggregate(text, table)
    group = _column(found[1], table) if aggregate and (found := _GROUPS.search(text)) else ""
    columns = (
        [group, aggregate] if group else [aggregate] if aggregate else _wanted(text, table) or ["*"]
    )
    lines = [f"SELECT {', '.join(columns)}", f"FROM {table.name}{where}"]
    if group:
        lines.append(f"GROUP BY {group}")
    if not aggregate:
        lines += _order(text, table)
    return "\n".join(lines) + ";"


def _order(text: str, table: _Table) -> Iterator[str]:
    limited = _LIMITED.search(_CREATED.sub("", text))
    down = bool(
        re.search(
            r"(?i)\b(?:desc\w*|highest|most|largest|newest|latest|recent|top|biggest|best)\b", text
        )
    )
    sorted_by = _SORTED.search(text)
    if sorted_by and (
        column := _column(sorted_by[1], table) or (not table.columns and sorted_by[1])
    ):
        yield f"ORDER BY {column}{' DESC' if down else ''}"
    elif re.search(r"(?i)\b(?:newest|latest|most recent|oldest)\b", text):
        column = _time_in(table)
        yield f"ORDER BY {column}{' DESC' if down else ''}"
    elif down and (
        column := next((each for each in table.columns if re.search(rf"(?i)\b{each}", text)), "")
    ):
        yield f"ORDER BY {column} DESC"
    if limited:
        yield f"LIMIT {amount_of(limited[1] or limited[2])}"


def _aggregate(text: str, table: _Table) -> str:
    question = _CREATED.sub("", text)
    if re.search(_COUNTS, question, re.IGNORECASE):
        return "COUNT(*)"
    for name, asks in _AGGREGATES:
        if found := re.search(asks, question, re.IGNORECASE):
            near = re.findall(r"\w+", question[found.end() :])[:4]
            column = next((each for word in near if (each := _column(word, table))), "")
            if not column and not table.columns:
                column = next((word for word in near if word not in ("of", "the", "number")), "")
            if column:
                return f"{name}({column})"
    return ""


def _conditions(text: str, table: _Table) -> Iterator[str]:
    question = _CREATED.sub("", text)
    for found in _COMPARED.finditer(question):
        how = found["how"].lower()
        sign = _SIGNS.get(how) or ("<" if how in _BELOW else ">")
        column = _column(found["column"] or "", table)
        if not column and how in ("older than", "younger than"):
            column = "age"
        elif not column and how in ("after", "since", "before"):
            column = _time_in(table)
        column = column or _number_in(question, table) or _known(found["column"], table)
        value = found["value"]
        if column:
            yield f"{column} {sign} " + (f"'{value}'" if "-" in value else value)
    for found in _TEXTS.finditer(question):
        value = found["value"]
        is_place = found[0].lower().startswith(("from", "in"))
        fitting = [
            each for each in table.columns if (_PLACES if is_place else _LABELS).search(each)
        ]
        said = [each for each in fitting if re.search(rf"(?i)\b{each}", question)]
        named = value.lower() == table.name.lower() or _column(value, table)
        column = next(iter(said or fitting), "" if table.columns or not is_place else "city")
        if column and not named:
            yield f"{column} = '{value}'"
            return


def _number_in(question: str, table: _Table) -> str:
    """The column of numbers that a question is about."""
    numbers = [each for each in table.columns if _NUMBERS.search(each)]
    said = [each for each in numbers if re.search(rf"(?i)\b{each}", question)]
    return next(iter(said or numbers), "")


def _time_in(table: _Table) -> str:
    """The column of times."""
    return next((each for each in table.columns if _TIMES.search(each)), "created_at")


def _known(word: str | None, table: _Table) -> str:
    """A word as a column, if nothing is known of the columns."""
    return "" if table.columns or not word or word.lower() == table.name.lower() else word


def _wanted(text: str, table: _Table) -> list[str]:
    """The columns whose values are wanted."""
    question = _SHOWN.sub("", _CREATED.sub("", text))
    before = re.split(
        r"(?i)\b(?:from|where|whose|with|who|older|younger|order|sorted|by|in the)\b", question
    )[0]
    named = [each for each in table.columns if re.search(rf"(?i)\b{each}s?\b", before)]
    if named or _COLUMNS.search(question):
        return named or table.columns
    usual = _USUAL.search(question)
    return [each for each in usual.groups() if each] if usual and not table.columns else []


def _column(word: str, table: _Table) -> str:
    """The column that a word names, in the singular or plural."""
    bare = word.lower()
    fitting = (bare, bare.rstrip("s"), f"{bare}s")
    return next((each for each in table.columns if each.lower() in fitting), "")


def _created(table: _Table) -> str:
    rows = [f"  {each} {_type(each)}" for each in table.columns or ["id", "name"]]
    return f"CREATE TABLE {table.name} (\n" + ",\n".join(rows) + "\n);"


def _type(column: str) -> str:
    if column == "id":
        return "INTEGER PRIMARY KEY"
    if re.search(r"_id$|^(?:age|count|quantity|year|stock|number)$", column):
        return "INTEGER"
    if re.search(r"price|cost|amount|total|salary|balance", column):
        return "NUMERIC"
    return "TIMESTAMP" if _TIMES.search(column) else "TEXT"


def _table(text: str) -> _Table:
    """The table that is given, shown as `users(id, name)`, or named."""
    if found := _CREATED.search(text):
        rows = (row.split() for row in re.split(r",(?![^(]*\))", found[2]))
        keys = ("primary", "foreign", "constraint", "unique", "check")
        return _Table(
            found[1], [row[0].strip('`"') for row in rows if row and row[0].lower() not in keys]
        )
    if found := _SHOWN.search(text):
        return _Table(found[1], [each.split()[0] for each in found[2].split(",")])
    listed = _COLUMNS.search(text)
    columns = (
        [each for each in re.findall(r"\w+", listed[1]) if each not in ("and", "from", "in", "of")]
        if listed
        else []
    )
    names = (found[1] for pattern in _NAMED for found in pattern.finditer(text))
    return _Table(next((each for each in names if each.lower() not in _NO_TABLE), "items"), columns)
