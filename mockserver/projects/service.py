"""The sizes of a project. Chosen: bytes of the stored JSON, and of the contents of files."""

from __future__ import annotations

from mockserver.calls.kinds import CALLS
from mockserver.core.errors import invalid
from mockserver.core.project import check_project
from mockserver.files.service import total_size
from mockserver.objects.kinds import OBJECTS
from mockserver.projects.models import ProjectStatsReq
from mockserver.store.kind import Kind
from mockserver.store.store import Store
from mockserver.tables.kinds import ROWS


def sizes(store: Store, request: ProjectStatsReq) -> dict[str, int]:
    """Bytes of calls, objects, table rows and files; 0 for what was not asked for.

    Raises a 400 if nothing was.
    """
    project = check_project(request.project_id)
    traces, objects, tables, files = asked = (
        request.include_trace_storage_size is not False,
        request.include_object_storage_size is not False,
        request.include_table_storage_size is not False,
        request.include_file_storage_size is not False,
    )
    if not any(asked):
        raise invalid("At least one storage size must be included")
    return {
        "trace_storage_size_bytes": _stored(store, CALLS, project) if traces else 0,
        "objects_storage_size_bytes": _stored(store, OBJECTS, project) if objects else 0,
        "tables_storage_size_bytes": _stored(store, ROWS, project) if tables else 0,
        "files_storage_size_bytes": total_size(store, project) if files else 0,
    }


def _stored(store: Store, kind: Kind, project: str) -> int:
    return sum(map(len, store[kind].find(project, {}).texts))
