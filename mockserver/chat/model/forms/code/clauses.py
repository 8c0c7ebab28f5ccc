"""Clauses: the parts of a query about one table, by the words of a question.

`queries.txt` has the patterns: `older than 30` is `age > 30`, and `by city` groups by the city.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mockserver.chat.model.forms.code.database import first, is_column, stem, stems_in
from mockserver.chat.model.text.lists import is_land, is_place
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.tables import table

_RULES = table("forms/code/queries.txt")

_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")


@dataclass(frozen=True)
class Clauses:
    """The clauses of a question about one of some tables."""

    question: str
    tables: Mapping[str, Sequence[str]]
    """The tables with their columns, which are empty if none are known."""

    table: str
    limit: str
    """The number of rows that the question wants, empty for all of them."""

    seeks_rows: bool
    """True if it seeks the rows that have the most of something: `the oldest user`."""

    @property
    def columns(self) -> Sequence[str]:
        """The columns of the table."""
        return self.tables[self.table]

    @property
    def is_known(self) -> bool:
        """True if the columns of a table are known."""
        return any(self.tables.values())

    @property
    def label(self) -> str:
        """The column that people know the rows by, or all columns."""
        return first(each for each in self.columns if each in ("name", "title")) or "*"

    def aggregate(self) -> str:
        """The aggregate, such as `AVG(price)`, of the column after its cue, else empty."""
        unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), self.question)
        for cue, function, _ in _RULES.rows("aggregate"):
            is_of_rows = (self.limit or self.seeks_rows) and function in ("MAX", "MIN")
            found = None if is_of_rows else cue.search(unquoted)
            behind = self.question[found.end() :] if found else ""
            is_amount = _RULES.matches("amount behind", behind)
            if not found or found[0] == self.table:
                continue
            if is_amount or not self._column_named(found[0], known=True):
                column = "*" if function == "COUNT" else self._summed(found[0], behind)
                return f"{function}({column})" if column else ""
        return ""

    def _summed(self, cue: str, behind: str) -> str:
        """The column of an aggregate: the one that its cue implies or that is named behind it."""
        implied = _RULES.text("implied", cue)
        if implied and not self.is_known:
            return implied
        summed, *_ = _RULES.pattern("end of sums").split(behind, maxsplit=1)
        words = [each for each in re.findall(r"\w+", summed)[:4] if is_column(each)]
        column = first([*map(self._column_named, words), implied])
        return column or (self._column_of("number") if self.is_known else "")

    def count_of(self, tables: Iterable[str]) -> tuple[re.Match[str], str] | None:
        """The place where the question counts rows of one of some tables, and the condition."""
        stems = [*map(stem, tables)]
        for found in _RULES.find_all("counted", self.question):
            if stem(found["noun"]) in stems:
                sign = _RULES.text("sign", found["how"])
                return found, f"\nHAVING COUNT(*) {sign} {amount_of(found['value'])}"
        return None

    def group(self) -> str:
        """The column or the period of time to group by, empty if the question names none."""
        if period := _RULES.text("period", self.question):
            return f"DATE_TRUNC('{period}', {self._time})"
        named = _RULES.text("group", self.question)
        column = self._column_named(named) if named else ""
        if column and not _RULES.matches("number", column):
            return column
        words = stems_in(self.question) if self.limit else [stem(named)]
        return first(each for each in self.columns if stem(each.removesuffix("_id")) in words)

    def stated(self, way: str) -> dict[str, str]:
        """The columns with the values that the question states in a way."""
        found = dict[str, str]()
        for each in _RULES.find_all(way, self.question):
            column = self._column_named(each["column"] or "status")
            column = column or ("" if self.is_known else each["column"])
            if column and is_column(column):
                value = each["value"].strip("'\"")
                is_number = re.fullmatch(r"-?\d+(\.\d+)?", value)
                found.setdefault(column, value if is_number else f"'{value}'")
        return found

    def defined(self) -> Iterator[tuple[str, str]]:
        """The columns of a new table with their types."""
        comma_or_and = r",\s*(?:and )?(?![^()]*\))|\s+and\s+(?![^()]*\))"  # Outside brackets.
        listed = re.sub(r"\n\s*[-*•] ", ", ", _RULES.text("defined", self.question))
        parts = re.split(comma_or_and, listed)
        named = (re.match(r"[`\"' *•-]*(\w+)[`\"']?(.*)", part) for part in parts)
        around = r"(?<!\w)\(|(?<!\d)\)|,(?!\d)|^:"  # Not around the size in `varchar(80)`.
        stated = [(each[1], re.sub(around, " ", each[2])) for each in named if each]
        usual = self.columns or _RULES.text("usual columns", self.table).split()
        for name, type_ in stated or [(each, "") for each in usual]:
            written = " ".join(type_.upper().replace("STRING", "TEXT").split())
            yield name, written or _RULES.text("type", name)

    def conditions(self) -> Iterator[str]:
        """The conditions on numbers, on a time and on a text."""
        counted = self.count_of(self.tables)
        for found in _RULES.find_all("compared", self.question):
            is_count = counted and counted[0].start() < found.start("value") < counted[0].end()
            if not is_count and (condition := self._compared(found)):
                yield condition
        if span := _RULES.text("span", self.question):
            ends = {end: self._column_of(end) or end for end in ("origin", "destination")}
            yield span.format(column=self._time, **ends)
        equal = dict(reversed([*self._equal()]))  # The first one for each column.
        yield from (f"{column} = '{equal[column]}'" for column in reversed(equal))

    def _compared(self, found: re.Match[str]) -> str:
        """The condition of a comparison, such as `older than 30`, empty if no column fits."""
        how, value = found["how"], found["value"]
        is_key = bool(found["column"]) and found["column"].lower().endswith("id")
        noun = re.match(r"\W+([a-z]\w*)", self.question[found.end() :])
        named = self._column_named(found["column"] or "", known=not (how or is_key))
        named = (self._column_named(noun[1], known=True) if noun else "") or named
        how = f"{how} date" if how and "-" in value else how
        named = self._column_named(_RULES.text("implied", how or ""), known=True) or named
        usual = (_RULES.text("implied", how) or self._column_of("number")) if how else ""
        usual = self._time if usual == "time" else usual
        # In a table that is not known, any word can be a column.
        is_stated = re.match(r"(?!that|which|who)\w+ (?:is|are|was) ", found[0])
        if column := (named or usual) if self.is_known or is_stated else (usual or named):
            written = f"'{value}'" if "-" in value else value
            return f"{column} {_RULES.text('sign', how or '=')} {written}"
        return ""

    def _equal(self) -> Iterator[tuple[str, str]]:
        """The columns with the texts that they should have: `city` and `Paris`."""
        for found in _RULES.find_all("texts", self.question):
            kinds = filter(None, (found["kind"], found["known"], found["noun"]))
            column = first(self._column_named(each, known=True) for each in kinds)
            value = found["quoted"] or found["value"] or found["exact"]
            if re.search(r"\b(?:from|in)\s", found[0]):
                kind = "land" if is_land(value) else "city" if is_place(value) else "group"
                column = column or self._column_of(kind) or self._column_of("place")
                column = column or ("" if self.is_known else found["kind"] or "city")
            else:
                column = column or self._column_named(found["column"] or found["before"] or "")
                column = column or self._column_of("maker" if " by " in f" {found[0]}" else "label")
            if not (column and value):
                continue
            if stem(value) != stem(self.table) and not self._column_named(value, known=True):
                yield column, value

    def selected(self) -> Sequence[str]:
        """The columns to select; an empty list selects all."""
        if not self.is_known and (stated := _RULES.text("selected", self.question)):
            return [each for each in re.findall(r"\w+", stated) if is_column(each)]
        selection = _RULES.pattern("end of columns").split(self.question, maxsplit=1)[0]
        words = {stem(word) for word in re.findall(r"\w+", selection)}
        named = [each for each in self.columns if stem(each.removesuffix("_name")) in words]
        return named if named or not _RULES.matches("columns", self.question) else self.columns

    def order(self) -> str:
        """The order of the rows, which is empty if the question names none."""
        is_up = _RULES.matches("up", self.question)
        is_down = _RULES.matches("down", self.question) and not is_up
        column = self._column_named(_RULES.text("sorted", self.question))
        if not column and _RULES.matches("by time", self.question):
            column = self._time
        if not column and (is_down or is_up):
            usual = _RULES.text("implied", self.question)
            column = self._column_named(usual, known=True) or self._column_of("number")
        direction = " DESC" if is_down else ""
        return f"\nORDER BY {column}{direction}" if column else ""

    # Columns

    @property
    def _time(self) -> str:
        """The column with the time of a row."""
        return self._column_of("time") or "created_at"

    def _column_named(self, word: str, *, known: bool = False) -> str:
        """The column that a word names, in the singular or plural. If no columns are known it is
        any word but the table's, unless it has to be `known`."""
        if self.is_known or known:
            return first(each for each in self.columns if stem(each) == stem(word))
        return word if word.lower() != self.table else ""

    def _column_of(self, kind: str) -> str:
        """The first column of a kind, preferably one that the request mentions."""
        fitting = [each for each in self.columns if _RULES.matches(kind, each)]
        mentioned = (e for e in fitting if re.search(rf"(?i)\b{re.escape(e)}", self.question))
        return first([*mentioned, *fitting])
