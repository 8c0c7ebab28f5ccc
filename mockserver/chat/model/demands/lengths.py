"""Demands on how much there is of something: words, sentences, paragraphs, bullets, letters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import SAME, Cue, cue, is_negated
from mockserver.chat.model.demands.demand import Apart, Bound, Demand
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.numbers import AMOUNT, BEHIND, FIGURE, RELATION, bounds, bounds_of, number_of
from mockserver.chat.model.demands.wording import Wording

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
_NOT_ALL = re.compile(
    r"\b(?:first|last|next|following|these|those|previous|above|each|every|per|of the|read|top|all)"
    r"(?:\s+\w+)?\s*$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:each|every|per)\b[^.!?\n]{0,40}$|", re.IGNORECASE)


def _bound(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    unit = found["unit"].lower()
    before = found.string[max(found.start() - 30, 0) : found.start()]
    behind = found.string[found.end() : found.end() + 30]
    if _NOT_ALL.search(before) or re.search(r"\b(?:each|every)\b[^.!?\n;]*$", before, re.IGNORECASE):
        return
    if re.match(r"\s*(?:each\b|per\b|in (?:all |total )?cap|(?:with|in|of) all|(?:written )?in upper|from|above|below)", behind, re.IGNORECASE):
        return
    measure = _measure(unit)
    capital = re.search(r"capital|all[- ]caps|upper[- ]?case", found[0], re.IGNORECASE)
    if capital and measure is measures.WORDS:
        measure = measures.CAPITALS
    low, high = bounds_of(found, negated=is_negated(found, 24))
    if measure is measures.HIGHLIGHTS and high == low:
        high = None
    if measure is measures.PARAGRAPHS:
        yield from _paragraphs(low, high, wording)
        return
    if measure is measures.PLACEHOLDERS and high == low:
        high = None
    if low <= 5_000:
        yield Bound(measure, low, high)


def _measure(unit: str) -> Measure:
    for name, measure in _UNITS.items():
        if unit.startswith(name[:4]):
            return measure
    raise KeyError(unit)


def _paragraphs(low: int, high: int | None, wording: Wording) -> Iterator[Demand]:
    """Paragraphs are divided by what the prompt shows as a divider, else by a blank line."""
    text = wording.message
    if re.search(r"(?<!\*)\*\*\*(?!\*)", text):
        yield Apart("***", low or high or 1)
    elif re.search(r"(?m)^---$|\"---\"|`---`|divid\w+:? ---", text):
        yield Apart("---", low or high or 1)
    else:
        yield Bound(measures.PARAGRAPHS, low, high)


def _counted(found: re.Match[str], wording: Wording) -> Demand:
    low, high = bounds_of(found)
    return Bound(_marked(found), low, None if low == high else high)


def _marked(found: re.Match[str]) -> Measure:
    said = found["what"].lower()
    if said.startswith(("placeholder", "[")):
        return measures.PLACEHOLDERS
    return measures.HIGHLIGHTS


def _template_parts(found: re.Match[str], wording: Wording) -> Demand | None:
    """A template of the answer that has dividers shows how many parts there are."""
    dividers = len(re.findall(r"(?m)^\s*\*\*\*\s*$", wording.message))
    return Apart("***", dividers + 1) if dividers > 1 else None


def _approximate(found: re.Match[str], _: Wording) -> Demand | None:
    low, high = bounds(" ".join(found["relation"].lower().split()), "", number_of(found["low"]))
    return Bound(_measure(found["unit"].lower()), low, high)


CUES: tuple[Cue, ...] = (
    cue(
        "word words sentence sentences paragraph paragraphs line lines verses characters chars "
        "character bullet bullets placeholder placeholders highlight highlighted hashtags emojis",
        rf"(?<![\w.,]){AMOUNT}[ -]+(?!\w+ (?:words?|times)\b{SAME}{{0,12}}\btimes)(?:(?:different|short|long|more|full|complete|of|total|separate|distinct|concise|markdown|clear|unique|english|in|the|all|capital|capitalized|uppercase|caps|brief|simple|plain|consecutive)[ -]+){{0,3}}{_UNIT}(?!\s+(?:essay|limit))",
        _bound,
    ),
    cue(
        "word words sentence sentences paragraphs lines characters bullet bullets",
        rf"\b(?:number of|word count|count of|length)\s*(?P<unit>words?|sentences?|paragraphs?|lines|characters|bullets?)?{SAME}{{0,20}}?\b(?:should be|must be|is|be|:)\s*(?P<relation>{RELATION})\s+(?P<low>{FIGURE})(?!\s*\w*(?:words|sentences|paragraphs))",
        lambda found, wording: _approximate(found, wording) if found["unit"] else None,
    ),
    cue(
        "highlight italic italicize bold emphasize highlighted placeholders placeholder",
        rf"\b(?:highlight|italici[sz]e|bold|emphasi[sz]e|include|add|have|use|contain)\w*\s+{AMOUNT}\s+{SAME}{{0,30}}?(?P<what>sections?|parts?|phrases?|text|words?|terms?|placeholders?|points?)\b(?={SAME}*(?:\*|markdown|italic|bold|highlight|asterisk|placeholder))",
        _counted,
    ),
    cue("*", r"\*\*\*", _template_parts),
)
