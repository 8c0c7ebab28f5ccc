"""Scoring: how high a text scores on the scale of a prompt or a schema.

A score agrees with the verdict on the text, or else with its words of praise and blame.
"""

from __future__ import annotations

import re

from mockserver.chat.model.content.quoted.judgement import sentiment
from mockserver.chat.model.content.quoted.judgement.verdict import reason_for, scaled
from mockserver.chat.model.forms.judging.properties import has_property, property_asked
from mockserver.chat.model.forms.judging.rules import RULES
from mockserver.chat.model.forms.judging.verdicts import verdict
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, is_named
from mockserver.chat.model.text.numbers import number_of
from mockserver.chat.model.values.fields.schemas import NUMBERS

SHOWN = ("The text shows nothing of it.", "The text shows it clearly.")
"""The reasons for a property that a text lacks, and for one that it has."""


def graded(task: Task, low: float, high: float) -> tuple[str, str]:
    """A score within the bounds, and a reason that agrees with it. If the prompt says that the
    lowest point is for what is good, the scale is reversed."""
    found = verdict(task)
    rubric = "" if found else property_asked(task.directions)
    share = found.share if found else sentiment.quality(task.material)
    is_of_property = bool(rubric) and not re.search("(?i)positive|negative|sentiment", rubric)
    if is_of_property:
        share = 0.9 if has_property(task.material, rubric) else 0.1
    anchors = {each[1]: each[2] for each in RULES.find_all("anchor", task.reading.question)}
    worst, best = (sentiment.quality(anchors.get(f"{bound:g}", "")) for bound in (low, high))
    is_fault = NAMES.matches("rates a fault", task.instructions)
    is_reversed = (is_fault and not found.is_fault) if found else worst > best
    point = scaled(1 - share if is_reversed else share, low, high)
    is_whole = float(point).is_integer() and high - low > 1
    reason = SHOWN[share > 0.5] if is_of_property else reason_for(share)
    return str(int(point) if is_whole else point), found.reason if found else reason


def score_of(task: Task, slot: Slot) -> int | float:
    """A score within the bounds of the schema or the prompt. As in rubrics, a score next to `pass`
    is a share of 1."""
    is_share = is_named("share", slot.words)
    low, high = _bounds(task, slot, is_share=is_share or "pass" in slot.beside)
    point = 0.9 if is_share and high <= 1 else float(graded(task, low, high)[0])
    stated = (
        None if verdict(task) or is_share else NAMES.find("rating", task.record or task.material)
    )
    if stated and low <= (own := float(number_of(stated["it"]))) <= high:
        point = own
    is_key = bool(slot.beside) and slot.type == "number"
    is_whole = slot.type == "integer" or (point.is_integer() and not is_key)
    return round(point) if is_whole else point


def rating_of(task: Task, slot: Slot) -> int | float | None:
    """The rating of a number, or of a place with two of a verdict, a scale and freedom."""
    is_open = slot.found is None and slot.type in NUMBERS
    cues = (slot.is_free, NAMES.matches("scale", task.instructions), bool(verdict(task)))
    return score_of(task, slot) if is_open or sum(cues) > 1 else None


def _bounds(task: Task, slot: Slot, *, is_share: bool) -> tuple[float, float]:
    """The least and the greatest score: those of the schema, else of its text or the prompt."""
    low, high = slot.shape.get("minimum"), slot.shape.get("maximum")
    if isinstance(low, int | float) and isinstance(high, int | float):
        return low, high
    if is_share:
        return 0.0, 1.0
    if found := NAMES.find("scale", slot.about) or NAMES.find("scale", task.instructions):
        low, high = sorted((float(found["low"]), float(found["high"])))
        if low < high <= 100:
            return low, high
    if most := NAMES.find("highest score", slot.about or task.instructions):
        return 0, int(most["it"])
    points = [int(each["it"]) for each in NAMES.find_all("point of a rubric", task.instructions)]
    return (min(points), max(points)) if len({*points}) > 1 else (1, 10)
