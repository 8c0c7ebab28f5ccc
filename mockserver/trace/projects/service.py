"""The sizes and settings of projects.

Chosen: sizes are bytes of the stored JSON, and of the contents of files.
"""

from __future__ import annotations

from typing import cast

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

SIZES = (
    # field of the request, field of the response, kind, size of a record
    ("include_trace_storage_size", "trace_storage_size_bytes", CALLS, len),
    ("include_object_storage_size", "objects_storage_size_bytes", OBJECTS, len),
    ("include_table_storage_size", "tables_storage_size_bytes", ROWS, len),
    ("include_file_storage_size", "files_storage_size_bytes", FILES, files.size),
)


def sizes(store: Store, request: ProjectStatsReq) -> Steps[ProjectStatsRes]:
    """Bytes of calls, objects, table rows and files; 0 for those not requested.

    Raises a 400 if none is requested.
    """
    project = check_project(request.project_id)
    included = {field for field, *_ in SIZES if getattr(request, field) is not False}
    if not included:
        raise invalid("At least one storage size must be included")
    texts = [
        store[kind].find(project, {}).texts if field in included else ()
        for field, _, kind, _ in SIZES
    ]
    response = {}
    for (_, field, _, size), found in zip(SIZES, texts, strict=True):
        response[field] = yield from added_up(found, size)
    return cast("ProjectStatsRes", response)


def retention(store: Store, project: str) -> int | None:
    """The days after which records of a project expire. Chosen: no record is ever dropped."""
    setting = store[PROJECT_SETTINGS].get(check_project(project), RETENTION)
    return setting["value"] if setting else None


def set_retention(store: Store, project: str, days: int | None) -> None:
    """Set the retention. Raises a 400 for less than a day."""
    check_project(project)
    if days is not None and days < 1:
        raise invalid("retention_days must be at least 1")
    store[PROJECT_SETTINGS].drop(project, RETENTION)
    store[PROJECT_SETTINGS].insert({"project_id": project, "name": RETENTION, "value": days})


def of_entity(store: Store, entity: str) -> list[str]:
    """The names of an entity's projects that have any records, sorted."""
    names = {
        tuple(scope.split("/", 1)) for _, _, kind, _ in SIZES for scope in store[kind].scopes()
    }
    return sorted(project for owner, project in names if owner == entity)
