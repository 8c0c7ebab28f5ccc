"""Steps: what orders do with the items of a text, which they choose, change, sort and mark.

The rows `step` of `listing.txt` have the words of orders for each step, by its name in `STEPS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mockserver.chat.model.content.cues import LISTING
from mockserver.chat.model.text.numbers import FIGURES, amount_of, number_of
from mockserver.chat.model.text.patterns import pattern

_SEPARATOR = pattern(r"[,;\n]")


def steps_in(orders: str, text: str) -> list[tuple[str, re.Match[str]]]:
    """The names of the steps that orders want, with their matches, in the order
    in which they are taken."""
    rows = LISTING.rows("step")
    steps = [(str(each.text), found) for each in rows if (found := each.pattern.search(orders))]
    is_one_text = {name for name, _ in steps} <= {"upper", "lower"} and not _SEPARATOR.search(text)
    return [] if is_one_text else steps  # `War and peace` is a text rather than a list.


def marked(items: Sequence[str], orders: str) -> list[str]:
    """Items with the numbers, boxes or bullets that orders want."""
    if LISTING.matches("numbered", orders):
        return [f"{number}. {each}" for number, each in enumerate(items, 1)]
    if LISTING.matches("with boxes", orders):
        return [f"- [ ] {each}" for each in items]
    return [f"- {each}" for each in items] if LISTING.matches("bulleted", orders) else [*items]


def _sorted(items: list[str], orders: str) -> list[str]:
    """Items in the order of their figures or their lengths, else of the alphabet."""
    are_figures = not any(re.search("[a-z]", each) for each in items)
    is_by_figure = are_figures or LISTING.matches("by figure", orders)
    key: Callable[[str], Any] = str.casefold
    if is_by_figure and all(re.search(FIGURES, each) for each in items):
        key = _figure_of
    elif LISTING.matches("by length", orders):
        key = len
    return sorted(items, key=key, reverse=is_down(orders))


def is_down(orders: str) -> bool:
    """True if orders want the greatest or the last first."""
    up, down = LISTING.find("up", orders), LISTING.find("down", orders)
    return down is not None and (up is None or down.start() <= up.start())


def _ranked(items: Sequence[str], match: re.Match[str]) -> list[str]:
    """So many items with the greatest or least figures; none if some have no figure."""
    if not all(re.search(FIGURES, each) for each in items):
        return []
    ranked = sorted(items, key=_figure_of, reverse=is_down(match[0]))
    return ranked[: amount_of(match["n"] or match["m"])]


def _figure_of(item: str) -> Fraction:
    """The first number of an item after its name, else the first one in it."""
    item = re.sub(r"(\d{4})-(\d\d)-(\d\d)", r"\1\2\3", item.strip())
    rest = item.removeprefix(name_of(item))
    number = rf"(?<![\w.])-?{FIGURES}"
    found = re.search(rf"({number})([kM]\b)?", rest) or re.search(rf"({number})([kM]\b)?", item)
    scale = {"k": 1_000, "M": 1_000_000}
    return number_of(found[1]) * scale.get(found[2], 1) if found else Fraction(0)


def name_of(item: str) -> str:
    """The name at the beginning of an item: `Oslo` for `Oslo: 21 degrees`."""
    ends = (r"\s*[:(=|]|,? -\s", r",\s|\s+[$€£]?\d")
    return next((e[0] for end in ends if (e := re.split(end, item))[1:]), item).strip()


def _having(items: Sequence[str], match: re.Match[str]) -> Sequence[str]:
    """The items with the word of a match, in any case; if none has it, all that `all` is for."""
    found = [each for each in items if match["it"].lower() in each.lower()]
    return found or (items if match[0].lower().startswith("all") else [])


def _without_repeats(items: Iterable[str]) -> list[str]:
    """Items without those that come again, in any case."""
    kept = dict[str, str]()
    for each in items:
        kept.setdefault(each.casefold(), each)
    return [*kept.values()]


STEPS: Mapping[str, Callable[..., Iterable[str]]] = {
    "ranked": lambda items, match, _: _ranked(items, match),
    "unique": lambda items, *_: _without_repeats(items),
    "kept": lambda items, match, _: _having(items, match),
    "starting": lambda items, match, _: [
        each for each in items if each.lower().startswith(match["it"].lower())
    ],
    "ending": lambda items, match, _: [
        each for each in items if each.lower().endswith(match["it"].lower())
    ],
    "reversed": lambda items, *_: items[::-1],
    "sorted": lambda items, _, orders: _sorted(items, orders),
    "bare": lambda items, *_: map(name_of, items),
    "upper": lambda items, *_: map(str.upper, items),
    "lower": lambda items, *_: map(str.lower, items),
    "without amounts": lambda items, *_: [LISTING.changed("amount", each) for each in items],
}  # fmt: skip
"""Functions of the items, the match of the step's row in `listing.txt`, and the orders."""
