"""The writer: a value for a schema, from the draws of a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mockserver.chat.structured.budget import DeadEnd, Unservable
from mockserver.chat.structured.containers import ObjectWriter, write_array
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.plan import Plan, Planner, Subschema
from mockserver.chat.structured.scalars import NOTHING, Scalars, Spot

DEPTH = 5
"""Chosen: the depth of values where the schema leaves a choice."""

_DEEPEST = 40
_USUAL_VALUES = 100
_STEPS_OF_A_VALUE = 8
_TRIES = 5


class ValueWriter:
    """Writes the value of one answer; a careful one has every part of it judged."""

    def __init__(
        self, judge: Judge, planner: Planner, draws: Draws, hint: str, *, careful: bool
    ) -> None:
        self._judge = judge
        self._planner = planner
        self._draws = draws
        self._careful = careful
        self._scalars = Scalars(judge, draws, hint)
        self._written_so_far = 0

    def whole(self, root: Subschema, depth: int = DEPTH) -> Any:
        """A value for the whole document, in which optional values nest `depth` deep."""
        return self._value([root], Spot("$", "", depth, self._scalars.somebody()))

    def _value(self, places: Sequence[Subschema], spot: Spot) -> Any:
        """A value that satisfies the schemas, as far as this writer is careful."""
        if not self._careful:
            return self._placed(places, spot)
        failure = DeadEnd("no value was found", spot.path)
        for _ in range(_TRIES):
            try:
                value = self._placed(places, spot)
            except DeadEnd as dead:
                failure = dead
                continue
            found = (self._judge.objection(value, *place) for place in places)
            objection = next(filter(None, found), None)
            if objection is None:
                return value
            failure = DeadEnd(f"no value was found that `{objection}` allows", spot.path)
        raise failure

    def _placed(self, places: Sequence[Subschema], spot: Spot) -> Any:
        """A value for a spot. A dead end that does not know its path is given that of the spot."""
        if spot.depth < DEPTH - _DEEPEST:
            raise Unservable("the schema nests deeper than this server writes", spot.path)
        self._judge.budget.spend(_STEPS_OF_A_VALUE)
        self._written_so_far += 1
        if self._written_so_far > _USUAL_VALUES:
            spot = spot._replace(depth=min(spot.depth, 0))
        plan = self._planner.plan(places, self._draws, spot.depth)
        try:
            return self._planned(plan, spot)
        except DeadEnd as dead:
            if dead.path != "$" or spot.path == "$":
                raise
            raise DeadEnd(dead.reason, spot.path) from None

    def _planned(self, plan: Plan, spot: Spot) -> Any:
        """A value that the schema lists or suggests, else one of the type that it leaves."""
        if (listed := self._scalars.listed(plan)) is not NOTHING:
            return listed
        if (suggested := self._scalars.suggested(plan, spot)) is not NOTHING:
            return suggested
        type_ = plan.type(self._draws, careful=self._careful)
        if type_ == "object":
            return self._object(plan, spot)
        if type_ == "array":
            return self._array(plan, spot)
        return self._scalars.write(type_, plan, spot)

    def _array(self, plan: Plan, spot: Spot) -> list[Any]:
        def write(places: list[Subschema], index: int) -> Any:
            return self._value(places, spot.item(index, self._scalars.somebody()))

        return write_array(plan, self._planner, self._draws, spot.depth, write)

    def _object(self, plan: Plan, spot: Spot) -> dict[str, Any]:
        persona = self._scalars.somebody()
        named = spot._replace(name=spot.name or "".join(plan.all("title")[:1]))

        def invent(places: list[Subschema]) -> str:
            text = Subschema({"type": "string"}, None)
            there = spot.property("property", self._scalars.somebody())
            return str(self._value([text, *places], there))

        return ObjectWriter(
            plan,
            self._planner,
            self._draws,
            depth=spot.depth,
            careful=self._careful,
            write=lambda places, name: self._value(places, named.property(name, persona)),
            invent=invent,
        ).object()
