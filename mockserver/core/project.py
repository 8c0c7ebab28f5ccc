"""Project names: `entity/project`, with both parts and no other slash."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import Field

from mockserver.core.errors import invalid

PATTERN = "^[^/]+/[^/]+$"
ProjectId = Annotated[str, Field(json_schema_extra={"pattern": PATTERN})]
"""A project name in a request; the pattern only documents, `check_project` checks."""


def check_project(project_id: str) -> str:
    """Return a project name, or refuse with a 400. A project need not exist before it is used."""
    if not is_project(project_id):
        raise invalid(f"Invalid project_id format: {project_id}")
    return project_id


@lru_cache(maxsize=256)
def is_project(text: str) -> bool:
    """True if a text is a project name."""
    entity, _, project = text.partition("/")
    return bool(entity and project) and "/" not in project
