"""Documents: the skeleton of a kind, filled from the request and with sentences about its topic.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import cycle, islice

from mockserver.chat.model.content.article import list_items, remarks
from mockserver.chat.model.content.found import as_sentence, capitalized
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
from mockserver.chat.model.texts import sentences

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{[^{}]*\})*))?\}")
_WORDS = pattern(r"\{words: ([^}]*)\}")
_ROW = pattern(r"(?m)^\s*(?:[-*\u2022]|\d+[.)])\s+(.+)$")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_JOINED = pattern(r"(?:,|\band|\bby|\bplus) *$")
"""The end of the words between two messages."""

_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind."""
    page = _Document(task, form)
    if form.headings:
        parts = (f"## {each}\n\n{{line}} {{line}}" for each in form.headings)
        return page.filled("\n\n".join(["# {title}", *parts]))
    written = page.filled(task.draws.pick(skeletons()[form.kind].variants))
    bounds = (each for each in task.demands if isinstance(each, Bound) and each.measure == LINES)
    if lines := next((each.low or each.high for each in bounds), 0):
        return "\n".join(islice(cycle(filter(None, written.split("\n"))), lines))
    return written


class _Document:
    """Fills skeletons for one request. Each public method from `people` on fills a place."""

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
        self._items: dict[str, Iterator[str]] = {}

    def filled(self, skeleton: str) -> str:
        """A skeleton with its places filled, without empty blocks and their headings."""
        kept: list[str] = []
        for block in skeleton.split("\n\n"):
            written = self._repeated(block[2:]) if block.startswith("%\n") else self._block(block)
            if written:
                kept.append(written)
            elif kept and kept[-1].startswith("##"):
                kept.pop()
        return "\n\n".join(kept)

    def _repeated(self, block: str) -> str:
        """A block once for each item, or as often as the request asks for."""
        found = _COUNT.search(self._request)
        count = min(amount_of(found[1]), 20) if found else min(len(self._listed) or 5, 5)
        rows = (self._block(block.replace("{n}", str(row))) for row in range(1, count + 1))
        return ("\n\n" if "\n" in block else "\n").join(rows)

    def _block(self, block: str) -> str:
        """A block with its places filled, without lines whose places are all empty."""
        lines = []
        for line in block.split("\n"):
            values = [self._place(each) for each in _PLACE.finditer(line)]
            if any(values) or not values:
                rest = iter(values)
                lines.append(_PLACE.sub(lambda _, rest=rest: next(rest), line).rstrip())  # type: ignore[misc]
        return "\n".join(lines)

    def _place(self, match: re.Match[str]) -> str:
        name, argument, default = match.groups()
        kind = name.lower()
        if kind in self._values:
            value = self._values[kind]
        elif fill := getattr(self, kind, None):
            value = fill(argument) if argument else fill()
        else:
            value = RULES.text(kind, self._request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value

    # The contents of the request

    @cached_property
    def _messages(self) -> list[tuple[str, str]]:
        """The messages that the document has to convey, each as a clause and as a sentence."""
        request = sentences(self._request)
        naming = [*(each for each in request if re.search(self._kind, each)), *request, ""][0]
        found: list[tuple[str, str]] = []
        for sentence in request:
            if sentence == naming and ": " in sentence:
                found.append((sentence.partition(": ")[2], "{x}."))
            elif messages := [*_messages_in(sentence)]:
                found += messages
            elif sentence != naming and not (RULES.text("order", sentence) or demands_in(sentence)):
                found.append((sentence, "{x}."))
        return [_turned(*each) for each in found]

    @property
    def _kind(self) -> str:
        """A pattern for the names of the kind of document."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        return rf"(?i)\b(?:{words})"

    @cached_property
    def _after_kind(self) -> str:
        """The request after the name of the kind of document, else the whole request."""
        parts = re.split(rf"{self._kind}s?\b", self._request, maxsplit=1)
        return parts[-1].strip(" .,\n") or parts[0]

    @cached_property
    def _listed(self) -> list[str]:
        """The items that the request lists, one per line or in a sentence."""
        if rows := _ROW.findall(self._request):
            return rows
        after_colon = self._after_kind.partition(":")[2]
        text = after_colon or RULES.changed("lead", self._after_kind)
        listed = RULES.changed("lead", text.strip())
        parts = _PARTS.split(re.split(r"[.!?](?:\s|$)", listed.strip())[0])
        parts = [part.strip(" .") for part in parts if part.strip(" .")]
        most = max((len(part.split()) for part in parts), default=0)
        return parts if len(parts) > 1 and most <= (20 if after_colon else 4) else []

    # Places

    def people(self) -> str:
        """The names of people in the request."""
        found = RULES.find_all("people", self._request)
        return ", ".join(dict.fromkeys(each[0] for each in found))

    def headline(self) -> str:
        """A headline: the first content words of the text in the request."""
        text = next(iter(sentences(self._task.text or self._after_kind)), "")
        text = re.sub(r"(?i)\b(?:user|human|assistant|question)\s*:", "", text)
        words = [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in PLAIN_WORDS]
        return " ".join(map(capitalized, words[:5]))

    def subject(self) -> str:
        """The subject line of a mail."""
        message = self._messages[0][0] if self._messages else ""
        words = re.sub(r"^(?:the|an?|my|our|that) ", "", message).split()
        words = [word for word in words if word not in _AUXILIARIES]
        return " ".join(words[:8]).rstrip(",.;") or self._task.title

    def facts(self) -> str:
        return " ".join(sentence for _, sentence in self._messages)

    def fact(self) -> str:
        return self._messages[0][1] if self._messages else self.line()

    def more(self) -> str:
        return " ".join(sentence for _, sentence in self._messages[1:])

    def line(self) -> str:
        return next(self._lines)

    def items(self, name: str) -> str:
        listed = self._listed or list_items(name, self._values["topic"])[:5]
        return "\n".join(f"- {capitalized(each)}" for each in listed)

    def item(self, name: str) -> str:
        if name not in self._items:
            self._items[name] = cycle(self._listed or list_items(name, self._values["topic"]))
        return next(self._items[name], "")

    def words(self, words: str) -> str:
        """The items with one of these words; an item without such words joins the one before."""
        all_words = {*" ".join(_WORDS.findall(skeletons()[self._form.kind].variants[0])).split()}
        rows, fits = [], False
        for item in self._listed or [self._after_kind]:
            item_words = {*re.findall(r"\w+", item.lower())}
            if item_words & all_words:
                fits = bool(item_words & {*words.split()})
            rows += [f"- {capitalized(item)}"] * fits
        return "\n".join(rows)

    def when(self, rows: str) -> str:
        """The text of the first row with a word of the request, else the last text.

        `rows` are `text = words; …; text`.
        """
        request = {*re.findall(r"\w+", self._request.lower())}
        *conditional, last = rows.split("; ")
        pairs = (row.partition(" = ") for row in conditional)
        return next((text for text, _, words in pairs if request & {*words.split()}), last)

    def change(self) -> str:
        """The change of a commit, in the imperative."""
        text = RULES.changed("made", re.split(r"[.\n]", self._after_kind)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    def five(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        bare = self._values["bare"]
        vowels = re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))
        missing = 5 - max(len(vowels), 1)
        return f"{bare} {_SYLLABLES[missing]}".strip() if 0 <= missing < 5 else "A quiet wind moves"

    def pick(self, texts: str) -> str:
        return self._task.draws.pick(texts.split("; "))

    def acrostic(self) -> str:
        """A line for each letter of the word in the request."""
        word = RULES.text("word", self._request) or self._values["bare"]
        lines = {line[0]: line for line in reversed(stock())}
        return "\n".join(lines.get(each, f"{each} is for what we keep.") for each in word.upper())

    def text(self) -> str:
        """The text in the request, corrected."""
        _, *after_colon = re.split(r":\s", self._request, maxsplit=1)
        text = " ".join((after_colon or [self._task.text])[0].split()).strip("\"'")
        text = RULES.changed("mended", text)
        return as_sentence(" ".join(map(capitalized, sentences(text))))

    def polite(self) -> str:
        """The text as a polite request."""
        text = RULES.changed("calm", self.text()).rstrip(" .?")
        return RULES.text("polite", text if text.startswith("I ") else text[0].lower() + text[1:])


_AUXILIARIES = frozenset("is are will be has have been".split())


def _messages_in(sentence: str) -> Iterator[tuple[str, str]]:
    """The messages in a sentence, each up to the next cue, with the wording of its cue."""
    matches = ((row.pattern.search(sentence), row.text or "") for row in RULES.rows("statement"))
    cues = [(match, text) for match, text in matches if match]
    cues.sort(key=lambda each: (each[0].start(), -each[0].end()))
    kept: list[tuple[re.Match[str], str]] = []
    for cue, text in cues:
        if not kept or _JOINED.search(sentence[kept[-1][0].end() : cue.start()]):
            kept.append((cue, text))
    ends = [*(cue.start() for cue, _ in kept[1:]), len(sentence)]
    for (cue, text), end in zip(kept, ends, strict=False):
        message = sentence[cue.end() : end].strip(" .,:;")
        if message := re.sub(r"\s*(?:,|\band\b|\bby\b)\s*$", "", message):
            yield message, text


def _turned(message: str, text: str) -> tuple[str, str]:
    """A message addressed to the reader, as a clause and as a sentence in its wording."""
    clause = RULES.changed("turned", message.strip().rstrip("."))
    return clause, re.sub(r"([.?!])\.", r"\1", capitalized(text.format(x=clause)))
