"""`mockserver export`: write the state of a running server to a data file."""

from __future__ import annotations

from pathlib import Path

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to

STDOUT = Path("-")


@click.command("export", short_help="Write a running server's state to a data file.")
@click.argument("file", type=Path)
@click.option("--project", metavar="ENTITY/PROJECT", help="Only this project.")
@url_option
def command(file: Path, project: str | None, url: str) -> None:
    """Write the state of a running server to a data file; an old one is kept as FILE.bak.

    With - as FILE, write to stdout.
    """
    from mockserver.data.dump import save
    from mockserver.data.source import DataError

    with channel_to(url) as channel:
        text = channel.download("/state/export", project=project)
    if file == STDOUT:
        click.echo(text, nl=False)
        return
    try:
        save(file, [text])
    except DataError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"wrote {file}")
