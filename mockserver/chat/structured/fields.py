"""What a field is about, the longest known end of its name first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from mockserver.chat.structured import words
from mockserver.chat.structured.tellers import (
    Tell,
    birthday,
    code,
    date,
    file,
    hostname,
    ipv4,
    later,
    moment,
    one_of,
    slug,
    time,
    url,
    uuid,
    version,
)

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def tell_of(names: Iterable[str]) -> Tell | None:
    """How to tell of a field, by the first of its names that is known."""
    return next(filter(None, map(_known, names)), None)


@lru_cache(maxsize=4096)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, however they are joined, in small letters."""
    return tuple(word.lower() for word in _WORD.findall(name))


@lru_cache(maxsize=4096)
def _known(name: str) -> Tell | None:
    parts = words_of(name)
    for start in range(len(parts)):
        ending = " ".join(parts[start:])
        found = _FIELDS.get(ending) or _FIELDS.get(ending.removesuffix("s"))
        if found:
            return found
    return None


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
