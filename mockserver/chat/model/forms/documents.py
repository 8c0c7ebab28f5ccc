"""Documents: the skeleton of a kind, its places filled from the request.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request. What the request brings, `content/given.py`, comes before sentences about its topic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from itertools import cycle, islice
from typing import NamedTuple

from mockserver.chat.model.content.article import list_items, remarks
from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.given import items_in, request_and_text, sections_in
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.demands import demands_in, measures
from mockserver.chat.model.demands.demand import Bound, Each
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.skeletons import RULES, kinds, localized, skeletons
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.look import is_talk
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import bullets_in, sentences
from mockserver.chat.model.tools.choice import asks_for_fact

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_DIFF = pattern(r"(?ms)^\+\+\+ (?:b/)?(?:\S*/)?(?P<file>\S+).*?^[+-](?![+-])(?P<line>[^\n]+)")
_LABELLED = pattern(r"(?P<label>[A-Z][\w'-]*(?: [\w'-]+){0,2}): *(?P<value>\S.*)")
_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two statements."""

_REWRITING = table("content/rewriting.txt")
_READ = 4_000
_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_SHORT = 6
"""A skeleton of fewer lines can be a part of a reply."""

_FEW = 2
"""With more labelled values than this, a report has a section for each."""

_AUXILIARIES = frozenset("is are will be has have been".split())
_NO_ITEMS = frozenset(["", "ingredients", "steps", "instructions", "title", "introduction"])
"""Parts of a list that are no items: empty ones, and names of parts of a document."""

_ROMAN = "I II III IV V VI VII VIII IX X".split()
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one.

    A number of items, or of parts between separators, asks for that many documents.
    """
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    headings = form.headings
    if form.kind == "report" and len(page.labelled) > _FEW:
        headings = headings or (*page.labelled,)
    if headings:
        return page.sectioned(headings)
    variants = skeletons()[form.kind].variants
    start = task.draws.below(len(variants))
    pages = (page.written(each) for each in islice(cycle(variants), start, None))
    items = next((each for each in task.demands if isinstance(each, Items)), None)
    if items and len(variants) > 2:
        several = islice(pages, items.count)
        return "\n\n".join(f"{number}. {each}" for number, each in enumerate(several, 1))
    return next(pages)


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name.

    The name is that of a kind of document, or of a row of `part` in `documents.txt`.
    """
    kind, skeleton = _part_named(name)
    return _Document(task, Document(kind)).written(skeleton) if skeleton else ""


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    if not (skeleton := _parts_named(name)):
        return []
    listed = _Document(task, Document(_PLAIN)).filled(skeleton)
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


@lru_cache(maxsize=1024)
def _part_named(name: str) -> tuple[str, str]:
    """The kind of document that a part is, and its skeleton, empty for an unknown name."""
    kind = kinds().get(re.sub(r"[\W\d_]+", " ", name.lower()).strip(), "")
    if kind and skeletons()[kind].variants[0].count("\n") < _SHORT:
        return kind, skeletons()[kind].variants[0]
    return _PLAIN, RULES.text("part", name)


_parts_named = lru_cache(maxsize=1024)(partial(RULES.text, "parts"))


