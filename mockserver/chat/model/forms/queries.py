"""Queries: SQL for the table, the columns and the conditions that a request mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table

_RULES = table("forms/queries.txt")
_NO_COLUMNS = ("and", "from", "in", "of", "primary", "foreign", "constraint", "unique", "check")


def query(text: str) -> str:
    """A query in SQL for what a request asks."""
    return _Query(text).written()


class _Query:
    """One query: the table, its columns as far as they are known, and the words of the request."""

    def __init__(self, text: str) -> None:
        words = _RULES.text("question", text) or text
        self._question = question = _RULES.changed("shown", words)
        found, listed = _RULES.find("shown", text), _RULES.text("columns", question)
        rows = re.split(r",(?![^(]*\))", found[2]) if found else re.findall(r"\w+", listed)
        self._table = found[1] if found else _RULES.text("table", text)
        names = (row.split()[0].strip('`"') for row in rows if row.strip())
        self._columns = [each for each in names if each.lower() not in _NO_COLUMNS]

    def written(self) -> str:
        """The query as text."""
        aggregate = self._aggregate
        group = self._column(_RULES.text("group", self._question)) if aggregate else ""
        limit = "" if aggregate else _RULES.text("limit", self._question)
        columns = self._columns or ["name"]
        conditions = " AND ".join(self._conditions())
        types = [
            f"  {each} {_RULES.text('type', each)}" for each in self._columns or ["id", "name"]
        ]
        said = (each for each in columns if each != "id" and each in self._question.lower())
        return _RULES.text("shape", self._question).format(
            table=self._table,
            definitions=",\n".join(types),
            columns=", ".join(columns),
            marks=", ".join("?" * len(columns)),
            set=next(said, "status"),
            where=f"\nWHERE {conditions}" if conditions else "",
            wanted=", ".join(filter(None, [group, aggregate])) or ", ".join(self._wanted) or "*",
            group=f"\nGROUP BY {group}" if group else "",
            order="" if aggregate else self._order,
            limit=f"\nLIMIT {amount_of(limit)}" if limit else "",
        )

    @property
    def _aggregate(self) -> str:
        for cue, name, _ in _RULES.rows("aggregate"):
            found = cue.search(self._question)
            if found and not self._known(found[0]):
                near = re.findall(r"\w+", self._question[found.end() :])[:4]
                telling = (each for each in near if each not in ("of", "the", "number"))
                column = "*" if name == "COUNT" else self._first(map(self._column, telling))
                return f"{name}({column})" if column else ""
        return ""

    def _conditions(self) -> Iterator[str]:
        for found in _RULES.find_all("compared", self._question):
            how, value = found["how"], found["value"]
            implied = _RULES.text("implied", how)
            known = self._known(found["column"] or "")
            column = known or implied or self._of("number") or self._column(found["column"] or "")
            if column == "created_at":
                column = self._of("time") or column
            if column:
                yield f"{column} {_RULES.text('sign', how)} " + (
                    f"'{value}'" if "-" in value else value
                )
        for found in _RULES.find_all("texts", self._question):
            value = found["quoted"] or found["value"]
            is_place = bool(re.search(r"\b(?:from|in)\s", found[0]))
            said = "" if is_place else found["column"] or ""
            column = self._column(said) or self._of("place" if is_place else "label")
            column = column or ("city" if is_place and not self._columns else "")
            if column and value.lower() != self._table.lower() and not self._known(value):
                yield f"{column} = '{value}'"
                return

    @property
    def _wanted(self) -> list[str]:
        """The columns whose values are wanted."""
        behind = _RULES.find("behind columns", self._question)
        before = self._question[: behind.start() if behind else None]
        named = [each for each in self._columns if re.search(rf"(?i)\b{each}s?\b", before)]
        if named or _RULES.find("columns", self._question):
            return named or self._columns
        usual = None if self._columns else _RULES.find("usual columns", self._question)
        return [each.replace("-", "") for each in usual.groups() if each] if usual else []

    @property
    def _order(self) -> str:
        down = " DESC" if _RULES.find("down", self._question) else ""
        column = self._column(_RULES.text("sorted", self._question))
        if not column and _RULES.find("by time", self._question):
            column = self._of("time") or "created_at"
        elif not column and down:
            column = self._of("number")
        return f"\nORDER BY {column}{down}" if column else ""

    def _known(self, word: str) -> str:
        """The known column that a word names, in the singular or plural."""
        bare = word.lower().rstrip("s")
        return self._first(each for each in self._columns if each.lower().rstrip("s") == bare)

    def _column(self, word: str) -> str:
        """The column that a word names; where none is known, any word but the table does."""
        is_free = not self._columns and word.lower() != self._table.lower()
        return word if is_free else self._known(word)

    def _of(self, kind: str) -> str:
        """The column of a kind, rather one that the request mentions."""
        fitting = [each for each in self._columns if _RULES.text(kind, each)]
        return self._first([*filter(self._says, fitting), *fitting])

    def _says(self, column: str) -> bool:
        return bool(re.search(rf"(?i)\b{column}", self._question))

    @staticmethod
    def _first(columns: Iterable[str]) -> str:
        return next(filter(None, columns), "")
