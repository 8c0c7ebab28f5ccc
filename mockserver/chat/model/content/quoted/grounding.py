"""Answers from texts in the conversation: sentences, pairs, questions with answers, tables.

All of these are facts. The answer to a question is the fact that shares most with it, rare words
most of all, and that has a value of the kind that it asks for. If no fact has what is asked for, or
shares enough, the answer is not there.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from mockserver.chat.model.content.cues import CUES, excepted, share_of, shared, states_total
from mockserver.chat.model.content.found import (
    Answer,
    as_sentence,
    capitalized,
    lowered,
    named_value,
    stated,
)
from mockserver.chat.model.content.quoted.columns import of_rows
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.content.quoted.rows import rows_in
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.text.dates import WEEKDAYS, minutes_of
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import (
    is_question,
    json_at,
    pairs_of,
    python_literal,
    sentences,
)
from mockserver.chat.model.values.finds import corrected

_ENOUGH, _ENOUGH_FOR_YES = 0.3, 0.5
"""The least share of a question's weight that a fact must have, and of one for yes or no."""

_NEARLY_ALL = 0.85
"""The share that is enough for a fact without a value of the kind that is asked for."""

_NAME_WEIGHT = 1.5
"""The weight of a name relative to other words."""

_NAME_BONUS, _KIND_BONUS, _SUBJECT_BONUS = 0.4, 0.25, 0.1
"""The bonuses for a pair whose name is in the question, and for a value of the kind that it asks
for, the word for what is asked for, and a comparison."""

_PREVIOUS_SHARE = 0.7
"""The part of its predecessor's share that a sentence inherits if it continues it."""

_NAME = pattern(r"(?<=\w )[A-Z][\w'-]+")
_BETWEEN_CLAUSES = pattern(r",\s|\s(?:and|but|while)\s")
_DAYS = [day[:3] for day in WEEKDAYS]
_HOURS_OF = {"hour": 1, "day": 24, "week": 7 * 24, "month": 30 * 24, "year": 365 * 24}
_FIRST_PERSON = pattern(r"(?:\w+ )?I(?:'ll|'m|'ve| )")
_WORD = pattern(r"[\w'’-]+")
_MOST_FACTS = 600
_FEW, _LONGEST_VALUE, _LONGEST_PAIR = 4, 8, 300
_LONGEST_QUESTION = 1_000
_UNMISTAKABLE = ("an address", "a telephone")
"""Kinds whose values need no word of the question beside them."""

_OPEN_KINDS = ("", "a given name", "a numbered thing")
"""Kinds of which any words of a sentence may be a value."""


class Fact(NamedTuple):
    """A sentence of a passage with the number of the passage; a pair has a name and a value. The
    name may also be a question that the text answers."""

    text: str
    number: str = ""
    name: str = ""
    value: str = ""
    speaker: str = ""
    """The name of the person who says it in the first person."""


def grounded(question: str, passages: Sequence[Passage], is_strict: bool = True) -> Answer | None:
    """The answer to a question from passages, with the number of its passage.

    Unless it is strict, a sentence that shares words is enough, whatever the question asks for. If
    there are several questions in one, the names in the first are the subject of all, or else the
    answer to it.
    """
    if not passages:
        return None
    question = question[:_LONGEST_QUESTION]
    first, *others = CUES.pattern("next question").split(question)
    if both := CUES.find("asks for both", question):
        first, *others = (f"What is {both[part]} {both['of']}?" for part in ("a", "b"))
    answer = _grounded(first, passages, is_strict) if others else None
    if answer is None:
        return _grounded(question, passages, is_strict)
    names = " ".join(_NAME.findall(first)) or re.sub(r".*\d.*", "", answer.value)
    has_subject = CUES.pattern("has its subject").search
    asked = (each if has_subject(each) else f"{each} {names}" for each in others)
    more = (_grounded(each, passages, is_strict) for each in asked)
    texts = dict.fromkeys([answer.text, *(each.text for each in more if each)])
    return answer if len(texts) == 1 else stated(" ".join(texts))


