"""Writers of values in YAML, TOML and XML."""

from __future__ import annotations

import json
import re
from textwrap import indent
from typing import Any
from xml.sax.saxutils import escape

from mockserver.chat.model.text.literals import as_text, scalar


def as_yaml(value: Any) -> str:
    """A value of JSON in YAML."""
    if not isinstance(value, (dict, list)) or not value:
        text = value if isinstance(value, str) and scalar(value) == value else ""
        is_safe = text and not re.search(r"[:#\n]|^\W", text)
        return text if is_safe else json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "\n".join(f"- {indent(as_yaml(each), '  ').lstrip()}" for each in value)
    rows = []
    for name, each in value.items():
        text = indent(as_yaml(each), "  ")
        is_below = isinstance(each, (dict, list)) and each
        rows.append(f"{name}:\n{text}" if is_below else f"{name}: {text.lstrip()}")
    return "\n".join(rows)


def as_toml(value: Any, path: str = "") -> str:
    """A value of JSON in TOML: plain values first, then a section for each object."""
    pairs = value.items() if isinstance(value, dict) else [("items", value)]
    rows, sections = list[str](), list[str]()
    for name, each in pairs:
        below, is_list = each if isinstance(each, list) else [each], isinstance(each, list)
        if below and all(isinstance(one, dict) for one in below):
            head = f"[[{path}{name}]]" if is_list else f"[{path}{name}]"
            sections += (f"{head}\n{as_toml(one, f'{path}{name}.')}" for one in below)
        elif each is not None:
            rows.append(f"{name} = {json.dumps(each, ensure_ascii=False)}")
    return "\n\n".join(["\n".join(rows), *sections] if rows else sections)


def as_xml(value: Any, tag: str) -> str:
    """A value of JSON as an element of XML. If the tag is empty, it is the only key of an object or
    else `root`; the items of a list have the singular of its name."""
    if not tag and isinstance(value, dict) and len(value) == 1:
        tag, value = next(iter(value.items()))
    tag = tag or "root"
    name = re.sub(r"\W+", "_", tag)
    if not isinstance(value, (dict, list)):
        return f"<{name}>{escape('' if value is None else as_text(value))}</{name}>"
    item = name[:-1] if name.endswith("s") else "item"
    pairs = value.items() if isinstance(value, dict) else ((item, each) for each in value)
    inner = "\n".join(as_xml(each, key) for key, each in pairs)
    return f"<{name}>\n{indent(inner, '  ')}\n</{name}>"
