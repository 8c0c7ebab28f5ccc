"""Which type a value is written in, where the schemas of a place leave several."""

from __future__ import annotations

from collections.abc import Sequence

from mockserver.chat.structured.demand import Demand
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd

_PERCENT_OF_ODD_TYPES = 30
_TYPES = ("object", "array", "string", "integer", "number", "boolean", "null")
_SIGNS = {
    "object": "properties required additionalProperties patternProperties propertyNames "
    "minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties",
    "array": "items prefixItems contains minItems maxItems uniqueItems unevaluatedItems",
    "string": "pattern format minLength maxLength contentEncoding contentMediaType",
    "number": "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
}
_TYPE_OF = {keyword: kind for kind, keywords in _SIGNS.items() for keyword in keywords.split()}


def kind_of(demand: Demand, draws: Draws, *, careful: bool) -> str:
    """A type that all parts allow and that their keywords are about; a careful writer, for which
    that may have failed, now and then takes any other that is allowed. Raises DeadEnd for none."""
    allowed = set(_TYPES)
    for kinds in demand.all("type"):
        allowed &= _closure([kinds] if isinstance(kinds, str) else kinds)
    if not allowed:
        raise DeadEnd("`type` leaves no value")
    options = [kind for kind in _TYPES if kind in allowed]
    if careful and draws.chance(_PERCENT_OF_ODD_TYPES):
        return draws.pick(options)
    signs = {_TYPE_OF.get(word) for part in demand.parts for word in part.schema}
    fitting = [kind for kind in options if kind in signs] or _without_signs(demand, options)
    return draws.pick(fitting)


def _closure(kinds: Sequence[str]) -> set[str]:
    return {*kinds, "integer"} if "number" in kinds else set(kinds)


def _without_signs(demand: Demand, options: list[str]) -> list[str]:
    """A declared type rather than none, and a text where all are allowed."""
    given = [kind for kind in options if kind != "null"] or options
    if demand.all("type"):
        return [given[0]] if given[0] != "integer" or "number" not in given else ["number"]
    return ["string"] if "string" in given else given
