"""`mockserver env`: print the variables that point the official clients at a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from shlex import quote

import click

from mockserver.cli.options import url_option
from mockserver.testing.verbs.variables import Variables, client_variables


def as_sh(variables: Variables) -> str:
    """Lines for `eval "$(mockserver env)"`."""
    return "\n".join(f"export {name}={quote(value)}" for name, value in variables.items())


def as_dotenv(variables: Variables) -> str:
    """Lines for a `.env` file."""
    return "\n".join(f"{name}={quote(value)}" for name, value in variables.items())


def as_json(variables: Variables) -> str:
    """One JSON object."""
    return json.dumps(variables, indent=2)


FORMATS: dict[str, Callable[[Variables], str]] = {
    "sh": as_sh,
    "dotenv": as_dotenv,
    "json": as_json,
}


@click.command("env", short_help="Print the variables that point clients here.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="sh", help="[sh]")
@url_option
def command(form: str, url: str) -> None:
    """Print the variables that point the official clients at a server."""
    click.echo(FORMATS[form](client_variables(url)))
