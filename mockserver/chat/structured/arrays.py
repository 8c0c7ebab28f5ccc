"""Arrays: what stands at each place, how many places there are, and which must differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mockserver.chat.structured.demand import Demand, Place, Reader
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Unservable
from mockserver.core.codec import encode

_MOST_ITEMS = 10_000
_USUAL_ITEMS = 3
_REDRAWS = 12

WriteItem = Callable[[list[Place], int], Any]


def write_array(
    demand: Demand, reader: Reader, draws: Draws, room: int, write: WriteItem
) -> list[Any]:
    """An array; `write` makes the item for some places, the index given."""
    items: list[Any] = []
    least = _least(demand)
    taken: set[bytes] | None = set() if any(demand.all("uniqueItems")) else None
    for index in range(_length(demand, least, draws, room)):
        places = _places(demand, reader, index)
        try:
            item = _item(places, index, taken, write)
            items.append(_item(places, index, taken, write) if _again(item, items) else item)
        except DeadEnd:
            if index < least:
                raise
            break
    return items


def _places(demand: Demand, reader: Reader, index: int) -> list[Place]:
    """Everything that the item at an index has to satisfy."""
    found: list[Place] = []
    for part in demand.parts:
        prefix = _prefix(part)
        if index < len(prefix):
            found.append(reader.inside(part, prefix[index]))
        elif _has_rest(part):
            found.append(reader.inside(part, _rest(part)))
        if "contains" in part.schema and _is_wanted(part, index - len(prefix)):
            found.append(reader.inside(part, part.schema["contains"]))
    return found or reader.inside_all(demand, "unevaluatedItems")


def _prefix(part: Place) -> list[Any]:
    """The schemas of the first items; in drafts before 2020-12 `items` may be their list."""
    schema = part.schema
    listed = schema.get("items")
    return listed if isinstance(listed, list) else schema.get("prefixItems", [])


def _rest(part: Place) -> Any:
    schema = part.schema
    if isinstance(schema.get("items"), list):
        return schema.get("additionalItems")
    return schema.get("items")


def _has_rest(part: Place) -> bool:
    return _rest(part) is not None


def _is_wanted(part: Place, place: int) -> bool:
    """Whether the item at a place behind the first ones is among those `contains` asks for."""
    return 0 <= place < int(part.schema.get("minContains", 1))


def _least(demand: Demand) -> int:
    behind = [
        len(_prefix(part)) + int(part.schema.get("minContains", 1))
        for part in demand.parts
        if "contains" in part.schema and part.schema.get("minContains", 1)
    ]
    return max([demand.least("minItems", 0), *behind])


def _length(demand: Demand, least: int, draws: Draws, room: int) -> int:
    prefix = max((len(_prefix(part)) for part in demand.parts), default=0)
    most = demand.most("maxItems", _MOST_ITEMS)
    for part in demand.parts:
        if _rest(part) is False:
            most = min(most, len(_prefix(part)))
    if False in demand.all("unevaluatedItems") and not any(map(_has_rest, demand.parts)):
        most = min(most, prefix)
    if least > _MOST_ITEMS:
        raise Unservable(f"an array has more than {_MOST_ITEMS} items")
    if least > most:
        raise DeadEnd("`minItems` and what limits the items leave no array")
    usual = prefix or (draws.between(1, _USUAL_ITEMS) if room > 0 else 0)
    return min(max(usual, least), most)


def _item(places: list[Place], index: int, taken: set[bytes] | None, write: WriteItem) -> Any:
    """An item that is none of those taken, and is now one of them."""
    if taken is None:
        return write(places, index)
    for _ in range(_REDRAWS):
        item = write(places, index)
        if (alike := _alike(item)) not in taken:
            taken.add(alike)
            return item
    raise DeadEnd("`uniqueItems` leaves no further item")


def _again(item: Any, items: list[Any]) -> bool:
    """Whether a text stands there already, which people avoid if they can."""
    return isinstance(item, str) and item in items


def _alike(item: Any) -> bytes:
    """One text for all values that JSON Schema takes for equal."""
    return encode(_normal(item))


def _normal(item: Any) -> Any:
    if isinstance(item, float) and item.is_integer():
        return int(item)
    if isinstance(item, list):
        return [_normal(inner) for inner in item]
    if isinstance(item, dict):
        return {name: _normal(item[name]) for name in sorted(item)}
    return item
