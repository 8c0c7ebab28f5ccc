"""Candidates: tools with the values that a text has for them, and the score of these values."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.model.content.computed import expressions
from mockserver.chat.model.content.cues import FORMULAS
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import stem
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.tools.offered import OfferedTool
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.matching.assignment import best_matches
from mockserver.chat.model.values.matching.match import Match, Matches
from mockserver.chat.model.values.matching.records import records_of

_LIMITS = frozenset(map(stem, words("tools.limits")))
"""Words for the least and the most of something, which tell much for a tool."""

_NUMBERS = pattern(r"[(\[]([-\d., ]{3,80})[)\]]")
"""Numbers in brackets."""

_SUM_READ = 1_000
"""The characters of a text that are read for an expression."""

_SURE = 3.0
"""The score from which a value is certain."""


class Candidate(NamedTuple):
    """A tool scored for a text, with the values that the text has for its fields."""

    tool: OfferedTool
    score: float
    matches: Matches
    text: str

    @property
    def is_fit(self) -> bool:
        """True if the tool fits its text well enough to be called."""
        return self.score > 0

    @property
    def lacks_numbers(self) -> bool:
        """True if the text has none of the numbers that the tool requires, nor names the tool."""
        needed = [each.name for each in self.tool.fields if each.needs_number and not each.default]
        return bool(needed) and self.score < 2.8 and self.matches.keys().isdisjoint(needed)


@lru_cache(maxsize=64)
def candidate(tool: OfferedTool, text: str, now: datetime) -> Candidate:
    """A tool with the values that a text has for it, and their score.

    Of a required value, a phrase that may be anything speaks less for a tool than a certain one.
    """
    if not any(field.type == "array" for field in tool.fields):
        text = _NUMBERS.sub(r" \1 ", text)
    expression = _expression_in(tool, text)
    listed = ((field.name, records_of(field, text, now)) for field in tool.required)
    records = {name: Match(made, _SURE) for name, made in listed if made}
    matches = best_matches(tool.fields, text, now, tool.known) | records | expression
    found = [matches[field.name] for field in tool.required if field.name in matches]
    sure = sum(min(1.0, one.score / _SURE) for one in found)
    share = sure / len(tool.required) if tool.required else 0.8
    score = 2.25 * share - 0.4 * sum(one.kind == "phrase" for one in found)
    score += 3.0 if expression else 0.0
    fields = (field for field in tool.fields if field.name in matches)
    score += sum(_worth(field, matches[field.name]) for field in fields)
    return Candidate(tool, score, matches, text)


def _worth(field: Property, one: Match) -> float:
    """The part of the score of a tool that a value has by its look or the words around it."""
    find = one.find
    if find is None:
        return 0.0
    worth = 2.0 if field.words & _LIMITS & find.cues.keys() else 0.0
    if field.required and field.is_reference and find.kind == "code":
        worth += 1.6
    elif field.required and field.is_reference and not re.search(r"\d", find.text):
        worth -= 1.5
    if field.required and find.kind in ("url", "path") and one.score > 3:
        worth += 3.0
    return worth


def _expression_in(tool: OfferedTool, text: str) -> Matches:
    """The arithmetic expression in a text, for the field that takes one."""
    if not tool.expression:
        return {}
    read = FORMULAS.changed("orders to compute", text[:_SUM_READ])
    run = max(expressions.runs_in(read), key=len, default=())
    written = " ".join(run).replace("% of", "/ 100 *")
    return {tool.expression: Match(written, _SURE)} if len(run) > 2 else {}
