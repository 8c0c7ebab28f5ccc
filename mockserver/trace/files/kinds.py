"""What the files slice keeps."""

from __future__ import annotations

from mockserver.store.kind import Kind

FILES = Kind("files", key=("digest",))
