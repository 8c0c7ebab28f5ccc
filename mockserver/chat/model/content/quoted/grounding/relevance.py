"""Relevance: the fact that shares most with a question, rare words and names most of all."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from mockserver.chat.model.content.cues import CUES, share_of, shared
from mockserver.chat.model.content.quoted.grounding.evidence import Fact, days_in
from mockserver.chat.model.content.quoted.grounding.question import (
    OPEN_KINDS,
    UNMISTAKABLE,
    Question,
)
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.text.dates import WEEKDAYS
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import is_question

_ENOUGH, _ENOUGH_FOR_YES = 0.3, 0.5
"""The least share of a question's weight that a fact must have, and of one for yes or no."""

_NEARLY_ALL = 0.85
"""The share that is enough for a fact without a value of the kind that is asked for."""

_NAME_WEIGHT = 1.5
"""The weight of a name relative to other words."""

_NAME_BONUS, _KIND_BONUS, _SUBJECT_BONUS = 0.4, 0.25, 0.1
"""The bonuses for a pair whose name is in the question; for a value of the kind that it asks for,
the word for what is asked for, and a comparison; and for a sentence whose subject is in it."""

_PREVIOUS_SHARE = 0.7
"""The part of its predecessor's share that a sentence inherits if it continues it."""


def best_fact(question: Question, facts: Sequence[Fact]) -> Fact | None:
    """The fact that answers a question best, if it is good enough."""
    all_shared = [_shared(question, fact) for fact in facts]
    weights = _weights(question, all_shared)
    whole = sum(weights.values())
    is_unnamed = question.names.isdisjoint(chain.from_iterable(all_shared)) and question.names
    best, most, known = None, 0.0, dict[str, float]()
    for fact, every in zip(facts, all_shared, strict=True):
        own = {} if is_unnamed and _is_of_another(question, fact) else every
        goes_on = CUES.pattern("goes on").match(fact.text)
        inherited = known if own and goes_on else {}
        stems = {stem: _PREVIOUS_SHARE * share for stem, share in inherited.items()} | own
        if own and question.is_limited_by(fact):  # `We ship to Peru only` is about others too.
            stems |= dict.fromkeys(question.names, 1.0)
        share = sum(weights[stem] * stems[stem] for stem in stems) / whole
        if (points := _points(question, fact, stems, share)) > most:
            best, most = fact, points
        known = known if goes_on and not own else stems
    return best if most >= (_ENOUGH_FOR_YES if question.is_polar else _ENOUGH) else None


def _shared(question: Question, fact: Fact) -> dict[str, float]:
    """The stems of a question that a fact or the name of its file has, with their shares. A text
    with the hours of some days is about all of them."""
    days = days_in(fact.text)
    has_hours = days and question.is_polar and CUES.matches("hours", fact.text)
    file = fact.number if "." in fact.number else ""
    parts = (fact.text, fact.name, file, *(WEEKDAYS if has_hours else days))
    return shared(question.stems, stems_of(" ".join(parts)))


def _weights(question: Question, all_shared: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The weight of each stem by how few facts share it; names count more."""
    frequency, number = Counter(chain.from_iterable(all_shared)), len(all_shared)
    weights = {stem: math.log(1 + number / (frequency[stem] or 1)) for stem in question.stems}
    for stem in question.names & frequency.keys():
        weights[stem] *= _NAME_WEIGHT
    return weights


def _is_of_another(question: Question, fact: Fact) -> bool:
    """True if a fact is about something with a name that the question does not have."""
    named = CUES.find("named subject of a fact", fact.text)
    return named is not None and {*stems_of(named["it"])}.isdisjoint(question.stems)


def _points(question: Question, fact: Fact, known: Mapping[str, float], share: float) -> float:
    """The share of the question's weight that a fact has, with its bonuses; 0 if the fact does not
    answer the question. `known` are the stems that they share."""
    is_told = CUES.matches("predicate", fact.text) and is_of_topic(fact.text, question.thing)
    is_likely = share or is_told or question.kind in UNMISTAKABLE
    days = days_in(fact.text)
    has_hours = len([*CUES.find_all("hours of a day", fact.text)]) > 1
    is_split = has_hours and question.days & days  # The hours of each day are a fact of their own.
    if is_question(fact.text) or is_split or not is_likely:
        return 0
    value = question.value_in(fact)
    if not share and (value or is_told):
        share = _ENOUGH
    if not share or (share < _NEARLY_ALL and not _is_met(question, fact, known, value)):
        return 0
    is_of_kind = question.accepts(fact) or CUES.matches(question.kind, fact.value)
    is_of_other_kind = bool(fact.value) and not is_of_kind
    if is_of_other_kind:
        share *= _PREVIOUS_SHARE
    share += _NAME_BONUS * share_of(stems_of(fact.name), question.stems)
    if value and not is_of_other_kind:
        share += _KIND_BONUS
    if any(known.get(stem) == 1 for stem in question.head):
        share += _KIND_BONUS
    if value and {*stems_of(fact.text[:40])[:1]} & {*question.stems}:
        share += _SUBJECT_BONUS
    if CUES.matches("comparative", question.text) and CUES.matches("than", fact.text):
        share += _KIND_BONUS
    if question.days:
        share += -_KIND_BONUS if question.days.isdisjoint(days) else _KIND_BONUS
    return share


def _is_met(question: Question, fact: Fact, known: Mapping[str, float], value: str) -> bool:
    """True if a fact has the value that is asked for, and the word for it or its name."""
    kind, head = question.kind, question.head
    if question.is_polar or not question.is_strict or question.days & days_in(fact.text):
        return True
    if kind not in (*OPEN_KINDS, "a reason") and not value:
        return False
    others = {*question.stems} - head
    few = 2 if kind in OPEN_KINDS else 1
    is_said = len(others) > few and all(known.get(each) == 1 for each in others)
    is_named = not head or is_said or not head.isdisjoint(known)
    if is_named or is_of_topic(fact.text, question.thing):
        return True
    return kind == "a person" and not fact.name and CUES.matches("by someone", fact.text)
