"""What one value has to satisfy: the schemas that meet in one place, references followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Unservable
from mockserver.chat.structured.judge import Judge

_STEPS_OF_A_REFERENCE = 20
_STEPS_OF_A_SCHEMA = 10
_MOST_HOPS = 4
_ALTERNATIVES = ("anyOf", "oneOf")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


class Place(NamedTuple):
    """A schema and what resolves the references in it."""

    schema: Any
    resolver: Any


class Demand:
    """All `parts` hold, each an object of keywords."""

    def __init__(self, parts: Sequence[Place]) -> None:
        self.parts = parts
        self._given: dict[str, list[Any]] = {}
        for part in parts:
            for keyword, value in part.schema.items():
                self._given.setdefault(keyword, []).append(value)

    def all(self, keyword: str) -> Sequence[Any]:
        """The values of a keyword, wherever it is given."""
        return self._given.get(keyword, ())

    def least(self, keyword: str, default: int) -> int:
        """The strictest lower bound."""
        return max([default, *map(int, self.all(keyword))])

    def most(self, keyword: str, default: int) -> int:
        """The strictest upper bound."""
        return min([default, *map(int, self.all(keyword))])


class Reader:
    """Reads schemas of one document."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._fitting: dict[tuple[int, int, int], bool] = {}

    def inside(self, place: Place, schema: Any) -> Place:
        """The place of a schema that stands inside another."""
        return Place(schema, self._judge.inside(schema, place.resolver))

    def inside_all(self, demand: Demand, keyword: str) -> list[Place]:
        """The places of the schemas that a keyword holds, wherever it is given."""
        given = [part for part in demand.parts if keyword in part.schema]
        return [self.inside(part, part.schema[keyword]) for part in given]

    def gather(self, places: Sequence[Place], draws: Draws, room: int) -> Demand:
        """Unfold references and combinations; `draws` decides between alternatives.

        `room` is how deep the value may still nest, as far as there is an alternative.
        """
        parts: list[Place] = []
        waiting, seen = list(reversed(places)), set()
        while waiting:
            place = waiting.pop()
            self._judge.effort.spend(_STEPS_OF_A_SCHEMA)
            if place.schema is False:
                raise DeadEnd("`false` allows no value")
            if place.schema is True or id(place.schema) in seen:
                continue
            seen.add(id(place.schema))
            parts.append(place)
            waiting += self._beside(place, draws, room)
        return Demand(parts)

    def fits(self, place: Place, room: int, hops: int = _MOST_HOPS) -> bool:
        """Whether there seems to be a value that nests at most `room` deep.

        No more than `hops` references are followed in one place. What is remembered costs nothing,
        so nothing of it does: what a request may cost must not depend on those before it.
        """
        schema = place.schema
        if isinstance(schema, bool):
            return schema
        key = id(schema), room, hops
        if key not in self._fitting:
            self._fitting[key] = min(room, hops) >= 0 and all(self._needs(place, room, hops))
        return self._fitting[key]

    def _needs(self, place: Place, room: int, hops: int) -> Iterator[bool]:
        schema = place.schema
        for reference in _references(schema):
            yield self.fits(self._follow(place, reference), room, hops - 1)
        for option in schema.get("allOf", ()):
            yield self.fits(self.inside(place, option), room, hops)
        for keyword in _ALTERNATIVES:
            if keyword in schema:
                options = [self.inside(place, option) for option in schema[keyword]]
                yield any(self.fits(option, room, hops) for option in options)
        for inner in _needed_inside(schema):
            yield self.fits(self.inside(place, inner), room - 1)

    def searches(self, pattern: str, text: str) -> bool:
        """Whether a pattern is found in a text."""
        return self._judge.searches(pattern, text)

    def _follow(self, place: Place, reference: str) -> Place:
        """Where a reference leads. Raises Unservable if that is not in the document."""
        from referencing.exceptions import Unresolvable

        try:
            found = place.resolver.lookup(reference)
        except (Unresolvable, ValueError):
            raise Unservable(f"`$ref` leads nowhere: {reference[:200]}") from None
        if not isinstance(found.contents, dict | bool):
            raise Unservable(f"`$ref` leads to what is no schema: {reference[:200]}")
        return Place(found.contents, self._judge.inside(found.contents, found.resolver))

    def _beside(self, place: Place, draws: Draws, room: int) -> list[Place]:
        """The places that hold beside this one. What must not hold is left to the judge."""
        schema = place.schema
        references = _references(schema)
        self._judge.effort.spend(_STEPS_OF_A_REFERENCE * len(references))
        more = [self._follow(place, reference) for reference in references]
        more += [self.inside(place, option) for option in schema.get("allOf", ())]
        for keyword in _ALTERNATIVES:
            if keyword in schema:
                more.append(self._choose(place, schema[keyword], draws, room))
        if "if" in schema:
            more += self._branch(place, draws, room)
        return more

    def _choose(self, place: Place, options: Sequence[Any], draws: Draws, room: int) -> Place:
        inside = [self.inside(place, option) for option in options]
        return draws.pick([option for option in inside if self.fits(option, room)] or inside)

    def _branch(self, place: Place, draws: Draws, room: int) -> list[Place]:
        """`if` with `then`, or `else`; mostly the first."""
        tested, then, otherwise = (
            self.inside(place, place.schema.get(keyword, True))
            for keyword in ("if", "then", "else")
        )
        if draws.chance(70) and self.fits(tested, room) and self.fits(then, room):
            return [tested, then]
        return [otherwise]


def _references(schema: Mapping[str, Any]) -> list[str]:
    return [schema[name] for name in _REFERENCES if isinstance(schema.get(name), str)]


def _needed_inside(schema: Mapping[str, Any]) -> Iterator[Any]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        yield properties.get(name, True)
    if schema.get("minItems", 0) > 0:
        items = schema.get("items", True)
        first, rest = (items, True) if isinstance(items, list) else ([], items)
        yield from first or schema.get("prefixItems", [])
        yield rest
