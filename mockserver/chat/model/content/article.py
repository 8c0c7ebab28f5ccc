"""Longer replies without a source: lists, explanations, comparisons and instructions.

They use what `things.txt` says. On any other subject they give general advice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.content import things
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized, stated
from mockserver.chat.model.content.phrases import CLOSINGS, OPENINGS, REMARKS
from mockserver.chat.model.content.topic import NO_TOPIC, subject_of, topic_of
from mockserver.chat.model.meaning import words_of
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data
from mockserver.chat.model.texts import sentences

_READ = 2_000
_MOST_ITEMS = 50
_SECTIONS = {
    "facts": ("In general", 4),
    "steps": ("First steps", 3),
    "questions": ("Questions to ask", 2),
}
"""The lists that make the sections of a page, with their headings and numbers of items."""

_MARKUP = pattern(r"(?m)^(?:#+ .*|\|.*|-|\d+\.)|\*\*")
_SIDES = {"benefits": "+", "advantages": "+", "pros": "+", "risks": "-", "disadvantages": "-"}
"""The marks of the lists that a known thing may have, by words for them."""


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A page, a list or an explanation, if a message asks for one."""
    texts = (message[:_READ], instructions[:_READ])
    is_plain = any(CUES.matches("plain text", text) for text in texts)
    page = _Page(message[:_READ], draw, is_plain=is_plain)
    kinds = (
        page.comparison, page.both_sides, page.help, page.steps, page.explanation,
        page.listed, page.sections,
    )  # fmt: skip
    return next(filter(None, (write() for write in kinds)), None)


