"""Project names: `entity/project`, both parts there and no further slash."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mockserver.core.errors import invalid

PATTERN = "^[^/]+/[^/]+$"
ProjectId = Annotated[str, Field(json_schema_extra={"pattern": PATTERN})]
"""A project's name in a request. Described only: `check_project` refuses another with a 400."""


def check_project(project_id: str) -> str:
    """The name itself; a 400 if it is not one. Projects need not be made before they are used."""
    if not is_project(project_id):
        raise invalid(f"Invalid project_id format: {project_id}")
    return project_id


def is_project(text: str) -> bool:
    """Whether a text names a project."""
    entity, _, project = text.partition("/")
    return bool(entity and project) and "/" not in project
