"""Query versions: by an index, then by filter, order and page."""

from __future__ import annotations

import json
from functools import partial

from mockserver.core.codec import decode, encode
from mockserver.core.model import Record
from mockserver.core.steps import Steps, in_steps
from mockserver.store.index import Where
from mockserver.store.store import Store
from mockserver.trace.kinds import OBJECTS
from mockserver.trace.objects.labels import labels_of, labels_test
from mockserver.trace.objects.models import ObjectVersionFilter, ObjQueryReq, ObjReadReq
from mockserver.trace.objects.versions import metadata
from mockserver.trace.query.compile import Predicate
from mockserver.trace.query.fields import QueryFields, unknown_field
from mockserver.trace.query.models import SortBy
from mockserver.trace.query.select import Ranked, check_page, page_in_order, ranking

OBJECT_FIELDS = QueryFields(
    refuse=unknown_field,
    columns=frozenset({"object_id", "version_index"}),
    times=frozenset({"created_at"}),
)
SORTABLE = frozenset({"object_id", "created_at"})
OLDEST_FIRST = [SortBy(field="created_at", direction="asc")]


def query(store: Store, request: ObjQueryReq) -> Steps[list[bytes]]:
    """The JSON of the versions that match, in order, without deleted ones."""
    project = request.project
    check_page(request.limit, request.offset)
    conditions = request.filter or ObjectVersionFilter()
    order = [key for key in request.sort_by or () if key.field in SORTABLE] or OLDEST_FIRST
    rank = ranking(order, OBJECT_FIELDS, "version_index")
    passes = passing(store, project, conditions)

    def rank_all(texts: list[bytes]) -> list[Ranked[bytes]]:
        versions = zip(map(metadata, texts), texts, strict=True)
        return [(rank(record), text) for record, text in versions if passes(record)]

    texts = store[OBJECTS].find(project, _where(conditions)).texts
    ranked = yield from in_steps(texts, rank_all)
    rows = yield from page_in_order(ranked, request)
    return (yield from in_steps(rows, partial(map, partial(shown, store, request))))


def has(store: Store, project: str, conditions: ObjectVersionFilter) -> bool:
    """True if any version passes the filter."""
    texts = store[OBJECTS].find(project, _where(conditions)).texts
    return any(map(passing(store, project, conditions), map(metadata, texts)))


def shown(store: Store, request: ObjReadReq | ObjQueryReq, text: bytes) -> bytes:
    """A version with the fields that a request includes; often just the stored bytes."""
    sized = isinstance(request, ObjQueryReq) and request.include_storage_size
    if not (request.metadata_only or sized or request.include_tags_and_aliases):
        return text
    record = decode(text)
    if sized:
        record["size_bytes"] = len(json.dumps(record["val"]))
    if request.include_tags_and_aliases:
        record |= labels_of(store, record)
    if request.metadata_only:
        record["val"] = {}
    return encode(record)


def passing(store: Store, project: str, conditions: ObjectVersionFilter) -> Predicate:
    """True if a version passes the filter; its value is not read."""
    where, excluded = _where(conditions).items(), conditions.exclude_base_object_classes
    has_labels = labels_test(store, project, conditions)

    def passes(record: Record) -> bool:
        base = record["base_object_class"]
        return (
            not (where and any(record[field] not in values for field, values in where))
            and (not excluded or (base is not None and base not in excluded))
            and (conditions.is_op is None or conditions.is_op == (record["kind"] == "op"))
            and (not conditions.latest_only or bool(record["is_latest"]))
            and has_labels(record)
        )

    return passes


def _where(conditions: ObjectVersionFilter) -> Where:
    where = {
        "object_id": conditions.object_ids,
        "base_object_class": conditions.base_object_classes,
        "leaf_object_class": conditions.leaf_object_classes,
    }
    return {field: values for field, values in where.items() if values}
