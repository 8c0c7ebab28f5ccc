"""The sizes of a project, and what is set for it.

Chosen: sizes are bytes of the stored JSON, and of the contents of files.
"""

from __future__ import annotations

from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, added_up
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.files import service as files
from mockserver.trace.files.kinds import FILES
from mockserver.trace.objects.kinds import OBJECTS
from mockserver.trace.projects.kinds import PROJECT_SETTINGS, RETENTION
from mockserver.trace.projects.models import ProjectStatsReq, ProjectStatsRes
from mockserver.trace.tables.kinds import ROWS

PARTS = ((CALLS, len), (OBJECTS, len), (ROWS, len), (FILES, files.size))
"""Kinds that have a size, with the size of one record."""


def sizes(store: Store, request: ProjectStatsReq) -> Steps[ProjectStatsRes]:
    """Bytes of calls, objects, table rows and files; 0 for what was not asked for.

    Raises a 400 if nothing was.
    """
    project = check_project(request.project_id)
    included = (
        request.include_trace_storage_size is not False,
        request.include_object_storage_size is not False,
        request.include_table_storage_size is not False,
        request.include_file_storage_size is not False,
    )
    if not any(included):
        raise invalid("At least one storage size must be included")
    found = [
        store[kind].find(project, {}).texts if wanted else iter(())
        for wanted, (kind, _) in zip(included, PARTS, strict=True)
    ]
    sums = []
    for (_, size), texts in zip(PARTS, found, strict=True):
        sums.append((yield from added_up(texts, size)))
    calls, objects, tables, contents = sums
    return {
        "trace_storage_size_bytes": calls,
        "objects_storage_size_bytes": objects,
        "tables_storage_size_bytes": tables,
        "files_storage_size_bytes": contents,
    }


def retention(store: Store, project: str) -> int | None:
    """For how many days records of a project are kept. Chosen: none is ever dropped for it."""
    setting = store[PROJECT_SETTINGS].get(check_project(project), RETENTION)
    return setting["value"] if setting else None


def set_retention(store: Store, project: str, days: int | None) -> None:
    """Set it. Raises a 400 for less than a day."""
    check_project(project)
    if days is not None and days < 1:
        raise invalid("retention_days must be at least 1")
    store[PROJECT_SETTINGS].drop(project, RETENTION)
    store[PROJECT_SETTINGS].insert({"project_id": project, "name": RETENTION, "value": days})


def of_entity(store: Store, entity: str) -> list[str]:
    """The names of an entity's projects that hold anything, sorted."""
    names = {scope for kind, _ in PARTS for scope in store[kind].scopes()}
    return sorted(name.partition("/")[2] for name in names if name.partition("/")[0] == entity)
