"""Demands on the text of a reply: amounts, words and letters, the beginning and the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import (
    Apart,
    Bound,
    Case,
    Demand,
    Each,
    Fixed,
    InLanguage,
    Opening,
    Sections,
    Style,
)
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.languages import named, named_in
from mockserver.chat.model.numbers import amount_of, place_of
from mockserver.chat.model.wording import QUOTE

_MOST = 5_000
"""Demands for more than this are ignored."""

_OF_ITEMS = (measures.WORDS, measures.CHARACTERS, measures.HASHTAGS, measures.EMOJI)
"""Measures that are bounded in each of several items."""

_AT_LEAST = frozenset({measures.HIGHLIGHTS, measures.PLACEHOLDERS, measures.CAPITALS})
"""Measures for which an exact number is only a minimum."""


def some(place: Place) -> Demand:
    """A minimum and its measure, from the value of the cue."""
    low, name = place.value.split()
    return Bound(Measure(name), int(low))


def none(place: Place) -> Demand:
    """None of the measure that the value of the cue names."""
    return Bound(Measure(place.value), 0, 0)


def amount(place: Place) -> Iterator[Demand]:
    """An exact number of units, a bound or a range: `at most 20 words`, `words: 50-60`."""
    unit = (place["unit"] or place.value).lower()[:4]
    measure = next((each for each in measures.UNITS if each.name[:4] == unit), measures.LINES)
    after = place.after(40)
    if measure is measures.WORDS and CUES.matches("in capitals", place.match[0] + after):
        return
    low, high = bounds_of(place, negated=place.is_negated(), after=place["after"])
    bracketed = [*CUES.find_all("in brackets after a noun", place.match.string)]
    if len(bracketed) > 1 and any(
        each.end() > place.match.start() > each.start() for each in bracketed
    ):
        return
    before = place.before(60)
    if place.find("counted") or not CUES.matches("every reply", before):
        is_each = CUES.matches("every one", before) or CUES.pattern("of each").match(after)
        if is_each and measure in _OF_ITEMS and not (measure == measures.WORDS and low):
            yield Each(Bound(measure, 0 if measure == measures.CHARACTERS else low, high))
        if is_each or CUES.matches("some of many", before[-40:]):
            return
    divider = CUES.find("divider", place.wording.message)
    if measure == measures.PARAGRAPHS and divider:
        if "---" in divider[0]:
            yield Apart("---", low or high or 1)
    elif measure == measures.CHARACTERS:
        yield Bound(measure, low if low != high else 0, high)
    elif low <= _MOST and (low or high):
        yield _bound(measure, low, high)
    if place["least"] and low == high:
        middle = (amount_of(place["least"]) + amount_of(place["most"])) // 2
        yield Bound(measures.WORDS, low * (middle - 3), low * (middle + 3))
    if place["each"] and low == high:
        total = low * amount_of(place["each"])
        yield Bound(measures.SENTENCES, total, total)


def highlights(place: Place) -> Demand:
    """A number of highlights: the first amount in a sentence about them, else one or two."""
    parts = re.split(r"[.!?\n]", place.wording.text)
    sentences = [sentence for sentence in parts if CUES.matches("marked", sentence)]
    amount = next(filter(None, (CUES.find("spans", each) for each in sentences)), None)
    default = 1 + any("twice" in each for each in sentences)
    low, high = bounds_of(amount) if amount else (default, None)
    starred = re.search(r"(?<!\*)\*\w", place.wording.message)
    bold = "bold" in place.match[0].lower() and not starred
    measure = measures.BOLD if bold else measures.HIGHLIGHTS
    return Bound(measure, max(low, 1), None if low == high else high)


def capital_words(place: Place) -> Demand | None:
    """A number of words in capitals: the first amount in the sentence, else at least one."""
    around = place.around
    if not re.search(r"\bwords?\b", around, re.IGNORECASE) or CUES.matches("whole", around):
        return None
    amount = CUES.find("amount", around)
    low, high = bounds_of(amount) if amount else (1, None)
    return _bound(measures.CAPITALS, max(low, 1), high)


def divided(place: Place) -> Demand:
    """Parts with a divider between them: as many as the prompt names or shows, else two."""
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", place.wording.message))
    named = place.find("parts")
    parts = max(amount_of(named["low"]) if named else dividers + 1, 2)
    return Apart(place["mark"] or "***", parts)


def bounds_of(
    amount: Place | re.Match[str], *, negated: bool = False, after: str = ""
) -> tuple[int, int | None]:
    """The closed range of an amount: `more than 3` is 4 or more.

    `amount` has the groups `low`, `high`, `relation` and `suffix`; `after` is the text after the
    unit.
    """
    low = amount_of(amount["low"])
    if amount["high"] and (high := amount_of(amount["high"])) > low:
        return low, high
    after = (amount["suffix"] or after).strip(" -")
    before = " ".join((amount["relation"] or "").split())
    relation = (
        CUES.meaning("comparison after", after) or CUES.meaning("comparison", before) or "exactly"
    )
    if negated:
        relation = CUES.meaning("negated", relation) or relation
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[relation]


def _bound(measure: Measure, low: int, high: int | None) -> Bound:
    return Bound(measure, low, None if low == high and measure in _AT_LEAST else high)


# Words and letters


def keywords(place: Place) -> Iterator[Demand]:
    """Words that a reply must have, or must avoid if the cue is negated."""
    if place.is_negated(60) or CUES.matches("not", place.match[0]):
        yield from forbidden(place)
    elif not CUES.pattern("counted or placed").match(place.rest[:60]):
        yield from (Bound(Measure("keyword", word), 1) for word in _words(place, "list"))


def forbidden(place: Place) -> Iterator[Demand]:
    """Words that a reply must avoid; `if it is not there, say "unknown"` forbids nothing."""
    if not (CUES.matches("apart", place.match[0]) or CUES.matches("if before", place.before(60))):
        yield from (Bound(Measure("whole word", word), 0, 0) for word in _words(place, "list"))


def frequency(place: Place) -> Iterator[Demand]:
    """A number of occurrences of words or letters."""
    for word in _words(place, "word"):
        measure = Measure("letter" if len(word) == 1 else "keyword", word)
        yield Bound(measure, *bounds_of(place, negated=place.is_negated(60), after=place["after"]))


def letter(place: Place) -> Demand | None:
    """A number of occurrences of a letter, which may be none."""
    character = place.plain("letter").lower()
    if len(character) != 1:
        return None
    if place["low"]:
        bounds = bounds_of(place, negated=place.is_negated(60), after=place["after"])
        return Bound(Measure("letter", character), *bounds)
    before = place.match[0][: place.match.start("letter") - place.match.start()]
    is_forbidden = place.is_negated(60) or CUES.matches("not", before)
    return Bound(Measure("letter", character), 0, 0) if is_forbidden else None


def mark(place: Place) -> Demand:
    """A number of punctuation marks or hashtags, which may be none."""
    sign = CUES.text("mark", place["mark"])
    measure = measures.HASHTAGS if sign == "#tag" else Measure("letter", sign)
    if not place["low"]:
        return Bound(measure, 0, 0)
    low, high = bounds_of(place, negated=place.is_negated(48))
    is_each = sign == "#tag" and CUES.matches("every one", place.before())
    return (
        Each(Bound(measure, low, high))
        if is_each
        else Bound(measure, low, None if low == high else high)
    )


def case(place: Place) -> Demand | None:
    """The case of the whole reply, unless the cue is about some words or the title."""
    around = place.around.lower()
    small = bool(re.search("lower|small", place.match[0].lower()))
    of_words = not small and re.search(r"\bwords?\b", around)
    of_a_part = CUES.matches("cased elsewhere", around) or of_words
    if re.search(r"\b(?:yes|true)\b.{0,20}\b(?:no|false)\b", around) or (
        of_a_part and not CUES.matches("whole", around)
    ):
        return None
    is_negated = place.is_negated(80) and not re.search(r"\bonly\b", around)
    return Case(str.lower if small != is_negated else str.upper)


def _words(place: Place, group: str) -> Iterator[str]:
    """The words of a list: the quoted ones, or else those before the first that is no keyword."""
    quoted = bool(re.search(QUOTE, place[group]))
    for item in place.wording.items(place[group]):
        word = item.strip(" .,;:!?[]()").lower()
        if not re.search(r"\w", word) or len(word) > 60:
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif not CUES.pattern("no keyword").fullmatch(word) and " " not in word:
            yield word
        else:
            return


# The beginning, the end and what is between


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
    phrase = place.plain("phrase") or place.value
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
