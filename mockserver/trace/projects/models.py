"""The request for the sizes of a project."""

from __future__ import annotations

from typing_extensions import TypedDict

from mockserver.core.model import Closed
from mockserver.core.project import ProjectId


class ProjectStatsReq(Closed):
    """The sizes to return; null means yes."""

    project_id: ProjectId
    include_trace_storage_size: bool | None = True
    include_object_storage_size: bool | None = True
    include_table_storage_size: bool | None = True
    include_file_storage_size: bool | None = True


class ProjectStatsRes(TypedDict):
    trace_storage_size_bytes: int
    objects_storage_size_bytes: int
    tables_storage_size_bytes: int
    files_storage_size_bytes: int
