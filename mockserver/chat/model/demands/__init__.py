"""Demands: the requirements of a conversation on the form of its reply.

A cue of `cues.txt` matches a place in a message, the function named after its kind turns the place
into demands, and each demand can check a reply. To support another way of asking, add a line to
`cues.txt`; a new kind is a function in the module of its family, and perhaps a class of demand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from mockserver.chat.model.content import judgement
from mockserver.chat.model.content.given import request_and_text
from mockserver.chat.model.demands import choices, documents, formats, notations, texts
from mockserver.chat.model.demands.cue import CUES, Place, read_cues
from mockserver.chat.model.demands.demand import Bound, Demand, Fixed
from mockserver.chat.model.demands.form import (
    Code,
    ConditionalText,
    Document,
    Echo,
    Form,
    Label,
    ScoreForm,
    TableForm,
    Template,
)
from mockserver.chat.model.demands.measures import BULLETS, LINES, NUMBERED
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.wording import Wording

Make = Callable[[Place], "Demand | Iterable[Demand] | None"]
"""A function that reads the demands at a place."""

ROWS = read_cues()
_MAKERS: Mapping[str, Make] = {
    kind: make
    for module in (choices, documents, formats, notations, texts)
    for kind, make in vars(module).items()
    if getattr(make, "__module__", "") == module.__name__
}
"""The functions that make demands, by the kind that a cue names."""

_EMPTY_SENTENCE = pattern(r"(?<=[.!?]) +[.!?](?!\S)")
_ON_THE_FORM = frozenset(
    kind
    for kind, make in _MAKERS.items()
    if kind not in ("code", "style")
    and make.__module__ not in (choices.__name__, formats.__name__, notations.__name__)
)
"""The kinds of demands that are never meant in a clause about the subject of the reply."""

_BY_WORD: dict[str, list[int]] = {}
"""Indexes of the cues to try on a message that has a word."""
for _index, _cue in enumerate(ROWS):
    for _word in _cue.words:
        _BY_WORD.setdefault(_word, []).append(_index)


def demands_of(reading: Reading) -> list[Demand]:
    """The demands of a conversation. The last one of each slot counts."""
    by_slot: dict[object, Demand] = {}
    options: list[str] = []
    for demand in (each for text in _sources(reading) for each in demands_in(text)):
        options += map(str.lower, demand.options) if isinstance(demand, Label) else ()
        previous = by_slot.get(demand.slot)
        if isinstance(demand, ConditionalText):
            if is_about(reading.question, demand.about) != demand.otherwise:
                return [Echo(demand.text)]
        elif previous is None or previous.rank <= demand.rank:
            by_slot.pop(demand.slot, None)
            by_slot[demand.slot] = (
                demand.after(previous) if isinstance(demand, (Code, Document)) else demand
            )
    return _settled([*by_slot.values()], options)


def without_demands(text: str) -> str:
    """A text without its clauses on the form of the reply, which leaves what it has to say."""
    wording, found = _found_in(text)
    spans: list[slice] = []
    removed = (place for demands, place in found if not isinstance(demands[0], Form))
    for place in sorted(removed, key=lambda each: each.start):
        if spans and place.start <= spans[-1].stop:  # Two cues have words in common.
            last = spans.pop()
            spans.append(slice(last.start, max(last.stop, place.stop)))
        elif place.stop:
            spans.append(place)
    rest = wording.text
    for span in reversed(spans):
        before = CUES.pattern("end of a clause").sub("", rest[: span.start])
        rest = before + re.sub(r"^\w+", "", rest[span.stop :])
    return wording.as_written(_EMPTY_SENTENCE.sub("", rest))


def _sources(reading: Reading) -> Iterator[str]:
    """The texts that may contain demands, the most important one last."""
    yield from (text for text in reading.earlier if CUES.find("lasting", text[:2_000]))
    if reading.system:
        yield CUES.changed("facts", reading.system)
    payload = reading.payload
    is_apart = payload.is_judged and (reading.system or demands_in(payload.instructions))
    request = payload.instructions if is_apart else reading.question
    if reading.answers and "{" not in request and CUES.matches("changes an object", request[:400]):
        request = f"{request}\n\n{reading.answers[-1]}"
    instruction, brought = request_and_text(request)
    are_choices = len([*CUES.find_all("lettered", brought)]) > 1
    is_laid_out = brought and not are_choices and CUES.matches("lays out", instruction)
    lines = {line.strip() for line in brought.split("\n")} if is_laid_out else set()
    yield "\n".join(
        line for line in request.split("\n") if not line.strip() or line.strip() not in lines
    )


def demands_in(text: str) -> list[Demand]:
    """The demands of a single text, in the order of `cues.txt`."""
    return [demand for demands, _ in _found_in(text)[1] for demand in demands]


@lru_cache(maxsize=128)
def _found_in(text: str) -> tuple[Wording, Sequence[tuple[Sequence[Demand], slice]]]:
    """The wording of a text, and its demands with the slice of the wording they come from.

    The slice is empty for cues that read quotations, which match the unmasked message.
    """
    wording = Wording(text)
    numbers = {number for word in wording.words for number in _BY_WORD.get(word, ())}
    found = [
        (demands, slice(0, 0) if cue.reads_quotations else slice(*place.match.span()))
        for cue in (ROWS[number] for number in sorted(numbers))
        for place in cue.places(wording)
        if not (cue.kind in _ON_THE_FORM and place.is_on_the_subject())
        if (demands := tuple(_made(cue.kind, place)))
    ]
    firsts = [demands[0] for demands, _ in found]
    is_list = any(isinstance(e, Bound) and e.measure in (BULLETS, NUMBERED) for e in firsts)
    is_number = any(isinstance(each, ScoreForm) and each.alone for each in firsts)
    if is_list or any(isinstance(each, Code) and each.name for each in firsts):
        found = [each for each in found if not isinstance(each[0][0], Label)]
    if is_number:
        found = [e for e in found if not isinstance(e[0][0], Label) or e[0][0].about]
    return wording, found


def _made(kind: str, place: Place) -> Iterable[Demand]:
    made = _MAKERS[kind](place)
    return (made,) if isinstance(made, Demand) else made or ()


def is_about(question: str, about: str) -> bool:
    """True if a question shares a word with a description, or is of its topic."""
    named = {*stems_of(about)} - {*stems_of(" ".join(words("text.asking")))}
    return not named.isdisjoint(stems_of(question)) or judgement.is_of_topic(question, about)


def _settled(demands: list[Demand], options: list[str]) -> list[Demand]:
    """The demands without keywords that are options, lists that are elements of code, lines that
    a form has already, templates that are a fixed beginning such as `[Bot]`, and bounds that a
    later one contradicts."""
    fixed = [each.text for each in demands if isinstance(each, Fixed)]
    demands = [e for e in demands if not (isinstance(e, Template) and e.text in fixed)]
    form = next((each for each in demands if isinstance(each, Form)), None)
    own = {Code: (BULLETS, NUMBERED, LINES), Template: (LINES,), TableForm: (LINES,)}.get(
        type(form), ()
    )
    kept: list[Demand] = []
    for demand in reversed(demands):
        is_option = isinstance(demand, Fixed) and demand.text.lower() in options
        if isinstance(demand, Bound):
            word = demand.measure.object
            is_option = demand.measure.name == "keyword" and any(word in each for each in options)
            is_option |= demand.measure in own or any(map(demand.contradicts, kept))
        kept += [] if is_option else [demand]
    return kept[::-1]
