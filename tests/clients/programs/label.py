"""Publishes a value with tags and aliases, and reads it by one of them; queues a call."""

import json

import weave

client = weave.init("acme/labels")
first = weave.publish({"steps": 1}, "x", tags=["fast", "checked"], aliases=["prod"])
weave.publish({"steps": 2}, "x", aliases=["beta"])
by_alias = weave.ref("x:prod").get()
told = {
    "value": dict(by_alias),
    "tags": client.get_tags(first),
    "aliases": sorted(client.get_aliases(first)),
    "all_tags": client.list_tags(),
    "all_aliases": sorted(client.list_aliases()),
}
client.remove_tags(first, ["fast"])
told["left"] = client.get_tags(first)
print(json.dumps(told))
