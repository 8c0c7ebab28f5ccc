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


async def watch(app: App, paths: Sequence[str]) -> None:
    """Reload the files whenever one has changed; the records of clients stay.

    An invalid file is reported and the old data kept.
    """
    known = _versions(paths)
    while True:
        await asyncio.sleep(PAUSE)
        if (now := _versions(paths)) != known:
            known = now
            click.echo(_reloaded(app), err=True)


def _reloaded(app: App) -> str:
    try:
        warnings = app.reload()
    except DataError as error:
        return "\n".join([*error.problems, "the data stays as it was"])
    return "\n".join([*warnings, f"loaded again: {contents(app.services)}"])


def _versions(paths: Sequence[str]) -> list[FileVersion | None]:
    return [_version(Path(path)) for path in paths]


def _version(path: Path) -> FileVersion | None:
    """The version of a file; None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
