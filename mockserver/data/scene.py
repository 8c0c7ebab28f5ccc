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
from mockserver.trace.evaluations.project import Project


@dataclass(frozen=True, slots=True)
class Scene:
    """What every part of a project is loaded with."""

    source: Source
    project: str
    services: Services
    ids: Ids
    now: datetime
    names: Names
    has_refs: bool
    """Whether any ref stands in the file."""

    def blamed(self, *steps: Step) -> AbstractContextManager[None]:
        """Say where in the project stands what a service refused."""
        return self.source.blamed("projects", self.project, *steps)

    def resolved(self, value: Any) -> Any:
        """A value with digests in its refs, where the file has names. Raises a 404."""
        return self.names.resolved(value) if self.has_refs else value

    def at(self, at: Moment | None, otherwise: datetime | None = None) -> Project:
        """The project at a moment, for services that ask what time it is."""
        services, clock = self.services, Clock(self.moment(at, otherwise))
        settings = services.settings
        return Project(self.project, services.store, clock, self.ids, settings, USER)

    def moment(self, at: Moment | None, otherwise: datetime | None = None) -> datetime:
        """When something is: as it says, else as its place says, else now."""
        if at is None:
            return otherwise or self.now
        return at if isinstance(at, datetime) else self.now - at

    def stamp(self, at: Moment | None, otherwise: datetime | None = None) -> str:
        """The same as records have it."""
        return iso(self.moment(at, otherwise))
