"""Sources: calls, spans and conversations that the rows of a dataset were made from. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import Literal

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_value
from mockserver.core.errors import ApiError, invalid
from mockserver.core.hand_written import Name
from mockserver.core.model import Closed, JsonObject, Record, fields_of
from mockserver.core.project import UserRequest
from mockserver.core.records import RecordModel, Timestamp
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.kinds import CALLS, SOURCE_LINKS, SPANS
from mockserver.trace.query.select import page


class SourceLinkSchema(RecordModel):
    """A link from a row to a source, with the facts about the source at link time."""

    id: Name
    row_digest: Name
    source_kind: str
    source_id: Name
    source_trace_id: str
    source_started_at: Timestamp
    source_display_name: str
    link_metadata: JsonObject | None = None
    added_by: str | None = None
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: Timestamp | None = None


class SourceLink(SourceLinkSchema):
    """A link with the row's dataset, which a query does not show."""

    project_id: str
    dataset_object_id: Name


SourceKind = Literal["call", "span", "conversation"]


class SourceRef(Closed):
    """A call, a span of a trace, or a conversation, which has no trace."""

    source_kind: SourceKind
    source_id: str
    source_trace_id: str


class RowSources(Closed):
    """A row of a dataset and its sources."""

    row_digest: str
    sources: list[SourceRef]
    link_metadata: JsonObject | None = None


class SourcesLinkReq(UserRequest):
    dataset_object_id: str
    dataset_digest: str
    links: list[RowSources]
    include_created_status: bool = False


class LinksDeleteReq(UserRequest):
    link_ids: list[str]


class SourcesQueryReq(UserRequest):
    """A page of the links of a dataset."""

    dataset_object_id: str
    row_digests: list[str] | None = None
    source_kinds: list[SourceKind] | None = None
    include_deleted: bool = False
    limit: int | None = Field(None, ge=0)
    offset: int | None = Field(None, ge=0)


class SourceDatasetsReq(UserRequest):
    sources: list[SourceRef]
    include_deleted: bool = False


class LinkEntry(TypedDict):
    """`created` is null unless the request includes it."""

    link_id: str
    created: bool | None


class SourcesLinkRes(TypedDict):
    """An entry for each row and source, in the order of the request."""

    entries: list[LinkEntry]


class DeletedEntry(TypedDict):
    """`deleted` is false for a link that had been deleted before."""

    link_id: str
    deleted: bool


class LinksDeleteRes(TypedDict):
    """An entry for each id, in the order of the request."""

    entries: list[DeletedEntry]


class SourcesQueryRes(TypedDict):
    links: list[SourceLinkSchema]


class Membership(TypedDict):
    """The rows of a dataset that were made from a source."""

    source_kind: SourceKind
    source_id: str
    source_trace_id: str
    dataset_object_id: str
    row_digests: list[str]
    row_digests_truncated: bool
    row_digests_total_count: int
    first_seen_at: Timestamp


class SourceDatasetsRes(TypedDict):
    memberships: list[Membership]


MOST_LINKS = 1000
MOST_ROWS = 1000
"""Rows that are listed for one dataset and source."""

SOURCE = ("source_kind", "source_id", "source_trace_id")
MEMBER = (*SOURCE, "dataset_object_id")

FACTS = ("source_trace_id", "source_started_at", "source_display_name")
"""The fields of a link that are facts about its source."""


def link(body: SourcesLinkReq, ctx: Context) -> SourcesLinkRes:
    """`{"entries"}`: the id of each link. A link that exists, deleted or not, is written again."""
    project, now = body.project, ctx.clock.iso()
    links = [(row, source) for row in body.links for source in row.sources]
    if len(links) > MOST_LINKS:
        raise ApiError(413, f"at most {MOST_LINKS} links per request, got {len(links)}")
    found = [(row, source, _facts_of(source, project, now, ctx.store)) for row, source in links]
    missing = [(source.source_kind, source.source_id) for _, source, facts in found if not facts]
    if missing:
        raise invalid(f"the following sources were not found in project {project!r}: {missing}")
    entries: list[LinkEntry] = []
    for row, source, facts in found:
        assert facts, "none is missing"
        key = {
            "project_id": project,
            "dataset_object_id": body.dataset_object_id,
            "row_digest": row.row_digest,
            "source_kind": source.source_kind,
            "source_id": source.source_id,
            "source_trace_id": facts["source_trace_id"],
        }
        link_id = digest_value(key)
        known = ctx.store[SOURCE_LINKS].get(project, link_id)
        record = {
            **SOURCE_LINKS.blank,
            **key,
            **facts,
            "id": link_id,
            "link_metadata": row.link_metadata,
            "added_by": ctx.user,
            "created_at": known["created_at"] if known else now,
            "updated_at": now,
        }
        ctx.store[SOURCE_LINKS].put(record)
        created = known is None if body.include_created_status else None
        entries.append({"link_id": link_id, "created": created})
    return {"entries": entries}


