"""Store and read files; a project stores the same content once, whatever its name."""

from __future__ import annotations

from mockserver.core.codec import peek
from mockserver.core.digest import check_digest, digest_bytes
from mockserver.core.errors import not_found
from mockserver.store.store import Store
from mockserver.trace.kinds import FILES


def keep(store: Store, project: str, name: str, content: bytes, expected: str | None = None) -> str:
    """Store content and return its digest. Raises a 409 if the client expected another one."""
    digest = digest_bytes(content)
    check_digest(digest, expected, "content")
    store.contents.keep(digest, content)
    if not store[FILES].has(project, digest):
        record = {"project_id": project, "digest": digest, "name": name or "<unnamed_file>"}
        store[FILES].insert({**record, "size_bytes": len(content)})
    return digest


def content(store: Store, project: str, digest: str) -> bytes:
    """The content with this digest. Raises a 404, also if its file was deleted."""
    found = store.contents.read(digest) if store[FILES].has(project, digest) else None
    if found is None:
        raise not_found(f"File with digest {digest} not found")
    return found


def size(text: bytes) -> int:
    """Bytes of the contents of a file, by the JSON of its record."""
    return int(peek(text)["size_bytes"])
