"""The contents of a document for the places of a skeleton: subject, statements, items and lines.

They come from the request, or else are sentences about its topic. `rewriting.txt` has the ways of
rewriting a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import cycle

from mockserver.chat.model.content.article import list_items, remarks
from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.content.questions import Pair, asked_of
from mockserver.chat.model.content.summary import rewritten
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.skeletons import RULES, skeletons
from mockserver.chat.model.forms.diffs import change_in, type_of_change
from mockserver.chat.model.forms.lists import keywords
from mockserver.chat.model.forms.statements import Statement, labelled_in, statements_in
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import pieces
from mockserver.chat.model.look import is_talk
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import bullets_in, sentences
from mockserver.chat.model.tools.choice import asks_for_fact

_READ = 4_000
_WORDS = pattern(r"\{words: ([^}]*)\}")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_REWRITING = table("content/rewriting.txt")
_AUXILIARIES = frozenset("is are will be has have been".split())
_NO_ITEMS = frozenset(["", "ingredients", "steps", "instructions", "title", "introduction"])
"""Parts of a list that are no items: empty ones, and names of parts of a document."""

_ROMAN = "I II III IV V VI VII VIII IX X".split()
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


class DocumentContents:
    """The contents of one document. Each public method fills a place of a skeleton."""

    def __init__(self, task: Task, form: Document) -> None:
        self._task = task
        self._form = form
        self.request = task.reading.question[:_READ]
        self._first_line = task.draws.below(60)
        self._items: dict[str, Iterator[str]] = {}

    def keywords(self) -> str:
        """The keywords of the text, one per line."""
        words = [each for each in keywords(self._text) if not each.isdecimal()]
        return "\n".join(words[:5] or [self.values["bare"]])

    def question(self) -> str:
        """The next question that the text answers, else one about the topic."""
        self._pair = next(self._turns, None)
        return self._pair.question if self._pair else self.item("questions")

    def answer(self) -> str:
        """The answer to the last question."""
        return self._pair.answer if self._pair else self.line()

    def subject(self) -> str:
        """The subject line of a mail."""
        clause = self._statements[0].clause if self._statements else ""
        words = re.sub(r"^(?:the|an?|my|our|that) ", "", clause).split()
        words = [word for word in words if word not in _AUXILIARIES]
        return " ".join(words[:8]).rstrip(",.;") or self._task.title

    def facts(self) -> str:
        """All statements, as sentences."""
        return " ".join(each.sentence for each in self._statements)

    def fact(self) -> str:
        """The first statement, else a sentence about the topic."""
        return self._statements[0].sentence if self._statements else self.line()

    def more(self) -> str:
        """The statements after the first one; none for a diff."""
        if change_in(self.request):
            return ""
        return " ".join(each.sentence for each in self._statements[1:])

    def line(self) -> str:
        """The next sentence about the topic."""
        return next(self._lines)

    def items(self, name: str) -> str:
        """The items that the request lists, else those of a list about the topic."""
        listed = self._listed or self._about(name)[:5]
        return "\n".join(f"- {capitalized(each)}" for each in listed)

    def known(self, name: str) -> str:
        """The items of a list about the topic, one per line."""
        return "\n".join(self._about(name))

    def steps(self) -> str:
        """The steps to the answer to a question of fact, else those of the topic, one per line."""
        question = self._task.last_question
        if question and asks_for_fact(question):
            return f"Find out: {question}\nReport the answer"
        return self.known("steps")

    def item(self, name: str) -> str:
        """The next item that the request lists, else of a list about the topic."""
        if name not in self._items:
            self._items[name] = cycle(self._listed or self._about(name))
        return next(self._items[name], "")

    def words(self, words: str) -> str:
        """The items with one of these words; an item without such words joins the one before."""
        all_words = {*" ".join(_WORDS.findall(skeletons()[self._form.kind].variants[0])).split()}
        if labelled := self._labelled(words):
            return "\n".join(f"- {capitalized(item)}" for item in labelled)
        rows, fits = [], False
        for item in self._listed:
            item_words = {*re.findall(r"\w+", item.lower())}
            if item_words & all_words:
                fits = bool(item_words & {*words.split()})
            rows += [f"- {capitalized(item)}"] * fits
        return "\n".join(rows)

    def when(self, rows: str) -> str:
        """The text of the first row with a word of the request, else the last text.

        `rows` are `text = words; …; text`.
        """
        request = {*re.findall(r"\w+", self.request.lower())}
        *conditional, last = rows.split("; ")
        pairs = (row.partition(" = ") for row in conditional)
        return next((text for text, _, words in pairs if request & {*words.split()}), last)

    def change(self) -> str:
        """The change of a commit, in the imperative."""
        if change := change_in(self.request):
            return change
        text = RULES.changed("made", re.split(r"[.\n]", self._after_kind)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    def type(self) -> str:
        """The type and the scope of a conventional commit."""
        return type_of_change(self.request)

    def agreed(self) -> str:
        """The answer to the message in the request."""
        agreed = RULES.text("agreed", self.request)
        return RULES.changed("addressed", agreed) if agreed[:3] == "yes" else agreed

    def sections(self) -> str:
        """The sections of an outline, as many as the request asks for, with their points."""
        sections = amount_of(RULES.text("sections", self.request) or "3")
        lists = ("facts", "benefits", "tips", "risks")
        facts = cycle(capitalized(each) for name in lists for each in self._about(name))
        heads = cycle(list_items("outline parts", ""))
        rows = []
        for number in range(min(sections, len(_ROMAN))):
            rows.append(f"{_ROMAN[number]}. {next(heads)}")
            rows += [f"   {letter}. {next(facts)}" for letter in "AB"]
        return "\n".join(rows)

    def five(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        named = RULES.text("about", self.request) or self.values["bare"]
        bare = RULES.changed("bare", RULES.changed("first noun", named))
        vowels = re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))
        missing = 5 - max(len(vowels), 1)
        return f"{bare} {_SYLLABLES[missing]}".strip() if 0 <= missing < 5 else "A quiet wind moves"

    def pick(self, texts: str) -> str:
        """One of several texts."""
        return self._task.draws.pick(texts.split("; "))

    def text(self) -> str:
        """The text in the request, corrected."""
        _, *after_colon = re.split(r":\s", self.request, maxsplit=1)
        text = " ".join((after_colon or [self._task.text])[0].split()).strip("\"'")
        text = _REWRITING.changed("mended", text)
        return as_sentence(" ".join(map(capitalized, sentences(text))))

    def reworded(self) -> str:
        """The text as the request wants it rewritten, or only corrected."""
        text = self.text()
        instruction = re.split(r":\s", self.request, maxsplit=1)[0].replace(self._task.text, "")
        way = _REWRITING.text("way", instruction)
        if way == "longer":
            return f"{text} {self.line()} {self.line()}"
        if text.partition(" ")[0].lower() in PLAIN_WORDS - {"i"} or way == "polite":
            text = text[0].lower() + text[1:]
        return " ".join(map(capitalized, sentences(_REWRITING.changed(way, text))))

    # The text in the request

    def people(self) -> str:
        """The names of people in the request: the speakers of a transcript, or else any names."""
        found = [*RULES.find_all("speaker", self.request)]
        found = found or [*RULES.find_all("people", self.request)]
        return ", ".join(dict.fromkeys(each[0].rstrip(": ") for each in found))

    def headline(self) -> str:
        """A headline: the first content words of the text in the request."""
        first = next(iter(sentences(self._text)), "")
        return " ".join(map(capitalized, _content_words(first)[:5]))

    # The parts of the request

    @cached_property
    def labelled(self) -> dict[str, str]:
        """The values that the request labels."""
        return labelled_in(self.request)

    @cached_property
    def _labelled_places(self) -> dict[str, str]:
        """The labelled values that fill a place of the skeleton."""
        places = {RULES.text("labelled place", label): label for label in self.labelled}
        return {
            place: self.labelled[label]
            for place, label in places.items()
            if place not in ("", "facts")
        }

    @cached_property
    def values(self) -> dict[str, str]:
        """The subject in several shapes, and the date."""
        named = RULES.changed("specifier", RULES.text("subject", self.request))
        subject = re.sub(r"^(our|my) ", "your ", named) or self._task.topic
        words = re.sub(r"^(?:the|an?|your) ", "", subject).split()
        title = " ".join(map(capitalized, words))
        mine = "our " if re.search(r"(?i)\bour\b", self.request) else "my "
        bare = RULES.changed("bare", subject)
        now = self._task.now
        return {
            "title": title,
            "such": subject,
            "topic": re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, subject)),
            "bare": bare,
            "tag": re.sub(r"\W", "", title),
            "slug": re.sub(r"\W+", "-", bare.lower()),
            "date": f"{now:%B} {now.day}, {now.year}",
        }

    @cached_property
    def _lines(self) -> Iterator[str]:
        is_dialogue = self._form.kind == "dialogue"
        about = (
            (RULES.text("about", self.request) or "this") if is_dialogue else self.values["topic"]
        )
        return cycle(remarks(about, self._first_line))

    @property
    def _text(self) -> str:
        """The text that the request marks, if any."""
        reading = self._task.reading
        if reading.payload.has_text:
            return reading.payload.text
        is_all = reading.system and (is_talk(reading) or not demands_in(self.request))
        return reading.payload.text if is_all else ""

    @cached_property
    def _pairs(self) -> list[Pair]:
        return asked_of(self._text)

    @cached_property
    def _statements(self) -> list[Statement]:
        """The statements that the document has to convey."""
        return statements_in(self.request, self._kind)

    @property
    def _kind(self) -> str:
        """A pattern for the names of the kind of document."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        return rf"(?i)\b(?:{words})"

    @cached_property
    def _after_kind(self) -> str:
        """The request after the name of the kind of document, else the whole request."""
        return re.split(rf"{self._kind}s?\b", self.request, maxsplit=1)[-1].strip(" .,\n")

    @cached_property
    def _listed(self) -> list[str]:
        """The items that the request lists, one per line or in a sentence."""
        if rows := bullets_in(self.request):
            return rows
        after_colon = self._after_kind.partition(":")[2]
        text = after_colon or RULES.changed("lead", self._after_kind)
        listed = RULES.changed("lead", text.strip())
        parts = _PARTS.split(re.split(r"[.!?](?:\s|$)", listed)[0])
        bare = (part.strip(" .") for part in parts)
        parts = [each for each in bare if each.lower() not in _NO_ITEMS and not demands_in(each)]
        most = max((len(part.split()) for part in parts), default=0)
        if len(parts) > 1 and most <= (20 if after_colon else 4):
            return parts
        found = rewritten(self._text, "the action items")
        return [*found.items] if found else []

    def _about(self, name: str) -> list[str]:
        """The items of a list about the topic."""
        return list_items(f"{name} {self.values['bare']}", self.values["topic"])

    def _labelled(self, words: str) -> list[str]:
        """The items after a label of the request that is one of these words: `Added: a, b`."""
        labels = "|".join(words.split())
        match = re.search(rf"(?i)\b(?:{labels})\s*:\s*([^.\n]+)", self.request)
        items = re.split(r"[,;]\s*(?:and )?", match[1]) if match else []
        return [each.strip() for each in items]

    @cached_property
    def _turns(self) -> Iterator[Pair]:
        return cycle(self._pairs)

    @property
    def _tags(self) -> Iterator[str]:
        """Hashtags on the topic, then any."""
        for each in [*self.values["title"].split(), *pieces("shown")["hashtags"][2].split()]:
            if tag := re.sub(r"\W", "", each):
                yield f"#{tag}"


def _content_words(text: str) -> list[str]:
    return [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in PLAIN_WORDS]
