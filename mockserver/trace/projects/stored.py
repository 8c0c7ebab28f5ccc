"""The record of a project's setting."""

from __future__ import annotations

from mockserver.core.hand_written import Name
from mockserver.core.records import RecordModel

RETENTION = "retention_days"
"""The days after which records of a project expire. Chosen: no record is ever dropped."""


class ProjectSetting(RecordModel):
    """A setting that differs from its default."""

    project_id: str
    name: Name
    value: int | None = None
