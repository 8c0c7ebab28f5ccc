"""Demands for a kind of text: lists, tables, code, e-mails, poems and their like."""

from __future__ import annotations

import re

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import is_negated, vocabulary
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.form import Code, Document, Inline, Items, TableForm
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.numbers import FIGURE, amount_of, bounds_of
from mockserver.chat.model.patterns import pattern

_COUNTED = pattern(
    rf"\b({FIGURE})\s+(?:\w+\s+){{0,2}}(?!(?:words|sentences|paragraphs|lines|characters)\b)\w+s\b",
    re.IGNORECASE,
)
_SEPARATORS = {"line": "\n", "semicolon": "; ", "pipe": " | ", "comma": ", ", "space": " "}
_COLUMNS = pattern(
    r"(?:(?<!-)columns?|header row|headers?|heading|fields)(?: named| called"
    r"| are| of| for| is| should be)?"
    r"\s*:?\s*(?P<list>[^\n.]{2,200})",
    re.IGNORECASE,
)
_BEHIND_COLUMNS = pattern(
    r"\s(?:(?:and|with) (?:exactly |at least )?(?:\d|one|two|three|four|five|six)"
    r"|for (?:the|each|three|\d|(?-i:[A-Z]\w+))|about|that|then|where|comparing|in that"
    r"|one row|each row)\b"
    r"|, (?:and )?(?:\d+ rows|(?:one|a|each) row\b)|,? (?:and )?nothing else|;| - |\)"
)
_ROWS = pattern(
    rf"\b({FIGURE})\s+(?:\w+\s+)?(?:data\s+)?(?:rows|entries|records|lines|items|examples)\b",
    re.IGNORECASE,
)
_ROWS_OF = pattern(
    rf"\b(?:csv|table) (?:of|with|for|about|listing) ({FIGURE})\s+(?!columns?\b)"
    r"(?:[\w-]+\s+)?(?!columns?\b)[a-z]+s\b",
    re.IGNORECASE,
)
_SUBJECTS = pattern(
    r"(?i)(?:compar\w+|of|for|about|between|with rows? for)\s+"
    r"((?:[A-Z]?[\w+#.-]+(?:, (?:and )?| and | vs\.? )){1,9}[A-Z]?[\w+#.-]+)"
)
_A_GIVEN_TABLE = pattern(
    r"table (?:for|called|named|below|above|has|with id)|csv (?:file|data|below|is|has)|here is"
    r"|(?:and|or) table"
    r"|(?:the|this|users?|orders?|sql|database|from|dinner|dining|coffee"
    r"|periodic|a|book|times) table"
    r"\b(?! with| of|:)|parse|read "
)
_A_WANTED_TABLE = pattern(r"as a|in a|markdown|format|create a|make a|give|draw|show")
_SIGNATURE = pattern(r"[`\"']?\b([A-Za-z_]\w*)\(([\w\s,:=\[\]*.]*)\)")
_NAMED = pattern(
    r"(?:called|named|name it|function|method|class|interface|struct|type)\s+"
    r"[`\"'*]*(?=([A-Za-z_]\w*))"
)
_TAKEN = pattern(
    r"(?:takes?|taking|accepts?|accepting|given|parameters?|arguments?|with inputs?)"
    r"(?: (?:in|as|two|three|one|a|an|the|parameters?|arguments?|input|named"
    r"|called|integers?|numbers?"
    r"|strings?|are|of))*:?\s+[`\"']?([a-z_]\w*)[`\"']?"
    r"(?:(?:,| and|, and) (?:a |an |the )?[`\"']?([a-z_]\w*)[`\"']?)?(?=[\s.,`\"']|$)"
)
_CODE_ALONE = pattern(
    r"(?:only|just)(?: \w+){0,3} (?:code|query|sql|function|command|script|html)|code only"
    r"|nothing (?:else|but)|no (?:explanation|prose|comment)",
    re.IGNORECASE,
)
_UNFENCED = pattern(
    r"\b(?:no|without|not|don't|never) (?:\w+ ){0,4}?(?:fences?|fenced|fencing|code blocks?"
    r"|backticks|markdown|triple)"
    r"|\b(?:raw|bare|plain) (?:code|sql|text|\w+ code)\b",
    re.IGNORECASE,
)
_ABLE = pattern(r"\W*(?:can|could|do|are|will) you [^.?!]{0,24}\?\s*", re.IGNORECASE)
"""A question about what the model can do."""

