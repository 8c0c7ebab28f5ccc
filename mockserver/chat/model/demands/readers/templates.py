"""Demands for templates: lines with placeholders or labels, which the reply fills in."""

from __future__ import annotations

import re

from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Form
from mockserver.chat.model.demands.readers.choices import place_in
from mockserver.chat.model.text.patterns import pattern

PLACE = pattern(
    r"<[^<>\n/][^<>\n]{0,399}(?<!/)>|\[\[?[^\[\]\n]{1,120}\]?\]|(?<!boxed)\{\{?[^{}\n]{1,120}\}?\}|\.\.\.|\u2026"
    r"|_{3,}|(?<![\w.#])(?:X{1,2}|N{1,3}|(?<=\S )#|(?<=: )[xn])(?![\w#]|\.\d|/\w)"
)
"""A placeholder in a template."""

_MOST_ROWS = 30
"""The most lines of a template."""


def template(place: Place) -> Form | None:
    """The lines after the cue, up to an empty one, if they have placeholders."""
    block = CUES.pattern("fence").sub("", place.wording.as_written(place["block"])).strip("\n")
    is_example = CUES.matches("shown input", f"{block}\n{place.rest}")
    if is_example or CUES.matches("no template", block):
        return None
    rows = _rows_of_template(block)
    text = "\n".join(rows)
    if len(rows) > 1:
        text = CUES.pattern("described row").sub(r"\g<label> <\g<what>>", text)
    is_open = any(PLACE.search(row) or row.endswith(":") for row in text.split("\n"))
    if not is_open or len(rows) > _MOST_ROWS or not CUES.matches("labelled row", text):
        return None
    return form.Template(text, last=len(rows) < 3 and place_in(place) == "last")


def _rows_of_template(block: str) -> list[str]:
    """The first rows of a block that are to fill, without remarks such as `where X is a number`."""
    rows = list[str]()
    for row in block.split("\n"):
        if _is_outside(row, is_first=not rows):
            if rows:
                break
        elif not re.match(r"\s*where\b", row):
            rows.append(row.rstrip())
    return rows


def _is_outside(row: str, *, is_first: bool) -> bool:
    """True for the title above a template, and for a rule, a blank row or the input below it."""
    may_be_described = not is_first or row.endswith((")", " here"))
    is_row = PLACE.search(row) or (may_be_described and CUES.pattern("described row").match(row))
    is_input = CUES.pattern("input line").match(row) and not is_row
    is_head = is_first and row.rstrip().endswith(":")
    is_title = is_head and CUES.matches("word for a template", row)
    return bool(is_input or is_title or not row.strip(" -=*#"))


def labelled_lines(place: Place) -> Form | None:
    """Lines with the labels that a prompt lists, each with a remark or none: `Total (number)`."""
    listed = re.split(r"(?:,| and) *(?![^()]*\))", place["list"])
    rows = [re.fullmatch(r"\W*(\w[\w ]{0,30}?) *(?:\((.*)\))?\W*", each) for each in listed]
    text = "\n".join(f"{each[1]}: <{each[2] or each[1]}>" for each in rows if each)
    return form.Template(text, last=False) if all(rows) and len(rows) > 1 else None


def inline_template(place: Place) -> Form | None:
    """A line with placeholders, from the message or the value of the cue."""
    if place.is_negated():
        return None
    text = place.value or re.sub(r"\[\[\d{1,2}\]\]", "[[rating]]", place.plain("text"))
    is_open = place.value or (
        PLACE.search(text) and not re.fullmatch(r"<[A-Z_]+>|\{.*|only .*", text)
    )
    conditions = [*CUES.find_all("condition", place.wording.text)]
    head = CUES.find("score line", place.wording.message)
    is_rated = any(map(place.find, ("range of a rating", "range of how")))
    if is_rated and head and head["head"] in text:
        return None  # It is the line of a score.
    is_rule = CUES.matches("clause of a rule", text)
    if is_rule or not is_open or not 1 < len(text) < 200 or len(conditions) > 1:
        return None
    last = CUES.matches("last of text", place.match.string[: place.match.end()])
    return form.Template(text, last or place_in(place) == "last")
