"""Another program fetches what `keep.py` kept: `fetch.py DOCUMENT`, what that one printed."""

from __future__ import annotations

import json
import sys
from typing import Any

import weave
from PIL import Image


def pixels(picture: Any) -> list[Any]:
    assert isinstance(picture, Image.Image)
    return [
        [list(picture.getpixel((x, y))) for x in range(picture.width)]
        for y in range(picture.height)
    ]


def text(content: Any) -> list[str]:
    return [content.as_string(), content.mimetype]


kept = json.loads(sys.argv[1])
client = weave.init("acme/kept")
shop, double, stock, wares, picture, letter = (
    weave.ref(uri).get() for uri in kept["refs"].values()
)
turned, answered = (client.get_call(call) for call in kept["calls"].values())
branch = weave.ref(kept["refs"]["stock"] + "/key/shop/attr/prices/key/milk").get()
numbers = [row["number"] for row in wares.rows]

print(
    json.dumps(
        {
            "price": shop.predict("tea"),
            "sign": pixels(shop.sign),
            "doubled": double(4),
            "doubled_in_stock": stock["ops"][0](5),
            "branch": [stock["shop"].prices["milk"], branch],
            "rows": [len(wares.rows), numbers == list(range(5000)), wares.rows[4999]["ware"]],
            "picture": pixels(picture),
            "letter": text(letter),
            "turned": [pixels(turned.inputs["picture"]), pixels(turned.output)],
            "answered": [text(answered.inputs["letter"]), text(answered.output)],
        }
    )
)
