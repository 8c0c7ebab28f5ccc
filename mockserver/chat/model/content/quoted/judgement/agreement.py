"""Agreement: whether a text says what a statement says, its contrary, or neither."""

from __future__ import annotations

import re
from functools import lru_cache

from mockserver.chat.model.content.cues import CUES, excepted
from mockserver.chat.model.content.quoted.judgement.sentiment import NEGATIONS
from mockserver.chat.model.content.quoted.judgement.verdict import Verdict
from mockserver.chat.model.content.quoted.lexicon import opposites
from mockserver.chat.model.text.lists import lists
from mockserver.chat.model.text.meaning import STOP_WORDS, senses_of, stem, stems_of, words_of
from mockserver.chat.model.text.numbers import numbers_in
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences

_COLOURS = frozenset(lists("known")["color"])
_READ = 6_000
_NAME = pattern(r"(?<=[a-z,] )[A-Z]\w+")
"""A name within a sentence, such as a weekday."""

_AKIN, _SAME = 0.5, 0.6
"""The shares of a statement's words from which a text speaks of the same thing, and says the same
thing if no number confirms it."""

_MOST_OF_A_CLAIM = 12
"""A text of so many words says what several sentences say."""


def verdict(text: str, statement: str, given: str = "") -> Verdict:
    """The verdict on a statement that a text should support: its words and numbers are there. Words
    that are given, such as those of a question, do not count. The sentence that is nearest must not
    deny the statement."""
    text, statement, given = text[:_READ], statement[:_READ], given[:_READ]
    figures, numbers = {*numbers_in(text)}, {*numbers_in(statement)} - {*numbers_in(given)}
    known = _stems(text) | {*map(str, figures)}
    required = _stems(statement) - _stems(given) or _stems(statement)
    share = len(required & known) / len(required) if required else 1.0
    nearest = max(sentences(text) or [""], key=lambda each: overlap(each, statement))
    is_denied = _is_denied(nearest) != _is_denied(statement)
    has_others = bool(figures and numbers - figures)
    is_other = is_denied or has_others or _differ_in_colour(text, statement)
    missing = [word for word in statement.split() if {*stems_of(word)} - known]
    quoted = f": {' '.join(missing[:6]).strip('.,;!?')}" if missing else ""
    near = nearest if len(statement.split()) < _MOST_OF_A_CLAIM else text
    is_near = share >= _AKIN or (CUES.matches("denies all", statement) and is_akin(text, statement))
    is_opposed = _is_opposed(f"{near} {given}", statement) != excepted(nearest, statement)[1]
    if is_near and (is_other or is_opposed):
        reason = f"The answer contradicts the reference{quoted}."
        return Verdict(False, 0.0, reason, is_contrary=True)
    if share >= (_AKIN if numbers else _SAME) and numbers <= figures and not is_other:
        return Verdict(True, share, "The answer says the same as the reference.")
    reason = f"The answer and the reference differ{quoted}."
    return Verdict(False, min(share, 0.4), reason, is_open=True)


def is_akin(one: str, other: str) -> bool:
    """True if two texts share a word or a sense."""
    first, second = _stems(one[:_READ]), _stems(other[:_READ])
    return bool(first & second or senses_of(first) & senses_of(second))


def overlap(one: str, other: str) -> float:
    """The share of words that two texts have in common, from 0 to 1."""
    first, second = _stems(one[:_READ]), _stems(other[:_READ])
    total = len(first) + len(second)
    return round(2 * len(first & second) / total, 2) if total else 1.0


def _differ_in_colour(one: str, other: str) -> bool:
    """True if each of two texts has a colour that the other one lacks."""
    first, second = (_COLOURS.intersection(words_of(each)) for each in (one, other))
    return bool(first - second and second - first)


def _is_denied(text: str) -> bool:
    """True if a text has a negation."""
    return not NEGATIONS.isdisjoint(text.lower().replace("’", "'").split())


def _is_opposed(one: str, other: str) -> bool:
    """True if a word of one text has its opposite in the other, or each has a name of its own."""
    first, second = ({*re.findall(r"\w+", text.lower())} for text in (one, other))
    if any(opposites().get(word, "") in second - first for word in first - second):
        return True
    own, others = ({*map(str.lower, _NAME.findall(text))} for text in (one, other))
    return not own <= second and not others <= first


@lru_cache(maxsize=1024)
def _stems(text: str) -> frozenset[str]:
    """The stems of the words of a text; `Mondays` and `Monday` share one. Stop words count in a
    text without others, such as `May` or `he`."""
    every = words_of(text)
    words = [word for word in every if word not in STOP_WORDS] or every
    return frozenset(stem(word.removesuffix("s") if len(word) > 3 else word) for word in words)
