"""Texts of a wished length, format and pattern."""

from __future__ import annotations

import re

from mockserver.inference.guided.demand import Demand
from mockserver.inference.guided.draws import Draws
from mockserver.inference.guided.effort import DeadEnd, Effort
from mockserver.inference.guided.plausible import Subject, fitting_text

LONGEST = 100_000


def write_text(demand: Demand, draws: Draws, subject: Subject, effort: Effort) -> str:
    """A text for what the property says it is; one that a person would write if that is allowed."""
    least, most = demand.least("minLength", 0), demand.most("maxLength", LONGEST)
    if least > most:
        raise DeadEnd("`minLength` and `maxLength` leave no text")
    effort.spend(least)
    patterns, formats = demand.all("pattern"), demand.all("format")
    text = fitting_text(subject, formats, draws, least, most)
    if not all(re.search(pattern, text) for pattern in patterns):
        raise DeadEnd("`pattern` is not met")
    return text
