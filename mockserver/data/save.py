"""Write a data file to disk, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from errno import EINVAL, EISDIR
from pathlib import Path
from shutil import copy

from mockserver.data.errors import DataError, Problem
from mockserver.store.contents import share_mode
from mockserver.store.snapshot_file import settle


def save(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file in the place of the one that is there, which stays beside it as `.bak`.

    At any moment one of the two is at its place, finished and synced. Raises DataError, above all
    for a folder.
    """
    try:
        _save(path, pieces)
    except OSError as error:
        raise DataError(str(path), [Problem(0, f"cannot write: {error.strerror}")]) from None


def _save(path: Path, pieces: Iterable[bytes]) -> None:
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(EISDIR, "it is a folder")
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "it is no file that can be replaced")
    aside = path.with_name(path.name + ".tmp")
    try:
        with aside.open("wb") as file:
            share_mode(path, aside)
            file.writelines(pieces)
        if path.exists():
            copy(path, path.with_name(path.name + ".bak"))
        settle(aside, path)
    finally:
        aside.unlink(missing_ok=True)
