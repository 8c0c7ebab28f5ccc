"""The service's own completions as a stream; the older library has none."""

from __future__ import annotations

import json

import weave

client = weave.init("acme/talk")
request = {
    "project_id": "acme/talk",
    "inputs": {"model": "m1", "messages": [{"role": "user", "content": "How deep is the sea?"}]},
}
meta, *chunks = client.server.completions_create_stream(request)
call = client.get_call(meta["_meta"]["weave_call_id"])
pieces = [choice["delta"].get("content", "") for chunk in chunks for choice in chunk["choices"]]
print(json.dumps({"pieces": pieces, "kept": call.output["choices"][0]["message"]["content"]}))
