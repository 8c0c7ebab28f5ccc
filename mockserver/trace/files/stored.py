"""The record of a file; the contents are stored separately."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.records import RecordModel


class FileRecord(RecordModel):
    """A file of a project; the digest is that of its contents."""

    project_id: str
    digest: Annotated[str, Field(pattern="^[0-9A-Za-z]{43}$")]
    name: str
    size_bytes: Annotated[int, Field(ge=0)]
