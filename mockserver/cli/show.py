"""Commands that print something: `env`, `routes`, `schema` and `help`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from inspect import getdoc
from typing import TYPE_CHECKING

import click

from mockserver import guide
from mockserver.cli.options import read_settings, settings_options
from mockserver.cli.remote import url_option
from mockserver.testing.verbs.clients import Variables, as_sh, client_variables

if TYPE_CHECKING:
    from mockserver.listing import Row

HEADINGS = ("OPERATION", "METHOD", "PATH", "LISTINGS")

_MARKED = re.compile(r"\b(?:Stated|Observed|Chosen)\b[^.:]*:.*?\.(?=\s|$)", re.DOTALL)
"""A sentence of a handler's docstring that names the source of a behaviour."""


FORMATS: dict[str, Callable[[Variables], str]] = {
    "sh": as_sh,
    "dotenv": lambda variables: as_sh(variables).replace("export ", ""),
    "json": lambda variables: json.dumps(variables, indent=2),
}


@click.command("env", short_help="Print the variables that point clients here.")
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="sh", help="Output format. [sh]"
)
@url_option
def env(form: str, url: str) -> None:
    """Print the variables that point the official clients at a server."""
    click.echo(FORMATS[form](client_variables(url)))


@click.command("schema", short_help="Print the JSON Schema of data files.")
def schema() -> None:
    """Print the JSON Schema of data files, for editors that complete and check them.

    Save it, and name the file in a data file: "$schema": "./mockserver.schema.json".
    """
    from mockserver.data import models

    click.echo(json.dumps(models.schema(), indent=2))


@click.command("help", short_help="Print a chapter of the guide, or the list of them.")
@click.argument("topic", required=False)
def show_chapter(topic: str | None) -> None:
    """Print the chapter of the guide on TOPIC. Without one, list the topics."""
    if topic is None:
        rows = [(chapter.topic, chapter.about) for chapter in guide.chapters()]
        formatter = click.HelpFormatter()
        formatter.indent()
        formatter.write_dl(rows)
        click.echo(formatter.getvalue(), nl=False)
    elif topic in guide.TOPICS:
        click.echo(guide.chapter(topic).text, nl=False)
    else:
        near = get_close_matches(topic, guide.TOPICS) or guide.TOPICS
        raise click.UsageError(f"No such topic {topic!r}. (Topics: {', '.join(near)}.)")


@click.command("routes", short_help="Print the table of operations.")
@settings_options("listing", "client_routes")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array of rows.")
@click.option("--marks", is_flag=True, help="Mark what is stated, observed and chosen.")
def routes(as_json: bool, marks: bool, **flags: object) -> None:
    """Print the operations that a server serves, with their paths and listings.

    The paths under /traces, which repeat those of the trace side, are left out.
    """
    from mockserver import listing

    served = set(listing.served(read_settings(flags).settings))
    rows = [row for row in listing.OPERATIONS if row in served]
    if as_json:
        click.echo(json.dumps([_entry(row, marks=marks) for row in rows], indent=2))
    else:
        click.echo(_marked_table(rows) if marks else _table(rows))


def _entry(row: Row, *, marks: bool) -> dict[str, object]:
    marked = {"mark": row.mark, "notes": _notes(row)} if marks else {}
    entry = {"name": row.name, "method": row.method, "path": row.path, "listings": _listings(row)}
    return {**entry, **marked}


def _notes(row: Row) -> list[str]:
    return [" ".join(note.split()) for note in _MARKED.findall(getdoc(row.resolve()) or "")]


def _listings(row: Row) -> list[str]:
    return [str(listing.name).lower() for listing in row.listings]


def _marked_table(rows: list[Row]) -> str:
    """The table with marks, the notes below their operations, and the number of each mark."""
    head, *lines = _table(rows).splitlines()
    table = [f"          {head}"]
    for row, line in zip(rows, lines, strict=True):
        table += [f"{row.mark:8}  {line}", *(f"            {note}" for note in _notes(row))]
    counts = Counter(row.mark for row in rows)
    return "\n".join([*table, ", ".join(f"{count} {mark}" for mark, count in counts.items())])


def _table(rows: list[Row]) -> str:
    lines = [(row.name, row.method, row.path, " ".join(_listings(row))) for row in rows]
    widths = [max(map(len, column)) for column in zip(HEADINGS, *lines, strict=True)]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in (HEADINGS, *lines)
    )
