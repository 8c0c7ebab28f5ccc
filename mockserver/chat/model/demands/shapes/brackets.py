"""The syntax of objects in brackets: JSON, TypeScript, pydantic, each read as fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from mockserver.chat.model.text.patterns import pattern

MOST = 64
"""The most keys of one object, and objects of one text, that are read."""

OPEN = pattern(
    r"\{\s*(?:\{\s*)?(?:[\"'`]?[A-Za-z_][\w .-]{0,40}[\"'`]?\s*(?:\??\s*:"
    r"|(?:\([^(){}\n]{1,80}\))?\s*,\s*[\"'`]?[A-Za-z_])|//|#|\.\.\.|\u2026|\})"
)
"""The beginning of an object: a key with a value, or a name in a list of names."""

KEY = pattern(
    r"[\"'`]?(?P<key>[A-Za-z_$][\w $.-]{0,60}?)[\"'`]?\s*(?P<optional>\?)?\s*:\s*(?P<value>(?s:.*))"
    r"|[\"'`]?(?P<bare>[A-Za-z_]\w{0,40})[\"'`]?\s*(?:\((?P<remark>[^()]*)\))?"
)
"""A key with its value, or a name in a list of names, which may have a remark."""

_TOKEN = pattern(
    r"\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'[^'\n]*'|<[^<>\n]{0,80}>|(?P<comment>(?<![:\w])(?://|#)[^\n]{0,200})"
    r"|(?s:.)"
)
"""A quoted text, a place to fill, a comment, or else a single character."""

_CLASS = pattern(
    r"(?:class\s+(?P<model>\w+)\s*\([^)\n]*(?:BaseModel|TypedDict)[^)\n]*\)"
    r"|@dataclass[^\n]*\s*class\s+(?P<data>\w+)[^:\n]*):[^\n]*\n"
    r"(?P<body>(?:[ \t]+[^\n]*(?:\n|$)|\s*\n)+)"
)
"""A class of pydantic or a dataclass, with the lines below it."""

_MEMBER = pattern(r"^[ \t]+(?!(?:class|def|model_config)\b)(\w+\s*:[^\n]+)$", re.MULTILINE)
"""A field of a Python class, on its line."""

_CONSTANT = pattern(r"=\s*[\"']([^\"'\n]+)[\"']")
"""The value of a member of an enumeration."""

_ENUM = pattern(r"class\s+(\w+)\s*\([^)\n]*Enum[^)\n]*\):[^\n]*\n((?:[ \t]+[^\n]*(?:\n|$))+)")
"""A Python enumeration, with the lines below its head."""


class Field(NamedTuple):
    """A field of an object or an element of a list, as written, and the comment after it."""

    written: str
    comment: str = ""


def fields_at(text: str, at: int) -> tuple[list[Field], int]:
    """The fields between the bracket at an index, which may be doubled, and its closing bracket,
    and the index after that."""
    fields, current, depth, is_line_new = list[Field](), "", 0, True
    for token in _TOKEN.finditer(text, at + 2 if text.startswith(("{{", "[["), at) else at + 1):
        part = token[0]
        is_value_below = part == "\n" and current.rstrip().endswith(":")
        if token["comment"] and not depth:
            comment = part.strip("/# ")
            if current.strip():
                fields.append(Field(current.strip(), comment))
            elif fields and not is_line_new:
                fields[-1] = fields[-1]._replace(comment=comment)
            current = ""
        elif depth or part not in ",;\n}]" or is_value_below:
            if part in "{[(":
                depth += 1
            elif part in "}])":
                depth = max(depth - 1, 0)
            current += part
        else:
            if current.strip():
                fields.append(Field(current.strip()))
            current, is_line_new = "", part == "\n"
            if part in "}]" or len(fields) > MOST:
                return fields, token.end()
    return fields, len(text)


def with_interfaces(text: str) -> str:
    """A text with its Python classes as TypeScript interfaces, their defaults as comments."""
    return _CLASS.sub(_as_interface, text)


def _as_interface(found: re.Match[str]) -> str:
    rows = (re.sub(r"\s*=\s*", " // ", row, count=1) for row in _MEMBER.findall(found["body"]))
    return "\n".join([f"interface {found['model'] or found['data']} {{", *rows, "}\n"])


def enums_in(text: str) -> Mapping[str, list[str]]:
    """The values of the enumerations that a text declares in Python, by their names."""
    return {name: _CONSTANT.findall(body) for name, body in _ENUM.findall(text)}
