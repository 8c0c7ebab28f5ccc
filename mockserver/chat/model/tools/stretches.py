"""Stretches: the parts of a message that are for one call each.

A message is cut into stretches that ask for one tool each. Within a stretch, a new call begins
where a field gets a second value: `from Oslo to Rome and from Rome to Paris`. A call takes missing
values from the whole message.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from mockserver.chat.model.text.lists import is_place
from mockserver.chat.model.tools.candidates import Candidate, candidate
from mockserver.chat.model.tools.choice import best_candidates
from mockserver.chat.model.tools.offered import WORDINGS, OfferedTool
from mockserver.chat.model.values.fields.options import options_in
from mockserver.chat.model.values.finding.find import Find
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.finding.scan import bounded, tokens_of
from mockserver.chat.model.values.matching.match import Match

MOST_CALLS = 32
"""The most calls that a text asks for."""

_MOST_CLAUSES, _SHORTEST = 40, 8
"""The most clauses of a text that are read, and the least characters of one."""

_CLEAR = 2.0
"""The score from which a find is certainly the value of a field."""

_NEAR = 0.8
"""The weight of a word next to a find."""

_SAME = 9.0
"""The likeness of a find to itself, more than to any other."""

_CLOSE = 0.7
"""The least likeness of a find to a field's own find, as a share of the greatest one."""

_JOINTS = frozenset({"and", ",", ";", "or", "then", ".", "?", "!", "while", "versus", "vs"})
"""The words and marks at which a stretch may be cut."""


def candidates_in(
    tools: Sequence[OfferedTool], whole: Candidate, text: str, now: datetime
) -> Iterator[Candidate]:
    """A tool with its values for each call that a text asks for; `whole` is the one for all."""
    for stretch in _stretches(tools, bounded(text), now, whole):
        yield from _calls(stretch, text, now)


def _stretches(
    tools: Sequence[OfferedTool], text: str, now: datetime, whole: Candidate
) -> list[Candidate]:
    """The tool of each stretch of a text. A clause that asks for no tool joins the one before."""
    found: list[tuple[int, Candidate]] = []
    for start, clause in _clauses(text):
        asked = best_candidates(tools, clause, now)[0]
        if asked.is_fit and not (found and found[-1][1].tool is asked.tool):
            found.append((start, asked))
    if len(found) < 2:
        return [whole._replace(text=text)]
    edges = [0, *(start for start, _ in found[1:]), len(text)]
    return [
        one._replace(text=text[start:end])
        for (_, one), (start, end) in zip(found, pairwise(edges), strict=True)
    ]


def _clauses(text: str) -> list[tuple[int, str]]:
    """The clauses of a text with their positions."""
    cuts = (edge for cut in WORDINGS.pattern("cut").finditer(text) for edge in cut.span())
    edges = [0, *cuts, len(text)]
    clauses = [(start, text[start:end]) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return [each for each in clauses if len(each[1].strip()) >= _SHORTEST][:_MOST_CLAUSES]


def _calls(stretch: Candidate, text: str, now: datetime) -> Iterator[Candidate]:
    """The calls of one stretch, with missing values from the whole text. An optional field takes
    none that is worded for another part of the text."""
    tool = stretch.tool
    stretch = candidate(tool, stretch.text, now)
    optional = {field.name for field in tool.fields if not field.required}
    elsewhere = {
        name: one._replace(finds=())
        for name, one in candidate(tool, text, now).matches.items()
        if name not in optional or all(find.kind != "worded" for find in one.finds)
    }
    for start, end in pairwise([0, *_cuts(stretch), len(stretch.text)]):
        part = candidate(tool, stretch.text[start:end], now)
        own = {
            name: one
            for name, one in part.matches.items()
            if name not in elsewhere or _replaces(one, elsewhere[name])
        }
        yield part._replace(matches=elsewhere | own)


def _replaces(one: Match, other: Match) -> bool:
    """True if a value in a stretch replaces one of the whole text: a phrase if it scores as high,
    another find if it is certain."""
    return one.score >= (other.score if one.kind == "phrase" else _CLEAR)


def _cuts(stretch: Candidate) -> list[int]:
    """The positions in a stretch where a field gets a second value: the `and` of `from Oslo to Rome
    and from Rome to Paris`."""
    cuts: list[int] = []
    record: dict[str, Find] = {}
    tokens = tokens_of(stretch.text)
    for find, names in sorted(_mentions(stretch), key=lambda mention: mention[0].first):
        if free := next((name for name in names if name not in record), None):
            record[free] = find
            continue
        listed = [name for name, one in record.items() if one.group == find.group >= 0]
        if not names or listed == names[:1]:
            continue
        between = range(find.first - 1, record[names[0]].last, -1)
        joint = next((place for place in between if tokens[place].lower in _JOINTS), None)
        if joint is not None:
            cuts.append(tokens[joint].start)
            record = {name: one for name, one in record.items() if one.first > joint}
            record[names[0]] = find
    return cuts[:MOST_CALLS]


def _mentions(stretch: Candidate) -> Iterator[tuple[Find, list[str]]]:
    """The finds that may be values, with the names of their fields, the likeliest first.

    A find belongs to the fields whose own finds have similar words around them: `to Rome` to the
    field of `to Paris`. An option belongs to the field that has it.
    """
    options: dict[tuple[int, int], tuple[Find, list[str]]] = {}
    for field in stretch.tool.fields:
        others = [one.value for name, one in stretch.matches.items() if name != field.name]
        for option in options_in(field, stretch.text):
            if option.value not in others and not option.left.isdigit():
                options.setdefault((option.first, option.last), (option, []))[1].append(field.name)
    yield from options.values()
    anchors = {name: one.find for name, one in stretch.matches.items() if one.find}
    for find in finds_in(stretch.text):
        if (find.first, find.last) in options:
            continue
        alike = {name: _likeness(anchor, find) for name, anchor in anchors.items()}
        least = _CLOSE * max([*alike.values(), 0.1])
        close = [name for name, like in alike.items() if like >= least]
        yield find, sorted(close, key=lambda name: -alike[name])


def _likeness(one: Find, other: Find) -> float:
    """The similarity of two finds and of the words around them."""
    if one.kind != other.kind or one.is_in_words != other.is_in_words:
        return 0.0
    if one == other:
        return _SAME
    if one.group == other.group >= 0:
        return 2.0
    likeness = float(is_place(one.text) and is_place(other.text))
    if one.kind == "phrase":
        return likeness
    if one.kind != "number" and one.left == other.left:
        likeness += 1.0
    return likeness + sum(
        weight for cue, weight in one.cues.items() if min(weight, other.cues.get(cue, 0)) > _NEAR
    )
