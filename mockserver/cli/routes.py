"""`mockserver routes`: print the table of operations."""

from __future__ import annotations

import json
import re
from collections import Counter
from inspect import getdoc
from typing import TYPE_CHECKING

import click

from mockserver.cli.options import settings_from, settings_options

if TYPE_CHECKING:
    from mockserver.listing import Row

HEADINGS = ("OPERATION", "METHOD", "PATH", "LISTINGS")

_MARKED = re.compile(r"\b(?:Stated|Observed|Chosen)\b[^.:]*:.*?\.(?=\s|$)", re.DOTALL)
"""A sentence of a handler about where its behaviour is known from."""


@click.command("routes", short_help="Print the table of operations.")
@settings_options("listing", "client_routes")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of rows.")
@click.option("--marks", is_flag=True, help="Say what is stated, observed and chosen.")
def command(as_json: bool, marks: bool, **flags: object) -> None:
    """Print the operations that a server answers, with their paths and listings.

    The paths under /traces, which repeat those of the trace side, are left out.
    """
    from mockserver import listing

    served = set(listing.served(settings_from(flags)))
    rows = [row for row in listing.OPERATIONS if row in served]
    if as_json:
        click.echo(json.dumps([_entry(row, marks=marks) for row in rows], indent=2))
    else:
        click.echo(_marked_table(rows) if marks else _table(rows))


def _entry(row: Row, *, marks: bool) -> dict[str, object]:
    marked: dict[str, object] = {"mark": row.mark, "notes": _notes(row)} if marks else {}
    return {
        "name": row.name,
        "method": row.method,
        "path": row.path,
        "listings": _listings(row),
        **marked,
    }


def _notes(row: Row) -> list[str]:
    """The handler's notes on parts of its behaviour."""
    return [" ".join(note.split()) for note in _MARKED.findall(getdoc(row.resolve()) or "")]


def _listings(row: Row) -> list[str]:
    return [str(listing.name).lower() for listing in row.listings]


def _marked_table(rows: list[Row]) -> str:
    """The table with marks, notes below their operations, and how many there are of each."""
    head, *lines = _table(rows).splitlines()
    table = [f"          {head}"]
    for row, line in zip(rows, lines, strict=True):
        table += [f"{row.mark:8}  {line}", *(f"            {note}" for note in _notes(row))]
    counts = Counter(row.mark for row in rows)
    return "\n".join([*table, ", ".join(f"{count} {mark}" for mark, count in counts.items())])


def _table(rows: list[Row]) -> str:
    lines = [HEADINGS] + [
        (row.name, row.method, row.path, " ".join(_listings(row))) for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