_WITHOUT_NAMES = frozenset("sql dockerfile makefile html css bash regex yaml".split())
_USUAL_NAMES = frozenset("name text numbers string list number strings".split())
_NO_NAMES = _USUAL_NAMES | frozenset(
    "that which to for in with and an a the of is as it called named from returning takes taking "
    "using this where or two lists one three integer integers function method class code component "
    "definition declaration signature body table".split()
)
_HEADINGS = pattern(
    r"(?:headings?|sections?|headers?)(?: named| called| titled| for)?(?: "
    r"\w+)?\s*:\s*([^\n.]{3,200})"
    r"|(?:with|and|the) (?:the )?(?:headings?|sections?)\s+"
    r"((?:[\ue000-\ue7ff]|[A-Z]\w+)(?:,? (?:and )?(?:[\ue000-\ue7ff]|[A-Z]\w+))+)"
)
_JOURNEYS = ("trip", "journey", "holiday", "vacation", "weekend", "week", "day")
_NOT_WANTED = pattern(
    r"\b(?:this|the|these|following|above|my|your|that)\s+(?:\w+ )?$"
    r"|\b(?:points|parts|summary|meaning|tone|purpose|gist) of (?:an? )?$"
)


def items(found: re.Match[str], _: Wording) -> Demand | None:
    """A number of things."""
    named = found.groupdict()
    low, high = bounds_of(found) if "relation" in named else (amount_of(found["low"]), None)
    count = low or high or 0
    return Items(count) if 1 < count <= 50 and not is_negated(found, 16) else None


def numbered(found: re.Match[str], _: Wording) -> Demand | None:
    """A numbered list, of three items until a number of things says how many."""
    return None if is_negated(found, 24) else Bound(measures.NUMBERED, 3)


def labelled(found: re.Match[str], _: Wording) -> Demand:
    """Items on lines of their own, each behind the label that is shown for it."""
    labels = tuple(re.findall(r"\(?\w[.)]", found["list"]))
    return Inline("\n", len(labels), labels)


def inline(found: re.Match[str], wording: Wording) -> Demand:
    """Items with a separator between them."""
    said = found[0].lower()
    separator = next((mark for name, mark in _SEPARATORS.items() if name in said), ", ")
    counted = _COUNTED.search(wording.text)
    return Inline(separator, amount_of(counted[1]) if counted else 0)


def table(found: re.Match[str], wording: Wording) -> Demand | None:
    """A table to be made, and not one that is given."""
    around = found.string[max(found.start() - 40, 0) : found.end() + 40].lower()
    of_sql = "sql" in wording.words or re.match(r"table \w+\(", found.string[found.start() :])
    given = _A_GIVEN_TABLE.search(around) and not _A_WANTED_TABLE.search(around)
    listed = re.search(r"list of comma", found.string, re.IGNORECASE)
    if of_sql or given or listed or is_negated(found, 20):
        return None
    csv = not found[0].lower().startswith("table")
    columns = [column.strip(" `\"'") for column in _columns(wording, csv=csv)]
    columns = [column for column in columns if 0 < len(column) < 40][:12]
    rows = _ROWS.search(wording.text) or _ROWS_OF.search(wording.text)
    count = amount_of(rows[1]) if rows else len(subjects_in(wording.message)) or 3
    return TableForm(tuple(columns) or ("Item", "Description"), count, csv)


def subjects_in(text: str) -> list[str]:
    """The subjects of a table that a text lists: `for France, Spain and Italy`."""
    listed = _SUBJECTS.search(text)
    named = re.split(r",\s*(?:and )?| and | vs\.? ", listed[1]) if listed else []
    bare = (each.strip(" .") for each in named)
    return [each for each in bare if each and each.lower() not in ("columns", "rows", "the", "one")]


