"""The writer: a value for a schema, from the draws of a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from mockserver.inference.guided.arrays import write_array
from mockserver.inference.guided.demand import Demand, Place, Reader
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.effort import DeadEnd, Unservable
from mockserver.inference.guided.judge import Judge
from mockserver.inference.guided.numbers import Range, write_number
from mockserver.inference.guided.objects import ObjectWriter
from mockserver.inference.guided.plausible import Subject
from mockserver.inference.guided.texts import write_text

ROOM = 5
"""How deep values nest where the schema leaves a choice."""

_DEEPEST = 40
_USUAL_VALUES = 100
_TRIES = 12
_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_SIGNS = {
    "object": "properties required additionalProperties patternProperties propertyNames "
    "minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties",
    "array": "items prefixItems contains minItems maxItems uniqueItems unevaluatedItems",
    "string": "pattern format minLength maxLength contentEncoding contentMediaType",
    "number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
}
_TYPE_OF = {keyword: kind for kind, keywords in _SIGNS.items() for keyword in keywords.split()}


class Spot(NamedTuple):
    """Where in the answer a value stands, and how deep values may nest below it."""

    path: str
    name: str
    room: int

    def below(self, step: str, name: str) -> Spot:
        """The spot of a value inside this one."""
        return Spot(self.path + step, name, self.room - 1)


class Writer:
    """Writes the value of one answer; a careful one has every part of it judged."""

    def __init__(
        self, judge: Judge, reader: Reader, draws: Draws, hint: str, *, careful: bool
    ) -> None:
        self._judge = judge
        self._reader = reader
        self._draws = draws
        self._hint = hint
        self._careful = careful
        self._written_so_far = 0

    def value(self, places: Sequence[Place], spot: Spot) -> Any:
        """A value that satisfies the schemas, as far as this writer is careful."""
        if not self._careful:
            return self._placed(places, spot)
        failure = DeadEnd("no value was found", spot.path)
        for _ in range(_TRIES):
            try:
                value = self._placed(places, spot)
            except DeadEnd as dead:
                failure = dead
            else:
                if self._is_accepted(places, value):
                    return value
        raise failure

    def _is_accepted(self, places: Sequence[Place], value: Any) -> bool:
        return all(self._judge.accepts(value, *place) for place in places)

    def _placed(self, places: Sequence[Place], spot: Spot) -> Any:
        """Names the spot of a dead end that does not know it."""
        if spot.room < ROOM - _DEEPEST:
            raise Unservable("the schema nests deeper than this server writes", spot.path)
        self._written_so_far += 1
        if self._written_so_far > _USUAL_VALUES:
            spot = spot._replace(room=min(spot.room, 0))
        demand = self._reader.gather(places, self._draws, spot.room)
        try:
            return self._written(demand, spot)
        except DeadEnd as dead:
            if dead.path != "$" or spot.path == "$":
                raise
            raise DeadEnd(dead.reason, spot.path) from None

    def _written(self, demand: Demand, spot: Spot) -> Any:
        options = self._listed(demand)
        if options is not None:
            return self._draws.pick(options)
        kind = self._kind(demand)
        if kind == "object":
            return self._object(demand, spot)
        if kind == "array":
            write = lambda places, index: self.value(places, spot.below(f"[{index}]", spot.name))
            return write_array(demand, self._reader, self._draws, spot.room, write)
        return self._scalar(kind, demand, spot)

    def _object(self, demand: Demand, spot: Spot) -> dict[str, Any]:
        return ObjectWriter(
            demand,
            self._reader,
            self._draws,
            room=spot.room,
            write=lambda places, name: self.value(places, spot.below(f".{name}", name)),
            invent=lambda places: self._name(places, spot),
        ).object()

    def _name(self, places: Sequence[Place], spot: Spot) -> str:
        named = Place({"type": "string"}, None)
        return str(self.value([named, *places], spot.below(".*", "name")))

    def _scalar(self, kind: str, demand: Demand, spot: Spot) -> Any:
        if kind == "string":
            subject = Subject(spot.name, self._hint)
            return write_text(demand, self._draws, subject, self._judge.effort)
        if kind == "boolean":
            return self._draws.chance(50)
        if kind == "null":
            return None
        return write_number(demand, self._draws, Range(1, 100), whole=kind == "integer")

    def _listed(self, demand: Demand) -> list[Any] | None:
        """The values that `const` and `enum` leave."""
        lists = [*demand.all("enum"), *([value] for value in demand.all("const"))]
        if not lists:
            return None
        found = [option for option in lists[0] if self._is_accepted(demand.parts, option)]
        if not found:
            raise DeadEnd("`enum` and `const` leave no value")
        return found

    def _kind(self, demand: Demand) -> str:
        """The type to write: one that all parts allow, and that their keywords are about."""
        allowed = set(_TYPES)
        for kinds in demand.all("type"):
            allowed &= _closure([kinds] if isinstance(kinds, str) else kinds)
        if not allowed:
            raise DeadEnd("`type` leaves no value")
        options = [kind for kind in _TYPES if kind in allowed]
        if self._careful and self._draws.chance(30):
            return self._draws.pick(options)
        signs = [
            _TYPE_OF[word] for part in demand.parts for word in part.schema if word in _TYPE_OF
        ]
        fitting = [kind for kind in options if kind in signs] or _first_choice(demand, options)
        return self._draws.pick(fitting)


def _closure(kinds: Sequence[str]) -> set[str]:
    return {*kinds, "integer"} if "number" in kinds else set(kinds)


def _first_choice(demand: Demand, options: list[str]) -> list[str]:
    """Without any sign: a declared type rather than none, and a text where all are allowed."""
    given = [kind for kind in options if kind != "null"] or options
    if demand.all("type"):
        return [given[0]] if given[0] != "integer" or "number" not in given else ["number"]
    return ["string"] if "string" in given else given
