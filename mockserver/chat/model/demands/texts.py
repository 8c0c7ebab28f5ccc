"""Demands on the text of a reply: amounts, words and letters, the beginning and the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from mockserver.chat.model.demands import demand, measures
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Bound, Demand, Fixed
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.languages import named, named_in
from mockserver.chat.model.reading.wording import QUOTE, Wording
from mockserver.chat.model.text.numbers import amount_of, place_of

_MOST = 5_000
"""Demands for more than this are ignored."""

_PARTS = {
    "line": measures.LINES, "vers": measures.LINES, "sent": measures.SENTENCES,
    "para": measures.PARAGRAPHS, "sect": measures.PARAGRAPHS, "stan": measures.PARAGRAPHS,
}  # fmt: skip
"""Parts of a reply other than the items of a list, by the beginnings of their names."""

_AT_LEAST = (measures.HIGHLIGHTS, measures.BOLD, measures.PLACEHOLDERS, measures.CAPITALS)
"""Measures for which an exact number is only a minimum, as for punctuation marks."""


def some(place: Place) -> Demand:
    """At least a number of a measure, or none of it, as the value of the cue says."""
    low, name = place.value.split()
    return Bound(Measure(name), int(low), None if int(low) else 0)


def amount(place: Place) -> Iterator[Demand]:
    """An exact number of units, a bound or a range: `at most 20 words`, `words: 50-60`."""
    unit = (place["unit"] or place.value).lower()[:4]
    units = (each for each in measures.UNITS if each.name[:4] == unit)
    measure = next(units, _PARTS.get(unit, measures.LINES))
    low, high = bounds_of(place.match, negated=place.is_negated())
    before, after = place.before(60), place.after(40)
    is_cased = measure is measures.WORDS and CUES.matches("in capitals", place.match[0] + after)
    is_divided = measure is measures.PARAGRAPHS and CUES.matches("divider", place.wording.message)
    if is_cased or is_divided or not ((low or high) and low <= _MOST):
        return
    if measure is measures.CHARACTERS and low == high:  # Nobody writes an exact number of them.
        low = 0
    is_of_every_one = CUES.matches("every one", before) and "total" not in after
    if is_of_every_one or CUES.pattern("of each").match(after):
        parts = [each["unit"][:4].lower() for each in CUES.find_all("part", before + after[:20])]
        part = _PARTS.get(parts[-1] if parts else "", measures.BULLETS)
        is_listed = measure is measures.BULLETS  # Bullets stand in sections under headings.
        if not (is_listed and measure is measures.LINES):
            yield demand.Each(_bound(measure, low, high), measures.HEADINGS if is_listed else part)
    elif not CUES.matches("some of many", before[-40:]):
        yield _bound(measure, low, high)


def emphasis(place: Place) -> Demand | None:
    """A number of highlights or words in capitals: the first amount near them, else 1 or 2."""
    if place.value == "capitals":
        if not re.search(r"(?i)\bwords?\b", place.clause) or CUES.matches("whole", place.around):
            return None
        return _at_least_one(measures.CAPITALS, "amount", [place.around])
    parts = re.split(r"[.!?\n]", place.wording.text)
    sentences = [each for each in parts if CUES.matches("marked", each)]
    starred = re.search(r"(?<!\*)\*\w", place.wording.message)
    is_bold = "bold" in place.around.lower() and not starred
    measure = measures.BOLD if is_bold else measures.HIGHLIGHTS
    items = CUES.find("counted", place.wording.text)
    if items and CUES.matches("of every item", place.clause):
        return Bound(measure, amount_of(items["low"]))
    return _at_least_one(measure, "spans", sentences)


def _at_least_one(measure: Measure, name: str, sentences: Sequence[str]) -> Bound:
    """A bound by the first amount of a named pattern in some sentences, else one or two."""
    counted = next(filter(None, (CUES.find(name, each) for each in sentences)), None)
    if counted is None:
        return Bound(measure, 2 if any("twice" in each for each in sentences) else 1)
    low, high = bounds_of(counted)
    return _bound(measure, max(low, 1), high)


def bounds_of(amount: re.Match[str], *, negated: bool = False) -> tuple[int, int | None]:
    """The closed range of an amount: `more than 3` is 4 or more."""
    groups = amount.groupdict("")
    low = amount_of(groups["low"])
    high = amount_of(groups["high"]) if groups.get("high") else 0
    if high > low:
        return low, high
    after = (groups.get("suffix") or groups.get("after", "")).strip(" -")
    before = " ".join(groups.get("relation", "").split())
    relation = CUES.meaning("comparison after", after) or CUES.meaning("comparison", before)
    relation = relation or "exactly"
    if negated:
        relation = CUES.meaning("negated", relation) or relation
    ranges: dict[str, tuple[int, int | None]] = {
        "at least": (low, None), "above": (low + 1, None), "exactly": (low, low),
        "at most": (0, low), "below": (0, max(low - 1, 0)),
    }  # fmt: skip
    return ranges[relation]


def _bound(measure: Measure, low: int, high: int | None) -> Bound:
    """A bound; an exact number of marks is only a minimum."""
    is_mark = measure.name == "letter" and not measure.object.isalnum()
    is_minimum = low == high and low and (is_mark or measure in _AT_LEAST)
    return Bound(measure, low, None if is_minimum else high)


# Words, letters and marks


def occurrences(place: Place) -> Iterator[Demand]:
    """Words, letters or marks that a reply has as often as the cue says, never if it is negated,
    and else words at least once."""
    is_negated = place.is_negated(60)
    is_none = place.value == "none" or is_negated or CUES.matches("not", place.match[0])
    is_counted = CUES.pattern("counted or placed").match(place.rest[:60])
    # `if it is not there, say "unknown"` forbids nothing.
    is_apart = CUES.matches("apart", place.match[0]) or CUES.matches("if before", place.before(60))
    for measure in _measures_in(place):
        if place["low"]:
            yield _bound(measure, *bounds_of(place.match, negated=is_negated))
        elif is_none and not (place["list"] and is_apart):
            yield Bound(replace(measure, name="whole word") if place["list"] else measure, 0, 0)
        elif place["list"] and not (is_none or is_counted):
            yield Bound(measure, 1)


def _measures_in(place: Place) -> Iterator[Measure]:
    """The measures of the mark, the letter or the words of a cue."""
    if place["mark"]:
        sign = CUES.text("mark", place["mark"])
        yield measures.HASHTAGS if sign == "#tag" else Measure("letter", sign)
    elif letter := place.plain("letter").strip("()").lower():
        if len(letter) == 1:
            yield Measure("letter", letter)
    else:
        for word in _words(place.wording, place["list"] or place["word"]):
            yield Measure("letter" if place["word"] and len(word) == 1 else "keyword", word)


def _words(wording: Wording, listed: str) -> Iterator[str]:
    """The words of a list: the quoted ones, or else those before the first that is no keyword."""
    quoted = bool(re.search(QUOTE, listed))
    for item in wording.items(listed):
        word = item.strip(" .,;:!?[]()").lower()
        if len(word) > 60 or not re.search(r"\w", word) or re.search(r"<\w+>|\.\.\.", word):
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif CUES.pattern("no keyword").fullmatch(word) or " " in word:
            return
        else:
            yield word


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


# The beginning, the end and what is between


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


def divided(place: Place) -> Demand:
    """Parts with a divider between them: as many as the prompt names or shows, else two."""
    mark = place["mark"].strip('"`\n') or ("\n\n" if " line" in place.match[0] else "***")
    if not place.value and (named := place.find("parts")):
        count = amount_of(named["low"])
    else:
        count = len(re.findall(rf"(?m)^\s*{re.escape(mark)}\s*$", place.wording.message)) + 1
    return demand.Apart(place.value or mark, max(count, 2))


def postscript(place: Place) -> Demand:
    """A postscript, with the marker as the prompt writes it."""
    marker = re.search(r"P\.\s?P\.\s?S|P\.\s?S\.|\bPP?S\b", place.wording.message)
    return Fixed("postscript", marker[0] if marker else "P.S.")


def sections(place: Place) -> Demand | None:
    """Sections under a marker, as many as the prompt names or shows, perhaps with a colon."""
    marker, text = place["marker"], place.wording.message
    numbers = [*map(int, re.findall(rf"\b{marker} (\d{{1,2}})\b", text))]
    counted = CUES.find("sections", text)
    count = amount_of(counted["low"]) if counted else max(numbers, default=2)
    mark = re.search(rf"(?m)(?:[\"'`]|^){marker} \[?(?:[XN#]|\w+)\]?(:?)", text)
    return demand.Sections(marker, min(max(count, *numbers, 1), 60), mark[1] if mark else "")


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


def style(place: Place) -> Demand:
    """A character for the reply to imitate."""
    return demand.Style(tuple(CUES.meaning("style", place["who"]).split(" | ")))


def language(place: Place) -> Demand | None:
    """The language in which to reply."""
    spoken = named(place["name"]) if place["name"] else named_in(place.match.string)
    return demand.InLanguage(spoken.code) if spoken else None
