"""`mockserver control`: send a request to the control API of a running server."""

from __future__ import annotations

import json
from typing import Any

import click

from mockserver.cli.options import url_option
from mockserver.cli.output import legible
from mockserver.cli.remote import channel_to


@click.command("control", short_help="Call the control API of a running server.")
@click.argument(
    "method",
    metavar="METHOD",
    type=click.Choice(["GET", "POST", "PUT", "DELETE"], case_sensitive=False),
)
@click.argument("path", metavar="PATH")
@click.argument("fields", metavar="[NAME=VALUE]...", nargs=-1)
@url_option
def command(method: str, path: str, fields: tuple[str, ...], url: str) -> None:
    """Send a request to the control API of a running server, and print the answer. The events of
    /stream are printed as they happen.

    PATH begins after /__admin: `mockserver control GET /` lists all paths. NAME=VALUE is a field of
    the query string (GET, DELETE) or of the body; a value may be JSON.

    \b
    mockserver control POST /faults operation="Call End" status=503 times=2
    mockserver control GET /requests status=503 bodies=false
    mockserver control POST /clock advance=300
    mockserver control GET /stream
    """
    given = dict(_field(text) for text in fields)
    method, path = method.upper(), "/" + path.removeprefix("/")
    with channel_to(url) as channel:
        if (method, path) == ("GET", "/stream"):
            for line in channel.lines(path):
                click.echo(legible(line))
        else:
            answer = channel.request(method, path, given)
            click.echo(legible(json.dumps(answer, indent=2, ensure_ascii=False)))


def _field(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r} is not of the form NAME=VALUE")
    try:
        return name, json.loads(value, parse_constant=str)
    except json.JSONDecodeError:
        return name, value
