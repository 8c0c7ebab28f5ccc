"""The fields of a call that a query or a sort order may address, also through refs.

Besides the fields of a call, these are the feedback on it, `feedback.[type].payload.path`, and the
annotation queues that contain it. Both may have several values for one call: a condition holds if
it holds for any of them. The feedback type `*` is any type. Observed on the newer service.
Without feedback all its fields are absent. Clients depend on it: they find calls with feedback by
a payload that is not the empty string. Chosen: the last feedback sorts a call.

Refs are expanded to the objects that they name, in responses and in queries. Observed on the
production engine: a path is expanded if every ref on it has a path too, in any order. The value of
an object replaces its ref and, if it is a JSON object, has the ref as `_ref`. The parts of such a
path are keys, even digits; lists are not entered. A condition below an expanded column reads only
through refs: a plain value there has no fields. Chosen: a ref to an unknown or deleted object stays
unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

from mockserver.core.codec import peek
from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import MOST_COLUMNS
from mockserver.core.model import Record
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.settings import Settings
from mockserver.store.store import Store
from mockserver.trace.calls.models import CallSchema
from mockserver.trace.feedback.service import feedback_on_call
from mockserver.trace.kinds import QUEUE_ITEMS
from mockserver.trace.objects.refs import RefReader
from mockserver.trace.query.fields import (
    Comparison,
    Getter,
    QueryField,
    QueryFields,
    Step,
    column,
    inside,
    not_allowed,
    parts_of,
    step_into,
    step_of,
)

TRACE_NAME = "summary.weave.trace_name"

QUEUE_ID = "annotation_queue_items.queue_id"

FEEDBACK = "feedback"
"""The key under which one feedback is added to a call, to test it."""

ANY_TYPE = "*"

_FEEDBACK_PATH = re.compile(r"feedback\.\[([^\]]+)\]\.(.+)", re.DOTALL)

REF = "_ref"


class Expansion:
    """The columns of one request whose refs are expanded; each object is read once."""

    def __init__(self, store: Store, columns: list[str]) -> None:
        self._paths = sorted(dict.fromkeys(tuple(parts_of(column)) for column in columns), key=len)
        self._object = cache(partial(_object, RefReader(store)))

    def expand(self, call: Record) -> Record:
        """The call with expanded refs; a copy if there are any."""
        for path in self._paths:
            call = self._expanded(call, path)
        return call

    def reach(self, root: str, steps: list[Step]) -> Getter:
        """A getter of a value inside a field of a call, through the refs on the path to it."""
        crossings = {len(start) - 1 for start in self._paths if _leads(start, root, steps)}
        if not crossings:
            return inside(root, steps)
        last = max(crossings)

        def read(call: Record) -> Any:
            value = call.get(root)
            for at, step in enumerate(steps):
                if at in crossings:
                    value = self._value(value) if _is_ref(value) else None
                if at < last and isinstance(value, dict):
                    step = str(step)  # on the path to a column, digits are a key  # noqa: PLW2901
                value = step_into(value, step)
                if value is None:
                    return None
            return value

        return read

    def _expanded(self, value: Any, path: tuple[str, ...]) -> Any:
        if not path:
            return self._value(value)
        key, *rest = path
        if not isinstance(value, dict) or key not in value:
            return value
        return {**value, key: self._expanded(value[key], tuple(rest))}

    def _value(self, value: Any) -> Any:
        """The value that a ref names; any other value and a dangling ref are returned unchanged."""
        return self._object(value) if _is_ref(value) else value


def call_fields(
    store: Store, settings: Settings, expansion: Expansion | None = None
) -> QueryFields:
    """The fields of calls and, with an `expansion`, of the objects that calls name.

    Listing A refuses any other field with a 403, the newer service with a 422.
    """
    fields = _FIELDS_A if settings.listing == "a" else _FIELDS_B
    return replace(
        fields,
        special={**fields.special, QUEUE_ID: _queue_field(store)},
        elsewhere=_feedback_finder(store, fields.refuse),
        reach=expansion.reach if expansion else inside,
    )


def expansion_of(store: Store, columns: list[str] | None) -> Expansion | None:
    """The expansion of columns, or None without columns. Raises a 400 for too many."""
    if not columns:
        return None
    if len(columns) > MOST_COLUMNS:
        raise invalid(f"More than {MOST_COLUMNS} columns cannot be expanded")
    return Expansion(store, columns)


def _feedback_finder(
    store: Store, refuse: Callable[[str], ApiError]
) -> Callable[[str], QueryField | None]:
    """A function from a path to its field of feedback on calls; None for any other path."""
    columns = frozenset({"runnable_ref", "trigger_ref"})
    fields = QueryFields(refuse, columns, roots=frozenset({"payload"}))

    def on(call: Record, feedback_type: str) -> list[Record]:
        found = feedback_on_call(store, call)
        return [each for each in found if feedback_type in (ANY_TYPE, each["feedback_type"])]

    @cache
    def variants(feedback_type: str) -> Callable[[Record], Iterator[Record]]:
        """From a call to one copy for each feedback on it; the same function for one type."""
        return lambda call: ({**call, FEEDBACK: each} for each in on(call, feedback_type) or [{}])

    def find(path: str) -> QueryField | None:
        match = _FEEDBACK_PATH.fullmatch(path)
        if match is None:
            return None
        feedback_type, path = match.groups()
        field = fields.find(path)

        def last(call: Record) -> object:
            if FEEDBACK in call:
                return field.read(call[FEEDBACK])
            found = on(call, feedback_type)
            return field.read(found[-1]) if found else None

        return QueryField(last, field.kind, variants(feedback_type))

    return find


def _queue_field(store: Store) -> QueryField:

    def each(call: Record) -> Iterator[Record]:
        texts = store[QUEUE_ITEMS].find(call["project_id"], {"call_id": [call["id"]]}).texts
        found = [item for item in map(peek, texts) if item["call_id"] == call["id"]]
        for item in found or [{"queue_id": None, "deleted_at": None}]:
            yield {**call, QUEUE_ID: None if item["deleted_at"] else item["queue_id"]}

    return QueryField(column(QUEUE_ID), Comparison.COLUMN, each)


def _own_fields(refusal: int) -> QueryFields:
    """The fields of a call. Observed: a query may name `deleted_at`, though it is always null, and
    the trace name is the display name if there is one, though such a call shows no trace name."""
    trace_name = inside("summary", ["weave", "trace_name"])
    special = {
        TRACE_NAME: QueryField(
            lambda call: call["display_name"] or trace_name(call), Comparison.JSON
        ),
        "deleted_at": QueryField(column("deleted_at"), Comparison.COLUMN),
    }
    return replace(QueryFields.of(CallSchema, not_allowed(refusal)), special=special)


def _object(reader: RefReader, text: str) -> Any:
    try:
        ref = parse_ref(text)
        found = reader.read(ref) if ref.version else None
    except ApiError:
        return text
    if isinstance(found, dict):
        return {**found, REF: text}
    return text if found is None else found


def _leads(start: tuple[str, ...], root: str, steps: list[Step]) -> bool:
    """True if a column is on the path to a value inside it."""
    below = [step_of(part) for part in start[1:]]
    return start[0] == root and len(below) < len(steps) and steps[: len(below)] == below


def _is_ref(value: Any) -> bool:
    return isinstance(value, str) and value.startswith(SCHEME)


_FIELDS_A, _FIELDS_B = _own_fields(403), _own_fields(422)
