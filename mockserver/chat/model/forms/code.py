"""Code: what a language writes for a function, a class or a test, with the names that are asked.

`code.txt` holds the languages, the bodies of well-known functions and whole pieces such as
commands; `page.txt` what HTML and CSS are made of; `queries` writes SQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.forms.queries import query
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.patterns import pattern

_READ = 4_000
_PLACE = pattern(r"\{(\w+)\}")
_KINDS = (
    ("test", r"\b(?:unit[- ])?tests?\b|\bpytest\b|\bjest\b|\btest case"),
    ("component", r"\bcomponent\b"),
    ("type", r"\b(?:interface|dataclass|struct|record|type|enum|schema|model)\b"),
    ("class", r"\bclass\b"),
    ("loop", r"\bloop\b|\bnumbers? (?:from )?1 to\b|\bcounts? (?:from|to)\b"),
    ("main", r"\bhello,? world\b|\b(?:program|script|code|line)\b.*\b(?:prints?|says?|outputs?)\b"),
)
"""The parts that a language may have beside a function, and what asks for them."""

_VERBS = pattern(
    r"\b(?:that|which|to|for)\s+(?!the\b|a\b|an\b)(\w+?)(?:e?s)?\s+(?:a |an |the |all |two "
    r"|whether (?:a |an )?|if (?:a |an )?|given )*(\w+)",
    re.IGNORECASE,
)
_ITEM = r"[`\"']?[A-Za-z_]\w*[`\"']?(?:\(\))?(?:\s*(?:\(\w+\)|:\s*\w+))?"
_LIST = rf"(?P<list>{_ITEM}(?:\s*,\s*(?:and )?{_ITEM}|\s+and\s+{_ITEM})*)"
_MEMBERS = pattern(
    r"\b(?:with|having|has|have|contain\w*|includ\w*|of|fields?|properties|attributes|columns|keys|members|props|for)\b"
    r"(?:\s+(?:the|an?|its|these|following|only|just|two|three|four|five|\d))*"
    r"(?:\s+(?:fields?|properties|property|attributes?|members?|columns?|keys?|props?|values?|inputs?))?"
    rf"(?:\s+(?:named|called))?\s*:?\s+{_LIST}"
)
_METHODS = pattern(
    rf"\bmethods?(?:\s+(?:named|called|for))?\s*:?\s+{_LIST}|\b(?:with|has) (?:an?"
    rf" )?{_LIST.replace('list', 'before')} methods?\b"
)
_NO_MEMBER = frozenset(
    "a an the and method methods function class that which with for in python javascript"
    " typescript go rust "
    "java no it is two three numbers name_of fields properties constructor type interface"
    " struct code".split()
)
_USUAL_METHODS = frozenset(
    "push pop peek add remove get insert delete update enqueue dequeue start stop open close read "
    "write save load run reset deposit withdraw append clear increment decrement play pause".split()
)
_TYPES = (
    (
        "number",
        r"^(?:[xyz]|id|age|count|total|amount|year|size|width|height|quantity|number|score|rank|stock)$|_id$|Id$|_count$|Count$",
    ),
    ("decimal", r"^(?:price|cost|balance|weight|rate|salary|temperature)$"),
    (
        "truth",
        r"^(?:is|has|can|in)[A-Z_]|^(?:active|enabled|done|completed|admin|visible|published|available)$",
    ),
    ("list", r"^(?:tags|items|numbers|ids)$"),
)
_SAID_TYPES = {
    "number": "number", "int": "number", "integer": "number", "str": "text", "string": "text",
    "text": "text", "bool": "truth", "boolean": "truth", "float": "decimal", "double": "decimal",
    "list": "list", "array": "list",
}  # fmt: skip
_USUAL = {
    "number": "number",
    "decimal": "value",
    "text": "text",
    "list": "items",
    "any": "value",
    "truth": "value",
}
_RETURNED = pattern(r"\breturns? ([a-z]\w? ?[-+*/] ?\w+)")
_QUOTED = pattern(r"[\"'`\u201c]([^\"'`\u201d\n]{1,60})[\"'`\u201d]")
_SAYS = {
    "test": "a test",
    "class": "a class",
    "type": "a type",
    "main": "a short program",
    "loop": "a loop",
    "component": "a component",
}


@dataclass
class _Language:
    name: str
    types: Mapping[str, str]
    parts: dict[str, str] = field(default_factory=dict)


@dataclass
class _Function:
    name: str
    asks: re.Pattern[str]
    takes: Sequence[tuple[str, str]]
    gives: str
    bodies: dict[str, str] = field(default_factory=dict)


def block(task: Task, form: Code) -> str:
    """A fenced block in the language, and a sentence unless only code is wanted."""
    text = task.reading.question[:_READ]
    what, written = _written(text, form)
    if form.bare:
        return written
    fenced = f"```{form.language}\n{written}\n```"
    return fenced if form.alone else f"Here is {what}:\n\n{fenced}"


def _written(text: str, form: Code) -> tuple[str, str]:
    """A piece of code with the words that introduce it."""
    if form.language == "sql":
        return "the query", query(text)
    if form.language in ("html", "css"):
        return (
            ("a small page", _page(text))
            if form.language == "html"
            else ("the style", _style(text))
        )
    languages, functions, pieces = _stored()
    if language := languages.get(form.language):
        return _Snippet(text, form, language, functions).written()
    for asks, rows in pieces.get(form.language, ()):
        if not asks or re.search(asks, text, re.IGNORECASE):
            for when, code in rows:
                if re.search(when, text, re.IGNORECASE):
                    return "one way to do it", _filled(
                        code.replace("\\n", "\n").replace("\\t", "\t"), _named_in(text)
                    )
    return "an example", text


class _Snippet:
    """One piece of code in a language of functions."""

    def __init__(
        self, text: str, form: Code, language: _Language, functions: Sequence[_Function]
    ) -> None:
        self._text = text
        self._form = form
        self._language = language
        asked = f"{form.name.replace('_', ' ')} {text}"
        self._function = next((each for each in functions if each.asks.search(asked)), None)
        self._kind = next(
            (
                kind
                for kind, asks in _KINDS
                if kind in language.parts and re.search(asks, text, re.IGNORECASE)
            ),
            "function",
        )
        if (
            self._kind != "test"
            and re.search(r"\b(?:function|method|func|fn|def)\b", text)
            and not re.search(r"\bclass\b", text)
        ):
            self._kind = "function"

    def written(self) -> tuple[str, str]:
        """A description, and the code."""
        is_type = self._kind in ("class", "type", "component")
        name = self._form.name or self._named(is_type=is_type)
        takes = self._takes()
        members = self._members() or (["name"] if is_type else [])
        methods = _listed(_METHODS, self._text)
        if not methods and self._kind == "class" and set(members) & _USUAL_METHODS:
            methods, members = members, []
        members = [each for each in members if each not in methods] or ["name"] * is_type
        values = {
            **_named_in(self._text),
            "name": name,
            "Name": _pascal(name),
            "a": takes[0][0] if takes else "value",
            "b": takes[1][0] if len(takes) > 1 else "other",
            "result": self._type(self._function.gives if self._function else "any"),
            "parameters": ", ".join(
                self._part("parameter", *each)
                for each in (takes if not is_type else [(m, "any") for m in members])
            ),
            "fields": "\n".join(self._part("field", each, "any") for each in members),
            "members": "\n".join(
                self._part("member", each, _type_of(each, self._text)) for each in members
            ),
            "methods": "\n\n".join(
                self._part("method", each, "any", Name=_pascal(name)) for each in methods
            ),
            "symbols": ", ".join(f":{each}" for each in members),
        }
        given, _, gives = (
            self._function.bodies.get("example", "") if self._function else ""
        ).partition(" = ")
        values |= {"sample": given or "1", "expected": gives or "1"}
        values["body"] = _filled(self._body(values["a"]), values)
        said = f"{_SAYS.get(self._kind, 'a function')} in {self._language.name}"
        code = re.sub(r"(?m)[ \t]+$", "", _filled(self._language.parts[self._kind], values))
        return said, re.sub(r"\n{3,}(?=[ \t])", "\n\n", code).strip()

    def _named(self, *, is_type: bool) -> str:
        if is_type:
            return "Example"
        words = self._function.name.split("_") if self._function else _words(self._text)
        if self._form.language in ("python", "rust", "ruby"):
            return "_".join(words)
        return words[0] + "".join(word.capitalize() for word in words[1:])

    def _takes(self) -> list[tuple[str, str]]:
        """The parameters and their types."""
        known = [*self._function.takes] if self._function else []
        if given := self._form.parameters:
            return [
                (name, known[place][1] if place < len(known) else "any")
                for place, name in enumerate(given)
            ]
        return known if self._function else [("value", "any")]

    def _members(self) -> list[str]:
        return (
            _listed(_MEMBERS, self._text) if not self._form.parameters else [*self._form.parameters]
        )

    def _body(self, first: str) -> str:
        bodies = self._function.bodies if self._function else {}
        language = "javascript" if self._form.language == "typescript" else self._form.language
        if stated := _RETURNED.search(self._text):
            said = f"return {stated[1]}" + (
                ";" if "return {a};" in str(bodies) or language in ("javascript", "java") else ""
            )
            return said if language != "rust" else stated[1]
        body = bodies.get(language) or ("{a}" if language in ("rust", "ruby") else "return {a};")
        if (language == "python" and "return {a};" in body) or (
            language == "go" and not bodies.get("go")
        ):
            body = body.rstrip(";")
        if language in ("csharp", "cpp") and language not in bodies:
            body = bodies.get("java", body)
        return (
            re.sub(r"(?m)^(?: {4})+", lambda found: "\t" * (len(found[0]) // 4), body)
            if language == "go"
            else body
        )

    def _part(self, kind: str, name: str, said: str, **values: str) -> str:
        part = self._language.parts.get(kind, "{a}")
        return _filled(part, {"a": name, "A": _pascal(name), "type": self._type(said), **values})

    def _type(self, said: str) -> str:
        return self._language.types.get(said, said)


def _page(text: str) -> str:
    """A page with the elements that are asked for."""
    asked = [each for each in _adding(text) if each.startswith("<")]
    body = "\n".join(asked or ["<h1>Hello</h1>", "<p>A short page.</p>"])
    if re.search(
        r"\b(?:snippet|fragment|only the|just the|element|tag)\b|^\W*html for\b",
        text,
        re.IGNORECASE,
    ):
        return body
    indented = body.replace("\n", "\n  ")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n  <meta charset="utf-8">\n'
        f"  <title>{_named_in(text)['text']}</title>\n</head>\n<body>\n "
        f" {indented}\n</body>\n</html>"
    )


def _style(text: str) -> str:
    """A rule with the declarations that are asked for, and one for hovering if that is said."""
    selector = re.search(r"(?<![\w/])[.#][a-z][\w-]*", text)
    element = re.search(
        r"(?i)\b(button|link|card|image|header|footer|table|form|input|nav|paragraph|heading|body|div)s?\b",
        text,
    )
    named = {"link": "a", "image": "img", "paragraph": "p", "heading": "h1", "card": ".card"}
    default = named.get(element[1].lower(), element[1].lower()) if element else ".box"
    name = selector[0] if selector else default
    resting, _, hovering = text.partition("hover")
    rules = []
    for suffix, said in (("", resting), (":hover", hovering)):
        declared = [
            row for each in _adding(said) if not each.startswith("<") for row in each.split("; ")
        ]
        if declared or not suffix:
            rows = "\n".join(f"  {row};" for row in dict.fromkeys(declared or ["padding: 16px"]))
            rules.append(f"{name}{suffix} {{\n{rows}\n}}")
    return "\n\n".join(rules)


def _adding(text: str) -> Iterator[str]:
    """Additions that the words of a request make to a page or a style."""
    values = _named_in(text)
    for line in (files(__package__) / "page.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            when, _, added = line.rpartition(" | ")
            if re.search(when, text, re.IGNORECASE):
                yield _filled(added.replace("\\n", "\n"), values)


def _named_in(text: str) -> dict[str, str]:
    """The things a request names: a file, a number, an address, a word, a colour, keys."""
    file = re.search(r"(?<![\w/.])[\w/-]+\.(?!com\b|org\b)[a-z]\w{0,4}\b", text)
    counts = re.findall(r"\b\d{1,5}\b", text)
    url = re.search(r"https?://[^\s\"'`,]+", text)
    quoted = _QUOTED.search(text) or re.search(
        r"(?i)\b(?:called|named|word|branch|directory|folder) (?!called|named|that|for)([\w.-]+)",
        text,
    )
    extension = re.search(r"(?<!\w)\.(?!com\b)[a-z]{2,5}\b", text)
    colours = re.findall(
        r"(?i)\b(?:red|blue|green|black|white|orange|purple|yellow|grey|gray|pink|navy|teal)\b",
        text,
    )
    on = re.search(r"(?i)\b(\w+) background|background (?:of |in |to |should be |: ?)?(\w+)", text)
    ground = [each for each in (on.groups() if on else ()) if each in colours]
    keys = _listed(_MEMBERS, text) or ["name", "version"]
    known = dict(re.findall(r"\b(\w+) (?:=|is|set to|of) [\"'`]?([\w.]+)", text))
    inputs = [
        f'<input name="{each}" type="{_input_type(each)}">' for each in _listed(_MEMBERS, text)
    ]
    is_hello = re.search(r"(?i)hello,? world", text)
    return {
        "file": file[0] if file else "file.txt",
        "count": counts[-1] if counts else "10" if not re.search(r"columns?|grid", text) else "3",
        "url": url[0] if url else "https://example.com/file",
        "text": quoted[1] if quoted else "Hello, world!" if is_hello else "Hello",
        "extension": extension[0] if extension else ".txt",
        "colour": ground[0] if ground else "#f5f5f5",
        "colours": colours[0] if colours else "inherit",
        "pairs": "\n".join(f"{each}: {known.get(each, 'value')}" for each in keys),
        "fields": "\n".join(inputs or ['<input name="name" type="text">']),
    }


def _input_type(name: str) -> str:
    return name if name in ("email", "password", "date", "number", "tel", "url") else "text"


def _listed(pattern: re.Pattern[str], text: str) -> list[str]:
    """The names of a list in a request, of several such lists those of the longest."""
    lists = (
        [each for each in found.groupdict().values() if each] for found in pattern.finditer(text)
    )
    names = [
        re.findall(r"(?:^|,|\band\b)\s*(?:and )?[`\"']?([A-Za-z_]\w*)", each)
        for some in lists
        for each in some
    ]
    kept = [[each for each in some if each.lower() not in _NO_MEMBER] for some in names]
    return max(kept, key=len, default=[])


def _type_of(name: str, text: str) -> str:
    said = re.search(rf"\b{name}[`\"']?\s*(?:\((\w+)\)|:\s*(\w+)|,? (?:as|is) an? (\w+))", text)
    known = _SAID_TYPES.get(next(filter(None, said.groups()), "").lower()) if said else None
    return known or next((kind for kind, fits in _TYPES if re.search(fits, name)), "text")


def _words(text: str) -> list[str]:
    """The words of a name for what the code is to do."""
    found = _VERBS.search(text)
    words = re.findall(r"[a-z]+", found[0].lower())[1:3] if found else ["handle", "value"]
    return [word for word in words if word not in ("a", "an", "the", "given")] or ["handle"]


def _pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _filled(text: str, values: Mapping[str, str]) -> str:
    """A text with its places filled; of several lines all are indented alike."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            return found[0]
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        return values[found[1]].replace("\n", f"\n{line}" if not line.strip() else "\n")

    return _PLACE.sub(value, text)


