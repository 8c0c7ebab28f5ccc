"""Judgements of a text: a label, a score, agreement with another text, and a reason for it.

`lexicon.toml` has the words that indicate a label; other labels are judged by their own words.
Scores and labels of sentiment depend on the same words, so they never contradict each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple
from zlib import crc32

from mockserver.chat.model.content.cues import CUES, excepted
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.quoted.lexicon import entries_of, lexicon, opposites
from mockserver.chat.model.talk.phrases import PHRASES
from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import (
    STOP_WORDS,
    in_english,
    senses_of,
    stem,
    stems_of,
    words_of,
)
from mockserver.chat.model.text.numbers import numbers_in
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences

_COLOURS = frozenset(lists("known")["color"])
_READ = 6_000
_WORD = pattern(r"[^\W\d_]+(?:['’][^\W\d_]+)?|[.;!?]")
_NEGATIONS = words("text.denials")
_REACH = 3
"""The number of words after a negation that it can reverse."""

_MIDDLE = lists("text")["middle"]
"""Labels for a text whose words indicate no label, the best first."""

_SIGNS = {
    r"\?": "?", r"\d ?(?:%|[-+*/×÷^] ?\d)": stem("percent"), r"(?i)\bwhere\b": stem("where"),
}  # fmt: skip
"""Signs that count as words of a text: those of a question, of a calculation and of a search."""

_NAME = pattern(r"(?<=[a-z,] )[A-Z]\w+")
"""A name within a sentence, such as a weekday."""

POLES = ("positive", "negative")
_MOODS = (*POLES, "mixed")
_DENIED = pattern(r"(?:non|not|no|kein|nicht)[ _-]\w", re.IGNORECASE)
"""A label for everything that another label is not for: `not spam`."""

_USUAL_SHARE = 0.75
"""The quality of a text without words of praise or blame."""

_AKIN, _SAME = 0.5, 0.6
"""The shares of a statement's words from which a text speaks of the same thing, and says the same
thing if no number confirms it."""

_POLE_BONUS = 0.6
"""The bonus for a label of the sentiment that prevails in a text."""

_FEW = 3
"""The most words of a text that is too short to be of the usual quality."""

_LONG = 8
"""The meaning of a label with so many stems stands for itself, without the lexicon."""

_MOST_OF_A_CLAIM = 12
"""A text of so many words says what several sentences say."""


class Verdict(NamedTuple):
    """A judgement of a text: whether it holds, the share that supports it, and the reason."""

    holds: bool
    share: float
    reason: str
    is_fault: bool = False
    """True if a verdict that holds speaks against the text, as for toxicity."""
    is_open: bool = False
    """True if nothing speaks for the text or against it."""

    is_contrary: bool = False
    """True if the text says the contrary, rather than nothing of the kind."""

    @property
    def is_good(self) -> bool:
        """True if the verdict is in favour of the text."""
        return self.holds != self.is_fault


# Labels


def label(options: Mapping[str, str], *texts: str) -> str:
    """The option that the words of the first text indicate, or else of the next ones. If none has a
    word of an option, it is the one for all other texts, if any. `options` are names with their
    meanings, which may be empty."""
    if found := indicated(texts[0], options, _AKIN):
        return found
    if denied := [name for name in options if _DENIED.match(name)]:
        return denied[0]
    known = {name: f"{name} {about}".lower() for name, about in options.items()}
    good, bad = sentiment(texts[0])
    middle = [word for word in _MIDDLE if word != "none" or good >= bad]
    if usual := [name for word in middle for name in options if word in known[name]]:
        return usual[0]
    for text in texts:
        if found := indicated(text, options):
            return found
    return [*options][crc32(texts[-1].encode(errors="replace")) % len(options)]


def indicated(text: str, options: Mapping[str, str], least: float = 0) -> str | None:
    """The option that the words of a text indicate, if they indicate any by more than `least`. Of
    several that are alike, as `high` and `critical` are, it is the one at the end of the scale."""
    scores = _scores(text[:_READ], tuple(options.items()))
    best = max(scores.values(), default=0)
    likely = [name for name, score in scores.items() if score == best > least]
    if not likely:
        return None
    is_extreme = likely[-1] == [*options][-1]
    return likely[-1] if is_extreme else likely[0]


@lru_cache(maxsize=256)
def _scores(text: str, options: Sequence[tuple[str, str]]) -> Mapping[str, float]:
    """The scores of options by the words of a text. A word counts less if it speaks as much for
    other options. The list of all options that a text may have does not count."""
    counts = Counter(stems_of(in_english(text)))
    counts.update(sign for each, sign in _SIGNS.items() if re.search(each, text))
    names = [word for name, _ in options for word in {*stems_of(in_english(name))}]
    if len(options) > 1 and counts.keys() >= {*names}:
        counts.subtract(names)
    found = {word for word, count in counts.items() if count > 0}
    own = {name: _words_for(name, about) for name, about in options}
    good, bad = sentiment(text)
    is_mixed = 0 < max(good, bad) <= 3 * min(good, bad)
    margins: dict[str, float] = {"positive": good - bad, "negative": bad - good}
    margins["mixed"] = (good + bad) * is_mixed
    senses = senses_of(found)
    scores = {}
    for (name, about), mine in zip(options, own.values(), strict=True):
        score = max((margins.get(each, 0) for each in _meant(name, about)), default=0)
        if score > 0:
            score += _POLE_BONUS
        shares = (
            mine[word] / sum(each.get(word, 0) >= mine[word] for each in own.values())
            for word in found & mine.keys()
        )
        score += fsum(shares)
        telling = {word for word, weight in mine.items() if weight > 1} - found
        if senses_of(telling) & senses:
            score += _AKIN
        scores[name] = score
    return scores


@lru_cache(maxsize=1024)
def _words_for(name: str, about: str) -> Mapping[str, float]:
    """The stems that speak for an option, with their weights: those of its name, of its meaning and
    of the lexicon, unless that is on sentiment."""
    if _DENIED.match(name):
        return {}
    own, meant = stems_of(in_english(name)), stems_of(in_english(about))
    senses = (each for each in _meant(name, about) if each not in _MOODS)
    listed = (word for each in senses for word in lexicon()[each])
    return {**dict.fromkeys(listed, 1.0), **dict.fromkeys(meant, 1.5), **dict.fromkeys(own, 2.0)}


@lru_cache(maxsize=1024)
def _meant(name: str, about: str) -> Sequence[str]:
    """The entries of the lexicon for the name of an option, else for its meaning if it is short."""
    telling = " ".join(word for word in about.split() if word.lower() not in STOP_WORDS)
    is_short = len(stems_of(in_english(about))) < _LONG
    return entries_of(name) or entries_of(telling if is_short else "")


# Scores


def quality(text: str, poor: float = 0.4) -> float:
    """The sentiment of a text, from 0 to 1, which several words move further than one. `poor` is
    that of a few words without praise or blame."""
    good, bad = sentiment(text[:_READ])
    if not good and not bad:
        return _USUAL_SHARE if len(text.split()) > _FEW else poor
    return round(0.5 + 0.5 * (good - bad) / (good + bad) * min(1, 0.6 + 0.2 * (good + bad)), 2)


def scaled(share: float, low: float, high: float) -> float:
    """The point of a scale that corresponds to a share from 0 to 1."""
    is_whole = float(low).is_integer() and float(high).is_integer() and high - low > 1
    return round(low + (high - low) * share, None if is_whole else 2)


def by_share(share: float, *, is_fault: bool = False) -> Verdict:
    """The verdict for a share, with the reason that agrees with it."""
    return Verdict(share >= _AKIN, share, reason(1 - share if is_fault else share), is_fault)


def reason(share: float) -> str:
    """A sentence that agrees with a share: praise for a high one."""
    return next(str(text) for least, text in PHRASES["verdicts"] if share >= least)


@lru_cache(maxsize=256)
def sentiment(text: str) -> tuple[int, int]:
    """The numbers of words of praise and of blame; a negation reverses them."""
    praise, blame = (lexicon()[pole] for pole in POLES)
    good = bad = denied = 0
    for found in _WORD.finditer(CUES.changed("praise and blame", text).lower()):
        word = found[0].replace("’", "'")
        is_good, is_bad = stem(word) in praise, stem(word) in blame
        if word in _NEGATIONS:
            denied = _REACH
        elif word in ".;!?":
            denied = 0
        elif not (is_good or is_bad):
            denied = max(0, denied - 1)
        elif denied:
            good, bad, denied = good + is_bad, bad + is_good, 0
        else:
            good, bad = good + is_good, bad + is_bad
    return good, bad


def opinions_in(text: str) -> list[tuple[str, bool]]:
    """The clauses of a text that praise something or blame it, each with True for praise.

    A clause before or after `but`, which may begin a sentence, is the contrary of the other one.
    """
    found = []
    for sentence in sentences(CUES.pattern("joint of contraries").sub(" but ", text[:_READ])):
        clauses = CUES.pattern("between opinions").split(sentence.rstrip(".!"))
        moods = [good - bad for good, bad in map(sentiment, clauses)]
        if len(moods) == 2 and " but " in sentence:
            moods = [mood or -other for mood, other in zip(moods, reversed(moods), strict=True)]
        found += [(each, mood > 0) for each, mood in zip(clauses, moods, strict=True) if mood]
    return found


def opinions_on(question: str, text: str) -> Answer | None:
    """The praise and the blame in a text, as far as a question asks for them."""
    asked = [*CUES.texts("opinions", question)]
    told = opinions_in(text) if asked else []
    said = {e: [clause for clause, is_good in told if is_good == (e == "Pros")] for e in asked}
    lead = "{}: {}" if len(asked) > 1 else "{1}"
    lines = [lead.format(e, "; ".join(said[e])) for e in asked if said[e]]
    return stated("\n".join(lines)) if lines else None


# Statements


def verdict(text: str, statement: str, given: str = "") -> Verdict:
    """The verdict on a statement that a text should support: its words and numbers are there. Words
    that are given, such as those of a question, do not count. The sentence that is nearest must not
    deny the statement."""
    text, statement, given = text[:_READ], statement[:_READ], given[:_READ]
    figures = {*numbers_in(text)}
    known = _stems(text) | {*map(str, figures)}
    required = _stems(statement) - _stems(given) or _stems(statement)
    share = len(required & known) / len(required) if required else 1.0
    numbers = {*numbers_in(statement)} - {*numbers_in(given)}
    nearest = max(sentences(text) or [""], key=lambda each: overlap(each, statement))
    told, claimed = (_COLOURS.intersection(words_of(each)) for each in (text, statement))
    is_other = bool(told - claimed and claimed - told) or bool(figures and numbers - figures)
    is_other = is_other or _is_denied(nearest) != _is_denied(statement)
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


def _is_denied(text: str) -> bool:
    """True if a text has a negation."""
    return not _NEGATIONS.isdisjoint(text.lower().replace("’", "'").split())


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
