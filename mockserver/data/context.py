"""One project of one file, while it is loaded."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mockserver.core.clock import Clock, iso
from mockserver.core.ids import Ids
from mockserver.data.names import Names
from mockserver.data.source import Source, Step
from mockserver.data.values import Moment
from mockserver.http.auth import USER
from mockserver.http.context import Services
from mockserver.trace.evaluations.project import ProjectContext


@dataclass(frozen=True, slots=True)
class LoadContext:
    """The services, ids and names with which the parts of a project are loaded."""

    source: Source
    project: str
    services: Services
    ids: Ids
    now: datetime
    names: Names
    has_refs: bool
    """True if the file has any ref."""

    def errors_at(self, *steps: Step) -> AbstractContextManager[None]:
        """Turn a refusal of the services into a DataError that names the place in the project."""
        return self.source.errors_at("projects", self.project, *steps)

    def resolved(self, value: Any) -> Any:
        """A value with digests in its refs, where the file has names. Raises a 404."""
        return self.names.resolved(value) if self.has_refs else value

    def at(self, at: Moment | None, otherwise: datetime | None = None) -> ProjectContext:
        """The project with a clock that stands at a moment."""
        services, clock = self.services, Clock(self.moment(at, otherwise))
        settings = services.settings
        return ProjectContext(self.project, services.store, clock, self.ids, settings, USER)

    def moment(self, at: Moment | None, otherwise: datetime | None = None) -> datetime:
        """The moment of a part: its own `at`, else that of its place, else now."""
        if at is None:
            return otherwise or self.now
        return at if isinstance(at, datetime) else self.now - at

    def stamp(self, at: Moment | None, otherwise: datetime | None = None) -> str:
        """The same as an ISO text, as records have it."""
        return iso(self.moment(at, otherwise))
