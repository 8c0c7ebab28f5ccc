"""Tables in texts: Markdown, CSV, records in JSON, a log, or lines of one shape.

Such lines are `Ann: 3 seats, blue`, `#12 open` or blocks of `Name: Ada` and `Age: 36`. The rows of
a table are lists of cells, the header first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.quantities.quantity import Quantity
from mockserver.chat.model.text.literals import pairs_of
from mockserver.chat.model.text.numbers import FIGURES
from mockserver.chat.model.text.rows import rows_of
from mockserver.chat.model.text.texts import enumerated

Rows = Sequence[Sequence[str]]

LOGGED = ("time", "level", "service", "message")
"""The titles of the columns of a log."""


def rows_in(text: str, value: Any = None) -> Rows:
    """The table in a text, or in the first list of its JSON; empty if there is none."""
    found = rows_of_data(text, value) or _rows_of_blocks(text)
    return found or _labelled_rows(text) or _marked_rows(text)


def rows_of_data(text: str, value: Any = None) -> Rows:
    """The rows of a list in JSON, a log, a Markdown table or CSV; empty if there are none."""
    return _rows_of_records(value) or logged_rows(text) or rows_of(text)


def _rows_of_records(value: Any) -> Rows:
    """The rows of a list of objects, or of the first such list in an object; else none."""
    values = value.values() if isinstance(value, dict) else (value,)
    records = next((each for each in values if isinstance(each, list)), [])
    if len(records) < 2 or not all(each and isinstance(each, dict) for each in records):
        return []
    rows = [dict(pairs_of(json.dumps(each)) or ()) for each in records]
    header = [*dict.fromkeys(key for row in rows for key in row)]
    return [header, *([row.get(key, "") for key in header] for row in rows)]


def _rows_of_blocks(text: str) -> Rows:
    """The rows of blocks of lines with the same labels, such as `Name: Ada` and `Age: 36`."""
    pairs = [pair for line in text.split("\n") if (pair := CUES.find("pair", line))]
    records = list[dict[str, str]]()
    for pair in pairs:
        if pair["name"] == pairs[0]["name"]:
            records.append({})
        records[-1][pair["name"]] = pair["value"]
    are_alike = len({*map(len, records)}) == 1 and len(records[0]) > 1
    return _rows_of_records(records) if are_alike else []


def _labelled_rows(text: str) -> Rows:
    """The rows of lines such as `Aura: 4 seats, 320 km range`, under a header of their words."""
    parts = _named_cells(text.split("\n"))
    if len(parts) < 2 and (listed_rows := CUES.find("rows in a sentence", text)):
        parts = _named_cells(enumerated(listed_rows["row"]))
    if len(parts) < 2 or CUES.matches("is a mail", text):
        return []
    if all(len(cells) == 1 for _, cells in parts):
        return [["", ""], *([name, *cells] for name, cells in parts)]
    rows = []
    for name, cells in parts:
        row = {"": name}
        for cell in cells:
            title, bare = _title(cell), re.sub(r"^[^\d$€£]*(?=[$€£]?\d)", "", cell)
            row[title] = f"{row[title]}, {bare}" if title in row else bare
        rows.append(row)
    header = [*dict.fromkeys(title for row in rows for title in row)]
    are_named = (title for title in header if title not in ("", "other"))
    is_alike = any(all(title in row for row in rows) for title in are_named)
    return [header, *([row.get(each, "") for each in header] for row in rows)] if is_alike else []


def _named_cells(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The name and the cells of each line that is a row."""
    rows = (CUES.find("row of a list", line) for line in lines if len(line) < 300)
    return [(each["name"], re.split(r",\s+", each["value"].rstrip("."))) for each in rows if each]


def _title(cell: str) -> str:
    """The title of the column of a cell with a figure: `price`, `weight`, `seat`."""
    figure = re.search(FIGURES, cell)
    unit = Quantity(words=cell.replace(figure[0], "").strip()).kind if figure else ""
    words = " ".join(word.removesuffix("s") for word in re.findall(r"[A-Za-z]{4,}", cell))
    return "other" if not figure else "price" if unit == "money" else words or unit or "value"


def logged_rows(text: str, least: int = 2) -> Rows:
    """The rows of the lines of a log, if it has so many."""
    lines = [CUES.find("line of a log", line) for line in text.split("\n")]
    rows = [[line[title] or "" for title in LOGGED] for line in lines if line]
    return [LOGGED, *rows] if len(rows) >= least else []


def _marked_rows(text: str) -> Rows:
    """The rows of at least three lines of a mark and a few words: `#12 open`, `[x] call Ann`."""
    lines = map(CUES.pattern("marked line").fullmatch, text.split("\n"))
    marked = [(line["mark"], line["rest"]) for line in lines if line]
    if any(mark == "[ ]" for mark, _ in marked):
        cells = ([rest, str(mark == "[ ]"), str(mark != "[ ]")] for mark, rest in marked)
        return [["task", "open", "done"], *cells]
    return [["", ""], *map(list, marked)] if len(marked) > 2 else []
