"""`mockserver schema`: print the JSON Schema of data files."""

from __future__ import annotations

import json

import click


@click.command("schema", short_help="Print the JSON Schema of data files.")
def command() -> None:
    """Print the JSON Schema of data files, for editors that complete and check them.

    Save it as a file and name that in a data file: "$schema": "./mockserver.schema.json".
    """
    from mockserver.data.models import schema

    click.echo(json.dumps(schema(), indent=2))
