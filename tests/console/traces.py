"""Calls for the console to show, written as a client writes them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

BEGAN = datetime(2025, 6, 1, 9, tzinfo=UTC)
AT_ONCE = 1000


def moment(seconds: float) -> str:
    """A moment some seconds after the calls of these tests begin."""
    return (BEGAN + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


def now(api: httpx.Client) -> str:
    """The present moment by the server's clock."""
    text: str = api.get("/__admin/clock").json()["now"]
    return text


def start(call_id: str, at: float = 0, **fields: Any) -> dict[str, Any]:
    """The start of a call."""
    call = {"id": call_id, "trace_id": call_id, "op_name": "answer", "attributes": {}, "inputs": {}}
    return {**call, "started_at": moment(at), **fields}


def end(call_id: str, at: float = 1, **fields: Any) -> dict[str, Any]:
    """The end of a call."""
    return {"id": call_id, "ended_at": moment(at), "summary": {}, **fields}


def write(api: httpx.Client, project: str, *parts: dict[str, Any]) -> None:
    """Starts and ends of calls, in batches."""
    items = list(parts)
    for first in range(0, len(items), AT_ONCE):
        batch = [_item({**part, "project_id": project}) for part in items[first : first + AT_ONCE]]
        api.post("/call/upsert_batch", json={"batch": batch}).raise_for_status()


def _item(part: dict[str, Any]) -> dict[str, Any]:
    mode = "end" if "ended_at" in part else "start"
    return {"mode": mode, "req": {mode: part}}


def call(call_id: str, at: float = 0, lasts: float = 1, **fields: Any) -> list[dict[str, Any]]:
    """A call from start to end."""
    kinds = {"output", "exception", "summary"}
    ended = {key: value for key, value in fields.items() if key in kinds}
    started = {key: value for key, value in fields.items() if key not in kinds}
    return [start(call_id, at, **started), end(call_id, at + lasts, **ended)]


def flat(parts: Iterable[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The parts of several calls."""
    return [part for each in parts for part in each]
