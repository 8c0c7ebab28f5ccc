"""`mockserver check`: whether data files can be loaded."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("check", short_help="Say whether data files can be loaded.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
def command(files: tuple[Path, ...]) -> None:
    """Say whether data files can be loaded; the exit code is 1 if one cannot."""
    failed = [path for path in files if not _check(path)]
    sys.exit(1 if failed else 0)


def _check(path: Path) -> bool:
    from mockserver.app import create_app
    from mockserver.cli.banner import contents
    from mockserver.data.errors import DataError
    from mockserver.settings import Settings

    try:
        app = create_app(Settings(data=(str(path),)))
    except DataError as error:
        click.echo("\n".join(error.problems), err=True)
        return False
    click.echo(f"{path}: {contents(app.services.store)}")
    return True
