"""Fields of the feedback on calls, for queries of calls: `feedback.[type].payload.path`.

A condition holds if it does for any feedback of the type; `*` is any type. Observed on the newer
service. Where there is none, all that it could say is absent, on which clients depend: they ask
for calls with feedback as those whose payload is not the empty text. Chosen: calls are sorted by
what was said last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.core.refs import call_ref
from mockserver.store.store import Store
from mockserver.trace.feedback.service import feedback_on
from mockserver.trace.query.fields import Getter, QueryField, QueryFields

_PATH = re.compile(r"feedback\.\[([^\]]+)\]\.(.+)", re.DOTALL)

ANY_TYPE = "*"

ONE_FEEDBACK = "feedback"
"""The member under which a call is given one of its feedbacks to be tested with."""


class FeedbackFields:
    """The fields of the feedback on calls."""

    def __init__(self, store: Store, refuse: Callable[[str], ApiError]) -> None:
        self._store = store
        self._sources: dict[str, Callable[[Record], Iterator[Record]]] = {}
        self._fields = QueryFields(
            refuse,
            columns=frozenset({"runnable_ref", "trigger_ref"}),
            roots=frozenset({"payload"}),
        )

    def find(self, path: str) -> QueryField | None:
        """The field at `path`; None if that is no path to feedback."""
        match = _PATH.fullmatch(path)
        if match is None:
            return None
        wanted, within = match.groups()
        field = self._fields.find(within)
        return QueryField(self._last(wanted, field.read), field.kind, self._each(wanted))

    def _each(self, wanted: str) -> Callable[[Record], Iterator[Record]]:
        """From a call to the call with each of its feedbacks; the same function for one type."""

        def each(call: Record) -> Iterator[Record]:
            return ({**call, ONE_FEEDBACK: found} for found in self._on(call, wanted) or [{}])

        return self._sources.setdefault(wanted, each)

    def _last(self, wanted: str, read: Getter) -> Getter:
        def last(call: Record) -> object:
            if ONE_FEEDBACK in call:
                return read(call[ONE_FEEDBACK])
            found = self._on(call, wanted)
            return read(found[-1]) if found else None

        return last

    def _on(self, call: Record, wanted: str) -> list[Record]:
        ref = call_ref(call["project_id"], call["id"])
        found = feedback_on(self._store, call["project_id"], ref)
        return [one for one in found if wanted in (ANY_TYPE, one["feedback_type"])]
