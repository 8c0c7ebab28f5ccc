"""Replies of a business to its customers, by the menu or the details in its system message."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.remembered import memory
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.numbers import FIGURES, NUMBER, amount_of, numbers_in

_READ = 4_000
_LONGEST_REQUEST = 400
_NEXT_LINE = re.compile(r"[.,;]?\n\W*")
_BEFORE_NAME = rf"(?i)(?:\b({NUMBER}|an?|another)(?: ?x)? (?:[a-z]+ )?)?\b"


def reply_of(reading: Reading, message: str) -> Answer | None:
    """The menu, the sum of an order, or a question for what a customer has not told yet; None if
    there are tools, which can do more."""
    if reading.tools:
        return None
    message = message[:_LONGEST_REQUEST]
    return _from_menu(reading, message) or _missing(reading, message)


def _from_menu(reading: Reading, message: str) -> Answer | None:
    """The menu of a system message, or the parts and the sum of an order."""
    asks, orders = (CUES.matches(name, message) for name in ("asks for the menu", "orders"))
    menu = CUES.find("menu", reading.system[:_READ]) if asks or orders else None
    if menu is None:
        return None
    parts = CUES.find_all("priced part", _NEXT_LINE.sub("; ", menu["items"]))
    prices = {each["name"].strip(): each["value"] for each in parts}
    if asks and len(prices) > 1:
        items = [f"{name} ({price})" for name, price in prices.items()]
        return stated(f"We have {listed(items)}.", ", ".join(prices), items)
    return _ordered(message, prices) if orders else None


def _ordered(message: str, prices: Mapping[str, str]) -> Answer | None:
    """The parts and the sum of an order of things with prices: `2 teas and a cake, please`."""
    found = {name: re.search(_BEFORE_NAME + re.escape(name), message) for name in prices}
    counts = {name: amount_of(each[1] or "a") for name, each in found.items() if each}
    if not counts:
        return None
    total = sum(next(numbers_in(prices[name])) * count for name, count in counts.items())
    figures = f"{float(total):.2f}".removesuffix(".00")
    value = re.sub(FIGURES, figures, prices[next(iter(counts))], count=1)
    items = [f"{count} × {name}" for name, count in counts.items()]
    return stated(f"Thank you for your order: {listed(items)}. The total is {value}.", value)


def _missing(reading: Reading, message: str) -> Answer | None:
    """The question for the details that a system message collects and nobody has told."""
    asked = CUES.find("details to collect", reading.system[:_READ])
    if asked is None or not CUES.matches("asks for the rest", reading.system[:_READ]):
        return None
    details = CUES.pattern("between details").split(asked["it"])
    missing = _untold(details, [*reading.earlier, message, *memory.replies(reading)])
    new = [message, *memory.replies(Reading(reading.body, reading.turns[-2:]))]
    is_new = len(_untold(details, new)) < len(details)
    is_begun = missing and (asked["first"] or CUES.matches("request of a service", message))
    if not (is_new or is_begun):
        return None
    if not missing:
        return stated("Thank you, that is all I need to know.")
    asked_for = [CUES.changed("detail to ask for", each) for each in missing]
    return stated(
        f"{'Thank you' if is_new else 'Of course'}. Could you please tell me {listed(asked_for)}?"
    )


def _untold(details: Sequence[str], said: Sequence[str]) -> list[str]:
    """The details of which nothing that was said has a sign."""
    signs = ((each, CUES.text("sign of a detail", each)) for each in details)
    return [each for each, sign in signs if not CUES.matches(sign, "\n".join(said))]
