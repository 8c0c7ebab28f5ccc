"""Code: a small template for each language, with the name and the parameters that were asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.forms.task import Task

_VERBS = re.compile(
    r"\b(?:that|which|to|for)\s+(?!the\b|a\b|an\b)(\w+?)(?:e?s)?\s+(?:a |an |the |all |two |whether (?:a |an )?|if (?:a |an )?|given )*(\w+)",
    re.IGNORECASE,
)
_BODIES = (
    # what the request says            Python                        JavaScript, TypeScript
    (r"(?<![a-z])add|\bsum\b|\bplus\b",        "{a} + {b}",                  "{a} + {b}"),
    (r"(?<![a-z])subtract|\bdifference",       "{a} - {b}",                  "{a} - {b}"),
    (r"(?<![a-z])multipl|\bproduct\b",         "{a} * {b}",                  "{a} * {b}"),
    (r"(?<![a-z])divid",                       "{a} / {b}",                  "{a} / {b}"),
    (r"(?<![a-z])revers",                      "{a}[::-1]",                  "[...{a}].reverse().join('')"),
    (r"(?<![a-z])palindrom",                   "{a} == {a}[::-1]",           "{a} === [...{a}].reverse().join('')"),
    (r"(?<![a-z])even\b",                      "{a} % 2 == 0",               "{a} % 2 === 0"),
    (r"(?<![a-z])odd\b",                       "{a} % 2 == 1",               "{a} % 2 === 1"),
    (r"(?<![a-z])square",                      "{a} * {a}",                  "{a} * {a}"),
    (r"(?<![a-z])max|\blargest|\bbiggest",     "max({a})",                   "Math.max(...{a})"),
    (r"(?<![a-z])min\b|\bsmallest",            "min({a})",                   "Math.min(...{a})"),
    (r"(?<![a-z])sort",                        "sorted({a})",                "[...{a}].sort()"),
    (r"(?<![a-z])upper",                       "{a}.upper()",                "{a}.toUpperCase()"),
    (r"(?<![a-z])prime",                       "{a} > 1 and all({a} % i for i in range(2, int({a} ** 0.5) + 1))",
                                       "{a} > 1 && ![...Array({a}).keys()].slice(2).some(i => {a} % i === 0)"),
    (r"(?<![a-z])factorial",                   "1 if {a} < 2 else {a} * {name}({a} - 1)", "{a} < 2 ? 1 : {a} * {name}({a} - 1)"),
    (r"(?<![a-z])fibonacci",                   "{a} if {a} < 2 else {name}({a} - 1) + {name}({a} - 2)",
                                       "{a} < 2 ? {a} : {name}({a} - 1) + {name}({a} - 2)"),
    (r"(?<![a-z])vowel",                       "sum(letter in 'aeiou' for letter in {a}.lower())", "({a}.match(/[aeiou]/gi) || []).length"),
    (r"(?<![a-z])count|\blength",              "len({a})",                   "{a}.length"),
    (r"(?<![a-z])average|\bmean\b",            "sum({a}) / len({a})",        "{a}.reduce((x, y) => x + y, 0) / {a}.length"),
    (r"(?<![a-z])hello\b|\bgreet",             "f'Hello, {{{a}}}!'",         "`Hello, ${{{a}}}!`"),
)  # fmt: skip
"""The value that a function returns, by what it is asked to do; to teach another, add a row."""


def block(task: Task, form: Code) -> str:
    """A fenced block in the language, and a sentence unless only code is wanted."""
    text = task.reading.question
    name = form.name or _name_in(text, form.language)
    code = _WRITERS[form.language](text, name, form.parameters)
    fenced = f"```{form.language}\n{code}\n```"
    return (
        fenced if form.alone else f"Here is a small example in {_SAID[form.language]}.\n\n{fenced}"
    )


def _name_in(text: str, language: str) -> str:
    words = (
        re.findall(r"[a-z]+", found[0].lower())[1:3]
        if (found := _VERBS.search(text))
        else ["handle", "value"]
    )
    words = [word for word in words if word not in ("a", "an", "the", "given")] or ["handle"]
    if language in ("javascript", "typescript", "java", "go"):
        return words[0] + "".join(word.capitalize() for word in words[1:])
    return "_".join(words)


def _body(text: str, name: str, parameters: tuple[str, ...], column: int) -> str:
    first, second = (*parameters, "value", "other")[:2]
    if stated := re.search(r"\breturns? ([a-z]\w? ?[-+*/] ?\w+)", text):
        return re.sub(r"\b[a-z]\w?\b", first, stated[1], count=1)
    for row in _BODIES:
        if re.search(row[0], text, re.IGNORECASE):
            return row[column].format(a=first, b=second, name=name)
    return first


def _given(text: str, parameters: tuple[str, ...]) -> tuple[str, ...]:
    if parameters:
        return parameters
    return (
        ("a", "b") if re.search(r"(?<![a-z])two\b|\badds?\b", text, re.IGNORECASE) else ("value",)
    )


def _python(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    if re.search(r"(?<![a-z])class\b", text) and name[:1].isupper():
        named = re.search(
            r"methods? (?:called |named )?[`\"']?(\w+)[`\"']?(?:(?:,| and|, and) [`\"']?(\w+)[`\"']?)?",
            text,
        )
        if named:
            methods = [
                each for each in named.groups() if each and each not in ("and", "that", "to")
            ]
            defs = "\n\n".join(
                f"    def {each}(self, *values):\n        self.values.extend(values)\n        return self.values"
                for each in methods
            )
            return f"class {name}:\n    def __init__(self):\n        self.values = []\n\n{defs}"
        sets = "\n".join(f"        self.{each} = {each}" for each in given)
        return f"class {name}:\n    def __init__(self, {', '.join(given)}):\n{sets}"
    return f"def {name}({', '.join(given)}):\n    return {_body(text, name, given, 1)}"


def _javascript(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    return f"function {name}({', '.join(given)}) {{\n  return {_body(text, name, given, 2)};\n}}"


def _typescript(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    if re.search(r"\b(?:interface|type)\b", text):
        rows = "\n".join(f"  {each}: string;" for each in (parameters or ("id", "name")))
        return f"interface {name[0].upper()}{name[1:]} {{\n{rows}\n}}"
    typed = ", ".join(f"{each}: any" for each in given)
    return f"function {name}({typed}): any {{\n  return {_body(text, name, given, 2)};\n}}"


def _sql(text: str, name: str, parameters: tuple[str, ...]) -> str:
    table = re.search(
        r"(?i)\b(?:table|from|in|into)\s+(?:the\s+|called\s+|named\s+)*[`\"']?(?!the\b|sql\b)(\w+)[`\"']?(?:\s+table)?",
        text,
    )
    named = re.search(r"(?i)[`\"']?(\w+)[`\"']?\s+table", text)
    source = next(
        (
            m[1]
            for m in (named, table)
            if m and m[1].lower() not in ("the", "a", "this", "sql", "called", "named", "new", "my")
        ),
        "items",
    )
    columns = re.search(r"(?i)columns?\s*:?\s+((?:[`\"']?\w+[`\"']?(?:,? and |, )?)+)", text)
    held = (
        [each for each in re.findall(r"\w+", columns[1]) if each not in ("and", "from", "in")]
        if columns
        else []
    )
    if re.search(r"(?i)create (?:a |the )?(?:\w+ )?table", text):
        rows = ",\n".join(f"  {each} TEXT" for each in held or ["id", "name"])
        return f"CREATE TABLE {source} (\n{rows}\n);"
    if re.search(r"(?i)\bcount|how many\b", text):
        return f"SELECT COUNT(*) FROM {source};"
    limit = re.search(r"(?i)\b(?:top|first|limit|latest|last)\s+(\d+)", text)
    order = re.search(r"(?i)\b(?:order(?:ed)? by|sorted by|by)\s+[`\"']?(\w+)", text)
    where = re.search(
        r"(?i)\b(?:where|with|whose)\s+(?:the\s+)?[`\"']?(\w+)[`\"']?\s*(?:is |are |=|equals )?\s*(over|above|greater than|more than|older than|below|under|less than|>|<)?\s*(?:than )?(\d+)",
        text,
    )
    older = re.search(r"(?i)(older|younger) than (\d+)", text)
    query = f"SELECT {', '.join(held) or '*'}\nFROM {source}"
    if older:
        query += f"\nWHERE age {'>' if older[1].lower() == 'older' else '<'} {older[2]}"
    elif where:
        sign = "<" if where[2] in ("below", "under", "less than", "<") else ">" if where[2] else "="
        query += f"\nWHERE {where[1]} {sign} {where[3]}"
    if order:
        query += f"\nORDER BY {order[1]}"
    return query + (f"\nLIMIT {limit[1]}" if limit else "") + ";"


def _html(text: str, name: str, parameters: tuple[str, ...]) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n  <title>Example</title>\n</head>\n'
        "<body>\n  <h1>Example</h1>\n  <p>A short page.</p>\n</body>\n</html>"
    )


def _css(text: str, name: str, parameters: tuple[str, ...]) -> str:
    selector = re.search(r"[.#][a-z][\w-]*", text)
    return f"{selector[0] if selector else '.box'} {{\n  display: flex;\n  align-items: center;\n  justify-content: center;\n}}"


def _bash(text: str, name: str, parameters: tuple[str, ...]) -> str:
    if re.search(r"one-liner|command", text):
        target = re.search(r"\b[\w-]+\.\w{2,4}\b", text)
        return f"wc -l {target[0] if target else 'file.txt'}" if "line" in text else "ls -la"
    return '#!/usr/bin/env bash\nset -euo pipefail\n\nfor file in "${1:-.}"/*; do\n  echo "$file"\ndone'


def _go(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    call = ", ".join("1" for _ in given)
    shout = name[0].upper() + name[1:] if name[:1].isupper() else name
    value = f"{given[0]} + {given[1]}" if len(given) > 1 else given[0]
    return f'package main\n\nimport "fmt"\n\nfunc {shout}({", ".join(given)} int) int {{\n\treturn {value}\n}}\n\nfunc main() {{\n\tfmt.Println({shout}({call}))\n}}'


def _rust(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    value = f"{given[0]} + {given[1]}" if len(given) > 1 else given[0]
    return f"fn {name}({', '.join(f'{each}: i64' for each in given)}) -> i64 {{\n    {value}\n}}"


def _java(text: str, name: str, parameters: tuple[str, ...]) -> str:
    given = _given(text, parameters)
    value = f"{given[0]} + {given[1]}" if len(given) > 1 else given[0]
    holder, method = ("Example", name) if not name[:1].isupper() else (name, "run")
    return f"public class {holder} {{\n    public static int {method}({', '.join(f'int {each}' for each in given)}) {{\n        return {value};\n    }}\n}}"


def _yaml(text: str, name: str, parameters: tuple[str, ...]) -> str:
    return "name: example\nversion: 1\nsteps:\n  - name: build\n    run: make\n  - name: test\n    run: make test"


def _dockerfile(text: str, name: str, parameters: tuple[str, ...]) -> str:
    return 'FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nRUN pip install --no-cache-dir -r requirements.txt\nCMD ["python", "app.py"]'


def _makefile(text: str, name: str, parameters: tuple[str, ...]) -> str:
    return "build:\n\tpython -m build\n\ntest:\n\tpytest\n\n.PHONY: build test"


_WRITERS: dict[str, Callable[[str, str, tuple[str, ...]], str]] = {
    "python": _python, "javascript": _javascript, "typescript": _typescript, "sql": _sql,
    "html": _html, "css": _css, "bash": _bash, "go": _go, "rust": _rust, "java": _java, "yaml": _yaml, "dockerfile": _dockerfile, "makefile": _makefile,
}  # fmt: skip
_SAID = {
    "python": "Python", "javascript": "JavaScript", "typescript": "TypeScript", "sql": "SQL",
    "html": "HTML", "css": "CSS", "bash": "shell", "go": "Go", "rust": "Rust", "java": "Java", "yaml": "YAML", "dockerfile": "Docker", "makefile": "make",
}  # fmt: skip
