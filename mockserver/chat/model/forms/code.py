"""Code: a function, a class, a page or a command, with the names in the request.

`code.txt` has what the languages write, the bodies of well-known functions, and rules for the
places in both. `queries` writes SQL.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import NamedTuple

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.demands.typed import schema_of_key
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named, words_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import blocks, parts, table

_RULES = table("forms/code.txt", 2)
_READ = 4_000
_PLACE = pattern(r"\{(\w+)\}")
_TYPE = r"(&?\w+(?:\.\w+)*(?:[<\[][\w, <>]*[>\]])?)"
"""A type in a signature, such as `u64` or `list[int]`."""

_WORD = "(?:int|integer|str|string|float|number|bool|boolean|date|datetime|double|decimal)"
"""A type in words."""

_DEFAULT = r"(?:(?! and\b)[^,;.\n]){0,24}?,? \(?(?:default\w*|=)(?: (?:to|of|value|is|as))* "
_JOINTS = {"parameters": ", ", "symbols": ", ", "methods": "\n\n"}
"""The texts between the items of lists that are not on lines of their own."""

Item = tuple[str, str]
"""The name and the type of an item in code, such as a parameter."""


class _Entry(NamedTuple):
    """A language, or a function with a pattern for requests for it."""

    name: str
    about: str
    cue: re.Pattern[str]
    types: str
    parts: Mapping[str, str]


def block(task: Task, form: Code) -> str:
    """A fenced block of code, introduced by a sentence unless only code is wanted."""
    text = task.reading.question[:_READ]
    if form.language == "sql":
        what, written = "the query", query(text, task.reading.system[:_READ])
    else:
        what, written = _Snippet(text, form).written()
    fenced = f"```{form.language or 'python'}\n{written}\n```"
    if form.bare or form.alone:
        return written if form.bare else fenced
    return f"Here is {what}:\n\n{fenced}"


class _Snippet:
    """One piece of code in a language, about a function that is known or not."""

    def __init__(self, text: str, form: Code) -> None:
        self._text = text
        self._form = form
        self._fence = form.language or "python"
        unknown = _Entry("", "", pattern(""), "value:any -> any", {})
        self._language = _entries(0).get(self._fence, unknown._replace(types=""))
        self._types = dict(each.split("=") for each in self._language.types.split())
        request, count = f"{words_of(form.name)} {text}", len(form.parameters)
        known = (e for e in _entries(1).values() if count in (0, e.types.count(":")))
        fitting = (each for each in known if each.cue.search(request))
        self._function = next(fitting, unknown)
        takes, _, self._returns = self._function.types.partition("-> ")
        self._takes = [(each[0], each[-1]) for each in (e.split(":") for e in takes.split())]
        kinds = (each for each in _RULES.texts("kind", text) if each in self._language.parts)
        self._kind = next(kinds, "function")
        self._is_type = self._kind in ("class", "type", "component")

    def written(self) -> tuple[str, str]:
        """A description of the code, and the code."""
        if self._fence == "css":
            return "the style", self._style()
        template = self._styled(self._kind)
        code = self._filled(template or _RULES.text(self._fence, self._text))
        code = re.sub(r"\n{3,}(?=[ \t])", "\n\n", re.sub(r"(?m)[ \t]+$", "", code)).strip()
        kind = "short program" if self._kind == "main" else self._kind.replace("-", " ")
        return f"a {kind} in {self._language.about}" if template else "one way to do it", code

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
        if place in self._lists:
            items = (self._item(place, *each) for each in self._lists[place])
            return _JOINTS.get(place, "\n").join(items)
        if place == "body":
            return self._filled(self._body)
        if place == "sequence":
            return _sequence(self._text)
        if place == "elements":
            return self._filled("\n".join(_RULES.texts(place, self._text)) or "<p>{text}</p>")
        if _RULES.rows(place):
            return _RULES.text(place, self._text)
        return self._names.get(place)

    def _item(self, place: str, name: str, type_: str) -> str:
        """An item of a list as the language writes it."""
        bare = re.escape(name)
        optional = rf"optional (?:{_WORD} )?{bare}\b|\b{bare}(?:\?| \([^()]*optional| is optional)"
        style = "optional" if re.search(optional, self._text) else ""
        default = re.search(rf"\b{bare}\b{_DEFAULT}[`\"']?([\w.-]*\w)", self._text)
        if default and not style:
            style = "default"
        elif place == "pairs" and not re.fullmatch(r"-?\d[\d.]*|true|false|\[.*\]", type_):
            style = "text"
        value = default[1] if default else ""
        is_text = value.isalpha() and value.lower() not in ("true", "false", "none", "null")
        values = {
            "a": name, "A": _pascal(name), "U": re.sub(r"\W+", "_", name).upper(),
            "type": self._types.get(type_, type_), "default": f'"{value}"' if is_text else value,
        }  # fmt: skip
        return self._filled(self._styled(place, style) or "{a}", values)

    def _styled(self, kind: str, style: str = "") -> str:
        """The language's part of a kind, with types if the request asks for them."""
        style = style or _RULES.text("style", self._text)
        known = self._language.parts
        return known.get(f"{style}-{kind}") or known.get(kind, "")

    # The names in the code

    @cached_property
    def _names(self) -> Mapping[str, str]:
        """The values of places for names, types and examples."""
        first, second, *_ = [name for name, _ in self._parameters] + ["value", "other"]
        sample, _, expected = self._function.parts.get("example", "1 = 1").partition(" = ")
        name = self._form.name or ("Example" if self._is_type else self._name)
        return {
            "name": name, "Name": _pascal(name), "a": first, "b": second,
            "result": self._result, "sample": sample, "expected": expected,
        }  # fmt: skip

    @property
    def _name(self) -> str:
        """A name for what the code does, in the style of the language."""
        name = self._function.name or "handle"
        is_snake = self._fence in ("python", "rust", "ruby")
        return name if is_snake else name[0] + _pascal(name)[1:]

    @cached_property
    def _parameters(self) -> Sequence[Item]:
        """The parameters and their types, from the request or else of the well-known function."""
        usual = [type_ for _, type_ in self._takes] + ["any"] * len(self._form.parameters)
        pairs = zip(self._form.parameters, usual, strict=False)
        return [(name, self._stated(name) or type_) for name, type_ in pairs] or self._takes

    @property
    def _body(self) -> str:
        """The body of the function, with places."""
        bodies = self._function.parts
        own = bodies.get(self._fence) or bodies.get(self._types.get("like", ""))
        returned = _RULES.text("returned", self._text)
        expression = returned or ("" if own else bodies.get("any", ""))
        plain = self._language.parts.get("body", "")
        return plain.replace("{a}", expression) if expression else own or plain

    @property
    def _result(self) -> str:
        """The type of the result, empty if it is not stated and the language needs none."""
        if found := re.search(rf"(?:->|\w\([^()\n]*\) ?:(?! ?return)) ?{_TYPE}", self._text):
            return found[1]
        stated = [self._stated(name) for name in self._form.parameters]
        is_alike = [type_ for _, type_ in self._takes[:1]] == [self._returns]
        type_ = stated[0] if is_alike and any(stated) else self._returns
        return self._types.get(type_, type_ if type_ in stated else "")

    def _stated(self, name: str) -> str:
        """The type of a name, in a signature, in brackets after it, or in words."""
        bare = re.escape(name)
        typed = (
            rf"\b{bare}[`\"']?(?:: ?{_TYPE}| \((\w+)\)|,? (?:as|is) an? (\w+)"
            rf"|,? (?:(?:as|an?|of type|optional) ){{0,2}}({_WORD})\b)|\b({_WORD}) {bare}\b"
        )
        found = re.search(typed, self._text)
        return found[found.lastindex or 1] if found else ""

    # The lists in the code

    @cached_property
    def _lists(self) -> Mapping[str, Sequence[Item]]:
        """The items of what the code lists, by places."""
        listed = _listed("members", self._text)
        members = [*self._form.parameters] or listed
        methods = _listed("methods", self._text)
        methods = methods or [each for each in members if named("method").fullmatch(each)]
        members = [each for each in members if each not in methods] or ["name"] * self._is_type
        typed = [(each, self._stated(each) or _usual_type(each)) for each in members]
        kinds = [each.lower() for each in _found("input", self._text)]
        inputs = listed if {*kinds} <= {*listed} else dict.fromkeys(kinds)
        entries = re.split(r",\s*(?:and |or )?| and | or ", _RULES.text("entries", self._text))
        shown = [(bare, "") for each in entries if (bare := each.strip(" .\"'`"))]
        shown = shown or [("One", ""), ("Two", ""), ("Three", "")]
        return {
            "parameters": typed if self._is_type else self._parameters,
            "fields": typed, "members": typed, "symbols": typed,
            "methods": [(each, "any") for each in methods],
            "inputs": [(e, e if e in kinds else "text") for e in inputs or ["name"]],
            "entries": shown, "options": shown, "links": shown,
            "ports": [(each, "") for each in _found("port", self._text) or ("8080:80",)],
            "runs": [(each, "") for each in _found("run", self._text) or ("make test",)],
            "pairs": [*_pairs(listed, self._text).items()],
        }  # fmt: skip


