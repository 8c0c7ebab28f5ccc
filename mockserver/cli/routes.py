"""`mockserver routes`: print the table of operations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from mockserver.cli.options import settings_from, settings_options

if TYPE_CHECKING:
    from mockserver.listing import Row

HEADINGS = ("OPERATION", "METHOD", "PATH", "LISTINGS")


@click.command("routes", short_help="Print the table of operations.")
@settings_options("listing", "client_routes")
@click.option("--json", "as_json", is_flag=True, help="One JSON array of rows.")
def command(as_json: bool, **flags: object) -> None:
    """Print the operations that a server answers, with their paths and listings.

    The paths under /traces, which repeat those of the trace side, are left out.
    """
    from mockserver import listing

    served = set(listing.served(settings_from(flags)))
    rows = [row for row in listing.OPERATIONS if row in served]
    click.echo(json.dumps([_entry(row) for row in rows], indent=2) if as_json else _table(rows))


def _entry(row: Row) -> dict[str, object]:
    return {"name": row.name, "method": row.method, "path": row.path, "listings": _listings(row)}


def _listings(row: Row) -> list[str]:
    return [str(listing.name).lower() for listing in row.listings]


def _table(rows: list[Row]) -> str:
    lines = [HEADINGS] + [
        (row.name, row.method, row.path, " ".join(_listings(row))) for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
