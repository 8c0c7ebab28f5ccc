"""Another program looks at what the shop left: `read.py OP SETTINGS`, two references."""

from __future__ import annotations

import json
import sys

import weave
from sight import calls_seen

op, settings = sys.argv[1:]
client = weave.init("acme/demo")
calls = calls_seen(client)

print(
    json.dumps(
        {
            "calls": calls,
            "count": len(client.get_calls()),
            "roots": [call.id for call in client.get_calls(filter={"trace_roots_only": True})],
            "newest": client.get_calls(
                sort_by=[{"field": "started_at", "direction": "desc"}], limit=1
            )[0].id,
            "by_id": client.get_call(calls[0]["id"]).id,
            "source": weave.ref(op).get().get_captured_code(),
            "settings": weave.ref(settings).get(),
            "latest_settings": weave.ref("settings:latest").get(),
        }
    )
)
