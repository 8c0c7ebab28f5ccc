"""Demands on the layout: what stands first, last and between, titles, sections, two answers."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import (
    Apart,
    Begins,
    Demand,
    Ends,
    InLanguage,
    Opening,
    Postscript,
    Repeats,
    Sections,
    Style,
    Titled,
    Wrapped,
)
from mockserver.chat.model.demands.wording import QUOTE, Wording
from mockserver.chat.model.languages import named, named_in
from mockserver.chat.model.numbers import amount_of, place_of


def begins(place: Place) -> Demand | None:
    """The phrase that the answer, and no part of it, begins with."""
    phrase = place.plain("phrase")
    around = re.sub(
        "with the (exact )?(word|sentence|line|phrase)s?", "", place.before(40) + place.match[0]
    )
    of_a_part = CUES.find("of a part", around) or CUES.find("of a beginning", around)
    return Begins(phrase) if len(phrase) > 1 and not of_a_part else None


def addressed(place: Place) -> Demand:
    """The name by which the reply addresses its reader."""
    return Begins(f"{place.plain('name')},")


def ends(place: Place) -> Demand | None:
    """The phrase that the answer, and no part of it, ends with."""
    phrase = place.plain("phrase")
    if CUES.find("of a part", place.match[0]) or CUES.find("open phrase", phrase):
        return None
    return Ends(phrase) if 1 < len(phrase) <= 300 else None


def ending_mark(place: Place) -> Demand:
    """The mark that the answer ends with."""
    marks = {"question mark": "?", "exclamation mark": "!", "colon": ":"}
    return Ends(marks.get(place["mark"].lower(), "."))


def opening(place: Place) -> Demand | None:
    """The first word of one of the paragraphs."""
    word = place.plain("word").rstrip(".,;:!")
    return Opening(place_of(place["place"]), word) if word and " " not in word else None


def title(_: Place) -> Demand:
    """A title between double angular brackets."""
    return Titled()


def quoted(place: Place) -> Demand | None:
    """Quotation marks around the whole answer."""
    of_a_part = re.search(r"single|keyword|title\b|without|escape", place.around, re.IGNORECASE)
    return Wrapped() if CUES.find("whole answer", place.match[0]) and not of_a_part else None


def two_answers(_: Place) -> Demand:
    """Two answers with a line of asterisks between them."""
    return Apart("******", 2)


def postscript(place: Place) -> Demand:
    """A postscript, with the marker as it is written."""
    marker = re.search(r"P\.\s?P\.\s?S|P\.\s?S\.|\bPP?S\b", place.wording.message)
    return Postscript(marker[0] if marker else "P.S.")


def sections(place: Place) -> Demand:
    """Sections under their marker: as many as are named, or shown."""
    marker, text = place["marker"], place.wording.message
    numbers = [int(n) for n in re.findall(rf"\b{marker} (\d{{1,2}})\b", text)]
    counted = CUES.find("sections", text)
    count = amount_of(counted["low"]) if counted else max(numbers, default=2)
    return Sections(marker, min(max(count, *numbers, 1), 60))


def repeats(place: Place) -> Demand | None:
    """The request is what stands before or behind the paragraph that asks for the repeating."""
    text, found = place.wording.text, place.match
    if re.search(r"\brepeat\b", text[: found.start()], re.IGNORECASE):
        return None
    start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    end = end if end >= 0 else len(text)
    before, here, behind = text[:start].strip(), text[start:end], text[end:].strip()
    if behind and re.search(r"\b(?:below|following|next|that follows)\b", here, re.IGNORECASE):
        said = (
            behind if "\n\n" not in text[end:] else text[text.find("\n\n", found.end()) :].strip()
        )
    else:
        named = (CUES.find(name, here) for name in ("then answer", "request", "quoted request"))
        then, colon, quoted = (each and each["said"] for each in named)
        options = (before, then, colon, behind, quoted, text[start : found.start()].strip())
        said = next(filter(None, options), text[:start])
    said = _as_written(said, place.wording)
    return Repeats(said) if said else None


def _as_written(masked: str, wording: Wording) -> str:
    """A stretch of the message as it was written, marks and all."""
    parts = [
        rf"[\"'`*]{{1,2}}{re.escape(wording.plain(part))}[\"'`*]{{1,2}}"
        if re.fullmatch(QUOTE, part)
        else re.escape(part)
        for part in re.split(f"({QUOTE})", masked.replace("\u2024", "."))
    ]
    found = re.search("".join(parts), wording.message)
    return found[0].strip() if found else wording.plain(masked).strip()


def style(place: Place) -> Demand:
    """Someone whom the answer speaks like."""
    return Style(tuple(CUES.meaning("style", place["who"]).split(" | ")))


def language(place: Place) -> Demand | None:
    """A language that is asked for by name, but not one to translate into."""
    spoken = named(place["name"]) if place["name"] else named_in(place.match.string)
    return InLanguage(spoken.code) if spoken else None
