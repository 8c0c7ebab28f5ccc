"""Lists: the items of a text that a prompt brings, found, chosen, changed and sorted as it asks.

`listing.txt` has the patterns of what a request wants, and of the steps from the items of the text
to those of the answer. Each step is a function of this module.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import chain, pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import picked, states_total
from mockserver.chat.model.content.found import Answer, capitalized, stated
from mockserver.chat.model.content.quoted.columns import DataTable, amount_in, of_rows
from mockserver.chat.model.content.quoted.given import csv_of, items_in, request_and_text
from mockserver.chat.model.content.quoted.lexicon import is_of_topic, odd_one_of
from mockserver.chat.model.content.quoted.rows import LOGGED, Rows, rows_of_data
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.material import without_instructions
from mockserver.chat.model.talk.phrases import PLAIN_WORDS, WEAK_WORDS
from mockserver.chat.model.text.lists import is_place
from mockserver.chat.model.text.literals import as_json, json_at, scalar
from mockserver.chat.model.text.meaning import STOP_WORDS, stems_of
from mockserver.chat.model.text.numbers import FIGURES, amount_of, number_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import table_of
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import enumerated, sentences, stripped
from mockserver.chat.model.values.fill import values_for
from mockserver.chat.model.values.finds import finds_in, names_in
from mockserver.chat.model.values.words import is_known

_TABLE = table("content/quoted/listing.txt")
_SEPARATOR = pattern(r"[,;\n]")
_NO_KEYWORDS = PLAIN_WORDS | WEAK_WORDS | STOP_WORDS
_USUAL_COUNT = 5
_READ = 12_000
_LONGEST = 400
"""The most characters of a request."""


class Triple(NamedTuple):
    """A sentence with its subject, predicate and object, and the kinds of things that names in it
    are of."""

    text: str
    parts: Sequence[str | Any]
    kinds: Sequence[str] = ()


def laid_out(reading: Reading, now: datetime) -> Answer | None:
    """The items of the text that a conversation brings, as its orders want them."""
    for orders, text in _sources(reading):
        if orders and text and len(orders) <= _LONGEST:
            told = _section(orders, text)
            found = _named_values(orders, text, now) or _laid_out(orders, told, now)
            if found:
                return found
    return None


def singled_out(message: str) -> Answer | None:
    """The items of a list that are of a kind or are not, or the one that is unlike the others."""
    asked = _TABLE.find("singles out", message[:_LONGEST])
    listed = _TABLE.pattern("mark of a letter").sub("- ", asked["list"]) if asked else ""
    parts = items_in(listed) if "\n" in listed else enumerated(listed)
    items = stripped(parts, " .?\"'\n")
    kind = asked.groupdict().get("kind") if asked else ""
    if not kind:
        found = [odd] if (odd := odd_one_of(items)) else []
    else:
        is_not = asked is not None and asked["not"] is not None
        found = [each for each in items if is_of_topic(each, kind) != is_not]
    if _TABLE.matches("by number", message[:_LONGEST]):
        found = [str(items.index(each) + 1) for each in found]
    lines = ("\n" if " " in "".join(found) else ", ").join(found)
    return stated(lines, items=found) if 0 < len(found) < len(items) else None


def _sources(reading: Reading) -> Iterator[tuple[str, str]]:
    """The ways to divide a conversation into orders and a text, the most usual first."""
    message = reading.question[-_READ:]
    request, text = request_and_text(message)
    bare = text if "\n" in text else without_instructions(text)  # `4, 1. Return only a list.`
    told = bare if bare and text.startswith(bare) else text
    yield f"{request} {text.removeprefix(told)}".strip(), told
    yield reading.system[-_READ:], message
    before, gap, last = message.strip().rpartition("\n\n")
    if gap:
        yield last, before
    elif parts := sentences(last):
        yield " ".join(parts[1:]), parts[0].rstrip(".")


def _section(orders: str, text: str) -> str:
    """The list below the heading that orders name, such as `Ingredients`, else the whole text."""
    named = {*stems_of(orders)}
    lists = _TABLE.find_all("headed list", text)
    return next((e["list"] for e in lists if {*stems_of(e["head"])} <= named), text)


def _named_values(orders: str, text: str, now: datetime) -> Answer | None:
    """The values of a text that orders name, each on a line: `Name: Ada`."""
    asked = _TABLE.find("named values", orders)
    named = enumerated(asked["row"]) if asked else []
    names = [each.removeprefix("the ") for each in named]
    if not names or not all(map(is_known, names)):
        return None
    properties = {name: {"type": "string"} for name in names}
    found = values_for({"type": "object", "properties": properties}, text, now, may_lack=True)
    rows = [f"{capitalized(name)}: {found[name]}" for name in names if name in found]
    return stated("\n".join(rows), items=rows) if len(rows) > 1 else None


def _laid_out(orders: str, text: str, now: datetime) -> Answer | None:
    """The answer to orders about a text; None if they are no orders about its items."""
    kind = _TABLE.text("kind", orders)
    if not _is_on_items(kind, orders, text):
        return None
    labelled = _labelled(kind, orders, text)
    text = _TABLE.changed("label", text)
    data = json_at(text, 0) if text.startswith(("[", "{")) else None
    table_rows = rows_of_data(text, data)
    keeps = not _TABLE.matches("removes repeats", orders)
    if keeps and table_rows and len(table_rows[0]) > 1:
        return _of_table(orders, text, table_rows)
    steps, is_laid_out = _steps_in(orders, text), _TABLE.matches("laid out", orders)
    if "kept" in dict(steps) and "\n" in text:
        kind = ""  # The lines are chosen by a word, whatever they are.
    is_list = is_laid_out or kind == "task" or _TABLE.matches("as a list", orders)
    is_order = bool(steps or is_laid_out)
    if not is_order and not (kind and (is_list or _TABLE.matches("asks for all", orders))):
        return None
    items = labelled
    if not items and (kind in _FINDERS or kind.startswith("any ") or not steps):
        items = _found(kind, orders, text)
    if is_order and len(items) < 2 and kind != "task":
        items = _items_to_change(text)
    if len(items) < (2 if kind in ("", "finding", "statement") else 1):
        return None
    for name, match in steps:
        items = [*_STEPS[name](items, match, orders, now)]
    if _TABLE.matches("which of them", orders) and _TABLE.find("best", orders):
        items = [*map(name_of, items)]
    is_single = len(items) == 1 and kind.startswith("any ")
    marked = items if is_single else _marked(items, orders)
    lines = ("\n" if is_list or "\n" in text else ", ").join(marked)
    return stated(lines, items=items) if items else None


def _is_on_items(kind: str, orders: str, text: str) -> bool:
    """True if orders are about items that the message brings, rather than a question or examples
    of what to write."""
    is_brought = "\n" in text or _TABLE.matches("these", orders) or without_instructions(text)
    is_asked = _TABLE.matches("asks under a label", orders)
    is_asked |= "?" in text and not (kind == "task" and _TABLE.matches("these", orders))
    is_example = _TABLE.matches("example", f"{orders}\n{text}")
    return bool(is_brought) and not (is_asked or is_example)


def _steps_in(orders: str, text: str) -> list[tuple[str, re.Match[str]]]:
    """The changes that orders want, by their names in the order in which they are made."""
    rows = _TABLE.rows("step")
    steps = [(str(each.text), found) for each in rows if (found := each.pattern.search(orders))]
    is_one_text = {name for name, _ in steps} <= {"upper", "lower"} and not _SEPARATOR.search(text)
    return [] if is_one_text else steps  # `War and peace` is a text rather than a list.


def _items_to_change(text: str) -> list[str]:
    """The items of a text, without the subject before the first: `I have to buy milk, call Ann`."""
    items = items_in(text)
    if all(each.endswith(".") for each in items):  # Each is a sentence of its own.
        return items
    has_deeds = any(_TABLE.matches("deed", each) for each in items[1:])
    subject = _TABLE.pattern("subject of deeds" if has_deeds else "subject")
    return [*(subject.sub("", each) for each in items[:1]), *items[1:]]


def _marked(items: Sequence[str], orders: str) -> list[str]:
    """Items with the numbers, boxes or bullets that orders want."""
    if _TABLE.matches("numbered", orders):
        return [f"{number}. {each}" for number, each in enumerate(items, 1)]
    if _TABLE.matches("with boxes", orders):
        return [f"- [ ] {each}" for each in items]
    return [f"- {each}" for each in items] if _TABLE.matches("bulleted", orders) else [*items]


# Finding


def _found(kind: str, orders: str, text: str) -> list[str]:
    """The things of a kind in a text, as many as the orders want."""
    if kind.startswith("any "):
        return picked(kind[4:].replace("-", ""), text)
    if kind not in _FINDERS:
        return _typed(orders, text) if kind == "typed entity" else []
    found = _FINDERS[kind](text)
    count = amount_of(_TABLE.text("number of things", orders) or str(len(found)))
    return found[-count:] if kind == "finding" else found[:count]


def _labelled(kind: str, orders: str, text: str) -> list[str]:
    """The lines of a text whose labels name what the orders want: `TODO: call Ana` for tasks."""
    kinds = {e: _TABLE.text("kind", e["label"]) for e in _TABLE.find_all("labelled line", text)}
    wanted = {*stems_of(orders)}
    items = [e["it"] for e in kinds if kinds[e] == kind or wanted & {*stems_of(e["label"])}]
    return items if kind and len(items) > 1 else []


def keywords(text: str) -> list[str]:
    """The keywords of a text, the most frequent first and then those that are no verbs."""
    every = re.findall(r"[^\W\d_][\w-]{2,}", text.lower())
    counts = Counter(word for word in every if word not in _NO_KEYWORDS)
    return sorted(counts, key=lambda word: (-counts[word], word.endswith(("ly", "ed", "ing"))))


def people_in(text: str) -> list[str]:
    """The names in a text that are no places, without the words before them."""
    finds = (each for each in finds_in(text) if each.kind == "name")
    people = (e for e in finds if e.thing == "person" or e.left not in ("at", "in", "from"))
    names = (each.text for each in people if {each.thing, each.hint} <= {"", "person", "job"})
    return [*dict.fromkeys(_TABLE.pattern("before a name").sub("", each) for each in names)]


def triples_in(text: str) -> list[Triple]:
    """The triples of a text: of the names that a sentence connects, or of a simple statement."""
    found = list[Triple]()
    for each in sentences(text):
        pronoun = _TABLE.pattern("pronoun as a subject")
        told = pronoun.sub(found[-1].parts[0], each) if found else each
        names = [find for find in finds_in(told) if find.kind in ("name", "date")]
        simple = _TABLE.pattern("simple statement").fullmatch(told) if len(names) < 2 else None
        if simple:
            found.append(Triple(told, simple.group("subject", "verb", "object")))
        for one, other in pairwise(names):
            between = told.partition(one.text)[2].partition(other.text)[0].strip(" ,")
            parts = (one.text, between.removesuffix(" the"), other.text)
            found.append(Triple(told, parts, (one.likely, other.likely)))
    return found


def _places(text: str) -> list[str]:
    """The known places of a text, and names after `in` and the like."""
    near = {*re.findall(r"\b(?:in|to|from|at|near|via|of) ([A-Z][\w-]+(?: [A-Z][\w-]+)*)", text)}
    return [each for each in names_in(text) if is_place(each) or each in near]


def _companies(text: str) -> list[str]:
    """The names in a text that are of nobody, no place and no product, in their order."""
    first = [each["it"] for each in _TABLE.find_all("firm as the subject", text)]
    people = {each.text for each in finds_in(text) if each.thing in ("person", "job")}
    names = {each for each in (*names_in(text), *first) if not is_place(each)} - people
    return sorted((names - {*picked("product", text)} or names), key=text.index)


def _tasks(text: str) -> list[str]:
    """The sentences and clauses of a text that say what somebody has to do."""
    items = items_in(_TABLE.changed("promises", text))
    parts = (_TABLE.pattern("between tasks").split(each) for each in items)
    return [e for part in chain(*parts) for e in sentences(part) if _TABLE.find("due", e)]


def _typed(orders: str, text: str) -> list[str]:
    """The names in a text with their kinds, as the orders call them: `Oslo: LOC`. A name of two
    words that is no place is a person."""
    firms = [each for each in _companies(text) if each.count(" ") != 1]
    places = [each for each in _places(text) if is_place(each) or f"at {each}" not in text]
    found: dict[str, str] = {}
    for kind, names in (("person", names_in(text)), ("company", firms), ("place", places)):
        label = _TABLE.find(f"label of a {kind}", orders)
        found |= dict.fromkeys(names, label["it"] if label else kind)
    return [f"{name}: {found[name]}" for name in sorted(found, key=text.index)]


_FINDERS: Mapping[str, Callable[[str], list[str]]] = {
    "place": _places,
    "company": _companies,
    "entity": names_in,
    "person": people_in,
    "first name": lambda text: [each.split()[0] for each in people_in(text)],
    "last name": lambda text: [each.split()[-1] for each in people_in(text)],
    "task": _tasks,
    "finding": sentences,
    "statement": sentences,
    "triple": lambda text: [f"({', '.join(each.parts)})" for each in triples_in(text)],
    "keyword": lambda text: keywords(text)[:_USUAL_COUNT],
    "request": lambda text: [e for e in sentences(text) if _TABLE.matches("requests", e)],
    "hashtag": lambda text: [f"#{each}" for each in keywords(text)[:_USUAL_COUNT]],
}


# Steps


def _sorted(items: list[str], orders: str) -> list[str]:
    """Items in the order of their figures or their lengths, else of the alphabet."""
    are_figures = not any(re.search("[a-z]", each) for each in items)
    is_by_figure = are_figures or _TABLE.matches("by figure", orders)
    key: Callable[[str], Any] = str.casefold
    if is_by_figure and all(re.search(FIGURES, each) for each in items):
        key = figure_of
    elif _TABLE.matches("by length", orders):
        key = len
    return sorted(items, key=key, reverse=_is_down(orders))


def _is_down(orders: str) -> bool:
    """True if orders want the greatest or the last first."""
    up, down = _TABLE.find("up", orders), _TABLE.find("down", orders)
    return down is not None and (up is None or down.start() <= up.start())


def _ranked(items: Sequence[str], match: re.Match[str]) -> list[str]:
    """So many items with the greatest or least figures; none if some have no figure."""
    if not all(re.search(FIGURES, each) for each in items):
        return []
    ranked = sorted(items, key=figure_of, reverse=_is_down(match[0]))
    return ranked[: amount_of(match["n"] or match["m"])]


def figure_of(item: str) -> Fraction:
    """The first number of an item after its name, else the first one in it."""
    item = re.sub(r"(\d{4})-(\d\d)-(\d\d)", r"\1\2\3", item.strip())
    rest = item.removeprefix(name_of(item))
    number = rf"(?<![\w.])-?{FIGURES}"
    found = re.search(rf"({number})([kM]\b)?", rest) or re.search(rf"({number})([kM]\b)?", item)
    scale = {"k": 1_000, "M": 1_000_000}
    return number_of(found[1]) * scale.get(found[2], 1) if found else Fraction(0)


def name_of(item: str) -> str:
    """The name at the beginning of an item: `Oslo` for `Oslo: 21 degrees`."""
    ends = (r"\s*[:(=|]|,? -\s", r",\s|\s+[$€£]?\d")
    return next((e[0] for end in ends if (e := re.split(end, item))[1:]), item).strip()


def _having(items: Sequence[str], match: re.Match[str]) -> Sequence[str]:
    """The items with the word of a match, in any case; if none has it, all that `all` is for."""
    found = [each for each in items if match["it"].lower() in each.lower()]
    return found or (items if match[0].lower().startswith("all") else [])


def _without_repeats(items: Iterable[str]) -> list[str]:
    """Items without those that come again, in any case."""
    kept = dict[str, str]()
    for each in items:
        kept.setdefault(each.casefold(), each)
    return [*kept.values()]


_STEPS: Mapping[str, Callable[..., Iterable[str]]] = {
    "ranked": lambda items, match, *_: _ranked(items, match),
    "unique": lambda items, *_: _without_repeats(items),
    "kept": lambda items, match, *_: _having(items, match),
    "starting": lambda items, match, *_: [
        each for each in items if each.lower().startswith(match["it"].lower())
    ],
    "ending": lambda items, match, *_: [
        each for each in items if each.lower().endswith(match["it"].lower())
    ],
    "reversed": lambda items, *_: items[::-1],
    "sorted": lambda items, _, orders, __: _sorted(items, orders),
    "bare": lambda items, *_: map(name_of, items),
    "upper": lambda items, *_: map(str.upper, items),
    "lower": lambda items, *_: map(str.lower, items),
    "without amounts": lambda items, *_: [_TABLE.changed("amount", each) for each in items],
}  # fmt: skip
"""Functions of the items, the match of the step's row, the orders and the time."""


