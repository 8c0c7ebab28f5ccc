"""Demands: what a conversation asks of the form of its answer.

A cue of `cues.txt` finds a place in a message, a maker of its kind reads the demand from it, and
the demand checks whether a text meets it. To teach the model another way of asking, add a line to
the table; a new kind is a maker in the module of its family, and perhaps a class with a `met`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from mockserver.chat.model.demands import (
    choices,
    documents,
    layout,
    lengths,
    notations,
    wordplay,
)
from mockserver.chat.model.demands.cue import CUES, Place, read_cues
from mockserver.chat.model.demands.demand import Bound, Demand
from mockserver.chat.model.demands.form import ConditionalText, Echo, Form, Label, LooseForm
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.lists import words
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.reading import Reading

Make = Callable[[Place], "Demand | Iterable[Demand] | None"]
"""Reads the demand from a place that fits a cue."""

ROWS = read_cues()
_MAKERS: Mapping[str, Make] = {
    kind: make
    for module in (choices, documents, layout, lengths, notations, wordplay)
    for kind, make in vars(module).items()
    if getattr(make, "__module__", "") == module.__name__
}
"""A kind of demand is the name of a function in one of these modules."""

_BY_WORD: dict[str, list[int]] = {}
"""The places of the cues that a word may belong to."""
for _place, _cue in enumerate(ROWS):
    for _word in _cue.words:
        _BY_WORD.setdefault(_word, []).append(_place)


def demands_of(reading: Reading) -> list[Demand]:
    """The demands that hold: of those on one thing the nearer and later one."""
    held: dict[object, Demand] = {}
    for demand in (each for text in _sources(reading) for each in demands_in(text)):
        if isinstance(demand, ConditionalText):
            if _is_about(reading.question, demand.about) != demand.otherwise:
                return [Echo(demand.text)]
            continue
        before = held.get(demand.slot)
        is_strict = isinstance(before, Form) and not isinstance(before, LooseForm)
        if not (is_strict and isinstance(demand, LooseForm)):
            held.pop(demand.slot, None)
            held[demand.slot] = demand
    return _settled([*held.values()])


def without_demands(text: str) -> str:
    """A text without the places that demand something of the form: what is left has the subject."""
    wording, found = _found_in(text)
    rest = [*wording.text]
    for _, place in found:
        end = place.stop
        while end < len(rest) and rest[end].isalnum():
            end += 1
        rest[place.start : end] = " " * (end - place.start)
    return wording.plain("".join(rest))


def _sources(reading: Reading) -> Iterator[str]:
    """The texts that may demand something, the one that counts most last."""
    yield from (text for text in reading.earlier if CUES.find("lasting", text[:2_000]))
    if reading.system:
        yield reading.system
    found = reading.exhibits
    yield found.asks if found and found.judges else reading.question


def demands_in(text: str) -> list[Demand]:
    """The demands of a text alone, in the order of the table."""
    return [demand for demands, _ in _found_in(text)[1] for demand in demands]


@lru_cache(maxsize=128)
def _found_in(text: str) -> tuple[Wording, Sequence[tuple[Sequence[Demand], slice]]]:
    """The demands of a text, each with its place; those inside quotations have none."""
    wording = Wording(text)
    numbers = {number for word in wording.words for number in _BY_WORD.get(word, ())}
    return wording, [
        (demands, slice(0, 0) if cue.reads_quotations else slice(*place.match.span()))
        for cue in (ROWS[number] for number in sorted(numbers))
        for place in cue.places(wording)
        if (demands := tuple(_made(cue.kind, place)))
    ]


def _made(kind: str, place: Place) -> Iterable[Demand]:
    made = _MAKERS[kind](place)
    return (made,) if isinstance(made, Demand) else made or ()


def _is_about(question: str, about: str) -> bool:
    """True if a question shares a word or a sense with what is named."""
    stems = stems_of(question)
    named = {*stems_of(about)} - {*stems_of(" ".join(words("text.asking")))}
    return bool({*stems} & named or senses_of(stems) & senses_of(named))


def _settled(demands: list[Demand]) -> list[Demand]:
    """Without the bounds that a later one contradicts, and the words that are only options."""
    options = {o.lower() for each in demands if isinstance(each, Label) for o in each.options}
    kept: list[Demand] = []
    for demand in reversed(demands):
        if isinstance(demand, Bound):
            of_options = demand.measure.name == "keyword" and any(
                demand.measure.object in option for option in options
            )
            if of_options or any(demand.contradicts(other) for other in kept):
                continue
        kept.append(demand)
    return kept[::-1]
