"""Objects and tables: publishing them before a row is measured, and requests to read them."""

from __future__ import annotations

import json
from typing import Any

from tests.bench.client import exchange
from tests.bench.process import Failed, Server
from tests.bench.request import NUMBER, PROJECT, TURN, Request, post

GROUPS, MEMBERS = 10, 100
"""Different requests, and stored objects in each."""

OBJECT = {
    "_type": "Librarian",
    "name": None,
    "description": None,
    "model": "default",
    "instructions": TURN * 12,
    "_class_name": "Librarian",
    "_bases": ["Model", "Object", "BaseModel"],
}
"""The value of every object; in another order of its keys it would have another digest."""


def publish_objects(server: Server) -> str:
    """Publish the objects. Returns their common digest."""
    digest = ""
    for member in range(MEMBERS):
        obj = {"project_id": PROJECT, "object_id": _name(member), "val": OBJECT}
        create = post("/obj/create", {"obj": obj})
        for group in range(GROUPS):
            digest = _answer(server, create, group)["digest"]
    return digest


def object_read(digest: str) -> Request:
    """Read one of the objects."""
    body = {"project_id": PROJECT, "object_id": _name(0), "digest": digest}
    return post("/obj/read", body, period=GROUPS)


def refs_of_objects(digest: str) -> Request:
    """Read the objects of one group."""
    names = (_name(member) for member in range(MEMBERS))
    refs = [f"weave:///{PROJECT}/object/{name}:{digest}" for name in names]
    return post("/refs/read_batch", {"refs": refs}, period=GROUPS)


def refs_of_rows(dataset: str, rows: list[str]) -> Request:
    """Read rows through the object that has their table."""
    refs = [f"weave:///{PROJECT}/object/dataset:{dataset}/attr/rows/id/{row}" for row in rows]
    return post("/refs/read_batch", {"refs": refs})


def table_create(rows: int) -> Request:
    """A table of new rows, about 120 bytes each."""
    table = {"project_id": PROJECT, "rows": [_row(index) for index in range(rows)]}
    return post("/table/create", {"table": table})


def table_page(digest: str, limit: int, offset: int) -> Request:
    """A page of a table."""
    body = {"project_id": PROJECT, "digest": digest, "limit": limit, "offset": offset}
    return post("/table/query", body)


def publish_table(server: Server, rows: int) -> tuple[str, list[str]]:
    """Publish a table. Returns its digest and those of its rows."""
    created = _answer(server, table_create(rows), 0)
    return created["digest"], created["row_digests"]


def publish_dataset(server: Server, table: str) -> str:
    """Publish an object with a table. Returns its digest."""
    value = {"_type": "Dataset", "rows": f"weave:///{PROJECT}/table/{table}"}
    obj = {"project_id": PROJECT, "object_id": "dataset", "val": value}
    digest: str = _answer(server, post("/obj/create", {"obj": obj}), 0)["digest"]
    return digest


def _name(member: int) -> str:
    return f"librarian-{NUMBER}-{member:02}"


def _row(index: int) -> dict[str, Any]:
    question = f"Where is the map of harbour {NUMBER}?"
    return {"id": f"{index:06}", "question": question, "shelf": index % 90, "found": True}


def _answer(server: Server, request: Request, number: int) -> Any:
    reply = exchange(server.port, request.numbered(number))
    if reply.status != 200:
        raise Failed(f"{request} answers {reply.status}: {reply.body[:200]!r}")
    return json.loads(reply.body)
