"""Objects and arrays: which properties and items there are, and what each has to satisfy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mockserver.chat.structured.budget import DeadEnd, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.plan import Plan, Planner, Subschema, prefix_of, rest_of
from mockserver.core.codec import encode
from mockserver.core.limits import MOST_ITEMS, MOST_PROPERTIES

_USUAL_PROPERTIES = 2
_USUAL_OPTIONAL = 100
_PERCENT_OF_OPTIONAL = 75
_USUAL_ITEMS = 3
_REDRAWS = 12
_EVERYTHING = Subschema(True, None)

WriteProperty = Callable[[list[Subschema], str], Any]
InventName = Callable[[list[Subschema]], str]
WriteItem = Callable[[list[Subschema], int], Any]


class ObjectWriter:
    """Writes one object; `write` makes the value of a property, `invent` a name.

    Optional properties are all there, as far as the depth allows; a `careful` writer, for which
    that may have failed, leaves some out.
    """

    def __init__(
        self,
        plan: Plan,
        planner: Planner,
        draws: Draws,
        *,
        depth: int,
        careful: bool,
        write: WriteProperty,
        invent: InventName,
    ) -> None:
        self._plan = plan
        self._planner = planner
        self._draws = draws
        self._depth = depth
        self._careful = careful
        self._write = write
        self._invent = invent
        self._declared = [*dict.fromkeys(name for each in plan.all("properties") for name in each)]
        self._required = self._all_required()
        self._least = max(plan.least("minProperties", 0), len(self._required))
        self._most = plan.most("maxProperties", MOST_PROPERTIES)

    def object(self) -> dict[str, Any]:
        """The object. Required properties stand where the schema declares them."""
        if self._least > MOST_PROPERTIES:
            raise Unservable(f"an object has more than {MOST_PROPERTIES} properties")
        if self._least > self._most:
            raise DeadEnd("`required`, `minProperties` and `maxProperties` leave no object")
        values: dict[str, Any] = {}
        for name in self._chosen():
            self._add(values, name, needed=name in self._required)
        self._fill(values)
        return values

    def _all_required(self) -> dict[str, None]:
        """The required names, and those required beside them."""
        required: dict[str, None] = {}
        waiting = [name for names in self._plan.all("required") for name in names]
        for name in waiting:
            if name not in required:
                required[name] = None
                waiting += self._needed_beside(name)
        return required

    def _needed_beside(self, name: str) -> list[str]:
        """The names that are required where one is there."""
        given = [*self._plan.all("dependentRequired"), *self._plan.all("dependencies")]
        lists = [needs[name] for needs in given if isinstance(needs.get(name), list)]
        return [need for needs in lists for need in needs]

    def _chosen(self) -> list[str]:
        """Required and optional names, in the order in which they are declared."""
        optional = [name for name in self._declared if name not in self._required]
        wanted = [name for name in optional if self._is_wanted(name)]
        spare = min(self._most - len(self._required), _USUAL_OPTIONAL)
        kept = {*self._required, *wanted[:spare]}
        return [name for name in dict.fromkeys([*self._declared, *self._required]) if name in kept]

    def _is_wanted(self, name: str) -> bool:
        """True for an optional property that the depth allows and that asks for no others."""
        fits = all(self._planner.fits(place, self._depth - 1) for place in self._places(name))
        taken = not self._careful or self._draws.chance(_PERCENT_OF_OPTIONAL)
        return fits and taken and self._required.keys() >= {*self._needed_beside(name)}

    def _places(self, name: str) -> list[Subschema]:
        """Everything that the value of a property has to satisfy."""
        found = [
            self._planner.inside(part, schema)
            for part in self._plan.parts
            for schema in self._schemas(part.schema, name)
        ]
        unevaluated = "unevaluatedProperties"
        return found or self._planner.inside_all(self._plan, unevaluated) or [_EVERYTHING]

    def _schemas(self, schema: Any, name: str) -> Iterator[Any]:
        """The schemas that one part of the plan has for a property."""
        known = name in schema.get("properties", ())
        if known:
            yield schema["properties"][name]
        for pattern, inner in schema.get("patternProperties", {}).items():
            if self._planner.searches(pattern, name):
                known = True
                yield inner
        if not known and "additionalProperties" in schema:
            yield schema["additionalProperties"]

    def _add(self, values: dict[str, Any], name: str, *, needed: bool) -> None:
        try:
            values[name] = self._write(self._places(name), name)
        except DeadEnd:
            if needed:
                raise

    def _fill(self, values: dict[str, Any]) -> None:
        """Further properties: optional ones, then made-up ones, as many as are asked for."""
        for name in self._declared:
            if len(values) < self._least and name not in values:
                self._add(values, name, needed=False)
        is_listed = bool(self._plan.all("properties")) or self._depth <= 0
        wanted = min(max(self._least, 0 if is_listed else _USUAL_PROPERTIES), self._most)
        for _ in range(2 * wanted):
            if len(values) >= wanted:
                return
            self._make_up(values)
        if len(values) < self._least:
            raise DeadEnd("`minProperties` asks for more properties than there are")

    def _make_up(self, values: dict[str, Any]) -> None:
        """One property more, whose name follows a pattern if there are any."""
        places = self._planner.inside_all(self._plan, "propertyNames")
        if patterns := [name for each in self._plan.all("patternProperties") for name in each]:
            named = {"type": "string", "pattern": self._draws.pick(patterns)}
            places.append(Subschema(named, None))
        try:
            name = self._invent(places)
        except DeadEnd:
            return
        if name in values and not places:
            name = f"{name}_{len(values)}"
        if name not in values and name not in self._declared:
            self._add(values, name, needed=False)


def write_array(
    plan: Plan, planner: Planner, draws: Draws, depth: int, write: WriteItem
) -> list[Any]:
    """An array; `write` makes the item for some places, the index given."""
    items: list[Any] = []
    least = _least_items(plan)
    taken: set[bytes] | None = set() if any(plan.all("uniqueItems")) else None
    for index in range(_length(plan, least, draws, depth)):
        places = _places_of_item(plan, planner, index)
        try:
            item = _item(places, index, taken, write)
            if isinstance(item, str) and item in items:  # which people avoid if they can
                item = _item(places, index, taken, write)
        except DeadEnd:
            if index < least:
                raise
            break
        items.append(item)
    return items


def _least_items(plan: Plan) -> int:
    behind = [
        len(prefix_of(part.schema)) + int(part.schema.get("minContains", 1))
        for part in plan.parts
        if "contains" in part.schema and part.schema.get("minContains", 1)
    ]
    return max([plan.least("minItems", 0), *behind])


def _length(plan: Plan, least: int, draws: Draws, depth: int) -> int:
    """The number of items: as many as are declared, else a few, within the bounds."""
    declared = max((len(prefix_of(part.schema)) for part in plan.parts), default=0)
    most = plan.most("maxItems", MOST_ITEMS)
    rests = [rest_of(part.schema) for part in plan.parts]
    for part, rest in zip(plan.parts, rests, strict=True):
        if rest is False:
            most = min(most, len(prefix_of(part.schema)))
    if False in plan.all("unevaluatedItems") and all(rest is None for rest in rests):
        most = min(most, declared)
    if least > MOST_ITEMS:
        raise Unservable(f"an array has more than {MOST_ITEMS} items")
    if least > most:
        raise DeadEnd("`minItems` and what limits the items leave no array")
    usual = declared or (draws.between(1, _USUAL_ITEMS) if depth > 0 else 0)
    return min(max(usual, least), most)


def _places_of_item(plan: Plan, planner: Planner, index: int) -> list[Subschema]:
    """Everything that the item at an index has to satisfy."""
    found: list[Subschema] = []
    for part in plan.parts:
        first, rest = prefix_of(part.schema), rest_of(part.schema)
        if index < len(first):
            found.append(planner.inside(part, first[index]))
        elif rest is not None:
            found.append(planner.inside(part, rest))
        if "contains" in part.schema:
            place = index - len(first)
            if 0 <= place < int(part.schema.get("minContains", 1)):
                found.append(planner.inside(part, part.schema["contains"]))
    return found or planner.inside_all(plan, "unevaluatedItems")


def _item(places: list[Subschema], index: int, taken: set[bytes] | None, write: WriteItem) -> Any:
    """An item that is none of those taken, and is now one of them."""
    if taken is None:
        return write(places, index)
    for _ in range(_REDRAWS):
        item = write(places, index)
        if (alike := encode(_normal(item))) not in taken:
            taken.add(alike)
            return item
    raise DeadEnd("`uniqueItems` leaves no further item")


def _normal(item: Any) -> Any:
    """One value for all that JSON Schema takes for equal."""
    if isinstance(item, float) and item.is_integer():
        return int(item)
    if isinstance(item, list):
        return [_normal(inner) for inner in item]
    if isinstance(item, dict):
        return {name: _normal(item[name]) for name in sorted(item)}
    return item
