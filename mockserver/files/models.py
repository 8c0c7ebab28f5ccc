"""Requests of the file operations."""

from __future__ import annotations

from mockserver.core.model import Closed


class FileContentReq(Closed):
    project_id: str
    digest: str
