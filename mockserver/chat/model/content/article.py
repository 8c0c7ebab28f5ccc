"""Pages the model writes by itself: lists, explanations, comparisons and others.

It knows what `things.txt` says. Of any other subject it tells how to go about it, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.content import things
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.content.phrases import ABILITIES, CLOSINGS, OPENINGS, REMARKS
from mockserver.chat.model.content.topic import NO_TOPIC, topic_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import data

_READ = 2_000
_MOST_ITEMS = 50
_SECTIONS = {
    "facts": ("In general", 4),
    "steps": ("First steps", 3),
    "questions": ("Questions to ask", 2),
}
"""Lists that make the sections of a page, with their headings and how much of them is told."""

_WANTS_ITEMS = ("wants items", "asks what to do")
"""Cues of messages that no explanation answers."""

_SIDES = {"benefits": "+", "advantages": "+", "pros": "+", "risks": "-", "disadvantages": "-"}
"""Lists that a known thing has of its own."""


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A page, a list or an explanation, if a message asks for one."""
    is_plain = CUES.asks("plain text", message[:_READ]) or CUES.asks(
        "plain text", instructions[:_READ]
    )
    page = _Page(message[:_READ], draw, is_plain=is_plain)
    ways = (
        page.ability, page.comparison, page.both_sides, page.help, page.steps, page.explanation,
        page.listed, page.sections,
    )  # fmt: skip
    return next(filter(None, (way() for way in ways)), None)


