"""`mockserver load`: data files into a running server."""

from __future__ import annotations

from pathlib import Path

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to


@click.command("load", short_help="Load data files into a running server.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option("--replace", is_flag=True, help="In the place of all that is there.")
@url_option
def command(files: tuple[Path, ...], replace: bool, url: str) -> None:
    """Add what data files hold to the state of a running server, one after the other.

    A file that is refused changes nothing, and those after it are not loaded.
    """
    from mockserver.data.errors import DataError
    from mockserver.data.source import read

    try:
        sources = [read(path) for path in files]
    except DataError as error:
        raise click.ClickException(str(error)) from None
    with channel_to(url) as channel:
        for at, source in enumerate(sources):
            mode = "replace" if replace and at == 0 else "merge"
            path = "/state/load"
            answer = channel.upload(path, source.text, mode=mode, name=source.name)
            click.echo("\n".join([*answer["notices"], f"loaded {source.name}"]))
