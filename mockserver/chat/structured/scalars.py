"""Strings, numbers, booleans and nulls: from the schema, or plausible.

Plausible values come from `chat/model/values`, by the names of a `Spot` and the `Persona` that the
object is about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.values.plausible import (
    Persona,
    fitting_text,
    usual_range,
)
from mockserver.chat.structured.budget import DeadEnd, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.numbers import write_number
from mockserver.chat.structured.pattern import Pattern, Width
from mockserver.chat.structured.plan import Plan
from mockserver.core.limits import LONGEST_TEXT

NOTHING = object()
"""Stands for a missing value, since None is the value null."""

_PERCENT_OF_DEFAULTS = 30
_TRIES = 12


class Spot(NamedTuple):
    """The position of a value in the document, and the person that its object is about.

    Values may nest `depth` deep below it.
    """

    path: str
    name: str
    depth: int
    persona: Persona
    known: Any = NOTHING
    """The value that the user's message has for the spot."""

    around: str = ""
    """The name of the enclosing object."""

    def of_item(self, index: int, persona: Persona) -> Spot:
        """The spot of an item of this array."""
        known = self.known[index] if index < self.known_items else NOTHING
        path = f"{self.path}[{index}]"
        return self._replace(path=path, depth=self.depth - 1, persona=persona, known=known)

    def of_property(self, name: str, persona: Persona) -> Spot:
        """The spot of a property of this object."""
        known = self.known_properties.get(name, NOTHING)
        return Spot(f"{self.path}.{name}", name, self.depth - 1, persona, known, self.name)

    @property
    def known_items(self) -> int:
        """The number of items that the user's message has for this array."""
        return len(self.known) if isinstance(self.known, list) else 0

    @property
    def known_properties(self) -> Mapping[str, Any]:
        """The values that the user's message has for the properties of this object."""
        return self.known if isinstance(self.known, dict) else {}

    @property
    def known_type(self) -> str:
        """`array` or `object` if the user's message has items or properties for it, else empty."""
        if self.known_items:
            return "array"
        return "object" if self.known_properties else ""

    def names(self, plan: Plan) -> list[str]:
        """The names of a value, most specific first: its object and property, its property, its
        title and its description."""
        named = [self.name, *plan.all("title"), *plan.all("description")]
        last = words_of(self.around)[-1:]
        if last and last != ("user",):
            named.insert(0, f"{last[0].removesuffix('s')} {self.name}")
        return [name for name in named if name]


class Scalars:
    """Writes the scalars of one document."""

    def __init__(self, judge: Judge, draws: Draws) -> None:
        self._judge = judge
        self._draws = draws

    def listed(self, plan: Plan) -> Any:
        """A value that `const` and `enum` allow."""
        lists = [*plan.all("enum"), *([value] for value in plan.all("const"))]
        if not lists:
            return NOTHING
        if lists[0] and self._judge.allows(option := self._draws.pick(lists[0]), plan.parts):
            return option
        if allowed := [each for each in lists[0] if self._judge.allows(each, plan.parts)]:
            return self._draws.pick(allowed)
        raise DeadEnd("`enum` and `const` leave no value")

    def suggested(self, plan: Plan) -> Any:
        """An example or default of the schema."""
        found = [each for examples in plan.all("examples") for each in examples]
        if self._draws.chance(_PERCENT_OF_DEFAULTS):
            found += [each for each in plan.all("default") if each]
        allowed = [each for each in found if self._judge.allows(each, plan.parts)]
        return self._draws.pick(allowed) if allowed else NOTHING

    def write(self, type_: str, plan: Plan, spot: Spot) -> Any:
        """A scalar of a type."""
        if type_ == "string":
            return self._text(plan, spot)
        if type_ == "boolean":
            return self._draws.chance(50)
        if type_ == "null":
            return None
        usual = usual_range(spot.names(plan))
        return write_number(plan, self._draws, usual, whole=type_ == "integer")

    def _text(self, plan: Plan, spot: Spot) -> str:
        """A text of the right length, format and pattern, preferably a plausible one."""
        width = Width(plan.least("minLength", 0), plan.most("maxLength", LONGEST_TEXT))
        if width.least > LONGEST_TEXT:
            raise Unservable(f"a text has more than {LONGEST_TEXT} characters")
        if width.least > width.most:
            raise DeadEnd("`minLength` and `maxLength` leave no text")
        self._judge.budget.spend(width.least)
        text = fitting_text(spot.names(plan), spot.persona, plan.all("format"), *width)
        patterns = [*dict.fromkeys(plan.all("pattern"))]
        if self._follows(text, patterns):
            return text
        for number in range(_TRIES):
            pattern = Pattern.of(patterns[number % len(patterns)])
            text = pattern.found_in(self._draws, self._judge.budget, width)
            if self._follows(text, patterns):
                return text
        raise DeadEnd("no text was found that each `pattern` matches")

    def _follows(self, text: str, patterns: Iterable[str]) -> bool:
        """True if a text matches all patterns; false if that would take too long to find out."""
        try:
            return all(self._judge.searches(pattern, text) for pattern in patterns)
        except DeadEnd:
            return False
