"""Documents: the skeleton of a kind, its places filled from the request.

`demands/documents.txt` has the skeletons, and the patterns that find values for their places in a
request. What the request brings, `content/given.py`, comes before sentences about its topic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, cycle, filterfalse, islice

from mockserver.chat.model.content.cues import CUES, picked
from mockserver.chat.model.content.found import as_sentence, capitalized, lowered, titled
from mockserver.chat.model.content.known.article import list_items, remarks
from mockserver.chat.model.content.quoted.given import items_in, request_and_text, sections_in
from mockserver.chat.model.content.quoted.listing import people_in
from mockserver.chat.model.content.quoted.summary import headline_of
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands import demands_in, measures, without_demands
from mockserver.chat.model.demands.demand import Apart, Bound, Each
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.skeletons import (
    RULES,
    Statement,
    kinds,
    localized,
    sentence_of,
    skeletons,
    statements_in,
)
from mockserver.chat.model.forms.prose import shortenings
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import continued
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.text.numbers import FIGURE, amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import bulleted, bullets_in, numbered, sentences, stripped
from mockserver.chat.model.tools.choice import WORDINGS

# A place with an argument and a default, in which there may be places: `{item: tips | {line}}`.
_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_REWRITING = table("forms/rewriting.txt")
_READ = 4_000
_USUAL_BLOCKS, _MOST_BLOCKS, _MOST_IN_TAG = 5, 20, 3
_LEAST_GIVEN, _RESERVED = 40, " " * 18
"""The characters of a text for a post, and room for a hashtag after it."""

_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_BETWEEN_NOTES = pattern(r"(?:^|\s)[-*•]\s+|;\s+")
_PERSONAL = ("email", "card", "phone", "address")
"""Kinds of personal data other than names, in the order in which they are masked."""

_VERSIONED = ("changelog", "release notes")
_ROMAN = "I II III IV V VI VII VIII IX X".split()
_SYLLABLES = ("", "now", "again", "in the light", "in the morning")
"""Ends of a line by the number of their syllables."""


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one. A number of
    items, of stanzas, or of lines with a document each asks for that many of them."""
    form = replace(form, kind=localized(form.kind, task.language) or form.kind)
    page = _Document(task, form)
    if headings := form.headings or page.usual_headings():
        text = page.sectioned(headings)
        is_checked = RULES.matches("checkboxes", page.request)
        return re.sub(r"(?m)^- (?!\[)", "- [ ] ", text) if is_checked else text
    variants = skeletons()[form.kind].variants
    texts = islice(cycle(variants), task.draws.below(len(variants)), None)
    stanzas = _least(task, measures.PARAGRAPHS)
    if form.kind == "poem" and stanzas > 1:
        return "\n\n".join(page.written(each) for each in islice(texts, stanzas))
    apart = next((each for each in task.demands if isinstance(each, Apart)), None)
    if apart and apart.parts <= len(variants):
        return apart.joint.join(page.written(each) for each in islice(texts, apart.parts))
    count = next((each.count for each in task.demands if isinstance(each, Items)), 0)
    if not count and "\n" not in variants[0]:
        count = _least(task, measures.LINES)
    if len(variants) > 2 and count:
        several = [page.filled(each) for each in islice(texts, count)]
        return numbered(several, "\n\n" if any("\n" in each for each in several) else "\n")
    first = page.written(next(texts))
    others = map(page.written, islice(texts, len(variants) - 1))
    chosen = next(filterfalse(task.reading.has_said, chain([first], others)), first)
    checked = RULES.find("checked items", task.reading.question)
    done = amount_of(checked["it"] or "1") if checked else 0
    return chosen.replace("- [ ]", "- [x]", done)


