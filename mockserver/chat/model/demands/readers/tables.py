"""Demands for tables: their columns, and the number of their rows."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import TableForm
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import stripped

_LONGEST_TITLE, _MOST_COLUMNS = 40, 12
"""The most characters of the title of a column, and the most columns."""

_SIZE = re.compile(r"\w+ (?:rows|columns)")
"""The size of a table, which is no title."""


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
