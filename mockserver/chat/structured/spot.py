"""Where in the answer a value stands: what it is called there, and whom it is about."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.chat.structured.demand import Demand
from mockserver.chat.structured.fields import words_of
from mockserver.chat.structured.persona import Persona


class Spot(NamedTuple):
    """Where in the answer a value stands, and whom the object around it is about.

    `room` is how deep values may nest below it.
    """

    path: str
    name: str
    room: int
    persona: Persona
    around: str = ""
    """What the object around it is called."""

    def item(self, index: int, persona: Persona) -> Spot:
        """The spot of an item of this array."""
        path = f"{self.path}[{index}]"
        return self._replace(path=path, room=self.room - 1, persona=persona)

    def member(self, name: str, persona: Persona) -> Spot:
        """The spot of a property of this object."""
        return Spot(f"{self.path}.{name}", name, self.room - 1, persona, self.name)

    def names(self, demand: Demand) -> list[str]:
        """What a value goes by: its property together with the object, alone, its title, and what
        is said about it."""
        named = [self.name, *demand.all("title"), *demand.all("description")]
        last = words_of(self.around)[-1:]
        if last and last != ("user",):
            named.insert(0, f"{last[0].removesuffix('s')} {self.name}")
        return [name for name in named if name]
