"""The rules of files: the same content is kept once per project, whatever its name."""

from __future__ import annotations

from base64 import b64decode, b64encode

from mockserver.core.digest import digest_bytes
from mockserver.core.errors import conflict, not_found
from mockserver.core.project import check_project
from mockserver.store.kind import Kind
from mockserver.store.store import Store

FILES = Kind("files", key=("digest",))

UNNAMED = "<unnamed_file>"


def keep(
    store: Store, project_id: str, name: str, content: bytes, expected: str | None = None
) -> str:
    """Keep content and return its digest. Raises a 409 if the client expected another one."""
    project, digest = check_project(project_id), digest_bytes(content)
    if expected not in (None, digest):
        raise conflict(f"Expected digest {expected}, but the content has {digest}")
    if not store[FILES].has(project, digest):
        store[FILES].insert(
            {
                "project_id": project,
                "digest": digest,
                "name": name or UNNAMED,
                "size_bytes": len(content),
                "base64": b64encode(content).decode(),
            }
        )
    return digest


def content(store: Store, project_id: str, digest: str) -> bytes:
    """The content with this digest. Raises a 404."""
    record = store[FILES].get(check_project(project_id), digest)
    if record is None:
        raise not_found(f"File with digest {digest} not found")
    return b64decode(record["base64"])
