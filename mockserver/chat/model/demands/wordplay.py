"""Demands on words and letters: which must stand there, which must not, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.cue import (
    NOT,
    QUOTES,
    SAME,
    Cue,
    Q,
    clause_around,
    cue,
    is_negated,
)
from mockserver.chat.model.demands.demand import Bound, Case, Demand, lower, upper
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.numbers import (
    AMOUNT,
    FIGURE,
    RELATION,
    amount_of,
    bounds,
    bounds_of,
)
from mockserver.chat.model.patterns import pattern

_NOUN = r"(?:lines?|sentences?|strings?|hashtags?|key[- ]?words?|keyphrases?|words?|terms?|phrases?|names?|expressions?)"
_USE = r"\b(?:includ|us(?:e|ing)|mention|contain|add|incorporat|has|have|having|employ|featur|insert|weav)\w*"
_TIMES = (
    rf"(?P<relation>{RELATION})?\s*(?P<low>once|twice|thrice|{FIGURE}(?=(?:\s*\+| or more| or less| or fewer)?\s+(?:times?|or more times|occurrences)\b))"
    r"(?P<behind>\+|\s+or more|\s+or less|\s+or fewer)?(?:\s+or more)?(?:\s+(?:times?|occurrences))?(?P<after>\s+or more)?"
)
_MARKS = {
    "comma": ",", "exclamation": "!", "question mark": "?", "semicolon": ";", "hyphen": "-",
    "dash": "-", "asterisk": "*", "apostrophe": "'", "hashtag": "#", "hash": "#", "parenthes": "(",
    "period": ".", "full stop": ".", "quotation mark": '"',
}  # fmt: skip
_MARK = rf"(?P<mark>{'|'.join(_MARKS)})\w*(?: (?:marks?|points?))?"
_BARE = r"[a-z][\w'-]*"
_PLAIN = rf"{_BARE}(?:\s*,\s*(?:and |or )?{_BARE}|\s+(?:and|or|&)\s+{_BARE})*"
_NO_WORDS = frozenset(
    "in the your response answer a an any that which should must it its to of as for from is are at "
    "with will this these those all least not below above following and or only such related be "
    "each like when you can i more than less every exactly first last second".split()
)


def _keywords(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    forbidden = is_negated(found, 60) or bool(re.search(NOT, found[0], re.IGNORECASE))
    behind = found.string[found.end() : found.end() + 60]
    if re.match(rf"{SAME}{{0,40}}\b(?:times|once|twice)\b", behind) and not forbidden:
        return
    if re.match(r"\s*(?:at the (?:end|start|beg)|as the (?:first|last|title))", behind):
        return
    named = found.groupdict()
    for word in _words_in(named["list"] or named.get("plain") or named.get("bare") or "", wording):
        if forbidden:
            yield Bound(measures.whole_word(word), 0, 0)
        else:
            yield Bound(measures.keyword(word), 1)


def _words_in(masked: str, wording: Wording) -> Iterator[str]:
    quoted = bool(re.search(Q, masked))
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


def _frequency(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    low, high = _times(found)
    for word in _words_in(found["word"], wording):
        yield Bound(_of(word), low, high)


def _of(word: str) -> Measure:
    return measures.letter(word) if len(word) == 1 else measures.keyword(word)


def _times(found: re.Match[str]) -> tuple[int, int | None]:
    relation = " ".join((found["relation"] or "").lower().split())
    behind = (found["behind"] or found["after"] or "").lower().strip()
    return bounds(relation, behind, amount_of(found["low"]), negated=is_negated(found, 60))


def _letter(found: re.Match[str], wording: Wording) -> Demand | None:
    character = wording.plain(found["letter"]).strip()
    if len(character) != 1:
        return None
    if found["low"]:
        low, high = _times(found)
        return Bound(measures.letter(character), low, high)
    if is_negated(found, 60) or re.search(
        NOT, found[0][: found.start("letter") - found.start()], re.IGNORECASE
    ):
        return Bound(measures.letter(character), 0, 0)
    return None


def _mark_in(found: re.Match[str]) -> str:
    named = found.groupdict()
    return (named.get("mark") or named["passive"]).lower()


def _mark(found: re.Match[str], _: Wording) -> Demand | None:
    name = next(name for name in _MARKS if _mark_in(found).startswith(name))
    if name == "hashtag" or (name == "hash" and "tag" in found[0].lower()):
        measure = measures.HASHTAGS
    else:
        measure = measures.letter(_MARKS[name])
    if found.groupdict().get("low"):
        low, high = bounds_of(found, negated=is_negated(found))
        return Bound(measure, low, None if low == high else high)
    return Bound(measure, 0, 0)


def _banned(found: re.Match[str], _: Wording) -> Demand:
    measure = measures.EMOJI if "emoji" in found[0].lower() else measures.DIGITS
    return Bound(measure, 0, 0)


_ELSEWHERE = pattern(
    r"\b(?:titles?|headings?|section names?|first letters?|header|proper nouns?|initials?)\b"
)


def _case(found: re.Match[str], _: Wording) -> Demand | None:
    """All letters of the answer, but not those of some words or of the title."""
    around = clause_around(found).lower()
    small = bool(re.search("lower|small", found[0].lower()))
    whole = _WHOLE.search(around)
    if not whole and (
        _ELSEWHERE.search(around) or (not small and re.search(r"\bwords?\b", around))
    ):
        return None
    unwanted = is_negated(found, 80) and not re.search(r"\bonly\b", around)
    return Case(lower if small != unwanted else upper)


def _capital_words(found: re.Match[str], _: Wording) -> Demand | None:
    """So many words in capitals, by the first amount in the sentence; `some` is one at least."""
    around = clause_around(found)
    if not re.search(r"\bwords?\b", around, re.IGNORECASE) or _WHOLE.search(around):
        return None
    amount = _AMOUNT.search(around)
    if amount is None:
        return Bound(measures.CAPITALS, 1)
    low, high = bounds_of(amount)
    return Bound(measures.CAPITALS, max(low, 1), None if low == high else high)


_WHOLE = pattern(
    r"\b(?:entire|whole|all letters|all (?:your |the )?words|(?:every|each|single) word|everything|only|no other)\b",
    re.IGNORECASE,
)
_AMOUNT = pattern(AMOUNT, re.IGNORECASE)


def _is_condition(found: re.Match[str]) -> bool:
    """True for `if it is not there, say "unknown"`, which forbids nothing."""
    before = found.string[max(0, found.start() - 60) : found.start()]
    return bool(re.search(r"\b(?:if|when|unless)\b[^.!?\n]*$", before, re.IGNORECASE))


_CAPITAL = r"(?:all[- ]caps|(?:all[- ])?capital(?! (?:of|city|cities|in|is)\b)(?: letters?|s|ized)?|(?:all[- ])?upper[- ]?case(?: letters?)?|all letters capitali[sz]ed)"

CUES: tuple[Cue, ...] = (
    cue(
        "comma commas hashtag hashtags exclamation question semicolon semicolons hyphens dashes asterisks "
        "apostrophes parentheses periods hyphen dash",
        rf"{NOT}{SAME}{{0,40}}?\b{_MARK}|\b(?P<later>{_MARK.replace('<mark>', '<passive>')})\s+(?:are|is|should|must|may|can)(?: be)?\s*(?:\w+ )?(?:not|never|forbidden|prohibited|banned|avoided)",
        _mark,
    ),
    cue("comma free", r"\b(?P<mark>comma)-free", _mark),
    cue(
        "exclamation hashtags hashtag question hash",
        rf"{AMOUNT}\s+{_MARK}",
        _mark,
    ),
    cue(
        "emoji emojis digits numerals",
        rf"{NOT}{SAME}{{0,20}}?\b(?:emojis?|digits|numerals)\b",
        _banned,
    ),
    cue(
        "lower lowercase lowercased letters",
        r"\b(?:lower[- ]?cased?|small letters)\b",
        _case,
    ),
    cue(
        "capital capitals caps capitalized capitalize upper uppercase",
        r"\b(?:all[- ]caps|capital letters|capitals|caps only|in caps|upper[- ]?case|(?:letters|everything|response|answer|reply)(?: \w+){0,5}? (?:be )?capitali[sz]ed|capitali[sz]e (?:every|all|each)(?: \w+){0,2} (?:letters?|words?))\b",
        _case,
    ),
    cue("capital capitals caps capitalized upper uppercase", _CAPITAL, _capital_words),
    cue(
        "keyword keywords items names word words term terms phrase phrases key keyphrases name",
        rf"(?:{_USE}|{NOT}){SAME}{{0,40}}?\b(?:{_NOUN}\b(?: that (?:are|is))?(?: like| such as)?\s*:?\s*\[?(?P<list>{QUOTES})|(?:the|following|these|both|exact|key) ?(?:(?:key)?words?|items|terms|names):?\s+(?P<plain>{_PLAIN})|keywords?:?\s+(?P<bare>{_PLAIN}))",
        _keywords,
    ),
    cue(
        '"',
        rf"(?P<list>{QUOTES}) (?:as )?(?:key)?(?:words?|terms?|phrases?)\b",
        lambda found, wording: (
            _keywords(found, wording)
            if is_negated(found, 40)
            or re.search(
                rf"{_USE}{SAME}*$",
                found.string[max(0, found.start() - 40) : found.start()],
                re.IGNORECASE,
            )
            else None
        ),
    ),
    cue(
        '"',
        rf"(?:{NOT}){SAME}{{0,30}}?\b(?:us(?:e|ing)|mention|say|writ|includ|contain|refer to)\w*\s+(?:the )?(?:following )?(?P<list>{QUOTES})",
        lambda found, wording: None if _is_condition(found) else _keywords(found, wording),
    ),
    cue(
        '"',
        rf"\b(?:includ|mention|contain|us(?:e|ing))\w*\s+(?:both |all of |the following:? )?(?P<list>{QUOTES})",
        _keywords,
    ),
    cue(
        "word words term phrase keyword keywords terms phrases",
        rf"\b{_NOUN}\s+(?P<list>{QUOTES}|(?P<plain>{_BARE}))(?:\s+(?:should|must|can|may|is|are|shall)\s+(?:not|never)|\s+(?:cannot|shouldn't|mustn't|can't|isn't|aren't|is forbidden|are forbidden|is banned|are banned))\b",
        lambda found, wording: [
            Bound(measures.whole_word(word), 0, 0) for word in _words_in(found["list"], wording)
        ],
    ),
    cue(
        "times time once twice thrice occurrences",
        rf"\b{_NOUN}\s+(?P<word>{Q}|{_BARE})(?:(?!\b{_NOUN}\b)[^.!?\n]){{0,60}}?{_TIMES}",
        _frequency,
    ),
    cue(
        '"',
        rf"(?P<word>{Q}){SAME}{{0,40}}?{_TIMES}",
        _frequency,
    ),
    cue(
        "letter letters",
        rf"\bletters?\s+(?P<letter>{Q}|\(?[a-z]\b)\)?(?:(?:[^.!?\n]{{0,60}}?){_TIMES})?",
        _letter,
    ),
)
