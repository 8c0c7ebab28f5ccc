"""Handlers of the sources of datasets: linking rows to sources, and finding the links. Observed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter

from mockserver.core.clock import sortable
from mockserver.core.codec import decode
from mockserver.core.digest import digest_value
from mockserver.core.errors import ApiError, invalid
from mockserver.core.model import Record, fields_of
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.kinds import CALLS, SOURCE_LINKS, SPANS
from mockserver.trace.query.select import page
from mockserver.trace.sources import models

MOST_LINKS = 1000
MOST_ROWS = 1000
"""Rows that are listed for one dataset and source."""

SOURCE = ("source_kind", "source_id", "source_trace_id")

FACTS = ("source_trace_id", "source_started_at", "source_display_name")
"""The fields of a link that are facts about its source."""


def link(body: models.SourcesLinkReq, ctx: Context) -> models.SourcesLinkRes:
    """`{"entries"}`: the id of each link. A link that exists is written again."""
    project, now = body.project, ctx.clock.iso()
    links = [(row, source) for row in body.links for source in row.sources]
    if len(links) > MOST_LINKS:
        raise ApiError(413, f"at most {MOST_LINKS} links per request, got {len(links)}")
    found = [(row, source, _facts_of(source, project, now, ctx.store)) for row, source in links]
    missing = [(source.source_kind, source.source_id) for _, source, facts in found if not facts]
    if missing:
        raise invalid(f"the following sources were not found in project {project!r}: {missing}")
    entries: list[models.LinkEntry] = []
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


def query(body: models.SourcesQueryReq, ctx: Context) -> models.SourcesQueryRes:
    """`{"links"}`: a page of the links of a dataset, by row."""
    rows, kinds = body.row_digests, body.source_kinds
    links = [
        link
        for link in _links(ctx, body.project, "dataset_object_id", body.dataset_object_id)
        if (rows is None or link["row_digest"] in rows)
        and (kinds is None or link["source_kind"] in kinds)
    ]
    links.sort(key=itemgetter("row_digest", *SOURCE))
    shown = page(links, body.limit, body.offset)
    return {"links": [fields_of(models.SourceLinkSchema, link) for link in shown]}


def datasets(body: models.SourceDatasetsReq, ctx: Context) -> models.SourceDatasetsRes:
    """`{"memberships"}`: the datasets that have rows from the sources."""
    found: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for source in body.sources:
        for link in _links(ctx, body.project, "source_id", source.source_id):
            if link["source_kind"] == source.source_kind and (
                source.source_kind == "call" or link["source_trace_id"] == source.source_trace_id
            ):
                found[itemgetter(*SOURCE, "dataset_object_id")(link)].append(link)
    return {"memberships": [_membership(links) for _, links in sorted(found.items())]}


def _membership(links: list[Record]) -> models.Membership:
    rows = sorted({link["row_digest"] for link in links})
    return {
        "source_kind": links[0]["source_kind"],
        "source_id": links[0]["source_id"],
        "source_trace_id": links[0]["source_trace_id"],
        "dataset_object_id": links[0]["dataset_object_id"],
        "row_digests": rows[:MOST_ROWS],
        "row_digests_truncated": len(rows) > MOST_ROWS,
        "row_digests_total_count": len(rows),
        "first_seen_at": min((link["created_at"] for link in links), key=sortable),
    }


def _links(ctx: Context, project: str, field: str, value: str) -> Iterator[Record]:
    return map(decode, ctx.store[SOURCE_LINKS].find(project, {field: [value]}).texts)


def _facts_of(source: models.SourceRef, project: str, now: str, store: Store) -> Record | None:
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
