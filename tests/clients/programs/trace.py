"""A shop traces its work: an offer, one for an unknown ware, an order that fails, a mistake."""

from __future__ import annotations

import json

import weave
from sight import calls_seen

PRICES = {"tea": 4.5}


@weave.op
def price(ware: str) -> float:
    return PRICES[ware]


@weave.op
def offer(ware: str, pieces: int) -> dict[str, object]:
    try:
        return {"ware": ware, "total": price(ware) * pieces}
    except KeyError:
        return {"ware": ware, "total": None}


@weave.op
def order(wares: list[str]) -> float:
    return sum(price(ware) for ware in wares)


client = weave.init("acme/demo")
with weave.attributes({"shop": "north"}):
    _, tea = offer.call("tea", 3)
offer("unicorn", 1)
try:
    order(["tea", "unicorn"])
except KeyError as error:
    lost = repr(error)
_, mistake = offer.call("tee", 1)
settings = weave.publish({"currency": "EUR", "steps": [1, 2.5, {"note": None}]}, name="settings")
client.finish(use_progress_bar=False)

tea.set_display_name("Tea for three")
mistake.delete()
client.finish(use_progress_bar=False)

print(
    json.dumps(
        {
            "lost": lost,
            "calls": calls_seen(client),
            "op": price.ref.uri(),
            "settings": settings.uri(),
            "settings_got": settings.get(),
        }
    )
)
