"""Requests of the file operations."""

from __future__ import annotations

from mockserver.core.model import Closed


class FilesStatsReq(Closed):
    project_id: str


class FileContentReq(Closed):
    project_id: str
    digest: str
