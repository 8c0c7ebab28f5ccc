"""Code: a skeleton for each language, with the name and the parameters that were asked for.

`code.json` holds the skeletons, of which the first one fits whose pattern the request shows, and
the values that functions return, by what they are asked to do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

import orjson

from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.forms.task import Task

_VERBS = re.compile(
    r"\b(?:that|which|to|for)\s+(?!the\b|a\b|an\b)(\w+?)(?:e?s)?\s+(?:a |an |the |all |two "
    r"|whether (?:a |an )?|if (?:a |an )?|given )*(\w+)",
    re.IGNORECASE,
)
_METHODS = re.compile(
    r"methods? (?:called |named )?[`\"']?(\w+)[`\"']?(?:(?:,| and|, and) [`\"']?(\w+)[`\"']?)?"
)
_RETURNED = re.compile(r"\breturns? ([a-z]\w? ?[-+*/] ?\w+)")
_NO_TABLES = frozenset("the a this in from into of rows sql called named new my".split())
_FILTER = re.compile(
    r"\b(?:where|with|whose)\s+(?:the\s+)?[`\"']?(?P<column>\w+)[`\"']?\s*(?:is "
    r"|are |=|equals )?\s*"
    r"(?P<how>over|above|greater than|more than|older than|below|under|less than|>|<)?\s*(?:than )?"
    r"(?P<value>\d+)",
    re.IGNORECASE,
)


def block(task: Task, form: Code) -> str:
    """A fenced block in the language, and a sentence unless only code is wanted."""
    text = task.reading.question
    language = _stored()["languages"][form.language]
    said = _said(text, form, language)
    fits = (each for when, each in language["texts"] if re.search(when, text))
    fenced = f"```{form.language}\n{Template(next(fits)).substitute(said)}\n```"
    return fenced if form.alone else f"Here is a small example in {language['name']}.\n\n{fenced}"


@cache
def _stored() -> Any:
    return orjson.loads((files(__package__) / "code.json").read_bytes())


def _said(text: str, form: Code, language: Mapping[str, Any]) -> dict[str, str]:
    """All that a skeleton may name."""
    words = [form.name] if form.name else _words(text)
    two = re.search(r"(?<![a-z])two\b|\badds?\b", text, re.IGNORECASE)
    given = form.parameters or (("a", "b") if two else ("value",))
    parameter = Template(language.get("parameter", "$parameter"))
    camel = words[0] + "".join(word.capitalize() for word in words[1:])
    methods = filter(None, found.groups()) if (found := _METHODS.search(text)) else ()
    file, selector = re.search(r"\b[\w-]+\.\w{2,4}\b", text), re.search(r"[.#][a-z][\w-]*", text)
    said = {
        "name": "_".join(words),
        "camelName": camel,
        "TypeName": camel[0].upper() + camel[1:],
        "parameters": ", ".join(parameter.substitute(parameter=each) for each in given),
        "ones": ", ".join("1" for _ in given),
        "sum": " + ".join(given[:2]),
        "fields": "\n".join(f"        self.{each} = {each}" for each in given),
        "members": "\n".join(f"  {each}: string;" for each in form.parameters or ("id", "name")),
        "methods": "\n\n".join(map(_method, methods)),
        "file": file[0] if file else "file.txt",
        "selector": selector[0] if selector else ".box",
        "query": _query(text),
    }
    return said | {"value": _value(text, given, said, of_python=form.language == "python")}


def _words(text: str) -> list[str]:
    """The words of a name for what the code is to do."""
    found = _VERBS.search(text)
    words = re.findall(r"[a-z]+", found[0].lower())[1:3] if found else ["handle", "value"]
    return [word for word in words if word not in ("a", "an", "the", "given")] or ["handle"]


def _value(text: str, given: tuple[str, ...], said: dict[str, str], *, of_python: bool) -> str:
    """The value that a function returns, as it is stated, or by what the request says it does."""
    first, second = (*given, "other")[:2]
    if stated := _RETURNED.search(text):
        return re.sub(r"\b[a-z]\w?\b", first, stated[1], count=1)
    for when, *written in _stored()["values"]:
        if re.search(when.replace(r"\b", "(?<![a-z])", 1), text, re.IGNORECASE):
            return Template(written[not of_python]).substitute(said, a=first, b=second)
    return first


def _method(name: str) -> str:
    return (
        f"    def {name}(self, *values):\n        self.values.extend(values)\n"
        "        return self.values"
    )


def _query(text: str) -> str:
    """A query of the table, columns, conditions and order that the request mentions."""
    table = _table(text)
    listed = re.search(r"(?i)columns?\s*:?\s+((?:[`\"']?\w+[`\"']?(?:,? and |, )?)+)", text)
    named = re.findall(r"\w+", listed[1]) if listed else []
    columns = [each for each in named if each not in ("and", "from", "in")]
    if re.search(r"(?i)create (?:a |the )?(?:\w+ )?table", text):
        rows = ",\n".join(f"  {each} TEXT" for each in columns or ["id", "name"])
        return f"CREATE TABLE {table} (\n{rows}\n);"
    if re.search(r"(?i)\bcount|how many\b", text):
        return f"SELECT COUNT(*) FROM {table};"
    query = [f"SELECT {', '.join(columns) or '*'}", f"FROM {table}"]
    if older := re.search(r"(?i)(older|younger) than (\d+)", text):
        query.append(f"WHERE age {'>' if older[1].lower() == 'older' else '<'} {older[2]}")
    elif where := _FILTER.search(text):
        below = where["how"] in ("below", "under", "less than", "<")
        sign = "<" if below else ">" if where["how"] else "="
        query.append(f"WHERE {where['column']} {sign} {where['value']}")
    if order := re.search(r"(?i)\b(?:order(?:ed)? by|sorted by|by)\s+[`\"']?(\w+)", text):
        query.append(f"ORDER BY {order[1]}")
    elif re.search(r"(?i)\b(?:newest|latest|most recent)\b", text):
        query.append("ORDER BY created_at DESC")
    if limit := re.search(r"(?i)\b(?:top|first|limit|latest|last|the)\s+(\d+)\b", text):
        query.append(f"LIMIT {limit[1]}")
    return "\n".join(query) + ";"


def _table(text: str) -> str:
    before = re.search(r"(?i)[`\"']?(\w+)[`\"']?\s+table", text)
    behind, source, every = (
        re.search(rf"(?i)\b{noun}\s+(?:(?:the|called|named)\s+)*[`\"']?(?!the\b|sql\b)(\w+)", text)
        for noun in ("table", "(?:from|in|into)", "all")
    )
    named = (found[1] for found in (before, behind, source, every) if found)
    return next((name for name in named if name.lower() not in _NO_TABLES), "items")
