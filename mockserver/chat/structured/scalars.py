"""Values that hold no others: what the schema lists, what the user said, what is plausible.

This is the seam to the modules that know people and things. They are given a `Spot` and its names,
the `Persona` that the object is about, and the `Mentions` of the user's message.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values.plausible import (
    SOME,
    Mentions,
    Persona,
    fitting_text,
    is_operand,
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
"""In place of a value that a schema does not give."""

_PERCENT_OF_DEFAULTS = 30
_TRIES = 12


class Spot(NamedTuple):
    """The place of a value in the answer, and whom the object around it is about.

    `depth` is how deep values may nest below it.
    """

    path: str
    name: str
    depth: int
    persona: Persona
    around: str = ""
    """The name of the object around it."""

    def item(self, index: int, persona: Persona) -> Spot:
        """The spot of an item of this array."""
        path = f"{self.path}[{index}]"
        return self._replace(path=path, depth=self.depth - 1, persona=persona)

    def property(self, name: str, persona: Persona) -> Spot:
        """The spot of a property of this object."""
        return Spot(f"{self.path}.{name}", name, self.depth - 1, persona, self.name)

    def names(self, plan: Plan) -> list[str]:
        """The names of a value: its property together with the object, alone, its title, and its
        description."""
        named = [self.name, *plan.all("title"), *plan.all("description")]
        last = words_of(self.around)[-1:]
        if last and last != ("user",):
            named.insert(0, f"{last[0].removesuffix('s')} {self.name}")
        return [name for name in named if name]


class Scalars:
    """Writes the scalars of one answer. Each fact of the user's message is used once."""

    def __init__(self, judge: Judge, draws: Draws, hint: str) -> None:
        self._judge = judge
        self._draws = draws
        self._facts = Mentions(hint)

    def somebody(self) -> Persona:
        """The person that the next object or item is about."""
        return Persona(self._draws, self._facts)

    def listed(self, plan: Plan) -> Any:
        """A value that `const` and `enum` leave, one of the user's words if it is among them."""
        lists = [*plan.all("enum"), *([value] for value in plan.all("const"))]
        if not lists:
            return NOTHING
        mentioned = [each for each in lists[0] if self._is_mentioned(each)]
        for options in (mentioned, lists[0]):
            if options and self._allows(plan, option := self._draws.pick(options)):
                return option
        for options in (mentioned, lists[0]):
            if allowed := [each for each in options if self._allows(plan, each)]:
                return self._draws.pick(allowed)
        raise DeadEnd("`enum` and `const` leave no value")

    def suggested(self, plan: Plan, spot: Spot) -> Any:
        """An example of the schema, now and then its default, or what the user said instead."""
        found = [each for examples in plan.all("examples") for each in examples]
        if self._draws.chance(_PERCENT_OF_DEFAULTS):
            found += [each for each in plan.all("default") if each]
        allowed = [each for each in found if self._allows(plan, each)]
        if not allowed:
            return NOTHING
        found = self._in_prompt(allowed[0], plan, spot)
        return self._draws.pick(allowed) if found is None else found

    def write(self, type_: str, plan: Plan, spot: Spot) -> Any:
        """A scalar of a type."""
        if type_ == "string":
            return self._text(plan, spot)
        if type_ == "boolean":
            return self._draws.chance(50)
        if type_ == "null":
            return None
        whole = type_ == "integer"
        found = self._number_in_prompt(plan, spot)
        if found is not None and (isinstance(found, int) or not whole):
            return found
        return write_number(plan, self._draws, usual_range(spot.names(plan)), whole=whole)

    def _text(self, plan: Plan, spot: Spot) -> str:
        """A text of a length, format and pattern; what a person would write if that is allowed."""
        width = Width(plan.least("minLength", 0), plan.most("maxLength", LONGEST_TEXT))
        if width.least > LONGEST_TEXT:
            raise Unservable(f"a text has more than {LONGEST_TEXT} characters")
        if width.least > width.most:
            raise DeadEnd("`minLength` and `maxLength` leave no text")
        self._judge.budget.spend(width.least)
        text = fitting_text(spot.names(plan), spot.persona, plan.all("format"), *width)
        patterns = [*dict.fromkeys(plan.all("pattern"))]
        return text if self._follows(text, patterns) else self._spelled(patterns, width)

    def _spelled(self, patterns: Sequence[str], width: Width) -> str:
        """A text for several patterns: one of them makes it, and the others have to agree."""
        for number in range(_TRIES):
            pattern = Pattern.of(patterns[number % len(patterns)])
            text = pattern.found_in(self._draws, self._judge.budget, width)
            if self._follows(text, patterns):
                return text
        raise DeadEnd("no text was found that each `pattern` matches")

    def _follows(self, text: str, patterns: Sequence[str]) -> bool:
        """True if a text follows all patterns, and that is soon known."""
        with suppress(DeadEnd):
            return all(self._judge.searches(pattern, text) for pattern in patterns)
        return False

    def _in_prompt(self, suggested: Any, plan: Plan, spot: Spot) -> Any:
        """A value that the user has named, of the type of what the schema suggests, or None."""
        if isinstance(suggested, str):
            with suppress(DeadEnd):
                text = self._text(plan, spot)
                if self._facts.mention(text) and self._allows(plan, text):
                    return text
        if isinstance(suggested, int | float) and not isinstance(suggested, bool):
            return self._number_in_prompt(plan, spot)
        return None

    def _number_in_prompt(self, plan: Plan, spot: Spot) -> int | float | None:
        """A number the user has named, if it is one of those that are usual here."""
        names = spot.names(plan)
        usual = usual_range(names)
        low, high = usual.span
        if is_operand(names) or any(map(self._facts.mention, names)):
            low, high = -inf, inf
        elif usual is SOME:
            return None
        return self._facts.take_number(
            lambda number: low <= number <= high and self._allows(plan, number)
        )

    def _is_mentioned(self, value: Any) -> bool:
        return isinstance(value, str) and self._facts.mention(value)

    def _allows(self, plan: Plan, value: Any) -> bool:
        return all(self._judge.objection(value, *part) is None for part in plan.parts)