class _Document:
    """Fills skeletons from one request. Each public method without a note fills the place that has
    its name."""

    def __init__(self, task: Task, form: Document) -> None:
        self._task = task
        self._form = form
        self.request = task.reading.question[:_READ]
        self._items: dict[str, Iterator[str]] = {}

    # Filling

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        demands = self._task.demands
        each = [demand.bound for demand in demands if isinstance(demand, Each)]
        bounds = [*each, *(demand for demand in demands if isinstance(demand, Bound))]
        return _shortened(self.filled(skeleton), bounds)

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

    def sectioned(self, headings: Sequence[str]) -> str:
        """A document with these headings, each with what the request brings for it."""
        marked = [each if each.startswith("#") else f"## {each}" for each in headings]
        level = max(marked[0].index(" ") - 1, 1)
        title = self._block("{title}")
        version = RULES.text("version", self.request) if self._form.kind == "changelog" else ""
        blocks = [f"{'#' * level} {version or title}"] if not marked[0].startswith("# ") else []
        for each in marked:
            blocks += [each, self._section(each.lstrip("# "), headings)]
        return "\n\n".join(blocks)

    def _section(self, heading: str, headings: Sequence[str]) -> str:
        """The text under a heading: what belongs there, else sentences on the topic."""
        if heading in self.labelled:
            items = re.split(r"[,;] ", self.labelled[heading])
            return "\n".join(f"- {capitalized(each)}" for each in items)
        if found := self.under(heading, headings):
            return found
        look = RULES.text("under", heading)
        if self._text and look != "." and (text := self.filled(RULES.text("part", heading))):
            return text
        is_rest = look == "." or heading == headings[0]
        facts = " ".join(self._facts) if is_rest and len(self._task.reading.question) else ""
        return facts or f"{self.line()} {self.line()}"

    def under(self, heading: str, headings: Sequence[str] = ()) -> str:
        """The items with a heading's label, or with a word that belongs there, as a list."""
        bare = [each.lstrip("# ") for each in headings or [heading]]
        labelled = sections_in(self.request, bare, self._kinds_of(bare))
        items = labelled.get(heading, [])
        look = RULES.text("under", heading)
        if not items and not labelled and look != ".":
            items = [each for each in self._facts or self._listed if look and re.search(look, each)]
        return "\n".join(f"- {capitalized(each)}" for each in items)

    def _kinds_of(self, headings: Sequence[str]) -> dict[str, str]:
        """The headings for types of commits: `Added` for `feat`."""
        return {
            kind: each for each in headings for kind in RULES.text("commits under", each).split()
        }

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
        if fill := getattr(self, kind, None):
            value = fill(argument) if argument else fill()
        else:
            value = self.values.get(kind) or RULES.text(kind, self.request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value

    # Places: what the request says

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

    def items(self, name: str) -> str:
        """The items that the request lists, else those of a list about the topic."""
        listed = self._listed or self._about(name)[:5]
        return "\n".join(f"- {capitalized(each)}" for each in listed)

    def item(self, name: str) -> str:
        """The next item that the request lists, else of a list about the topic."""
        if name not in self._items:
            self._items[name] = cycle(self._listed or self._about(name))
        return next(self._items[name], "")

    def change(self) -> str:
        """The change of a commit, in the imperative."""
        if diff := _DIFF.search(self.request):
            name = re.search(r"(?:(?:def|class|function|const|let|var) )?([\w.]+)", diff["line"])
            return f"update {name[1] if name else 'the code'} in {diff['file']}"
        text = RULES.changed("made", re.split(r"[.\n]", self._after_kind)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    def agreed(self) -> str:
        """The answer to the message in the request."""
        agreed = RULES.text("agreed", self.request)
        return RULES.changed("addressed", agreed) if agreed[:3] == "yes" else agreed

    def one(self) -> str:
        """The speaker that begins a dialogue."""
        return self._speakers[0]

    def other(self) -> str:
        """The other speaker of a dialogue."""
        return self._speakers[1]

    @property
    def _speakers(self) -> Sequence[str]:
        one, other = RULES.text("one", self.request), RULES.text("other", self.request)
        is_turned = other and RULES.text("begins", self.request).lower() == other.lower()
        return (other, one) if is_turned else (one, other)

    # Places: the text in the request

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

    def headline(self) -> str:
        """A headline: the first content words of the text in the request."""
        first = next(iter(sentences(self._text)), "")
        return " ".join(map(capitalized, _content_words(first)[:5]))

    # Places: the topic

    def line(self) -> str:
        """The next sentence about the topic."""
        return next(self._lines)

    def known(self, name: str) -> str:
        """The items of a list about the topic, one per line."""
        return "\n".join(self._about(name))

    def steps(self) -> str:
        """The steps to the answer to a question of fact, else those of the topic, one per line."""
        question = self._task.last_question
        if question and asks_for_fact(question):
            return f"Find out: {question}\nReport the answer"
        return self.known("steps")

    def sections(self) -> str:
        """The sections of an outline, as many as the request asks for, with their points."""
        count = min(amount_of(RULES.text("sections", self.request) or "3"), len(_ROMAN))
        lists = ("facts", "benefits", "tips", "risks")
        facts = cycle(capitalized(each) for name in lists for each in self._about(name))
        heads = cycle(list_items("outline parts", ""))
        return "\n".join(
            f"{number}. {next(heads)}\n   A. {next(facts)}\n   B. {next(facts)}"
            for number in _ROMAN[:count]
        )

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

    # The parts of the request

    @cached_property
    def labelled(self) -> dict[str, str]:
        """The values that the request labels; no place."""
        return labelled_in(self.request)

    @cached_property
    def values(self) -> dict[str, str]:
        """The subject in several shapes, and the date; no place."""
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
        named = (RULES.text("about", self.request) or "this") if is_dialogue else ""
        return cycle(remarks(named or self.values["topic"], self._task.draws.below(60)))

    @property
    def _text(self) -> str:
        """The text that the request marks, if any."""
        reading = self._task.reading
        is_all = reading.system and (is_talk(reading) or not demands_in(self.request))
        return reading.payload.text if reading.payload.has_text or is_all else ""

    @cached_property
    def _statements(self) -> list[Statement]:
        """The statements that the document has to convey."""
        return statements_in(self.request, self._kind)

    @cached_property
    def _facts(self) -> list[str]:
        """The items of the text that the request brings, else its statements, as sentences."""
        listed = items_in(request_and_text(self.request)[1])
        facts = listed if len(listed) > 1 else [each.sentence for each in self._statements]
        headings = [each.lstrip("# ").lower() for each in self._form.headings]
        return [
            as_sentence(fact)
            for fact in facts
            if not any(heading in fact.lower() for heading in headings)
        ]

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
        if "\n" in listed or ";" in listed:
            return items_in(listed)
        bare = (part.strip(" .") for part in _PARTS.split(re.split(r"[.!?](?:\s|$)", listed)[0]))
        found = [each for each in bare if each.lower() not in _NO_ITEMS and not demands_in(each)]
        most = max((len(part.split()) for part in found), default=0)
        return found if len(found) > 1 and most <= (20 if after_colon else 4) else []

    def _about(self, name: str) -> list[str]:
        """The items of a list about the topic."""
        return list_items(f"{name} {self.values['bare']}", self.values["topic"])


def _content_words(text: str) -> list[str]:
    return [word for word in re.findall(r"[\w'-]+", text) if word.lower() not in PLAIN_WORDS]


# The frame of a document


def _are_met(bounds: Sequence[Bound], text: str) -> bool:
    """True if a text is within all bounds."""
    return all(each.is_met_by(text) for each in bounds)


def _shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document with as many lines as demanded, without the blocks before its last one or the
    last words of a title that exceed the bounds."""
    heights = (each.low or each.high for each in bounds if each.measure == measures.LINES)
    if lines := next(heights, 0):
        return "\n".join(islice(cycle(filter(None, text.split("\n"))), lines))
    bounds = [each for each in bounds if each.high is not None]
    blocks = text.split("\n\n")
    while len(blocks) > 1 and not _are_met(bounds, "\n\n".join(blocks)):
        del blocks[-2 if len(blocks) > 2 else -1]
    if len(blocks) == 1 and any(each.measure == measures.PARAGRAPHS for each in bounds):
        blocks = [each for each in text.split("\n\n") if not each.startswith("#")][:1]
    short = "\n\n".join(blocks)
    if "\n" in short or short.endswith((".", "!", "?")):
        return short if _are_met(bounds, short) else text
    bounds = [each for each in bounds if each.measure in (measures.WORDS, measures.CHARACTERS)]
    words = short.split()
    while len(words) > 1 and not _are_met(bounds, " ".join(words)):
        words.pop()
    return " ".join(words)


# Statements that a document has to convey


class Statement(NamedTuple):
    """A statement addressed to the reader, as a clause and as a sentence."""

    clause: str
    sentence: str


def statements_in(request: str, kind: str) -> list[Statement]:
    """The statements of a request for a document; `kind` is a pattern for its names."""
    parts = [each.removeprefix("- ") for each in sentences(request)]
    naming = next((each for each in parts if re.search(kind, each)), next(iter(parts), ""))
    found: list[Statement] = []
    for sentence in parts:
        labelled = _LABELLED.fullmatch(sentence)
        place = RULES.text("labelled place", labelled["label"]) if labelled else ""
        if sentence.endswith(":"):
            continue
        if labelled and place:
            facts = labelled["value"].split("; ") if place == "facts" else []
            found += map(_turned, facts)
        elif sentence == naming and ": " in sentence:
            found.append(_turned(sentence.partition(": ")[2]))
        elif cued := [*_cued_in(sentence)]:
            found += cued
        elif sentence != naming and not (RULES.text("order", sentence) or demands_in(sentence)):
            found.append(_turned(sentence))
    return found


def labelled_in(request: str) -> dict[str, str]:
    """The values that a request labels, `Hours: 30 per week.`, by their labels."""
    pairs = (_LABELLED.fullmatch(each) for each in sentences(request))
    return {each["label"]: each["value"].rstrip(".") for each in pairs if each}


def _cued_in(sentence: str) -> Iterator[Statement]:
    """The statements in a sentence, each up to the next cue, in the wording of its cue."""
    rows = RULES.likely_rows("statement", sentence)
    matches = ((row.pattern.search(sentence), row.text or "") for row in rows)
    cues = [(match, text) for match, text in matches if match]
    cues.sort(key=lambda each: (each[0].start(), -each[0].end()))
    kept: list[tuple[re.Match[str], str]] = []
    for cue, text in cues:
        if not kept or _JOINED.search(sentence[kept[-1][0].end() : cue.start()]):
            kept.append((cue, text))
    ends = [*(cue.start() for cue, _ in kept[1:]), len(sentence)]
    for (cue, text), end in zip(kept, ends, strict=False):
        statement = sentence[cue.end() : end].strip(" .,:;")
        if statement := re.sub(r"\s*(?:[,;]|\band\b|\bby\b)\s*$", "", statement):
            yield _turned(statement, text)


def _turned(statement: str, wording: str = "{x}.") -> Statement:
    """A statement addressed to the reader, in a wording."""
    clause = RULES.changed("turned", statement.strip().rstrip("."))
    return Statement(clause, re.sub(r"([.?!])\.", r"\1", capitalized(wording.format(x=clause))))
