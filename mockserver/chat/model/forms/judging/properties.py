"""Properties: true or false for a text, such as that it is polite, short or names a thing.

`judging.txt` has the patterns for the words of a rubric that name a property.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mockserver.chat.model.content.quoted.judgement import classification, sentiment
from mockserver.chat.model.forms.judging.rules import RULES
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.text.texts import sentences


def has_property(text: str, rubric: str) -> bool | None:
    """True if a text is as a rubric says by a content or a quality; None if it names none."""
    named = _property_in(rubric)
    if named is None:
        return None
    content, quality, is_denied = named
    has_it = has_quality(text, quality) if content is None else re.search(content, text)
    return bool(has_it) != is_denied


@lru_cache(maxsize=256)
def _property_in(rubric: str) -> tuple[str | None, str, bool] | None:
    """The pattern for a content that a rubric names, else the name of a quality, and True if the
    rubric denies it; None if it names none."""
    for row in RULES.rows("content"):
        if match := row.pattern.search(rubric):
            return row.filled(match), "", _is_denied(rubric, match)
    if match := NAMES.find("property", rubric):
        quality = RULES.text("quality", match[0]) or match[0].lower()
        return None, quality, _is_denied(rubric, match)
    return None


def property_asked(instructions: str) -> str:
    """The sentence of the instructions that asks for a property, before any of other qualities."""
    for each in filter(RULES.pattern("asks for a property").search, sentences(instructions)):
        if RULES.matches("asks for a form", each):
            continue
        if has_property("", each) is not None:
            return each
        if RULES.matches("general", each):
            break
    return ""


def _is_denied(rubric: str, match: re.Match[str]) -> bool:
    """True if a rubric denies what it names: `must not contain`."""
    return NAMES.matches("denied", rubric[max(match.start() - 40, 0) : match.start()])


def has_quality(text: str, quality: str) -> bool:
    """True if a text has a named quality: a `polite` one sounds good and is not toxic."""
    match quality:
        case "polite":
            return sentiment.quality(text) > 0.5 and not has_quality(text, "toxic")
        case "satisfied":
            is_met = sentiment.quality(text.rpartition("user:")[2]) > 0.5
            return is_met and not RULES.matches("evasion", text)
        case "concise":
            return len(text.split()) < 40
    return classification.indicated(text, {quality: ""}) == quality
