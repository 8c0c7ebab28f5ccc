"""Files: content by digest. A project stores the same content once, whatever its name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.codec import peek
from mockserver.core.digest import check_digest, digest_bytes
from mockserver.core.errors import Malformed, Problem, not_found
from mockserver.core.project import ProjectRequest, check_project
from mockserver.core.records import RecordModel
from mockserver.core.steps import Steps, added_up
from mockserver.http.answers import Content
from mockserver.http.bodies import Upload
from mockserver.http.context import Context
from mockserver.store.store import Store
from mockserver.trace.kinds import FILES


class FileRecord(RecordModel):
    """A file of a project; the digest is that of its contents."""

    project_id: str
    digest: Annotated[str, Field(pattern="^[0-9A-Za-z]{43}$")]
    name: str
    size_bytes: Annotated[int, Field(ge=0)]


class FilesStatsReq(ProjectRequest):
    pass


class FileContentReadReq(ProjectRequest):
    digest: str


class FileCreateRes(TypedDict):
    digest: str


class FilesStatsRes(TypedDict):
    total_size_bytes: int


def create(body: Upload, ctx: Context) -> FileCreateRes:
    """`{"digest"}`. The form has the field `project_id` and the file part `file`; an empty field
    counts as absent. Observed."""
    missing: list[Problem] = [
        {"type": "missing", "loc": ["body", name], "msg": "Field required", "input": None}
        for name, values in (("project_id", body.fields), ("file", body.files))
        if not values.get(name)
    ]
    if missing:
        raise Malformed(missing)
    name, content = body.files["file"]
    project = check_project(body.fields["project_id"])
    expected = body.fields.get("expected_digest") or None
    return {"digest": keep(ctx.store, project, name, content, expected)}


def content(body: FileContentReadReq, ctx: Context) -> Content:
    """The contents; a 404 for a file of another project. Observed."""
    return Content(read(ctx.store, body.project, body.digest))


def stats(body: FilesStatsReq, ctx: Context) -> Steps[FilesStatsRes]:
    """`{"total_size_bytes"}`. Observed."""
    found = ctx.store[FILES].find(body.project, {}).texts
    return {"total_size_bytes": (yield from added_up(found, size))}


def keep(store: Store, project: str, name: str, content: bytes, expected: str | None = None) -> str:
    """Store content and return its digest. Raises a 409 if the client expected another one."""
    digest = digest_bytes(content)
    check_digest(digest, expected, "content")
    store.contents.keep(digest, content)
    if not store[FILES].has(project, digest):
        record = {"project_id": project, "digest": digest, "name": name or "<unnamed_file>"}
        store[FILES].insert({**record, "size_bytes": len(content)})
    return digest


def read(store: Store, project: str, digest: str) -> bytes:
    """The content with this digest. Raises a 404, also if its file was deleted."""
    found = store.contents.read(digest) if store[FILES].has(project, digest) else None
    if found is None:
        raise not_found(f"File with digest {digest} not found")
    return found


def size(text: bytes) -> int:
    """Bytes of the contents of a file, by the JSON of its record."""
    return int(peek(text)["size_bytes"])
