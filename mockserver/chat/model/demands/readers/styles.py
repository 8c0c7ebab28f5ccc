"""Demands on the style of a reply: its language, its voice, its case, its bullets and its parts."""

from __future__ import annotations

import re
from functools import partial

from mockserver.chat.model.demands import demand
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.languages import named, named_in
from mockserver.chat.model.text.numbers import amount_of


def divided(place: Place) -> Demand:
    """Parts with a divider between them: as many as the prompt names or shows, else two."""
    mark = place["mark"].strip('"`\n') or ("\n\n" if " line" in place.match[0] else "***")
    if not place.value and (named := place.find("parts")):
        count = amount_of(named["low"])
    else:
        count = len(re.findall(rf"(?m)^\s*{re.escape(mark)}\s*$", place.wording.message)) + 1
    return demand.Apart(place.value or mark, max(count, 2))


def sections(place: Place) -> Demand | None:
    """Sections under a marker, as many as the prompt names or shows, perhaps with a colon."""
    marker, text = place["marker"], place.wording.message
    numbers = [*map(int, re.findall(rf"\b{marker} (\d{{1,2}})\b", text))]
    counted = CUES.find("sections", text)
    count = amount_of(counted["low"]) if counted else max(numbers, default=2)
    mark = re.search(rf"(?m)(?:[\"'`]|^){marker} \[?(?:[XN#]|\w+)\]?(:?)", text)
    return demand.Sections(marker, min(max(count, *numbers, 1), 60), mark[1] if mark else "")


def style(place: Place) -> Demand:
    """A character for the reply to imitate."""
    return demand.Style(tuple(CUES.meaning("style", place["who"]).split(" | ")))


def language(place: Place) -> Demand | None:
    """The language in which to reply."""
    spoken = named(place["name"]) if place["name"] else named_in(place.match.string)
    return demand.InLanguage(spoken.code) if spoken else None


def case(place: Place) -> Demand | None:
    """The case of the whole reply, unless the cue is about some words or the title."""
    around = place.around.lower()
    is_lower = bool(re.search("lower|small", place.match[0].lower()))
    of_words = not is_lower and re.search(r"\bwords?\b", place.clause, re.IGNORECASE)
    of_a_part = CUES.matches("cased elsewhere", around) or of_words
    if CUES.matches("cased options", around) or (of_a_part and not CUES.matches("whole", around)):
        return None
    if place.is_negated(80) and not re.search(r"(?i)\bonly\b", place.clause):
        is_lower = not is_lower
    return demand.Changed("case", str.lower if is_lower else str.upper)


def bullet(place: Place) -> Demand | None:
    """The bullet of all items, by its name or itself."""
    mark = CUES.meaning("bullet mark", place.plain("mark"))
    with_mark = partial(re.sub, r"(?m)^([ \t]*)[-*+\u2022](?=\s)", rf"\g<1>{mark}")
    return demand.Changed("bullets", with_mark) if mark else None
