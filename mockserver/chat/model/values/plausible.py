"""Texts and numbers that a person would expect, by what a property is called and said to be.

Which names mean what stands in `words.json`: under `fields` the names of texts, under `ranges`
those of numbers with the least, the most and the step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from mockserver.chat.model.content.talk import reply
from mockserver.chat.model.content.topic import topic_of
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.persona import Persona
from mockserver.chat.model.values.words import DATA, DOMAINS, LETTERS, WORDS, listed, named
from mockserver.chat.structured.numbers import Range

Tell = Callable[[Persona], str]
"""A text about a persona."""

_FIRST_YEAR = 2023

_TRIES = 4
_SENTENCE = pattern(r".+?[.?!](?=\s|$)", re.DOTALL)
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


def tell_of(names: Iterable[str]) -> Tell | None:
    """A teller for a field, by the first of its names that is known."""
    return next(filter(None, map(_known, names)), None)


@lru_cache(maxsize=4096)
def _known(name: str) -> Tell | None:
    parts = words_of(name)
    for start in range(len(parts)):
        ending = " ".join(parts[start:])
        found = _FIELDS.get(ending) or _FIELDS.get(ending.removesuffix("s"))
        if found:
            return found
    return None


SOME = Range(1, 100)
_OPERANDS = frozenset(listed("a b c x y z n m first second third left right value num number"))


def usual_range(names: Iterable[str]) -> Range:
    """The numbers a person would expect."""
    return next(filter(None, map(known_range, names)), SOME)


def is_operand(names: Iterable[str]) -> bool:
    """True if a field is one of those that calculations have."""
    return any(_OPERANDS.issuperset(words_of(name)) for name in names)


@lru_cache(maxsize=4096)
def known_range(name: str) -> Range | None:
    """The numbers a person would expect in a field of this name, if it is one of a number."""
    parts = words_of(name)
    return next((_RANGES[word] for word in reversed(parts) if word in _RANGES), None)


def _range(written: str) -> Range:
    least, most, step = written.split()
    return Range(int(least), int(most), Fraction(step))


_RANGES = {
    name: _range(usual) for names, usual in DATA["ranges"].items() for name in names.split(", ")
}


def _teller(subject: Subject, formats: Sequence[str]) -> Tell:
    known = tell_of(subject.names)
    for name in formats:
        if name == "date" and known in _DAYS:
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
    said = "".join(reply(key, hint))
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


def _date(persona: Persona) -> str:
    """A day in ISO form."""
    return persona.facts.take("date") or _day(persona, _FIRST_YEAR, 3)


def _day(persona: Persona, first: int, years: int) -> str:
    draws = persona.draws
    return f"{first + draws.below(years)}-{draws.between(1, 12):02d}-{draws.between(1, 28):02d}"


def _time(persona: Persona) -> str:
    """A time of day in UTC."""
    draws = persona.draws
    return f"{draws.between(7, 19):02d}:{draws.below(60):02d}:{draws.below(60):02d}Z"


def _moment(persona: Persona) -> str:
    """A day and a time."""
    return f"{_date(persona)}T{_time(persona)}"


def _uuid(persona: Persona) -> str:
    """A random UUID, which says so of itself."""
    text = f"{persona.draws.below(2**48):012x}{persona.draws.below(2**48):012x}"
    tail = f"{persona.draws.below(2**32):08x}"
    variant = "89ab"[int(tail[0], 16) % 4]
    return f"{text[:8]}-{text[8:12]}-4{text[12:15]}-{variant}{text[15:18]}-{text[18:]}{tail[:6]}"


def _url(persona: Persona) -> str:
    """An address in the web."""
    said = persona.facts.take("url")
    return said or f"https://www.{persona.draws.pick(DOMAINS)}/{_slug(persona)}"


def _hostname(persona: Persona) -> str:
    """A name of a host."""
    return f"{persona.draws.pick(WORDS)}.{persona.draws.pick(DOMAINS)}"


def _ipv4(persona: Persona) -> str:
    """An address of a network that is set aside for examples."""
    return f"192.0.2.{persona.draws.between(1, 254)}"


def _slug(persona: Persona) -> str:
    """Two words for an address."""
    return f"{persona.draws.pick(WORDS)}-{persona.draws.pick(WORDS)}"


def _code(persona: Persona) -> str:
    """A code as articles and bookings have it."""
    draws = persona.draws
    letters = "".join(draws.pick(LETTERS) for _ in range(3))
    return f"{letters}-{draws.between(1000, 9999)}"


def _birthday(persona: Persona) -> str:
    """A day on which a grown-up was born."""
    return persona.facts.take("date") or _day(persona, 1962, 42)


def _later(persona: Persona) -> str:
    """A day that is still to come."""
    return persona.facts.take("date") or _day(persona, _FIRST_YEAR + 3, 2)


_DAYS = (_birthday, _later)
"""Those who know more of a day than that it is one."""


def _version(persona: Persona) -> str:
    """A version of something."""
    draws = persona.draws
    return f"{draws.between(0, 4)}.{draws.below(12)}.{draws.below(10)}"


def _file(persona: Persona) -> str:
    """A name of a file."""
    return f"{_slug(persona)}.{persona.draws.pick(('pdf', 'csv', 'png', 'txt'))}"


def _one_of(options: tuple[str, ...]) -> Tell:
    """A teller that picks one of several words."""
    return lambda persona: persona.draws.pick(options)


_FORMATS: dict[str, Tell] = {
    "date": _date,
    "date-time": _moment,
    "time": _time,
    "email": lambda persona: persona.email,
    "idn-email": lambda persona: persona.email,
    "hostname": _hostname,
    "idn-hostname": _hostname,
    "uri": _url,
    "iri": _url,
    "url": _url,
    "uri-reference": _url,
    "iri-reference": _url,
    "uri-template": lambda persona: f"{_url(persona)}/{{id}}",
    "uuid": _uuid,
    "ipv4": _ipv4,
    "ipv6": lambda persona: f"2001:db8::{persona.draws.between(1, 0xFFFF):x}",
    "duration": lambda persona: f"PT{persona.draws.between(1, 23)}H{persona.draws.below(60)}M",
    "regex": lambda persona: f"^{persona.draws.pick(WORDS)}[0-9]+$",
    "json-pointer": lambda persona: f"/{persona.draws.pick(WORDS)}/{persona.draws.below(9)}",
    "relative-json-pointer": lambda persona: f"1/{persona.draws.pick(WORDS)}",
}
_TELL: Mapping[str, Tell] = {
    "person": lambda persona: persona.name,
    "first_name": lambda persona: persona.first_name,
    "last_name": lambda persona: persona.last_name,
    "email": lambda persona: persona.email,
    "username": lambda persona: persona.username,
    "phone": lambda persona: persona.phone,
    "town": lambda persona: persona.town.city,
    "destination": lambda persona: persona.goal,
    "birthplace": lambda persona: f"{persona.town.city}, {persona.town.country}",
    "state": lambda persona: persona.town.region,
    "country": lambda persona: persona.town.country,
    "country_code": lambda persona: persona.town.code,
    "zip": lambda persona: persona.postal_code,
    "street": lambda persona: persona.street,
    "address": lambda persona: persona.address,
    "timezone": lambda persona: persona.town.zone,
    "currency": lambda persona: persona.town.currency,
    "company": lambda persona: persona.company,
    "date": _date,
    "birth_date": _birthday,
    "due_date": _later,
    "time": lambda persona: _time(persona)[:5],
    "timestamp": _moment,
    "url": _url,
    "uuid": _uuid,
    "id": _code,
    "slug": _slug,
    "version": _version,
    "file": _file,
    "host": _hostname,
    "ip": _ipv4,
}
_FIELDS = {
    name: _TELL.get(kind) or _one_of(named(kind))
    for kind, names in DATA["fields"].items()
    for name in names.split(", ")
}
