"""Code: a function, a class, a page or a command, with the names in the request.

`code.txt` has what the languages write, the bodies of well-known functions, and rules for the
places in both. `queries` writes SQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, reduce
from itertools import chain, islice
from typing import Any, NamedTuple

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.code import changed_code, explained
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.documents import signature_in
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.demands.formats import json_in
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.demands.typed import TYPES, schema_of_key
from mockserver.chat.model.forms.code.queries import query
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.reading.omissions import without_examples
from mockserver.chat.model.reading.wording import in_plain_words
from mockserver.chat.model.text.literals import scalar
from mockserver.chat.model.text.markup import as_yaml
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import blocks, parts, table
from mockserver.chat.model.text.texts import enumerated, stripped

_LANGUAGES, _FUNCTIONS, _REST = range(3)
"""The parts of `code.txt`."""

_RULES = table("forms/code/code.txt", _REST)
_READ = 4_000
_PLACE = pattern(r"\{(\w+)\}")
_NAME = "\u00a4"
"""The sign for a name in the patterns of what a request says of it."""

_JOINTS = {
    "parameters": ", ", "symbols": ", ", "methods": "\n\n", "getters": "\n\n",
    "targets": "\n\n", "phony": " ",
}  # fmt: skip
"""The texts between the items of lists that are not on lines of their own."""

Item = tuple[str, Any]
"""The name and the type of an item in code, such as a parameter, or its value."""


class _Entry(NamedTuple):
    """A language, or a function with a pattern for requests for it."""

    name: str
    about: str
    cue: re.Pattern[str]
    types: str
    parts: Mapping[str, str]


def block(task: Task, form: Code) -> str:
    """A fenced block of code, introduced by a sentence unless only code is wanted."""
    text, system = task.reading.question[:_READ], task.reading.system[:_READ]
    form = _completed(form, text, system)
    if form.language == "bash" and CUES.matches("one command", system):
        text = f"{text}\n\nGive me the command."
    text = without_examples(text)
    if changed := changed_code(text):
        fence = re.match(r"```(\w+)", changed)
        form = replace(form, language=fence[1] if fence else CUES.text("shown language", changed))
        what, written = "the code", re.sub(r"(?m)^```.*\n?", "", changed).strip()
    elif form.language == "sql":
        what, written = "the query", query(text, system)
    else:
        task_text = task.reading.payload.text_of("question")
        what, written = _Snippet(text, form, task_text).written()
    if form.bare or task.tags:
        return written
    fenced = f"```{form.language or 'python'}\n{written}\n```"
    explains = not form.alone and NAMES.matches("explains code", f"{system}\n{text}")
    if explains and (explanation := explained(f"Explain this code:\n{written}")):
        return f"{fenced}\n\n{explanation}"
    return fenced if form.alone else f"Here is {what}:\n\n{fenced}"


def _completed(form: Code, text: str, system: str) -> Code:
    """A form with the language of the role in a system message and its wish for nothing but code,
    and with a signature in the request."""
    if not form.language and (role := CUES.find("programmer", system)):
        form = replace(form, language=CUES.meaning("code", role["code"]))
    if system and not form.name:
        name, parameters = signature_in(text)
        form = replace(form, name=name, parameters=parameters)
    return replace(form, alone=form.alone or CUES.matches("code alone", system))


class _Snippet:
    """One piece of code in a language, about a function that is known or not. `asked` is the task,
    if the text has a label for it."""

    def __init__(self, text: str, form: Code, asked: str = "") -> None:
        self._text = text
        self._form = form
        self._fence = form.language or "python"
        unknown = _Entry("", "", pattern(""), "", {})
        self._language = _entries(_LANGUAGES).get(self._fence, unknown)
        self._types = dict(each.split("=") for each in self._language.types.split())
        self._algorithm = self._known_for(asked) or self._known_for(text) or unknown
        takes, _, self._usual_result = self._algorithm.types.partition("-> ")
        pairs = (each.partition(":") for each in (takes or "value:any").split())
        self._usual_parameters: Sequence[Item] = [(name, type_) for name, _, type_ in pairs]
        own = self._language.parts
        kinds = (each for each in _RULES.texts("kind", text) if each.partition("+")[0] in own)
        self._kind = next(kinds, "function")
        if self._kind == "main" and self._algorithm.types:
            self._kind = "function+call" if "example" in self._algorithm.parts else "function"
        self._is_type = self._kind in ("class", "type", "enum", "component")

    def _known_for(self, request: str) -> _Entry | None:
        """The well-known function or program that a request asks for, if the language has it."""
        asked = f"{as_words(self._form.name)} {in_plain_words(request)}"
        fitting = (each for each in _entries(_FUNCTIONS).values() if each.cue.search(asked))
        return next((each for each in fitting if each.types or self._whole(each)), None)

    def written(self) -> tuple[str, str]:
        """A description of the code, and the code."""
        if self._fence == "css":
            return "the style", self._style()
        whole = "" if self._kind == "test" else self._whole(self._algorithm)
        kinds = self._kind.split("+")
        template = "\n\n\n".join(filter(None, map(self._styled, kinds, ("", "added"))))
        code = whole or self._filled(template or _RULES.text(self._fence, self._text))
        if key := _RULES.text("key of the result", self._text):
            code = re.sub(r"\breturn (.+)", rf'return {{"{key}": \1}}', code)
        code = re.sub(r"\n{3,}(?=[ \t])", "\n\n", re.sub(r"(?m)[ \t]+$", "", code)).strip()
        used = [
            f"import {each}\n"
            for each in self._language.parts.get("modules", "").split()
            if re.search(rf"(?<![\w.]){each}\.[a-z]", code) and f"import {each}" not in code
        ]
        code = "".join([*used, "\n\n" if used else "", code])
        kind = "short program" if self._kind == "main" else kinds[0].replace("-", " ")
        is_plain = template and not whole
        return f"a {kind} in {self._language.about}" if is_plain else "one way to do it", code

    def _whole(self, known: _Entry) -> str:
        """All that a well-known program is in the language, else empty."""
        return self._own("whole-{}", known)

    def _own(self, part: str, known: _Entry) -> str:
        """A part of a well-known function in the language, or one that is as good, else empty."""
        like = self._types.get("like", "")
        return known.parts.get(part.format(self._fence)) or known.parts.get(part.format(like), "")

    def _style(self) -> str:
        """A CSS rule with the requested declarations, and another for `:hover` if requested."""
        selector = _RULES.text("selector", self._text)
        resting, _, hovering = self._text.partition("hover")
        written = []
        for suffix, request in (("", resting), (":hover", hovering)):
            usual = "; ".join(_RULES.texts("css", request)).split("; ")
            stated = {each["name"]: each["it"] for each in _RULES.find_all("declared", request)}
            declared = dict(each.split(": ", 1) for each in usual if each) | stated
            if declared:
                rows = "".join(f"  {name}: {value};\n" for name, value in declared.items())
                written.append(f"{selector}{suffix} {{\n{self._filled(rows)}}}")
        return "\n\n".join(written)

    def _filled(self, text: str, item: Mapping[str, str] | None = None) -> str:
        """A text with its places filled; all lines of a value are indented like the first one."""

        def value(place: re.Match[str]) -> str:
            before = text[text.rfind("\n", 0, place.start()) + 1 : place.start()]
            indent = "" if before.strip() else before
            known = (item or {}).get(place[1])
            found = self._value(place[1]) if known is None else known
            return place[0] if found is None else found.replace("\n", f"\n{indent}")

        return _PLACE.sub(value, text)

    def _value(self, place: str) -> str | None:
        """The text for a place, None if it is no place."""
        if place == "pairs" and self._fence == "yaml":
            return as_yaml(_nested(self._lists[place]))
        if place in self._lists:
            items = (self._item(place, *each) for each in self._lists[place])
            return _JOINTS.get(place, "\n").join(items)
        if place in ("body", "comment"):
            return self._body if place == "body" else self._documentation(place)
        if place in ("elements", "served", "scheduled"):
            texts = islice(_RULES.texts(place, self._text), None if place == "elements" else 1)
            return self._filled("\n".join(texts) or "<p>{text}</p>")
        return _RULES.text(place, self._text) if _RULES.rows(place) else self._names.get(place)

    def _item(self, place: str, name: str, type_: str) -> str:
        """An item of a list as the language writes it."""
        values = {
            "a": name, "A": _pascal(name), "U": re.sub(r"\W+", "_", name).upper(),
            "type": self._translated_type(type_),
            **(self._method(name) if place == "methods" else {}),
        }  # fmt: skip
        style = self._style_of(place, name, type_)
        return self._filled(self._styled(place, style) or "{a}", values)

    def _style_of(self, place: str, name: str, type_: str) -> str:
        """The style of an item that differs from the usual items of its list, else empty."""
        if place == "targets":
            return name
        if place == "pairs":
            return "" if re.fullmatch(r"-?\d[\d.]*|true|false|\[.*\]", type_) else "text"
        return "optional" if _RULES.matches("optional name", self._about(name)) else ""

    def _method(self, name: str) -> dict[str, str]:
        """The values of places for a method: its parameters, and what it does."""
        listed = re.search(rf"\b{re.escape(name)}\b[`\"']?\(([\w, ]*)\)", self._text)
        takes = stripped(listed[1].split(",")) if listed else []
        (member, _), *_ = self._lists["fields"]
        does = _RULES.text("does", as_words(name)).replace("{member}", member)
        takes = takes or re.findall(r"\bvalue\b", does)
        does = does.replace("value", takes[0]) if takes else does
        if self._fence != "python":
            does = does.replace("self.", "this.").replace(".append(", ".push(")
        written = (self._item("parameters", each, "any") for each in takes)
        return {"takes": ", ".join(written), "self": ", ".join(["self", *takes]), "does": does}

    def _styled(self, kind: str, style: str = "") -> str:
        """The language's part of a kind, with types if the request asks for them."""
        style = style or _RULES.text("style", self._text)
        known = self._language.parts
        return known.get(f"{style}-{kind}") or known.get(kind, "")

    # The names in the code

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """The values of places for names, types and examples."""
        sign = "$" if self._fence == "php" else ""
        names = [f"{sign}{name}" for name, _ in self._parameters]
        first, second, *_ = [*names, f"{sign}value", f"{sign}other"]
        usual = {"class": "Example", "type": "Example", "component": "Example", "main": "Main"}
        thing = re.sub(r"\W", "_", _RULES.text("represented", self._text)) if self._is_type else ""
        name = self._form.name or thing or usual.get(self._kind) or self._name
        sample, _, expected = self._algorithm.parts.get("example", "1 = 1").partition(" = ")
        sample = _RULES.text("argument", self._text) or sample
        expected = expected if self._fence == "python" else expected.replace("True", "true")
        return {
            "name": name, "Name": _pascal(name), "b": second,
            "a": self._display.replace("*", ", ".join(names)) or first,
            "sum": " + ".join(names), "product": " * ".join(names),
            "result": self._result, "sample": sample, "expected": expected,
        }  # fmt: skip

    @property
    def _name(self) -> str:
        """A name for what the code does, in the style of the language."""
        name = self._algorithm.name or _RULES.text("name of a task", self._task.lower()) or "handle"
        return name if self._fence in ("python", "rust", "ruby") else name[0] + _pascal(name)[1:]

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
        parameters, is_number = self._form.parameters, _RULES.pattern("one number").fullmatch
        takes_list = self._algorithm.types.startswith("numbers:array -> ")
        is_apart = takes_list and len(parameters) > 1 and all(map(is_number, parameters))
        return self._types.get("display", "") if is_apart else ""

    def _translated_type(self, type_: str) -> str:
        """A type in the language; that of a row of values, such as `string[]`, too."""
        inner = type_.removesuffix("[]")
        written = self._types.get(inner, inner)
        return written if inner == type_ else self._types.get("row", "*").replace("*", written)

    @property
    def _body(self) -> str:
        """The body of the function; what it returns may be written alike in all languages."""
        usual = self._language.parts.get("body", "")
        usual = usual.replace("{a}", self._algorithm.parts.get("any", "{a}"))
        kind = "doctest" if _RULES.matches("doctests", self._text) else "docstring"
        return self._filled(self._documentation(kind)) + self._filled(
            self._own("{}", self._algorithm) or usual
        )

    def _documentation(self, part: str) -> str:
        """A line that says what a function does, as the language writes it, if one is wanted."""
        template = self._language.parts.get(part)
        is_wanted = template and _RULES.matches("documented", self._text)
        name = as_words(self._names["name"]).lower()
        purpose = capitalized(self._task or _RULES.text("purpose of a name", name))
        return f"{template}\n".replace("{purpose}", f"{purpose}.") if is_wanted else ""

    @property
    def _task(self) -> str:
        """The task of a function as the request states it, as a command."""
        verb, _, rest = _RULES.text("purpose", self._text).partition(" ")
        return f"{RULES.text('command', verb)} {rest}".strip()

    @property
    def _result(self) -> str:
        """The type of the result, empty if it is not stated and the language needs none."""
        if stated := _RULES.text("stated result", self._text):
            return stated
        type_ = self._usual_result or next((each for _, each in self._parameters), "")
        return self._types.get(f"{type_}*", self._types.get(type_, type_))

    def _stated_type(self, name: str) -> str:
        """The type of a name, in a signature, in brackets after it, or in words; else empty."""
        return _RULES.text("stated type", self._about(name))

    def _about(self, name: str) -> str:
        """The request with a sign for a name."""
        return re.sub(rf"\b{re.escape(name)}\b", _NAME, self._text)

    # The lists in the code

    @cached_property
    def _lists(self) -> Mapping[str, Sequence[Item]]:
        """The items of what the code lists, by places."""
        names = _listed("members", self._text)
        members = [*self._form.parameters] or names
        methods = _listed("methods", self._text)
        methods = methods or [each for each in members if NAMES.pattern("method").fullmatch(each)]
        members = [each for each in members if each not in methods]
        usual = ((e, _RULES.text("type", e) or str(schema_of_key(e)["type"])) for e in members)
        typed = [(name, self._stated_type(name) or type_) for name, type_ in usual]
        if self._is_type and isinstance(shown := json_in(self._text), dict):
            typed = [(name, _type_of(value)) for name, value in shown.items()]
        if self._is_type and not typed:
            name, _, type_ = _RULES.text("usual member", " ".join(methods)).partition(":")
            typed = [(name, type_)]
        targets = [(each, "") for each in self._entries_of("target")]
        known = recall(_RULES.text("known list", self._text))
        first = [*map(capitalized, known.items)] if known else ("One", "Two", "Three")
        entries = [(each, "") for each in self._entries_of("entries") or first]
        return {
            "parameters": typed if self._is_type else self._parameters,
            "fields": typed, "members": typed, "getters": typed, "symbols": typed,
            "shown": typed, "cases": typed,
            "methods": [(each, "any") for each in methods],
            "inputs": self._inputs(names),
            "entries": entries, "options": entries, "links": entries,
            "ports": [(each, "") for each in _found("port", self._text) or ("8080:80",)],
            "runs": [(each, "") for each in _found("run", self._text) or ("make test",)],
            "pairs": [*self._pairs(names).items()],
            "targets": targets, "phony": targets,
        }  # fmt: skip

    def _inputs(self, names: Sequence[str]) -> list[Item]:
        """The fields of a form with their types."""
        found = dict[str, str]()
        for each in _RULES.find_all("input", self._text):
            groups = each.groupdict()
            type_ = (groups.get("type") or "").lower()
            name = groups.get("name") or type_
            is_area = "textarea" in (groups.get("tag"), type_)
            found.setdefault(name, "textarea" if is_area else type_ or "text")
        if found and not {*found} <= {*names}:
            return [*found.items()]
        usual = names or _RULES.text("usual inputs", self._text).split()
        return [(each, found.get(each) or _RULES.text("input type", each)) for each in usual]

    def _entries_of(self, kind: str) -> list[str]:
        """The entries of a list, such as the options of a menu."""
        return stripped(enumerated(_RULES.text(kind, self._text)), " .\"'`")

    def _pairs(self, names: Sequence[str]) -> dict[str, str]:
        """The keys and values of a file, as the request states them, else the usual ones."""
        pairs = _stated_in(self._text)
        return pairs or {
            each: _RULES.text("usual value", each) for each in names or ("name", "version")
        }