def ranked(message: str, earlier: Sequence[str]) -> Answer | None:
    """The numbers of passages, the most relevant one first, as a prompt shows them: `[2] > [1]`,
    `[2, 1]`, or with grades: `Doc: 2, Relevance: 9`; or the number of the first one."""
    asked = [each["it"] for each in CUES.find_all("query of a ranking", message)]
    form = CUES.find("form of a ranking", message)
    if not (asked and form):
        return None
    texts = "\n".join((*earlier, message))
    rows = {row["n"]: row["text"] for row in CUES.find_all("passage to rank", texts)}
    query = {*stems_of(asked[-1])}
    shares = {n: len(query & {*stems_of(text)}) / len(query) for n, text in rows.items() if query}
    order = sorted(shares, key=lambda n: -shares[n])
    if form["pairs"]:
        return stated(form["pairs"].join(f"[{each}]" for each in order))
    fit = [each for each in order if shares[each]]
    if form["each"]:
        items = (re.sub(r"\d+", each, form["each"]) for each in fit)
        return stated(f"{form['head']}{', '.join(items)}{form['tail']}")
    if form["one"]:
        return stated(order[0]) if order else None
    kept = [f"Doc: {each}, Relevance: {round(1 + 9 * shares[each])}" for each in fit]
    return stated("\n".join(kept) or "None")


def names_all(question: str, passages: Sequence[Passage]) -> bool:
    """True if passages have all names of a question, apart from abbreviations such as JSON."""
    names = filter(str.istitle, _NAME.findall(question))
    return all(any(name in each.text for each in passages) for name in names)


def not_there(instructions: str) -> Answer:
    """The reply if the passages have no answer, in the words that the prompt prescribes."""
    phrase = CUES.find("or else", instructions[-4_000:])
    default = CUES.text("nothing there", instructions[-16_000:]) or "The context does not say."
    return stated(phrase["text"] if phrase else default, is_known=False)


def _grounded(text: str, passages: Sequence[Passage], is_strict: bool) -> Answer | None:
    for number, passage in passages:
        value = _json_in(passage)
        if isinstance(value, dict) and isinstance(name := value.get("name"), str):
            text = text.replace(f"{name}'s", "the")  # All of the object is about it.
        rows = () if states_total(text, passage) else rows_in(passage, value)
        if len(rows) > 1 and (answer := of_rows(text, rows)):
            return answer._replace(text=_cited(answer.text, number))
    question = _Question(text, is_strict)
    facts = [fact for passage in passages for fact in _facts(passage)][:_MOST_FACTS]
    return question.answered_by(facts) if question.stems else None