def _least(task: Task, measure: measures.Measure) -> int:
    """The demanded lower bound of a measure, or 0."""
    bounds = (each for each in task.demands if isinstance(each, Bound))
    return next((each.low for each in bounds if each.measure == measure), 0)


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name. The name
    is that of a short kind of document, or of a row of `part` in `documents.txt`."""
    kind, skeleton = _skeleton_of(name)
    return _Document(task, Document(kind)).written(skeleton) if skeleton else ""


@lru_cache(maxsize=1024)
def _skeleton_of(name: str) -> tuple[str, str]:
    """The kind of document for a named part, and its skeleton, empty if no row has the name."""
    kind = kinds().get(re.sub(r"[\W\d_]+", " ", name.lower()).strip(), _PLAIN)
    skeleton = skeletons()[kind].variants[0]
    if kind == _PLAIN or skeleton.count("\n") > 5:  # It is a whole reply.
        return _PLAIN, RULES.text("part", name)
    return kind, skeleton


def variant(task: Task, name: str) -> str | None:
    """One of two versions of the document that a request wants, by the end of its name."""
    for form in demands_in(task.reading.question):
        if isinstance(form, Document):
            variants = skeletons()[form.kind].variants
            return _Document(task, form).written(variants[0 if name[-1] in "a1" else -1])
    return None


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    skeleton = _row("parts", name)
    listed = _Document(task, Document(_PLAIN)).filled(skeleton) if skeleton else ""
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


_row = lru_cache(maxsize=1024)(RULES.text)


class _Document:
    """Fills skeletons from one request."""

    def __init__(self, task: Task, form: Document) -> None:
        self.task = task
        self.draws = task.draws
        self._form = form
        self.request = task.reading.question[:_READ]
        self._cycles: dict[str, Iterator[str]] = {}
        self._headings: Sequence[str] = ()

    # Filling

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        demands = (each for each in self.task.demands if isinstance(each, (Bound, Each)))
        bounds = [each.bound if isinstance(each, Each) else each for each in demands]
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
        """A document with these headings, each with what belongs there, else with sentences."""
        marked = [each if each.startswith("#") else f"## {each}" for each in headings]
        self._headings = [re.sub(r"[#{}] *", "", each) for each in marked]
        version = RULES.text("version", self.request) if self._form.kind in _VERSIONED else ""
        level = marked[0].index(" ") - 1
        blocks = [f"{'#' * level} {version or '{called | {title}}'}"] if level == 1 else []
        count = self._per_section or -(-_least(self.task, measures.BULLETS) // len(headings))
        for head, bare in zip(marked, self._headings, strict=True):
            told = self._placed.get(bare, []) if self._form.headings else []
            items = [*told, *self.about(bare), *self.about("line")]
            own = re.search(rf"(?i)\b({FIGURE}) (?:\w+ )?{re.escape(bare)}\b", self.request)
            count = amount_of(own[1]) if own and count else count
            unsaid = "None mentioned." if self._placed else "{line} {line}"
            usual = _row("usual part", f"{bare} of {self._form.kind}") or unsaid
            below = _bullets(items[:count]) if count else f"{{under: {bare} | {usual}}}"
            blocks += [head, below]
        return "\n\n".join(map(self._block, blocks))

    def usual_headings(self) -> Sequence[str]:
        """The headings of sections that all have to have bullets, none if no section has to."""
        count = amount_of(RULES.text("number of parts", self.request)) or _USUAL_BLOCKS
        headings = map(capitalized, islice(cycle(self.about("outline parts")), count))
        return [*headings] if self._per_section else ()

    @cached_property
    def _per_section(self) -> int:
        """The number of bullets that each section has to have, or 0."""
        each_has = (each.bound for each in self.task.demands if isinstance(each, Each))
        return next((each.low for each in each_has if each.measure == measures.BULLETS), 0)

    def under(self, heading: str) -> str:
        """The text under a heading: sentences for a summary, else a list."""
        look = _row("under", heading)
        if not self._headings:
            told = [each for each in self.told or self.listed if look and re.search(look, each)]
            return _bullets(self._labelled([heading]).get(heading) or told)
        found = self._placed.get(heading, [])
        is_prose = heading == self._rest and look in ("", ".")
        return " ".join(map(as_sentence, found)) if is_prose else _bullets(found)

    def _labelled(self, headings: Sequence[str]) -> dict[str, list[str]]:
        """The items that labels of the request put under headings."""
        own = self.request
        if self._headings:  # `yesterday I fixed the login, no blockers`
            names = "|".join(map(re.escape, headings))
            shown = "(?:,? and |, )".join(map(re.escape, headings))
            parts = sentences(re.sub(shown, "", request_and_text(own)[1] or own).lstrip(". "))
            own = "\n".join(each for each in parts if not RULES.text("order", each))
            own = re.sub(rf"(?i),? (?:and )?\bno ({names})\b", r"\n\1: None", own)
            own = re.sub(rf"(?i)(?:^|(?<=[.:;,]) )(?:and )?({names})[:,]? (?=\w)", r"\n\1: ", own)
        commits = {kind: each for each in headings for kind in _row("commits under", each).split()}
        return sections_in("\n".join(sentences(own)), headings, commits)

    @property
    def _rest(self) -> str:
        """The heading of what belongs under no other one."""
        summaries = (each for each in self._headings if _row("under", each) == ".")
        plain = (each for each in self._headings if not _row("under", each))
        return next(chain(summaries, plain, self._headings), "")

    @cached_property
    def _placed(self) -> dict[str, list[str]]:
        """The statements of the request under the headings where they belong: by a label, or by
        words for what the heading is about."""
        placed = self._labelled(self._headings)
        known = {each.casefold().rstrip(".") for row in placed.values() for each in row}
        looks = {each: look for each in self._headings if (look := _row("under", each)).strip(".")}
        for said in chain(*map(RULES.pattern("between clauses").split, self.told)):
            bare = RULES.changed("label", said).strip(" \"'")
            folded = bare.casefold().rstrip(".")
            has_known = any(each in folded for each in known if " " in each)
            if has_known or folded in known or bare.partition(":")[0] in self._headings:
                continue
            fitting = (head for head, look in looks.items() if re.search(look, bare))
            own = RULES.changed("own label", bare)
            placed.setdefault(next(fitting, self._rest), []).append(own)
        return placed

    def _repeated(self, block: str) -> str:
        """A block once for each item, or as often as the request asks for."""
        days = RULES.text("day names", self.request).split() if "{label}" in block else []
        unit = RULES.text("unit of parts", f"{self._form.kind}: {self.request}")
        count = len(days) or min(len(self.listed) or _USUAL_BLOCKS, _USUAL_BLOCKS)
        framed = RULES.text("framed parts", self.request)
        if not days and (found := framed or RULES.text("number of parts", self.request)):
            count = min(amount_of(found), _MOST_BLOCKS) + (2 if framed else 0)
        *parts, last = self.about("outline parts")
        self._cycles["outline parts"] = chain(islice(cycle(parts), count - 1), [last])
        rows = []
        for row in range(count):
            name = days[row] if days else f"{unit} {row + 1}"
            label = f"**{name}**:" if days or unit else f"{row + 1}."
            numbered = block.replace("{n}", str(row + 1)).replace("{count}", str(count))
            numbered = numbered.replace("{roman}", _ROMAN[row % len(_ROMAN)])
            rows.append(self._block(numbered.replace("{label}", label)))
        return ("\n\n" if "\n" in block else "\n").join(rows)

    def _block(self, block: str) -> str:
        """A block with its places filled, without lines whose places are all empty."""
        return "\n".join(each for each in map(self._line, block.split("\n")) if each is not None)

    def _line(self, line: str) -> str | None:
        """A line with its places filled, None if all of them are empty."""
        values = list[str]()

        def filled(match: re.Match[str]) -> str:
            values.append(self._place(match))
            return values[-1]

        written = re.sub(r"(?<=\S) {2,}", " ", _PLACE.sub(filled, line)).rstrip()
        return written if any(values) or not values else None

    def _place(self, match: re.Match[str]) -> str:
        name, argument, default = match.groups()
        kind = name.lower()
        if kind in _PLACES:
            value = _PLACES[kind](self, argument or "")
        else:
            value = self._values.get(kind) or RULES.text(kind, self.request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value

    # Places: what the request says

    def facts(self) -> str:
        """The statements of the request, or the text that it brings for a post."""
        is_given = RULES.text("sold", self._form.kind) == "given"
        return (is_given and self.given()) or " ".join(map(sentence_of, self.statements))

    def subject(self) -> str:
        """The subject line of a mail."""
        if given := RULES.text("subject given", self.request):
            return given
        clause = self.statements[0][0] if self.statements else ""
        words = RULES.changed("subject line", clause).split()[:8]
        return " ".join(words).rstrip(",.;") or self.task.title

    def change(self) -> str:
        """The change of a commit, in the imperative."""
        after = self._after_kind.partition(": ")[2] or self._after_kind
        text = RULES.changed("made", re.split(r"\.(?!\w)|\n", after)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    # Places: the text in the request

    def given(self) -> str:
        """The first sentences of the text in the request, as many as the bounds allow."""
        if not self.task.reading.payload.has_text or len(self.task.text) < _LEAST_GIVEN:
            return ""
        bounds = [each for each in self.task.demands if isinstance(each, Bound) and each.high]
        text = ""
        for each in sentences(RULES.changed("own labels", self.task.text)):
            longer = f"{text} {as_sentence(each)}".strip()
            if not all(bound.is_met_by(f"{longer}{_RESERVED}") for bound in bounds):
                break
            text = longer
        return text

    def headline(self) -> str:
        """The headline of the text in the request, or of the messages before it."""
        is_of_talk = CUES.matches("of the conversation", self.task.instructions)
        is_of_text = self.task.reading.payload.has_text or not is_of_talk
        told = () if is_of_text else self.task.reading.earlier
        words = headline_of(next((each for each in told if " " in each), self.task.text)).split()
        bounds = (each for each in self.task.demands if isinstance(each, Bound))
        most = next((each.high for each in bounds if each.measure == measures.WORDS), None)
        return RULES.changed("cut title", " ".join(words[:most])) if most else " ".join(words)

    def reworded(self) -> str:
        """The text in the request as the request wants it rewritten, or only corrected."""
        reading, own = self.task.reading, self.task.text
        text = own or request_and_text(self.request)[1]
        is_own = any(isinstance(each, Document) for each in demands_in(self.request))
        if reading.system and (text in (reading.question, self.request) or not is_own):
            text, orders = self.request, reading.system
        else:
            orders, *after_colon = re.split(r":\s", self.request, maxsplit=1)
            text, orders = (after_colon or [text])[0], orders.replace(own, "")
        text = " ".join(text.split()).strip("\"'")
        way = _REWRITING.text("way", orders)
        if way == "masked":
            return _masked(text, orders)
        if way == "as a paragraph":
            notes = stripped(_BETWEEN_NOTES.split(text), " .,;")
            names = (*people_in(text), "I ")
            bare = (each if each.startswith(names) else lowered(each) for each in notes)
            return _joined([as_sentence(_REWRITING.changed(way, each)) for each in bare])
        text = as_sentence(_joined(sentences(_REWRITING.changed("mended", text))))
        if way == "longer":
            return f"{text} {self.next('line')} {self.next('line')}"
        parts = (lowered(each) if way == "polite" else continued(each) for each in sentences(text))
        changed = stripped(_REWRITING.changed(way, each) for each in parts)
        return _REWRITING.changed(f"whole {way}", _joined(changed))

    # Places: the topic

    def five(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        named = RULES.text("about", self.request) or self._values["bare"]
        bare = RULES.changed("bare", RULES.changed("first noun", named))
        missing = 5 - max(len(re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))), 1)
        return f"{bare} {_SYLLABLES[missing]}".strip() if 0 <= missing < 5 else "A quiet wind moves"

    def next(self, name: str, first: Sequence[str] = ()) -> str:
        """The next of some texts, else of a list about the topic."""
        if name not in self._cycles:
            self._cycles[name] = cycle(first or self.about(name))
        return next(self._cycles[name], "")

    def about(self, name: str) -> list[str]:
        """The items of a list about the topic; `line` is the list of sentences about it."""
        if name == "line":
            is_dialogue = self._form.kind == "dialogue"
            named = (RULES.text("about", self.request) or "this") if is_dialogue else ""
            return remarks(named or self._values["topic"], self.draws.below(60))
        topic, bare = self._values["topic"], self._values["bare"]
        further = list_items(f"further {name}", topic)
        return [*dict.fromkeys(list_items(f"{name} {bare}", topic) + further)]

    def steps(self) -> str:
        """The steps to the answer to a question of fact, else those of the topic, one per line."""
        question = self.task.last_question
        is_of_fact = question and WORDINGS.matches("question of fact", question)
        found = [f"Find out: {question}", "Report the answer"] if is_of_fact else ()
        return "\n".join(found or self.about("steps"))

    # The parts of the request

    @cached_property
    def _values(self) -> dict[str, str]:
        """The subject in several shapes, and the date."""
        rule = RULES.text("name by its kind", self._form.kind)
        named = RULES.text(rule, self.request) if rule else ""
        is_apart = self.task.reading.system and not re.search(self._kind, self.request)
        subject = named or (is_apart and RULES.text("only thing", self.request)) or self.task.topic
        title = RULES.text("titled", self.request) or titled(subject)
        mine = "our " if re.search(r"(?i)\bour\b", self.request) else "my "
        bare, now = RULES.changed("bare", subject), self.task.now
        return {
            "title": title,
            "such": subject,
            "topic": re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, subject)),
            "bare": bare,
            "tag": re.sub(r"\W", "", " ".join(title.split()[:_MOST_IN_TAG])),
            "slug": re.sub(r"\W+", "-", bare.lower()),
            "date": f"{now:%B} {now.day}, {now.year}",
        }

    @cached_property
    def statements(self) -> list[Statement]:
        """The statements that the document has to convey."""
        text = without_demands(self.request)
        parts = [each.removeprefix("- ") for each in sentences(text)]
        usual = "" if self.task.reading.system else next(iter(parts), "")
        naming = next(filter(re.compile(self._kind).search, parts), usual)
        said = chain(*(_statements_of(each, is_naming=each == naming) for each in parts))
        return [
            (RULES.changed("turned", each.strip(' "“”').rstrip(".")), how) for each, how in said
        ]

    @cached_property
    def told(self) -> list[str]:
        """The items of the text that the request brings, else its statements, as sentences."""
        listed = items_in(request_and_text(self.request)[1])
        facts = listed if len(listed) > 1 else map(sentence_of, self.statements)
        headings = [each.lower() for each in self._headings]
        own = (each for each in facts if not any(head in each.lower() for head in headings))
        return [as_sentence(e) for e in own if not (headings and RULES.text("order", e))]

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
    def listed(self) -> list[str]:
        """The items that the request lists, one per line or in a sentence."""
        if rows := bullets_in(self.request):
            return rows
        after_colon = "".join(re.split(r":\s", self._after_kind, maxsplit=1)[1:])
        text = after_colon or RULES.changed("lead", self._after_kind)
        text = RULES.changed("lead", text.strip())
        if "\n" in text or ";" in text:
            return [each for each in items_in(text) if not RULES.text("no item", each)]
        first = re.split(r"[.!?](?:\s|$)", text)[0]
        parts = stripped(RULES.pattern("between items").split(first), " .")
        items = [each for each in parts if not (RULES.text("no item", each) or demands_in(each))]
        longest = 20 if after_colon else 4
        is_list = len(items) > 1 and all(len(each.split()) <= longest for each in items)
        return items if is_list else []


_PLACES: Mapping[str, Callable[[_Document, str], str]] = {
    "facts": lambda page, _: page.facts(),
    "fact": lambda page, _: " ".join(map(sentence_of, page.statements[:1])) or page.next("line"),
    "under": _Document.under,
    "items": lambda page, name: _bullets(page.listed or page.about(name)[:5]),
    "item": lambda page, name: page.next(name, page.listed),
    "idea": lambda page, name: page.next(name),
    "known": lambda page, name: "\n".join(page.about(name)),
    "line": lambda page, _: page.next("line"),
    "pick": lambda page, texts: page.draws.pick(texts.split("; ")),
    "subject": lambda page, _: page.subject(),
    "change": lambda page, _: page.change(),
    "agreed": lambda page, _: RULES.text("agreed", RULES.changed("to the writer", page.request)),
    "re": lambda page, _: RULES.text("re", page.task.instructions),
    "replier": lambda page, _: RULES.text("replier", page.task.instructions),
    "reworded": lambda page, _: page.reworded(),
    "given": lambda page, _: page.given(),
    "pairs": lambda page, _: _pairs(page.task.reading.payload),
    "headline": lambda page, _: page.headline(),
    "face": lambda page, _: (
        RULES.text("face asked", page.request) and RULES.text("face", page.task.material)
    ),
    "answer": lambda page, _: page.task.known.text if page.task.known else "",
    "hashtag": lambda page, _: RULES.text("hashtag", page.task.instructions),
    "claim": lambda page, _: page.subject() if page.statements else "",
    "unsaid": lambda page, text: "" if page.told or page.listed else text,
    "bullets": lambda page, texts: _bullets(texts.split("; ")),
    "acrostic": lambda page, _: "\n".join(
        RULES.text("line of an acrostic", letter) for letter in RULES.text("spelled", page.request)
    ),
    "five": lambda page, _: page.five(),
    "steps": lambda page, _: page.steps(),
}
"""The texts for places by their names. Other places have a value of the request, or a rule."""


def _pairs(payload: Payload) -> str:
    """Numbered questions about a text, each with the sentence that answers it."""
    asked = {told: question for question, told in reversed(about(payload).items())}
    rows = enumerate(reversed(asked.items()), 1)
    return "\n".join(f"Q{n}: {question}\nA{n}: {told}" for n, (told, question) in rows)


def _bullets(items: Sequence[str]) -> str:
    return bulleted(map(capitalized, items))


def _joined(parts: Sequence[str]) -> str:
    """Words or sentences with capitals."""
    return " ".join(map(capitalized, parts))


def _shortened(text: str, bounds: Sequence[Bound]) -> str:
    """A document with as many lines as demanded, without blocks that exceed the bounds."""
    lines = next((each.low or each.high for each in bounds if each.measure == measures.LINES), 0)
    if lines:
        kept = [*filter(None, text.split("\n"))]
        return max(kept, key=len) if lines == 1 else "\n".join(islice(cycle(kept), lines))
    high = [each for each in bounds if each.high is not None and each.measure.name != "letter"]
    if "\n" not in text and not text.endswith((".", "!", "?", ")")):
        return text  # A title.
    blocks = text.split("\n\n")
    most = next((each.high for each in high if each.measure == measures.PARAGRAPHS), None)
    while "Dear " in text and most and len(blocks) > most:  # A letter keeps what it says.
        blocks[:2] = ["\n".join(blocks[:2])]
    if any(each.measure == measures.PARAGRAPHS and each.high == 1 for each in high):
        blocks = [each for each in blocks if not each.startswith("#")]
    while not all(each.is_met_by("\n\n".join(blocks)) for each in high):
        if len(blocks) < 2:
            shorter = shortenings(text, len(text.split()))
            return next((e for e in shorter if all(bound.is_met_by(e) for bound in high)), text)
        del blocks[max(len(blocks) - 2, 1)]  # The first and the last one are kept longest.
    return "\n\n".join(blocks)


def _masked(text: str, orders: str) -> str:
    """A text with its personal data masked, or only those kinds that orders name, or with one word
    in place of another."""
    named = {*_REWRITING.texts("personal data", orders)}
    if not named and (swap := _REWRITING.find("swap", orders)):
        swapped = re.sub(rf"(?<!\w){re.escape(swap['old'])}(?!\w)", swap["new"], text)
        return " ".join(swapped.split())
    wanted = named or {"name", *_PERSONAL}
    mark = _REWRITING.text("mark", orders)
    people = people_in(text) if "name" in wanted else []
    for kind, found in [*((each, picked(each, text)) for each in _PERSONAL), ("name", people)]:
        for part in found if kind in wanted else ():
            text = text.replace(part, mark or f"[{kind.upper()}]")
    return text


# Statements that a document has to convey


def _statements_of(sentence: str, *, is_naming: bool) -> list[Statement]:
    """The statements in a sentence of a request; one `is_naming` the document itself."""
    if sentence.endswith(":"):
        return []
    labelled = RULES.pattern("labelled fact").fullmatch(sentence)
    place = RULES.text("labelled place", labelled["label"]) if labelled else ""
    if labelled and place:
        return [(each, "") for each in labelled["value"].split("; ")] if place == "facts" else []
    told = re.match(r"(?s)(?:\([^()]*\)|[^(:;]|[:;](?! ))*[:;] (.+)", sentence)
    if is_naming and told:
        return [(told[1], "")]
    if cued := [*statements_in(sentence)]:
        return cued
    is_order = is_naming or RULES.text("order", sentence) or demands_in(sentence)
    return [] if is_order else [(sentence, "")]
