"""A call is renamed and another is deleted while their starts still wait to be sent."""

from __future__ import annotations

import json

import weave


@weave.op
def double(number: int) -> int:
    return 2 * number


client = weave.init("acme/demo")
_, renamed = double.call(1)
renamed.set_display_name("Twice one")
_, deleted = double.call(2)
deleted.delete()
client.finish(use_progress_bar=False)

print(json.dumps([[call.display_name, call.output] for call in client.get_calls()]))