class _Question:
    """A question: its words, and the kind of value that it asks for."""

    def __init__(self, text: str, is_strict: bool) -> None:
        self.text, self._is_strict = text, is_strict
        self._plain = CUES.changed("in other words", text)
        plain = CUES.pattern("not asked for").sub(" ", self._plain)
        self.stems = tuple(dict.fromkeys(stems_of(plain)))
        self.kind = CUES.text("kind asked for", text)
        """The pattern of values of the kind that it asks for, if it asks for one."""

        self.is_polar = CUES.matches("asks yes or no", text)
        self.is_comparison = CUES.matches("comparative", text)

    @cached_property
    def thing(self) -> str:
        """The words for what is asked for: `shop owner` in `what is the name of the shop owner`."""
        found = CUES.find("head of a question", self._plain)
        is_open = self.kind in _UNMISTAKABLE or CUES.matches("asks for a paragraph", self.text)
        return found["head"] if found and not is_open else ""

    @cached_property
    def _names(self) -> set[str]:
        """The stems of the names in the question, apart from days of the week."""
        names = (each for each in _NAME.findall(self.text) if not days_in(each))
        return {stem for name in names for stem in stems_of(name)}

    @cached_property
    def head(self) -> frozenset[str]:
        """The last stem of the thing that is asked for."""
        return frozenset(stems_of(self.thing)[-1:])

    def answered_by(self, facts: Sequence[Fact]) -> Answer | None:
        """The answer from the best of several facts, if it is good enough."""
        files = (each.number if "." in each.number else "" for each in facts)
        parts = (
            (each.text, each.name, file, *self._days_of(each.text))
            for each, file in zip(facts, files, strict=True)
        )
        shares = [shared(self.stems, stems_of(" ".join(each))) for each in parts]
        weights = self._weights(shares)
        whole = sum(weights.values())
        if self._names and self._names.isdisjoint(chain.from_iterable(shares)):
            shares = [
                {} if self._is_of_another(e) else own for e, own in zip(facts, shares, strict=True)
            ]
        best, most, known = None, 0.0, dict[str, float]()
        for fact, own in zip(facts, shares, strict=True):
            inherited = dict[str, float]()
            goes_on = CUES.pattern("goes on").match(fact.text)
            if own and goes_on:
                inherited = {stem: _PREVIOUS_SHARE * share for stem, share in known.items()}
            told = {**inherited, **own}
            if own and self._is_limited_by(fact):  # `We ship to Peru only` is about others too.
                told |= dict.fromkeys(self._names, 1.0)
            share = sum(weights[stem] * told[stem] for stem in told) / whole
            if (points := self._points(fact, told, share)) > most:
                best, most = fact, points
            known = known if goes_on and not own else told
        least = _ENOUGH_FOR_YES if self.is_polar else _ENOUGH
        return self._answer(best) if best and most >= least else None

    def _days_of(self, text: str) -> Collection[str]:
        """The days of which a text tells: all of them if it has the hours of some."""
        days = days_in(text)
        return WEEKDAYS if days and self.is_polar and CUES.matches("hours", text) else days

    def _is_of_another(self, fact: Fact) -> bool:
        """True if a fact is about something with a name that the question does not have."""
        named = CUES.find("named subject of a fact", fact.text)
        return named is not None and {*stems_of(named["it"])}.isdisjoint(self.stems)

    def _is_limited_by(self, fact: Fact) -> bool:
        """True if a fact says that something is so for some only, and the question is on others."""
        is_limit = self.is_polar and CUES.matches("limits", fact.text)
        return is_limit and bool(self._names.difference(stems_of(fact.text)))

    def _weights(self, shares: Sequence[Mapping[str, float]]) -> dict[str, float]:
        """The weight of each stem by how few facts share it; names count more."""
        frequency = Counter(chain.from_iterable(shares))
        weights = {stem: math.log(1 + len(shares) / (frequency[stem] or 1)) for stem in self.stems}
        for stem in self._names & frequency.keys():
            weights[stem] *= _NAME_WEIGHT
        return weights

    def _points(self, fact: Fact, known: Mapping[str, float], share: float) -> float:
        """The share of the question's weight that a fact has, with its bonuses; 0 if the fact does
        not answer the question. `known` are the stems that they share."""
        is_told = CUES.matches("predicate", fact.text) and is_of_topic(fact.text, self.thing)
        is_likely = share or is_told or self.kind in _UNMISTAKABLE
        days, told = days_in(self.text), days_in(fact.text)
        is_split = days & told and len([*CUES.find_all("hours of a day", fact.text)]) > 1
        if is_question(fact.text) or is_split or not is_likely:
            return 0
        value = self._value_in(fact)
        if not share and (value or is_told):
            share = _ENOUGH
        if not share or (share < _NEARLY_ALL and not self._is_met(fact, known, value)):
            return 0
        is_pair_of_kind = self._may_be(fact) or CUES.matches(self.kind, fact.value)
        is_of_other_kind = bool(fact.value) and not is_pair_of_kind
        if is_of_other_kind:
            share *= _PREVIOUS_SHARE
        share += _NAME_BONUS * share_of(stems_of(fact.name), self.stems)
        if value and not is_of_other_kind:
            share += _KIND_BONUS
        if any(known.get(stem) == 1 for stem in self.head):
            share += _KIND_BONUS
        if value and {*stems_of(fact.text[:40])[:1]} & {*self.stems}:  # Its subject is asked about.
            share += _SUBJECT_BONUS
        if self.is_comparison and CUES.matches("than", fact.text):
            share += _KIND_BONUS
        if days:
            share += -_KIND_BONUS if days.isdisjoint(told) else _KIND_BONUS
        return share

    def _is_met(self, fact: Fact, known: Mapping[str, float], value: str) -> bool:
        """True if a fact has the value that is asked for, and the word for it or its name."""
        if self.is_polar or not self._is_strict or days_in(self.text) & days_in(fact.text):
            return True
        if self.kind not in (*_OPEN_KINDS, "a reason") and not value:
            return False
        others = {*self.stems} - self.head
        few = 2 if self.kind in _OPEN_KINDS else 1
        is_said = len(others) > few and all(known.get(each) == 1 for each in others)
        is_named = not self.head or is_said or not self.head.isdisjoint(known)
        if is_named or is_of_topic(fact.text, self.thing):
            return True
        return self.kind == "a person" and not fact.name and CUES.matches("by someone", fact.text)

    def _value_in(self, fact: Fact) -> str:
        """The value of a pair, or the part of a sentence that is of the requested kind.

        It is no part of the question. If the question has the whole name of a pair, its value may
        be of any kind.
        """
        if fact.speaker and self.kind == "a person":
            return fact.speaker
        is_named = share_of(stems_of(fact.name), self.stems) == 1
        if fact.value and (is_named or self._may_be(fact)):
            return fact.value
        if 0 < len(fact.value.split()) <= _FEW:
            return fact.value if CUES.matches(self.kind, fact.value) else ""
        side = "old" if CUES.matches("asks of the past", self.text) else "new"
        text = (fact.value or fact.text)[:600]
        values = self._values_in(text) if self.kind else []
        change = CUES.find("from one to another", text)
        changed = [each for each in values if change and each in change[side]]
        subject = " ".join([*_NAME.findall(self.text), *text.split()[:3]])
        asked, clauses = {*self.stems}.difference(stems_of(subject)), _BETWEEN_CLAUSES.split(text)
        shares = {e: len(asked.intersection(stems_of(e))) for e in clauses}

        def share(value: str) -> int:
            return max((shares[each] for each in clauses if value in each), default=0)

        return max(changed or values, key=share, default="")

    def _may_be(self, fact: Fact) -> bool:
        """True if any value of a pair with this name is of the requested kind."""
        return self.kind in _OPEN_KINDS or CUES.text("named kind", fact.name) == self.kind

    def _values_in(self, text: str) -> list[str]:
        """The values of the requested kind in a text that are no part of the question."""
        found = [each[0].strip(" .") for each in CUES.pattern(self.kind).finditer(text)]
        new = [each for each in found if each and each.lower() not in self.text.lower()]
        if self.kind == "a person":
            new = [each for each in new if {*stems_of(each)}.isdisjoint(self.stems)]
            asked = [e.start() for e in _WORD.finditer(text) if {*stems_of(e[0])} & {*self.stems}]
            ends = {each: text.find(each) + len(each) for each in new}
            new.sort(key=lambda each: min((abs(at - ends[each]) for at in asked), default=0))
        elif self.kind == "a numbered thing":
            new = [each for each in new if {*stems_of(each)[:1]} <= {*self.stems}]
        return sorted(new, key=lambda each: self.head.isdisjoint(stems_of(each)))

    def _answer(self, fact: Fact) -> Answer:
        text = re.sub(r"^(?:[-*•]|A:)\s+", "", fact.text)
        value = ((fact.value and self._value_in(fact)) or fact.value).rstrip(".")
        if ", " in fact.value and CUES.matches("asks for a count", self.text):
            items = fact.value.split(", ")
            return stated(f"There are {len(items)}: {fact.value}.", len(items), items)
        is_named = fact.value and not {*stems_of(fact.name)}.isdisjoint(self.stems)
        if self.is_polar:
            value = self._truth(fact)
            text = text if re.match(rf"(?i){value}\b", text) else f"{value}. {text}"
        elif is_named and CUES.matches("instructs", value):
            text = as_sentence(value)
        elif is_named and not (CUES.matches("ends openly", fact.name) or days_in(fact.name)):
            text = named_value(fact.name if fact.name.isupper() else lowered(fact.name), value)
        elif not value:
            value = self._value_in(fact)
        label = re.match(r"(?:\w+ )?(?:[Nn]o\. |#)\d+: ", text)
        text = capitalized(text[label.end() :]) if label and value not in label[0] else text
        parts = value.split(", ") if fact.name.endswith("s") and ", " in value else ()
        if self.kind == "a person":  # `Ada Lin <ada@lin.example>`
            value = re.sub(r"\s*<[^<>]*>", "", value)
        return stated(_cited(text, fact.number), value or text, parts)

    def _truth(self, fact: Fact) -> str:
        """`Yes` or `No` by a fact: one of question and fact may be negative."""
        if already := re.match(r"(?i)(yes|no)\b", fact.text):
            return already[0].capitalize()
        asked_for = self.text.partition("?")[0]
        said, is_denied = excepted(fact.text, asked_for)
        is_denied ^= CUES.matches("denies", said) != CUES.matches("denies", asked_for)
        is_denied ^= CUES.matches("free or not", f"{fact.text} | {asked_for}")
        is_denied |= self._is_limited_by(fact)
        days, told = days_in(asked_for), days_in(said)
        if days and told and not is_denied:  # Open on other days.
            is_denied = told.isdisjoint(days)
        period, limit = (CUES.find("period", each) for each in (asked_for, fact.text))
        if period and limit and CUES.matches("up to a time", fact.text) and not is_denied:
            asked, most = _size_of(period), _size_of(limit)
            is_denied = asked < most if CUES.matches("period before", fact.text) else asked > most
        hour, hours = CUES.find("hour asked", asked_for), CUES.find("from hour to hour", fact.text)
        if hour and hours and not is_denied:
            begin, end = map(minutes_of, hours.group("begin", "end"))
            is_denied = not begin <= minutes_of(hour["it"]) < end
        return "No" if is_denied else "Yes"