def points(name: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list of a name, about a subject."""
    found = things.asked_list(name)
    return _turned(found.items, subject, start) if found else []


def remarks(subject: str, start: int = 0) -> list[str]:
    """Sentences that hold for any subject."""
    return _turned(REMARKS, subject, start)


class _Page:
    """Text about the topic of a message."""

    def __init__(self, message: str, draw: bytes, *, is_plain: bool) -> None:
        self._is_plain = is_plain
        self._message = message
        self._act, subjects = topic_of(message)
        self._draw = draw
        self._names = names = ["".join(subject).strip() for subject in subjects]
        self._subject = next(filter(things.named, names), names[0])
        self.thing = things.named(self._subject)

    def ability(self) -> Answer | None:
        """The reply to a question whether the model can do something."""
        if not CUES.asks("asks for an ability", self._message):
            return None
        ability = ABILITIES[self._draw[0] % len(ABILITIES)]
        return stated(f"Yes, in a simple way. {ability} Just tell me what you need.")

    def explanation(self) -> Answer | None:
        """The explanation of a known thing, if the message asks what it is or how it works."""
        if not self.thing or any(CUES.asks(each, self._message) for each in _WANTS_ITEMS):
            return None
        is_asked = self._act == "make" or CUES.asks("asks to explain", self._message)
        if not is_asked and " " not in self._subject:
            return None
        said = [self.thing.said]
        if self._act == "why" and (reasons := self.thing.points.get("+")):
            said.append(f"What speaks for {self._subject}: {'; '.join(reasons)}.")
        return Answer(" ".join(said), sentences(self.thing.said)[0])

    def help(self) -> Answer | None:
        """Steps to try with a thing that does not work."""
        if not CUES.asks("fails", self._message):
            return None
        known = filter(None, map(things.mentioned, self._names))
        tries = next((each.points["!"] for each in known if "!" in each.points), ())
        rows = "\n".join(f"{number}. {each}." for number, each in enumerate(tries, 1))
        opening = "That is annoying. Here is what to try, one after the other:"
        ending = "Tell me what you see, and we can narrow it down."
        return _whole([opening, rows, ending], tries) if tries else None

    def listed(self) -> Answer | None:
        """Items of a list, as many as are asked for."""
        wants = CUES.asks("wants items", self._message) or CUES.asks(
            "may want items", self._message
        )
        known = things.asked_list(self._message) if wants else None
        if not known:
            return None
        found = CUES.find("count of items", self._message)
        count = amount_of(found["count"]) if found else 0
        held = self._items(known)[: min(count or 5, _MOST_ITEMS)]
        if held[0].endswith(".") and count < 2:
            return Answer(held[0], held[0])
        if count == 1:
            return Answer(_sentence(held[0]), held[0])
        text = "Here are some ideas:\n\n" + "\n".join(f"- {_capital(each)}" for each in held)
        if not count and CUES.asks("wants one", self._message) and len(held) > 2:
            text = f"How about {held[0]}? You could also try {held[1]}, or {held[2]}."
        return Answer(text, ", ".join(held), held, is_known=False)

    def _items(self, known: things.Listed) -> list[str]:
        """The items of a list about the subject, which are not the words that ask for the list."""
        mark = next((mark for word, mark in _SIDES.items() if word in known.words), "")
        items = (self.thing and self.thing.points.get(mark)) or known.items
        rest = re.sub(
            r"[\w'-]+", lambda f: "" if f[0].lower() in known.words else f[0], self._message
        )
        _, subjects = topic_of(rest)
        about = "it" if subjects == NO_TOPIC else "".join(subjects[0]).strip()
        turned = _turned(items, about, self._draw[0])
        is_of_phrases = any(each.count(" ") > 2 for each in items)
        return [*map(_capital, turned)] if is_of_phrases else turned

    def comparison(self) -> Answer | None:
        """A table of two things that are known, else what to compare."""
        found = CUES.find("compares", self._message)
        if not found:
            return None
        names = [re.sub(r"(?i)^(?:the|an?) |\.+$", "", found[side]) for side in "ab"]
        known = [thing for each in names if (thing := things.named(each))]
        if len(known) < len(names):
            compared = [
                each.format(a=names[0], b=names[1])
                for each in data("content/phrases.json")["to_compare"]
            ]
            opening = f"Here is how to compare {names[0]} and {names[1]}."
            rows = "\n".join(f"- {each}" for each in compared)
            ending = "Tell me which of these matters most to you, and I can weigh them."
            return _whole([opening, rows, ending], [each.replace("*", "") for each in compared])
        lead = " ".join(thing.said for thing in known)
        said = sentences(lead)
        for name, thing in zip(names, known, strict=True):
            for mark, side in (("+", "for"), ("-", "against")):
                if mark in thing.points:
                    said.append(f"What speaks {side} {name}: {'; '.join(thing.points[mark])}.")
        if self._is_plain or not all(thing.points for thing in known):
            return Answer(" ".join(said), said[0])
        table = [f"| | {' | '.join(map(_capital, names))} |", "|---|---|---|"]
        for label, mark in (("For", "+"), ("Against", "-")):
            cells = ("; ".join(thing.points.get(mark, ("–",))) for thing in known)
            table.append(f"| **{label}** | {' | '.join(cells)} |")
        ending = "Which one is better depends on what you need it for."
        return _whole([lead, "\n".join(table), ending], said)

    def both_sides(self) -> Answer | None:
        """Arguments for and against the topic."""
        if not CUES.asks("both sides", self._message):
            return None
        held = self.thing.points if self.thing else {}
        good = held.get("+") or points("benefits", self._subject)[:3]
        bad = held.get("-") or points("risks", self._subject)[:3]
        opening = self.thing.said if self.thing else f"Here are both sides of {self._subject}."
        said = [*sentences(opening), *map(_sentence, (*good, *bad))]
        if self._is_plain:
            return Answer(" ".join(said), said[0])
        return _whole([opening, "## Pros", _bullets(good), "## Cons", _bullets(bad)], said)

    def steps(self) -> Answer | None:
        """Numbered steps."""
        found = None if self._is_plain else CUES.find("steps", self._message)
        if found is None:
            return None
        self._subject = found.groupdict().get("of") or self._subject
        items = enumerate(points("steps", self._subject), 1)
        return self._between("\n".join(f"{number}. {_sentence(each)}" for number, each in items))

    def sections(self) -> Answer | None:
        """Headings with a few points each."""
        if self._is_plain or not CUES.asks("long", self._message):
            return None
        parts = []
        for name, (title, count) in _SECTIONS.items():
            items = points(name, self._subject, self._draw[1])[:count]
            parts += [f"## {title}", _bullets(items)]
        return self._between(*parts)

    def _between(self, *parts: str) -> Answer:
        """The parts of a page behind an opening and before a closing."""
        openings = OPENINGS.get(self._act, OPENINGS["tell"])
        opening = _filled(openings[self._draw[2] % len(openings)], self._subject)
        closing = _filled(CLOSINGS[self._draw[3] % len(CLOSINGS)], self._subject)
        said = re.sub(r"(?m)^(?:#+ .*|-|\d+\.)", "", "\n".join(parts)).split("\n")
        return _whole([opening, *parts, closing], filter(None, map(str.strip, said)))


def _whole(parts: Iterable[str], said: Iterable[str]) -> Answer:
    return Answer("\n\n".join(parts), " ".join(map(_sentence, said)), is_known=False)


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {_sentence(each)}" for each in items)


def _turned(items: Iterable[str], subject: str, start: int) -> list[str]:
    """The items about a subject, from another one on."""
    filled = [_filled(each, subject) for each in items]
    start %= len(filled)
    return [*filled[start:], *filled[:start]]


def _filled(text: str, subject: str) -> str:
    return text.format(a=subject, A=_capital(subject))


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sentence(text: str) -> str:
    """A text with a capital at its beginning and a stop at its end."""
    return _capital(text) + ("" if text[-1] in ".?!" else ".")
