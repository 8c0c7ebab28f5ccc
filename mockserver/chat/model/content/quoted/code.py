"""Answers about the code in a message: what it does, its faults, and the code changed."""

from __future__ import annotations

import re

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.text.patterns import pattern

_READ = 2_000
_PART = pattern(
    r"(\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[:=!]|[^\\\[{}*+?])([*+?]|\{\d+(?:,\d*)?\}|)\??"
)
"""A part of a regular expression, and how often it may come."""


def asked_of_code(message: str, system: str) -> Answer | None:
    """The explanation or the faults of the code in a message, the code with a change, or the
    formula of a spreadsheet."""
    message = message[:_READ]
    if formula := CUES.text("formula of a sheet", f"{system[:_READ]}\n{message}"):
        return stated(formula)
    order, code = _divided(message)
    if not order.strip(" `\n"):
        order, message = system[:_READ], f"{system[:_READ]}\n{message}"
    changed = _changed(order, code)
    if changed and CUES.matches("wants code", order):
        return stated(changed)
    if code and CUES.matches("asks for faults", order):
        remarks = CUES.texts("remark", code) if CUES.matches("reviews", order) else ()
        found = dict.fromkeys([*CUES.texts("fault", code), *remarks])
        faults = [*map(as_sentence, found)][: None if CUES.matches("all faults", order) else 1]
        if faults:
            return stated(" ".join(faults), items=faults if len(faults) > 1 else ())
    if told := explained(message):
        return stated(told, re.sub(r"^This is (.+)\.$", r"\1", told))
    return stated(changed) if changed else None


def explained(message: str) -> str:
    """The meaning of the code, the query, the regular expression or the error in a message, in
    words; empty if it is not known."""
    if query := CUES.find("query to tell", message):
        return as_sentence(CUES.changed("query in words", query["sql"]).strip())
    regex = CUES.find("regex to explain", message)
    told = f"It matches {_in_words(regex['it'])}." if regex else ""
    return CUES.text("explained", message) or told


def changed_code(message: str) -> str:
    """The code in a message with the change that it wants, empty if there is none."""
    return _changed(*_divided(message[:_READ]))


def _changed(order: str, block: str) -> str:
    """A block of code with the change that an order wants, empty if there is none."""
    if not block:
        return ""
    renamed, defined = CUES.find("renames", order), CUES.find("defines", block)
    code = f"{block}\n"
    if renamed and (name := renamed["old"] or (defined and defined["name"])):
        code = re.sub(rf"\b{name}\b", renamed["name"], code)
    for way in CUES.texts("change of code", order):
        code = CUES.changed(way, code)
    return code.strip() if code.strip() != block.strip() else ""


def _in_words(regex: str) -> str:
    """The parts of a regular expression in words: `3 digits, "-", the end`."""
    told = list[str]()
    for part in _PART.finditer(regex):
        whole = CUES.text("part of a regex", part[0])
        thing, count = CUES.text("part of a regex", part[1]), CUES.text("count in a regex", part[2])
        plural = "" if count in ("", "an optional") else "s"
        if "(s)" in thing:
            told.append(f"{count or 'one'} {thing.replace('(s)', plural)}")
        else:
            told.append(f"{count} {thing}".replace("`", '"') if count and not whole else whole)
    return ", ".join(told).replace("`, `", "").replace("(, ", "(").replace(", )", ")")


def _divided(message: str) -> tuple[str, str]:
    """The order of a message and the code that it brings, which may be empty."""
    block = CUES.find("block of code", message)
    return (message.replace(block[0], ""), block[0]) if block else (message, "")
