"""Requests and responses of the file operations."""

from __future__ import annotations

from typing_extensions import TypedDict

from mockserver.core.model import Closed


class FilesStatsReq(Closed):
    project_id: str


class FileContentReq(Closed):
    project_id: str
    digest: str


class FileCreateRes(TypedDict):
    digest: str


class FilesStatsRes(TypedDict):
    total_size_bytes: int
