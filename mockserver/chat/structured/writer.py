"""The writer: a value for a schema, from the draws of a key."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import inf
from typing import Any

from mockserver.chat.structured.arrays import write_array
from mockserver.chat.structured.demand import Demand, Place, Reader
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Unservable
from mockserver.chat.structured.facts import Facts
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.kinds import kind_of
from mockserver.chat.structured.numbers import write_number
from mockserver.chat.structured.objects import ObjectWriter
from mockserver.chat.structured.persona import Persona
from mockserver.chat.structured.plausible import Subject
from mockserver.chat.structured.quantities import SOME, is_operand, usual_range
from mockserver.chat.structured.spot import Spot
from mockserver.chat.structured.texts import write_text

ROOM = 5
"""How deep values nest where the schema leaves a choice."""

_DEEPEST = 40
_USUAL_VALUES = 100
_TRIES = 12
_PERCENT_OF_DEFAULTS = 30


class Writer:
    """Writes the value of one answer; a careful one has every part of it judged."""

    def __init__(
        self, judge: Judge, reader: Reader, draws: Draws, hint: str, *, careful: bool
    ) -> None:
        self._judge = judge
        self._reader = reader
        self._draws = draws
        self._hint = hint
        self._facts = Facts(hint)
        self._careful = careful
        self._written_so_far = 0

    def whole(self, root: Place) -> Any:
        """A value for the whole document."""
        return self.value([root], Spot("$", "", ROOM, self._somebody()))

    def _somebody(self) -> Persona:
        """Whom the next object or item is about."""
        return Persona(self._draws, self._facts)

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
                objection = self._objection(places, value)
                if objection is None:
                    return value
                failure = DeadEnd(f"no value was found that `{objection}` allows", spot.path)
        raise failure

    def _objection(self, places: Sequence[Place], value: Any) -> str | None:
        found = (self._judge.objection(value, *place) for place in places)
        return next(filter(None, found), None)

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
            said = [each for each in options if isinstance(each, str) and self._facts.mention(each)]
            return self._draws.pick(said or options)
        if suggested := self._suggested(demand):
            said = self._said_like(suggested[0], demand, spot)
            return self._draws.pick(suggested) if said is None else said
        kind = kind_of(demand, self._draws, careful=self._careful)
        if kind == "object":
            return self._object(demand, spot)
        if kind == "array":
            return self._array(demand, spot)
        return self._scalar(kind, demand, spot)

    def _array(self, demand: Demand, spot: Spot) -> list[Any]:
        def write(places: list[Place], index: int) -> Any:
            return self.value(places, spot.item(index, self._somebody()))

        return write_array(demand, self._reader, self._draws, spot.room, write)

    def _object(self, demand: Demand, spot: Spot) -> dict[str, Any]:
        persona = self._somebody()
        named = spot._replace(name=spot.name or "".join(demand.all("title")[:1]))
        return ObjectWriter(
            demand,
            self._reader,
            self._draws,
            room=spot.room,
            write=lambda places, name: self.value(places, named.member(name, persona)),
            invent=lambda places: self._name(places, spot),
        ).object()

    def _name(self, places: Sequence[Place], spot: Spot) -> str:
        named = Place({"type": "string"}, None)
        return str(self.value([named, *places], spot.member("property", self._somebody())))

    def _scalar(self, kind: str, demand: Demand, spot: Spot) -> Any:
        if kind == "string":
            return self._text(demand, spot)
        if kind == "boolean":
            return self._draws.chance(50)
        if kind == "null":
            return None
        said = self._said_number(demand, spot)
        if said is not None and (isinstance(said, int) or kind == "number"):
            return said
        usual = usual_range(spot.names(demand))
        return write_number(demand, self._draws, usual, whole=kind == "integer")

    def _text(self, demand: Demand, spot: Spot) -> str:
        subject = Subject(spot.names(demand), spot.persona, self._hint)
        return write_text(demand, subject, self._judge.effort)

    def _said_like(self, suggested: Any, demand: Demand, spot: Spot) -> Any:
        """What the user has named, of the type of what the schema suggests in its place."""
        if isinstance(suggested, str):
            return self._said_text(demand, spot)
        is_number = isinstance(suggested, int | float) and not isinstance(suggested, bool)
        return self._said_number(demand, spot) if is_number else None

    def _said_text(self, demand: Demand, spot: Spot) -> str | None:
        with suppress(DeadEnd):
            text = self._text(demand, spot)
            if self._facts.mention(text) and self._objection(demand.parts, text) is None:
                return text
        return None

    def _said_number(self, demand: Demand, spot: Spot) -> int | float | None:
        """A number the user has named, if it is one of those that are usual here."""
        names = spot.names(demand)
        usual = usual_range(names)
        low, high = usual.span
        if is_operand(names) or any(map(self._facts.mention, names)):
            low, high = -inf, inf
        elif usual is SOME:
            return None

        def fits(number: float) -> bool:
            return low <= number <= high and self._objection(demand.parts, number) is None

        return self._facts.take_number(fits)

    def _suggested(self, demand: Demand) -> list[Any]:
        """The values that a schema gives for examples; now and then its default."""
        found = [each for given in demand.all("examples") for each in given]
        if self._draws.chance(_PERCENT_OF_DEFAULTS):
            found += [each for each in demand.all("default") if each]
        return [each for each in found if self._objection(demand.parts, each) is None]

    def _listed(self, demand: Demand) -> list[Any] | None:
        """The values that `const` and `enum` leave."""
        lists = [*demand.all("enum"), *([value] for value in demand.all("const"))]
        if not lists:
            return None
        found = [option for option in lists[0] if self._objection(demand.parts, option) is None]
        if not found:
            raise DeadEnd("`enum` and `const` leave no value")
        return found
