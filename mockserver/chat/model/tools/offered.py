"""Offered tools: the functions of a request, each with its fields and the words for its purpose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import senses, senses_of, stem, stems_of, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.values.fields.fields import Property, flat_fields
from mockserver.core.codec import decode, encode

WORDINGS = table("tools/wordings.txt")
"""The wordings of requests and of descriptions of tools."""

SEARCH = frozenset(map(stem, words("tools.search")))
"""The stems of verbs for a search."""

_QUERIES = frozenset(map(stem, ("query", "statement")))
_SQL = pattern(r"(?i)\bsql\b")
_SUMS = frozenset(map(stem, ("expression", "expr", "formula", "calculation", "equation")))
"""The stems of fields for an arithmetic expression."""

_NAME = pattern(r"[\w.-]+")
_NO_CLASS = pattern(r"[_-]|^[A-Z\d]+$")
"""The marks and the case of names of functions, not of classes."""

_NAMES_READ, _DESCRIBED = 20_000, 1_000
"""The characters read for names of tools, and of a description."""

_FIELDS_READ = 40
"""The fields of a tool whose names and descriptions tell its purpose."""


class Vocabulary:
    """The stems of a text or of a tool, and what is near to them: beginnings and senses."""

    def __init__(self, stems: frozenset[str], near: frozenset[str] = frozenset()) -> None:
        self.stems = stems
        self._near = near | {each[:4] for each in stems if len(each) > 4} | senses_of(stems)

    def covers(self, stems: Iterable[str], common: frozenset[str]) -> float:
        """The share of other stems that are here, or in part by what is near.

        `common` stems weigh less.
        """
        total = covered = 0  # Whole numbers, whose sum is the same in any order.
        for each in stems:
            weight = 3 if each in common else 10
            total += 5 * weight
            if each in self.stems:
                covered += 5 * weight
            elif not self._near.isdisjoint((each, each[:4], *senses(each))):
                covered += 3 * weight
        return covered / total if total else 0.0


class OfferedTool:
    """A function that a request offers, with its fields and the stems that tell its purpose."""

    def __init__(self, function: Mapping[str, Any]) -> None:
        description = function.get("description")
        self._description = description[:_DESCRIBED] if isinstance(description, str) else ""
        self.name: str = function["name"]
        self.parameters: Any = function.get("parameters")
        self.fields = flat_fields(self.parameters)
        self.required = [field for field in self.fields if field.required]
        self._read = self.fields[:_FIELDS_READ]
        self.named = frozenset(map(stem, words_of(self.name)))
        self.described = frozenset(stems_of(self._description)) - self.named
        self.known = self.named | self.described
        self.verb = stem(next(iter(words_of(self.name)), ""))
        """The stem of the first word of its name, which tells if it changes or finds something."""

    @property
    def about(self) -> str:
        """The descriptions of the tool and its fields, which may show tables."""
        return "\n".join([self._description, *(field.description for field in self._read)])

    @cached_property
    def options(self) -> frozenset[str]:
        """The stems of the values that a call may choose from."""
        listed = [field.items or field for field in self._read]
        return stems_of_all(value for each in listed for value in each.enum or each.options)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The stems that tell its purpose, and those of its fields."""
        of_fields = stems_of_all(
            part for each in self._read for part in (each.name, each.description)
        )
        return Vocabulary(self.known, self.options | of_fields)

    @cached_property
    def given(self) -> frozenset[str]:
        """The words for what the tool gives or can be told to give."""
        chosen = stems_of_all(each.name for each in self._read if each.type in ("boolean", "array"))
        gives = WORDINGS.pattern("what is taken").split(self._description)[0]
        return self.named | frozenset(stems_of(gives)) | self.options | chosen

    @cached_property
    def needs_id(self) -> bool:
        """True if a call needs the id of something."""
        return any(field.is_reference for field in self.required)

    @cached_property
    def query(self) -> str:
        """The name of the field for any query to search for; empty unless the tool searches."""
        verbs = {stem(next(iter(words_of(self._description)), "")), *self.named}
        return "" if SEARCH.isdisjoint(verbs) else self._first(lambda each: each.head == "query")

    @cached_property
    def sql(self) -> str:
        """The name of the field for a statement of SQL, if there is one."""
        return self._first(self._takes_sql)

    @cached_property
    def expression(self) -> str:
        """The name of the field for an arithmetic expression, if there is one."""
        return self._first(lambda each: not _SUMS.isdisjoint(each.words))

    @cached_property
    def is_class(self) -> bool:
        """True if the tool has a name such as `TravelPlan`, and so may take the answer."""
        is_named = self.name[:1].isupper() and not _NO_CLASS.search(self.name)
        return is_named and not (self.query or self.expression)

    @cached_property
    def is_final(self) -> bool:
        """True if the tool takes the answer rather than helps to find it."""
        name = "_".join(words_of(self.name))
        is_named = WORDINGS.pattern("tool for the answer").fullmatch(name) and not self.needs_id
        return bool(is_named) or WORDINGS.matches("ends a conversation", self._description)

    def _first(self, is_fit: Callable[[Property], bool]) -> str:
        """The name of the first field that is fit for something, empty if there is none."""
        return next((field.name for field in self._read if is_fit(field)), "")

    def _takes_sql(self, field: Property) -> bool:
        about = field.words | (self.known if field.words & _QUERIES else set())
        is_named = "sql" in about or _SQL.search(field.description) is not None
        return is_named and field.type in ("string", "")


def tools_in(functions: Iterable[Mapping[str, Any]]) -> list[OfferedTool]:
    """The tools for functions, in their order."""
    return [_tool(encode(function)) for function in functions]


@lru_cache(maxsize=1024)
def _tool(written: bytes) -> OfferedTool:
    return OfferedTool(decode(written))


def stems_of_all(parts: Iterable[Any]) -> frozenset[str]:
    """The stems of the words of several parts, which may be numbers or the like."""
    return frozenset(each for part in parts for each in stems_of(str(part)))


def tools_named_in(tools: Sequence[OfferedTool], text: str) -> list[OfferedTool]:
    """The tools whose literal names are in a text, in the order of the text."""
    positions: dict[str, int] = {}
    for name in _NAME.finditer(text[-_NAMES_READ:]):
        word = name[0].strip(".-")
        for part in (word, word.replace(".", "_"), *re.split(r"[.-]", word)):
            positions.setdefault(part, name.start())
    named = [each for each in tools if each.name in positions]
    return sorted(named, key=lambda tool: positions[tool.name])
