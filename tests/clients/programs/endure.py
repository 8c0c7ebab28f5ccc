"""Calls, an object, a data set and a file, by a library that tries again when it is refused."""

from __future__ import annotations

import json
import os

os.environ.update(WEAVE_RETRY_MAX_ATTEMPTS="3", WEAVE_RETRY_MAX_INTERVAL="0.1")

import weave

NUMBERS = range(8)


@weave.op
def double(number: int) -> int:
    return 2 * number


client = weave.init("acme/demo")
for number in NUMBERS:
    double(number)
weave.publish({"currency": "EUR"}, name="settings")
weave.publish(weave.Dataset(name="wares", rows=[{"ware": "tea"}, {"ware": "milk"}]))
client.flush()

print(
    json.dumps(
        {
            "doubled": sorted(call.output for call in double.calls()),
            "settings": dict(weave.ref("settings").get()),
            "wares": [row["ware"] for row in weave.ref("wares").get()],
        }
    )
)
