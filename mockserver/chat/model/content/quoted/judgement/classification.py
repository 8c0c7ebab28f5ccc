"""Classification: the label, of those that a prompt offers, that the words of a text indicate.

`lexicon.toml` has the words that indicate a label; other labels are judged by their own words.
Labels and scores of sentiment depend on the same words, so they never contradict each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from zlib import crc32

from mockserver.chat.model.content.quoted.judgement.sentiment import POLES, sentiment
from mockserver.chat.model.content.quoted.lexicon import entries_of, lexicon
from mockserver.chat.model.text.lists import lists
from mockserver.chat.model.text.meaning import STOP_WORDS, in_english, senses_of, stem, stems_of
from mockserver.chat.model.text.patterns import pattern

_READ = 6_000
_MIDDLE = lists("text")["middle"]
"""Labels for a text whose words indicate no label, the best first."""

_SIGNS = {
    r"\?": "?", r"\d ?(?:%|[-+*/×÷^] ?\d)": stem("percent"), r"(?i)\bwhere\b": stem("where"),
}  # fmt: skip
"""Signs that count as words of a text: those of a question, of a calculation and of a search."""

_MOODS = (*POLES, "mixed")
_DENIED = pattern(r"(?:non|not|no|kein|nicht)[ _-]\w", re.IGNORECASE)
"""A label for everything that another label is not for: `not spam`."""

_SENSE_BONUS = 0.5
"""The bonus for a label one of whose words has the sense of a word of a text, but not its stem."""

_POLE_BONUS = 0.6
"""The bonus for a label of the sentiment that prevails in a text."""

_LONG = 8
"""The meaning of a label with so many stems stands for itself, without the lexicon."""


def label(options: Mapping[str, str], *texts: str) -> str:
    """The option that the words of the first text indicate, or else of the next ones. If none has a
    word of an option, it is the one for all other texts, if any. `options` are names with their
    meanings, which may be empty."""
    if found := indicated(texts[0], options, _SENSE_BONUS):
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
    moods, senses, scores = _mood_scores(text), senses_of(found), dict[str, float]()
    for (name, about), mine in zip(options, own.values(), strict=True):
        score = max((moods.get(each, 0) for each in _meant(name, about)), default=0)
        if score > 0:
            score += _POLE_BONUS
        shares = (
            mine[word] / sum(each.get(word, 0) >= mine[word] for each in own.values())
            for word in found & mine.keys()
        )
        score += fsum(shares)
        telling = {word for word, weight in mine.items() if weight > 1} - found
        if senses_of(telling) & senses:
            score += _SENSE_BONUS
        scores[name] = score
    return scores


def _mood_scores(text: str) -> Mapping[str, float]:
    """The scores of the labels of sentiment by the words of praise and blame in a text."""
    good, bad = sentiment(text)
    is_mixed = 0 < max(good, bad) <= 3 * min(good, bad)
    return {"positive": good - bad, "negative": bad - good, "mixed": (good + bad) * is_mixed}


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
