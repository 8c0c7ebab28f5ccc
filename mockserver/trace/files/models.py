"""The record of a file, without its contents; requests and responses of the file operations."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.project import ProjectRequest
from mockserver.core.records import RecordModel


class FileRecord(RecordModel):
    """A file of a project; the digest is that of its contents."""

    project_id: str
    digest: Annotated[str, Field(pattern="^[0-9A-Za-z]{43}$")]
    name: str
    size_bytes: Annotated[int, Field(ge=0)]


class FilesStatsReq(ProjectRequest):
    pass


class FileContentReadReq(ProjectRequest):
    digest: str


class FileCreateRes(TypedDict):
    digest: str


class FilesStatsRes(TypedDict):
    total_size_bytes: int