# Tables


def _in_order(body: Rows, table: DataTable, orders: str) -> list[Sequence[str]]:
    """The rows of a table in the order of the column that is named, else of its figures: by the
    figure of a cell, then in the alphabet."""
    titles = [rf"(?i)\bby (?:the |their |its )?{re.escape(each)}\b" for each in table.header]
    named = (place for place, title in enumerate(titles) if re.search(title, orders))
    place = next(named, table.column(orders) or 0)
    return sorted(
        body,
        key=lambda row: (amount_in(row[place]), row[place].casefold()),
        reverse=_is_down(orders),
    )


def sorted_as_asked(rows: Rows, request: str) -> Rows:
    """A header and its rows in the order that a request asks for, if it asks for one."""
    asked = _TABLE.find("sorted", request)
    if asked is None:
        return rows
    table = DataTable(rows[0], rows[1:])
    return [table.header, *_in_order(table.body, table, request[asked.start() :])]


def _of_table(orders: str, text: str, rows: Sequence[Sequence[str]]) -> Answer | None:
    """The rows of a table that a request wants, in the asked notation or that of the text, or their
    names, or what else it asks of them."""
    table = DataTable.of(rows)
    rest, within = table.within(orders)
    named, best = within.fitting(rest).body, _TABLE.find("best", orders)
    is_csv = re.search(r"(?i)(?<!this )(?<!the )(?<!ing )\bcsv\b", orders)
    is_ranked = best or _TABLE.matches("sorted", orders)
    flagged = table.flags(rest)
    body = flagged.body if flagged else named or within.body
    if is_ranked:
        body = _in_order(body, table, orders)
        body = body[: amount_of(best["n"] or best["m"]) if best else None]
    if _TABLE.matches("names alone", orders) or (best and _TABLE.matches("which of them", orders)):
        items = [row[0] for row in body]
        return stated("\n".join(_marked(items, orders)), items=items)
    is_log = rows[0] is LOGGED
    asks = _TABLE.matches("asks for lines" if is_log else "asks for rows", orders)
    asks_for_rows = asks and "count" not in orders.lower()
    if not (is_csv or is_ranked or (len(body) < len(table.body) and asks_for_rows)):
        is_asked = _TABLE.matches("asks of a table", orders) and not states_total(orders, text)
        return of_rows(orders, rows) if is_asked else None
    if text.startswith(("[", "{")) and not is_csv:
        records = [dict(zip(table.header, map(scalar, row), strict=True)) for row in body]
        return stated(as_json(records)) if body else None
    if is_log and not is_csv:
        return stated("\n".join(e for e in text.split("\n") if any(row[0] in e for row in body)))
    write = csv_of if is_csv or "|" not in text else table_of
    return stated(write([table.header, *body])) if body else None
