"""Documents: the skeleton of a kind, filled with what the request tells, and with the topic.

`demands/documents.txt` holds the skeletons and how a request tells what stands in their places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import cycle, islice

from mockserver.chat.model.content.article import points, remarks
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.measures import LINES
from mockserver.chat.model.demands.skeletons import RULES, skeletons
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import stock
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{[^{}]*\})*))?\}")
_WORDS = pattern(r"\{words: ([^}]*)\}")
_ROW = pattern(r"(?m)^\s*(?:[-*\u2022]|\d+[.)])\s+(.+)$")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_JOINED = pattern(r"(?:,|\band|\bby|\bplus) *$")
"""A joint before a second thing to be told."""

_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


def document(task: Task, form: Document) -> str:
    """A document of the kind that was asked for."""
    sheet = _Sheet(task, form)
    if form.headings:
        parts = (f"## {each}\n\n{{line}} {{line}}" for each in form.headings)
        return sheet.filled("\n\n".join(["# {title}", *parts]))
    written = sheet.filled(task.draws.pick(skeletons()[form.kind].ways))
    bounds = (each for each in task.demands if isinstance(each, Bound) and each.measure == LINES)
    if lines := next((each.low or each.high for each in bounds), 0):
        return "\n".join(islice(cycle(filter(None, written.split("\n"))), lines))
    return written


class _Sheet:
    """A skeleton being filled for one request."""

    def __init__(self, task: Task, form: Document) -> None:
        self._task = task
        self._form = form
        self._request = request = task.reading.question[:4_000]
        mine = "our " if re.search(r"(?i)\bour\b", request) else "my "
        topic = re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, task.topic))
        bare = RULES.changed("bare", task.topic)
        self._values = {
            "title": task.title,
            "such": task.topic,
            "topic": topic,
            "bare": bare,
            "tag": re.sub(r"\W", "", task.title),
            "slug": re.sub(r"\W+", "-", bare.lower()),
            "date": f"{task.now:%B} {task.now.day}, {task.now.year}",
        }
        about = (RULES.text("about", request) or "this") if form.kind == "dialogue" else topic
        self._lines = cycle(remarks(about, task.draws.below(60)))
        self._points: dict[str, Iterator[str]] = {}

    def filled(self, skeleton: str) -> str:
        """The skeleton with all its places filled, without what is left empty."""
        kept: list[str] = []
        for block in skeleton.split("\n\n"):
            written = self._repeated(block[2:]) if block.startswith("%\n") else self._block(block)
            if written:
                kept.append(written)
            elif kept and kept[-1].startswith("##"):
                kept.pop()
        return "\n\n".join(kept)

    def _repeated(self, block: str) -> str:
        """A block once for each point, or as often as the request says."""
        found = _COUNT.search(self._request)
        count = min(amount_of(found[1]), 20) if found else min(len(self._given) or 5, 5)
        rows = (self._block(block.replace("{n}", str(row))) for row in range(1, count + 1))
        return ("\n\n" if "\n" in block else "\n").join(rows)

    def _block(self, block: str) -> str:
        """The lines of a block, without those that have places of which none is filled."""
        lines = []
        for line in block.split("\n"):
            values = [self._place(each) for each in _PLACE.finditer(line)]
            if any(values) or not values:
                left = iter(values)
                lines.append(_PLACE.sub(lambda _, left=left: next(left), line).rstrip())  # type: ignore[misc]
        return "\n".join(lines)

    def _place(self, found: re.Match[str]) -> str:
        name, argument, instead = found.groups()
        kind = name.lower()
        if kind in self._values:
            value = self._values[kind]
        elif fill := getattr(self, kind, None):
            value = fill(argument) if argument else fill()
        else:
            value = RULES.text(kind, self._request)
        if not value and instead:
            return _PLACE.sub(self._place, instead)
        return _capital(value) if name[0].isupper() else value

    # What the request tells

    @cached_property
    def _told(self) -> list[tuple[str, str]]:
        """The things to be told, each bare and as a sentence."""
        said = sentences(self._request)
        asks = [*(each for each in said if re.search(self._asking, each)), *said, ""][0]
        told: list[tuple[str, str]] = []
        for sentence in said:
            if sentence == asks and ": " in sentence:
                told.append((sentence.partition(": ")[2], "{x}."))
            elif found := [*_told_in(sentence)]:
                told += found
            elif sentence != asks and not (RULES.text("order", sentence) or demands_in(sentence)):
                told.append((sentence, "{x}."))
        turned = [
            (RULES.changed("turned", bare.strip().rstrip(".")), shown) for bare, shown in told
        ]
        return [
            (bare, re.sub(r"([.?!])\.", r"\1", _capital(shown.format(x=bare))))
            for bare, shown in turned
        ]

    @property
    def _asking(self) -> str:
        """A pattern of the words that ask for the document."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        return rf"(?i)\b(?:{words})"

    @cached_property
    def _behind(self) -> str:
        """The request behind the word for the document, else all of it."""
        parts = re.split(rf"{self._asking}s?\b", self._request, maxsplit=1)
        return parts[-1].strip(" .,\n") or parts[0]

    @cached_property
    def _given(self) -> list[str]:
        """The points that the request lists."""
        if rows := _ROW.findall(self._request):
            return rows
        after_colon = self._behind.partition(":")[2]
        listed = RULES.changed("lead", (after_colon or RULES.changed("lead", self._behind)).strip())
        parts = _PARTS.split(re.split(r"[.!?](?:\s|$)", listed.strip())[0])
        parts = [part.strip(" .") for part in parts if part.strip(" .")]
        most = max((len(part.split()) for part in parts), default=0)
        return parts if len(parts) > 1 and most <= (20 if after_colon else 4) else []

    # The places of skeletons, by their names

    def people(self) -> str:
        """The names in the request, without those of days."""
        found = RULES.find_all("people", self._request)
        return ", ".join(dict.fromkeys(each[0] for each in found))

    def headline(self) -> str:
        """The telling words of what the request brings along, as a title."""
        text = next(iter(sentences(self._task.given or self._behind)), "")
        text = re.sub(r"(?i)\b(?:user|human|assistant|question)\s*:", "", text)
        words = [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in PLAIN_WORDS]
        return " ".join(map(_capital, words[:5])) or self._task.title

    def subject(self) -> str:
        """A few words that say what it is about."""
        told = self._told[0][0] if self._told else ""
        words = re.sub(r"^(?:the|an?|my|our|that) ", "", told).split()
        if words and words[0] not in ("I", "we", "you"):
            words = [word for word in words if word not in _HELPERS]
        return " ".join(words[:8]).rstrip(",.;") or self._task.title

    def facts(self) -> str:
        return " ".join(said for _, said in self._told)

    def fact(self) -> str:
        return self._told[0][1] if self._told else self.line()

    def more(self) -> str:
        return " ".join(said for _, said in self._told[1:])

    def line(self) -> str:
        return next(self._lines)

    def points(self, name: str) -> str:
        given = self._given or points(name, self._values["topic"])[:5]
        return "\n".join(f"- {_capital(each)}" for each in given)

    def point(self, name: str) -> str:
        if name not in self._points:
            self._points[name] = cycle(self._given or points(name, self._values["topic"]))
        return next(self._points[name], "")

    def words(self, words: str) -> str:
        """The points that have one of the words; one without any belongs to those before it."""
        all_words = {*" ".join(_WORDS.findall(skeletons()[self._form.kind].ways[0])).split()}
        rows, fits = [], False
        for point in self._given or [bare for bare, _ in self._told] or [self._behind]:
            said = {*re.findall(r"\w+", point.lower())}
            if said & all_words:
                fits = bool(said & {*words.split()})
            rows += [f"- {_capital(point)}"] * fits
        return "\n".join(rows)

    def when(self, rows: str) -> str:
        """The text before the words of which the request has one, else the last text."""
        said = {*re.findall(r"\w+", self._request.lower())}
        *known, last = rows.split("; ")
        pairs = (row.partition(" = ") for row in known)
        return next((name for name, _, words in pairs if said & {*words.split()}), last)

    def change(self) -> str:
        """The change made, as a command in one short line."""
        text = RULES.changed("made", re.split(r"[.\n]", self._behind)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    def five(self) -> str:
        """A line of five syllables that names the topic, if it is short enough for one."""
        bare = self._values["bare"]
        vowels = re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))
        left = 5 - max(len(vowels), 1)
        return f"{bare} {_SYLLABLES[left]}".strip() if 0 <= left < 5 else "A quiet wind moves"

    def pick(self, texts: str) -> str:
        return self._task.draws.pick(texts.split("; "))

    def acrostic(self) -> str:
        """A line for each letter of the word that is named."""
        word = RULES.text("word", self._request) or self._values["bare"]
        lines = {line[0]: line for line in reversed(stock())}
        letters = [each for each in word.upper() if each.isalpha()]
        return "\n".join(lines.get(each, f"{each} is for what we keep.") for each in letters)

    def text(self) -> str:
        """The text that the request brings, mended, as proper sentences."""
        _, *behind = re.split(r":\s", self._request, maxsplit=1)
        text = RULES.changed(
            "mended", " ".join((behind or [self._task.given])[0].split()).strip("\"'")
        )
        said = " ".join(_capital(each) for each in sentences(text))
        return said if said[-1:] in ".!?" else f"{said}."

    def polite(self) -> str:
        """The text as a polite request."""
        text = RULES.changed("calm", self.text()).rstrip(" .?") or "Tell me more"
        return RULES.text("polite", text if text.startswith("I ") else text[0].lower() + text[1:])


_HELPERS = frozenset("is are will be has have been".split())


def _told_in(sentence: str) -> Iterator[tuple[str, str]]:
    """The things a sentence wants told, each up to the next cue, with their wording."""
    found = [
        (hit, row.text or "") for row in RULES.rows("told") if (hit := row.pattern.search(sentence))
    ]
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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
