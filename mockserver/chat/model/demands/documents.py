"""Demands for a kind of text: lists, tables, code, e-mails, poems and their like.

They are looser than a label or JSON: what a user's text seems to be about never undoes what the
system message asks of every answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.answers import Form
from mockserver.chat.model.demands.cue import SAME, Cue, Q, cue, is_negated
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.numbers import AMOUNT, AMOUNT_WORDS, FIGURE, amount_of, bounds_of


@dataclass(frozen=True)
class LooseForm(Form):
    """A form that gives way to a strict one."""

    @property
    def strict(self) -> bool:
        """A loose form."""
        return False


@dataclass(frozen=True)
class TableForm(LooseForm):
    """A table with these columns and so many rows, in Markdown or CSV."""

    columns: tuple[str, ...]
    rows: int = 3
    csv: bool = False

    def met(self, text: str) -> bool:
        """True if header and rows are there."""
        rows = [
            row for row in text.strip().strip("`").split("\n") if ("," if self.csv else "|") in row
        ]
        wanted = self.rows + (1 if self.csv else 2)
        return len(rows) == wanted and all(column in rows[0] for column in self.columns)


@dataclass(frozen=True)
class Code(LooseForm):
    """Code in a language, of a function or query with this name and these parameters."""

    language: str
    name: str = ""
    parameters: tuple[str, ...] = ()
    alone: bool = False

    def met(self, text: str) -> bool:
        """True if there is a block, or nothing but code."""
        return "```" in text and self.name in text


@dataclass(frozen=True)
class Document(LooseForm):
    """A document of a kind: `email`, `haiku`, `dialogue`."""

    kind: str
    headings: tuple[str, ...] = ()

    def met(self, text: str) -> bool:
        """Any text will do; the skeleton is a service."""
        return bool(text)


@dataclass(frozen=True)
class Inline(LooseForm):
    """Items in one line with a separator between them."""

    separator: str = ", "
    count: int = 0

    def met(self, text: str) -> bool:
        """True if there are as many items as wanted."""
        if "\n" in text.strip() and self.separator != "\n":
            return False
        items = [item for item in text.split(self.separator.strip(" ")) if item.strip()]
        return len(items) == self.count if self.count else len(items) > 1


@dataclass(frozen=True)
class Items(Demand):
    """So many items of a list, in whatever form the list has."""

    count: int

    def met(self, text: str) -> bool:
        """True if a list has as many, or there is no list."""
        return measures.BULLETS.count(text) + measures.NUMBERED.count(text) in (0, self.count)


_GIVE = r"(?:list|give|name|suggest|provide|generate|recommend|brainstorm|tell|share|propose|come up with|produce|show|identify|offer|create|write|what are|describe|mention|outline|extract|pick|return|output)"
_UNITS = r"(?:words?|sentences?|paragraphs?|lines?|characters?|sections?|times?|bullets?|versions?|responses?|answers?|letters?|years?|days?|hours?|minutes?|weeks?|months?|pages?|stanzas?|rows?|columns?|verses?|parts?|points? scale|people|haikus?|poems?|levels?|grade|persons?|asterisk\w*|different responses|placeholders?|tokens?|spaces|newlines?|stars|percent|degrees|miles|dollars|essays?|emails?|letters?|stories|paragraph)"


def _items(found: re.Match[str], _: Wording) -> Demand | None:
    low, high = bounds_of(found)
    count = low or high or 0
    return Items(count) if 1 < count <= 50 and not is_negated(found, 16) else None


def _long_list(found: re.Match[str], _: Wording) -> Demand | None:
    count = amount_of(found["low"])
    return Items(count) if 1 < count <= 50 else None


def _numbered(found: re.Match[str], wording: Wording) -> Demand | None:
    return None if is_negated(found, 24) else Bound(measures.NUMBERED, 3)


def _inline(found: re.Match[str], wording: Wording) -> Demand:
    separators = {"line": "\n", "semicolon": "; ", "pipe": " | ", "comma": ", ", "space": " "}
    word = found[0].lower()
    separator = next((mark for name, mark in separators.items() if name in word), ", ")
    counted = re.search(
        rf"\b({FIGURE})\s+(?:\w+\s+){{0,2}}(?!{_UNITS})\w+s\b", wording.text, re.IGNORECASE
    )
    return Inline(separator, amount_of(counted[1]) if counted else 0)


_COLUMNS = re.compile(
    r"(?:columns?|headers?|header row|heading|fields)(?: named| called| are| of| for| is| should be)?\s*:?\s*(?P<list>[^\n.]{2,200})",
    re.IGNORECASE,
)
_ROWS = re.compile(
    rf"\b({FIGURE})\s+(?:\w+\s+)?(?:data\s+)?(?:rows|entries|records|lines|items|examples)\b",
    re.IGNORECASE,
)


def _table(found: re.Match[str], wording: Wording) -> Demand | None:
    around = found.string[max(found.start() - 40, 0) : found.end() + 40].lower()
    if "sql" in wording.words or re.match(r"table \w+\(", found.string[found.start() :]):
        return None
    if is_negated(found, 20) or (
        re.search(
            r"table (?:for|called|named|below|above|has|with id)|(?:the|this|users?|orders?|sql|database|from|dinner|dining|coffee|periodic|a|book|times) table\b(?! with| of|:)|csv (?:file|data|below|is|has)|here is|parse|read ",
            around,
        )
        and not re.search(r"as a|in a|markdown|format|create a|make a|give|draw|show", around)
    ):
        return None
    csv = not found[0].lower().startswith("table")
    if re.search(r"list of comma", found.string, re.IGNORECASE):
        return None
    shown = re.search(r"(?m)^\s*\|([^\n]+)\|\s*$", wording.message)
    listed = _COLUMNS.search(wording.text)
    columns: list[str] = []
    if listed:
        columns = wording.items(
            re.split(
                r"\s(?:(?:and|with) (?:exactly |at least )?(?:\d|one|two|three|four|five|six)|for (?:the|each|three|\d)|about|that|then|where|comparing|in that)\b|;| - |\)",
                listed["list"],
            )[0]
        )
    elif shown:
        columns = [cell.strip() for cell in shown[1].split("|")]
    elif csv and (header := re.search(r"(?m)^\s*(\w+(?:,\s?\w+){1,12})\s*$", wording.message)):
        columns = header[1].split(",")
    columns = [column.strip(" `\"'") for column in columns if 0 < len(column) < 40][:12]
    rows = _ROWS.search(wording.text)
    return TableForm(
        tuple(columns) or ("Item", "Description"), amount_of(rows[1]) if rows else 3, csv
    )


_LANGUAGES = {
    "python": "python", "py": "python", "javascript": "javascript", "js": "javascript", "node": "javascript", "typescript": "typescript",
    "ts": "typescript", "sql": "sql", "sqlite": "sql", "postgres": "sql", "postgresql": "sql", "mysql": "sql", "html": "html", "css": "css",
    "bash": "bash", "shell": "bash", "sh": "bash", "zsh": "bash", "golang": "go", "go": "go", "rust": "rust",
    "java": "java", "yaml": "yaml", "yml": "yaml", "json": "json",
}  # fmt: skip
_LANGUAGE = r"(?P<language>python|py|javascript|js|node|typescript|ts|sql(?:ite)?|postgres(?:ql)?|mysql|html|css|bash|shell|sh|zsh|golang|go|rust|java|yaml|yml)"
_LANGUAGE_WORDS = " ".join(re.findall("[a-z]+", _LANGUAGE)) + " sqlite postgresql"
_CODE = r"(?:functions?|scripts?|code|quer(?:y|ies)|class(?:es)?|methods?|programs?|snippets?|pages?|stylesheets?|config(?:uration)?s?|commands?|one-liners?|components?|modules?|rules?|manifest|file|examples?|implementation|statement|struct|interface|decorator|loop|test|markup|form|button|workflow|pipeline)"


def _code(found: re.Match[str], wording: Wording) -> Demand | None:
    named = found.groupdict()
    language = _LANGUAGES.get((named.get("language") or "python").lower(), "python")
    if is_negated(found, 24):
        return None
    text = wording.message
    signature = re.search(r"[`\"']?\b([A-Za-z_]\w*)\(([\w\s,:=\[\]*.]*)\)", text)
    named_so = re.findall(
        r"(?:called|named|name it|function|method|class|interface|struct|type)\s+[`\"'*]*(?=([A-Za-z_]\w*))",
        text,
    )
    called = next((each for each in named_so if each.lower() not in _NO_NAMES), "")
    name = called
    parameters: tuple[str, ...] = ()
    if signature:
        name = signature[1]
        parameters = tuple(
            part.split(":")[0].split("=")[0].strip(" *")
            for part in signature[2].split(",")
            if part.strip()
        )
    if not parameters and (
        taken := re.search(
            r"(?:takes?|taking|accepts?|accepting|given|parameters?|arguments?|with inputs?)(?: (?:in|as|two|three|one|a|an|the|parameters?|arguments?|input|named|called|integers?|numbers?|strings?|are|of))*:?\s+[`\"']?([a-z_]\w*)[`\"']?(?:(?:,| and|, and) (?:a |an |the )?[`\"']?([a-z_]\w*)[`\"']?)?(?=[\s.,`\"']|$)",
            text,
        )
    ):
        parameters = tuple(
            part for part in taken.groups() if part and part not in _NO_NAMES - _USUAL_NAMES
        )
    if language == "sql":
        name, parameters = "", ()
    alone = bool(
        re.search(
            r"(?:only|just)(?: \w+){0,3} (?:code|query|sql|function|command|script|html)|code only|nothing (?:else|but)|no (?:explanation|prose|comment)",
            text,
            re.IGNORECASE,
        )
    )
    return Code(language, name, parameters, alone)


_NO_NAMES = frozenset(
    "that which to for in with and a an the of is as it called named from returning takes taking using this where or two numbers list string strings number lists one three integer integers function method class code component definition declaration signature body name table".split()
)

_USUAL_NAMES = frozenset({"name", "text", "numbers", "string", "list", "number", "strings"})
"""Usual names of parameters."""

_KINDS = {
    "rewrite": "rewrite", "rephrase": "rewrite", "paraphrase": "rewrite", "proofread": "rewrite", "reword": "rewrite",
    "fix the grammar": "rewrite", "correct the": "rewrite", "fix the spelling": "rewrite", "polish": "rewrite", "acrostic": "acrostic",
    "e-mail": "email", "email": "email", "mail": "email", "cover letter": "letter", "letter": "letter", "report": "report", "poem": "poem",
    "haiku": "haiku", "limerick": "limerick", "dialogue": "dialogue", "dialog": "dialogue", "conversation between": "dialogue",
    "outline": "outline", "changelog": "changelog", "release notes": "changelog", "change log": "changelog", "agenda": "outline", "recipe": "recipe", "readme": "report",
    "memo": "letter", "press release": "report", "sonnet": "sonnet", "song": "poem", "rap": "poem", "rhyme": "poem", "verse": "poem", "screenplay": "dialogue", "script between": "dialogue", "interview": "dialogue", "meeting notes": "outline", "documentation": "report", "proposal": "report", "article": "report", "blog post": "report", "essay": "essay", "story": "story",
}  # fmt: skip
_KIND = "|".join(sorted(map(re.escape, _KINDS), key=len, reverse=True))
_KIND_WORDS = " ".join(f"{kind.split()[0]} {kind.split()[0]}s mail mails" for kind in _KINDS)


def _document(found: re.Match[str], wording: Wording) -> Demand | None:
    before = found.string[max(found.start("kind") - 14, 0) : found.start("kind")].lower()
    if re.search(r"\b(?:this|the|these|following|above|my|your|that)\s+(?:\w+ )?$", before):
        return None
    if re.search(r"\b(?:points|parts|summary|meaning|tone|purpose|gist) of (?:an? )?$", before):
        return None
    kind = _KINDS.get(" ".join(found["kind"].lower().split()), "report")
    headings: tuple[str, ...] = ()
    listed = re.search(
        r"(?:headings?|sections?|headers?)(?: named| called| titled| for)?(?: \w+)?\s*:\s*([^\n.]{3,200})|(?:with|and|the) (?:the )?(?:headings?|sections?)\s+((?:[\ue000-\ue7ff]|[A-Z]\w+)(?:,? (?:and )?(?:[\ue000-\ue7ff]|[A-Z]\w+))+)",
        wording.text,
    )
    if listed:
        headings = tuple(wording.items(listed[1] or listed[2]))
    return Document(kind, headings)


CUES: tuple[Cue, ...] = (
    cue(
        "rewrite rephrase paraphrase proofread reword fix correct polish",
        r"(?:^|[.!?] )(?:please |can you |could you )?(?P<kind>rewrite|rephrase|paraphrase|proofread|reword|fix the grammar|fix the spelling|correct the|polish)\b",
        _document,
    ),
    cue(
        _KIND_WORDS,
        rf"\b(?:write|draft|compose|create|generate|make|give|tell|produce|need|prepare|send|(?:respond|reply|answer) (?:with|in)|in the (?:form|style) of|as)\b(?:(?!\b(?:about|that says|from|summari)\b){SAME}){{0,50}}?\b(?P<kind>{_KIND})s?\b(?! (?:address|below|above|[a-z]\b))",
        _document,
    ),
    cue(
        "headings sections heading",
        r"\bwith (?:the |these )?(?:headings?|sections?)\b(?P<kind>)[^.\n]{0,10}[:\ue000-\uefffA-Z]",
        _document,
    ),
    cue(
        AMOUNT_WORDS,
        rf"\b{_GIVE}\b(?: (?:me|us|up with|a|list|of|the|top|just|all|out|down|some|my|your|their|as a))*\s+{AMOUNT}\s+(?:(?!of\b|{_UNITS}\b)[\w'-]+\s+){{0,3}}?(?!{_UNITS}\b)(?P<things>[a-z]{{3,}}s|people|ideas|advice)\b",
        _items,
    ),
    cue(
        "list steps",
        rf"\blist\b[^.\n]{{0,30}}?\b(?:with|of|containing)\s+(?:exactly |at least )?(?P<low>{FIGURE})\s+(?:\w+\s+){{0,2}}?(?!{_UNITS}\b)[a-z]{{3,}}s\b",
        _long_list,
    ),
    cue(
        "numbered ordered enumerated",
        r"\b(?:numbered|ordered|enumerated)\b[^.\n]{0,20}?\b(?:list|steps|items|points|instructions|lines)",
        _numbered,
    ),
    cue(
        "separated comma csv commas delimited semicolon semicolons pipe",
        r"\b(?:comma|semicolon|pipe)s?[- ](?:separated|delimited)\b|\bseparated by (?:commas|semicolons|pipes)",
        _inline,
    ),
    cue("table csv columns", r"\b(?:table|csv|comma[- ]separated values)\b", _table),
    cue(
        _LANGUAGE_WORDS,
        rf"\b{_LANGUAGE}\b{SAME}{{0,30}}?\b{_CODE}\b|\b{_CODE}\b{SAME}{{0,60}}?\b(?:in|using|with) (?P<dummy>\b)(?:python|javascript|typescript|sql|html|css|bash|shell|go|golang|rust|java|yaml)\b",
        lambda f, w: _code(_with_language(f), w),
    ),
    cue(
        "query",
        rf"\b(?:write|give|create|generate|return|need)\b{SAME}{{0,40}}?\bquery\b",
        lambda f, w: (
            Code("sql", "", (), "only" in w.words)
            if "sql" in w.words or "table" in w.words
            else None
        ),
    ),
    cue(
        "dockerfile makefile",
        r"\b(?:write|create|give|need|show|generate)\b[^.\n]{0,30}\b(?P<file>dockerfile|makefile)\b",
        lambda f, w: Code(f["file"].lower()),
    ),
    cue(
        "line lines",
        r"\b(?:one|each)(?: \w+)? (?:per|on (?:its|a) (?:own|new|separate)) line|\bon separate lines\b|\bseparated by (?:newlines|line breaks)",
        _inline,
    ),
    cue(
        _LANGUAGE_WORDS,
        rf"\b(?:implement|write|create|code|define)\b{SAME}{{0,60}}?\bin {_LANGUAGE}\b",
        _code,
    ),
    cue(
        "function code regex program script method algorithm",
        r"\b(?:write|create|implement|generate|give me|show me|provide|make|complete|code)\b(?: (?:me|a|an|the|some|simple|short|small|python))*\s+(?P<language>\b)(?:functions?|code|program|algorithm|script|method)\b",
        _code,
    ),
)


def _with_language(found: re.Match[str]) -> re.Match[str]:
    """The same place, or the name of the language that stands behind the noun."""
    if found["language"]:
        return found
    named = re.compile(rf"(?:in|using|with) {_LANGUAGE}\b", re.IGNORECASE).search(
        found.string, found.start()
    )
    return named or found


__all__ = ["CUES", "Code", "Document", "Inline", "Items", "LooseForm", "Q", "TableForm"]
