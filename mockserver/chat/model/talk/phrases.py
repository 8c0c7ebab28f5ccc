"""Phrases about any topic, and words that help to find a topic, from `phrases.json`.

A sentence has at most one slot for a subject: `{a}` after a space. No verb agrees with the subject,
which may be `lists` or `recursion`, and no claim is false for any subject. The numbers of
`remarks`, `concerns`, `small_talk` and `abilities` are primes, so that any stride visits all of
them before it repeats one.
"""

from __future__ import annotations

from mockserver.chat.model.text.lists import data

PHRASES = data("talk/phrases.json")

OPENINGS: dict[str, list[str]] = PHRASES["openings"]
"""First sentences, by act."""

DETERMINERS: dict[str, str] = PHRASES["determiners"]
"""Determiners, and their form in the reply."""

_MIDDLES = ("remarks", "small_talk", "concerns", "abilities")
_LAST = ("closings", "invitations", "follow_ups")
REMARKS, SMALL_TALK, CONCERNS, ABILITIES = (list[str](PHRASES[name]) for name in _MIDDLES)
CLOSINGS, INVITATIONS, FOLLOW_UPS = (list[str](PHRASES[name]) for name in _LAST)
SUBJECTS: list[str] = PHRASES["subjects"]
"""Subjects for a message without any."""

CUES = {word: act for act, words in PHRASES["cues"].items() for word in words.split()}
"""The act that each word indicates; the first such word in a message decides."""

GREETINGS = frozenset(PHRASES["greetings"].split())
PLAIN_WORDS = GREETINGS.union(
    CUES, " ".join([*PHRASES["plain_words"], PHRASES["kinds"]["y"]]).split()
)
"""Words that are never a topic."""

WEAK_WORDS = frozenset(" ".join(PHRASES["weak_words"]).split()) - PLAIN_WORDS
"""Words about the form of an answer, which are the topic only if a message has no other."""
