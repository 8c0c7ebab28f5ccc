"""Documents: the skeleton of a kind, filled from the request and with sentences about its topic.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request; `rewriting.txt` has the ways of rewriting a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import cycle, islice

from mockserver.chat.model.content.article import list_items, remarks
from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.content.questions import Pair
from mockserver.chat.model.content.summary import rewritten
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.demand import Apart, Bound, Demand, Each
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.measures import (
    EMOJI,
    HASHTAGS,
    SENTENCES,
)
from mockserver.chat.model.demands.skeletons import RULES, kinds, localized, skeletons
from mockserver.chat.model.forms.diffs import change_in, type_of_change
from mockserver.chat.model.forms.excerpts import Excerpts
from mockserver.chat.model.forms.frames import ANSWER, are_met, framed, marked, shortened, with_key
from mockserver.chat.model.forms.lists import keywords
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import pieces, stock
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_WORDS = pattern(r"\{words: ([^}]*)\}")
_ROW = pattern(r"(?m)^\s*(?:[-*\u2022]|\d+[.)])\s+(.+)$")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_LISTED = pattern(r"(?i)\b(?:facts|notes|details|data|information)\b[^:\n]{0,20}:")
"""The label of the facts for a document."""

_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two messages."""

_REWRITING = table("content/rewriting.txt")
_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_SHORT = 6
"""A skeleton of fewer lines can be a part of a reply."""

_EMOJI = ("🙂", "✨", "👍", "🎉", "🌟", "💡")
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one.

    A number of items, or of parts between separators, asks for that many documents.
    """
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    if form.headings:
        names = [each.lstrip("# ") for each in form.headings]
        title = ["# {title}"] if names == [*form.headings] else []
        sections = (f"## {each}\n\n{page.section(each)}" for each in names)
        return page.filled("\n\n".join([*title, *sections]))
    variants = skeletons()[form.kind].variants
    start = task.draws.below(len(variants))
    pages = (page.written(each) for each in cycle((*variants[start:], *variants[:start])))
    apart = next((each for each in task.demands if isinstance(each, Apart)), None)
    if RULES.pattern("answer key").search(page.request) and ANSWER.search(variants[0]):
        return with_key(next(pages))
    if apart and len(variants) > 1:
        return f"\n{apart.separator}\n".join(islice(pages, apart.parts))
    items = next((each for each in task.demands if isinstance(each, Items)), None)
    if items and len(variants) > 2:
        several = islice(pages, items.count)
        return "\n\n".join(f"{number}. {each}" for number, each in enumerate(several, 1))
    tried = [*islice(pages, len(variants))]
    bounds = [each for each in task.demands if isinstance(each, Bound)]
    return next((each for each in tried if are_met(bounds, each)), tried[0])


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name.

    The name is that of a kind of document, or of a row of `part` in `documents.txt`.
    """
    kind = _kind_named(name)
    skeleton = skeletons()[kind].variants[0] if kind else RULES.text("part", name)
    return _Document(task, Document(kind or _PLAIN)).written(skeleton) if skeleton else ""


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    if kind := _kind_named(name):
        page = _Document(task, Document(kind))
        variants = skeletons()[kind].variants
        return [page.written(each) for each in islice(cycle(variants), count)]
    listed = _Document(task, Document(_PLAIN)).filled(RULES.text("parts", name))
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


def _kind_named(name: str) -> str:
    """The kind of document that a name means: `meta description` for `Meta descriptions 1`."""
    words = re.sub(r"[\W\d_]+", " ", name.lower()).strip().removesuffix("s")
    kind = kinds().get(words, "")
    is_short = kind and skeletons()[kind].variants[0].count("\n") < _SHORT
    return kind if is_short else ""


