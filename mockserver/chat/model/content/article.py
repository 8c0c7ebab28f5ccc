"""Pages the model writes by itself: lists, explanations, comparisons and others.

It knows what `things.txt` says. Of any other subject it tells how to go about it, and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.content import things
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.content.phrases import ABILITIES, CLOSINGS, OPENINGS, REMARKS
from mockserver.chat.model.content.things import Thing
from mockserver.chat.model.content.topic import NO_TOPIC, topic_of
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_READ = 2_000
_MOST_ITEMS = 50
_PLAIN = pattern(
    r"\bplain text\b|\b(?:no|without|avoid) (?:any )?(?:markdown|formatting)\b", re.IGNORECASE
)
_THING = (
    r"[\w+#.'-]{1,30}"
    r"(?: (?!and\b|or\b|to\b|with\b|for\b|as\b|in\b|on\b|when\b|by\b|using\b)[\w+#'-]{1,20}){0,2}"
)
_COMPARED = pattern(
    rf"\b(?:compar\w+ (?:of |between )?|differences? between |distinguish (?:between )?|choose"
    rf" between )"
    rf"(?P<a>{_THING}) (?:and|with|to|vs\.?|versus|or|from) (?P<b>{_THING})"
    rf"|(?P<c>{_THING}) (?:vs\.?|versus) (?P<d>{_THING})"
    rf"|\b(?:is|are) (?P<e>{_THING}) (?:better|worse|faster|cheaper|healthier|safer) than"
    rf" (?P<f>{_THING})"
    rf"|\b(?:better|prefer|buy|use|choose|learn)\b[^.?!]{{0,40}}?[:,]? (?:an? |the"
    rf" )?(?P<g>[\w+#'-]+) or (?:an? |the )?(?P<h>[\w+#'-]+)\?",
    re.IGNORECASE,
)
_ABLE = pattern(
    r"\W*(?:can|could|do|are|will) you (?!explain|tell|give|show|list)[^.?!]{0,24}\?\s*",
    re.IGNORECASE,
)
_BOTH_SIDES = pattern(
    r"\b(?:pros and cons|advantages and disadvantages|benefits and (?:drawbacks|risks)|good and"
    r" bad sides)\b",
    re.IGNORECASE,
)
_FAILS = pattern(
    r"\b(?:won'?t|will not|doesn'?t|does not|isn'?t|is not|not|cannot|can'?t|stopped"
    r"|keeps)\b[^.?!]{0,20}"
    r"\b(?:turn\w*|start\w*|work\w*|charg\w*|print\w*|connect\w*|boot\w*|respond\w*|load\w*|open\w*|crash\w*|fail\w*|freez\w*)"
    r"|\b(?:is|are|was|got) (?:\w+ )?(?:broken|slow|frozen|dead|stuck|down|failing)\b"
    r"|\bcrash(?:es|ed)\b|\bfails\b",
    re.IGNORECASE,
)
_LISTS = pattern(
    r"\b(?:list|name|names|give|suggest|recommend|brainstorm|need|ideas?|tips|what (?:should|can"
    r"|could|are|would)|which"
    r"|how (?:do|can|should|to)|some|any|help me|advice|share|propose|pick|come up with|provide"
    r"|generate|write|create|tell|i (?:feel|am))\b",
    re.IGNORECASE,
)
_ONE = pattern(r"\b(?:should i|a|an|one)\b", re.IGNORECASE)
_WANTS_ITEMS = pattern(
    r"\b(?:list|names?|give|suggest|recommend|ideas?|tips|should)\b", re.IGNORECASE
)
_EXPLAINS = pattern(
    r"\b(?:what|explain|describe|define|tell|about|summar\w+|introduc\w+|overview|meaning)\b"
    r"|\bhow (?:does|do|is|are)\b.*\b(?:works?|made|functions?|formed)\b",
    re.IGNORECASE,
)
_STEPS = pattern(r"\bstep[- ]by[- ]step\b|\b(?:tutorial|walkthrough|checklist)\b", re.IGNORECASE)
_LONG = pattern(
    r"\b(?:detailed|in detail|comprehensive|in[- ]depth|thorough(?:ly)?|guide|overview)\b", re.I
)
_WORD = pattern(r"[\w'-]+")
_COUNT = pattern(rf"\b({FIGURE})\s+(?:\w+\s+){{0,3}}?\w+", re.IGNORECASE)
_TO_COMPARE = (
    "**Purpose:** what you need {a} for, and what {b}.",
    "**Effort:** how much time {a} and {b} take, now and later.",
    "**Cost:** what {a} and {b} cost in money and care.",
    "**Risk:** what can go wrong with {a}, and what with {b}.",
)
_SECTIONS = {
    "facts": ("In general", 4),
    "steps": ("First steps", 3),
    "questions": ("Questions to ask", 2),
}
"""Lists that make the sections of a page, with their headings and how much of them is told."""

_SIDES = {"benefits": "+", "advantages": "+", "pros": "+", "risks": "-", "disadvantages": "-"}
"""Lists that a known thing has of its own."""


def at_length(message: str, instructions: str, draw: bytes) -> Answer | None:
    """A page, a list or an explanation, if a message asks for one."""
    is_plain = any(_PLAIN.search(text[:_READ]) for text in (message, instructions))
    page = _Page(message[:_READ], draw, is_plain=is_plain)
    ways = (
        page.ability, page.comparison, page.both_sides, page.help, page.steps, page.explanation,
        page.listed, page.sections,
    )  # fmt: skip
    return next(filter(None, (way() for way in ways)), None)


def points(name: str, subject: str, start: int = 0) -> list[str]:
    """The items of the list of a name, about a subject."""
    found = things.asked_list(name)
    items = [_filled(item, subject) for item in found.items] if found else []
    return [*items[start % len(items) :], *items[: start % len(items)]] if items else []


def remarks(subject: str, start: int = 0) -> list[str]:
    """Sentences that hold for any subject."""
    start %= len(REMARKS)
    return [_filled(each, subject) for each in (*REMARKS[start:], *REMARKS[:start])]


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
        if not _ABLE.fullmatch(self._message):
            return None
        ability = ABILITIES[self._draw[0] % len(ABILITIES)]
        return stated(f"Yes, in a simple way. {ability} Just tell me what you need.")

    def explanation(self) -> Answer | None:
        """The explanation of a known thing, if the message asks what it is or how it works."""
        if not self.thing or _WANTS_ITEMS.search(self._message):
            return None
        is_asked = self._act == "make" or bool(_EXPLAINS.search(self._message))
        if not is_asked and " " not in self._subject:
            return None
        return Answer(self.thing.said, sentences(self.thing.said)[0])

    def help(self) -> Answer | None:
        """Steps to try with a thing that does not work."""
        if not _FAILS.search(self._message):
            return None
        known = [each for word in self._names if (each := things.mentioned(word))]
        tries = next((each.points["!"] for _, each in known if "!" in each.points), ())
        if not tries:
            return None
        rows = "\n".join(f"{number}. {each}." for number, each in enumerate(tries, 1))
        opening = "That is annoying. Here is what to try, one after the other:"
        ending = "Tell me what you see, and we can narrow it down."
        return self._whole([opening, rows, ending], tries)

    def listed(self) -> Answer | None:
        """Items of a list, as many as are asked for."""
        known = things.asked_list(self._message) if _LISTS.search(self._message) else None
        if not known:
            return None
        count = next(filter(None, map(_amount, _COUNT.finditer(self._message))), 0)
        held = self._items(known)[: min(count or 5, _MOST_ITEMS)]
        if held[0].endswith(".") and count < 2:
            return Answer(held[0], held[0])
        if count == 1:
            return Answer(_sentence(held[0]), held[0])
        listed = "\n".join(f"- {each[0].upper()}{each[1:]}" for each in held)
        text = f"Here are some ideas:\n\n{listed}"
        if not count and _ONE.search(self._message) and len(held) > 2:
            text = f"How about {held[0]}? You could also try {held[1]}, or {held[2]}."
        return Answer(text, ", ".join(held), held, is_known=False)

    def _items(self, known: things.Listed) -> list[str]:
        """The items of a list about the subject, which are not the words that ask for the list."""
        mark = next((mark for word, mark in _SIDES.items() if word in known.words), "")
        items = (self.thing and self.thing.points.get(mark)) or known.items
        rest = _WORD.sub(lambda f: "" if f[0].lower() in known.words else f[0], self._message)
        _, subjects = topic_of(rest)
        about = "it" if subjects == NO_TOPIC else "".join(subjects[0]).strip()
        start = self._draw[0] % len(items)
        filled = (_filled(each, about) for each in (*items[start:], *items[:start]))
        return [each[0].upper() + each[1:] if each.count(" ") > 2 else each for each in filled]

    def comparison(self) -> Answer | None:
        """A table of two things that are known, else what to compare."""
        found = _COMPARED.search(self._message)
        if not found:
            return None
        one, other = (each.rstrip(".") for each in found.groups() if each)
        names = [re.sub(r"(?i)^(?:the|an?) ", "", each) for each in (one, other)]
        known = [thing for each in names if (thing := things.named(each))]
        if len(known) < len(names):
            asks = [each.format(a=names[0], b=names[1]) for each in _TO_COMPARE]
            opening = f"Here is how to compare {names[0]} and {names[1]}."
            listed = "\n".join(f"- {each}" for each in asks)
            ending = "Tell me which of these matters most to you, and I can weigh them."
            return self._whole([opening, listed, ending], [each.replace("*", "") for each in asks])
        said = [sentence for thing in known for sentence in sentences(thing.said)]
        for name, thing in zip(names, known, strict=True):
            said += _said_of(name, thing)
        if self._is_plain or not all(thing.points for thing in known):
            return Answer(" ".join(said), said[0])
        titles = [name[0].upper() + name[1:] for name in names]
        rows = [f"| | {' | '.join(titles)} |", "|---|---|---|"]
        for label, mark in (("For", "+"), ("Against", "-")):
            cells = ("; ".join(thing.points.get(mark, ("–",))) for thing in known)
            rows.append(f"| **{label}** | {' | '.join(cells)} |")
        lead = " ".join(thing.said for thing in known)
        ending = "Which one is better depends on what you need it for."
        return self._whole([lead, "\n".join(rows), ending], said)

    def both_sides(self) -> Answer | None:
        """Arguments for and against the topic."""
        if not _BOTH_SIDES.search(self._message):
            return None
        held = self.thing.points if self.thing else {}
        good = held.get("+") or points("benefits", self._subject)[:3]
        bad = held.get("-") or points("risks", self._subject)[:3]
        opening = self.thing.said if self.thing else f"Here are both sides of {self._subject}."
        said = [*sentences(opening), *map(_sentence, (*good, *bad))]
        if self._is_plain:
            return Answer(" ".join(said), said[0])
        return self._whole([opening, "## Pros", _bullets(good), "## Cons", _bullets(bad)], said)

    def steps(self) -> Answer | None:
        """Numbered steps."""
        if self._is_plain or not _STEPS.search(self._message):
            return None
        items = enumerate(points("steps", self._subject), 1)
        return self._between("\n".join(f"{number}. {_sentence(each)}" for number, each in items))

    def sections(self) -> Answer | None:
        """Headings with a few points each."""
        if self._is_plain or not _LONG.search(self._message):
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
        return self._whole([opening, *parts, closing], filter(None, map(str.strip, said)))

    @staticmethod
    def _whole(parts: Iterable[str], said: Iterable[str]) -> Answer:
        return Answer("\n\n".join(parts), " ".join(map(_sentence, said)), is_known=False)


def _said_of(name: str, thing: Thing) -> list[str]:
    """The points of a thing, as sentences."""
    leads = (("+", f"What speaks for {name}:"), ("-", f"What speaks against {name}:"))
    return [
        f"{lead} {'; '.join(thing.points[mark])}." for mark, lead in leads if mark in thing.points
    ]


def _amount(found: re.Match[str]) -> int:
    return amount_of(found[1]) if found[1].lower() not in ("a single",) else 1


def _bullets(items: Iterable[str]) -> str:
    return "\n".join(f"- {_sentence(each)}" for each in items)


def _filled(text: str, subject: str) -> str:
    return text.format(a=subject, A=subject[:1].upper() + subject[1:])


def _sentence(text: str) -> str:
    """A text with a capital at its beginning and a stop at its end."""
    return f"{text[0].upper()}{text[1:]}" + ("" if text[-1] in ".?!" else ".")
