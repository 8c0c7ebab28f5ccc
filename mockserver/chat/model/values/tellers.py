"""Values by what a field is called: from whom an object is about to the text of one field."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.values import words
from mockserver.chat.model.values.persona import Persona

Tell = Callable[[Persona], str]
"""A text about a persona."""

_FIRST_YEAR = 2023


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
    """A teller that picks one of several words."""
    return lambda persona: persona.draws.pick(options)


_PEOPLE = (
    "name, full name, author, customer, user, person, contact, assignee, owner, manager, "
    "employee, student, patient, sender, recipient, attendee, participant, member, speaker, "
    "passenger, guest, reviewer, director, artist, actor, character, teacher, friend, people, "
    "client, applicant, candidate, doctor, colleague, editor, organizer, host name"
)
_PLACES = "city, town, city name, location, origin, place, capital, origin city, departure city"
_GOALS = "destination, destination city, arrival city"
_FIRMS = (
    "company, company name, organization, organization name, organisation, employer, vendor, "
    "vendor name, supplier, brand, manufacturer, business, merchant, publisher, store"
)
_BY_NAMES: tuple[tuple[str, Tell], ...] = (
    (_PEOPLE, lambda persona: persona.name),
    ("first name, given name, forename, firstname", lambda persona: persona.first_name),
    ("last name, family name, surname, lastname", lambda persona: persona.last_name),
    ("email, mail, email address", lambda persona: persona.email),
    ("username, user name, login, handle, nickname", lambda persona: persona.username),
    ("phone, telephone, mobile, fax, phone number", lambda persona: persona.phone),
    (_PLACES, lambda persona: persona.town.city),
    (_GOALS, lambda persona: persona.goal),
    ("birthplace, hometown", lambda persona: f"{persona.town.city}, {persona.town.country}"),
    ("state, province, region, county", lambda persona: persona.town.region),
    ("country, nation, nationality, country name", lambda persona: persona.town.country),
    ("country code", lambda persona: persona.town.code),
    ("zip, zip code, zipcode, postal code, postcode", lambda persona: persona.postal_code),
    ("street, street address, address line, line", lambda persona: persona.street),
    ("address", lambda persona: persona.address),
    ("timezone, time zone, tz", lambda persona: persona.town.zone),
    ("currency, currency code", lambda persona: persona.town.currency),
    (_FIRMS, lambda persona: persona.company),
    ("department, department name, team, team name", one_of(words.DEPARTMENTS)),
    ("job, job title, occupation, position, profession, role", one_of(words.JOBS)),
    ("product, product name, item, item name, order item name", one_of(words.PRODUCTS)),
    ("event, event name, event title, meeting, meeting title, session", one_of(words.EVENTS)),
    ("title, book, movie, film, song, headline, book name, movie name", one_of(words.TITLES)),
    ("gender, sex", one_of(words.GENDERS)),
    ("color, colour", one_of(words.COLOURS)),
    ("language", one_of(words.LANGUAGES)),
    ("locale", one_of(words.LOCALES)),
    ("tag, keyword, category, topic, genre, subject, theme, label, hobby", one_of(words.TOPICS)),
    ("status", one_of(words.STATUSES)),
    ("priority, severity, difficulty, level", one_of(words.PRIORITIES)),
    ("sentiment, mood, tone, emotion", one_of(words.FEELINGS)),
    ("unit, units", one_of(words.UNITS)),
    ("weekday, day, day of week", one_of(words.WEEKDAYS)),
    ("month", one_of(words.MONTHS)),
    ("ingredient, ingredient name", one_of(words.INGREDIENTS)),
    ("date, created, updated, published, created on, when, start, begin", date),
    ("birth date, birthday, birthdate, date of birth, dob, born", birthday),
    ("due date, end date, expiry, deadline, end, expiration date, until", later),
    ("time", lambda persona: time(persona)[:5]),
    ("timestamp, datetime, date time, created at, updated at, at, moment", moment),
    ("url, uri, link, website, homepage, image, avatar, photo, source", url),
    ("uuid, guid", uuid),
    ("id, identifier, sku, reference, code, number, key, serial", code),
    ("slug", slug),
    ("version", version),
    ("file, filename, file name, path, attachment", file),
    ("host, hostname, domain, server", hostname),
    ("ip, ip address", ipv4),
    ("word, property", one_of(words.WORDS)),
)
_FIELDS = {name: tell for names, tell in _BY_NAMES for name in names.split(", ")}
