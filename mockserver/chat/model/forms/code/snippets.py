"""A snippet: one piece of code, written by filling the templates of its language.

A template has places for the names and lists of a specification: `{name}`, `{parameters}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.forms.code.catalogue import CODE
from mockserver.chat.model.forms.code.pairs import nested
from mockserver.chat.model.forms.code.specification import Specification, pascal
from mockserver.chat.model.forms.words import as_words
from mockserver.chat.model.text.markup import as_yaml
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import stripped

_PLACE = pattern(r"\{(\w+)\}")

_JOINTS = {
    "parameters": ", ", "symbols": ", ", "methods": "\n\n", "getters": "\n\n",
    "targets": "\n\n", "phony": " ",
}  # fmt: skip
"""The texts between the items of lists that are not on lines of their own."""


class Snippet:
    """Code for a request, with a function that is well known or not."""

    def __init__(self, specification: Specification) -> None:
        self._spec = specification

    def written(self) -> tuple[str, str]:
        """A description of the code, and the code."""
        spec = self._spec
        if spec.fence == "css":
            return "the style", self._style()
        whole = "" if spec.kind == "test" else spec.own("whole-{}", spec.algorithm)
        kinds = spec.kind.split("+")
        template = "\n\n\n".join(filter(None, map(self._styled, kinds, ("", "added"))))
        code = whole or self._filled(template or CODE.text(spec.fence, spec.text))
        if key := CODE.text("key of the result", spec.text):
            code = re.sub(r"\breturn (.+)", rf'return {{"{key}": \1}}', code)
        code = re.sub(r"\n{3,}(?=[ \t])", "\n\n", re.sub(r"(?m)[ \t]+$", "", code)).strip()
        used = [
            f"import {each}\n"
            for each in spec.language.parts.get("modules", "").split()
            if re.search(rf"(?<![\w.]){each}\.[a-z]", code) and f"import {each}" not in code
        ]
        code = "".join([*used, "\n\n" if used else "", code])
        kind = "short program" if spec.kind == "main" else kinds[0].replace("-", " ")
        is_plain = template and not whole
        return f"a {kind} in {spec.language.about}" if is_plain else "one way to do it", code

    def _style(self) -> str:
        """A CSS rule with the requested declarations, and another for `:hover` if requested."""
        selector = CODE.text("selector", self._spec.text)
        resting, _, hovering = self._spec.text.partition("hover")
        written = []
        for suffix, request in (("", resting), (":hover", hovering)):
            usual = "; ".join(CODE.texts("css", request)).split("; ")
            stated = {each["name"]: each["it"] for each in CODE.find_all("declared", request)}
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
        if place == "pairs" and self._spec.fence == "yaml":
            return as_yaml(nested(self._spec.lists[place]))
        if place in self._spec.lists:
            items = (self._item(place, *each) for each in self._spec.lists[place])
            return _JOINTS.get(place, "\n").join(items)
        if place in ("body", "comment"):
            return self._body if place == "body" else self._documentation(place)
        if place in ("elements", "served", "scheduled"):
            texts = islice(CODE.texts(place, self._spec.text), None if place == "elements" else 1)
            return self._filled("\n".join(texts) or "<p>{text}</p>")
        known = self._spec.names.get(place)
        return CODE.text(place, self._spec.text) if CODE.rows(place) else known

    def _item(self, place: str, name: str, type_: str) -> str:
        """An item of a list as the language writes it."""
        values = {
            "a": name, "A": pascal(name), "U": re.sub(r"\W+", "_", name).upper(),
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
        return "optional" if CODE.matches("optional name", self._spec.about(name)) else ""

    def _method(self, name: str) -> dict[str, str]:
        """The values of places for a method: its parameters, and what it does."""
        listed = re.search(rf"\b{re.escape(name)}\b[`\"']?\(([\w, ]*)\)", self._spec.text)
        takes = stripped(listed[1].split(",")) if listed else []
        (member, _), *_ = self._spec.lists["fields"]
        does = CODE.text("does", as_words(name)).replace("{member}", member)
        takes = takes or re.findall(r"\bvalue\b", does)
        does = does.replace("value", takes[0]) if takes else does
        if self._spec.fence != "python":
            does = does.replace("self.", "this.").replace(".append(", ".push(")
        written = (self._item("parameters", each, "any") for each in takes)
        return {"takes": ", ".join(written), "self": ", ".join(["self", *takes]), "does": does}

    def _styled(self, kind: str, style: str = "") -> str:
        """The language's part of a kind, with types if the request asks for them."""
        style = style or CODE.text("style", self._spec.text)
        known = self._spec.language.parts
        return known.get(f"{style}-{kind}") or known.get(kind, "")

    def _translated_type(self, type_: str) -> str:
        """A type in the language; that of a row of values, such as `string[]`, too."""
        inner = type_.removesuffix("[]")
        written = self._spec.types.get(inner, inner)
        return written if inner == type_ else self._spec.types.get("row", "*").replace("*", written)

    @property
    def _body(self) -> str:
        """The body of the function; what it returns may be written alike in all languages."""
        usual = self._spec.language.parts.get("body", "")
        usual = usual.replace("{a}", self._spec.algorithm.parts.get("any", "{a}"))
        kind = "doctest" if CODE.matches("doctests", self._spec.text) else "docstring"
        return self._filled(self._documentation(kind)) + self._filled(
            self._spec.own("{}", self._spec.algorithm) or usual
        )

    def _documentation(self, part: str) -> str:
        """A line that says what a function does, as the language writes it, if one is wanted."""
        template = self._spec.language.parts.get(part)
        is_wanted = template and CODE.matches("documented", self._spec.text)
        name = as_words(self._spec.names["name"]).lower()
        purpose = capitalized(self._spec.task or CODE.text("purpose of a name", name))
        return f"{template}\n".replace("{purpose}", f"{purpose}.") if is_wanted else ""
