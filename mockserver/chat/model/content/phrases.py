"""Phrases about any topic, and words that help to find a topic, from `phrases.json`.

A sentence has at most one slot for a subject: `{a}` after a space. No verb agrees with the subject,
which may be `lists` or `recursion`, and no claim is false for any subject. The numbers of
`remarks`, `concerns`, `small_talk` and `abilities` are primes, so that any stride visits all of
them before it repeats one.
"""

from __future__ import annotations

from importlib.resources import files

import orjson

_DATA = orjson.loads((files(__package__) / "phrases.json").read_bytes())

OPENINGS: dict[str, list[str]] = _DATA["openings"]
"""First sentences, by act."""

REMARKS: list[str] = _DATA["remarks"]
CLOSINGS: list[str] = _DATA["closings"]
SMALL_TALK: list[str] = _DATA["small_talk"]
"""Middle sentences after a greeting."""

CONCERNS: list[str] = _DATA["concerns"]
"""Middle sentences after a report, such as the description of a problem."""

FOLLOW_UPS: list[str] = _DATA["follow_ups"]
"""Last sentences after a report."""

INVITATIONS: list[str] = _DATA["invitations"]
"""Last sentences after a greeting."""

ABILITIES: list[str] = _DATA["abilities"]
"""Middle sentences of an introduction."""

SUBJECTS: list[str] = _DATA["subjects"]
"""Subjects for a message without any."""

LINKING = frozenset(_DATA["linking"].split())
"""Words that link two subjects into one: `state of the build`."""

LEADING = frozenset(_DATA["leading"].split())
"""Words before the subject."""

DETERMINERS: dict[str, str] = _DATA["determiners"]
"""Determiners, and their form in the reply."""

BEFORE_VERBS = frozenset(_DATA["before_verbs"].split())
"""Words before a verb."""

FIRST_PERSONS = frozenset(_DATA["first_persons"].split())
"""Words that begin statements of the user about himself."""

WISHES = tuple(_DATA["wishes"])
"""Words behind `I` that ask for something."""

PLEAS = tuple(_DATA["pleas"])
"""Ends of reports that ask for help in general."""

CUES = {word: act for act, words in _DATA["cues"].items() for word in words.split()}
"""The act that each word indicates; the first such word in a message decides."""

GREETINGS = frozenset(_DATA["greetings"].split())
PLAIN_WORDS = GREETINGS.union(CUES, " ".join(_DATA["plain_words"]).split())
"""Words that are never a topic."""

WEAK_WORDS = frozenset(" ".join(_DATA["weak_words"]).split()) - PLAIN_WORDS
"""Words about the form of an answer, which are the topic only if a message has no other."""
