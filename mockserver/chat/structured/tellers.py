"""Ways to tell of something: from whom a value is about to its text."""

from __future__ import annotations

from collections.abc import Callable

from mockserver.chat.structured import words
from mockserver.chat.structured.persona import Persona

Tell = Callable[[Persona], str]
"""A text about a persona."""

_FIRST_YEAR = 2023


def date(persona: Persona) -> str:
    """A day in ISO form."""
    return persona.facts.take("date") or _day(persona, _FIRST_YEAR, 3)


def _day(persona: Persona, first: int, years: int) -> str:
    draws = persona.draws
    return f"{first + draws.below(years)}-{draws.between(1, 12):02d}-{draws.between(1, 28):02d}"


def time(persona: Persona) -> str:
    """A time of day in UTC."""
    draws = persona.draws
    return f"{draws.between(7, 19):02d}:{draws.below(60):02d}:{draws.below(60):02d}Z"


def moment(persona: Persona) -> str:
    """A day and a time."""
    return f"{date(persona)}T{time(persona)}"


def uuid(persona: Persona) -> str:
    """A random UUID, which says so of itself."""
    text = f"{persona.draws.below(2**48):012x}{persona.draws.below(2**48):012x}"
    tail = f"{persona.draws.below(2**32):08x}"
    variant = "89ab"[int(tail[0], 16) % 4]
    return f"{text[:8]}-{text[8:12]}-4{text[12:15]}-{variant}{text[15:18]}-{text[18:]}{tail[:6]}"


def url(persona: Persona) -> str:
    """An address in the web."""
    said = persona.facts.take("url")
    return said or f"https://www.{persona.draws.pick(words.DOMAINS)}/{slug(persona)}"


def hostname(persona: Persona) -> str:
    """A name of a host."""
    return f"{persona.draws.pick(words.WORDS)}.{persona.draws.pick(words.DOMAINS)}"


def ipv4(persona: Persona) -> str:
    """An address of a network that is set aside for examples."""
    return f"192.0.2.{persona.draws.between(1, 254)}"


def slug(persona: Persona) -> str:
    """Two words for an address."""
    return f"{persona.draws.pick(words.WORDS)}-{persona.draws.pick(words.WORDS)}"


def code(persona: Persona) -> str:
    """A code as articles and bookings have it."""
    draws = persona.draws
    letters = "".join(draws.pick(words.LETTERS) for _ in range(3))
    return f"{letters}-{draws.between(1000, 9999)}"


def birthday(persona: Persona) -> str:
    """A day on which a grown-up was born."""
    return persona.facts.take("date") or _day(persona, 1962, 42)


def later(persona: Persona) -> str:
    """A day that is still to come."""
    return persona.facts.take("date") or _day(persona, _FIRST_YEAR + 3, 2)


DAYS = (birthday, later)
"""Those who know more of a day than that it is one."""


def version(persona: Persona) -> str:
    """A version of something."""
    draws = persona.draws
    return f"{draws.between(0, 4)}.{draws.below(12)}.{draws.below(10)}"


def file(persona: Persona) -> str:
    """A name of a file."""
    return f"{slug(persona)}.{persona.draws.pick(('pdf', 'csv', 'png', 'txt'))}"


def one_of(options: tuple[str, ...]) -> Tell:
    """How to tell of something by picking one of several words."""
    return lambda persona: persona.draws.pick(options)
