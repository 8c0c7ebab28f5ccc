"""Merging of data files: of several parts with one name, that of the last file counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mockserver.data.models import DataFile, NamedPart, Project
from mockserver.data.source import Source


class Entry(NamedTuple):
    """Where a name stands: `datasets`, `golden` of a project."""

    project: str
    section: str
    name: str

    def __str__(self) -> str:
        return f"{self.project}: {self.section.removesuffix('s')} {self.name}"


Files = Sequence[tuple[Source, DataFile]]


def winners(files: Files) -> dict[Entry, Source]:
    """For every name, the last file that has it."""
    return {entry: source for source, data in files for entry in _entries(data)}


def notices(files: Files) -> list[str]:
    """A sentence for each name that a later file has again."""
    winner = winners(files)
    return [
        f"{entry} of {source.name} gives way to that of {winner[entry].name}"
        for source, data in files
        for entry in dict.fromkeys(_entries(data))
        if winner[entry] is not source
    ]


def _entries(data: DataFile) -> Iterator[Entry]:
    for project_name, project in data.projects.items():
        for section, name in named(project):
            yield Entry(project_name, section, name)


def named(project: Project) -> Iterator[tuple[str, str]]:
    """The section and the name of each part that files are merged by."""
    for section, parts in project:
        if isinstance(parts, list):
            yield from ((section, part.name) for part in parts if isinstance(part, NamedPart))