@cache
def _stored() -> tuple[
    dict[str, _Language], list[_Function], dict[str, list[tuple[str, list[tuple[str, str]]]]]
]:
    """The languages, the functions and the whole pieces of `code.txt`."""
    text = (files(__package__) / "code.txt").read_text("utf-8")
    languages: dict[str, _Language] = {}
    functions: list[_Function] = []
    pieces: dict[str, list[tuple[str, list[tuple[str, str]]]]] = {}
    for entry in re.split(r"(?m)^(?==== |\+\+\+ |\*\*\* )", text)[1:]:
        head, _, body = entry.strip("\n").partition("\n")
        mark, rest = head[:3], head[4:]
        parts = [part.strip() for part in re.split(r" \|(?: |$)", rest)]
        if mark == "===":
            types = dict(each.split("=") for each in parts[2].split(" "))
            languages[parts[0]] = _Language(parts[1], types, _parts_of(body))
        elif mark == "+++":
            takes, _, gives = parts[2].partition("->")
            functions.append(
                _Function(
                    parts[0],
                    re.compile(parts[1], re.IGNORECASE),
                    _typed(takes.split()),
                    gives.strip(),
                    _bodies(body),
                )
            )
        else:
            rows = [
                (when.strip(), code)
                for when, _, code in (row.partition(" | ") for row in body.split("\n") if row)
            ]
            pieces.setdefault(parts[0], []).append((parts[1] if len(parts) > 1 else "", rows))
    return languages, functions, pieces


def _parts_of(body: str) -> dict[str, str]:
    """The parts of a language by their kinds."""
    kinds = "function|parameter|class|field|method|type|member|test|main|loop|component"
    found = re.split(rf"(?m)^({kinds})\n", body)[1:]
    return {kind: code.strip("\n") for kind, code in zip(found[::2], found[1::2], strict=True)}


def _typed(takes: Sequence[str]) -> list[tuple[str, str]]:
    """Names and types of parameters; those without a name get a usual one."""
    if takes and all(each == takes[0] for each in takes) and len(takes) > 1 and ":" not in takes[0]:
        return [(name, takes[0]) for name, _ in zip("abc", takes, strict=False)]
    return [
        (each.partition(":")[0], each.partition(":")[2]) if ":" in each else (_USUAL[each], each)
        for each in takes
    ]


def _bodies(body: str) -> dict[str, str]:
    """The bodies of a function by their languages; lines that are indented go on."""
    found: dict[str, str] = {}
    language = ""
    for line in body.split("\n"):
        if line[:1].strip():
            language, _, said = line.partition(" ")
            found[language] = said.lstrip()
        else:
            found[language] += f"\n{line[12:]}"
    return found
