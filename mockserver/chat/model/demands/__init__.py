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
from mockserver.chat.model.demands.cue import Place, piece, read_cues
from mockserver.chat.model.demands.demand import Bound, Demand, Demands
from mockserver.chat.model.demands.form import ConditionalText, Echo, Form, Label, LooseForm
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.reading import Reading

Make = Callable[[Place], "Demand | Iterable[Demand] | None"]
"""Reads the demand from a place that fits a cue."""

CUES = read_cues()
_MAKERS: Mapping[str, Make] = {
    kind: make
    for module in (choices, documents, layout, lengths, notations, wordplay)
    for kind, make in vars(module).items()
    if getattr(make, "__module__", "") == module.__name__
}
"""A kind of demand is the name of a function in one of these modules."""

_BY_WORD: dict[str, list[int]] = {}
"""The places of the cues that a word may belong to."""
for _place, _cue in enumerate(CUES):
    for _word in _cue.words:
        _BY_WORD.setdefault(_word, []).append(_place)


def demands_of(reading: Reading) -> list[Demand]:
    """The demands that hold: of those on one thing the nearer and later one."""
    held = Demands()
    for text in _sources(reading):
        for demand in demands_in(text):
            before = held.found.get(demand.slot)
            is_strict = isinstance(before, Form) and not isinstance(before, LooseForm)
            if not (is_strict and isinstance(demand, LooseForm)):
                held.add(demand)
    applied = [*_applied(held.found.values(), reading)]
    said = next((each for each in applied if each not in held.found.values()), None)
    return [said] if said else _settled(applied)


def _applied(demands: Iterable[Demand], reading: Reading) -> Iterator[Demand]:
    """The demands, and of those that depend on the question what they come to."""
    said = None
    for demand in demands:
        if not isinstance(demand, ConditionalText):
            yield demand
        elif _is_about(reading.question, demand.about) != demand.otherwise:
            said = Echo(demand.text)
    if said is not None:
        yield said


def _is_about(question: str, about: str) -> bool:
    """True if a question shares a word or a sense with what is named."""
    stems = stems_of(question)
    named = [stem for stem in stems_of(about) if stem not in _ASKING]
    return bool({*stems} & {*named} or senses_of(stems) & senses_of(named))


_ASKING = frozenset(
    stem
    for word in "user ask asks about question questions mention wants says "
    "related anything customer".split()
    for stem in stems_of(word)
)


def _sources(reading: Reading) -> Iterator[str]:
    """The texts that may demand something, the one that counts most last."""
    yield from (text for text in reading.earlier if piece("lasting").search(text[:2_000]))
    if reading.system:
        yield reading.system
    found = reading.exhibits
    yield found.asks if found and found.judges else reading.question


def without_demands(text: str) -> str:
    """A text without the places that demand something of the form: what is left has the subject."""
    wording = Wording(text)
    rest = [*wording.text]
    for _, place in _found_in(text):
        end = place.stop
        while end < len(rest) and rest[end].isalnum():
            end += 1
        rest[place.start : end] = " " * (end - place.start)
    return wording.plain("".join(rest))


def demands_in(text: str) -> list[Demand]:
    """The demands of a text alone, in the order of the table."""
    return [demand for demands, _ in _found_in(text) for demand in demands]


@lru_cache(maxsize=128)
def _found_in(text: str) -> tuple[tuple[Sequence[Demand], slice], ...]:
    """The demands of a text, each with its place; those inside quotations have none."""
    wording = Wording(text)
    numbers = {number for word in wording.words for number in _BY_WORD.get(word, ())}
    return tuple(
        (demands, slice(0, 0) if cue.raw else slice(*place.found.span()))
        for cue in (CUES[number] for number in sorted(numbers))
        for place in cue.places(wording)
        if (demands := tuple(_made(cue.kind, place)))
    )


def _made(kind: str, place: Place) -> Iterable[Demand]:
    made = _MAKERS[kind](place)
    return (made,) if isinstance(made, Demand) else made or ()


def _settled(demands: list[Demand]) -> list[Demand]:
    """Without the bounds that a later one contradicts, and the words that are only options."""
    kept: list[Demand] = []
    for demand in reversed(demands):
        if _is_an_option(demand, demands):
            continue
        if not (isinstance(demand, Bound) and any(_contradict(demand, other) for other in kept)):
            kept.append(demand)
    return kept[::-1]


def _is_an_option(demand: Demand, demands: Iterable[Demand]) -> bool:
    """True for a word that is only one of the labels to choose from."""
    labels = [each for each in demands if isinstance(each, Label)]
    if not labels or not isinstance(demand, Bound) or demand.measure.name != "keyword":
        return False
    return any(demand.measure.object in option.lower() for option in labels[0].options)


def _contradict(one: Bound, other: Demand) -> bool:
    if not isinstance(other, Bound) or one.measure != other.measure:
        return False
    tops = [each.high for each in (one, other) if each.high is not None]
    return bool(tops) and max(one.low, other.low) > min(tops)
