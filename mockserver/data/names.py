"""Refs by name, resolved to the digests that clients follow."""

from __future__ import annotations

import re
from typing import Any

from mockserver.core.refs import SCHEME
from mockserver.store.store import Store
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
        """A value whose refs to `latest`, to `v0` and to named tables have digests instead.

        Raises a 404 for an object or a version that is not there.
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
