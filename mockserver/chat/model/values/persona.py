"""A person, a place and a firm that go together: whom the fields of one object are about."""

from __future__ import annotations

import unicodedata
from functools import cached_property

from mockserver.chat.model.values.mentions import Mentions
from mockserver.chat.model.values.words import (
    COMPANIES,
    DOMAINS,
    FIRST_NAMES,
    LAST_NAMES,
    LETTERS,
    STREETS,
    TOWNS,
    Town,
)
from mockserver.chat.structured.draws import Draws


class Persona:
    """Whom the fields of an object are about. What the user said comes first."""

    def __init__(self, draws: Draws, facts: Mentions) -> None:
        self.draws = draws
        self.facts = facts

    @cached_property
    def name(self) -> str:
        """The full name."""
        drawn = self.facts.take("name")
        return drawn or f"{self.draws.pick(FIRST_NAMES)} {self.draws.pick(LAST_NAMES)}"

    @property
    def first_name(self) -> str:
        """The given name."""
        return self.name.partition(" ")[0]

    @property
    def last_name(self) -> str:
        """The family name."""
        return self.name.rpartition(" ")[2]

    @cached_property
    def email(self) -> str:
        """An address of theirs."""
        return self.facts.take("email") or f"{self._plain('.')}@{self.draws.pick(DOMAINS)}"

    @property
    def username(self) -> str:
        """The name they log in with."""
        return f"{self._plain('')}{self.draws.between(1, 99)}"

    @cached_property
    def town(self) -> Town:
        """The town they live in."""
        said = self.facts.take("place")
        drawn = next((town for town in TOWNS if town.city == said), self.draws.pick(TOWNS))
        return drawn._replace(city=said) if said else drawn

    @cached_property
    def goal(self) -> str:
        """The town they are going to."""
        if said := self.facts.take("place"):
            return said
        return self.draws.pick([town.city for town in TOWNS if town.city != self.town.city])

    @property
    def street(self) -> str:
        """Street and number."""
        return f"{self.draws.between(1, 180)} {self.draws.pick(STREETS)}"

    @property
    def address(self) -> str:
        """Street, postal code and town."""
        return f"{self.street}, {self.postal_code} {self.town.city}"

    @property
    def postal_code(self) -> str:
        """A postal code of their town."""
        return "".join(map(self._coded, self.town.postal))

    @property
    def phone(self) -> str:
        """A number out of a range that is set aside for fiction."""
        return f"+1-555-01{self.draws.between(0, 99):02d}"

    @cached_property
    def company(self) -> str:
        """The company they work for."""
        return self.draws.pick(COMPANIES)

    def _coded(self, mark: str) -> str:
        if mark == "#":
            return str(self.draws.below(10))
        return self.draws.pick(LETTERS) if mark == "?" else mark

    def _plain(self, between: str) -> str:
        """First and last name in small ASCII letters."""
        name = unicodedata.normalize("NFKD", f"{self.first_name} {self.last_name}".lower())
        bare = "".join(char for char in name if char.isascii() and (char.isalnum() or char == " "))
        return between.join(bare.split()) or "someone"
