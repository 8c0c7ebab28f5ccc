"""The context in which one project of one data file is loaded.

Refs in a file may name objects by `latest` or `v0`, and tables by name; they are stored with the
digests that these resolve to.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mockserver.core.clock import Clock
from mockserver.core.ids import Ids
from mockserver.core.model import with_texts
from mockserver.core.refs import SCHEME
from mockserver.data.source import Source, Step
from mockserver.data.values import Moment
from mockserver.http.auth import USER
from mockserver.http.context import Services
from mockserver.store.store import Store
from mockserver.trace.evaluations.project import ProjectContext
from mockserver.trace.objects import versions as objects
from mockserver.trace.objects.versions import LATEST

_VERSION = re.compile(
    rf"{SCHEME}([^/]+/[^/]+)/(?:object|op)/([^/:]+):({LATEST}|v[0-9]{{1,18}})((?:/.*)?)", re.DOTALL
)
_TABLE = re.compile(rf"{SCHEME}([^/]+/[^/]+)/table/([^/]+)")


@dataclass(frozen=True, slots=True)
class LoadContext:
    """One project of one file, with the services that its parts are loaded through."""

    source: Source
    project: str
    services: Services
    ids: Ids
    now: datetime
    tables: dict[tuple[str, str], str]
    """Digests of the tables in all files, by project and name."""

    @property
    def store(self) -> Store:
        """The state that is loaded into."""
        return self.services.store

    def errors_at(self, *steps: Step) -> AbstractContextManager[None]:
        """Turn a refusal of the services into a DataError that names the place in the project."""
        return self.source.errors_at("projects", self.project, *steps)

    def at(self, at: Moment | None) -> ProjectContext:
        """The project at a moment."""
        clock, settings = Clock(self.moment(at)), self.services.settings
        return ProjectContext(self.project, self.store, clock, self.ids, settings, USER)

    def moment(self, at: Moment | None, otherwise: datetime | None = None) -> datetime:
        """The moment that `at` means; without one `otherwise`, or now."""
        if at is None:
            return otherwise or self.now
        return at if isinstance(at, datetime) else self.now - at

    def ref(self, name: str) -> str:
        """The ref of an object of the project, by `name` or `name:v0`. Raises a 404."""
        name, _, version = name.partition(":")
        return self._ref(self.project, name, version or LATEST)

    def resolved(self, value: Any) -> Any:
        """A value whose refs have digests instead of names. Raises a 404 for an unknown object."""
        return with_texts(value, self._resolved_text)

    def _resolved_text(self, text: str) -> str:
        if not text.startswith(SCHEME):
            return text
        if match := _VERSION.fullmatch(text):
            project, name, version, steps = match.groups()
            return self._ref(project, name, version) + steps
        if match := _TABLE.fullmatch(text):
            project, name = match.groups()
            return f"{SCHEME}{project}/table/{self.tables.get((project, name), name)}"
        return text

    def _ref(self, project: str, name: str, version: str) -> str:
        found = objects.metadata(objects.find_text(self.store, project, name, version))
        return f"{SCHEME}{project}/{found['kind']}/{name}:{found['digest']}"