def delete(body: LinksDeleteReq, ctx: Context) -> LinksDeleteRes:
    """`{"entries"}`: each link, which is kept with the time of its deletion. Raises a 400."""
    project, now, links = body.project, ctx.clock.iso(), ctx.store[SOURCE_LINKS]
    missing = [each for each in body.link_ids if links.get(project, each) is None]
    if missing:
        raise invalid(f"the following link ids were not found in project {project!r}: {missing}")
    entries: list[DeletedEntry] = []
    for link_id in body.link_ids:
        kept = links.get(project, link_id)
        assert kept, "none is missing"
        if is_linked := kept["deleted_at"] is None:
            links.put({**kept, "updated_at": now, "deleted_at": now})
        entries.append({"link_id": link_id, "deleted": is_linked})
    return {"entries": entries}


def query(body: SourcesQueryReq, ctx: Context) -> SourcesQueryRes:
    """`{"links"}`: a page of the links of a dataset, by row."""
    rows, kinds = body.row_digests, body.source_kinds
    links = [
        link
        for link in _links(ctx, body, "dataset_object_id", body.dataset_object_id)
        if (rows is None or link["row_digest"] in rows)
        and (kinds is None or link["source_kind"] in kinds)
    ]
    links.sort(key=itemgetter("row_digest", *SOURCE))
    shown = page(links, body.limit, body.offset)
    return {"links": [fields_of(SourceLinkSchema, link) for link in shown]}


def datasets(body: SourceDatasetsReq, ctx: Context) -> SourceDatasetsRes:
    """`{"memberships"}`: the datasets that have rows from the sources."""
    found: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for source in body.sources:
        for link in _links(ctx, body, "source_id", source.source_id):
            if link["source_kind"] == source.source_kind and (
                source.source_kind == "call" or link["source_trace_id"] == source.source_trace_id
            ):
                found[itemgetter(*MEMBER)(link)].append(link)
    return {"memberships": [_membership(links) for _, links in sorted(found.items())]}


def _membership(links: list[Record]) -> Membership:
    rows = sorted({link["row_digest"] for link in links})
    return {
        **{name: links[0][name] for name in MEMBER},  # type: ignore[typeddict-item]
        "row_digests": rows[:MOST_ROWS],
        "row_digests_truncated": len(rows) > MOST_ROWS,
        "row_digests_total_count": len(rows),
        "first_seen_at": min((link["created_at"] for link in links), key=sortable),
    }


def _links(
    ctx: Context, body: SourcesQueryReq | SourceDatasetsReq, field: str, value: str
) -> Iterator[Record]:
    """The links with a value, and with the deleted ones if the request includes them."""
    links = map(decode, ctx.store[SOURCE_LINKS].find(body.project, {field: [value]}).texts)
    return (each for each in links if body.include_deleted or each["deleted_at"] is None)


def _facts_of(source: SourceRef, project: str, now: str, store: Store) -> Record | None:
    """The facts about a source; None if it is unknown. Raises a 400.

    A conversation is not looked up, and belongs to no trace.
    """
    if source.source_kind == "conversation":
        if source.source_trace_id:
            raise invalid("conversation links must carry source_trace_id=''")
        return dict(zip(FACTS, ("", now, ""), strict=True))
    kind, name = (CALLS, "op_name") if source.source_kind == "call" else (SPANS, "span_name")
    found = store[kind].get(project, source.source_id)
    if found is None or (kind is SPANS and found["trace_id"] != source.source_trace_id):
        return None
    return dict(zip(FACTS, (found["trace_id"], found["started_at"], found[name]), strict=True))
