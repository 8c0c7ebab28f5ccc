"""Data files that are loaded anew whenever they change."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mockserver.cli.banner import contents
from mockserver.data.errors import DataError

if TYPE_CHECKING:
    from mockserver.app import App

PAUSE = 0.3
"""Seconds between two looks at the files."""

Stamp = tuple[int, int]


async def watch(app: App, paths: Sequence[str]) -> None:
    """Load the files anew whenever one has changed; what clients wrote stays.

    Of a file that cannot be loaded it says why, and keeps the state.
    """
    seen = _stamps(paths)
    while True:
        await asyncio.sleep(PAUSE)
        if (now := _stamps(paths)) != seen:
            seen = now
            click.echo(_reloaded(app), err=True)


def _reloaded(app: App) -> str:
    try:
        notices = app.reload()
    except DataError as error:
        return "\n".join([*error.problems, "the data stays as it was"])
    return "\n".join([*notices, f"loaded again: {contents(app.services)}"])


def _stamps(paths: Sequence[str]) -> list[Stamp | None]:
    return [_stamp(Path(path)) for path in paths]


def _stamp(path: Path) -> Stamp | None:
    """What changes with a file's content; None if it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
