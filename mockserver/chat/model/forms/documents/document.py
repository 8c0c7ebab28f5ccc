"""Documents: the skeleton of a kind, its places filled from the request.

`demands/documents.txt` has the skeletons. A place has a name, perhaps an argument, and perhaps a
default with places of its own: `{title}`, `{item: tips | {line}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, cycle, filterfalse, islice

from mockserver.chat.model.content.found import capitalized, rotated
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands import demands_in, measures
from mockserver.chat.model.demands.demand import Apart, Bound
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.skeletons import RULES, kinds, localized, sentence_of, skeletons
from mockserver.chat.model.forms.documents.brief import Brief
from mockserver.chat.model.forms.documents.outline import Outline, bullets, row_for
from mockserver.chat.model.forms.documents.rewriting import rewritten
from mockserver.chat.model.forms.prose import shortenings
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.text.numbers import FIGURE, amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import numbered

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")
_USUAL_BLOCKS, _MOST_BLOCKS = 5, 20
_OF_QUESTIONS = ("faq", "flash cards", "numbered cards")
"""The kinds of documents that have questions, on a text if the request has one."""

_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""

_VERSIONED = ("changelog", "release notes")
_ROMAN = "I II III IV V VI VII VIII IX X".split()


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one."""
    page = _Page(task, localized(form.kind, task.language) or form.kind)
    if headings := form.headings or page.usual_headings():
        text = page.sectioned(headings, are_requested=bool(form.headings))
        is_checked = RULES.matches("checkboxes", page.brief.request)
        return re.sub(r"(?m)^- (?!\[)", "- [ ] ", text) if is_checked else text
    variants = skeletons()[page.brief.kind].variants
    texts = rotated(variants, task.draws.below(len(variants)))
    return _several(page, texts) or _new_one(page, texts)


def _several(page: _Page, texts: Sequence[str]) -> str:
    """As many stanzas, parts or items as the request asks for, each from another variant of a
    skeleton; empty if it asks for one document."""
    task = page.task
    stanzas = _least(task.bounds, measures.PARAGRAPHS)
    if page.brief.kind == "poem" and stanzas > 1:
        return "\n\n".join(map(page.written, islice(cycle(texts), stanzas)))
    apart, items = task.demand(Apart), task.demand(Items)
    if apart and apart.parts <= len(texts):
        return apart.joint.join(map(page.written, texts[: apart.parts]))
    are_lines = not any("\n" in each for each in texts)
    lines = _least(task.bounds, measures.LINES) if are_lines else 0
    count = items.count if items else lines
    if len(texts) < 3 or not count:
        return ""
    several = [*map(page.filled, islice(cycle(texts), count))]
    return numbered(several, "\n\n" if any("\n" in each for each in several) else "\n")


def _new_one(page: _Page, texts: Sequence[str]) -> str:
    """The first document that no earlier reply has, with its first boxes checked if the request
    wants some checked."""
    drafts = map(page.written, texts)
    first = next(drafts)
    chosen = next(filterfalse(page.task.reading.has_said, chain([first], drafts)), first)
    checked = RULES.find("checked items", page.task.reading.question)
    return chosen.replace("- [ ]", "- [x]", amount_of(checked["it"] or "1") if checked else 0)


