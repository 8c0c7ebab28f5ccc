"""The topic of a message, from its words alone.

Each word has a kind, written as one letter, so that all else is read off a short text of kinds.
Kinds, outlines and subjects come again and again and are remembered.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from mockserver.chat.model.content.phrases import (
    BEFORE_VERBS,
    CUES,
    DETERMINERS,
    GREETINGS,
    OPENINGS,
    PLAIN_WORDS,
    SUBJECTS,
)
from mockserver.chat.prompt.tokens import split

_WORD = re.compile(r"\w(?:[\w'\u2019.-]*\w)?")
_LONGEST_WORD = 24
_READ = 300

_ACTS = {str(number): act for number, act in enumerate(OPENINGS)}
_KINDS = {act: kind for kind, act in _ACTS.items()}
_KNOWN = {
    **dict.fromkeys(PLAIN_WORDS, "."),
    **{word: _KINDS[act] for word, act in CUES.items()},
    **dict.fromkeys(GREETINGS, _KINDS["greet"]),
    **dict.fromkeys(DETERMINERS, "d"),
    **dict.fromkeys(BEFORE_VERBS, "v"),
}
"""Kinds of known words: a digit for an act, d for a determiner, v for what stands before a verb,
a dot for what says nothing.

Any other word tells what the message is about: N if it is written like a name, s if it ends like
many a verb, else t; or T if a mark stands behind it, so that the next word belongs to something
else.
"""

_SUBJECT = re.compile("d?(?:[Nst][NstT]?|T)")
"""Two telling words that stand side by side make one subject."""

_VERB = re.compile("(?<=v)[stT]|(?<=[Nt])s(?=d)|^[Nst](?=d)")
"""Verbs, which are no subject: `cook` in `how do I cook the rice`, or `plan` in `plan a trip`."""


Topic = tuple[str, tuple[tuple[str, ...], ...]]
"""An act, what the user is after, and two to four subjects as tokens, each led by a blank."""


class Outline(NamedTuple):
    """The act, and the places of the subjects among the words of the message."""

    act: str
    places: tuple[slice, ...]


def topic_of(text: str) -> Topic:
    """The topic of a message; of a long one, that of its end."""
    if len(text) > _READ:
        text = text[-_READ:].partition(" ")[2]
    words = text.split()
    act, places = _outline("".join(map(_kind, words)))
    found = tuple(dict.fromkeys([_subject(" ".join(words[place])) for place in places]))
    return act, found if len(found) > 1 else (found or _FALLBACK[:1]) + _FALLBACK[1:]


@lru_cache(maxsize=512)
def _kind(written: str) -> str:
    found = _WORD.search(written)
    if not found or found[0].isdecimal():
        return "."
    word = found[0]
    if known := _KNOWN.get(word.lower()):
        return known
    if not _is_telling(word):
        return "."
    if found.end() < len(written):
        return "T"
    if word[0].isupper():
        return "N"
    return "s" if word.endswith(("s", "ed")) else "t"


def _is_telling(word: str) -> bool:
    length = len(word)
    if not 2 <= length <= _LONGEST_WORD:
        return False
    return length > 2 or word.isupper()


@lru_cache(maxsize=256)
def _outline(kinds: str) -> Outline:
    without_verbs = _VERB.sub(".", kinds)
    found = _SUBJECT.finditer(without_verbs if _SUBJECT.search(without_verbs) else kinds)
    places = tuple(slice(*match.span()) for match in islice(found, 4))
    return Outline(_act(kinds, is_about_something=bool(places)), places)


def _act(kinds: str, *, is_about_something: bool) -> str:
    acts = [_ACTS[kind] for kind in kinds if kind in _ACTS]
    wanted = [act for act in acts if act != "greet"]
    if wanted:
        return wanted[0]
    return "greet" if acts and not is_about_something else "tell"


@lru_cache(maxsize=256)
def _subject(written: str) -> tuple[str, ...]:
    """The tokens of a subject, in the words of a reply: without marks, `my` as `your`."""
    words = [bare[0] for word in written.split() if (bare := _WORD.search(word))]
    said = [DETERMINERS.get(word.lower(), word) for word in words]
    return tuple(split(" " + " ".join(said)))


_FALLBACK = tuple(map(_subject, SUBJECTS))
