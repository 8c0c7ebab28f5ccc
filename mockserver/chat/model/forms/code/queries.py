"""Queries: SQL for the tables, the columns and the conditions that a request mentions.

`queries.txt` has the shapes of statements, and patterns for what requests mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

from mockserver.chat.model.forms.code.clauses import Clauses
from mockserver.chat.model.forms.code.database import first, is_column, stem, stems_in, tables_in
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.tables import table

_RULES = table("forms/code/queries.txt")


def query(text: str, schema: str = "") -> str:
    """The statement that a request asks for, about tables shown in it or else in `schema`."""
    asked = _RULES.changed("shown", _RULES.text("question", text) or text)
    question = _RULES.changed("other words", asked)
    listed = re.findall(r"\w+", _RULES.text("columns", question))
    unknown = {_RULES.text("table", text): [*filter(is_column, listed)]}
    shown = tables_in(text) or tables_in(schema) or tables_in(_RULES.text("usual tables", text))
    tables = shown or unknown
    about = max(tables, key=partial(_evidence_for, tables, question))
    sought = _RULES.text("superlative", question)
    seeks_rows = bool(sought) and stem(sought) == stem(about)
    is_one = seeks_rows and not sought.endswith("s")
    limit = _RULES.text("limit", question) or "1" * is_one
    clauses = Clauses(question, tables, about, limit, seeks_rows)
    return _joined(clauses) or _about_one(clauses, _RULES.text("usual limit", schema))


def _evidence_for(
    tables: Mapping[str, Sequence[str]], question: str, name: str
) -> tuple[object, ...]:
    """The evidence for a table: how many of its own names the question has, how early it names
    the table, and that there are numbers in it."""
    words = stems_in(question)
    others = {each for other in tables if other != name for each in tables[other]}
    spoken = [each for each in (name, *tables[name]) if stem(each) in words]
    place = words.index(stem(name)) if name in spoken else len(words)
    is_number = partial(_RULES.matches, "number")
    return len({*spoken} - others), -place, any(map(is_number, tables[name]))


# Queries of one table


def _about_one(clauses: Clauses, usual_limit: str) -> str:
    """A statement about one table."""
    counted = clauses.count_of([clauses.table])
    aggregate = clauses.aggregate() or ("COUNT(*)" if counted else "")
    group = clauses.group() if aggregate else ""
    group = group or (next(iter(clauses.selected()), "") if counted else "")
    limit = (clauses.limit or usual_limit) if group or not aggregate else ""
    selected = [group, aggregate] if aggregate else clauses.selected()
    is_down = _RULES.matches("down", clauses.question)
    ranking = f"\nORDER BY {aggregate} DESC" if group and (limit or is_down) else ""
    conditions = " AND ".join(clauses.conditions())
    stated = clauses.stated("valued")
    inserted = stated if stated and not clauses.is_known else clauses.columns or ["name"]
    changed = clauses.stated("changed") or {first([*clauses.columns, "status"]): "?"}
    return _RULES.text("shape", clauses.question).format(
        table=clauses.table,
        definitions=",\n".join(f"  {name} {type_}" for name, type_ in clauses.defined()),
        columns=", ".join(inserted),
        values=", ".join(stated.get(each, "?") for each in inserted),
        set=", ".join(map(" = ".join, changed.items())),
        where=f"\nWHERE {conditions}" if conditions else "",
        wanted=", ".join(filter(None, selected)) or "*",
        group=f"\nGROUP BY {group}{counted[1] if counted else ''}" if group else "",
        order=ranking if aggregate else clauses.order(),
        limit=f"\nLIMIT {amount_of(limit)}" if limit else "",
    )


# Queries of two tables


def _joined(clauses: Clauses) -> str:
    """A query of two tables that the question names, if one refers to the other, else empty."""
    tables = clauses.tables
    pairs = ((one, two, f"{stem(one)}_id") for one, two in permutations(tables, 2))
    related = (each for each in pairs if each[2] in tables[each[1]])
    found = next((each for each in related if _needs_both(clauses, *each)), None)
    if not found or not _RULES.text("shape", clauses.question).startswith("SELECT {"):
        return ""
    parent, child, key = found
    return _joining(replace(clauses, table=parent), replace(clauses, table=child), key)


def _needs_both(clauses: Clauses, parent: str, child: str, key: str) -> bool:
    """True if a question names a table, and one that refers to it or a column of that."""
    words = stems_in(clauses.question)
    own = {child, *clauses.tables[child]} - {*clauses.tables[parent], key}
    return stem(parent) in words and any(stem(each) in words for each in own)


def _joining(parent: Clauses, child: Clauses, key: str) -> str:
    """A query of a table and another one that refers to it by a key."""
    question, limit = parent.question, parent.limit
    is_absent, is_sorted, is_down = (
        _RULES.matches(each, question) for each in ("absent", "sorted", "down")
    )
    is_ranked = limit or (is_down and not is_sorted)
    counted = child.count_of([child.table])
    is_grouped = counted or is_ranked or _RULES.text("group", question)
    aggregate = "" if is_absent else child.aggregate() or "COUNT(*)" * bool(is_grouped)
    aggregate = re.sub(r"\((\w+|\*)\)", rf"({child.table}.\1)", aggregate).replace("*", "id")
    selected = _selected((parent,) if is_absent or aggregate else (parent, child))
    conditions = [f"{each.table}.{it}" for each in (parent, child) for it in each.conditions()]
    conditions = [f"{child.table}.id IS NULL"] if is_absent else conditions
    outer = "LEFT " if is_absent or "COUNT" in aggregate else ""
    rows = (
        f"SELECT {', '.join(filter(None, [*selected, aggregate]))}\nFROM {parent.table}",
        f"{outer}JOIN {child.table} ON {child.table}.{key} = {parent.table}.id",
        f"WHERE {' AND '.join(conditions)}" * bool(conditions),
        f"GROUP BY {', '.join([f'{parent.table}.id', *selected])}" * bool(aggregate),
        counted[1].strip().replace("*", f"{child.table}.id") if counted else "",
        f"ORDER BY {aggregate} DESC" * bool(aggregate and is_ranked),
        child.order()[1:] if is_sorted and not aggregate else "",
        f"LIMIT {amount_of(limit)}" if limit else "",
    )
    return "\n".join(filter(None, rows)) + ";"


def _selected(tables: Iterable[Clauses]) -> list[str]:
    """The columns to select from tables: those that the question names, else a label of each."""
    found = list[str]()
    for each in tables:
        named = [column for column in each.selected() if column != "id"]
        found += [f"{each.table}.{column}" for column in named or [each.label]]
    return found