def list_items(name: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list with a name about a subject, in rotation."""
    found = things.lists_in(name)
    return _rotated(found[0].items, subject, start) if found else []


def requested_items(request: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list that a request asks for about a subject, in rotation."""
    found = _requested(request)
    return _rotated(found.items, subject, start) if found else []


def requested_steps(request: str) -> list[str]:
    """The steps of the instructions that a request asks for, if it does."""
    found = CUES.find("how to", request)
    return list_items("how to", CUES.changed("second person", found["of"])) if found else []


def remarks(subject: str, start: int = 0) -> list[str]:
    """Sentences that are true of any subject, in rotation."""
    return _rotated(REMARKS, subject, start)


class _Page:
    """Text about a topic. Each method returns None if the message does not ask for its text."""

    def __init__(self, message: str, draw: bytes, *, is_plain: bool) -> None:
        self._is_plain = is_plain
        self._message = message
        self._act, subjects = topic_of(message)
        self._draw = draw
        self._names = names = ["".join(subject).strip() for subject in subjects]
        self._subject = names[0]
        if not things.named(names[0]) and any(map(things.named, names)):
            firsts = map(subject_of, CUES.pattern("clause").split(message))
            self._subject = next(filter(things.named, firsts), names[0])
        self.thing = things.named(self._subject)

    def explanation(self) -> Answer | None:
        """The explanation of a known thing."""
        if not self.thing or self._asks("wants items") or self._asks("asks what to do"):
            return None
        is_requested = self._act == "make" or self._asks("asks to explain")
        if not is_requested and " " not in self._subject:
            return None
        text = self.thing.text
        if self._act == "why" and (reasons := self.thing.points.get("+")):
            text += f" Arguments for {self._subject}: {'; '.join(reasons)}."
        return Answer(text, sentences(self.thing.text)[0])

    def help(self) -> Answer | None:
        """Steps to try if a known thing does not work."""
        if not self._asks("fails"):
            return None
        known = filter(None, map(things.mentioned, self._names))
        steps = next((each.points["!"] for each in known if "!" in each.points), ())
        opening = "That is annoying. Here is what to try, one after the other."
        ending = "Tell me what you see, and we can narrow it down."
        return self._page(opening, _numbered(steps), ending) if steps else None

    def listed(self) -> Answer | None:
        """Items of a list, as many as the message asks for."""
        known = _requested(self._message)
        if not known:
            return None
        counted = CUES.find("count of items", self._message)
        count = amount_of(counted["count"]) if counted else 0
        items = self._items(known)[: min(count or 5, _MOST_ITEMS)]
        if count == 1:
            return Answer(as_sentence(items[0]), items[0])
        text = "Here are some ideas:\n\n" + "\n".join(f"- {capitalized(each)}" for each in items)
        if not count and self._asks("wants one") and len(items) > 2:
            text = f"How about {items[0]}? You could also try {items[1]}, or {items[2]}."
        return Answer(text, ", ".join(items), items, is_known=False)

    def comparison(self) -> Answer | None:
        """A table of two known things, or else questions that help to compare them."""
        match = CUES.find("compares", self._message)
        if not match:
            return None
        names = [re.sub(r"(?i)^(?:the|an?) |\.+$", "", match[side]) for side in "ab"]
        known = [thing for each in names if (thing := things.named(each))]
        if len(known) < len(names):
            questions = data("content/phrases.json")["to_compare"]
            rows = "\n".join(f"- {each.format(a=names[0], b=names[1])}" for each in questions)
            ending = "Tell me which of these matters most to you, and I can weigh them."
            return self._page(f"Here is how to compare {names[0]} and {names[1]}.", rows, ending)
        lead = " ".join(thing.text for thing in known)
        table = [f"| | {' | '.join(map(capitalized, names))} |", "|---|---|---|"]
        for label, mark in (("For", "+"), ("Against", "-")):
            cells = ("; ".join(thing.points.get(mark, ("–",))) for thing in known)
            table.append(f"| **{label}** | {' | '.join(cells)} |")
        ending = "Which one is better depends on what you need it for."
        has_points = all(thing.points for thing in known)
        return self._page(lead, "\n".join(table), ending) if has_points else stated(lead)

    def both_sides(self) -> Answer | None:
        """Arguments for and against the topic."""
        if not self._asks("both sides"):
            return None
        known = self.thing.points if self.thing else {}
        good = known.get("+") or list_items("benefits", self._subject)[:3]
        bad = known.get("-") or list_items("risks", self._subject)[:3]
        opening = self.thing.text if self.thing else f"Here are both sides of {self._subject}."
        return self._page(opening, "## Pros", _bullets(good), "## Cons", _bullets(bad))

    def steps(self) -> Answer | None:
        """Numbered steps."""
        match = CUES.find("steps", self._message)
        if match is None:
            return None
        self._subject = match.groupdict().get("of") or self._subject
        return self._between(_numbered(list_items("steps", self._subject)))

    def sections(self) -> Answer | None:
        """Headings with a few points each."""
        if not self._asks("long"):
            return None
        parts = []
        for name, (title, count) in _SECTIONS.items():
            items = list_items(name, self._subject, self._draw[1])[:count]
            parts += [f"## {title}", _bullets(items)]
        return self._between(*parts)

    def _asks(self, name: str) -> bool:
        return CUES.matches(name, self._message)

    def _items(self, known: things.Listed) -> list[str]:
        """The items of a list, filled with the subject that remains without the list's name."""
        mark = next((mark for word, mark in _SIDES.items() if word in known.words), "")
        items = (self.thing and self.thing.points.get(mark)) or known.items
        rest = re.sub(
            r"[\w'-]+", lambda m: "" if m[0].lower() in known.words else m[0], self._message
        )
        _, subjects = topic_of(rest)
        about = "it" if subjects == NO_TOPIC else "".join(subjects[0]).strip()
        rotated = _rotated(items, about, self._draw[0])
        are_phrases = any(each.count(" ") > 2 for each in items)
        return [*map(capitalized, rotated)] if are_phrases else rotated

    def _between(self, *parts: str) -> Answer:
        """The parts of a page between an opening and a closing."""
        openings = OPENINGS.get(self._act, OPENINGS["tell"])
        opening = _filled(openings[self._draw[2] % len(openings)], self._subject)
        closing = _filled(CLOSINGS[self._draw[3] % len(CLOSINGS)], self._subject)
        return self._page(opening, *parts, closing)

    def _page(self, *parts: str) -> Answer:
        """A page, or only its sentences if the reply has to be plain text."""
        lines = _MARKUP.sub("", "\n".join(parts)).split("\n")
        text = " ".join(as_sentence(each.strip()) for each in lines if each.strip(" :"))
        return Answer(text if self._is_plain else "\n\n".join(parts), text, is_known=False)


def _requested(request: str) -> things.Listed | None:
    """The best known list that a request asks for: `names` in `give me names for a pub`."""
    known = things.lists_in(request)
    matches = CUES.find_all("requests", request) if known else ()
    named = [re.sub(r" ideas?$", "", each["what"], flags=re.IGNORECASE) for each in matches]
    heads = [words[-1] for each in named if (words := words_of(each))]
    return next((each for head in heads for each in known if head in each.words), None)


def _numbered(items: Iterable[str]) -> str:
    return "\n".join(f"{number}. {as_sentence(each)}" for number, each in enumerate(items, 1))


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {as_sentence(each)}" for each in items)


def _rotated(items: Iterable[str], subject: str, start: int) -> list[str]:
    """The items filled with a subject, in rotation from an index."""
    filled = [_filled(each, subject) for each in items]
    start %= len(filled)
    return [*filled[start:], *filled[:start]]


def _filled(text: str, subject: str) -> str:
    return text.format(a=subject, A=capitalized(subject))
