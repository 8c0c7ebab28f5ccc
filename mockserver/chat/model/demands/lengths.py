"""Demands on how much there is of something: words, sentences, paragraphs, bullets, highlights."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import clause_before, clause_behind, is_negated
from mockserver.chat.model.demands.demand import Apart, Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.numbers import AMOUNT, FIGURE, amount_of, bounds_of
from mockserver.chat.model.patterns import pattern

_MOST = 5_000
"""More words than this are not written, whoever asks."""

_UNITS = {
    "word": measures.WORDS, "sent": measures.SENTENCES, "para": measures.PARAGRAPHS,
    "line": measures.LINES, "vers": measures.LINES, "char": measures.CHARACTERS,
    "bull": measures.BULLETS, "plac": measures.PLACEHOLDERS, "high": measures.HIGHLIGHTS,
    "hash": measures.HASHTAGS, "emoj": measures.EMOJI,
}  # fmt: skip
"""The measure of a unit, by the first letters of its name."""

_SOME_OF_MANY = pattern(
    r"\b(?:first|last|next|following|these|those|previous|above|of the|read|top"
    r"|(?:each|every|per)\b(?! (?:answer|reply|response|message))[^.!?\n;]*)(?:\s+\w+)?\s*$",
    re.IGNORECASE,
)
"""Said before an amount, it is not one of the whole answer."""

_OF_EACH = pattern(
    r"\s*(?:each(?! separat| divid)|per\b(?! (?:answer|reply|response|message))"
    r"|apiece|from\b|above\b|below\b|of (?:text|context))",
    re.IGNORECASE,
)
_IN_CAPITALS = pattern(
    r"capital(?! (?:of|city|cities|in|is)\b)|all[- ]caps|upper[- ]?case", re.IGNORECASE
)
_AT_LEAST = frozenset({measures.HIGHLIGHTS, measures.PLACEHOLDERS})
"""Measures that an answer may also exceed."""

_MARKED = pattern(r"\b(?:highlight|italic|bold|emphasi[sz])", re.IGNORECASE)
_SPANS = pattern(
    rf"{AMOUNT}\s+(?:[\w*-]+\s+){{0,3}}?(?:sections?|parts?|phrases?|texts?|words?|terms?"
    r"|key ?words|points?|pieces|ideas|names|sentences?)\b",
    re.IGNORECASE,
)
_PARTS = pattern(
    rf"\b({FIGURE})\s+(?:[\w-]+\s+){{0,3}}?(?:paragraphs?|sections?|steps?|parts?|pieces|stanzas?"
    r"|answers?|advice|tips?|items?|q|qs|verses|ideas|blocks|chunks)\b",
    re.IGNORECASE,
)


def bullets(found: re.Match[str], _: Wording) -> Demand | None:
    """Some bullets, until an amount says how many."""
    return None if is_negated(found, 24) else Bound(measures.BULLETS, 3)


def amount(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """A comparison, a number and a unit: `at most 20 words`."""
    measure = _UNITS[found["unit"].lower()[:4]]
    if _SOME_OF_MANY.search(clause_before(found, 40)) or _OF_EACH.match(clause_behind(found, 30)):
        return
    if measure is measures.WORDS and _IN_CAPITALS.search(found[0] + clause_behind(found, 40)):
        return
    low, high = bounds_of(found, negated=is_negated(found, 24), behind=found["after"] or "")
    if measure is measures.PARAGRAPHS:
        yield from _paragraphs(low, high, wording)
    elif measure is measures.CHARACTERS:
        yield Bound(measure, low if low != high else 0, high)
    elif low <= _MOST and (low or high):
        yield _bound(measure, low, high)


def paragraphs_of(found: re.Match[str], _: Wording) -> Iterator[Demand]:
    """So many paragraphs with so many sentences in each: they are dealt out one by one."""
    low, high = bounds_of(found)
    each = amount_of(found["each"])
    yield Bound(measures.PARAGRAPHS, low, high)
    if low == high:
        yield Bound(measures.SENTENCES, low * each, low * each)


def emojis(found: re.Match[str], _: Wording) -> Demand | None:
    """At least one emoji."""
    return None if is_negated(found, 12) else Bound(measures.EMOJI, 1)


def count(found: re.Match[str], _: Wording) -> Demand:
    """The unit before the number: `word count: 50-60`."""
    return Bound(_UNITS[(found["unit"] or "words").lower()[:4]], *bounds_of(found))


def limit(found: re.Match[str], _: Wording) -> Demand:
    """A limit that is named before the number: `word limit: 30`."""
    return Bound(_UNITS[found["unit"].lower()[:4]], 0, amount_of(found["low"]))


def placeholders(found: re.Match[str], _: Wording) -> Demand:
    """So many placeholders at least."""
    return _bound(measures.PLACEHOLDERS, *bounds_of(found))


def highlights(found: re.Match[str], wording: Wording) -> Demand | None:
    """The number in the first amount of sections or phrases that the sentence names; else some."""
    if is_negated(found, 24):
        return None
    said = [s for s in re.split(r"[.!?\n]", wording.text) if _MARKED.search(s)]
    amount = next(filter(None, map(_SPANS.search, said)), None)
    low, high = bounds_of(amount) if amount else (1 + any("twice" in s for s in said), None)
    starred = re.search(r"(?<!\*)\*\w", wording.message)
    bold = "bold" in found[0].lower() and not starred
    measure = measures.BOLD if bold else measures.HIGHLIGHTS
    return Bound(measure, max(low, 1), None if low == high else high)


def divided(_: re.Match[str], wording: Wording) -> Demand | None:
    """Parts with a divider between them: as many as are named, or shown, else two."""
    if not re.search(r"separat|divid|delimit|split|format|between", wording.text, re.IGNORECASE):
        return None
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", wording.message))
    named = _PARTS.search(wording.text)
    return Apart("***", max(amount_of(named[1]) if named else dividers + 1, 2))


def _bound(measure: Measure, low: int, high: int | None) -> Bound:
    return Bound(measure, low, None if low == high and measure in _AT_LEAST else high)


def _paragraphs(low: int, high: int | None, wording: Wording) -> Iterator[Demand]:
    """Paragraphs are divided by what the prompt shows as a divider, else by a blank line."""
    text = wording.message
    if re.search(r"(?<!\*)\*\*\*(?!\*)", text):
        return
    if re.search(r"(?m)^---$|\"---\"|`---`|divid\w+:? ---", text):
        yield Apart("---", low or high or 1)
    else:
        yield Bound(measures.PARAGRAPHS, low, high)


MAKERS = {
    each.__name__: each
    for each in (
        bullets, amount, paragraphs_of, emojis, count, limit, placeholders, highlights, divided,
    )
}  # fmt: skip