def _columns(wording: Wording, *, csv: bool) -> list[str]:
    """The columns of a table: named, or shown as the first row."""
    if listed := _COLUMNS.search(wording.text):
        said = _BEHIND_COLUMNS.split(listed["list"])[0]
        return said.split("|") if "|" in said else wording.items(said)
    if shown := re.search(r"(?m)^\s*\|([^\n]+)\|\s*$", wording.message):
        return shown[1].split("|")
    if divided := re.search(r"[A-Z][\w ]*(?: ?\| ?[A-Z][\w ]*)+", wording.text):
        return divided[0].split("|")
    header = re.search(r"(?m)^\s*(\w+(?:,\s?\w+){1,12})\s*$", wording.message)
    return header[1].split(",") if csv and header else []


def code(found: re.Match[str], wording: Wording) -> Demand | None:
    """Code in a language, with the name and the parameters that the request mentions."""
    said = found["code"] or _language_in(wording.text)
    language = vocabulary()["code"].get(said.lower(), "bash")
    if is_negated(found, 24) or _ABLE.fullmatch(wording.message):
        return None
    bare = bool(_UNFENCED.search(wording.message))
    alone = bare or bool(_CODE_ALONE.search(wording.message))
    if language in _WITHOUT_NAMES:
        return Code(language, alone=alone, bare=bare)
    name, parameters = _signature(wording.message)
    return Code(language, name, parameters, alone, bare)


def _language_in(text: str) -> str:
    """The language that a request names anywhere."""
    known = "|".join(map(re.escape, sorted(vocabulary()["code"], key=len, reverse=True)))
    found = re.search(
        rf"(?i)\b(?:in|using|with) ({known})(?!\w)|\b({known}) (?:code|function)", text
    )
    return next(filter(None, found.groups())) if found else "python"


def _signature(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the parameters of a function, as `f(x)` or in words."""
    if shown := _SIGNATURE.search(text):
        name = shown[1]
        parts = (re.split("[:=]", part)[0].strip(" *") for part in shown[2].split(","))
        parameters = tuple(part for part in parts if part)
    else:
        named = (each for each in _NAMED.findall(text) if each.lower() not in _NO_NAMES)
        name, parameters = next(named, ""), ()
    if not parameters and (taken := _TAKEN.search(text)):
        unknown = _NO_NAMES - _USUAL_NAMES
        parameters = tuple(part for part in taken.groups() if part and part not in unknown)
    return name, parameters


def query(_: re.Match[str], wording: Wording) -> Demand | None:
    """A query, if tables or SQL are mentioned."""
    of_sql = "sql" in wording.words or "table" in wording.words
    bare = bool(_UNFENCED.search(wording.message))
    return Code("sql", alone=bare or "only" in wording.words, bare=bare) if of_sql else None


def document(found: re.Match[str], wording: Wording) -> Demand | None:
    """A document to be written, and not one that is given."""
    start = found.start("document")
    if _NOT_WANTED.search(found.string[max(start - 30, 0) : start].lower()):
        return None
    word = " ".join(found["document"].lower().split())
    unknown = "itinerary" if word in _JOURNEYS else "plan" if word else "report"
    kind = vocabulary()["document"].get(word, unknown)
    listed = _HEADINGS.search(wording.text)
    headings = wording.items(listed[1] or listed[2]) if listed else ()
    return Document(kind, tuple(headings))


def rewritten(found: re.Match[str], _: Wording) -> Demand:
    """A text that is given, mended or as a polite request."""
    return Document("polite" if found.groupdict().get("polite") else "rewrite")


def css(_found: re.Match[str], _: Wording) -> Demand:
    """A rule of a style sheet."""
    return Code("css")


def headline(_found: re.Match[str], _: Wording) -> Demand:
    """A title for what the request brings along."""
    return Document("chat title")


MAKERS = {
    each.__name__: each
    for each in (
        items, numbered, labelled, inline, table, code, query, document, rewritten, css, headline,
    )
}  # fmt: skip
