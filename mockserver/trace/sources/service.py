"""The rules of the sources of datasets: linking rows to them, and finding links either way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_value
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.store.store import Store
from mockserver.trace.agents.kinds import SPANS
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.query.select import page
from mockserver.trace.sources.kinds import SOURCE_LINKS, SourceLinkSchema
from mockserver.trace.sources.models import (
    LinkEntry,
    Membership,
    SourceDatasetsReq,
    SourceRef,
    SourcesLinkReq,
    SourcesQueryReq,
)

MOST_LINKS = 1000
MOST_ROWS = 1000
"""Rows of a dataset listed for one source."""

SOURCE = ("source_kind", "source_id", "source_trace_id")


class SourceFacts(NamedTuple):
    """The facts of a source that a link keeps."""

    trace_id: str
    started_at: str
    name: str


def link(store: Store, request: SourcesLinkReq, now: str, user: str) -> list[LinkEntry]:
    """Keep the links, each in the place of one that was there. Raises a 400, and a 413."""
    project = check_project(request.project_id)
    wanted = [(row, source) for row in request.links for source in row.sources]
    if len(wanted) > MOST_LINKS:
        raise ApiError(413, f"at most {MOST_LINKS} links per request, got {len(wanted)}")
    facts = [_facts_of(store, project, source, now) for _, source in wanted]
    missing = [source for (_, source), found in zip(wanted, facts, strict=True) if not found]
    if missing:
        named = [(source.source_kind, source.source_id) for source in missing]
        raise invalid(f"the following sources were not found in project {project!r}: {named}")
    entries: list[LinkEntry] = []
    for (row, source), found in zip(wanted, filter(None, facts), strict=True):
        place = {
            "project_id": project,
            "dataset_object_id": request.dataset_object_id,
            "row_digest": row.row_digest,
            "source_kind": source.source_kind,
            "source_id": source.source_id,
            "source_trace_id": found.trace_id,
        }
        link_id = digest_value(place)
        before = store[SOURCE_LINKS].get(project, link_id)
        store[SOURCE_LINKS].drop(project, link_id)
        store[SOURCE_LINKS].insert(
            {
                **SOURCE_LINKS.blank,
                **place,
                "id": link_id,
                "source_started_at": found.started_at,
                "source_display_name": found.name,
                "link_metadata": row.link_metadata,
                "added_by": user,
                "created_at": before["created_at"] if before else now,
                "updated_at": now,
            }
        )
        created = before is None if request.include_created_status else None
        entries.append({"link_id": link_id, "created": created})
    return entries


def links(store: Store, request: SourcesQueryReq) -> list[Record]:
    """The links of a dataset, by their rows."""
    rows, kinds = request.row_digests, request.source_kinds
    found = _links(store, request.project_id, "dataset_object_id", request.dataset_object_id)
    wanted = [
        each
        for each in found
        if (rows is None or each["row_digest"] in rows)
        and (kinds is None or each["source_kind"] in kinds)
    ]
    wanted.sort(key=itemgetter("row_digest", *SOURCE))
    shown = page(wanted, request.limit, request.offset)
    return [{name: each[name] for name in SourceLinkSchema.model_fields} for each in shown]


def memberships(store: Store, request: SourceDatasetsReq) -> list[Membership]:
    """The datasets with rows from the sources, by source."""
    found: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for source in request.sources:
        for each in _links(store, request.project_id, "source_id", source.source_id):
            if each["source_kind"] == source.source_kind and (
                source.source_kind == "call" or each["source_trace_id"] == source.source_trace_id
            ):
                found[itemgetter(*SOURCE, "dataset_object_id")(each)].append(each)
    return [_membership(held) for _, held in sorted(found.items())]


def _membership(held: list[Record]) -> Membership:
    rows = sorted({each["row_digest"] for each in held})
    first = min((each["created_at"] for each in held), key=sortable)
    return {
        "source_kind": held[0]["source_kind"],
        "source_id": held[0]["source_id"],
        "source_trace_id": held[0]["source_trace_id"],
        "dataset_object_id": held[0]["dataset_object_id"],
        "row_digests": rows[:MOST_ROWS],
        "row_digests_truncated": len(rows) > MOST_ROWS,
        "row_digests_total_count": len(rows),
        "first_seen_at": first,
    }


def _links(store: Store, project: str, field: str, value: str) -> Iterator[Record]:
    found = map(decode, store[SOURCE_LINKS].find(check_project(project), {field: [value]}).texts)
    return (each for each in found if each[field] == value)


def _facts_of(store: Store, project: str, source: SourceRef, now: str) -> SourceFacts | None:
    """The facts of a source; None if it is not there. Raises a 400.

    Observed: a conversation is not looked up, and belongs to no trace.
    """
    if source.source_kind == "conversation":
        if source.source_trace_id:
            raise invalid("conversation links must carry source_trace_id=''")
        return SourceFacts("", now, "")
    if source.source_kind == "call":
        call = store[CALLS].get(project, source.source_id)
        return SourceFacts(call["trace_id"], call["started_at"], call["op_name"]) if call else None
    span = store[SPANS].get(project, source.source_id)
    if span is None or span["trace_id"] != source.source_trace_id:
        return None
    return SourceFacts(span["trace_id"], span["started_at"], span["span_name"])
