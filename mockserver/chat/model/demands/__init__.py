"""Demands: the requirements of a conversation on the form of its reply.

A cue of `cues.txt` matches a place in a message, the function named after its kind turns the place
into demands, and each demand can check a reply. To support another way of asking, add a line to
`cues.txt`; a new kind is a function of `readers`, in the module of its family, and perhaps a
class of demand.

Each is built from those below it:

    readers            what the places that cues match demand, a module for each family
    data               data in a prompt: JSON, XML, YAML, or the rows of a table
    shapes             the schemas that prompts show or name
    cue, form          the patterns of cues and the places they match; forms of a whole reply
    demand, skeletons  demands, each with its check; documents as the model knows them
    measures           what of a text can be counted
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mockserver.chat.model.content.quoted.grounding import grounding
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.cue import CUES, Place, read_cues
from mockserver.chat.model.demands.demand import Bound, Demand, first_of
from mockserver.chat.model.demands.form import Code, Form, Label
from mockserver.chat.model.demands.measures import BULLETS, LINES, NUMBERED, SENTENCES, Measure
from mockserver.chat.model.demands.readers import (
    agents,
    amounts,
    choices,
    documents,
    echoes,
    edges,
    formats,
    items,
    notations,
    occurrences,
    programs,
    scores,
    styles,
    tables,
    templates,
)
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.meaning import senses_of, stems_of
from mockserver.chat.model.text.numbers import numbers_in

ROWS = read_cues()
_ON_PROSE = (amounts, documents, edges, items, occurrences, styles, tables)
"""The families of demands that prose about any subject may meet."""

_FAMILIES = (
    agents, choices, echoes, formats, notations, programs, scores, templates, *_ON_PROSE,
)  # fmt: skip
_MAKERS: Mapping[str, Callable[[Place], Demand | Iterable[Demand] | None]] = {
    kind: make
    for family in _FAMILIES
    for kind, make in vars(family).items()
    if getattr(make, "__module__", "") == family.__name__
}
"""The functions that read the demands at a place, by the kind that a cue names."""

_OF_TEXTS = ("rewrite", "chat title")
"""The kinds of documents that a system message wants of whatever the user sends."""

_ON_THE_FORM = {*chain.from_iterable(map(vars, _ON_PROSE))} - {"style"}
"""The kinds of demands that are never meant in a clause about the subject of the reply."""

_MEASURES_OF_FORMS: Mapping[type, Sequence[Measure]] = {
    Code: (BULLETS, NUMBERED, LINES), form.Template: (LINES, SENTENCES), form.TableForm: (LINES,),
}  # fmt: skip
"""Measures that a form settles itself: a line of code may look like an item of a list."""

_SAME_QUESTIONS = CUES.rows("same question")
_BY_WORD: dict[str, list[int]] = {}
"""Indexes of the cues to try on a message that has a word."""
for _index, _cue in enumerate(ROWS):
    for _word in _cue.words:
        _BY_WORD.setdefault(_word, []).append(_index)


def demands_of(reading: Reading) -> list[Demand]:
    """The demands of a conversation. The last one of each slot counts."""
    by_slot: dict[object, Demand] = {}
    for demand in chain.from_iterable(map(demands_in, _sources(reading))):
        previous = by_slot.get(demand.slot)
        if isinstance(demand, form.ConditionalText):
            is_meant = is_about(reading.question, demand.about)
            if demand.otherwise and not is_meant:  # The rules may cover it in other words.
                rules = [Passage("", reading.system)]
                is_meant = grounding.grounded(reading.question, rules) is not None
            if is_meant != demand.otherwise:
                return [form.Echo(demand.text)]
        elif previous is None or previous.rank <= demand.rank:
            by_slot.pop(demand.slot, None)  # The latest demand is the last one.
            by_slot[demand.slot] = demand.after(previous)
    return _settled([*by_slot.values()])


def without_demands(text: str) -> str:
    """A text without its clauses on the form of the reply, which leaves what it has to say."""
    wording, found = _found_in(text)
    spans: list[tuple[int, int]] = []
    for each in sorted(found, key=lambda each: each.start):
        if not each.end or isinstance(each.demands[0], Form):
            continue
        start, end = each.start, each.end
        if spans and start <= spans[-1][1]:  # Two cues have words in common.
            before = spans.pop()
            start, end = before[0], max(before[1], end)
        spans.append((start, end))
    rest = wording.text
    for start, end in reversed(spans):
        left = CUES.pattern("end of a clause").sub("", rest[:start])
        is_noun = rest[end:].startswith(" of ") and rest[:end].endswith(("list", "points"))
        rest = left + " list" * is_noun + re.sub(r"^\w+", "", rest[end:])
    return wording.as_written(CUES.pattern("left over").sub("", rest))


def _sources(reading: Reading) -> Iterator[str]:
    """The texts that may contain demands, the most important one last."""
    yield from (text for text in reading.earlier if CUES.matches("lasting", text[:2_000]))
    order = _order_of(reading)
    if reading.system:
        yield CUES.changed("facts", reading.system)
    asked, own = (
        {each.kind for each in demands_in(text) if isinstance(each, form.Document)}
        for text in (reading.system, order)
    )
    shape = first_of(form.JsonForm, demands_in(order))
    is_label = CUES.matches("only this", reading.system) and first_of(
        Label, demands_in(reading.system)
    )
    if shape and is_label and not shape.schema:  # What it asks for is only to be labelled.
        return
    if shape or asked & own or asked.isdisjoint(_OF_TEXTS):  # Else it is only a text.
        yield order


def _order_of(reading: Reading) -> str:
    """The request of the last message."""
    payload = reading.payload
    is_apart = payload.is_judged and (reading.system or demands_in(payload.instructions))
    return payload.instructions if is_apart else payload.about_data or reading.question


def demands_in(text: str) -> list[Demand]:
    """The demands of a single text, in the order of `cues.txt`."""
    return [demand for found in _found_in(text)[1] for demand in found.demands]


class _Found(NamedTuple):
    """The demands of a cue, and their part of the masked text, empty for quotations."""

    demands: Sequence[Demand]
    start: int
    end: int

    @property
    def excluded(self) -> tuple[type[Demand], ...]:
        """The forms that parts of a list, an expression or a named function may look like."""
        first = self.demands[0]
        if isinstance(first, Bound) and first.measure in (BULLETS, NUMBERED):
            return (Label,)
        if isinstance(first, form.Document) and first.kind == "conventional":
            return (Label,)
        if isinstance(first, Label) and first.place == "first":  # Its line is no whole template.
            return (form.Template,)
        is_sure = isinstance(first, Code) and (
            first.name or first.bare or first.language == "regex"
        )
        return (Label, form.ScoreForm, form.Template) if is_sure else ()


@lru_cache(maxsize=128)
def _found_in(text: str) -> tuple[Wording, Sequence[_Found]]:
    """The wording of a text, and its demands."""
    wording = Wording(text)
    numbers = {number for word in wording.words for number in _BY_WORD.get(word, ())}
    found = list[_Found]()
    for cue in (ROWS[number] for number in sorted(numbers)):
        for place in cue.places(wording):
            if cue.kind in _ON_THE_FORM and place.is_on_the_subject():
                continue
            made = _MAKERS[cue.kind](place)
            demands = (made,) if isinstance(made, Demand) else tuple(made or ())
            start, end = (0, 0) if cue.reads_quotations else place.match.span()
            if demands:
                found.append(_Found(demands, start, end))
    excluded = tuple({kind for each in found for kind in each.excluded})
    found = [each for each in found if not isinstance(each.demands[0], excluded)]
    return wording, found


def is_about(question: str, about: str) -> bool:
    """True if a question means the same as a description, or shares a word or the topic with it."""
    if any(row.pattern.search(about) and row.pattern.search(question) for row in _SAME_QUESTIONS):
        return True
    about = CUES.changed("need of the user", about)
    if "math" in about and any(numbers_in(question)):
        return True
    named = {*stems_of(about)} - {*stems_of(" ".join(words("text.asking")))}
    if not senses_of(named).isdisjoint(senses_of(stems_of(question))):
        return True
    return not named.isdisjoint(stems_of(question)) or is_of_topic(question, about)


def _settled(demands: list[Demand]) -> list[Demand]:
    """The demands without those that are options, bounds on what the form has anyway, and
    bounds that a later one contradicts."""
    kind = next((type(each) for each in demands if isinstance(each, Form)), Form)
    own = _MEASURES_OF_FORMS.get(kind, ())
    kept = list[Demand]()
    for demand in reversed(demands):
        is_void = isinstance(demand, Bound) and (
            demand.measure in own or any(map(demand.contradicts, kept))
        )
        if not is_void:
            kept.append(demand)
    return kept[::-1]