class _Document(Excerpts):
    """Fills skeletons for one request. Each public method from `people` on fills a place."""

    def __init__(self, task: Task, form: Document) -> None:
        super().__init__(task)
        self._form = form
        request = self.request
        named = RULES.changed("specifier", RULES.text("subject", request))
        subject = re.sub(r"^(our|my) ", "your ", named) or task.topic
        title = " ".join(map(capitalized, re.sub(r"^(?:the|an?|your) ", "", subject).split()))
        mine = "our " if re.search(r"(?i)\bour\b", request) else "my "
        topic = re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, subject))
        bare = RULES.changed("bare", subject)
        self._values = {
            "title": title,
            "such": subject,
            "topic": topic,
            "bare": bare,
            "tag": re.sub(r"\W", "", title),
            "slug": re.sub(r"\W+", "-", bare.lower()),
            "date": f"{task.now:%B} {task.now.day}, {task.now.year}",
        }
        about = (RULES.text("about", request) or "this") if form.kind == "dialogue" else topic
        about = subject_of(self.text()) if form.kind == "rewrite" else about
        self._lines = cycle(remarks(about, task.draws.below(60)))
        self._items: dict[str, Iterator[str]] = {}

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        demands = self._task.demands
        text = framed(self._complete(self.filled(skeleton)), demands)
        each = [demand.bound for demand in demands if isinstance(demand, Each)]
        bounds = [*each, *(demand for demand in demands if isinstance(demand, Bound))]
        for measure, marks in ((HASHTAGS, self._tags), (EMOJI, _EMOJI)):
            text = marked(text, measure, marks, bounds)
        return shortened(text, bounds)

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
        found = _COUNT.search(self.request)
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
            value = RULES.text(kind, self.request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value

    # The contents of the request

    @cached_property
    def _messages(self) -> list[tuple[str, str]]:
        """The messages that the document has to convey, each as a clause and as a sentence."""
        request = sentences(self.request)
        naming = [*(each for each in request if re.search(self._kind, each)), *request, ""][0]
        found: list[tuple[str, str]] = []
        for sentence in request:
            if sentence == naming and ": " in sentence:
                found.append((sentence.partition(": ")[2], "{x}."))
            elif messages := [*_messages_in(sentence)]:
                found += messages
            elif sentence != naming and not (RULES.text("order", sentence) or demands_in(sentence)):
                found.append((sentence, "{x}."))
        messages = [_turned(*each) for each in found]
        if len(messages) == 1 and any(map(_asks_for_two, self._task.demands)):
            parts = sentences(RULES.changed("in two", messages[0][1]))
            messages = [(each, capitalized(each)) for each in parts]
        return messages

    @cached_property
    def _facts(self) -> list[str]:
        """The facts that the request lists after a colon, else its messages."""
        _, *listed = _LISTED.split(self.request)
        parts = re.split(r";\s*|\n+|(?<=\w)\.(?:\s+|$)", listed[0]) if listed else []
        facts = [as_sentence(part.strip()) for part in parts if part.strip()]
        return facts or [text for _, text in self._messages]

    def section(self, heading: str) -> str:
        """The skeleton of a section: the facts that belong there, else sentences on the topic."""
        look = RULES.text("under", heading)
        facts = [each for each in self._facts if look and re.search(look, each)]
        if self._text or not facts:
            text = self.filled(RULES.text("part", heading))
            if text and not (facts and _LISTED.search(self.request)):
                return _escaped(text)
        rows = facts if len(facts) > 1 and look != "." else []
        text = "\n".join(f"- {each}" for each in rows) or " ".join(facts)
        return _escaped(text) or "{line} {line}"

    def _complete(self, text: str) -> str:
        """A text with the placeholders that the request names and the text lacks."""
        named = re.findall(r"\[[a-z][a-z _-]{1,30}\]", self.request)
        if "placeholder" not in self.request.lower():
            return text
        lacking = [each for each in dict.fromkeys(named) if each not in text]
        return "\n".join(
            [text, "", *(f"{capitalized(each[1:-1])}: {each}" for each in lacking)]
        ).strip()

    @property
    def _kind(self) -> str:
        """A pattern for the names of the kind of document."""
        words = "|".join(map(re.escape, skeletons()[self._form.kind].words))
        return rf"(?i)\b(?:{words})"

    @cached_property
    def _after_kind(self) -> str:
        """The request after the name of the kind of document, else the whole request."""
        parts = re.split(rf"{self._kind}s?\b", self.request, maxsplit=1)
        return parts[-1].strip(" .,\n") or parts[0]

    @cached_property
    def _listed(self) -> list[str]:
        """The items that the request lists, one per line or in a sentence."""
        if rows := _ROW.findall(self.request):
            return rows
        after_colon = self._after_kind.partition(":")[2]
        text = after_colon or RULES.changed("lead", self._after_kind)
        listed = RULES.changed("lead", text.strip())
        parts = _PARTS.split(re.split(r"[.!?](?:\s|$)", listed.strip())[0])
        bare = (part.strip(" .") for part in parts)
        parts = [each for each in bare if each and not (demands_in(each) or _is_part(each))]
        most = max((len(part.split()) for part in parts), default=0)
        if len(parts) > 1 and most <= (20 if after_colon else 4):
            return parts
        found = rewritten(self._text, "the action items")
        return [*found.items] if found else []

    # Places

    def clause(self) -> str:
        """The first content words after the name of the document."""
        return self._first_words(self._after_kind)

    def kebab(self) -> str:
        """The first content words of the text, joined by hyphens."""
        return re.sub(r"\W+", "-", (self.headline() or self._values["bare"]).lower())

    def keywords(self) -> str:
        words = [each for each in keywords(self._text) if not each.isdecimal()]
        return "\n".join(words[:5] or [self._values["bare"]])

    def asked(self) -> str:
        """Questions that the text answers, as a list, else questions about the topic."""
        found = [each.question for each in self._pairs] or self._about("questions")
        return "\n".join(f"- {each}" for each in found)

    def question(self) -> str:
        """The next question that the text answers, else one about the topic."""
        self._pair = next(self._turns, None)
        return self._pair.question if self._pair else self.item("questions")

    def answer(self) -> str:
        """The answer to the last question."""
        return self._pair.answer if self._pair else self.line()

    @cached_property
    def _turns(self) -> Iterator[Pair]:
        return cycle(self._pairs)

    @property
    def _tags(self) -> Iterator[str]:
        """Hashtags on the topic, then any."""
        words = [*self._values["title"].split(), *pieces("shown")["hashtags"][2].split()]
        return (f"#{tag}" for each in words if (tag := re.sub(r"\W", "", each)))

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
        """The messages after the first one; none for a diff."""
        if change_in(self.request):
            return ""
        return " ".join(sentence for _, sentence in self._messages[1:])

    def line(self) -> str:
        return next(self._lines)

    def items(self, name: str) -> str:
        listed = self._listed or self._about(name)[:5]
        return "\n".join(f"- {capitalized(each)}" for each in listed)

    def known(self, name: str) -> str:
        """The items of a list about the topic, one per line."""
        return "\n".join(self._about(name))

    def item(self, name: str) -> str:
        if name not in self._items:
            self._items[name] = cycle(self._listed or self._about(name))
        return next(self._items[name], "")

    def _about(self, name: str) -> list[str]:
        """The items of a list about the topic."""
        return list_items(f"{name} {self._values['bare']}", self._values["topic"])

    def words(self, words: str) -> str:
        """The items with one of these words; an item without such words joins the one before."""
        all_words = {*" ".join(_WORDS.findall(skeletons()[self._form.kind].variants[0])).split()}
        if labelled := self._labelled(words):
            return "\n".join(f"- {capitalized(item)}" for item in labelled)
        if self._labelled(" ".join(all_words)):
            return ""
        rows, fits = [], False
        for item in self._listed or [self._after_kind]:
            item_words = {*re.findall(r"\w+", item.lower())}
            if item_words & all_words:
                fits = bool(item_words & {*words.split()})
            rows += [f"- {capitalized(item)}"] * fits
        return "\n".join(rows)

    def _labelled(self, words: str) -> list[str]:
        """The items after a label of the request that is one of these words: `Added: a, b`."""
        labels = "|".join(words.split())
        match = re.search(rf"(?i)\b(?:{labels})\s*:\s*([^.\n]+)", self.request)
        items = re.split(r"[,;]\s*(?:and )?", match[1]) if match else []
        return [each.strip() for each in items]

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

    @property
    def _points(self) -> Iterator[str]:
        """Different things that can be said of the topic."""
        return (
            each for name in ("facts", "benefits", "tips", "risks") for each in self._about(name)
        )

    def sections(self) -> str:
        """The sections of an outline, as many as the request asks for, with their points."""
        sections = _number_of("sections|parts|chapters|main points", self.request) or 3
        points = _number_of(r"sub-?\s?(?:points|items)|points|bullets", self.request) or 2
        heads, facts = cycle(list_items("outline parts", "")), cycle(map(capitalized, self._points))
        rows = []
        for number in range(min(sections, len(_ROMAN))):
            rows.append(f"{_ROMAN[number]}. {next(heads)}")
            rows += [f"   {letter}. {next(facts)}" for letter in "ABCDEFGH"[:points]]
        return "\n".join(rows)

    def five(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        named = RULES.text("about", self.request) or self._values["bare"]
        bare = RULES.changed("bare", RULES.changed("first noun", named))
        vowels = re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))
        missing = 5 - max(len(vowels), 1)
        return f"{bare} {_SYLLABLES[missing]}".strip() if 0 <= missing < 5 else "A quiet wind moves"

    def pick(self, texts: str) -> str:
        return self._task.draws.pick(texts.split("; "))

    def acrostic(self) -> str:
        """A line for each letter of the word in the request."""
        word = RULES.text("word", self.request) or self._values["bare"]
        lines = {line[0]: line for line in reversed(stock())}
        return "\n".join(lines.get(each, f"{each} is for what we keep.") for each in word.upper())

    def text(self) -> str:
        """The text in the request, corrected."""
        _, *after_colon = re.split(r":\s", self.request, maxsplit=1)
        text = " ".join((after_colon or [self._task.text])[0].split()).strip("\"'")
        text = _REWRITING.changed("mended", text)
        return as_sentence(" ".join(map(capitalized, sentences(text))))

    def reworded(self) -> str:
        """The text as the request wants it rewritten, or only corrected."""
        text = self.text()
        instruction, *after_colon = re.split(r":\s", self.request, maxsplit=1)
        instruction = instruction if after_colon else instruction.replace(self._task.text, "")
        way = _REWRITING.text("way", instruction)
        if way == "longer":
            return f"{text} {self.line()} {self.line()}"
        if text.split()[0].lower() in PLAIN_WORDS - {"i"} or way == "polite":
            text = text[0].lower() + text[1:]
        return " ".join(map(capitalized, sentences(_REWRITING.changed(way, text))))


def _escaped(text: str) -> str:
    """A text without braces, which would be taken for places of the skeleton."""
    return text.replace("{", "(").replace("}", ")")


def _number_of(names: str, text: str) -> int:
    """The number before one of several names in a text, or 0."""
    found = re.search(rf"(?i)\b({FIGURE})[ -](?:\w+ )?(?:{names})\b", text)
    return amount_of(found[1]) if found else 0


def _asks_for_two(demand: Demand) -> bool:
    return isinstance(demand, Bound) and demand.measure == SENTENCES and demand.low == 2


def _is_part(text: str) -> bool:
    """True if a text names a part of a document, such as its steps."""
    return text.lower() in ("ingredients", "steps", "instructions", "title", "introduction")


_ROMAN = "I II III IV V VI VII VIII IX X".split()
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
        if message := re.sub(r"\s*(?:[,;]|\band\b|\bby\b)\s*$", "", message):
            yield message, text


def _turned(message: str, text: str) -> tuple[str, str]:
    """A message addressed to the reader, as a clause and as a sentence in its wording."""
    clause = RULES.changed("turned", message.strip().rstrip("."))
    return clause, re.sub(r"([.?!])\.", r"\1", capitalized(text.format(x=clause)))
