"""The topic of a message, from its words alone.

Each word has a kind, written as one letter, so a short text of kinds has the outline of a message.
In the outline of a request, `write a poem about the sea`, the subject follows a mark such as
`about` or the name of a text; the first noun of a message is its subject only if there is no mark.
Kinds, outlines and subjects recur and are cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.model.talk import phrases
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.prompt.tokens import split

_WORD = pattern(r"\w++(?:['\u2019.-]++\w++)*+")
_ADVERB = pattern(r"(?!famil|repl|suppl|assembl|anomal|monopol|butterfl|dragonfl)[a-z]{3,}[a-z]ly")
_LONGEST_WORD = 24
_NEGATION = pattern(r"(?:(?<=ca)n|(?<=wo))?n['\u2019]t\b")
_READ = 300
_MOST = 4
"""The most subjects of a message."""

_NO_RANK = 5
"""The rank of a topic without subjects."""

_KINDS = {act: str(number) for number, act in enumerate(phrases.OPENINGS)}
_ACTS = {kind: act for act, kind in _KINDS.items()} | {"q": "whether", "u": "whether", "p": "tell"}
_KNOWN: dict[str, str] = {
    **dict.fromkeys(phrases.WEAK_WORDS, "w"),
    **dict.fromkeys(phrases.PLAIN_WORDS, "."),
    **{word: _KINDS[act] for word, act in phrases.CUES.items()},
    **dict.fromkeys(phrases.GREETINGS, _KINDS["greet"]),
    **dict.fromkeys(phrases.DETERMINERS, "d"),
    **{word: kind for kind, words in phrases.PHRASES["kinds"].items() for word in words.split()},
}
"""Kinds of known words: a digit for an act, d for a determiner, v before a verb, q before a subject
and its verb, u for `should`, o between two words, a before the subject, w for a text or its form, c
for one with a colon, i for a text that is one to its subject, r for `to`, p for an act on a person,
x before a clause on the form, # for a number, k for a noun after a noun unless the message asks how
something works, y for a verb that is written like a noun, and a dot for a word without meaning.

