"""Demands on words and letters: which must stand there, which must not, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import NOT, clause_around, is_negated, vocabulary
from mockserver.chat.model.demands.demand import Bound, Case, Demand, lower, upper
from mockserver.chat.model.demands.wording import QUOTE, Wording
from mockserver.chat.model.numbers import AMOUNT, amount_of, bounds, bounds_of
from mockserver.chat.model.patterns import pattern

_USE = pattern(
    r"\b(?:includ|us(?:e|ing)|mention|contain|add|incorporat|has|have|having|employ|featur|insert"
    r"|weav)\w*[^.!?\n]*$",
    re.IGNORECASE,
)
_NO_WORDS = frozenset(
    "in the your response answer a an any that which should must it its "
    "to of as for from is are at "
    "with will this these those all least not below above following and or only such related be "
    "each like when you can i more than less every exactly first last second".split()
)
_APART = pattern(r", (?:and |but )?(?:that|which)\b")
"""Said where the word is not of the clause that says `no`."""

_AMOUNT = pattern(AMOUNT, re.IGNORECASE)
_ELSEWHERE = pattern(
    r"\b(?:titles?|headings?|section names?|first letters?|header|proper nouns?|initials?)\b"
)
"""Of these the case may be another than that of the answer."""

_WHOLE = pattern(
    r"\b(?:entire|whole|all letters|all (?:your |the )?words|(?:every|each|single) word|everything"
    r"|only|no other)\b",
    re.IGNORECASE,
)


def keywords(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """Words that have to be there, or that must not."""
    unwanted = is_negated(found, 60) or bool(re.search(NOT, found[0], re.IGNORECASE))
    if unwanted and _APART.search(found[0]):
        return
    behind = found.string[found.end() : found.end() + 60]
    if re.match(r"[^.!?\n]{0,40}\b(?:times|twice|(?<!least )once)\b", behind) and not unwanted:
        return
    if re.match(r"\s*(?:at the (?:end|start|beg)|as the (?:first|last|title))", behind):
        return
    if unwanted:
        yield from forbidden(found, wording)
    else:
        yield from (Bound(measures.keyword(word), 1) for word in _words(found["list"], wording))


def named_words(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """Quotations that are called words, where the sentence says to use them or not to."""
    before = found.string[max(0, found.start() - 40) : found.start()]
    if is_negated(found, 40) or _USE.search(before):
        yield from keywords(found, wording)


def unwanted(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """Words not to be used; `if it is not there, say "unknown"` forbids nothing."""
    before = found.string[max(0, found.start() - 60) : found.start()]
    if not re.search(r"\b(?:if|when|unless)\b[^.!?\n]*$", before, re.IGNORECASE):
        yield from keywords(found, wording)


def forbidden(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """Words that must not stand there."""
    for word in _words(found["list"], wording):
        yield Bound(measures.whole_word(word), 0, 0)


def frequency(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    """A word or letter, so many times."""
    low, high = _times(found)
    for word in _words(found["word"], wording):
        yield Bound(measures.letter(word) if len(word) == 1 else measures.keyword(word), low, high)


def letter(found: re.Match[str], wording: Wording) -> Demand | None:
    """A letter, so many times or never."""
    character = wording.plain(found["letter"]).strip()
    before = found[0][: found.start("letter") - found.start()]
    if len(character) != 1:
        return None
    if found["low"]:
        return Bound(measures.letter(character), *_times(found))
    if is_negated(found, 60) or re.search(NOT, before, re.IGNORECASE):
        return Bound(measures.letter(character), 0, 0)
    return None


def mark(found: re.Match[str], _: Wording) -> Demand:
    """A mark, so many times or never."""
    named, marks = found["mark"].lower(), vocabulary()["mark"]
    said = marks[max((name for name in marks if named.startswith(name)), key=len)]
    measure = measures.HASHTAGS if said == "#tag" else measures.letter(said)
    if not found.groupdict().get("low"):
        return Bound(measure, 0, 0)
    low, high = bounds_of(found, negated=is_negated(found))
    return Bound(measure, low, None if low == high else high)


def banned(found: re.Match[str], _: Wording) -> Demand:
    """No emoji, or no digits."""
    return Bound(measures.EMOJI if "emoji" in found[0].lower() else measures.DIGITS, 0, 0)


def case(found: re.Match[str], _: Wording) -> Demand | None:
    """All letters of the answer, but not those of some words or of the title."""
    around = clause_around(found).lower()
    if re.search(r"\b(?:yes|true)\b.{0,20}\b(?:no|false)\b", around):
        return None
    small = bool(re.search("lower|small", found[0].lower()))
    of_words = not small and re.search(r"\bwords?\b", around)
    if not _WHOLE.search(around) and (_ELSEWHERE.search(around) or of_words):
        return None
    unwanted = is_negated(found, 80) and not re.search(r"\bonly\b", around)
    return Case(lower if small != unwanted else upper)


def capital_words(found: re.Match[str], _: Wording) -> Demand | None:
    """So many words in capitals, by the first amount in the sentence; `some` is one at least."""
    around = clause_around(found)
    if not re.search(r"\bwords?\b", around, re.IGNORECASE) or _WHOLE.search(around):
        return None
    amount = _AMOUNT.search(around)
    low, high = bounds_of(amount) if amount else (1, None)
    return Bound(measures.CAPITALS, max(low, 1), None if low == high else high)


def _words(masked: str, wording: Wording) -> Iterator[str]:
    """The words of a list: all that are quoted, else those up to the first that is no keyword."""
    quoted = bool(re.search(QUOTE, masked))
    for item in wording.items(masked):
        word = item.strip(" .,;:!?[]()") if not re.fullmatch(r"\W+", item) else item
        if not re.search(r"\w", word) or len(word) > 60:
            continue
        if quoted:
            parts = [part.strip() for part in word.split(",")]
            yield from parts if all(re.fullmatch(r"\w+", part) for part in parts) else [word]
        elif word.lower() not in _NO_WORDS and " " not in word:
            yield word
        else:
            return


def _times(found: re.Match[str]) -> tuple[int, int | None]:
    behind = found["behind"] or found["after"] or ""
    negated = is_negated(found, 60)
    return bounds(found["relation"] or "", behind, amount_of(found["low"]), negated=negated)


MAKERS = {
    each.__name__: each
    for each in (
        keywords, named_words, unwanted, forbidden, frequency, letter, mark, banned, case,
        capital_words,
    )
}  # fmt: skip
"""The kinds of demands that this module makes, by the names that `cues.txt` calls them."""
