"""SQL for the tables, the columns and the conditions that a request mentions.

`queries.txt` has the shapes of statements, and patterns for what requests mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations

from mockserver.chat.model.text.lists import is_land, is_place
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.tables import table

_RULES = table("forms/code/queries.txt")

_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")
_NO_COLUMNS = frozenset("and from in of primary foreign constraint unique check the number".split())


def query(text: str, schema: str = "") -> str:
    """The statement that a request asks for, about tables shown in it or else in `schema`."""
    return _Query(text, schema).written()


class _Query:
    """A statement about one table."""

    def __init__(self, text: str, schema: str) -> None:
        asked = _RULES.changed("shown", _RULES.text("question", text) or text)
        self._question = _RULES.changed("other words", asked)
        self._words = [_stem(word) for word in re.findall(r"\w+", self._question)]
        self._limit = _RULES.text("limit", self._question)
        self._usual_limit = _RULES.text("usual limit", schema)
        listed = re.findall(r"\w+", _RULES.text("columns", self._question))
        unknown = {_RULES.text("table", text): [*filter(_is_name, listed)]}
        shown = _shown(text) or _shown(schema) or _shown(_RULES.text("usual tables", text))
        self._tables = shown or unknown
        self._is_known = any(self._tables.values())
        self._table = max(self._tables, key=self._evidence_for)
        sought = _RULES.text("superlative", self._question)
        self._seeks_rows = bool(sought) and _stem(sought) == _stem(self._table)
        if self._seeks_rows and not sought.endswith("s"):
            self._limit = self._limit or "1"

    @property
    def _columns(self) -> Sequence[str]:
        """The columns of the table."""
        return self._tables[self._table]

    def _evidence_for(self, name: str) -> tuple[object, ...]:
        """The evidence for a table: how many of its own names the question has, how early it names
        the table, and that there are numbers in it."""
        tables = self._tables
        others = {each for other in tables if other != name for each in tables[other]}
        spoken = [each for each in (name, *tables[name]) if _stem(each) in self._words]
        place = self._words.index(_stem(name)) if name in spoken else len(self._words)
        is_number = partial(_RULES.matches, "number")
        return len({*spoken} - others), -place, any(map(is_number, tables[name]))

    def written(self) -> str:
        """The whole statement."""
        if joined := self._joined():
            return joined
        counted = self._count_of([self._table])
        aggregate = self._aggregate() or ("COUNT(*)" if counted else "")
        group = self._group() if aggregate else ""
        group = group or (next(iter(self._selected()), "") if counted else "")
        limit = (self._limit or self._usual_limit) if group or not aggregate else ""
        selected = [group, aggregate] if aggregate else self._selected()
        is_down = _RULES.matches("down", self._question)
        ranking = f"\nORDER BY {aggregate} DESC" if group and (limit or is_down) else ""
        conditions = " AND ".join(self._conditions())
        stated = self._stated("valued")
        inserted = stated if stated and not self._is_known else self._columns or ["name"]
        changed = self._stated("changed") or {_first([*self._columns, "status"]): "?"}
        return _RULES.text("shape", self._question).format(
            table=self._table,
            definitions=",\n".join(f"  {name} {type_}" for name, type_ in self._defined()),
            columns=", ".join(inserted),
            values=", ".join(stated.get(each, "?") for each in inserted),
            set=", ".join(map(" = ".join, changed.items())),
            where=f"\nWHERE {conditions}" if conditions else "",
            wanted=", ".join(filter(None, selected)) or "*",
            group=f"\nGROUP BY {group}{counted[1] if counted else ''}" if group else "",
            order=ranking if aggregate else self._order(),
            limit=f"\nLIMIT {amount_of(limit)}" if limit else "",
        )

    def _joined(self) -> str:
        """A query of two tables that the question names, if one refers to the other, else empty."""
        pairs = ((one, two, f"{_stem(one)}_id") for one, two in permutations(self._tables, 2))
        related = (each for each in pairs if each[2] in self._tables[each[1]])
        found = next((each for each in related if self._needs_both(*each)), None)
        is_selection = _RULES.text("shape", self._question).startswith("SELECT {")
        return self._joining(*found) if found and is_selection else ""

    def _joining(self, parent: str, child: str, key: str) -> str:
        """A query of a table and another one that refers to it by a key."""
        selected, conditions = list[str](), list[str]()
        for self._table in (parent, child):  # What follows is about the child.
            selected += [f"{self._table}.{each}" for each in self._selected() if each != "id"]
            conditions += [f"{self._table}.{each}" for each in self._conditions()]
        own = [each for each in selected if each.startswith(f"{child}.")]
        selected = [each for each in selected if each not in own]
        selected = selected or [f"{parent}.{self._label(parent)}"]
        is_absent = _RULES.matches("absent", self._question)
        is_sorted = _RULES.matches("sorted", self._question)
        is_ranked = self._limit or (_RULES.matches("down", self._question) and not is_sorted)
        counted = self._count_of([child])
        is_grouped = counted or is_ranked or _RULES.text("group", self._question)
        usual = "COUNT(*)" if is_grouped else ""
        aggregate = "" if is_absent else self._aggregate() or usual
        aggregate = re.sub(r"\((\w+|\*)\)", rf"({child}.\1)", aggregate).replace("*", "id")
        if is_absent:
            conditions = [f"{child}.id IS NULL"]
        elif not aggregate:
            selected += own or [f"{child}.{self._label(child)}"]
        outer = "LEFT " if is_absent or "COUNT" in aggregate else ""
        rows = (
            f"SELECT {', '.join(filter(None, [*selected, aggregate]))}\nFROM {parent}",
            f"{outer}JOIN {child} ON {child}.{key} = {parent}.id",
            f"WHERE {' AND '.join(conditions)}" * bool(conditions),
            f"GROUP BY {', '.join([f'{parent}.id', *selected])}" * bool(aggregate),
            counted[1].strip().replace("*", f"{child}.id") if counted else "",
            f"ORDER BY {aggregate} DESC" * bool(aggregate and is_ranked),
            self._order()[1:] if is_sorted and not aggregate else "",
            f"LIMIT {amount_of(self._limit)}" if self._limit else "",
        )
        return "\n".join(filter(None, rows)) + ";"

    def _needs_both(self, parent: str, child: str, key: str) -> bool:
        """True if a question names a table, and one that refers to it or a column of that."""
        own = {child, *self._tables[child]} - {*self._tables[parent], key}
        return _stem(parent) in self._words and any(_stem(each) in self._words for each in own)

    def _label(self, table: str) -> str:
        """The column of a table that people know its rows by, or all columns."""
        return _first(each for each in self._tables[table] if each in ("name", "title")) or "*"

    # The parts of the statement

    def _aggregate(self) -> str:
        """The aggregate, such as `AVG(price)`, of the column after its cue, else empty."""
        unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), self._question)
        for cue, function, _ in _RULES.rows("aggregate"):
            is_of_rows = (self._limit or self._seeks_rows) and function in ("MAX", "MIN")
            found = None if is_of_rows else cue.search(unquoted)
            behind = self._question[found.end() :] if found else ""
            is_amount = _RULES.matches("amount behind", behind)
            if (
                found
                and found[0] != self._table
                and (is_amount or not self._column_named(found[0], known=True))
            ):
                summed, *_ = _RULES.pattern("end of sums").split(behind, maxsplit=1)
                words = [each for each in re.findall(r"\w+", summed)[:4] if _is_name(each)]
                implied = _RULES.text("implied", found[0])
                column = _first([*map(self._column_named, words), implied])
                if implied and not self._is_known:
                    column = implied
                if function == "COUNT":
                    column = "*"
                elif not column and self._is_known:
                    column = self._column_of("number")
                return f"{function}({column})" if column else ""
        return ""

    def _count_of(self, tables: Iterable[str]) -> tuple[re.Match[str], str] | None:
        """The place where the question counts rows of one of some tables, and the condition."""
        stems = [*map(_stem, tables)]
        for found in _RULES.find_all("counted", self._question):
            if _stem(found["noun"]) in stems:
                sign = _RULES.text("sign", found["how"])
                return found, f"\nHAVING COUNT(*) {sign} {amount_of(found['value'])}"
        return None

    def _group(self) -> str:
        """The column or the period of time to group by, empty if the question names none."""
        if period := _RULES.text("period", self._question):
            return f"DATE_TRUNC('{period}', {self._time})"
        named = _RULES.text("group", self._question)
        column = self._column_named(named) if named else ""
        if column and not _RULES.matches("number", column):
            return column
        words = self._words if self._limit else [_stem(named)]
        return _first(each for each in self._columns if _stem(each.removesuffix("_id")) in words)

    def _stated(self, way: str) -> dict[str, str]:
        """The columns with the values that the question states in a way."""
        found = dict[str, str]()
        for each in _RULES.find_all(way, self._question):
            column = self._column_named(each["column"] or "status")
            column = column or ("" if self._is_known else each["column"])
            if column and _is_name(column):
                value = each["value"].strip("'\"")
                is_number = re.fullmatch(r"-?\d+(\.\d+)?", value)
                found.setdefault(column, value if is_number else f"'{value}'")
        return found

    def _defined(self) -> Iterator[tuple[str, str]]:
        """The columns of a new table with their types."""
        comma_or_and = r",\s*(?:and )?(?![^()]*\))|\s+and\s+(?![^()]*\))"  # Outside brackets.
        listed = re.sub(r"\n\s*[-*•] ", ", ", _RULES.text("defined", self._question))
        parts = re.split(comma_or_and, listed)
        named = (re.match(r"[`\"' *•-]*(\w+)[`\"']?(.*)", part) for part in parts)
        around = r"(?<!\w)\(|(?<!\d)\)|,(?!\d)|^:"  # Not around the size in `varchar(80)`.
        stated = [(each[1], re.sub(around, " ", each[2])) for each in named if each]
        usual = self._columns or _RULES.text("usual columns", self._table).split()
        for name, type_ in stated or [(each, "") for each in usual]:
            written = " ".join(type_.upper().replace("STRING", "TEXT").split())
            yield name, written or _RULES.text("type", name)

    def _conditions(self) -> Iterator[str]:
        """The conditions on numbers, on a time and on a text."""
        counted = self._count_of(self._tables)
        for found in _RULES.find_all("compared", self._question):
            if counted and counted[0].start() < found.start("value") < counted[0].end():
                continue
            how, value = found["how"], found["value"]
            is_key = bool(found["column"]) and found["column"].lower().endswith("id")
            noun = re.match(r"\W+([a-z]\w*)", self._question[found.end() :])
            named = self._column_named(found["column"] or "", known=not (how or is_key))
            named = (self._column_named(noun[1], known=True) if noun else "") or named
            how = f"{how} date" if how and "-" in value else how
            named = self._column_named(_RULES.text("implied", how or ""), known=True) or named
            usual = (_RULES.text("implied", how) or self._column_of("number")) if how else ""
            usual = self._time if usual == "time" else usual
            # In a table that is not known, any word can be a column.
            is_stated = re.match(r"(?!that|which|who)\w+ (?:is|are|was) ", found[0])
            if column := (named or usual) if self._is_known or is_stated else (usual or named):
                written = f"'{value}'" if "-" in value else value
                yield f"{column} {_RULES.text('sign', how or '=')} {written}"
        if span := _RULES.text("span", self._question):
            ends = {end: self._column_of(end) or end for end in ("origin", "destination")}
            yield span.format(column=self._time, **ends)
        equal = dict(reversed([*self._equal()]))  # The first one for each column.
        yield from (f"{column} = '{equal[column]}'" for column in reversed(equal))

    def _equal(self) -> Iterator[tuple[str, str]]:
        """The columns with the texts that they should have: `city` and `Paris`."""
        for found in _RULES.find_all("texts", self._question):
            kinds = filter(None, (found["kind"], found["known"], found["noun"]))
            column = _first(self._column_named(each, known=True) for each in kinds)
            value = found["quoted"] or found["value"] or found["exact"]
            if re.search(r"\b(?:from|in)\s", found[0]):
                kind = "land" if is_land(value) else "city" if is_place(value) else "group"
                column = column or self._column_of(kind) or self._column_of("place")
                column = column or ("" if self._is_known else found["kind"] or "city")
            else:
                column = column or self._column_named(found["column"] or found["before"] or "")
                column = column or self._column_of("maker" if " by " in f" {found[0]}" else "label")
            if not (column and value):
                continue
            if _stem(value) != _stem(self._table) and not self._column_named(value, known=True):
                yield column, value

    def _selected(self) -> Sequence[str]:
        """The columns to select; an empty list selects all."""
        if not self._is_known and (stated := _RULES.text("selected", self._question)):
            return [each for each in re.findall(r"\w+", stated) if _is_name(each)]
        selection = _RULES.pattern("end of columns").split(self._question, maxsplit=1)[0]
        words = {_stem(word) for word in re.findall(r"\w+", selection)}
        named = [each for each in self._columns if _stem(each.removesuffix("_name")) in words]
        return named if named or not _RULES.matches("columns", self._question) else self._columns

    def _order(self) -> str:
        is_up = _RULES.matches("up", self._question)
        is_down = _RULES.matches("down", self._question) and not is_up
        column = self._column_named(_RULES.text("sorted", self._question))
        if not column and _RULES.matches("by time", self._question):
            column = self._time
        if not column and (is_down or is_up):
            usual = _RULES.text("implied", self._question)
            column = self._column_named(usual, known=True) or self._column_of("number")
        direction = " DESC" if is_down else ""
        return f"\nORDER BY {column}{direction}" if column else ""

    # Columns

    @property
    def _time(self) -> str:
        return self._column_of("time") or "created_at"

    def _column_named(self, word: str, *, known: bool = False) -> str:
        """The column that a word names, in the singular or plural. If no columns are known it is
        any word but the table's, unless it has to be `known`."""
        if self._is_known or known:
            return _first(each for each in self._columns if _stem(each) == _stem(word))
        return word if word.lower() != self._table else ""

    def _column_of(self, kind: str) -> str:
        """The first column of a kind, preferably one that the request mentions."""
        fitting = [each for each in self._columns if _RULES.matches(kind, each)]
        mentioned = (e for e in fitting if re.search(rf"(?i)\b{re.escape(e)}", self._question))
        return _first([*mentioned, *fitting])


def _shown(text: str) -> dict[str, list[str]]:
    """The tables that a text shows, as `users(id, name)` or `CREATE TABLE`, with their columns."""
    found: dict[str, list[str]] = {}
    for row in _RULES.rows("shown"):
        for name, listed in (each.group("a", "b") for each in row.pattern.finditer(text)):
            parts = (part.split() for part in re.split(r",(?![^(]*\))| and ", listed))
            columns = (words[0].strip('`"') for words in parts if words)
            found.setdefault(name, [each for each in columns if _is_name(each)])
        if found:
            break
    return found


def _is_name(column: str) -> bool:
    """True for a word that can name a column."""
    return column.lower() not in _NO_COLUMNS


def _stem(word: str) -> str:
    """A name in the singular and in lower case."""
    return re.sub("ies$", "y", word.lower()).rstrip("s")


def _first(columns: Iterable[str]) -> str:
    return next(filter(None, columns), "")
