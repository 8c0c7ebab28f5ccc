"""Texts of a wished length, format and pattern."""

from __future__ import annotations

from mockserver.chat.structured.demand import Demand
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.effort import DeadEnd, Effort, Unservable
from mockserver.chat.structured.pattern import Pattern
from mockserver.chat.structured.plausible import Subject, fitting_text
from mockserver.chat.structured.spell import LONGEST, Width

_TRIES = 12


def write_text(demand: Demand, subject: Subject, effort: Effort) -> str:
    """A text for what the property says it is; one that a person would write if that is allowed."""
    width = Width(demand.least("minLength", 0), demand.most("maxLength", LONGEST))
    if width.least > LONGEST:
        raise Unservable(f"a text has more than {LONGEST} characters")
    if width.least > width.most:
        raise DeadEnd("`minLength` and `maxLength` leave no text")
    effort.spend(width.least)
    text = fitting_text(subject, demand.all("format"), *width)
    patterns = [Pattern.of(source) for source in dict.fromkeys(demand.all("pattern"))]
    if all(pattern.searches(text, effort) for pattern in patterns):
        return text
    return _spelled(patterns, width, subject.persona.draws, effort)


def _spelled(patterns: list[Pattern], width: Width, draws: Draws, effort: Effort) -> str:
    """A text for several patterns: what one of them spells, as far as the others agree."""
    for number in range(_TRIES):
        text = patterns[number % len(patterns)].found_in(draws, effort, width)
        if all(pattern.searches(text, effort) for pattern in patterns):
            return text
    raise DeadEnd("no text was found that each `pattern` matches")
