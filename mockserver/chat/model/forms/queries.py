"""Queries: SQL for the table, the columns and the conditions that a request mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.rules import Rules

_CREATED = pattern(
    r"(?is)\bcreate table\s+(?:if not exists\s+)?[`\"]?(\w+)[`\"]?\s*\((.*?)\)\s*(?:;|\n|$)"
)
_SHOWN = pattern(
    r"(?i)\b(?:table:? )?[`\"']?(\w+)[`\"']?\s?\((\s*\w+(?:\s+\w+)?(?:\s*,\s*\w+(?:\s+\w+)?)+\s*)\)"
)
_COLUMNS = pattern(
    r"(?i)\b(?:columns?|fields?)\b(?: named| called| are)?\s*:?\s*"
    r"((?:[`\"']?\w+[`\"']?(?:,? and |,\s*)?)+)"
)
_NO_COLUMNS = ("and", "from", "in", "of", "primary", "foreign", "constraint", "unique", "check")
_COMPARED = pattern(
    r"(?i)\b(?:(?P<column>\w+)\s+(?:is |are |was |of )?)?(?P<how>over|above|greater than|more"
    r" than|older than|at least|below|under|less than|younger than|at most|>=|<=|>|<|=|equals?"
    r"|after|since|before)\s*(?:than )?[`\"']?(?P<value>\d[\d-]*)"
)
_TEXTS = pattern(
    r"\b(?:from|in|named|called|is|are|=|status|equals)\s+[`\"']?([A-Z]\w+|(?<=[`\"'])\w+)"
)
_GROUPS = pattern(
    r"(?i)\b(?:per|by|for each|in each|of each|grouped by)\s+(?:each )?(?!the\b)(\w+)"
)
_SORTED = pattern(r"(?i)\b(?:order(?:ed)? by|sort(?:ed)? by|by)\s+(?:the |their )?[`\"']?(\w+)")
_DOWN = pattern(
    r"(?i)\b(?:desc\w*|highest|most|expensive|largest|newest|latest|recent|top|biggest|best)\b"
)
_BY_TIME = pattern(r"(?i)\b(?:newest|latest|most recent|oldest)\b")
_LIMITED = pattern(
    rf"(?i)\b(?:top|first|limit|latest|last|newest|oldest|the)\s+({FIGURE})\b|\b({FIGURE}) "
    r"(?:newest|latest|most recent|oldest|highest|most|largest|biggest|cheapest|best)"
)
_BEHIND = pattern(r"(?i)\b(?:from|where|whose|with|who|older|younger|order|sorted|by|in the)\b")
_USUAL = pattern(
    r"(?i)\b(?:get|find|list|show|select|return|the) (?:the |all )*(name|e-?mail|title|id|price"
    r"|city)s?(?:(?:,| and) (?:the )?([\w-]+?)s?)? (?:of|from)"
)
_QUESTION = pattern(r"(?is).*\bquestion:[ \t]*([^\n]+)")
"""The question behind instructions that speak of queries in general."""


def query(text: str) -> str:
    """A query in SQL for what a request asks."""
    return _Query(text).written()


class _Query:
    """One query: the table, its columns as far as they are known, and the words of the request."""

    def __init__(self, text: str) -> None:
        labelled = _QUESTION.search(text)
        words = labelled[1] if labelled else text
        self._question = question = _SHOWN.sub(r"\1", _CREATED.sub("", words))
        found = _CREATED.search(text) or _SHOWN.search(text)
        listed = _COLUMNS.search(question)
        rows = re.findall(r"\w+", listed[1]) if listed else []
        rows = re.split(r",(?![^(]*\))", found[2]) if found else rows
        self._table = found[1] if found else _rules().find("table", text)
        names = (row.split()[0].strip('`"') for row in rows if row.strip())
        self._columns = [each for each in names if each.lower() not in _NO_COLUMNS]

    def written(self) -> str:
        """The query as text."""
        aggregate = self._aggregate
        grouped = _GROUPS.search(self._question) if aggregate else None
        group = self._column(grouped[1]) if grouped else ""
        limited = None if aggregate else _LIMITED.search(self._question)
        columns = self._columns or ["name"]
        conditions = " AND ".join(self._conditions())
        types = [
            f"  {each} {_rules().find('type', each)}" for each in self._columns or ["id", "name"]
        ]
        said = (each for each in columns if each != "id" and each in self._question.lower())
        return (
            _rules()
            .find("shape", self._question)
            .format(
                table=self._table,
                definitions=",\n".join(types),
                columns=", ".join(columns),
                marks=", ".join("?" * len(columns)),
                set=next(said, "status"),
                where=f"\nWHERE {conditions}" if conditions else "",
                wanted=", ".join(filter(None, [group, aggregate]))
                or ", ".join(self._wanted)
                or "*",
                group=f"\nGROUP BY {group}" if group else "",
                order="" if aggregate else self._order,
                limit=f"\nLIMIT {amount_of(limited[1] or limited[2])}" if limited else "",
            )
        )

    @property
    def _aggregate(self) -> str:
        for cue, name in _rules().named("aggregate"):
            found = cue.search(self._question)
            if found and not self._known(found[0]):
                near = re.findall(r"\w+", self._question[found.end() :])[:4]
                telling = (each for each in near if each not in ("of", "the", "number"))
                column = "*" if name == "COUNT" else self._first(map(self._column, telling))
                return f"{name}({column})" if column else ""
        return ""

    def _conditions(self) -> Iterator[str]:
        for found in _COMPARED.finditer(self._question):
            how, value = found["how"], found["value"]
            implied = _rules().find("implied", how)
            known = self._known(found["column"] or "")
            column = known or implied or self._of("number") or self._column(found["column"] or "")
            if column == "created_at":
                column = self._of("time") or column
            if column:
                yield f"{column} {_rules().find('sign', how)} " + (
                    f"'{value}'" if "-" in value else value
                )
        for found in _TEXTS.finditer(self._question):
            is_place = found[0].lower().startswith(("from", "in"))
            column = self._of("place" if is_place else "label")
            column = column or ("city" if is_place and not self._columns else "")
            if column and found[1].lower() != self._table.lower() and not self._known(found[1]):
                yield f"{column} = '{found[1]}'"
                return

    @property
    def _wanted(self) -> list[str]:
        """The columns whose values are wanted."""
        before = _BEHIND.split(self._question)[0]
        named = [each for each in self._columns if re.search(rf"(?i)\b{each}s?\b", before)]
        if named or _COLUMNS.search(self._question):
            return named or self._columns
        usual = None if self._columns else _USUAL.search(self._question)
        return [each.replace("-", "") for each in usual.groups() if each] if usual else []

    @property
    def _order(self) -> str:
        found = _SORTED.search(self._question)
        is_down = bool(_DOWN.search(self._question))
        column = self._column(found[1]) if found else ""
        if not column and _BY_TIME.search(self._question):
            column = self._of("time") or "created_at"
        elif not column and is_down:
            column = self._of("number")
        return f"\nORDER BY {column}{' DESC' if is_down else ''}" if column else ""

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
        fitting = [each for each in self._columns if _rules().find(kind, each)]
        return self._first([*filter(self._says, fitting), *fitting])

    def _says(self, column: str) -> bool:
        return bool(re.search(rf"(?i)\b{column}", self._question))

    @staticmethod
    def _first(columns: Iterable[str]) -> str:
        return next(filter(None, columns), "")


@cache
def _rules() -> Rules:
    return Rules((files(__package__) / "queries.txt").read_text("utf-8"))
