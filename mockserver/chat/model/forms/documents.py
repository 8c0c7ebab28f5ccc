"""Documents: the skeleton of a kind, filled with what the request tells, and with the topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import cycle, islice

from mockserver.chat.model.content.article import points as listed
from mockserver.chat.model.content.article import remarks
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.skeletons import mendings, skeletons, tellings
from mockserver.chat.model.forms.stock import stock
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{[^{}]*\})*))?\}")
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")
_TO = pattern(
    r"\b(?:to|for|asking|inviting|thanking|telling|tell|remind|reminding|informing|ask|congratulating|dear)"
    r" (?:my (?:boss|manager|colleague|friend|teacher|landlord|neighbou?r|team|brother|sister) )?"
    r"((?:(?:Mr|Mrs|Ms|Dr|Prof|Frau|Herrn?)\.? )?[A-Z][a-z]+)\b"
)
_ROLE = pattern(
    r"\b(?:to|for|telling|asking|thanking|inviting|tell|ask|remind|reminding|informing|mail) (?:my"
    r" |our |the |a )?"
    r"(boss|manager|team|landlord|teacher|customers?|colleagues?|clients?|friends?|neighbou?rs?|professor"
    r"|recruiter|hiring manager|mother|mom|dad|father|sister|brother|guests|employees|staff"
    r"|parents)\b"
)
_FROM = pattern(
    r"\b(?:[Ff]rom|[Ss]ign(?:ed)?(?: it)?(?: by| as| with)?|[Mm]y name is|I am|I'm)"
    r" ([A-Z][a-z]+(?: [A-Z][a-z]+)?)\b"
)
_EMAIL = pattern(r"[\w.+-]+@[\w-]+\.[\w.]+\w")
_VERSION = pattern(r"\bv?(\d+\.\d+(?:\.\d+)?)\b")
_SPEAKERS = pattern(
    r"\b(?:between|with|about|by|two \w+,|two \w+ named) (?:a |an |the |two \w+,? )?"
    r"(?:\w+ (?=[A-Z]))?(\w+)(?: named \w+)?,? and (?:a |an |the )?(\w+)"
)
_NAMED = pattern(r"\b(?:named|called) ([A-Z]\w+)")
_PEOPLE = pattern(r"(?<![.!?] )(?<!^)\b(?!I\b)[A-Z][a-z]+\b(?! ?\d)")
_ORDERS = pattern(
    r"^(?:please |and )?(?:keep|make|use|include|write|sign|add|do|don't|avoid|be|mention"
    r"|give|end|start|begin"
    r"|limit|format|output|respond|answer|put|draft|create|compose|generate|the (?:tone"
    r"|subject|length|response|answer)\b|no more|at (?:most|least)|in \w+ (?:words|sentences)"
    r"|\d+)\b",
    re.IGNORECASE,
)
"""Sentences that are about the document and do not belong in it."""

_DAY = pattern(
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December"
)
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_LEADS = pattern(
    r"^(?:(?:a|the|an|our|my|\w+ing|next|new|release|version|v?[\d.]+)\s+)*"
    r"(?:about|covering|including|includes?|with|containing|on|for|of|that|which|where|we|have|i)\b\s*"
    r"(?:(?:the )?(?:following|points?|topics?|items?|sections?|changes?"
    r"|version v?[\d.]+)\b[: ]*)*",
    re.IGNORECASE,
)
_GERUND = pattern(
    r"^(?:for|that|which|about|to|on|of|describing|where|:)?:?\s*(?:(?:i|we|the change|it)"
    r" )?(?:have |has )?(\w+)"
)
_PERSONS = {
    "he is": "you are", "she is": "you are", "they are": "you are", "he has": "you have",
    "she has": "you have", "they have": "you have", "he was": "you were", "she was": "you were",
    "he": "you", "she": "you", "they": "you", "him": "you", "them": "you", "his": "your",
    "her": "your", "their": "your",
}  # fmt: skip
_PERSON = pattern(rf"\b(?:{'|'.join(_PERSONS)})\b", re.IGNORECASE)
_RUSHED = pattern(
    r",?\s*\b(?:right now|now|immediately|at once|asap|this instant|already)\b|!", re.I
)
_JOINED = pattern(r"(?:,|\band|\bby|\bplus) *$")
"""A joint before a second thing to be told."""

_HELPERS = frozenset("is are will be has have been".split())
_STREETS = pattern(
    r"\b\d+\w? (?:[A-Z][\w.]+ )+(?:Street|St|Road|Rd|Lane|Avenue|Ave|Way|Square|Drive|Place"
    r"|Court|Hill|Park)\b"
    r"|\b[A-Z]\w+(?:stra\u00dfe|strasse|weg|gasse|platz) \d+"
)
_ABOUT = pattern(
    r"\b(?:about|regarding|on the topic of|discussing|over|on) (.{3,60}?)(?=[.,;:\n]|$| (?:in"
    r"|with|of) (?:\d|\w+ (?:words|lines|sentences)|at most))"
)
_STATES = pattern(r"(?i)^(?:i|we|you|he|she|it|they|this|that|there|the|my|your)\b")


def document(task: Task, form: Document) -> str:
    """A document of the kind that was asked for."""
    sheet = _Sheet(task, form)
    if form.headings:
        parts = (f"## {each}\n\n{{line}} {{line}}" for each in form.headings)
        return sheet.filled("\n\n".join(["# {title}", *parts]))
    ways = skeletons()[form.kind].ways
    written = sheet.filled(ways[task.draws.below(len(ways))])
    lines = _lines_wanted(task) if form.kind in _OF_LINES else 0
    return "\n".join(islice(cycle(filter(None, written.split("\n"))), lines)) if lines else written


_OF_LINES = ("poem", "sonnet", "limerick", "haiku", "dialogue", "tweet")


def _lines_wanted(task: Task) -> int:
    bounds = (each for each in task.demands if isinstance(each, Bound))
    lines = next((each for each in bounds if each.measure == measures.LINES), Bound(measures.LINES))
    return lines.low or lines.high or 0


class _Sheet:
    """A skeleton being filled for one request."""

    def __init__(self, task: Task, form: Document) -> None:
        self._task = task
        self._form = form
        self._request = task.reading.question[:4_000]
        self._point = ""
        about = (self.about() or "this") if form.kind == "dialogue" else self._topic
        self._lines = cycle(remarks(about, task.draws.below(60)))

    def filled(self, skeleton: str) -> str:
        """The skeleton with all its places filled, without what is left empty."""
        kept: list[str] = []
        for block in skeleton.split("\n\n"):
            written = self._repeated(block[2:]) if block.startswith("%\n") else self._block(block)
            if written is not None:
                kept.append(written)
            elif kept and kept[-1].startswith("##"):
                kept.pop()
        return "\n\n".join(kept)

    def _repeated(self, block: str) -> str:
        """A block once for each point."""
        name = found[1] if (found := re.search(r"\{point: ([^}]*)\}", block)) else "facts"
        given = self._given or listed(name, self._topic)
        rows = []
        for number, point in enumerate(islice(cycle(given), self._count(len(given))), 1):
            self._point = _capital(point)
            rows.append(self._block(block.replace("{n}", str(number))) or "")
        return ("\n\n" if "\n" in block else "\n").join(rows)

    def _count(self, most: int) -> int:
        """The number of points that the request names, else as many as there are, up to five."""
        found = re.search(
            rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+", self._request
        )
        return min(amount_of(found[1]), 20) if found else min(most, 5)

    def _block(self, block: str) -> str | None:
        """The lines of a block that have something to say, or None if no place of it is filled."""
        lines: list[str] = []
        for line in block.split("\n"):
            places = [self._place(each) for each in _PLACE.finditer(line)]
            if any(places) or not places:
                lines.append(_with(places, line).rstrip())
        return "\n".join(lines) or None

    def _place(self, found: re.Match[str]) -> str:
        name, argument, instead = found.groups()
        fill = getattr(self, name)
        value: str = fill(argument) if argument else fill()
        return value or (_PLACE.sub(self._place, instead) if instead else "")

    # What the request tells

    @cached_property
    def _told(self) -> list[tuple[str, str]]:
        """A thing to be told, bare and as a sentence."""
        told: list[tuple[str, str]] = []
        for place, sentence in enumerate(sentences(self._request)):
            found = [*_told_in(sentence)]
            is_request = place == self._place_of_request
            if is_request and ": " in sentence:
                found = [(sentence.partition(": ")[2], "{x}.")]
            if not found and not is_request and not _ORDERS.match(sentence):
                found = [(sentence, "{x}.")]
            told += [
                (_turned(said), f"{_capital(shown.format(x=_turned(said)))}")
                for said, shown in found
            ]
        return [
            (said, shown.replace("..", ".").replace("?.", "?").replace("!.", "!"))
            for said, shown in told
        ]

    @cached_property
    def _place_of_request(self) -> int:
        """The place of the sentence that asks for the document."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        found = [
            *map(
                bool, (re.search(rf"(?i)\b(?:{words})", each) for each in sentences(self._request))
            )
        ]
        return found.index(True) if True in found else 0

    @cached_property
    def _behind(self) -> str:
        """The request behind the word for the document, else all of it."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        parts = re.split(rf"(?i)\b(?:{words})s?\b", self._request, maxsplit=1)
        return parts[-1].strip(" .,\n") or parts[0]

    @cached_property
    def _given(self) -> list[str]:
        """The points that the request lists."""
        if rows := re.findall(r"(?m)^\s*(?:[-*\u2022]|\d+[.)])\s+(.+)$", self._request):
            return rows
        behind = self._behind
        after_colon = behind.partition(":")[2]
        behind = after_colon or _LEADS.sub("", behind, count=1)
        behind = re.split(r"[.!?](?:\s|$)", _LEADS.sub("", behind.strip(), count=1).strip())[0]
        parts = [part.strip(" .") for part in _PARTS.split(behind) if part.strip(" .")]
        most = max((len(part.split()) for part in parts), default=0)
        return parts if len(parts) > 1 and most <= (20 if after_colon else 4) else []

    @property
    def _speakers(self) -> list[str]:
        """The names of the two who talk."""
        found, named = _SPEAKERS.search(self._request), _NAMED.findall(self._request)
        if found and len(named) < 2:
            return [name.capitalize() for name in found.groups()]
        return [*named, "Anna", "Ben"]

    @property
    def _topic(self) -> str:
        mine = "our " if re.search(r"(?i)\bour\b", self._request) else "my "
        return re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, self._task.topic))

    @property
    def _bare(self) -> str:
        return re.sub(
            r"^(?:the|an?|your|(?:your |the )?(?:project|app|library|package|tool)) ",
            "",
            self._task.topic,
        )

    # The places of skeletons, by their names

    def to(self) -> str:
        name, role = _TO.search(self._request), _ROLE.search(self._request)
        return name[1] if name else role[1].capitalize() if role else ""

    def street(self) -> str:
        found = _STREETS.search(self._request)
        return found[0] if found else ""

    def about(self) -> str:
        found = _ABOUT.search(self._request)
        return found[1] if found else ""

    def sender(self) -> str:
        found = _FROM.search(self._request)
        return found[1] if found else "[Your name]"

    def address(self) -> str:
        found = _EMAIL.search(self._request)
        return found[0] if found else ""

    def date(self) -> str:
        now = self._task.now
        return f"{now:%B} {now.day}, {now.year}"

    def people(self) -> str:
        named = (each for each in _PEOPLE.findall(self._request) if not _DAY.match(each))
        return ", ".join(dict.fromkeys(named))

    def headline(self) -> str:
        """The telling words of what the request brings along, as a title."""
        text = next(iter(sentences(self._task.given or self._behind)), "")
        text = re.sub(r"(?i)\b(?:user|human|assistant|question)\s*:", "", text)
        words = [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in PLAIN_WORDS]
        return " ".join(_capital(word) for word in words[:5]) or self._task.title

    def subject(self) -> str:
        """A few words that say what it is about."""
        told = self._told[0][0] if self._told else ""
        words = re.sub(r"^(?:the|an?|my|our|that) ", "", told).split()
        if words and words[0] not in ("I", "we", "you"):
            words = [word for word in words if word not in _HELPERS]
        return _capital(" ".join(words[:8]).rstrip(",.;")) if words else self._task.title

    def facts(self) -> str:
        return " ".join(said for _, said in self._told)

    def fact(self) -> str:
        return self._told[0][1] if self._told else next(self._lines)

    def more(self) -> str:
        return " ".join(said for _, said in self._told[1:])

    def said(self) -> str:
        return " ".join(islice(self._lines, 3))

    def points(self, name: str) -> str:
        given = self._given or listed(name, self._topic)[:5]
        return "\n".join(f"- {_capital(each)}" for each in given)

    def point(self, name: str) -> str:
        if self._point:
            return self._point
        items = self._given or listed(name, self._topic)
        self._at = getattr(self, "_at", -1) + 1
        return _capital(items[self._at % len(items)]) if items else ""

    def words(self, words: str) -> str:
        """The points that have one of the words; one without any belongs to those before it."""
        wanted = {*words.split()}
        known = {
            word
            for each in _WORDS.findall(skeletons()[self._form.kind].ways[0])
            for word in each.split()
        }
        rows, fits = [], False
        for point in self._given or [said for said, _ in self._told] or [self._behind]:
            said = {*re.findall(r"\w+", point.lower())}
            if said & known:
                fits = bool(said & wanted)
            rows += [f"- {_capital(point)}"] * fits
        return "\n".join(rows)

    def one(self) -> str:
        return self._speakers[0]

    def other(self) -> str:
        return self._speakers[1]

    def line(self) -> str:
        return next(self._lines)

    def title(self) -> str:
        return self._task.title

    def topic(self) -> str:
        return self._topic

    def such(self) -> str:
        return self._task.topic

    def bare(self) -> str:
        return self._bare

    def tag(self) -> str:
        return re.sub(r"\W", "", self._task.title)

    def slug(self) -> str:
        return re.sub(r"\W+", "-", self._bare.lower())

    def role(self) -> str:
        found = re.search(
            r"(?i)\b(?:for|as) (?:an? |the )?(\w*(?:user|admin|customer|manager|editor"
            r"|developer|student|teacher|owner|buyer|seller|visitor|member|shopper)\w*)",
            self._request,
        )
        return found[1].lower() if found else "user"

    def wish(self) -> str:
        wish = re.search(
            r"(?i)\b(?:who|that|to be able|wants?|can) (?:wants? )?(to [^.,;]+)", self._behind
        )
        return wish[1] if wish else f"to use {self._topic}"

    def reason(self) -> str:
        found = re.search(r"(?i)\b(?:so that|because|in order to) ([^.;]+)", self._request)
        return found[1] if found else "I get my work done faster"

    def version(self) -> str:
        found = _VERSION.search(self._request)
        return found[1] if found else "1.0.0"

    def change(self) -> str:
        """The change made, as a command in one short line."""
        text = re.split(r"[.\n]", self._behind)[0]
        found = _GERUND.search(text)
        verb = found[1] if found else ""
        rest = text[found.end() :] if found else text
        return _capital(f"{_commanded(verb)}{rest}")[:72].strip()

    def did(self) -> str:
        change = self.change()
        return change[:1].lower() + change[1:]

    def when(self, rows: str) -> str:
        """The text before the words of which the request has one, else the last text."""
        said = {*re.findall(r"\w+", self._request.lower())}
        *known, last = rows.split("; ")
        pairs = (row.partition(" = ") for row in known)
        return next((name for name, _, words in pairs if said & {*words.split()}), last)

    def five(self) -> str:
        """A line of five syllables that names the topic, if it is short enough for one."""
        left = 5 - _syllables(self._bare)
        return (
            _capital(f"{self._bare} {_SYLLABLES[left]}".strip())
            if 0 <= left < 5
            else "A quiet wind moves"
        )

    def pick(self, texts: str) -> str:
        return self._task.draws.pick(texts.split("; "))

    def acrostic(self) -> str:
        capitals = re.search(r"\b[A-Z]{2,12}\b", self._request)
        word = capitals or re.search(r"(?<=word |name )[\"']?\w{2,12}", self._request)
        letters = word[0].strip("\"'").upper() if word else self._bare.upper()
        known = {line[0]: line for line in reversed(stock())}
        return "\n".join(
            known.get(each, f"{each} is for what we keep.") for each in letters if each.isalpha()
        )

    def text(self) -> str:
        """The text that the request brings, mended, as proper sentences."""
        behind = re.split(r":\s", self._request, maxsplit=1)
        text = " ".join((behind[1] if len(behind) > 1 else self._task.given).split()).strip("\"'")
        for cue, instead in mendings():
            text = cue.sub(instead, text)
        said = " ".join(_capital(each) for each in sentences(text))
        return said + ("" if said[-1:] in ".!?" else ".")

    def polite(self) -> str:
        """The text as a polite request."""
        text = _RUSHED.sub("", self.text()).rstrip(" .?") or "tell me more"
        if re.match(r"(?i)i (?:want|need)\b", text):
            return (
                re.sub(r"(?i)^i (?:want|need)", "I would like", text)
                + ", if it is not too much trouble. Thank you!"
            )
        if _STATES.match(text):
            said = text if text.startswith("I ") else f"{text[0].lower()}{text[1:]}"
            return f"If I may say so, {said}. Thank you for your understanding."
        return f"Could you please {text[0].lower()}{text[1:]} when you have a moment? Thank you!"


_WORDS = pattern(r"\{words: ([^}]*)\}")


def _with(values: Iterable[str], line: str) -> str:
    """A line with values in its places, one after the other."""
    left = iter(values)
    return _PLACE.sub(lambda _: next(left), line)


def _told_in(sentence: str) -> Iterator[tuple[str, str]]:
    """The things a sentence wants told, each up to the next cue, with their wording."""
    found = [(hit, said) for cue, said in tellings() if (hit := cue.search(sentence))]
    found.sort(key=lambda each: (each[0].start(), -each[0].end()))
    held: list[tuple[re.Match[str], str]] = []
    for hit, said in found:
        if not held or _JOINED.search(sentence[held[-1][0].end() : hit.start()]):
            held.append((hit, said))
    ends = [*(hit.start() for hit, _ in held[1:]), len(sentence)]
    for (hit, said), end in zip(held, ends, strict=False):
        text = re.sub(r"\s*(?:,|\band\b|\bby\b)\s*$", "", sentence[hit.end() : end].strip(" .,:;"))
        if text:
            yield text, said


def _turned(text: str) -> str:
    """A text about someone, said to him."""
    return _PERSON.sub(lambda found: _PERSONS[found[0].lower()], text.strip().rstrip("."))


def _commanded(verb: str) -> str:
    """A verb as a command: `fixing`, `fixes` and `fixed` as `fix`."""
    for ending in ("ing", "ed", "es", "s"):
        if verb.endswith(ending) and len(verb) > len(ending) + 2:
            bare = verb[: -len(ending)]
            if len(bare) > 3 and bare[-1] == bare[-2] and bare[-1] not in "ls":
                return bare[:-1]
            needs = bare[-1] in "vzu" or bare.endswith(
                ("at", "ng", "mov", "nam", "pdat", "ac", "ov", "eas", "os")
            )
            return f"{bare}e" if needs and not bare.endswith("e") else bare
    return verb


def _syllables(text: str) -> int:
    groups = re.findall(
        r"[aeiouy]+", re.sub(r"(?<=[^aeiouy])(?:e|(?<![szxcg])es|(?<![td])ed)\b", "", text.lower())
    )
    return max(len(groups), 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
