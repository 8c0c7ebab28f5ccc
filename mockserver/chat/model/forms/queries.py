"""SQL for the tables, the columns and the conditions that a request mentions.

`queries.txt` has the shapes of statements, and patterns for what requests mention. While one is
composed, known columns are written with their table, as in `orders.total`; a statement about one
table leaves the table out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table

_TABLE = table("forms/queries.txt")

_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_NO_COLUMNS = frozenset("and from in of primary foreign constraint unique check the number".split())


def query(text: str, schema: str = "") -> str:
    """The statement that a request asks for, about tables shown in it or else in `schema`."""
    return _Query(text, schema).written()


class _Query:
    """A statement about one table, or about two that a foreign key joins."""

    def __init__(self, text: str, schema: str) -> None:
        self._table = ""
        words = _TABLE.text("question", text) or text
        self._question = _TABLE.changed("shown", words)
        self._words = [_stem(word) for word in re.findall(r"\w+", self._question)]
        self._tables = _shown(text) or _shown(schema)
        if not self._tables:
            listed = re.findall(r"\w+", _TABLE.text("columns", self._question))
            self._tables = {_TABLE.text("table", text): [each for each in listed if _is_name(each)]}
            if lacking := _TABLE.text("lacking", self._question):
                (owner,) = self._tables
                self._tables = {owner: ["id"], lacking: ["id", f"{_stem(owner)}_id"]}
        self._table = self._main_table()

    def written(self) -> str:
        function, column = self._aggregated
        aggregate = f"{function}({column})" if column else ""
        group = self._group if aggregate else ""
        limit = _TABLE.text("limit", self._question)
        limit = limit if group or not aggregate else ""
        selected = [group, aggregate] if aggregate else self._selected
        order = self._order if not aggregate else ""
        if group and limit:
            order = f"\nORDER BY {aggregate} DESC"
        conditions = " AND ".join(self._conditions())
        inserted = self._columns or ["name"]
        changed = (each for each in self._columns if each in self._question.lower())
        defined = (f"  {e} {_TABLE.text('type', e)}" for e in self._columns or ["id", "name"])
        return self._joined(
            definitions=",\n".join(defined),
            columns=", ".join(inserted),
            marks=", ".join("?" * len(inserted)),
            set=next(changed, "status"),
            where=f"\nWHERE {conditions}" if conditions else "",
            wanted=", ".join(filter(None, selected)) or "*",
            group=f"\nGROUP BY {group}" if group else "",
            order=order,
            limit=f"\nLIMIT {amount_of(limit)}" if limit else "",
        )

    def _joined(self, **parts: str) -> str:
        """The statement, with a join if it has columns of another table."""
        shape = _TABLE.text("shape", self._question)
        written = "".join(parts.values())
        others = (name for name in self._tables if name != self._table)
        other = next((name for name in others if f"{name}." in written), "")
        if not other:
            return shape.format(table=self._table, **parts).replace(f"{self._table}.", "")
        kind = "LEFT JOIN" if other == self._lacking else "JOIN"
        join = f"\n{kind} {other} ON {self._key(self._table, other)}"
        return shape.format(table=f"{self._table}{join}", **parts)

    def _key(self, one: str, other: str) -> str:
        """The condition that joins two tables: a key of one that is named after the other."""
        for child, parent in ((one, other), (other, one)):
            for column in self._tables[child]:
                if _stem(column.removesuffix("_id")) == _stem(parent):
                    return f"{child}.{column} = {parent}.{self._tables[parent][0]}"
        return f"{one}.id = {other}.id"

    def _main_table(self) -> str:
        """The table of the summed column, else the first one that the request names."""
        function, column = self._aggregated
        if function != "COUNT" and "." in column:
            return column.partition(".")[0]
        named = [each for each in self._tables if _stem(each) in self._words]
        first = sorted(named, key=lambda each: self._words.index(_stem(each)))
        return _first([*first, self._of("number").partition(".")[0], *self._tables])

    @cached_property
    def _lacking(self) -> str:
        """The table of which a result has no row: `orders` in `customers without orders`."""
        found = _stem(_TABLE.text("lacking", self._question))
        return _first(each for each in self._tables if found and _stem(each) == found)

    @property
    def _columns(self) -> list[str]:
        return self._tables[self._table]

    @cached_property
    def _aggregated(self) -> tuple[str, str]:
        """The aggregate function, such as `AVG`, and its column: the one named after the cue."""
        is_ranked = _TABLE.text("limit", self._question)
        for cue, name, _ in _TABLE.rows("aggregate"):
            if is_ranked and name in ("MAX", "MIN"):
                continue
            found = cue.search(_QUOTED.sub(lambda quoted: " " * len(quoted[0]), self._question))
            if found and found[0] not in self._tables and not self._known(found[0]):
                if name == "COUNT":
                    return name, "*"
                behind = self._question[found.end() :]
                summed, *_ = _TABLE.pattern("end of sums").split(behind, maxsplit=1)
                words = (each for each in re.findall(r"\w+", summed)[:4] if _is_name(each))
                amount = self._of("number") if self._has_columns else ""
                return name or "", _first(map(self._column, words)) or amount
        return "", ""

    @property
    def _has_columns(self) -> bool:
        return any(self._tables.values())

    @property
    def _group(self) -> str:
        """The column by which an aggregate is grouped: the one named, or the name of what is."""
        named = _TABLE.text("group", self._question)
        column = self._column(named) if named else ""
        if column and not _is_of("number", column):
            return column
        words = self._words if _TABLE.text("limit", self._question) else [_stem(named)]
        for name, columns in self._tables.items():
            if name != self._table and _stem(name) in words:
                return _first(f"{name}.{each}" for each in columns if _is_of("label", each))
        keys = (e for e in self._known_columns() if _stem(e.removesuffix("_id")) in words)
        return next(keys, "")

    def _conditions(self) -> Iterator[str]:
        if self._lacking:
            yield f"{self._lacking}.{self._tables[self._lacking][0]} IS NULL"
        for found in _TABLE.find_all("compared", self._question):
            column = (
                self._known(found["column"] or "")
                or _TABLE.text("implied", found["how"])
                or self._of("number")
                or self._column(found["column"] or "")
            )
            value = f"'{found['value']}'" if "-" in found["value"] else found["value"]
            if column:
                yield f"{column} {_TABLE.text('sign', found['how'])} {value}"
        if span := _TABLE.text("span", self._question):
            yield span.format(column=self._of("time") or "created_at")
        for found in _TABLE.find_all("texts", self._question):
            value = found["quoted"] or found["value"] or found["exact"]
            is_place = bool(re.search(r"\b(?:from|in)\s", found[0]))
            named = found["column"] or found["before"] or ""
            own = "" if is_place else self._column(named)
            column = own or self._of("place" if is_place else "label")
            column = column or ("city" if is_place and not self._has_columns else "")
            if column and _stem(value) != _stem(self._table) and not self._known(value):
                yield f"{column} = '{value}'"
                return

    @property
    def _selected(self) -> list[str]:
        """The columns to select; an empty list selects all."""
        selection = _TABLE.pattern("end of columns").split(self._question, maxsplit=1)[0]
        named = [each for each in self._columns if re.search(rf"(?i)\b{each}s?\b", selection)]
        if self._columns:
            is_listed = _TABLE.find("columns", self._question)
            every = [f"{self._table}.*"] if self._lacking else []
            return named or (self._columns if is_listed else every)
        return []

    @property
    def _order(self) -> str:
        is_up = _TABLE.find("up", self._question)
        descending = " DESC" if _TABLE.find("down", self._question) and not is_up else ""
        column = self._column(_TABLE.text("sorted", self._question))
        if not (column or self._has_columns) and _TABLE.text("limit", self._question):
            column = _TABLE.text("superlative", self._question)
            descending = " DESC" if column and not is_up else descending
        if not column and _TABLE.find("by time", self._question):
            column = self._of("time") or "created_at"
        elif not column and descending:
            column = self._of("number")
        return f"\nORDER BY {column}{descending}" if column else ""

    def _known(self, word: str) -> str:
        """The known column that a word names, in the singular or plural."""
        return _first(each for each in self._known_columns() if _stem(each) == _stem(word))

    def _column(self, word: str) -> str:
        """The column that a word names; any word but the table's if no columns are known."""
        if self._has_columns:
            return self._known(word)
        return word if word.lower() not in self._tables else ""

    def _of(self, kind: str) -> str:
        """The first column of a kind, preferably one that the request mentions."""
        fitting = [each for each in self._known_columns() if _is_of(kind, each)]
        mentioned = [
            e for e in fitting if re.search(rf"(?i)\b{e.partition('.')[2]}", self._question)
        ]
        return _first([*mentioned, *fitting])

    def _known_columns(self) -> Iterator[str]:
        """All columns with their tables, those of the statement's table first."""
        for name in sorted(self._tables, key=lambda each: each != self._table):
            yield from (f"{name}.{column}" for column in self._tables[name])


def _shown(text: str) -> dict[str, list[str]]:
    """The tables that a text shows, as `users(id, name)` or `CREATE TABLE`, with their columns."""
    found: dict[str, list[str]] = {}
    for row in _TABLE.rows("shown"):
        for name, listed in (each.group("a", "b") for each in row.pattern.finditer(text)):
            parts = (part.split() for part in re.split(r",(?![^(]*\))", listed))
            columns = (words[0].strip('`"') for words in parts if words)
            found.setdefault(name, [each for each in columns if _is_name(each)])
        if found:
            break
    return found


def _is_of(kind: str, column: str) -> bool:
    return bool(_TABLE.text(kind, column.rpartition(".")[2]))


def _is_name(column: str) -> bool:
    return column.lower() not in _NO_COLUMNS


def _stem(word: str) -> str:
    """A name in the singular and in lower case, without its table."""
    return word.lower().rpartition(".")[2].rstrip("s")


def _first(columns: Iterable[str]) -> str:
    return next(filter(None, columns), "")
