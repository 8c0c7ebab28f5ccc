"""Saving the state to a data file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mockserver.settings import Settings

if TYPE_CHECKING:
    from mockserver.app import App


def check_target(settings: Settings) -> None:
    """Check before the start that the state can be saved. Raises ClickException."""
    path = Path(settings.save) if settings.save else None
    if path and path.is_dir():
        raise click.ClickException(f"cannot save to {path}: it is a folder")
    if path and not path.parent.is_dir():
        raise click.ClickException(f"cannot save to {path}: there is no folder {path.parent}")


def farewell(app: App) -> str:
    """Say where the state was saved, after the server has stopped."""
    from mockserver.cli.banner import counted

    settings = app.services.host.settings
    places = [place for place in (settings.db, settings.save) if place]
    if not places:
        return "stopped; state was in memory"
    records = counted(len(app.services.store), "records")
    return f"saved {records} to {' and '.join(places)}"


def save_now(app: App) -> None:
    """Save while the server runs; an error is printed, and the server goes on."""
    from mockserver.data.source import DataError

    if not app.settings.save:
        click.echo("mockserver: nothing is saved, there is no --save", err=True)
        return
    try:
        app.save()
    except DataError as error:
        click.echo(f"mockserver: {error}", err=True)
    else:
        click.echo(farewell(app), err=True)
