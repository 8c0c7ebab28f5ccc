"""Planning a value: the schemas that apply to it, and the types that they allow.

A schema refers to others, combines them and offers alternatives. The planner follows references
and chooses alternatives, so that a plan is a flat list of schemas that all apply to one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from mockserver.chat.structured.budget import DeadEnd
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge

_STEPS_OF_A_REFERENCE = 20
_STEPS_OF_A_SCHEMA = 10
_MOST_HOPS = 4
_MOST_VALUES = 10**9
_PERCENT_OF_ODD_TYPES = 30
_ALTERNATIVES = ("anyOf", "oneOf")
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_COMBINING = frozenset({*_REFERENCES, *_ALTERNATIVES, "allOf", "if"})
_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_KEYWORDS = {
    "object": "properties required additionalProperties patternProperties propertyNames "
    "minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties",
    "array": "items prefixItems contains minItems maxItems uniqueItems unevaluatedItems",
    "string": "pattern format minLength maxLength contentEncoding contentMediaType",
    "number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
}
_TYPE_OF = {keyword: kind for kind, keywords in _KEYWORDS.items() for keyword in keywords.split()}


class Subschema(NamedTuple):
    """A schema and the resolver of its references."""

    schema: Any
    resolver: Any


class Plan:
    """A plan for one value, which has to satisfy all `parts`. Each part is an object schema."""

    def __init__(self, parts: Sequence[Subschema]) -> None:
        self.parts = parts
        self._keywords: dict[str, list[Any]] = {}
        for part in parts:
            for keyword, value in part.schema.items():
                self._keywords.setdefault(keyword, []).append(value)

    def all(self, keyword: str) -> Sequence[Any]:
        """The values of a keyword in all parts."""
        return self._keywords.get(keyword, ())

    def least(self, keyword: str, default: int) -> int:
        """The strictest lower bound."""
        return max([default, *map(int, self.all(keyword))])

    def most(self, keyword: str, default: int) -> int:
        """The strictest upper bound."""
        return min([default, *map(int, self.all(keyword))])

    def type(self, draws: Draws, *, careful: bool) -> str:
        """A type that all parts allow, preferably one that their keywords apply to.

        A careful writer sometimes takes any allowed type, since the preferred one may have failed.
        Raises DeadEnd if no type is left.
        """
        options = self._allowed
        if not options:
            raise DeadEnd("`type` leaves no value")
        if careful and draws.chance(_PERCENT_OF_ODD_TYPES):
            return draws.pick(options)
        if self._implied:
            return draws.pick(self._implied)
        if not self.all("type"):
            return "string"
        usual = [each for each in options if each != "null"] or options
        return "number" if usual[0] == "integer" and "number" in usual else usual[0]

    @cached_property
    def _allowed(self) -> Sequence[str]:
        """The types that all parts allow."""
        allowed = set(_TYPES)
        for types in self.all("type"):
            named = {types} if isinstance(types, str) else {*types}
            allowed &= {*named, "integer"} if "number" in named else named
        return [each for each in _TYPES if each in allowed]

    @cached_property
    def _implied(self) -> Sequence[str]:
        """The allowed types that the keywords apply to."""
        implied = {_TYPE_OF.get(keyword) for keyword in self._keywords}
        return [each for each in self._allowed if each in implied]


class Planner:
    """Plans values for the schemas of one document."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._fitting: dict[tuple[int, int, int], bool] = {}
        self._least: dict[tuple[int, int], int] = {}
        self._plans: dict[int, Plan] = {}
        """The plans of single schemas of the document that combine no others."""

    def plan(self, subschemas: Sequence[Subschema], draws: Draws, depth: int) -> Plan:
        """Follow references and combinations; `draws` chooses between alternatives.

        Alternatives that nest deeper than `depth` are avoided if there are others.
        """
        is_alone = len(subschemas) == 1 and subschemas[0].resolver is self._judge.resolver
        if is_alone and (known := self._plans.get(id(subschemas[0].schema))):
            self._judge.budget.spend(_STEPS_OF_A_SCHEMA)
            return known
        parts: list[Subschema] = []
        stack, visited = list(reversed(subschemas)), set()
        while stack:
            subschema = stack.pop()
            self._judge.budget.spend(_STEPS_OF_A_SCHEMA)
            if subschema.schema is False:
                raise DeadEnd("`false` allows no value")
            if subschema.schema is True or id(subschema.schema) in visited:
                continue
            visited.add(id(subschema.schema))
            parts.append(subschema)
            stack += self._combined(subschema, draws, depth)
        plan = Plan(parts)
        if is_alone and len(parts) == 1 and _COMBINING.isdisjoint(parts[0].schema):
            self._plans[id(parts[0].schema)] = plan
        return plan

    def inside(self, outer: Subschema, schema: Any) -> Subschema:
        """A schema that is nested in another, with its resolver."""
        return Subschema(schema, self._judge.inside(schema, outer.resolver))

    def inside_all(self, plan: Plan, keyword: str) -> list[Subschema]:
        """The schemas that are values of a keyword in the parts of a plan."""
        parts = [part for part in plan.parts if keyword in part.schema]
        return [self.inside(part, part.schema[keyword]) for part in parts]

    def least_values(self, subschema: Subschema, hops: int = _MOST_HOPS) -> int:
        """The least number of values in any document that satisfies a schema.

        Computed before writing, it refuses schemas that multiply, such as arrays of arrays.
        """
        schema = subschema.schema
        if isinstance(schema, bool) or hops < 0:
            return 1
        key = id(schema), hops
        if key not in self._least:
            self._least[key] = 1
            with suppress(DeadEnd):
                self._least[key] = min(self._count(subschema, hops), _MOST_VALUES)
        return self._least[key]

    def _count(self, subschema: Subschema, hops: int) -> int:
        schema = subschema.schema

        def least(inner: Any) -> int:
            return self.least_values(self.inside(subschema, inner), hops)

        counts = [least(option) for option in schema.get("allOf", ())]
        counts += [min(map(least, schema[word])) for word in _ALTERNATIVES if schema.get(word)]
        followed = [self._follow(subschema, reference) for reference in _references(schema)]
        counts += [self.least_values(inner, hops - 1) for inner in followed]
        if schema.get("type") == "array":
            items = [least(item) for item in _needed_items(schema)]
            more = int(schema.get("minItems", 0)) - len(items)
            counts.append(1 + sum(items) + (items[-1] * more if items else 0))
        if schema.get("type") == "object":
            properties = schema.get("properties", {})
            needed = [properties.get(name, True) for name in schema.get("required", ())]
            counts.append(1 + sum(map(least, needed)))
        return max(counts, default=1)

    def fits(self, subschema: Subschema, depth: int, hops: int = _MOST_HOPS) -> bool:
        """True if a value seems possible that nests at most `depth` deep.

        At most `hops` references are followed for one value. Since results are cached, none of
        this spends the budget: the cost of a request must not depend on earlier requests.
        """
        schema = subschema.schema
        if isinstance(schema, bool):
            return schema
        key = id(schema), depth, hops
        if key not in self._fitting:
            self._fitting[key] = False
            with suppress(DeadEnd):
                fitting = min(depth, hops) >= 0 and all(self._needs(subschema, depth, hops))
                self._fitting[key] = fitting
        return self._fitting[key]

    def _needs(self, subschema: Subschema, depth: int, hops: int) -> Iterator[bool]:
        schema = subschema.schema
        for reference in _references(schema):
            yield self.fits(self._follow(subschema, reference), depth, hops - 1)
        for option in schema.get("allOf", ()):
            yield self.fits(self.inside(subschema, option), depth, hops)
        for keyword in _ALTERNATIVES:
            if keyword in schema:
                options = [self.inside(subschema, option) for option in schema[keyword]]
                yield any(self.fits(option, depth, hops) for option in options)
        properties = schema.get("properties", {})
        for name in schema.get("required", ()):
            yield self.fits(self.inside(subschema, properties.get(name, True)), depth - 1)
        for inner in _needed_items(schema):
            yield self.fits(self.inside(subschema, inner), depth - 1)

    def _combined(self, subschema: Subschema, draws: Draws, depth: int) -> list[Subschema]:
        """The schemas that apply together with this one. `not` is left to the judge."""
        schema = subschema.schema
        if _COMBINING.isdisjoint(schema):
            return []
        references = _references(schema)
        self._judge.budget.spend(_STEPS_OF_A_REFERENCE * len(references))
        more = [self._follow(subschema, reference) for reference in references]
        more += [self.inside(subschema, option) for option in schema.get("allOf", ())]
        for keyword in _ALTERNATIVES:
            if keyword in schema:
                options = [self.inside(subschema, option) for option in schema[keyword]]
                fitting = [option for option in options if self.fits(option, depth)]
                more.append(draws.pick(fitting or options))
        if "if" in schema:
            tested, then, otherwise = (
                self.inside(subschema, schema.get(keyword, True))
                for keyword in ("if", "then", "else")
            )
            usual = draws.chance(70) and self.fits(tested, depth) and self.fits(then, depth)
            more += [tested, then] if usual else [otherwise]
        return more

    def _follow(self, subschema: Subschema, reference: str) -> Subschema:
        """The target of a reference. Raises DeadEnd if that is not in the document."""
        from referencing.exceptions import Unresolvable

        try:
            found = subschema.resolver.lookup(reference)
        except (Unresolvable, ValueError):
            raise DeadEnd(f"`$ref` leads nowhere: {reference[:200]}") from None
        if not isinstance(found.contents, dict | bool):
            raise DeadEnd(f"`$ref` leads to a value that is no schema: {reference[:200]}")
        return Subschema(found.contents, self._judge.inside(found.contents, found.resolver))


def prefix_of(schema: Mapping[str, Any]) -> list[Any]:
    """The schemas of the first items; before draft 2020-12, `items` may be a list of these."""
    items = schema.get("items")
    return items if isinstance(items, list) else schema.get("prefixItems", [])


def rest_of(schema: Mapping[str, Any]) -> Any:
    """The schema of the items after the first ones, or None."""
    return schema.get("additionalItems" if isinstance(schema.get("items"), list) else "items")


def _needed_items(schema: Mapping[str, Any]) -> list[Any]:
    """The schemas of the items that every array has; the repeated one comes once and last."""
    length, first, rest = int(schema.get("minItems", 0)), prefix_of(schema), rest_of(schema)
    repeated = [True if rest is None else rest] if length > len(first) else []
    return [*first[:length], *repeated]


def _references(schema: Mapping[str, Any]) -> list[str]:
    return [schema[name] for name in _REFERENCES if isinstance(schema.get(name), str)]
