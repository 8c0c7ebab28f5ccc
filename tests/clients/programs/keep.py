"""A shop keeps what it has: values within values, an op, a model, many rows, pictures and files.

`keep.py [SETTINGS]`, the library's settings as JSON.
"""

from __future__ import annotations

import json
import sys

import weave
from PIL import Image
from weave.type_wrappers.Content.content import Content

LETTER = "Dear shop, \N{HOT BEVERAGE} please.\n"
ROWS = 5000


class Shop(weave.Model):
    prices: dict[str, float]
    sign: Image.Image

    @weave.op
    def predict(self, ware: str) -> float:
        return self.prices[ware]


@weave.op
def double(price: float) -> float:
    return price * 2


@weave.op
def turned(picture: Image.Image) -> Image.Image:
    return picture.transpose(Image.Transpose.ROTATE_90)


@weave.op
def answered(letter: Content) -> Content:
    text = letter.as_string().replace("please", "with pleasure")
    return Content.from_text(text, mimetype="text/plain")


def painted() -> Image.Image:
    picture = Image.new("RGB", (3, 2), "white")
    picture.putpixel((0, 0), (255, 0, 0))
    return picture


client = weave.init("acme/kept", settings=json.loads("".join(sys.argv[1:]) or "{}"))
letter = Content.from_text(LETTER, mimetype="text/plain")
rows = [{"number": number, "ware": f"ware {number % 7}"} for number in range(ROWS)]
kept = {
    "shop": Shop(name="shop", prices={"tea": 4.5}, sign=painted()),
    "double": double,
    "stock": {"shop": Shop(name="branch", prices={"milk": 1}, sign=painted()), "ops": [double]},
    "wares": weave.Dataset(name="wares", rows=rows),
    "picture": painted(),
    "letter": letter,
}
refs = {name: weave.publish(value, name=name).uri() for name, value in kept.items()}
_, turning = turned.call(painted())
_, answering = answered.call(letter)
client.finish(use_progress_bar=False)
print(json.dumps({"refs": refs, "calls": {"turned": turning.id, "answered": answering.id}}))
