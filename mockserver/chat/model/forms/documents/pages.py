"""A page fills the places of a skeleton from a request.

A place has a name, perhaps an argument, and perhaps a default with places of its own: `{title}`,
`{item: tips | {line}}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, cycle, islice

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands.skeletons import RULES, sentence_of
from mockserver.chat.model.forms.documents.brief import Brief
from mockserver.chat.model.forms.documents.outline import Outline, bullets
from mockserver.chat.model.forms.documents.rewriting import rewritten
from mockserver.chat.model.forms.shortening import shortened
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern

_PLACE = pattern(r"\{(\w+)(?:: ([^{}]*?))?(?: \| ((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*))?\}")

_USUAL_BLOCKS, _MOST_BLOCKS = 5, 20
"""The times that a block is repeated if the request has no number, and at most."""

_OF_QUESTIONS = ("faq", "flash cards", "numbered cards")
"""The kinds of documents that have questions, on a text if the request has one."""

_ROMAN = "I II III IV V VI VII VIII IX X".split()


class DocumentPage:
    """Fills skeletons from one request."""

    def __init__(self, task: Task, kind: str) -> None:
        self.task = task
        self.brief = Brief(task, kind)
        self.outline = Outline(self.brief, ())
        self._cycles: dict[str, Iterator[str]] = {}

    def written(self, skeleton: str) -> str:
        """A skeleton with its places filled, within the demanded frame and bounds."""
        return shortened(self.filled(skeleton), self.task.every_bound)

    def filled(self, skeleton: str) -> str:
        """A skeleton with its places filled, without empty blocks and their headings."""
        kept: list[str] = []
        for block in skeleton.split("\n\n"):
            written = self._repeated(block[2:]) if block.startswith("%\n") else self.block(block)
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
            rows.append(self.block(numbered.replace("{label}", label)))
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

    def block(self, block: str) -> str:
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


def _of_task(head: str) -> Callable[[DocumentPage, str], str]:
    """The text that the instructions have for a place, by the rules of a section."""
    return lambda page, _: RULES.text(head, page.task.instructions)


_PLACES: Mapping[str, Callable[[DocumentPage, str], str]] = {
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
