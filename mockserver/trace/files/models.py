"""Requests and responses of the file operations."""

from __future__ import annotations

from typing_extensions import TypedDict

from mockserver.core.project import ProjectRequest


class FilesStatsReq(ProjectRequest):
    pass


class FileContentReadReq(ProjectRequest):
    digest: str


class FileCreateRes(TypedDict):
    digest: str


class FilesStatsRes(TypedDict):
    total_size_bytes: int
