"""The specification of code: everything that a request says of the code it wants.

`catalogue` has the rules that find it. What the request states comes before what is usual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.demands.data import json_in
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.demands.shapes.typed import TYPES, schema_of_key
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.forms.code.catalogue import (
    CODE,
    FUNCTIONS,
    LANGUAGES,
    Entry,
    entries,
    texts_in,
)
from mockserver.chat.model.forms.code.pairs import Item, stated_pairs
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import enumerated, stripped

_NAME = "\u00a4"
"""The sign for a name in the patterns of what a request says of it."""


class Specification:
    """A request for one piece of code. `asked` is the task, if the text has a label for it."""

    def __init__(self, text: str, form: Code, asked: str = "") -> None:
        self.text = text
        self._form = form
        self.fence = form.language or "python"
        """The language by the name that a fence has for it."""

        unknown = Entry("", "", pattern(""), "", {})
        self.language = entries(LANGUAGES).get(self.fence, unknown)
        self.types = dict(each.split("=") for each in self.language.types.split())
        self.algorithm = self._known_for(asked) or self._known_for(text) or unknown
        """The well-known function, an empty entry if there is none."""

        takes, _, self._usual_result = self.algorithm.types.partition("-> ")
        pairs = (each.partition(":") for each in (takes or "value:any").split())
        self._usual_parameters: Sequence[Item] = [(name, type_) for name, _, type_ in pairs]
        own = self.language.parts
        kinds = (each for each in CODE.texts("kind", text) if each.partition("+")[0] in own)
        self.kind = next(kinds, "function")
        if self.kind == "main" and self.algorithm.types:
            self.kind = "function+call" if "example" in self.algorithm.parts else "function"
        """The templates to write, such as `function+call`."""

        self._is_type = self.kind in ("class", "type", "enum", "component")

    def _known_for(self, request: str) -> Entry | None:
        """The well-known function or program that a request asks for, if the language has it."""
        asked = f"{as_words(self._form.name)} {in_plain_words(request)}"
        fitting = (each for each in entries(FUNCTIONS).values() if each.cue.search(asked))
        return next((each for each in fitting if each.types or self.own("whole-{}", each)), None)

    def own(self, part: str, known: Entry) -> str:
        """A part of a well-known function in the language, or one that is as good, else empty."""
        like = self.types.get("like", "")
        return known.parts.get(part.format(self.fence)) or known.parts.get(part.format(like), "")

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The values of places for names, types and examples."""
        sign = "$" if self.fence == "php" else ""
        names = [f"{sign}{name}" for name, _ in self._parameters]
        first, second, *_ = [*names, f"{sign}value", f"{sign}other"]
        usual = {"class": "Example", "type": "Example", "component": "Example", "main": "Main"}
        thing = re.sub(r"\W", "_", CODE.text("represented", self.text)) if self._is_type else ""
        name = self._form.name or thing or usual.get(self.kind) or self._name
        sample, _, expected = self.algorithm.parts.get("example", "1 = 1").partition(" = ")
        sample = CODE.text("argument", self.text) or sample
        expected = expected if self.fence == "python" else expected.replace("True", "true")
        return {
            "name": name, "Name": pascal(name), "b": second,
            "a": self._display.replace("*", ", ".join(names)) or first,
            "sum": " + ".join(names), "product": " * ".join(names),
            "result": self._result, "sample": sample, "expected": expected,
        }  # fmt: skip

    @property
    def _name(self) -> str:
        """A name for what the code does, in the style of the language."""
        name = self.algorithm.name or CODE.text("name of a task", self.task.lower()) or "handle"
        return name if self.fence in ("python", "rust", "ruby") else name[0] + pascal(name)[1:]

    @cached_property
    def _parameters(self) -> Sequence[Item]:
        """The parameters and their types, from the request or else the usual ones."""
        usual = ["number" if self._display else each for _, each in self._usual_parameters]
        usual += usual[-1:] * len(self._form.parameters)
        pairs = zip(self._form.parameters, usual, strict=False)
        named = [(name, self._stated_type(name) or type_) for name, type_ in pairs]
        return named or self._usual_parameters

    @cached_property
    def _display(self) -> str:
        """The list that a function of numbers makes of its parameters, else empty."""
        parameters, is_number = self._form.parameters, CODE.pattern("one number").fullmatch
        takes_list = self.algorithm.types.startswith("numbers:array -> ")
        is_apart = takes_list and len(parameters) > 1 and all(map(is_number, parameters))
        return self.types.get("display", "") if is_apart else ""

    @property
    def task(self) -> str:
        """The task of a function as the request states it, as a command."""
        verb, _, rest = CODE.text("purpose", self.text).partition(" ")
        return f"{RULES.text('command', verb)} {rest}".strip()

    @property
    def _result(self) -> str:
        """The type of the result, empty if it is not stated and the language needs none."""
        if stated := CODE.text("stated result", self.text):
            return stated
        type_ = self._usual_result or next((each for _, each in self._parameters), "")
        return self.types.get(f"{type_}*", self.types.get(type_, type_))

    def _stated_type(self, name: str) -> str:
        """The type of a name, in a signature, in brackets after it, or in words; else empty."""
        return CODE.text("stated type", self.about(name))

    def about(self, name: str) -> str:
        """The request with a sign for a name."""
        return re.sub(rf"\b{re.escape(name)}\b", _NAME, self.text)

    # The lists in the code

    @cached_property
    def lists(self) -> Mapping[str, Sequence[Item]]:
        """The items of what the code lists, by places."""
        names = _listed("members", self.text)
        members = [*self._form.parameters] or names
        methods = _listed("methods", self.text)
        methods = methods or [each for each in members if NAMES.pattern("method").fullmatch(each)]
        members = [each for each in members if each not in methods]
        usual = ((e, CODE.text("type", e) or str(schema_of_key(e)["type"])) for e in members)
        typed = [(name, self._stated_type(name) or type_) for name, type_ in usual]
        if self._is_type and isinstance(shown := json_in(self.text), dict):
            typed = [(name, _type_of(value)) for name, value in shown.items()]
        if self._is_type and not typed:
            name, _, type_ = CODE.text("usual member", " ".join(methods)).partition(":")
            typed = [(name, type_)]
        targets = [(each, "") for each in self._entries_of("target")]
        known = recall(CODE.text("known list", self.text))
        first = [*map(capitalized, known.items)] if known else ("One", "Two", "Three")
        listed = [(each, "") for each in self._entries_of("entries") or first]
        return {
            "parameters": typed if self._is_type else self._parameters,
            "fields": typed, "members": typed, "getters": typed, "symbols": typed,
            "shown": typed, "cases": typed,
            "methods": [(each, "any") for each in methods],
            "inputs": self._inputs(names),
            "entries": listed, "options": listed, "links": listed,
            "ports": [(each, "") for each in texts_in("port", self.text) or ("8080:80",)],
            "runs": [(each, "") for each in texts_in("run", self.text) or ("make test",)],
            "pairs": [*self._pairs(names).items()],
            "targets": targets, "phony": targets,
        }  # fmt: skip

    def _inputs(self, names: Sequence[str]) -> list[Item]:
        """The fields of a form with their types."""
        found = dict[str, str]()
        for each in CODE.find_all("input", self.text):
            groups = each.groupdict()
            type_ = (groups.get("type") or "").lower()
            name = groups.get("name") or type_
            is_area = "textarea" in (groups.get("tag"), type_)
            found.setdefault(name, "textarea" if is_area else type_ or "text")
        if found and not {*found} <= {*names}:
            return [*found.items()]
        usual = names or CODE.text("usual inputs", self.text).split()
        return [(each, found.get(each) or CODE.text("input type", each)) for each in usual]

    def _entries_of(self, kind: str) -> list[str]:
        """The entries of a list, such as the options of a menu."""
        return stripped(enumerated(CODE.text(kind, self.text)), " .\"'`")

    def _pairs(self, names: Sequence[str]) -> dict[str, str]:
        """The keys and values of a file, as the request states them, else the usual ones."""
        pairs = stated_pairs(self.text)
        return pairs or {
            each: CODE.text("usual value", each) for each in names or ("name", "version")
        }


def _type_of(value: Any) -> str:
    """The type of a JSON value, as the tables of the languages name it."""
    if isinstance(value, list):
        return f"{_type_of(value[0])}[]" if value else "any[]"
    return TYPES.get(type(value), "any")


def _listed(kind: str, text: str) -> list[str]:
    """The names of the longest list of a kind in a request."""
    rows = (texts_in("listed name", each) for each in texts_in(kind, text))
    kept = (
        [each for each in row if not NAMES.pattern("no member").fullmatch(each)] for row in rows
    )
    return max(kept, key=len, default=[])


def pascal(name: str) -> str:
    """A name with capitals instead of underscores: `UserName`."""
    return "".join(map(capitalized, name.split("_")))