Any other word is part of the topic: N if it is written like a name, s if it ends like many verbs, g
if it ends in `ing`, else t. T and M are t and N before a punctuation mark, which ends the subject.
"""

_ONE = r"(?>d[.w#y]?[Nstg]{0,3}[NstgTM]|(?:N+&)?(?:N+M?|M)|[Nstg]{0,2}[NstgTM])"
_GERUND = rf"(?:(?<=[aco{_KINDS['tell']}])g[or.]?|g(?=d))"
_SUBJECT = pattern(rf"(?<=q)d?[NstgTM]|{_GERUND}?{_ONE}(?:(?<![TM])o{_ONE}){{0,2}}")
"""Words of the topic side by side, or linked, make one subject."""

_WHOLE = pattern(rf"(?:{_SUBJECT.pattern})(?:(?<=[TM])|(?![wi]))")
"""A subject that is no word before a text, as in `a travel guide`."""

_VERB = pattern(
    "(?<=q[Nst])[stgT]|(?<=qd[Nst])[stgT]|(?<=v)[stgT]|(?<=[^g]r)[stgT]|(?<=[Nt])s(?=d)|^[Nst](?=d)"
    rf"|(?<={_KINDS['what']})s(?=[ado])"
)
"""Verbs, which are not subjects: `cook` in `how do I cook the rice`, `plan` in `plan a trip`."""

_NAMED = pattern(r"(?<={what}d)w|(?<={what}d[Nst.])[w{tell}]|(?<=d){whether}".format_map(_KINDS))
"""Words that are nouns where they stand: `report` in `what an annual report is`, `a will`."""

_ACTOR = pattern(rf"(?<={_KINDS['why']})\.?(?:{_ONE})u[^aco#]")
"""Those who should do something, and the verb: `teams should write` after `why`."""

_PERSON = pattern(rf"(?:(?<=[w{''.join(_ACTS)}])r|p)(?=[dN]){_ONE}")
"""A person to whom something is said: `to a patient`, `tell my landlord`."""

_MARKS = (
    pattern("a(?!#)|c"),
    pattern(
        r"(?<=[wi])[og]|(?<=[wi]#)o|(?<=[{tell}{make}w.o])[{how}{why}{what}]".format_map(_KINDS)
    ),
)
"""Words before the subject, the surest first: `about`, `topic:`, `poem on`, `explain why`."""

_ABOUT = pattern("(?<=[Nstw])g(?=d)|(?<=i)r")
"""Words that are as good as `about`: a verb with its object, and `to` after `introduction`."""

_FORM = pattern(r"x(?:(?![wi][og])[^axTM])*+[TM]?")
"""A clause on the form of a text: `with three examples`."""

_NOUN = pattern("(?<=[Nst])k")

Subject = tuple[str, ...]
"""The tokens of a subject, the first after a blank."""


class Topic(NamedTuple):
    """The act that the user asks for, and up to four subjects."""

    act: str
    subjects: Sequence[Subject]
    rank: int
    """The doubt about the subjects: 0 if a mark is before them, 4 for words about the form."""


def subject_of(text: str) -> str:
    """The first subject of a text: `the sea`."""
    return "".join(topic_of(text).subjects[0]).strip()


def topic_of(text: str) -> Topic:
    """The topic of a message, or of the end of a long one."""
    if len(text) > _READ:
        text = text[-_READ:].partition(" ")[2]
    if "'t" in text or "\u2019t" in text:
        text = _NEGATION.sub(" not", text)
    words = text.split()
    kinds = "".join(map(_kind, words))
    if ":" in text and words[0].endswith(":"):  # A label.
        kinds = f".{kinds[1:]}"
    act, places, rank = _outline(kinds)
    if act in ("tell", "whether", "what") and _is_statement(text.lower(), act):
        act = "report"
    found = [*dict.fromkeys([_subject(" ".join(words[place])) for place in places])]
    return Topic(act, found or NO_TOPIC, rank)


def _is_statement(text: str, act: str) -> bool:
    """True for statements like `my invoice is wrong` and `the build was slow`, also those that end
    with a plea for help."""
    if "?" in text and not text.endswith(_PLEAS):
        return False
    first, _, rest = text.partition(" ")
    if first in _FIRST_PERSONS:
        return not rest.startswith(_WISHES)
    return act == "whether" and first not in phrases.CUES


_FIRST_PERSONS = phrases.PHRASES["first_persons"].split()
_PLEAS, _WISHES = tuple(phrases.PHRASES["pleas"]), tuple(phrases.PHRASES["wishes"])


@lru_cache(maxsize=512)
def _kind(written: str) -> str:
    # Few numbers recur, so plain ones are recognized without a search.
    match = None if written.strip(".,?!").isdecimal() else _WORD.search(written)
    if not match or match[0].isdecimal():
        return "#"
    word = match[0]
    if known := _KNOWN.get(word.lower()):
        return "c" if known == "w" and written.endswith(":") else known
    is_short = len(word) < 2 or (len(word) == 2 and word.islower())
    if is_short or len(word) > _LONGEST_WORD or _ADVERB.fullmatch(word):
        return "."
    is_last = match.end() < len(written)
    if word[0].isupper():
        return "M" if is_last else "N"
    if is_last or not word.endswith(("ing", "ed", "s")):
        return "T" if is_last else "t"
    return "g" if word.endswith("ing") else "s"


@lru_cache(maxsize=256)
def _outline(kinds: str) -> tuple[str, tuple[slice, ...], int]:
    """The act, the positions of the subjects among the words of a message, and their rank."""
    if "k" in kinds and ("q" in kinds or _KINDS["how"] in kinds):
        words = kinds.replace("q", ".").replace("k", ".")
    else:
        words = _NOUN.sub("t", kinds).replace("k", ".")
    readings = (([*found], rank) for found, rank in _readings(words))
    matches, rank = next((each for each in readings if each[0]), ([], _NO_RANK))
    nouns = [
        match
        for place, match in enumerate(matches[:_MOST])
        # A further word that is alone and no name may be an adjective.
        if place == 0 or len(match[0]) > 1 or match[0] in "NM"
    ]
    places = tuple(slice(*each.span()) for each in nouns)
    return _act(kinds, is_about_something=bool(places)), places, rank


def _readings(words: str) -> Iterator[tuple[Iterator[re.Match[str]], int]]:
    """The subjects in an outline with their rank, the surest ones first."""
    words = _ABOUT.sub("a", _NAMED.sub("t", words))
    words = _ACTOR.sub(lambda actor: "." * len(actor[0]), words)
    addressed = _PERSON.sub(lambda person: "w" * len(person[0]), words)
    bare = _FORM.sub(lambda form: "." * len(form[0]), _VERB.sub(".", addressed))
    for rank, marks in enumerate(_MARKS):
        for mark in marks.finditer(bare):
            yield _WHOLE.finditer(bare, mark.end()), rank
    yield _WHOLE.finditer(bare), 2
    yield _SUBJECT.finditer(bare), 2
    for outline in (_VERB.sub(".", words), words):
        yield _SUBJECT.finditer(outline), 3
    yield _SUBJECT.finditer(re.sub("[wy]", "t", words)), 4


def _act(kinds: str, *, is_about_something: bool) -> str:
    acts = [_ACTS[kind] for kind in kinds if kind in _ACTS]
    requests = [act for act in acts if act != "greet"]
    if is_about_something:
        named = [act for act in requests if act != "whether" or kinds[0] in "qu" + _KINDS[act]]
        return next(iter(named or requests), "tell")
    is_greeting = acts[:1] == ["greet"] and requests[:1] in ([], ["how"])
    return "greet" if is_greeting or (acts and not requests) else "introduce"


@lru_cache(maxsize=256)
def _subject(written: str) -> Subject:
    """The tokens of a subject in a reply: without punctuation, and `my` as `your`."""
    words = [bare[0] for word in written.split() if (bare := _WORD.search(word))]
    in_reply = [phrases.DETERMINERS.get(word.lower(), word) for word in words]
    return tuple(split(" " + " ".join(in_reply)))


NO_TOPIC = tuple(map(_subject, phrases.SUBJECTS))
"""Subjects for a message without any."""
