"""Code: a function, a class, a test or a command, with the names in the request.

`code.txt` has the languages, the bodies of well-known functions, and whole pieces such as commands.
`queries` writes SQL.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import NamedTuple

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.demands.typed import schema_of_key
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import blocks, parts, table

_EXAMPLES = parts("forms/code.txt")[0]
_RULES = table("forms/code.txt", 1)
_READ = 4_000
_PLACE = pattern(r"\{(\w+)\}")
_TYPE = r"(&?\w+(?:\.\w+)*(?:[<\[][\w, <>]*[>\]])?)"
"""A type in a signature, such as `u64` or `list[int]`."""

_INPUTS = ("email", "password", "date", "number", "tel", "url")
_PAIR = pattern(r"(?:the )?([\w.-]+)(?: is| =|:| set to| to) (?:[^()]*\((true|false|\d+)\)|(\S.*))")


class _Language(NamedTuple):
    name: str
    types: Mapping[str, str]
    parts: Mapping[str, str]


class _Function(NamedTuple):
    name: str
    cue: re.Pattern[str]
    """A pattern that requests for it match."""

    parameters: Sequence[Sequence[str]]
    """The names and types of the parameters."""

    returns: str
    """The type of the result."""

    bodies: Mapping[str, str]
    """The body in each language."""


def block(task: Task, form: Code) -> str:
    """A fenced block of code, introduced by a sentence unless only code is wanted."""
    text = task.reading.question[:_READ]
    language = form.language or "python"
    what, written = _written(text, task.reading.system[:_READ], form, language)
    if form.bare:
        return written
    fenced = f"```{language}\n{written}\n```"
    if form.alone:
        return fenced
    purpose = _RULES.text("purpose", text)
    if purpose and _RULES.text("explained below", text):
        return f"{fenced}\n\nThe code {purpose}."
    return f"Here is {what}:\n\n{fenced}"


def _written(text: str, system: str, form: Code, language: str) -> tuple[str, str]:
    """A description of the requested code, and the code."""
    if language == "sql":
        return "the query", query(text, system)
    if known := _languages().get(language):
        return _Snippet(text, form, known).written()
    values = _values(text)
    if language == "css":
        return "the style", _style(text, values)
    if language == "html":
        elements = "\n".join(_RULES.texts("html", text)) or "<h1>Hello</h1>\n<p>A short page.</p>"
        page = _filled(_RULES.text("page", text), {"elements": elements, **values})
        return "a small page", _filled(page, values)
    return "one way to do it", _filled(_RULES.text(language, text), values)


def _style(text: str, values: Mapping[str, str]) -> str:
    """A CSS rule with the requested declarations, and another one for `:hover` if requested."""
    selector = _RULES.text("selector", text)
    resting, _, hovering = text.partition("hover")
    written = []
    for suffix, request in (("", resting), (":hover", hovering)):
        usual = "; ".join(_RULES.texts("css", request)).split("; ")
        stated = {each["name"]: each["it"] for each in _RULES.find_all("declared", request)}
        declared = dict(each.split(": ", 1) for each in usual if each) | stated
        if declared:
            rows = "".join(f"  {name}: {value};\n" for name, value in declared.items())
            written.append(f"{selector}{suffix} {{\n{_filled(rows, values)}}}")
    return "\n\n".join(written)


def _values(text: str) -> dict[str, str]:
    """The values in a request that code may need: a file, a number, a URL, a colour, keys."""
    keys = _listed("members", text)
    found = (_PAIR.fullmatch(each) for each in items_in(request_and_text(text)[1]))
    known = {each[1]: each[2] or each[3] for each in found if each}
    lacking = [each for each in keys or ("name", "version") if each not in known]
    usual = {each: _RULES.text("yaml value", each) for each in lacking if keys or not known}
    types = [each for each in _INPUTS if re.search(rf"\b{each}\b", text)]
    fields = keys if {*types} <= {*keys} else types
    inputs = ((each, each if each in _INPUTS else "text") for each in fields or ("name",))
    ports = re.findall(r"\bports? (\d{2,5})\b(?!:)", text)
    pairs = re.findall(r"\b\d{2,5}:\d{2,5}\b", text) or [f"{each}:{each}" for each in ports]
    entries = _entries(text) or ["One", "Two", "Three"]
    names = (
        "file", "count", "url", "text", "extension", "colour", "colours", "button", "action",
        "field", "service", "image",
    )  # fmt: skip
    lists = {
        "pairs": [f"{name}: {value}" for name, value in (known | usual).items()],
        "inputs": [f'<input name="{name}" type="{type_}">' for name, type_ in inputs],
        "entries": [f"<li>{each}</li>" for each in entries],
        "options": [f"<option>{each}</option>" for each in entries],
        "links": [f'<a href="#{each.lower().replace(" ", "-")}">{each}</a>' for each in entries],
        "ports": [f'- "{each}"' for each in pairs or ["8080:80"]],
    }
    values = {name: _RULES.text(name, text) for name in names}
    return values | {name: "\n".join(each) for name, each in lists.items()}


def _entries(text: str) -> list[str]:
    """The entries of a list in a request, without their quotation marks."""
    parts = re.split(r",\s*(?:and |or )?| and | or ", _RULES.text("entries", text))
    return [bare for part in parts if (bare := part.strip(" .\"'`"))]


class _Snippet:
    """One piece of code in a programming language."""

    def __init__(self, text: str, form: Code, language: _Language) -> None:
        self._text = text
        self._form = form
        self._language = language
        request = f"{words_of(form.name)} {text}"
        count = len(form.parameters)
        known = (
            each
            for each in _functions()
            if each.cue.search(request) and (not count or len(each.parameters) == count)
        )
        parameters = [("value", "any")]
        self._function = next(known, _Function("", re.compile(""), parameters, "any", {}))
        kinds = (each for each in _RULES.texts("kind", text) if each in language.parts)
        self._kind = next(kinds, "function")

    def written(self) -> tuple[str, str]:
        """A description of the code, and the code."""
        is_type = self._kind in ("class", "type", "component")
        parameters = self._parameters
        members = [*self._form.parameters] or _listed("members", self._text)
        methods = _listed("methods", self._text)
        methods = methods or [each for each in members if named("method").fullmatch(each)]
        members = [each for each in members if each not in methods] or ["name"] * is_type
        usual = (_RULES.text("type", each) or str(schema_of_key(each)["type"]) for each in members)
        typed = [(e, self._stated(e) or type_) for e, type_ in zip(members, usual, strict=True)]
        example = self._function.bodies.get("example", "1 = 1").partition(" = ")
        name = self._form.name or ("Example" if is_type else self._name)
        values = {
            **_values(self._text),
            "name": name,
            "Name": _pascal(name),
            "a": parameters[0][0] if parameters else "value",
            "b": parameters[1][0] if len(parameters) > 1 else "other",
            "result": self._returned_type,
            "parameters": self._parts("parameter", typed if is_type else parameters, ", "),
            "fields": self._parts("field", typed, "\n"),
            "members": self._parts("member", typed, "\n"),
            "methods": self._parts("method", [(e, "any") for e in methods], "\n\n", _pascal(name)),
            "symbols": ", ".join(f":{each}" for each in members),
            "sample": example[0],
            "expected": example[2],
        }
        values["body"] = _filled(self._body, values)
        code = _filled(self._styled(self._kind), values)
        trimmed = re.sub(r"(?m)[ \t]+$", "", code)
        kind = "short program" if self._kind == "main" else self._kind
        code = re.sub(r"\n{3,}(?=[ \t])", "\n\n", trimmed).strip()
        return f"a {kind} in {self._language.name}", code

    @property
    def _name(self) -> str:
        """A name for what the code does, in the style of the language."""
        name = self._function.name or "handle"
        is_snake = self._form.language in ("", "python", "rust", "ruby")
        return name if is_snake else name[0] + _pascal(name)[1:]

    @cached_property
    def _parameters(self) -> Sequence[Sequence[str]]:
        """The parameters and their types, from the request or else of the well-known function."""
        known, names = self._function.parameters, self._form.parameters
        usual_types = [type_ for _, type_ in known] + ["any"] * len(names)
        pairs = zip(names, usual_types, strict=False)
        return [(name, self._stated(name) or usual) for name, usual in pairs] or known

    @property
    def _body(self) -> str:
        plain = self._language.parts["body"]
        if returned := _RULES.text("returned", self._text):
            return _filled(plain, {"a": returned})
        bodies = self._function.bodies
        languages = (self._form.language, self._language.types.get("like", ""))
        if body := next(filter(None, map(bodies.get, languages)), None):
            return body
        expression = bodies.get("any")
        return _filled(plain, {"a": expression}) if expression else plain

    def _parts(self, kind: str, typed: Sequence[Sequence[str]], joint: str, owner: str = "") -> str:
        """Parameters, fields or methods, as the language writes each."""
        part, types = self._styled(kind) or "{a}", self._language.types
        values = (
            {"a": name, "A": _pascal(name), "type": types.get(type_, type_), "Name": owner}
            for name, type_ in typed
        )
        return joint.join(_filled(part, each) for each in values)

    def _styled(self, kind: str) -> str:
        """The language's part of a kind, with types if the request asks for them."""
        style = _RULES.text("style", self._text)
        known = self._language.parts
        return known.get(f"{style} {kind}") or known.get(kind, "")

    def _stated(self, name: str) -> str:
        """The type of a name, in a signature, in brackets after it, or in words."""
        typed = rf"\b{re.escape(name)}[`\"']?(?:: ?{_TYPE}| \((\w+)\)|,? (?:as|is) an? (\w+))"
        found = re.search(typed, self._text)
        return found[found.lastindex or 1] if found else ""

    @property
    def _returned_type(self) -> str:
        found = re.search(rf"(?:->|\w\([^()\n]*\) ?:(?! ?return)) ?{_TYPE}", self._text)
        if found:
            return found[1]
        known, stated = self._function, [self._stated(name) for name in self._form.parameters]
        is_alike = [kind for _, kind in known.parameters[:1]] == [known.returns]
        type_ = stated[0] if is_alike and any(stated) else known.returns
        return self._language.types.get(type_, type_ if type_ in stated else "")


