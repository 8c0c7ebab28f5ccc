"""SQL for the table, the columns and the conditions that a request mentions.

`queries.txt` has the shapes of statements, and patterns for what requests mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table

_TABLE = table("forms/queries.txt")

_NO_COLUMNS = ("and", "from", "in", "of", "primary", "foreign", "constraint", "unique", "check")


def query(text: str) -> str:
    """The statement that a request asks for."""
    return _Query(text).written()


class _Query:
    """A statement about one table, with the columns that the request shows or lists."""

    def __init__(self, text: str) -> None:
        words = _TABLE.text("question", text) or text
        self._question = question = _TABLE.changed("shown", words)
        table, listed = _TABLE.find("shown", text), _TABLE.text("columns", question)
        rows = re.split(r",(?![^(]*\))", table[2]) if table else re.findall(r"\w+", listed)
        names = (row.split()[0].strip('`"') for row in rows if row.strip())
        self._table = table[1] if table else _TABLE.text("table", text)
        self._columns = [each for each in names if each.lower() not in _NO_COLUMNS]

    def written(self) -> str:
        aggregate = self._aggregate
        group = self._column(_TABLE.text("group", self._question)) if aggregate else ""
        limit = "" if aggregate else _TABLE.text("limit", self._question)
        selected = [group, aggregate] if aggregate else self._selected
        conditions = " AND ".join(self._conditions())
        columns = self._columns or ["id", "name"]
        definitions = [f"  {each} {_TABLE.text('type', each)}" for each in columns]
        inserted = self._columns or ["name"]
        changed = (each for each in self._columns if each in self._question.lower())
        shape = _TABLE.text("shape", self._question)
        return shape.format(
            table=self._table,
            definitions=",\n".join(definitions),
            columns=", ".join(inserted),
            marks=", ".join("?" * len(inserted)),
            set=next(changed, "status"),
            where=f"\nWHERE {conditions}" if conditions else "",
            wanted=", ".join(filter(None, selected)) or "*",
            group=f"\nGROUP BY {group}" if group else "",
            order="" if aggregate else self._order,
            limit=f"\nLIMIT {amount_of(limit)}" if limit else "",
        )

    @property
    def _aggregate(self) -> str:
        """An aggregate such as `AVG(price)`, of the column that the request names after the cue."""
        for cue, name, _ in _TABLE.rows("aggregate"):
            if (found := cue.search(self._question)) and not self._known(found[0]):
                following = re.findall(r"\w+", self._question[found.end() :])[:4]
                words = (each for each in following if each not in ("of", "the", "number"))
                column = "*" if name == "COUNT" else _first(map(self._column, words))
                return f"{name}({column})" if column else ""
        return ""

    def _conditions(self) -> Iterator[str]:
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
        for found in _TABLE.find_all("texts", self._question):
            value = found["quoted"] or found["value"]
            is_place = bool(re.search(r"\b(?:from|in)\s", found[0]))
            own = "" if is_place else self._column(found["column"] or "")
            column = own or self._of("place" if is_place else "label")
            column = column or ("city" if is_place and not self._columns else "")
            if column and value.lower() != self._table.lower() and not self._known(value):
                yield f"{column} = '{value}'"
                return

    @property
    def _selected(self) -> list[str]:
        """The columns to select; an empty list selects all."""
        selection = _TABLE.pattern("end of columns").split(self._question, maxsplit=1)[0]
        named = [each for each in self._columns if re.search(rf"(?i)\b{each}s?\b", selection)]
        if self._columns:
            is_listed = _TABLE.find("columns", self._question)
            return named or (self._columns if is_listed else [])
        usual = _TABLE.find("usual columns", self._question)
        return [each.replace("-", "") for each in usual.groups() if each] if usual else []

    @property
    def _order(self) -> str:
        descending = " DESC" if _TABLE.find("down", self._question) else ""
        column = self._column(_TABLE.text("sorted", self._question))
        if not column and _TABLE.find("by time", self._question):
            column = self._of("time") or "created_at"
        elif not column and descending:
            column = self._of("number")
        return f"\nORDER BY {column}{descending}" if column else ""

    def _known(self, word: str) -> str:
        """The known column that a word names, in the singular or plural."""
        bare = word.lower().rstrip("s")
        return _first(each for each in self._columns if each.lower().rstrip("s") == bare)

    def _column(self, word: str) -> str:
        """The column that a word names; any word but the table's if no columns are known."""
        is_any = not self._columns and word.lower() != self._table.lower()
        return word if is_any else self._known(word)

    def _of(self, kind: str) -> str:
        """The first column of a kind, preferably one that the request mentions."""
        fitting = [each for each in self._columns if _TABLE.text(kind, each)]
        mentioned = [each for each in fitting if re.search(rf"(?i)\b{each}", self._question)]
        return _first([*mentioned, *fitting])


def _first(columns: Iterable[str]) -> str:
    return next(filter(None, columns), "")
