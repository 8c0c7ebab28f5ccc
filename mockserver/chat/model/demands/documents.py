"""Demands for a kind of text: lists, tables, code, e-mails, poems and the like."""

from __future__ import annotations

import re

from mockserver.chat.model.content.quoted.given import request_and_text
from mockserver.chat.model.demands.amounts import bounds_of
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Code, Document, Inline, Items, TableForm
from mockserver.chat.model.demands.skeletons import kinds
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import enumerated, stripped

_SEPARATORS = {
    "line": "\n", "semicolon": "; ", "pipe": " | ", "slash": " / ", "comma": ", ", "space": " ",
    "hyphen": "-", "dash": "-",
}  # fmt: skip
_LONGEST_TITLE, _MOST_COLUMNS = 40, 12
_SIZE = re.compile(r"\w+ (?:rows|columns)")
_WITHOUT_NAMES = frozenset("sql dockerfile makefile html css bash regex yaml toml ini env".split())


def items(place: Place) -> Demand | None:
    """A number of list items."""
    low, high = bounds_of(place.match)
    count = low or high or 0
    return Items(count) if 1 < count <= 50 and not place.find("nested") else None


def inline(place: Place) -> Demand:
    """Items with a separator between them."""
    named = separator_in(place.match[0].lower(), usual=", ")
    separator = place.wording.plain(place["mark"]) or named
    orders, _ = request_and_text(place.wording.text)
    counted = CUES.find("at most so many", orders) or CUES.find("counted", orders)
    count = amount_of(counted["low"]) if counted else 0
    return Inline(separator, count if count > 1 else 0)


def separator_in(text: str, usual: str) -> str:
    """The first mark that a text names as a separator, else the usual one."""
    return next((mark for name, mark in _SEPARATORS.items() if name in text), usual)


def table(place: Place) -> Demand | None:
    """A table to write, unless the cue refers to a table in the prompt."""
    around = f"{place.before(40)}{place.match[0]}{place.after(40)}"
    is_csv = "table" not in place.match[0].lower()
    if is_csv:
        around = around.replace("table", "")
    if CUES.matches("given table", around) and not CUES.matches("wanted table", around):
        return None
    return TableForm(columns_of(place.wording), rows_asked_in(place.wording), is_csv)


def rows_asked_in(wording: Wording) -> int:
    """The number of rows that a prompt asks for, 0 if it does not say."""
    counted = CUES.find("rows", wording.text) or CUES.find("days", wording.text)
    usual = 7 if CUES.matches("week", wording.text) else len(subjects_in(wording.message))
    return amount_of(counted["low"]) if counted else usual


def subjects_in(text: str) -> list[str]:
    """The subjects that a request for a table lists: `for France, Spain and Italy`."""
    listed = CUES.find("subjects", text)
    named = CUES.pattern("between subjects").split(listed["list"]) if listed else []
    no_subjects = ("columns", "rows", "the", "one")
    return [each for each in stripped(named, " .") if each.lower() not in no_subjects]


def columns_of(wording: Wording) -> tuple[str, ...]:
    """The column names that a prompt lists, or shows as the first row of the table."""
    parts = list[str]()
    if listed := CUES.find("columns", wording.text):
        text = CUES.pattern("end of columns").split(listed["list"])[0]
        if listed.groupdict().get("things") and not text.startswith("name"):
            text = f"name, {text}"
        parts = text.split("|") if "|" in text else wording.items(text)
    elif shown := CUES.find("header row", wording.message):
        parts = re.split("[|,]", shown[0].strip("|\n "))
    titles = (bare for each in parts if 0 < len(bare := each.strip(" `\"':")) < _LONGEST_TITLE)
    return tuple(each for each in titles if not _SIZE.fullmatch(each))[:_MOST_COLUMNS]


def code(place: Place) -> Demand | None:
    """Code in a language, with the name and the parameters from the request."""
    named = place["code"] or place.value
    message = place.wording.message
    shown = CUES.text("shown language", message)
    language = (CUES.meaning("code", named) or place.value or "bash") if named else shown
    alone = CUES.matches("code alone", message)
    is_pattern = alone and language == "regex" and not CUES.matches("fenced", message)
    bare = CUES.matches("unfenced", message) or is_pattern
    name, parameters = ("", ()) if language in _WITHOUT_NAMES else signature_in(message)
    return Code(language, name, parameters, alone=alone or bare, bare=bare)


def signature_in(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the parameters of a function, written as `f(x)` or described in words."""
    name, parameters = "", tuple[str, ...]()
    named, shown = CUES.find("name of a function", text), CUES.find("signature", text)
    if shown and not (named and CUES.matches("class", named[0])):
        name = shown["name"]
        parts = (re.split("[:=]", part)[0].strip(" *") for part in shown["list"].split(","))
        is_type = CUES.pattern("type before a name").fullmatch
        words = filter(None, map(str.split, parts))  # `name`, `int name` or `name int`.
        parameters = tuple(e[-1] if e[1:] and is_type(e[0]) else e[0] for e in words)
    elif named:
        name = named["name"]
    if not parameters and (described := CUES.find("parameters", text)):
        bare = re.sub(r"\(\w+\)|[`\"']", "", described["list"])
        listed = (each.split()[-1] for each in enumerated(bare) if each.strip())
        is_kind = CUES.pattern("kind of value").fullmatch
        parameters = tuple(each for each in listed if not is_kind(each))
    return name, parameters


def document(place: Place) -> Demand | None:
    """A document to write, unless the cue refers to a document in the prompt."""
    lead = place.match.string[: place.match.start("document")] if place["document"] else ""
    if lead and CUES.matches("no document", lead[-80:]):
        return None
    word = " ".join(place["document"].lower().split())
    return Document(kinds().get(word, place.value), tuple(_headings(place)))


def _headings(place: Place) -> list[str]:
    """The headings that the prompt shows with their marks, or else lists."""
    if len(shown := CUES.pattern("marked heading").findall(place.wording.message)) > 1:
        return shown
    listed = place.find("headings")
    if listed is None:
        return []
    bare = re.sub(r" ?\([^()]*\)", "", listed["list"])
    items = place.wording.items(CUES.pattern("end of headings").split(bare)[0])
    return [each.strip("# ") for each in items]
