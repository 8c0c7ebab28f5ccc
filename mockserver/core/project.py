"""Project names, `entity/project` with both parts and no other slash, and models that name one."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from pydantic import Field

from mockserver.core.errors import invalid
from mockserver.core.model import Closed, Deferred, Open

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


class InProject(Deferred):
    """A model that names a project."""

    project_id: ProjectId

    @property
    def project(self) -> str:
        """The name of the project. Raises a 400 for a malformed one."""
        return check_project(self.project_id)


class ProjectRequest(InProject, Closed):
    """A request about one project."""


class UserRequest(ProjectRequest):
    """A request that may name its user, who is always replaced by the caller."""

    wb_user_id: str | None = None


class ProjectQuery(InProject, Open):
    """A query string that names a project."""
