"""Watching of data files, which are reloaded when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mockserver.cli.banner import contents
from mockserver.data.source import DataError

if TYPE_CHECKING:
    from mockserver.app import App

PAUSE = 0.3
"""Seconds between two checks of the files."""

FileVersion = tuple[int, int]
"""Time of the last change, and size."""


async def reloading(app: App, paths: Sequence[str]) -> None:
    """Reload all files when one has changed; the records of clients are kept.

    An invalid file is reported and the old data kept.
    """
    known = [*map(_version, paths)]
    while True:
        await asyncio.sleep(PAUSE)
        current = [*map(_version, paths)]
        if current == known:
            continue
        known = current
        try:
            lines = [*app.reload(), f"loaded again: {contents(app.services)}"]
        except DataError as error:
            lines = [*error.problems, "the data has not changed"]
        click.echo("\n".join(lines), err=True)


def _version(path: str) -> FileVersion | None:
    """The version of a file; None if there is no such file."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
