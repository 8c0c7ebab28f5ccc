"""Requests of the file operations."""

from __future__ import annotations

from mockserver.core.model import Closed
from mockserver.core.project import ProjectId


class FilesStatsReq(Closed):
    project_id: ProjectId


class FileContentReadReq(Closed):
    project_id: ProjectId
    digest: str
