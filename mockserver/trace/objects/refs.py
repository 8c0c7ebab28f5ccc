"""Read refs: through an object's value, the rows of its tables and the objects it refers to.

As on the production engine, a step that leads nowhere reads null.
"""

from __future__ import annotations

from collections import deque
from functools import cache, partial
from typing import Any

from mockserver.core.codec import encode
from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import MOST_REFS
from mockserver.core.model import Json
from mockserver.core.refs import SCHEME, Ref, Step, parse_ref
from mockserver.store.store import Store
from mockserver.trace.objects import versions
from mockserver.trace.objects.versions import LATEST
from mockserver.trace.tables import RowReader


def read_batch(store: Store, texts: list[str]) -> list[bytes]:
    """The JSON of the values of refs to objects, in order; null for a deleted object.

    Raises a 400 for too many, malformed and other refs and for a row of a value that is not a
    table, a 404 for an object or a row that never existed.
    """
    if len(texts) > MOST_REFS:
        raise invalid("Too many refs")
    refs: dict[str, Ref] = {}
    for text in texts:
        ref = refs[text] = parse_ref(text)
        if ref.kind not in ("object", "op"):
            raise invalid(f"{ref.kind.capitalize()} refs not supported")
        if ref.version == LATEST:
            raise invalid("Reading refs with `latest` is not supported")
    reader = RefReader(store)
    values = {text: reader.text(ref) for text, ref in refs.items()}
    return [values[text] for text in texts]


class RefReader:
    """Reads refs, and each object only once for all refs into it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._value = cache(partial(versions.read_value, store))
        self._table = cache(partial(RowReader, store))

    def text(self, ref: Ref) -> bytes:
        """The JSON of the value of a ref. Raises a 404."""
        if ref.steps:
            return encode(self.read(ref))
        return versions.value_text(self._store, ref.project_id, ref.name, ref.version)

    def read(self, ref: Ref) -> Json:
        """The value of a ref. Raises a 404."""
        value, steps = self._value(ref.project_id, ref.name, ref.version), deque(ref.steps)
        while steps:
            link = _link(value)
            if link is None:
                value = _step(value, steps.popleft())
            elif link.project_id != ref.project_id:
                return None
            elif link.kind == "table":
                step = steps.popleft()
                if step.edge != "id":
                    raise invalid("Table refs must have id extra")
                value = self._table(link.project_id, link.name).read(step.value)
            else:
                try:
                    value = self._value(link.project_id, link.name, link.version)
                except ApiError:  # Chosen: an object that does not exist reads null.
                    value = None
                steps.extendleft(reversed(link.steps))
        return value


def _link(value: Any) -> Ref | None:
    """A value as a ref, if it refers to an object, an op or a table."""
    if not isinstance(value, str) or not value.startswith(SCHEME):
        return None
    try:
        ref = parse_ref(value)
    except ApiError:
        return None
    return ref if ref.kind in ("object", "op", "table") else None


def _step(value: Json, step: Step) -> Json:
    if step.edge in ("attr", "key"):
        return value.get(step.value) if isinstance(value, dict) else None
    if step.edge == "index" and isinstance(value, list):
        index = int(step.value)
        return value[index] if 0 <= index < len(value) else None
    if step.edge == "id" and value is not None:
        raise invalid(f"Unknown ref type: {step.edge}")
    return None
