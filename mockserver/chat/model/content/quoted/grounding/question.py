"""A question to passages: its words, and the kind of value that it asks for."""

from __future__ import annotations

from functools import cached_property

from mockserver.chat.model.content.cues import CUES, share_of
from mockserver.chat.model.content.quoted.grounding.evidence import Fact, days_in
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.patterns import pattern

NAME = pattern(r"(?<=\w )[A-Z][\w'-]+")
"""A name within a sentence."""

OPEN_KINDS = ("", "a given name", "a numbered thing")
"""Kinds of which any words of a sentence may be a value."""

UNMISTAKABLE = ("an address", "a telephone")
"""Kinds whose values need no word of the question beside them."""

_BETWEEN_CLAUSES = pattern(r",\s|\s(?:and|but|while)\s")
_WORD = pattern(r"[\w'’-]+")
_FEW = 4
"""The most words of a value that is not searched for a part of the requested kind."""

_READ = 600
"""The most characters of a fact that are searched for a value."""


class Question:
    """A question. Unless it is strict, a fact that shares words with it is an answer."""

    def __init__(self, text: str, is_strict: bool) -> None:
        self.text, self.is_strict = text, is_strict
        self._plain = CUES.changed("in other words", text)
        plain = CUES.pattern("not asked for").sub(" ", self._plain)
        self.stems = tuple(dict.fromkeys(stems_of(plain)))
        self.kind = CUES.text("kind asked for", text)
        """The pattern of values of the kind that it asks for, if it asks for one."""

        self.is_polar = CUES.matches("asks yes or no", text)

    @cached_property
    def days(self) -> set[str]:
        """The days of the week in the question."""
        return days_in(self.text)

    @cached_property
    def names(self) -> set[str]:
        """The stems of the names in the question, apart from days of the week."""
        names = (each for each in NAME.findall(self.text) if not days_in(each))
        return {stem for name in names for stem in stems_of(name)}

    @cached_property
    def thing(self) -> str:
        """The words for what is asked for: `shop owner` in `what is the name of the shop owner`."""
        found = CUES.find("head of a question", self._plain)
        is_open = self.kind in UNMISTAKABLE or CUES.matches("asks for a paragraph", self.text)
        return found["head"] if found and not is_open else ""

    @cached_property
    def head(self) -> frozenset[str]:
        """The last stem of the thing that is asked for."""
        return frozenset(stems_of(self.thing)[-1:])

    def is_limited_by(self, fact: Fact) -> bool:
        """True if a fact says that something is so for some only, and the question is on others."""
        is_limit = self.is_polar and CUES.matches("limits", fact.text)
        return is_limit and bool(self.names.difference(stems_of(fact.text)))

    def accepts(self, fact: Fact) -> bool:
        """True if any value of a pair with this name is of the requested kind."""
        return self.kind in OPEN_KINDS or CUES.text("named kind", fact.name) == self.kind

    def value_in(self, fact: Fact) -> str:
        """The value of a pair, or the part of a sentence that is of the requested kind.

        It is no part of the question. If the question has the whole name of a pair, its value may
        be of any kind.
        """
        if fact.speaker and self.kind == "a person":
            return fact.speaker
        is_named = share_of(stems_of(fact.name), self.stems) == 1
        if fact.value and (is_named or self.accepts(fact)):
            return fact.value
        if 0 < len(fact.value.split()) <= _FEW:
            return fact.value if CUES.matches(self.kind, fact.value) else ""
        return self._value_within((fact.value or fact.text)[:_READ]) if self.kind else ""

    def _value_within(self, text: str) -> str:
        """The value of the requested kind in the clause of a text that shares most with the
        question. Of a value that changed it is the new one, unless the question is on the past."""
        values, change = self._values_in(text), CUES.find("from one to another", text)
        side = "old" if CUES.matches("asks of the past", self.text) else "new"
        changed = [each for each in values if change and each in change[side]]
        subject = " ".join([*NAME.findall(self.text), *text.split()[:3]])
        asked = {*self.stems}.difference(stems_of(subject))
        shares = {e: len(asked.intersection(stems_of(e))) for e in _BETWEEN_CLAUSES.split(text)}

        def share(value: str) -> int:
            return max((shares[clause] for clause in shares if value in clause), default=0)

        return max(changed or values, key=share, default="")

    def _values_in(self, text: str) -> list[str]:
        """The values of the requested kind in a text that are no part of the question."""
        found = [each[0].strip(" .") for each in CUES.pattern(self.kind).finditer(text)]
        new = [each for each in found if each and each.lower() not in self.text.lower()]
        if self.kind == "a person":
            new = [each for each in new if {*stems_of(each)}.isdisjoint(self.stems)]
            asked = [e.start() for e in _WORD.finditer(text) if {*stems_of(e[0])} & {*self.stems}]
            ends = {each: text.find(each) + len(each) for each in new}
            new.sort(key=lambda each: min((abs(at - ends[each]) for at in asked), default=0))
        elif self.kind == "a numbered thing":
            new = [each for each in new if {*stems_of(each)[:1]} <= {*self.stems}]
        return sorted(new, key=lambda each: self.head.isdisjoint(stems_of(each)))
