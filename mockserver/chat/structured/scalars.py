"""Strings, numbers, booleans and nulls: from the schema, from the user's message, or plausible.

Plausible values come from `chat/model/values`, by the names of a `Spot`, the `Persona` that the
object is about, and the `Mentions` in the user's message.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    around: str = ""
    """The name of the enclosing object."""

    def item(self, index: int, persona: Persona) -> Spot:
        """The spot of an item of this array."""
        path = f"{self.path}[{index}]"
        return self._replace(path=path, depth=self.depth - 1, persona=persona)

    def property(self, name: str, persona: Persona) -> Spot:
        """The spot of a property of this object."""
        return Spot(f"{self.path}.{name}", name, self.depth - 1, persona, self.name)

    def names(self, plan: Plan) -> list[str]:
        """The names of a value, most specific first: its object and property, its property, its
        title and its description."""
        named = [self.name, *plan.all("title"), *plan.all("description")]
        last = words_of(self.around)[-1:]
        if last and last != ("user",):
            named.insert(0, f"{last[0].removesuffix('s')} {self.name}")
        return [name for name in named if name]


class Scalars:
    """Writes the scalars of one document. Each fact of the user's message is used once."""

    def __init__(self, judge: Judge, draws: Draws, hint: str) -> None:
        self._judge = judge
        self._draws = draws
        self._facts = Mentions(hint)

    def new_persona(self) -> Persona:
        """A person for the next object or item to be about."""
        return Persona(self._draws, self._facts)

    def listed(self, plan: Plan) -> Any:
        """A value that `const` and `enum` allow, preferably one that the user mentions."""
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
        """An example or default of the schema, or the value that the user names instead."""
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
        with suppress(DeadEnd):
            return all(self._judge.searches(pattern, text) for pattern in patterns)
        return False

    def _in_prompt(self, suggested: Any, plan: Plan, spot: Spot) -> Any:
        """A value from the user's message of the same type as the suggested one, or None."""
        if isinstance(suggested, str):
            with suppress(DeadEnd):
                text = self._text(plan, spot)
                if self._facts.mention(text) and self._allows(plan, text):
                    return text
        if isinstance(suggested, int | float) and not isinstance(suggested, bool):
            return self._number_in_prompt(plan, spot)
        return None

    def _number_in_prompt(self, plan: Plan, spot: Spot) -> int | float | None:
        """A number from the user's message, if it is in the usual range of the names."""
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
