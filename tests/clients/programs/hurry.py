"""How long a flush takes, of a client that was told to hurry by the module at this path."""

import json
import sys
import time

import weave

sys.path.insert(0, sys.argv[1])
from mockserver.testing.verbs.clients import hurry

client = weave.init("acme/demo")
hurry(client)


@weave.op
def predict(x):
    return x


durations = []
for number in range(4):
    predict(number)
    began = time.monotonic()
    client.flush()
    durations.append(time.monotonic() - began)
print(json.dumps({"durations": durations}))