def _least(bounds: Sequence[Bound], measure: measures.Measure) -> int:
    """The lower bound of a measure, or 0."""
    return next((each.low for each in bounds if each.measure == measure), 0)


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name. The name
    is that of a short kind of document, or of a row of `part` in `documents.txt`."""
    kind, skeleton = _skeleton_of(name)
    return _Page(task, kind).written(skeleton) if skeleton else ""


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
            return _Page(task, form.kind).written(variants[0 if name[-1] in "a1" else -1])
    return None


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    skeleton = row_for("parts", name)
    listed = _Page(task, _PLAIN).filled(skeleton) if skeleton else ""
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


class _Page:
    """Fills skeletons from one request."""

    def __init__(self, task: Task, kind: str) -> None:
        self.task = task
        self.brief = Brief(task, kind)
        self.outline = Outline(self.brief, ())
        self._cycles: dict[str, Iterator[str]] = {}

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        return _shortened(self.filled(skeleton), self.task.every_bound)

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

    def next(self, name: str, first: Sequence[str] = ()) -> str:
        """The next of some texts, else of a list about the topic."""
        if name not in self._cycles:
            self._cycles[name] = cycle(first or self.brief.about(name))
        return next(self._cycles[name], "")

    @cached_property
    def questions(self) -> dict[str, str]:
        """Questions about the text of the request, each with the sentence that answers it."""
        payload, system = self.task.reading.payload, self.task.reading.system
        has_text = payload.has_text or (system and self.task.text == payload.request)
        is_labelled = RULES.matches("asking", self.brief.request)  # In quotes, which are no text.
        is_on_text = has_text and not is_labelled and self.brief.kind in _OF_QUESTIONS
        found = reversed(about(payload).items()) if is_on_text else ()
        asked = {told: question for question, told in found}  # One for each sentence.
        return {question: told for told, question in reversed(asked.items())}

    # Sections

    def sectioned(self, headings: Sequence[str], *, are_requested: bool) -> str:
        """A document with these headings, each with what belongs there, else with sentences."""
        marked = [each if each.startswith("#") else f"## {each}" for each in headings]
        names = [re.sub(r"[#{}] *", "", each) for each in marked]
        brief, self.outline = self.brief, Outline(self.brief, names)
        version = RULES.text("version", brief.request) if brief.kind in _VERSIONED else ""
        level = marked[0].index(" ") - 1
        usual = capitalized(brief.kind) if brief.text == brief.request else "{called | {title}}"
        blocks = [f"{'#' * level} {version or usual}"] if level == 1 else []
        count = self._per_section or -(-_least(self.task.bounds, measures.BULLETS) // len(names))
        for head, name in zip(marked, names, strict=True):
            told = self.outline.placed.get(name, []) if are_requested else []
            items = [*told, *brief.about(name), *brief.about("line")]
            own = re.search(rf"(?i)\b({FIGURE}) (?:\w+ )?{re.escape(name)}\b", brief.request)
            count = amount_of(own[1]) if own and count else count
            blocks += [
                head,
                bullets(items[: max(count, len(told))]) if count else self._place_under(name),
            ]
        return "\n\n".join(map(self._block, blocks))

    def _place_under(self, heading: str) -> str:
        """The place for what a request has for a heading, with the usual text as its default."""
        unsaid = "None mentioned." if self.outline.placed else "{line} {line}"
        usual = row_for("usual part", f"{heading} of {self.brief.kind}") or unsaid
        return f"{{under: {heading} | {usual}}}"

    def usual_headings(self) -> Sequence[str]:
        """The headings of sections that all have to have bullets, none if no section has to."""
        if not self._per_section:
            return ()
        asked = RULES.text("number of parts", self.brief.request)
        outline = cycle(self.brief.about("outline parts"))
        return [*map(capitalized, islice(outline, amount_of(asked) or _USUAL_BLOCKS))]

    @property
    def _per_section(self) -> int:
        """The number of bullets that each section has to have, or 0."""
        return _least(self.task.bounds_of_parts, measures.BULLETS)

    # Blocks and their places

    def _repeated(self, block: str) -> str:
        """A block once for each item, or as often as the request asks for."""
        request = self.brief.request
        days = RULES.text("day names", request).split() if "{label}" in block else []
        unit = RULES.text("unit of parts", f"{self.brief.kind}: {request}")
        count = len(days) or self._number_of_blocks()
        *parts, last = self.brief.about("outline parts")
        self._cycles["outline parts"] = chain(islice(cycle(parts), count - 1), [last])
        rows = []
        for row in range(count):
            name = days[row] if days else f"{unit} {row + 1}"
            label = f"**{name}**:" if days or unit else f"{row + 1}."
            numbered = block.replace("{n}", str(row + 1)).replace("{count}", str(count))
            numbered = numbered.replace("{roman}", _ROMAN[row % len(_ROMAN)])
            rows.append(self._block(numbered.replace("{label}", label)))
        is_tight = "\n" not in block or block.startswith("Q{n}")
        return ("\n" if is_tight else "\n\n").join(rows)

    def _number_of_blocks(self) -> int:
        """The number of times to repeat a block. Framed parts have one before and one behind."""
        request = self.brief.request
        request = request.replace(self.task.text, "") if self.questions else request
        if framed := RULES.text("framed parts", request):
            return min(amount_of(framed), _MOST_BLOCKS) + 2
        if asked := RULES.text("number of parts", request):
            return min(amount_of(asked), _MOST_BLOCKS)
        return min(len(self.questions or self.brief.listed) or _USUAL_BLOCKS, _USUAL_BLOCKS)

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
        """The text for a place, with a capital if its name has one."""
        name, argument, default = match.groups()
        kind = name.lower()
        if kind in _PLACES:
            value = _PLACES[kind](self, argument or "")
        else:
            value = self.brief.values.get(kind) or RULES.text(kind, self.brief.request)
        if not value and default:
            return _PLACE.sub(self._place, default)
        return capitalized(value) if name[0].isupper() else value


def _of_task(head: str) -> Callable[[_Page, str], str]:
    """The text that the instructions have for a place, by the rules of a section."""
    return lambda page, _: RULES.text(head, page.task.instructions)


_PLACES: Mapping[str, Callable[[_Page, str], str]] = {
    # What the request says
    "facts": lambda page, _: page.brief.facts(),
    "fact": lambda page, _: (
        " ".join(map(sentence_of, page.brief.statements[:1])) or page.next("line")
    ),
    "claim": lambda page, _: page.brief.subject_line() if page.brief.statements else "",
    "unsaid": lambda page, text: "" if page.outline.told or page.brief.listed else text,
    "under": lambda page, heading: page.outline.under(heading),
    "subject": lambda page, _: page.brief.subject_line(),
    "change": lambda page, _: page.brief.change(),
    "agreed": lambda page, _: RULES.text(
        "agreed", RULES.changed("to the writer", page.brief.request)
    ),
    "acrostic": lambda page, _: "\n".join(
        RULES.text("line of an acrostic", letter)
        for letter in RULES.text("spelled", page.brief.request)
    ),
    "re": _of_task("re"),
    "replier": _of_task("replier"),
    "hashtag": _of_task("hashtag"),
    # The text in the request
    "given": lambda page, _: page.brief.given(),
    "headline": lambda page, _: page.brief.headline(),
    "speakers": lambda page, _: bullets(
        [*dict.fromkeys(e["it"] for e in RULES.find_all("speaker of a line", page.brief.request))]
    ),
    "asked": lambda page, _: page.next(
        "asked", [*page.questions, *(page.brief.listed or page.brief.about("questions"))]
    ),
    "told": lambda page, _: page.next(
        "told",
        [*page.questions.values(), *(page.brief.about("answers") or page.brief.about("line"))],
    ),
    "reworded": lambda page, _: rewritten(page.task, page.brief.request, lambda: page.next("line")),
    "face": lambda page, _: (
        RULES.text("face asked", page.brief.request) and RULES.text("face", page.task.material)
    ),
    # Lists, sentences and the answer
    "items": lambda page, name: bullets(page.brief.listed or page.brief.about(name)[:5]),
    "item": lambda page, name: page.next(name, page.brief.listed),
    "idea": lambda page, name: page.next(name),
    "known": lambda page, name: "\n".join(page.brief.about(name)),
    "line": lambda page, _: page.next("line"),
    "pick": lambda page, texts: page.task.draws.pick(texts.split("; ")),
    "bullets": lambda _, texts: bullets(texts.split("; ")),
    "answer": lambda page, _: page.task.known.text if page.task.known else "",
    "steps": lambda page, _: page.brief.steps(),
    "five": lambda page, _: page.brief.five_syllables(),
}
"""The texts for places by their names. Other places have a value of the request, or a rule."""


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
