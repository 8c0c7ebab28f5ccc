"""Load data files into the state, through the services that serve requests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from mockserver.chat.script.script import Script
from mockserver.core.digest import digest_bytes
from mockserver.core.matching import ANY
from mockserver.core.project import check_project
from mockserver.data import publish
from mockserver.data.context import LoadContext
from mockserver.data.evaluate import add_evaluation
from mockserver.data.models import Call, Project
from mockserver.data.read import Files, overridden, parse
from mockserver.data.records import restore
from mockserver.data.source import Source
from mockserver.data.trace import add_feedback, add_trace
from mockserver.http.context import Services
from mockserver.http.fault import Fault
from mockserver.listing import check_operation

Progress = Callable[[int], object]
"""Called after each trace with its number of calls."""

SECTIONS: dict[str, Callable[[LoadContext, Any], None]] = {
    "files": publish.add_file,  # through trace.files
    "tables": publish.add_table,  # trace.tables
    "datasets": publish.add_dataset,  # trace.evaluations
    "objects": publish.add_object,  # trace.objects
    "models": publish.add_model,  # trace.evaluations
    "scorers": publish.add_scorer,  # trace.evaluations
    "evaluations": add_evaluation,  # trace.evaluations
    "costs": publish.add_cost,  # trace.costs
    "calls": add_trace,  # trace.calls
    "feedback": add_feedback,  # trace.feedback
}
"""The loader of a part, by the section of its project; parts may name parts of earlier sections."""


def load(
    sources: Sequence[Source], services: Services, progress: Progress | None = None
) -> list[str]:
    """Add the contents of files to the state, or nothing if one is refused. Raises DataError.

    Returns a warning for each name that a later file overrides, and for each reply that is never
    reached. Ids follow from the seed, from the text and position of the file, and from the number
    of records before; the server draws none of them.
    """
    files = [(source, parse(source)) for source in sources]
    faults = [*_faults(files)]
    projects, dropped = [*_projects(files, services)], overridden(files)
    with services.store.transaction:
        for context, project in projects:
            for kind, records in project.records:
                restore(context, kind, records)
        for section, add in SECTIONS.items():
            for context, project in projects:
                for at, part in enumerate(getattr(project, section)):
                    if id(part) in dropped:
                        continue
                    with context.errors_at(section, at):
                        add(context, part)
                    if progress and isinstance(part, Call):
                        progress(part.size)
    return [*dict.fromkeys(dropped.values()), *_plan(files, faults, services)]


def plan(sources: Sequence[Source], services: Services) -> list[str]:
    """Add only faults and replies, no records. Raises DataError."""
    files = [(source, parse(source)) for source in sources]
    return _plan(files, [*_faults(files)], services)


def _plan(files: Files, faults: list[Fault], services: Services) -> list[str]:
    """Add faults and replies, each unless there is an equal one."""
    script = services.memory[Script]
    for fault in faults:
        if fault not in services.faults.values:
            services.faults.add(fault)
    for rule in (rule for _, data in files for rule in data.replies):
        if rule not in script.values:
            script.add(rule)
    return script.warnings()


def _faults(files: Files) -> Iterator[Fault]:
    """The faults of all files, after a check that faults and replies name known operations."""
    for source, data in files:
        for at, rule in enumerate(data.replies):
            with source.errors_at("replies", at):
                check_operation(rule.when.operation or ANY)
        for at, fault in enumerate(data.faults):
            with source.errors_at("faults", at):
                check_operation(fault.operation)
            yield fault


def _projects(files: Files, services: Services) -> Iterator[tuple[LoadContext, Project]]:
    now, tables = services.clock.now(), dict[tuple[str, str], str]()
    for at, (source, data) in enumerate(files):
        row = f"{digest_bytes(source.text)} {at} after {len(services.store)} records"
        ids = services.ids.apart(row)
        for name, project in data.projects.items():
            context = LoadContext(source, name, services, ids, now, tables)
            with context.errors_at():
                check_project(name)
            yield context, project