def _usual_type(name: str) -> str:
    return _RULES.text("type", name) or str(schema_of_key(name)["type"])


def stated_pairs(text: str, rows: Sequence[str] = ()) -> dict[str, str]:
    """The keys and values that rows and the words of a request state."""
    stated = (re.split(r",\s*(?:and )?| and ", each) for each in _found("stated", text))
    found = map(_RULES.pattern("pair").fullmatch, [*rows, *chain.from_iterable(stated)])
    known = {each["name"].replace(" ", "_"): each["switch"] or each["it"] for each in found if each}
    return {key: _RULES.text("switched", it) or it.strip("`\"'") for key, it in known.items()}


def _pairs(keys: Sequence[str], text: str) -> Mapping[str, str]:
    """The pairs of a configuration: those that a request states, else its keys."""
    stated = stated_pairs(text, items_in(request_and_text(text)[1]))
    return stated or {key: _RULES.text("yaml value", key) for key in keys or ("name", "version")}


def _sequence(text: str) -> str:
    """The regular expression of the characters that a text lists: `two letters and a dash`."""
    found = [
        (match.start(), f"{row.text}{{{amount_of(match['n'])}}}" if match["n"] else f"{row.text}")
        for row in _RULES.rows("sequence")
        for match in row.pattern.finditer(text)
    ]
    return "".join(part for _, part in sorted(found))


def _listed(kind: str, text: str) -> list[str]:
    """The names of the longest list of a kind in a request."""
    rows = (_found("listed name", each) for each in _found(kind, text))
    kept = ([each for each in row if not named("no member").fullmatch(each)] for row in rows)
    return max(kept, key=len, default=[])


def _found(kind: str, text: str) -> list[str]:
    """The texts for all matches of the rules of a kind."""
    rows = _RULES.rows(kind)
    return [row.filled(match) for row in rows for match in row.pattern.finditer(text)]


def _pascal(name: str) -> str:
    return "".join(map(capitalized, name.split("_")))


@cache
def _entries(part: int) -> Mapping[str, _Entry]:
    """The languages by their fences (part 0), or the well-known functions by their names (1)."""
    found = {}
    for head, body in blocks(parts("forms/code.txt")[part]).items():
        name, about, types = head.split(" | ")
        rows = (row.split(None, 1) for row in re.split(r"\n(?=\S)", body))
        texts = {kind: re.sub(r"\n {20}", "\n", text) for kind, text in rows}
        found[name] = _Entry(name, about, pattern(about, re.IGNORECASE), types, texts)
    return found
