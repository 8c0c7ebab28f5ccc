"""What a program sees of the calls of its project."""

from __future__ import annotations

import json
from typing import Any

from weave.trace.weave_client import WeaveClient


def calls_seen(client: WeaveClient) -> list[dict[str, Any]]:
    """Every call as the client hands it out, oldest first."""
    return [
        {
            "id": call.id,
            "parent_id": call.parent_id,
            "trace_id": call.trace_id,
            "op": call.func_name,
            "display_name": call.display_name,
            "inputs": call.inputs,
            "output": call.output,
            "exception": call.exception and _error(call.exception),
            "shop": call.attributes.get("shop"),
            "outcomes": call.summary["status_counts"],
            "is_over": call.ended_at is not None,
        }
        for call in client.get_calls()
    ]


def _error(exception: str) -> list[str]:
    told = json.loads(exception)
    return [told["type"], told["message"]]