def _size_of(period: re.Match[str]) -> int:
    """The length of a period in hours, or another number of things."""
    return amount_of(period["n"]) * _HOURS_OF.get(period["unit"].lower(), 1)


def _json_in(text: str) -> Any:
    """The first JSON in the first half of a text, or None."""
    start = re.search(r"[\[{]\s*[\"{\[]", text[: len(text) // 2 + 2])
    is_flat = text.count("[") + text.count("{") <= _MOST_FACTS
    if text.startswith("[("):
        return python_literal(text)
    return json_at(text, start.start()) if start and is_flat else None


def _facts(passage: Passage) -> Iterator[Fact]:
    """The facts of a passage."""
    text, number = corrected(passage.text), passage.number
    if (found := _json_in(text)) is not None and (pairs := pairs_of(json.dumps(found))):
        named = dict[str, list[str]]()
        for key, value in pairs:
            named.setdefault(key, []).append(value)
        text = "\n".join(f"{e}: {', '.join(named[e])}" if e else "\n".join(named[e]) for e in named)
    asked = ""
    bare = CUES.changed("label of an answer", CUES.changed("header of a mail", text))
    for sentence in sentences(bare):
        if sentence.endswith(":") or sentence.startswith("```"):  # It leads to others.
            continue
        if CUES.matches("role or order of the model", sentence):
            continue
        if CUES.pattern("row of a catalogue").match(sentence):
            name, *parts = sentence.lstrip("-*• ").rstrip(".").split(", ")
            yield from (Fact(sentence, number, name, part) for part in parts)
            continue
        pair = CUES.pattern("pair").match(sentence) if len(sentence) < _LONGEST_PAIR else None
        name, value = (pair["name"].strip(), pair["value"].strip()) if pair else ("", "")
        hours = [*CUES.find_all("hours of a day", sentence)]
        told = hours if len(hours) > 1 else [*CUES.find_all("priced part", value)]
        if len(told) > 1:
            yield from (Fact(e[0].strip(" ,;"), number, e["name"], e["value"]) for e in told)
        asked = "" if re.match(r"[\w.-]+ ?= ?\S", sentence) else asked  # A setting.
        asks = sentence.endswith("?") or sentence.startswith("#")  # What is below answers it.
        if _FIRST_PERSON.match(value):
            yield Fact(sentence, number, asked, speaker=name)
        elif (asked and not asks) or len(value.split()) > _LONGEST_VALUE:
            yield Fact(value or sentence, number, asked or name)
        else:
            yield Fact(sentence, number, name, value)
        asked = (value or sentence) if asks else asked if asked.startswith("## ") else ""


def days_in(text: str) -> set[str]:
    """The days of the week that a text names, also in a range: `Monday to Friday`."""
    found = set[str]()
    for each in CUES.find_all("days", CUES.changed("days in words", text)):
        first = _DAYS.index(each["first"][:3].lower())
        last = _DAYS.index((each["last"] or each["first"])[:3].lower())
        found.update(WEEKDAYS[day % 7] for day in range(first, first + (last - first) % 7 + 1))
    return found


def _cited(text: str, number: str) -> str:
    return f"{text} [{number}]" if number else text