def _listed(kind: str, text: str) -> list[str]:
    """The names of the longest list of a kind in a request."""
    lists = (each for found in _RULES.find_all(kind, text) for each in found.groups() if each)
    rows = (re.findall(r"(?:^|,|\band\b)\s*(?:and )?[`\"']?([A-Za-z_]\w*)", each) for each in lists)
    kept = ([each for each in row if not named("no member").fullmatch(each)] for row in rows)
    return max(kept, key=len, default=[])


def _pascal(name: str) -> str:
    return "".join(map(capitalized, name.split("_")))


def _filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its places filled. All lines of a value are indented like the first one."""

    def value(place: re.Match[str]) -> str:
        before = text[text.rfind("\n", 0, place.start()) + 1 : place.start()]
        indent = "" if before.strip() else before
        return values.get(place[1], place[0]).replace("\n", f"\n{indent}")

    return _PLACE.sub(value, text)


@cache
def _languages() -> Mapping[str, _Language]:
    """The languages of functions, by the names of their fences."""
    found = {}
    for head, body in blocks(_EXAMPLES.split("\n+++ ")[0]).items():
        fence, name, types = head.split(" | ")
        parts = (part.partition("\n") for part in f"\n{body}".split("\n-- ")[1:])
        by_kind = {kind: code.strip("\n") for kind, _, code in parts}
        found[fence] = _Language(name, dict(each.split("=") for each in types.split(" ")), by_kind)
    return found


@cache
def _functions() -> Sequence[_Function]:
    """The well-known functions."""
    found = []
    for entry in _EXAMPLES.split("\n+++ ")[1:]:
        head, _, body = entry.strip("\n").partition("\n")
        name, cue, types = head.split(" | ")
        takes, _, returns = types.partition("-> ")
        rows = (row.split(None, 1) for row in re.split(r"\n(?! )", body))
        bodies = {language: re.sub(r"\n {12}", "\n", code) for language, code in rows}
        parameters = [each.split(":") for each in takes.split()]
        found.append(_Function(name, re.compile(cue, re.IGNORECASE), parameters, returns, bodies))
    return found
