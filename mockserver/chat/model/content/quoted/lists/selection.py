"""Selection: the rows of a table that orders want, in the order and the notation that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mockserver.chat.model.content.cues import LISTING, states_total
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted.lists.given import csv_of
from mockserver.chat.model.content.quoted.lists.steps import is_down, marked
from mockserver.chat.model.content.quoted.tables.datatable import DataTable, amount_in
from mockserver.chat.model.content.quoted.tables.lookup import looked_up
from mockserver.chat.model.content.quoted.tables.rows import LOGGED, Rows
from mockserver.chat.model.text.literals import as_json, scalar
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.rows import table_of

_IS_CSV = pattern(r"(?<!this )(?<!the )(?<!ing )\bcsv\b", re.IGNORECASE)
"""CSV as the notation that is wanted, rather than that of the text."""


def sorted_as_asked(rows: Rows, request: str) -> Rows:
    """A header and its rows in the order that a request asks for, if it asks for one."""
    asked = LISTING.find("sorted", request)
    if asked is None:
        return rows
    table = DataTable(rows[0], rows[1:])
    return [table.header, *_in_order(table.body, table, request[asked.start() :])]


def selected(orders: str, text: str, rows: Rows) -> Answer | None:
    """The rows of the table in a text that orders want, or their names, or what else they ask of
    the table."""
    table = DataTable.of(rows)
    rest, within = table.within(orders)
    best = LISTING.find("best", orders)
    is_ranked = best or LISTING.matches("sorted", orders)
    flagged = table.flagged(rest)
    body = flagged.body if flagged else within.fitting(rest).body or within.body
    if is_ranked:
        body = _in_order(body, table, orders)
        body = body[: amount_of(best["n"] or best["m"]) if best else None]
    asks_which = best and LISTING.matches("which of them", orders)
    if asks_which or LISTING.matches("names alone", orders):
        items = [row[0] for row in body]
        return stated("\n".join(marked(items, orders)), items=items)
    is_csv = bool(_IS_CSV.search(orders))
    is_log = rows[0] is LOGGED
    asks = LISTING.matches("asks for lines" if is_log else "asks for rows", orders)
    asks_for_rows = asks and "count" not in orders.lower()
    if is_csv or is_ranked or (len(body) < len(table.body) and asks_for_rows):
        return _written(DataTable(table.header, body), text, is_csv=is_csv, is_log=is_log)
    is_asked = LISTING.matches("asks of a table", orders) and not states_total(orders, text)
    return looked_up(orders, rows) if is_asked else None


def _written(table: DataTable, text: str, *, is_csv: bool, is_log: bool) -> Answer | None:
    """A table as CSV if that is asked for, else in the notation of the text that it is from."""
    if text.startswith(("[", "{")) and not is_csv:
        records = [dict(zip(table.header, map(scalar, row), strict=True)) for row in table.body]
        return stated(as_json(records)) if records else None
    if is_log and not is_csv:
        lines = (e for e in text.split("\n") if any(row[0] in e for row in table.body))
        return stated("\n".join(lines))
    write = csv_of if is_csv or "|" not in text else table_of
    return stated(write([table.header, *table.body])) if table.body else None


def _in_order(body: Rows, table: DataTable, orders: str) -> list[Sequence[str]]:
    """The rows of a table in the order of the column that is named, else of its figures: by the
    figure of a cell, then in the alphabet."""
    titles = [rf"(?i)\bby (?:the |their |its )?{re.escape(each)}\b" for each in table.header]
    named = (place for place, title in enumerate(titles) if re.search(title, orders))
    place = next(named, table.column(orders) or 0)
    return sorted(
        body,
        key=lambda row: (amount_in(row[place]), row[place].casefold()),
        reverse=is_down(orders),
    )
