"""What the tables slice keeps."""

from __future__ import annotations

from mockserver.store.kind import Kind

ROWS = Kind("table_rows", key=("digest",))
TABLES = Kind("tables", key=("digest",))
PARTS = Kind("table_parts", key=("digest", "part"))
