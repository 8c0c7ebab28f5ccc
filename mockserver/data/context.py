"""The context in which one project of one file is loaded.

Its names are refs by name, resolved to the digests that clients follow.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from mockserver.core.clock import Clock, iso
from mockserver.core.ids import Ids
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


class Names:
    """Names of objects and tables in the files of one load."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables: dict[tuple[str, str], str] = {}

    def name_table(self, project: str, name: str, digest: str) -> None:
        """Let refs name a table by `name`."""
        self._tables[project, name] = digest

    def ref(self, project: str, name: str, version: str = LATEST) -> str:
        """The ref of an object's version. Raises a 404."""
        found = objects.metadata(objects.find_text(self._store, project, name, version))
        return f"{SCHEME}{project}/{found['kind']}/{name}:{found['digest']}"

    def value(self, project: str, name: str) -> Any:
        """The latest value of an object. Raises a 404."""
        return objects.find(self._store, project, name, LATEST)["val"]

    def resolved(self, value: Any) -> Any:
        """A value with digests instead of `latest`, `v0` and names of tables in its refs.

        Raises a 404 for an unknown object or version.
        """
        if isinstance(value, str):
            return self._followed(value) if value.startswith(SCHEME) else value
        if isinstance(value, dict):
            return {key: self.resolved(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.resolved(item) for item in value]
        return value

    def _followed(self, text: str) -> str:
        if match := _VERSION.fullmatch(text):
            project, name, version, steps = match.groups()
            return self.ref(project, name, version) + steps
        if match := _TABLE.fullmatch(text):
            digest = self._tables.get((match[1], match[2]), match[2])
            return f"{SCHEME}{match[1]}/table/{digest}"
        return text


@dataclass(frozen=True, slots=True)
class LoadContext:
    """The services, ids and names for the parts of one project."""

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
        """A value with digests in its refs instead of names. Raises a 404."""
        return self.names.resolved(value) if self.has_refs else value

    def at(self, at: Moment | None, otherwise: datetime | None = None) -> ProjectContext:
        """The project with a clock that is set to a moment."""
        services, clock = self.services, Clock(self.moment(at, otherwise))
        settings = services.settings
        return ProjectContext(self.project, services.store, clock, self.ids, settings, USER)

    def moment(self, at: Moment | None, otherwise: datetime | None = None) -> datetime:
        """The moment of a part: its own `at`, else that of its place, else now."""
        if at is None:
            return otherwise or self.now
        return at if isinstance(at, datetime) else self.now - at

    def moment_text(self, at: Moment | None, otherwise: datetime | None = None) -> str:
        """The same as an ISO text, as records have it."""
        return iso(self.moment(at, otherwise))
