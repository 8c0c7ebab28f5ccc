"""Objects: which properties there are, and what each has to satisfy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mockserver.chat.structured.demand import Demand, Place, Reader
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Unservable

_MOST_PROPERTIES = 2_000
_PERCENT_OF_OPTIONAL = 75
_USUAL_PROPERTIES = 2

WriteProperty = Callable[[list[Place], str], Any]
InventName = Callable[[list[Place]], str]
_EVERYTHING = Place(True, None)


class ObjectWriter:
    """Writes one object; `write` makes the value of a property, `invent` a name."""

    def __init__(
        self,
        demand: Demand,
        reader: Reader,
        draws: Draws,
        *,
        room: int,
        write: WriteProperty,
        invent: InventName,
    ) -> None:
        self._demand = demand
        self._reader = reader
        self._draws = draws
        self._room = room
        self._write = write
        self._invent = invent
        self._declared = _declared(demand)
        self._required = self._all_required()
        self._least = max(demand.least("minProperties", 0), len(self._required))
        self._most = demand.most("maxProperties", _MOST_PROPERTIES)

    def object(self) -> dict[str, Any]:
        """The object. Required properties stand where the schema declares them."""
        if self._least > _MOST_PROPERTIES:
            raise Unservable(f"an object has more than {_MOST_PROPERTIES} properties")
        if self._least > self._most:
            raise DeadEnd("`required`, `minProperties` and `maxProperties` leave no object")
        values: dict[str, Any] = {}
        for name in self._chosen():
            self._add(values, name, needed=name in self._required)
        self._fill(values)
        return values

    def _places(self, name: str) -> list[Place]:
        """Everything that the value of a property has to satisfy."""
        found = [
            self._reader.inside(part, schema)
            for part in self._demand.parts
            for schema in _schemas(part, name, self._reader)
        ]
        unevaluated = "unevaluatedProperties"
        return found or self._reader.inside_all(self._demand, unevaluated) or [_EVERYTHING]

    def _add(self, values: dict[str, Any], name: str, *, needed: bool) -> None:
        try:
            values[name] = self._write(self._places(name), name)
        except DeadEnd:
            if needed:
                raise

    def _chosen(self) -> list[str]:
        """Required and some optional names, in the order in which they are declared."""
        optional = [name for name in self._declared if name not in self._required]
        wanted = {name for name in optional if self._is_wanted(name)}
        spare = self._most - len(self._required)
        kept = {*self._required, *[name for name in optional if name in wanted][:spare]}
        named = dict.fromkeys([*self._declared, *self._required])
        return [name for name in named if name in kept]

    def _is_wanted(self, name: str) -> bool:
        places = self._places(name)
        if not all(self._reader.fits(place, self._room - 1) for place in places):
            return False
        return self._draws.chance(_PERCENT_OF_OPTIONAL) and not self._depends(name)

    def _depends(self, name: str) -> bool:
        """Whether having a property asks for more than is required anyway."""
        return not self._required.keys() >= set(_needs(self._demand, name))

    def _all_required(self) -> dict[str, None]:
        """The required names, and those required beside them."""
        required: dict[str, None] = {}
        waiting = [name for names in self._demand.all("required") for name in names]
        for name in waiting:
            if name not in required:
                required[name] = None
                waiting += _needs(self._demand, name)
        return required

    def _fill(self, values: dict[str, Any]) -> None:
        """Further properties: optional ones, then made-up ones, as many as are asked for."""
        for name in self._declared:
            if len(values) < self._least and name not in values:
                self._add(values, name, needed=False)
        is_listed = bool(self._demand.all("properties")) or self._room <= 0
        wanted = max(self._least, 0 if is_listed else _USUAL_PROPERTIES)
        for _ in range(2 * min(wanted, self._most)):
            if len(values) >= min(wanted, self._most):
                return
            self._invented(values)
        if len(values) < self._least:
            raise DeadEnd("`minProperties` asks for more properties than there are")

    def _invented(self, values: dict[str, Any]) -> None:
        names = self._names()
        try:
            name = self._invent(names)
        except DeadEnd:
            return
        if name in values and not names:
            name = f"{name}_{len(values)}"
        if name not in values and name not in self._declared:
            self._add(values, name, needed=False)

    def _names(self) -> list[Place]:
        """What a made-up name has to satisfy; it follows a pattern, if there are any."""
        patterns = [pattern for named in self._demand.all("patternProperties") for pattern in named]
        places = self._reader.inside_all(self._demand, "propertyNames")
        if patterns:
            named = {"type": "string", "pattern": self._draws.pick(patterns)}
            places.append(Place(named, None))
        return places


def _declared(demand: Demand) -> list[str]:
    """The names that the schemas speak of, in their order."""
    named = [name for properties in demand.all("properties") for name in properties]
    return list(dict.fromkeys(named))


def _schemas(part: Place, name: str, reader: Reader) -> Iterator[Any]:
    """What one part says about a property."""
    schema, known = part.schema, False
    if name in schema.get("properties", ()):
        known = True
        yield schema["properties"][name]
    for pattern, inner in schema.get("patternProperties", {}).items():
        if reader.searches(pattern, name):
            known = True
            yield inner
    if not known and "additionalProperties" in schema:
        yield schema["additionalProperties"]


def _needs(demand: Demand, name: str) -> list[str]:
    """The names that are required beside one."""
    given = [*demand.all("dependentRequired"), *demand.all("dependencies")]
    found = [needs[name] for needs in given if name in needs]
    return [need for needs in found if isinstance(needs, list) for need in needs]
