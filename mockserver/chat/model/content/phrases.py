"""Phrases about any topic, and the words by which a topic is found: `phrases.json`.

A sentence has one place for a subject, `{a}` behind a blank, or none. It never makes a verb agree
with the subject, since nobody knows whether that is `lists` or `recursion`, and it claims nothing
that does not hold for any subject. The numbers of `remarks`, `small_talk` and `abilities` are
primes, so that any stride visits all before repeating one.
"""

from __future__ import annotations

from importlib.resources import files

import orjson

_DATA = orjson.loads((files(__package__) / "phrases.json").read_bytes())

OPENINGS: dict[str, list[str]] = _DATA["openings"]
"""First sentences, by what the user is after."""

REMARKS: list[str] = _DATA["remarks"]
CLOSINGS: list[str] = _DATA["closings"]
SMALL_TALK: list[str] = _DATA["small_talk"]
"""Middle sentences after a greeting."""

INVITATIONS: list[str] = _DATA["invitations"]
"""Last sentences after a greeting."""

ABILITIES: list[str] = _DATA["abilities"]
"""Middle sentences of an introduction."""

SUBJECTS: list[str] = _DATA["subjects"]
"""In place of the subject of a message that has none."""

LINKING = frozenset(_DATA["linking"].split())
"""Words that make one subject of two: `state of the build`."""

LEADING = frozenset(_DATA["leading"].split())
"""Words behind which the subject stands."""

DETERMINERS: dict[str, str] = _DATA["determiners"]
"""Words in front of a subject, and what they are in the reply."""

BEFORE_VERBS = frozenset(_DATA["before_verbs"].split())
"""Words that a verb follows."""

CUES = {word: act for act, words in _DATA["cues"].items() for word in words.split()}
"""Words that tell what the user is after; the first one in the message decides."""

GREETINGS = frozenset(_DATA["greetings"].split())
PLAIN_WORDS = GREETINGS.union(CUES, " ".join(_DATA["plain_words"]).split())
"""Words that no message is about."""

WEAK_WORDS = frozenset(" ".join(_DATA["weak_words"]).split()) - PLAIN_WORDS
"""Words that mostly tell the form of an answer: a message is about them if about nothing else."""
