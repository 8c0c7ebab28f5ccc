"""Demands on the layout: the beginning and the end, sections, a postscript, two replies."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import (
    Apart,
    Demand,
    Fixed,
    InLanguage,
    Opening,
    Sections,
    Style,
)
from mockserver.chat.model.languages import named, named_in
from mockserver.chat.model.numbers import amount_of, place_of


def begins(place: Place) -> Demand | None:
    """The phrase at the beginning of the reply, or its first line.

    None if it begins only a part of the reply.
    """
    phrase = place.plain("phrase")
    if place.value == "line":
        return Fixed("beginning", f"{phrase}\n")
    around = re.sub(
        "with the (exact )?(word|sentence|line|phrase)s?|(one|single)-(line|sentence)",
        "",
        place.before(40) + place.match[0],
    )
    of_a_part = CUES.matches("of a part", around) or CUES.matches("of a beginning", around)
    return Fixed("beginning", phrase) if len(phrase) > 1 and not of_a_part else None


def addressed(place: Place) -> Demand:
    """The name by which the reply addresses its reader."""
    return Fixed("address", place.plain("name"))


def ends(place: Place) -> Demand | None:
    """The phrase at the end of the reply, or its last line.

    None if it ends only a part of the reply.
    """
    phrase = place.plain("phrase")
    if CUES.matches("of a part", place.match[0]) or CUES.matches("open phrase", phrase):
        return None
    line = "\n" if "line" in place.match[0].lower() else ""
    return Fixed("end", f"{line}{phrase}") if 1 < len(phrase) <= 300 else None


def opening(place: Place) -> Demand | None:
    """The first word of a paragraph."""
    word = place.plain("word").rstrip(".,;:!")
    return Opening(place_of(place["place"]), word) if word and " " not in word else None


def fixed(place: Place) -> Demand:
    """Any text at the position that the value of the cue names."""
    return Fixed(place.value)


def quoted(place: Place) -> Demand | None:
    """Quotation marks around the whole reply."""
    of_a_part = re.search(r"single|keyword|title\b|without|escape", place.around, re.IGNORECASE)
    of_all = CUES.matches("whole answer", place.match[0]) and not of_a_part
    return Fixed("quotation marks") if of_all else None


def two_answers(_: Place) -> Demand:
    """Two replies, separated by a line of asterisks."""
    return Apart("******", 2)


def postscript(place: Place) -> Demand:
    """A postscript, with the marker as the prompt writes it."""
    marker = re.search(r"P\.\s?P\.\s?S|P\.\s?S\.|\bPP?S\b", place.wording.message)
    return Fixed("postscript", marker[0] if marker else "P.S.")


def sections(place: Place) -> Demand:
    """Sections under a marker, as many as the prompt names or shows."""
    marker, text = place["marker"], place.wording.message
    numbers = [int(n) for n in re.findall(rf"\b{marker} (\d{{1,2}})\b", text)]
    counted = CUES.find("sections", text)
    count = amount_of(counted["low"]) if counted else max(numbers, default=2)
    return Sections(marker, min(max(count, *numbers, 1), 60))


def repeats(place: Place) -> Demand | None:
    """The request to repeat, from before or after the paragraph that asks for it."""
    text, match = place.wording.text, place.match
    if re.search(r"(?i)\brepeat\b", text[: match.start()]) or "between the" in place.around:
        return None
    start, end = text.rfind("\n", 0, match.start()) + 1, text.find("\n", match.end())
    end = end if end >= 0 else len(text)
    before, here, after = text[:start].strip(), text[start:end], text[end:].strip()
    if after and re.search(r"\b(?:below|following|next|that follows)\b", here, re.IGNORECASE):
        _, gap, last = place.rest.partition("\n\n")
        request = last.strip() if gap else after
    else:
        named = (CUES.find(name, here) for name in ("then answer", "request", "quoted request"))
        then, colon, quoted = (each and each["text"] for each in named)
        candidates = (before, then, colon, after, quoted, text[start : match.start()].strip())
        request = next(filter(None, candidates), text[:start])
    request = place.wording.as_written(request)
    return Fixed("request", request) if request else None


def style(place: Place) -> Demand:
    """A character for the reply to imitate."""
    return Style(tuple(CUES.meaning("style", place["who"]).split(" | ")))


def language(place: Place) -> Demand | None:
    """The language in which to reply."""
    spoken = named(place["name"]) if place["name"] else named_in(place.match.string)
    return InLanguage(spoken.code) if spoken else None
