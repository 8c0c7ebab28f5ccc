"""Load data files into the state, through the services that serve requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mockserver.chat.script.script import Script
from mockserver.core.digest import digest_bytes
from mockserver.core.hand_written import HandWritten
from mockserver.core.matching.criteria import ANY
from mockserver.core.project import check_project
from mockserver.data import publish
from mockserver.data.context import LoadContext, Names
from mockserver.data.models import (
    Call,
    Cost,
    Dataset,
    Evaluation,
    File,
    ModelHistory,
    NamedPart,
    ObjectHistory,
    Project,
    ProjectFeedback,
    Scorer,
    Table,
)
from mockserver.data.read import Entry, Files, overridden, parse, winners
from mockserver.data.records import Records
from mockserver.data.restore import restore
from mockserver.data.source import Source
from mockserver.data.trace import add_feedback, trace
from mockserver.http.context import Services
from mockserver.http.faults import Fault
from mockserver.listing import check_operation

Progress = Callable[[int], object]
"""Called with the number of calls of every trace that was loaded."""


def load(
    sources: Sequence[Source], services: Services, progress: Progress | None = None
) -> list[str]:
    """Add the contents of files to the state, or nothing if one is refused. Raises DataError.

    Returns a warning for each name that a later file has again, and for each reply that is never
    reached. `progress` is called for every trace. The ids follow from the seed, the text and the
    position of a file, and the number of records before; the server makes none of them.
    """
    files = [(source, parse(source)) for source in sources]
    faults = [*_faults(files)]
    loader = _Loader(services, files, progress)
    with services.store.transaction:
        for section in Project.model_fields:
            loader.load(section)
    return [*overridden(files), *_plan(files, faults, services)]


def plan(sources: Sequence[Source], services: Services) -> list[str]:
    """Add only faults and replies, no records. Raises DataError."""
    files = [(source, parse(source)) for source in sources]
    return _plan(files, [*_faults(files)], services)


def _plan(files: Files, faults: list[Fault], services: Services) -> list[str]:
    for fault in faults:
        services.faults.plan(fault)
    for _, data in files:
        for rule in data.replies:
            services.memory[Script].load(rule)
    return services.memory[Script].notices()


def _faults(files: Files) -> Iterator[Fault]:
    """The faults of all files. Checks that they and the replies name known operations."""
    for source, data in files:
        for at, rule in enumerate(data.replies):
            with source.errors_at("replies", at):
                check_operation(rule.when.operation or ANY)
        for at, fault in enumerate(data.faults):
            with source.errors_at("faults", at):
                check_operation(fault.operation)
            yield fault


class _Loader:
    """Loads all projects of all files, section by section."""

    def __init__(self, services: Services, files: Files, progress: Progress | None) -> None:
        self._winners = winners(files)
        self._progress = progress
        names, now = Names(services.store), services.clock.now()
        self._projects: list[tuple[LoadContext, Project]] = []
        for at, (source, data) in enumerate(files):
            row = f"{digest_bytes(source.text)} {at} after {len(services.store)} records"
            ids, has_refs = services.ids.apart(row), source.has_refs
            for name, project in data.projects.items():
                context = LoadContext(source, name, services, ids, now, names, has_refs)
                with context.errors_at():
                    check_project(name)
                self._projects.append((context, project))

    def load(self, section: str) -> None:
        """Load one section of every project of every file."""
        for context, project in self._projects:
            parts = getattr(project, section)
            if isinstance(parts, Records):
                for kind, records in parts:
                    restore(context, kind, records)
                continue
            for at, part in enumerate(parts):
                if self._holds(context, section, part):
                    self._add(context, part, section, at)

    def _holds(self, context: LoadContext, section: str, part: HandWritten) -> bool:
        """True if no later file has a part of the same name."""
        if not isinstance(part, NamedPart):
            return True
        return self._winners[Entry(context.project, section, part.name)] is context.source

    def _add(self, context: LoadContext, part: HandWritten, section: str, at: int) -> None:
        if isinstance(part, Call):
            trace(context, part, section, at)
            if self._progress:
                self._progress(part.size)
            return
        if isinstance(part, Evaluation):
            from mockserver.data import evaluate

            evaluate.add(context, part, section, at)
            return
        with context.errors_at(section, at):
            ADD[type(part)](context, part)


ADD: dict[type[HandWritten], Callable[[LoadContext, Any], object]] = {
    File: publish.add_file,
    Table: publish.add_table,
    Dataset: publish.add_dataset,
    ObjectHistory: publish.add_object,
    ModelHistory: publish.add_model,
    Scorer: publish.add_scorer,
    Cost: publish.add_cost,
    ProjectFeedback: add_feedback,
}
