"""Documents: the skeleton of a kind, filled from the request and with sentences about its topic.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request; `rewriting.txt` has the ways of rewriting a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, cycle, islice

from mockserver.chat.model.content.article import list_items, remarks
from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.demand import Apart, Bound, Demand, Fixed
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.measures import LINES, SENTENCES
from mockserver.chat.model.demands.skeletons import RULES, localized, skeletons
from mockserver.chat.model.forms.diffs import change_in, type_of_change
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import stock
from mockserver.chat.model.numbers import FIGURE, amount_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_WORDS = pattern(r"\{words: ([^}]*)\}")
_ROW = pattern(r"(?m)^\s*(?:[-*\u2022]|\d+[.)])\s+(.+)$")
_PARTS = pattern(r"\s*(?:[;\n]|,(?: and)?|\band\b)\s+")
_COUNT = pattern(rf"(?i)\b({FIGURE})[ -](?!words?|sentences?|lines?|minutes?)\w+")
_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two messages."""

_REWRITING = table("forms/rewriting.txt")
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one."""
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    if form.headings:
        parts = (f"## {each}\n\n{page.section(each)}" for each in form.headings)
        return page.filled("\n\n".join(["# {title}", *parts]))
    variants = skeletons()[form.kind].variants
    apart = next((each for each in task.demands if isinstance(each, Apart)), None)
    if apart and len(variants) > 1:
        pages = map(page.filled, islice(cycle(variants), apart.parts))
        return f"\n{apart.separator}\n".join(pages)
    bounds = [each for each in task.demands if isinstance(each, Bound)]
    start = task.draws.below(len(variants))
    pages = map(page.filled, (*variants[start:], *variants[:start]))
    first = next(pages)
    fitting = (each for each in chain([first], pages) if _are_met(bounds, each))
    written = _framed(page.complete(next(fitting, first)), task.demands)
    heights = (each.low or each.high for each in bounds if each.measure == LINES)
    if lines := next(heights, 0):
        return "\n".join(islice(cycle(filter(None, written.split("\n"))), lines))
    return _shortened(written, [each for each in bounds if each.high is not None])


def _are_met(bounds: Sequence[Bound], text: str) -> bool:
    return all(each.is_met_by(text) for each in bounds)


def _framed(text: str, demands: Sequence[Demand]) -> str:
    """A letter with the demanded beginning and end in place of its own."""
    fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
    blocks = text.split("\n\n")
    if (begin := fixed.get("beginning")) and not text.startswith(begin):
        blocks = [begin, *blocks[1 if blocks[0].endswith(",") else 0 :]]
    if end := fixed.get("end"):
        is_closing = re.match(r"[A-Z][\w ]+,\n", blocks[-1])
        blocks = [*(blocks[:-1] if is_closing else blocks), end]
    return "\n\n".join(blocks)


def _shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document without as many blocks before its last one as its bounds require."""
    blocks = text.split("\n\n")
    while len(blocks) > 1 and not _are_met(bounds, "\n\n".join(blocks)):
        del blocks[-2 if len(blocks) > 2 else -1]
    short = "\n\n".join(blocks)
    return short if _are_met(bounds, short) else text


class _Document:
    """Fills skeletons for one request. Each public method from `people` on fills a place."""

    def __init__(self, task: Task, form: Document) -> None:
        self._task = task
        self._form = form
        self._request = request = task.reading.question[:4_000]
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
        messages = [_turned(*each) for each in found]
        if len(messages) == 1 and any(map(_asks_for_two, self._task.demands)):
            parts = sentences(RULES.changed("in two", messages[0][1]))
            messages = [(each, capitalized(each)) for each in parts]
        return messages

    @cached_property
    def _facts(self) -> list[str]:
        """The facts that the request lists after a colon, else its messages."""
        _, *listed = re.split(
            r"(?i)\b(?:facts|notes|details|data|information)\b[^:\n]{0,20}:", self._request
        )
        parts = re.split(r";\s*|\n+|(?<=\w)\.(?:\s+|$)", listed[0]) if listed else []
        facts = [as_sentence(part.strip()) for part in parts if part.strip()]
        return facts or [text for _, text in self._messages]

    def section(self, heading: str) -> str:
        """The skeleton of a section: the facts that belong there, else sentences on the topic."""
        look = RULES.text("under", heading)
        facts = [each for each in self._facts if look and re.search(look, each)]
        rows = facts if len(facts) > 1 and look != "." else []
        text = "\n".join(f"- {each}" for each in rows) or " ".join(facts)
        # Braces in a fact would be taken for places of the skeleton.
        return text.replace("{", "(").replace("}", ")") or "{line} {line}"

    def complete(self, text: str) -> str:
        """A text with the placeholders that the request names and the text lacks."""
        named = re.findall(r"\[[a-z][a-z _-]{1,30}\]", self._request)
        if "placeholder" not in self._request.lower():
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
        bare = (part.strip(" .") for part in parts)
        parts = [each for each in bare if each and not (demands_in(each) or _is_part(each))]
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
        """The messages after the first one; none for a diff."""
        if change_in(self._request):
            return ""
        return " ".join(sentence for _, sentence in self._messages[1:])

    def line(self) -> str:
        return next(self._lines)

    def items(self, name: str) -> str:
        listed = self._listed or self._about(name)[:5]
        return "\n".join(f"- {capitalized(each)}" for each in listed)

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
        match = re.search(rf"(?i)\b(?:{labels})\s*:\s*([^.\n]+)", self._request)
        items = re.split(r"[,;]\s*(?:and )?", match[1]) if match else []
        return [each.strip() for each in items]

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
        if change := change_in(self._request):
            return change
        text = RULES.changed("made", re.split(r"[.\n]", self._after_kind)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    def type(self) -> str:
        """The type and the scope of a conventional commit."""
        return type_of_change(self._request)

    def agreed(self) -> str:
        """The answer to the message in the request."""
        agreed = RULES.text("agreed", self._request)
        return RULES.changed("addressed", agreed) if agreed[:3] == "yes" else agreed

    @property
    def _points(self) -> Iterator[str]:
        """Different things that can be said of the topic."""
        return (
            each for name in ("facts", "benefits", "tips", "risks") for each in self._about(name)
        )

    def sections(self) -> str:
        """The sections of an outline, as many as the request asks for, with their points."""
        sections = _number_of("sections|parts|chapters|main points", self._request) or 3
        points = _number_of(r"sub-?\s?(?:points|items)|points|bullets", self._request) or 2
        heads, facts = cycle(list_items("outline parts", "")), cycle(map(capitalized, self._points))
        rows = []
        for number in range(min(sections, len(_ROMAN))):
            rows.append(f"{_ROMAN[number]}. {next(heads)}")
            rows += [f"   {letter}. {next(facts)}" for letter in "ABCDEFGH"[:points]]
        return "\n".join(rows)

    def five(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        named = RULES.text("about", self._request) or self._values["bare"]
        bare = RULES.changed("bare", RULES.changed("first noun", named))
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

    def reworded(self) -> str:
        """The text as the request wants it rewritten, or only corrected."""
        text = self.text()
        instruction, *after_colon = re.split(r":\s", self._request, maxsplit=1)
        instruction = instruction if after_colon else instruction.replace(self._task.text, "")
        way = _REWRITING.text("way", instruction)
        if way == "longer":
            return f"{text} {self.line()} {self.line()}"
        if text.split()[0].lower() in PLAIN_WORDS - {"i"} or way == "polite":
            text = text[0].lower() + text[1:]
        return " ".join(map(capitalized, sentences(_REWRITING.changed(way, text))))


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