def _type_of(value: Any) -> str:
    """The type of a JSON value, as the tables of the languages name it."""
    if isinstance(value, list):
        return f"{_type_of(value[0])}[]" if value else "any[]"
    return TYPES.get(type(value), "any")


def stated_values(text: str) -> dict[str, Any]:
    """The keys and values of a configuration that a request states in words."""
    return _nested(_stated_in(text).items())


def _stated_in(text: str) -> dict[str, str]:
    """The keys and values that a request states after words such as `with`, or after a colon."""
    return next(filter(None, (_pairs_of(_found(e, text)) for e in ("stated", "stated below"))), {})


def _pairs_of(stated: Iterable[str]) -> dict[str, str]:
    """The keys and values in phrases of several pairs."""
    parts = (re.split(r",\s*(?:and )?| and ", each) for each in stated)
    found = map(_RULES.pattern("pair").fullmatch, chain.from_iterable(parts))
    known = {each["name"].replace(" ", "_"): each["switch"] or each["it"] for each in found if each}
    return {key: _RULES.text("switched", it) or it.strip("`\"'") for key, it in known.items()}


def _nested(pairs: Iterable[Item]) -> dict[str, Any]:
    """Pairs as a tree: `server.port` is `port` in `server`."""
    tree = dict[str, Any]()
    for key, value in pairs:
        *outer, last = key.split(".")
        reduce(lambda branch, name: branch.setdefault(name, {}), outer, tree)[last] = scalar(value)
    return tree


def _listed(kind: str, text: str) -> list[str]:
    """The names of the longest list of a kind in a request."""
    rows = (_found("listed name", each) for each in _found(kind, text))
    kept = (
        [each for each in row if not NAMES.pattern("no member").fullmatch(each)] for row in rows
    )
    return max(kept, key=len, default=[])


def _found(kind: str, text: str) -> list[str]:
    """The texts for all matches of the rules of a kind."""
    return [row.filled(match) for row in _RULES.rows(kind) for match in row.pattern.finditer(text)]


def _pascal(name: str) -> str:
    return "".join(map(capitalized, name.split("_")))


@cache
def _entries(part: int) -> Mapping[str, _Entry]:
    """The languages by their fences, or the well-known functions by their names."""
    found = {}
    for head, body in blocks(parts("forms/code/code.txt")[part]).items():
        name, about, types = head.split(" | ")
        rows = (row.split(None, 1) for row in re.split(r"\n(?=\S)", body))
        texts = {kind: re.sub(r"\n {20}", "\n", text) for kind, text in rows}
        found[name] = _Entry(name, about, pattern(about, re.IGNORECASE), types, texts)
    return found
