"""Demands for the edges of a reply: its first and last words, and the marks around it."""

from __future__ import annotations

import re

from mockserver.chat.model.demands import demand
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand, Fixed
from mockserver.chat.model.text.numbers import place_of


def fixed(place: Place) -> Demand:
    """A text at the position that the value of the cue names."""
    return Fixed(place.value, place.plain("phrase"))


def begins(place: Place) -> Demand | None:
    """The phrase or the line at the beginning of the reply; None if it begins only a part of it."""
    whole = place.plain("phrase") or place.value
    phrase = re.sub(r"(?<=:)\s*(?:\.\.\.|\u2026)$", "", whole)
    if len(phrase) < 2 or CUES.matches("open phrase", phrase):
        return None
    if place.value == "line":
        return Fixed("beginning", phrase if phrase != whole else f"{phrase}\n")
    around = CUES.pattern("kind of a phrase").sub("", place.before(40) + place.match[0])
    is_part = any(CUES.matches(kind, around) for kind in ("of a part", "of a beginning"))
    return None if is_part else Fixed("beginning", phrase)


def ends(place: Place) -> Demand | None:
    """The phrase or the line at the end of the reply; None if it ends only a part of it."""
    phrase = place.plain("phrase") or place.value
    if CUES.matches("of a part", place.match[0]) or CUES.matches("open phrase", phrase):
        return None
    if not 1 < len(phrase) <= 300:
        return None
    is_on_own_line = "\n" in phrase or "line" in f"{place.match[0]}{place.after(20)}".lower()
    return Fixed("end", f"\n{phrase}" if is_on_own_line else phrase)


def opening(place: Place) -> Demand | None:
    """The first word of a paragraph."""
    word = place.plain("word").rstrip(".,;:!")
    return demand.Opening(place_of(place["place"]), word) if word and " " not in word else None


def quoted(place: Place) -> Demand | None:
    """Quotation marks around the whole reply."""
    of_a_part = re.search(r"single|keyword|title\b|without|escape", place.around, re.IGNORECASE)
    of_all = CUES.matches("whole answer", place.match[0]) and not of_a_part
    return Fixed("quotation marks") if of_all else None


def postscript(place: Place) -> Demand:
    """A postscript, with the marker as the prompt writes it."""
    marker = re.search(r"P\.\s?P\.\s?S|P\.\s?S\.|\bPP?S\b", place.wording.message)
    return Fixed("postscript", marker[0] if marker else "P.S.")


def repeats(place: Place) -> Demand | None:
    """The request to repeat, from before or after the line that asks for it."""
    text, match = place.wording.text, place.match
    if re.search(r"(?i)\brepeat\b", text[: match.start()]) or "between the" in place.around:
        return None
    before, _, lead = text[: match.start()].rpartition("\n")
    rest, _, after = place.rest.partition("\n")
    line = f"{lead}{match[0]}{rest}"
    if after.strip() and re.search(r"(?i)\b(?:below|following|next|that follows)\b", line):
        request = place.rest.partition("\n\n")[2].strip() or after
    else:
        found = [CUES.find(name, line) for name in ("then answer", "request", "quoted request")]
        then, colon, quoted = (each["text"] if each else "" for each in found)
        request = before.strip() or then or colon or after.strip() or quoted or lead
    request = place.wording.as_written(request)
    return Fixed("request", request) if request else None
