"""Demands on the layout: what stands first, last and between, titles, sections, two answers."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import clause_before, is_negated, vocabulary
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
from mockserver.chat.model.numbers import FIGURE, amount_of, place_of
from mockserver.chat.model.patterns import pattern

_NOT_OF_THE_WHOLE = pattern(
    r"paragraph|post ?-?script|p\.s|p\.p|bullet|each (?!reply|answer|response|message|of your)"
    r"|every (?:line|sentence)|verse"
)
_NOT_OF_THE_BEGINNING = pattern(r"line|section|list|sentence|title|hashtag|words?\b")
_WHOLE = pattern(
    r"entire|whole|response|answer|everything|reply|output|wrap|surround|enclos|around|double",
    re.IGNORECASE,
)


def begins(found: re.Match[str], wording: Wording) -> Demand | None:
    """The phrase that the answer, and no part of it, begins with."""
    phrase = wording.plain(found["phrase"]).strip()
    around = f"{clause_before(found, 40)}{found[0]}".lower()
    around = re.sub(r"with the (?:exact )?(?:word|sentence|line|phrase)s?", "", around)
    if _NOT_OF_THE_WHOLE.search(around) or _NOT_OF_THE_BEGINNING.search(around):
        return None
    return Begins(phrase) if len(phrase) > 1 else None


def addressed(found: re.Match[str], wording: Wording) -> Demand:
    """The name by which the reply addresses its reader."""
    return Begins(f"{wording.plain(found['name']).strip()},")


def ends(found: re.Match[str], wording: Wording) -> Demand | None:
    """The phrase that the answer, and no part of it, ends with."""
    phrase = wording.plain(found["phrase"]).strip()
    if is_negated(found, 20) or _NOT_OF_THE_WHOLE.search(found[0].lower()):
        return None
    described = re.match(r"(?:a|an|two|three|some|one|the following)\b(?! (?:way|day))", phrase)
    if (described and QUOTE not in found["phrase"]) or re.search(
        r"<[^<>]*[a-z ][^<>]*>|\b[XN]\b", phrase
    ):
        return None
    return Ends(phrase) if 1 < len(phrase) <= 300 else None


def ending_mark(found: re.Match[str], _: Wording) -> Demand:
    """The mark that the answer ends with."""
    marks = {"question mark": "?", "exclamation mark": "!", "colon": ":"}
    return Ends(marks.get(found["mark"].lower(), "."))


def opening(found: re.Match[str], wording: Wording) -> Demand | None:
    """The first word of one of the paragraphs."""
    word = wording.plain(found["word"]).strip().rstrip(".,;:!")
    return Opening(place_of(found["place"]), word) if word and " " not in word else None


def title(_: re.Match[str], __: Wording) -> Demand:
    """A title between double angular brackets."""
    return Titled()


def quoted(found: re.Match[str], _: Wording) -> Demand | None:
    """Quotation marks around the whole answer."""
    single = re.search(r"single|keyword|title\b", found[0], re.IGNORECASE)
    return None if single or is_negated(found, 20) or not _WHOLE.search(found[0]) else Wrapped()


def two_answers(_: re.Match[str], __: Wording) -> Demand:
    """Two answers with a line of asterisks between them."""
    return Apart("******", 2)


def postscript(_: re.Match[str], wording: Wording) -> Demand:
    """A postscript, with the marker as it is written."""
    marker = re.search(r"P\.\s?P\.\s?S\.?|P\.\s?S\.|\bPP?S\b", wording.message)
    if marker is None:
        return Postscript("P.S.")
    return Postscript(marker[0].removesuffix(".") if "P.P" in marker[0] else marker[0].rstrip())


def sections(found: re.Match[str], wording: Wording) -> Demand:
    """Sections under their marker: as many as are named, or shown."""
    marker, text = found["marker"], wording.message
    numbers = [int(n) for n in re.findall(rf"\b{marker} (\d{{1,2}})\b", text)]
    many = rf"(?:{marker.lower()}s?|sections?|parts?|chapters?|paragraphs?|days?)"
    counted = re.search(rf"\b({FIGURE})[- ](?:\w+[- ]){{0,2}}?{many}\b", text, re.IGNORECASE)
    count = amount_of(counted[1]) if counted else max(numbers, default=2)
    return Sections(marker, min(max(count, *numbers, 1), 60))


def repeats(found: re.Match[str], wording: Wording) -> Demand | None:
    """The request is what stands before or behind the paragraph that asks for the repeating."""
    text = wording.text
    if re.search(r"\brepeat\b", text[: found.start()], re.IGNORECASE):
        return None
    start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
    end = end if end >= 0 else len(text)
    before, here, behind = text[:start].strip(), text[start:end], text[end:].strip()
    colon = re.search(
        r"(?:request|question|prompt|text|instructions?|sentence)s?(?: below)?:\s*(\S[^\n]*)$",
        here,
        re.IGNORECASE,
    )
    quoted = re.search(rf"repeat[^.!?\n]*?({QUOTE})", here, re.IGNORECASE)
    if behind and re.search(r"\b(?:below|following|next|that follows)\b", here, re.IGNORECASE):
        said = text[text.find("\n\n", found.end()) :].strip() if "\n\n" in text[end:] else behind
    else:
        then = re.search(r"\bthen answer\b[^:\n]{0,20}:\s*(\S[^\n]*)$", here, re.IGNORECASE)
        named = (before, then and then[1], colon and colon[1], behind, quoted and quoted[1])
        said = next(filter(None, named), "") or text[start : found.start()].strip() or text[:start]
    said = _as_written(said, wording)
    return Repeats(said) if said else None


def _as_written(masked: str, wording: Wording) -> str:
    """A stretch of the message as it was written, marks and all."""
    parts = [
        r"[\"'`*]{1,2}" + re.escape(wording.plain(part)) + r"[\"'`*]{1,2}"
        if re.fullmatch(QUOTE, part)
        else re.escape(part)
        for part in re.split(f"({QUOTE})", masked.replace("\u2024", "."))
    ]
    found = re.compile("".join(parts)).search(wording.message)
    return found[0].strip() if found else wording.plain(masked).strip()


def style(found: re.Match[str], _: Wording) -> Demand | None:
    """Someone whom the answer speaks like."""
    said = vocabulary()["style"][found["who"].lower()]
    return None if is_negated(found, 12) else Style(tuple(said))


def language(found: re.Match[str], _: Wording) -> Demand | None:
    """A language that is asked for by name, but not one to translate into."""
    name = found.groupdict().get("name")
    spoken = named(name) if name else named_in(found.string)
    translated = re.search(r"\btranslat", found.string, re.IGNORECASE)
    return (
        InLanguage(spoken.code) if spoken and not translated and not is_negated(found, 30) else None
    )


MAKERS = {
    each.__name__: each
    for each in (
        begins, addressed, ends, ending_mark, opening, title, quoted, two_answers, postscript,
        sections, repeats, style, language,
    )
}  # fmt: skip
