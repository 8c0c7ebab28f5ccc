"""`mockserver load`: load data files into a running server."""

from __future__ import annotations

from pathlib import Path

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to


@click.command("load", short_help="Load data files into a running server.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option("--replace", is_flag=True, help="Replace the whole state.")
@url_option
def command(files: tuple[Path, ...], replace: bool, url: str) -> None:
    """Load data files into a running server, one after the other.

    An invalid file changes nothing, and the files after it are not loaded.
    """
    from mockserver.data.source import DataError, read

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
