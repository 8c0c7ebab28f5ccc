"""Texts of a wished length, format and pattern."""

from __future__ import annotations

from mockserver.chat.structured.budget import Budget, DeadEnd, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.pattern import LONGEST, Pattern, Width
from mockserver.chat.structured.plan import Plan
from mockserver.chat.structured.plausible import Subject, fitting_text

_TRIES = 12


def write_text(plan: Plan, subject: Subject, budget: Budget) -> str:
    """A text for what the property says it is; one that a person would write if that is allowed."""
    width = Width(plan.least("minLength", 0), plan.most("maxLength", LONGEST))
    if width.least > LONGEST:
        raise Unservable(f"a text has more than {LONGEST} characters")
    if width.least > width.most:
        raise DeadEnd("`minLength` and `maxLength` leave no text")
    budget.spend(width.least)
    text = fitting_text(subject, plan.all("format"), *width)
    patterns = [Pattern.of(source) for source in dict.fromkeys(plan.all("pattern"))]
    if all(pattern.searches(text, budget) for pattern in patterns):
        return text
    return _spelled(patterns, width, subject.persona.draws, budget)


def _spelled(patterns: list[Pattern], width: Width, draws: Draws, budget: Budget) -> str:
    """A text for several patterns: what one of them spells, as far as the others agree."""
    for number in range(_TRIES):
        text = patterns[number % len(patterns)].found_in(draws, budget, width)
        if all(pattern.searches(text, budget) for pattern in patterns):
            return text
    raise DeadEnd("no text was found that each `pattern` matches")
