"""Requests and responses of the file operations."""

from __future__ import annotations

from typing_extensions import TypedDict

from mockserver.core.model import Closed
from mockserver.core.project import ProjectId


class FilesStatsReq(Closed):
    project_id: ProjectId


class FileContentReadReq(Closed):
    project_id: ProjectId
    digest: str


class FileCreateRes(TypedDict):
    digest: str


class FilesStatsRes(TypedDict):
    total_size_bytes: int
