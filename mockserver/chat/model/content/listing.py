"""Lists: the items of a text that a prompt brings, found, chosen, changed and sorted as it asks.

`listing.txt` has the patterns of what a request wants, and of the steps from the items of the text
to those of the answer. Each step is a function of this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.given import csv_of, items_in, request_and_text
from mockserver.chat.model.dates import dates_in
from mockserver.chat.model.dates import written as day_written
from mockserver.chat.model.lists import is_place
from mockserver.chat.model.numbers import FIGURES, amount_of, number_of
from mockserver.chat.model.payload import without_instructions
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import rows_of, sentences, table_of
from mockserver.chat.model.values.finds import names_in

_TABLE = table("content/listing.txt")
_READ = 12_000
_LONGEST_SENTENCE = 2_000
_OF_STATEMENTS = ("task", "finding", "statement")
"""The kinds of things that are statements."""

_LONGEST = 400
"""The most characters of a request."""

_COUNT = rf"(?i)\b({FIGURES}|two|three|four|five|six|seven|eight|nine|ten)\b"


def laid_out(reading: Reading, now: datetime) -> Answer | None:
    """The items of the text that a conversation brings, as its orders want them."""
    message = reading.question[-_READ:]
    for orders, text in (request_and_text(message), (reading.system[-_READ:], message)):
        if orders and text and len(orders) <= _LONGEST and (found := _laid_out(orders, text, now)):
            return found
    return None


def _laid_out(orders: str, text: str, now: datetime) -> Answer | None:
    """The answer to orders about a text; None if they are no orders about its items."""
    is_example = _TABLE.matches("example", f"{orders}\n{text}")
    if "?" in text or is_example or not ("\n" in text or without_instructions(text)):
        return None
    text = re.sub(r"\A[A-Za-z]\w*( \w+)?:\s+(?=[A-Z])(?![^\n]*\n[A-Z]\w*( \w+)?: )", "", text)
    table_rows = rows_of(text)
    if table_rows and len(table_rows[0]) > 1:
        return _of_table(orders, table_rows)
    rows = _TABLE.rows("step")
    steps = [(str(each.text), found) for each in rows if (found := each.pattern.search(orders))]
    shape, kind = _TABLE.find("shape", orders), _TABLE.text("kind", orders)
    is_laid_out = _TABLE.matches("laid out", orders)
    is_list = is_laid_out or _TABLE.matches("as a list", orders)
    if not (steps or shape or is_laid_out or (kind and is_list)):
        return None
    is_found = kind in (_OF_STATEMENTS if shape else _FINDERS) or kind.startswith("any ")
    items = _found(kind, orders, text) if is_found or not (steps or shape) else []
    if items or not kind or steps or shape or is_laid_out:
        items = items or items_in(text)
    if len(items) < 2:
        return None
    for name, match in steps:
        items = [*_STEPS[name](items, match, orders, now)]
    if shape:
        items = [_shaped(each, shape["mark"]) for each in items]
    if _TABLE.matches("numbered", orders):
        lines = [f"{number}. {each}" for number, each in enumerate(items, 1)]
    elif _TABLE.matches("bulleted", orders) or _TABLE.matches("with boxes", orders):
        box = "[ ] " if _TABLE.matches("with boxes", orders) else ""
        lines = [f"- {box}{each}" for each in items]
    else:
        lines = items
    is_below = is_list or shape or "\n" in text
    return stated(("\n" if is_below else ", ").join(lines), items=items) if items else None


# Finding


def _found(kind: str, orders: str, text: str) -> list[str]:
    """The things of a kind in a text."""
    if kind.startswith("any "):
        parts = CUES.pattern(kind.lower().replace("-", "")).finditer(text)
        return [*dict.fromkeys(part[0].strip() for part in parts)]
    if kind not in _FINDERS:
        return _enumerated(text) if kind else []
    found = _FINDERS[kind](text)
    counted = re.search(rf"{_COUNT} (?:\w+ )?(?:bullets?|points|items|findings|results)", orders)
    count = amount_of(counted[1]) if counted else len(found)
    return found[-count:] if kind == "finding" else found[:count]


def _people(text: str) -> list[str]:
    names = [_TABLE.pattern("before a name").sub("", each) for each in names_in(text)]
    return [each for each in dict.fromkeys(names) if not is_place(each)]


def _places(text: str) -> list[str]:
    """The known places of a text, and names after `in` and the like."""
    near = {*re.findall(r"\b(?:in|to|from|at|near|via|of) ([A-Z][\w-]+(?: [A-Z][\w-]+)*)", text)}
    return [each for each in names_in(text) if is_place(each) or each in near]


def _tasks(text: str) -> list[str]:
    """The statements of a text that say who has to do something."""
    halves = _TABLE.pattern("halves")
    lines = [each for part in items_in(text) for each in sentences(part)]
    owned = [e for e in lines if re.search(r"\b(?:will|to|must|should|has to|needs? to)\b", e)]
    return owned or [each for each in lines if halves.search(each)]


_FINDERS: Mapping[str, Callable[[str], list[str]]] = {
    "place": _places,
    "person": _people,
    "first name": lambda text: [each.split()[0] for each in _people(text)],
    "last name": lambda text: [each.split()[-1] for each in _people(text)],
    "task": _tasks,
    "finding": sentences,
    "statement": sentences,
}


def _enumerated(text: str) -> list[str]:
    """The items of the longest enumeration in the sentences of a text."""
    words = {name: _TABLE.pattern(name).pattern for name in ("and", "determiner")}
    joint = rf"(?i),\s*(?:(?:{words['and']}) )?|\s+(?:{words['and']})\s+"
    found: list[str] = []
    for sentence in sentences(text):
        items: list[str] = []
        for part in reversed(re.split(joint, sentence[:_LONGEST_SENTENCE])):
            bare = _TABLE.pattern("lead").sub("", part.strip())
            items.append(re.sub(rf"(?i)^(?:{words['determiner']})\s+", "", bare).strip(" .\"'”"))
            if bare != part.strip():
                break
        found = max(found, items[::-1], key=len)
    return [each for each in found if each] if len(found) > 1 else []


# Steps


Step = Callable[[list[str], "re.Match[str]", str, datetime], Iterable[str]]
"""A step from the items, the match of its row, the orders and the time to other items."""


def _sorted(items: list[str], orders: str) -> list[str]:
    """Items in the order of their figures, else of the alphabet."""
    up, down = (_TABLE.find(each, orders) for each in ("up", "down"))
    is_last_first = bool(down and not (up and up.start() < down.start()))
    figures = [re.search(FIGURES, each) for each in items]
    is_plain = not any(re.search("[a-z]", each) for each in items)
    keys: Sequence[object] = [each.casefold() for each in items]
    if all(figures) and (is_plain or _TABLE.matches("by figure", orders)):
        keys = [number_of(each[0]) for each in figures if each]
    ranked = sorted(zip(keys, items, strict=True), key=lambda pair: pair[0], reverse=is_last_first)  # type: ignore[arg-type, return-value]
    return [item for _, item in ranked]


def _bare(item: str) -> str:
    return re.split(r"\s*[:(=|]|,? -\s|,\s|\s+[$€£]?\d", item)[0].strip()


def _without_repeats(items: Iterable[str]) -> list[str]:
    kept = dict[str, str]()
    for each in items:
        kept.setdefault(each.casefold(), each)
    return [*kept.values()]


def _dated(item: str, how: str, now: datetime) -> str:
    """The date of an item in a format, else the item."""
    day = next(dates_in(item, now), None)
    return day_written(day, how) if day else item


_STEPS: Mapping[str, Step] = {
    "unique": lambda items, *_: _without_repeats(items),
    "reversed": lambda items, *_: items[::-1],
    "sorted": lambda items, _, orders, __: _sorted(items, orders),
    "bare": lambda items, *_: map(_bare, items),
    "upper": lambda items, *_: map(str.upper, items),
    "lower": lambda items, *_: map(str.lower, items),
    "dated": lambda items, match, _, now: [_dated(each, match["it"], now) for each in items],
}  # fmt: skip


def _shaped(item: str, mark: str) -> str:
    """A statement as its subject and the rest, with a mark between them."""
    halves = _TABLE.find("halves", item.strip())
    return f"{halves['a']}{mark}{halves['b'].rstrip('.')}" if halves else item


# Tables


def _of_table(orders: str, rows: list[list[str]]) -> Answer | None:
    """The rows of a table that a request wants, in the asked notation."""
    header, *body = rows
    is_csv = bool(re.search(r"(?i)\bcsv\b", orders))
    if wanted := _TABLE.text("where", orders).casefold():
        body = [row for row in body if wanted in map(str.casefold, row)]
    elif _TABLE.matches("bulleted", orders):
        pairs = (zip(header, row, strict=False) for row in body)
        items = [", ".join(map(": ".join, each)) for each in pairs]
        return stated("\n".join(items), items=items)
    elif not is_csv:
        return None
    written = csv_of if is_csv else table_of
    return stated(written([header, *body])) if body else None
