"""Demands on how much there is of something: words, sentences, paragraphs, bullets, letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import (
    SAME,
    Cue,
    clause_before,
    clause_behind,
    cue,
    is_negated,
)
from mockserver.chat.model.demands.demand import Apart, Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.numbers import AMOUNT, FIGURE, amount_of, bounds_of

_MOST = 5_000
"""More words than this are not written, whoever asks."""

_UNITS = {
    "word": measures.WORDS,
    "sentence": measures.SENTENCES,
    "paragraph": measures.PARAGRAPHS,
    "line": measures.LINES,
    "verse": measures.LINES,
    "character": measures.CHARACTERS,
    "bullet": measures.BULLETS,
    "placeholder": measures.PLACEHOLDERS,
    "highlight": measures.HIGHLIGHTS,
    "hashtag": measures.HASHTAGS,
    "emoji": measures.EMOJI,
}
_UNIT = (
    r"(?P<unit>words?|sentences?|paragraphs?|lines?|verses|char(?:acter)?s?|bullet(?:[- ]?points?|s)?"
    r"|placeholders?|highlight(?:ed)?|hashtags?|emojis?)\b"
)
_SOME_OF_MANY = re.compile(
    r"\b(?:first|last|next|following|these|those|previous|above|of the|read|top"
    r"|(?:each|every|per)\b(?! (?:answer|reply|response|message))[^.!?\n;]*)(?:\s+\w+)?\s*$",
    re.IGNORECASE,
)
"""Said before an amount, it is not one of the whole answer."""

_OF_EACH = re.compile(
    r"\s*(?:each(?! separat| divid)|per\b|apiece|from\b|above\b|below\b|of (?:text|context))",
    re.IGNORECASE,
)
_IN_CAPITALS = re.compile(
    r"capital(?! (?:of|city|cities|in|is)\b)|all[- ]caps|upper[- ]?case", re.IGNORECASE
)
_AT_LEAST = frozenset({measures.HIGHLIGHTS, measures.PLACEHOLDERS})
"""What may well be there more often than it was asked for."""


def _bound(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    measure = _measure(found["unit"].lower())
    if _SOME_OF_MANY.search(clause_before(found, 40)) or _OF_EACH.match(clause_behind(found, 30)):
        return
    if measure is measures.WORDS and _IN_CAPITALS.search(found[0] + clause_behind(found, 40)):
        return
    low, high = bounds_of(found, negated=is_negated(found, 24))
    if measure is measures.PARAGRAPHS:
        yield from _paragraphs(low, high, wording)
    elif low <= _MOST and (low or high):
        yield Bound(measure, low, None if low == high and measure in _AT_LEAST else high)


def _measure(unit: str) -> Measure:
    for name, measure in _UNITS.items():
        if unit.startswith(name[:4]):
            return measure
    raise KeyError(unit)


def _paragraphs(low: int, high: int | None, wording: Wording) -> Iterator[Demand]:
    """Paragraphs are divided by what the prompt shows as a divider, else by a blank line."""
    text = wording.message
    if re.search(r"(?<!\*)\*\*\*(?!\*)", text):
        return
    if re.search(r"(?m)^---$|\"---\"|`---`|divid\w+:? ---", text):
        yield Apart("---", low or high or 1)
    else:
        yield Bound(measures.PARAGRAPHS, low, high)


def _highlights(found: re.Match[str], wording: Wording) -> Demand | None:
    """How many, by the first amount of sections or phrases that the sentence names; else some."""
    if is_negated(found, 24):
        return None
    said = [s for s in re.split(r"[.!?\n]", wording.text) if _MARKED.search(s)]
    amount = next(filter(None, map(_SPANS.search, said)), None)
    low, high = bounds_of(amount) if amount else (1 + any("twice" in s for s in said), None)
    bold = "bold" in found[0].lower() and "*" in wording.words and "**" in wording.message
    return Bound(
        measures.BOLD if bold else measures.HIGHLIGHTS, max(low, 1), None if low == high else high
    )


def _placeholders(found: re.Match[str], wording: Wording) -> Demand:
    low, high = bounds_of(found)
    return Bound(measures.PLACEHOLDERS, low, None if low == high else high)


_MARKED = re.compile(r"\b(?:highlight|italic|bold|emphasi[sz])", re.IGNORECASE)
_SPANS = re.compile(
    rf"{AMOUNT}\s+(?:[\w-]+\s+){{0,3}}?(?:sections?|parts?|phrases?|texts?|words?|terms?|key ?words|points?|pieces|ideas|names|sentences?)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(
    rf"\b({FIGURE})\s+(?:[\w-]+\s+){{0,3}}?(?:paragraphs?|sections?|steps?|parts?|pieces|stanzas?|answers?|advice|tips?|items?|q|qs|verses|ideas|blocks|chunks)\b",
    re.IGNORECASE,
)


def _divided(found: re.Match[str], wording: Wording) -> Demand | None:
    """Parts with a divider between them: as many as are named, or shown, else two."""
    if not re.search(r"separat|divid|delimit|split|format|between", wording.text, re.IGNORECASE):
        return None
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", wording.message))
    named = _PARTS.search(wording.text)
    count = amount_of(named[1]) if named else dividers + 1
    return Apart("***", max(count, 2))


def _approximate(found: re.Match[str], _: Wording) -> Demand | None:
    low, high = bounds_of(found)
    return Bound(_measure((found["unit"] or "words").lower()), low, high)


CUES: tuple[Cue, ...] = (
    cue(
        "bullet bullets bulleted",
        r"\b(?:bullet(?:ed)?(?:[- ]points?)?(?: list)?|bullets)\b",
        lambda found, _: None if is_negated(found, 24) else Bound(measures.BULLETS, 3),
    ),
    cue(
        "word words sentence sentences paragraph paragraphs line lines verses characters chars "
        "character bullet bullets placeholder placeholders highlight highlighted hashtags emojis",
        rf"(?<![\w.,]){AMOUNT}[ -]+(?!\w+ (?:words?|times)\b{SAME}{{0,12}}\btimes)(?:(?!(?:per|liner|that|example|sample|of|the|in|with|and|times|words?|sentences?|about)\b)[a-z]+[ -]+){{0,3}}{_UNIT}(?!\s+(?:essay|limit))",
        _bound,
    ),
    cue(
        "count amount words word sentences paragraphs lines characters bullets",
        rf"\b(?:number of|word count|count of|amount of)\s*(?P<unit>words?|sentences?|paragraphs?|lines|characters|bullets?)?{SAME}{{0,40}}?\b(?:should be|must be|is|be|:)\s*(?:in the range (?:of|from)|between|from)?\s*{AMOUNT}(?!\s*\w*(?:words|sentences|paragraphs))",
        _approximate,
    ),
    cue(
        "highlight highlighted italic italicize italicized bold bolded emphasize",
        r"\b(?:highlight|italic|bold|emphasi[sz])\w*",
        _highlights,
    ),
    cue(
        "placeholder placeholders", rf"{AMOUNT}\s+(?:[\w-]+\s+){{0,3}}?placeholders?", _placeholders
    ),
    cue("*", r"(?<!\*)\*\*\*(?!\*)", _divided, raw=True),
)
