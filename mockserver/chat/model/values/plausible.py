"""Texts that a person would write, by what a property is called and said to be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mockserver.chat.model.content.talk import longer_reply
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values import tellers
from mockserver.chat.model.values.persona import Persona
from mockserver.chat.model.values.tellers import Tell, tell_of
from mockserver.chat.model.values.words import WORDS, listed

_TRIES = 4
_SENTENCE = re.compile(r".+?[.?!](?=\s|$)", re.DOTALL)
_PHRASES = frozenset({"query", "search", "keywords", "question", "event", "task", "subject"})
_SENTENCES = frozenset(
    listed(
        """
        description summary comment note notes explanation reason reasoning thought thoughts
        rationale review feedback bio details overview conclusion advice suggestion
        recommendation instruction instructions step caption justification evidence sentence
        message output result answer observation insight risk goal action context remark finding
        purpose setup punchline plot synopsis premise joke translation definition hint claim
        """
    )
)
_PARAGRAPHS = frozenset(listed("content body text article story essay response reply analysis"))


class Subject(NamedTuple):
    """The subject of a value: the names it goes by, the best first, and the user's words."""

    names: Sequence[str]
    persona: Persona
    hint: str


def fitting_text(subject: Subject, formats: Sequence[str], least: int, most: int) -> str:
    """A text of a length within the closed range."""
    tell = _teller(subject, formats)
    for _ in range(_TRIES):
        text = tell(subject.persona)
        if least <= len(text) <= most:
            return text
    return _stretched(text, subject.persona, least) if len(text) < least else _cut(text, most)


def _teller(subject: Subject, formats: Sequence[str]) -> Tell:
    known = tell_of(subject.names)
    for name in formats:
        if name == "date" and known in tellers.DAYS:
            return known
        if found := _FORMATS.get(name) or tell_of([name]):
            return found
    return _by_last_word(subject) or known or _any


def _by_last_word(subject: Subject) -> Tell | None:
    """For names of what is said rather than known."""
    for name in subject.names:
        last = "".join(words_of(name)[-1:])
        if last in _SENTENCES:
            return lambda persona: _prose(persona, subject.hint, sentences=1)
        if last in _PARAGRAPHS:
            return lambda persona: _prose(persona, subject.hint, sentences=3)
        if last in _PHRASES and subject.hint:
            return lambda _: _topic(subject.hint)
    return None


def _prose(persona: Persona, hint: str, sentences: int) -> str:
    """The first sentences of a reply about the topic."""
    key = b"%d" % persona.draws.below(2**32)
    said = "".join(longer_reply(key, hint, 0))
    found = _SENTENCE.findall(said)[:sentences]
    return "".join(found).strip() or said


def _topic(hint: str) -> str:
    """The topic of the question."""
    _, subjects = topic_of(hint)
    return "".join(subjects[0]).strip()


def _any(persona: Persona) -> str:
    return f"{persona.draws.pick(WORDS)} {persona.draws.pick(WORDS)}"


def _cut(text: str, most: int) -> str:
    """As many whole words as there is room for, else as many characters."""
    if len(text) <= most:
        return text
    words = text[: most + 1].rpartition(" ")[0].rstrip(" ,.;:")
    return words or text[:most]


def _stretched(text: str, persona: Persona, least: int) -> str:
    return " ".join(_filling(text, persona, least))[:least].rstrip().ljust(least, ".")


def _filling(text: str, persona: Persona, least: int) -> Iterator[str]:
    length = len(text)
    yield text
    while length < least:
        word = persona.draws.pick(WORDS)
        length += len(word) + 1
        yield word


_FORMATS: dict[str, Tell] = {
    "date": tellers.date,
    "date-time": tellers.moment,
    "time": tellers.time,
    "email": lambda persona: persona.email,
    "idn-email": lambda persona: persona.email,
    "hostname": tellers.hostname,
    "idn-hostname": tellers.hostname,
    "uri": tellers.url,
    "iri": tellers.url,
    "url": tellers.url,
    "uri-reference": tellers.url,
    "iri-reference": tellers.url,
    "uri-template": lambda persona: f"{tellers.url(persona)}/{{id}}",
    "uuid": tellers.uuid,
    "ipv4": tellers.ipv4,
    "ipv6": lambda persona: f"2001:db8::{persona.draws.between(1, 0xFFFF):x}",
    "duration": lambda persona: f"PT{persona.draws.between(1, 23)}H{persona.draws.below(60)}M",
    "regex": lambda persona: f"^{persona.draws.pick(WORDS)}[0-9]+$",
    "json-pointer": lambda persona: f"/{persona.draws.pick(WORDS)}/{persona.draws.below(9)}",
    "relative-json-pointer": lambda persona: f"1/{persona.draws.pick(WORDS)}",
}
