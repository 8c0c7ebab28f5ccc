"""The topic of a message, from its words alone.

Each word has a kind, written as one letter, so a short text of kinds has the outline of a message.
Kinds, outlines and subjects recur and are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from mockserver.chat.model.content.phrases import (
    CUES,
    DETERMINERS,
    GREETINGS,
    OPENINGS,
    PHRASES,
    PLAIN_WORDS,
    SUBJECTS,
    WEAK_WORDS,
)
from mockserver.chat.model.patterns import pattern
from mockserver.chat.prompt.tokens import split

_WORD = pattern(r"\w++(?:['\u2019.-]++\w++)*+")
_LONGEST_WORD = 24
_READ = 300

_KINDS = {act: str(number) for number, act in enumerate(OPENINGS)}
_ACTS = {kind: act for act, kind in _KINDS.items()} | {"q": "whether"}
_KNOWN: dict[str, str] = {
    **dict.fromkeys(WEAK_WORDS, "w"),
    **dict.fromkeys(PLAIN_WORDS, "."),
    **{word: _KINDS[act] for word, act in CUES.items()},
    **dict.fromkeys(GREETINGS, _KINDS["greet"]),
    **dict.fromkeys(DETERMINERS, "d"),
    **{word: kind for kind, words in PHRASES["kinds"].items() for word in words.split()},
}
"""Kinds of known words: a digit for an act, d for a determiner, v before a verb, q before a subject
and its verb, o between two words, a before the subject, w for a word about the form, k for a noun
after a noun unless the message asks how something works, and a dot for a word without meaning.

Any other word is part of the topic: N if it is written like a name, s if it ends like many verbs,
else t. T and M are t and N before a punctuation mark, which ends the subject.
"""

_SUBJECT = pattern(
    "(?<=q)d?[NstTM]|{one}(?:(?<![TM])o{one}){{1,2}}|{one}".format(
        one=r"(?:d\.?[Nst]{0,2}[NstTM]|N+M?|[Nst]?[NstTM])"
    )
)
"""Two words of the topic side by side, or linked, make one subject."""

_VERB = pattern("(?<=q[Nst])[stT]|(?<=qd[Nst])[stT]|(?<=v)[stT]|(?<=[Nt])s(?=d)|^[Nst](?=d)")
"""Verbs, which are not subjects: `cook` in `how do I cook the rice`, `plan` in `plan a trip`."""

_CODE = pattern(
    r"\b(?:function|hook|method|class|command|operator|keyword|module|library|package|attribute"
    r"|property|decorator|flag|option) (`[^`\s]{1,30}`)"
)
"""A name in code, which is what a message is about."""

_NOUN = pattern("(?<=[Nst])k")

Subject = tuple[str, ...]
"""The tokens of a subject, the first after a blank."""

Topic = tuple[str, Sequence[Subject]]
"""The act that the user asks for, and up to four subjects."""


def subject_of(text: str) -> str:
    """The first subject of a text: `the sea`."""
    return "".join(topic_of(text)[1][0]).strip()


def topic_of(text: str, *, weak: bool = True) -> Topic:
    """The topic of a message, or of the end of a long one. Unless `weak`, words about the form of
    an answer are not subjects."""
    if len(text) > _READ:
        text = text[-_READ:].partition(" ")[2]
    words = text.split()
    kinds = "".join(map(_kind, words))
    act, places = _outline(kinds if weak else kinds.replace("w", "-"))  # a dash is no kind
    if act in ("tell", "whether", "what") and _is_statement(text.lower(), act):
        act = "report"
    found = [*dict.fromkeys(_subject(" ".join(words[place])) for place in places)]
    if "`" in text and (code := _CODE.search(text)):
        others = (each for each in found if code[1].strip("`") not in "".join(each))
        found = [tuple(split(f" {code[1]}")), *others]
    return act, found or NO_TOPIC


def _is_statement(text: str, act: str) -> bool:
    """True for statements like `my invoice is wrong` and `the build was slow`, also those that end
    with a plea for help."""
    if "?" in text and not text.endswith(_PLEAS):
        return False
    first, _, rest = text.partition(" ")
    if first in _FIRST_PERSONS:
        return not rest.startswith(_WISHES)
    return act == "whether" and first not in CUES


_FIRST_PERSONS = PHRASES["first_persons"].split()
_PLEAS, _WISHES = tuple(PHRASES["pleas"]), tuple(PHRASES["wishes"])


@lru_cache(maxsize=512)
def _kind(written: str) -> str:
    # Few numbers recur, so plain ones are recognized without a search.
    match = None if written.strip(".,?!").isdecimal() else _WORD.search(written)
    if not match or match[0].isdecimal():
        return "."
    word = match[0]
    if known := _KNOWN.get(word.lower()):
        return known
    if not 2 <= len(word) <= _LONGEST_WORD or (len(word) == 2 and not word.isupper()):
        return "."
    is_name, is_last = word[0].isupper(), match.end() < len(written)
    if is_name or is_last:
        return ("M" if is_name else "T") if is_last else "N"
    return "s" if word.endswith(("s", "ed")) else "t"


@lru_cache(maxsize=256)
def _outline(kinds: str) -> tuple[str, tuple[slice, ...]]:
    """The act, and the positions of the subjects among the words of a message."""
    if "k" in kinds and ("q" in kinds or _KINDS["how"] in kinds):
        words = kinds.replace("q", ".").replace("k", ".")
    else:
        words = _NOUN.sub("t", kinds).replace("k", ".")
    readings = (_VERB.sub(".", words), words, words.replace("w", "t"))
    read = next(filter(_SUBJECT.search, readings), "")
    matches = [*_SUBJECT.finditer(read, read.find("a") + 1)] or _SUBJECT.finditer(read)
    spans = [match.span() for match in islice(matches, 4)]
    # A single word that is no name may be an adjective.
    nouns = (
        span for span in spans if span == spans[0] or span[1] - span[0] > 1 or read[span[0]] in "NM"
    )
    places = tuple(slice(*span) for span in nouns)
    return _act(kinds, is_about_something=bool(places)), places


def _act(kinds: str, *, is_about_something: bool) -> str:
    acts = [_ACTS[kind] for kind in kinds if kind in _ACTS]
    requests = [act for act in acts if act != "greet"]
    if is_about_something:
        named = [act for act in requests if act != "whether" or kinds[0] in "q" + _KINDS[act]]
        return next(iter(named or requests), "tell")
    is_greeting = acts[:1] == ["greet"] and requests[:1] in ([], ["how"])
    return "greet" if is_greeting or (acts and not requests) else "introduce"


@lru_cache(maxsize=256)
def _subject(written: str) -> Subject:
    """The tokens of a subject in a reply: without punctuation, and `my` as `your`."""
    words = [bare[0] for word in written.split() if (bare := _WORD.search(word))]
    in_reply = [DETERMINERS.get(word.lower(), word) for word in words]
    return tuple(split(" " + " ".join(in_reply)))


NO_TOPIC = tuple(map(_subject, SUBJECTS))
"""Subjects for a message without any."""
