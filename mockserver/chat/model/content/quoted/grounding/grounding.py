"""Answers from passages: the best fact or row of a table, worded for the question, with its source.

If no fact has what the question asks for, or shares enough with it, the answer is not there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from mockserver.chat.model.content.cues import CUES, states_total
from mockserver.chat.model.content.found import (
    Answer,
    as_sentence,
    capitalized,
    lowered,
    named_value,
    stated,
)
from mockserver.chat.model.content.quoted.grounding.evidence import Fact, days_in, facts_of, json_in
from mockserver.chat.model.content.quoted.grounding.polarity import yes_or_no
from mockserver.chat.model.content.quoted.grounding.question import NAME, Question
from mockserver.chat.model.content.quoted.grounding.relevance import best_fact
from mockserver.chat.model.content.quoted.tables.lookup import looked_up
from mockserver.chat.model.content.quoted.tables.rows import rows_in
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.text.meaning import stems_of

_MOST_FACTS = 600
_LONGEST_QUESTION = 1_000
"""The most characters of a question."""


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
    answer = _answer_to(first, passages, is_strict) if others else None
    if answer is None:
        return _answer_to(question, passages, is_strict)
    names = " ".join(NAME.findall(first)) or re.sub(r".*\d.*", "", answer.value)
    has_subject = CUES.pattern("has its subject").search
    asked = (each if has_subject(each) else f"{each} {names}" for each in others)
    more = (_answer_to(each, passages, is_strict) for each in asked)
    texts = dict.fromkeys([answer.text, *(each.text for each in more if each)])
    return answer if len(texts) == 1 else stated(" ".join(texts))


def names_all(question: str, passages: Sequence[Passage]) -> bool:
    """True if passages have all names of a question, apart from abbreviations such as JSON."""
    names = filter(str.istitle, NAME.findall(question))
    return all(any(name in each.text for each in passages) for name in names)


def not_there(instructions: str) -> Answer:
    """The reply if the passages have no answer, in the words that the prompt prescribes."""
    phrase = CUES.find("or else", instructions[-4_000:])
    default = CUES.text("nothing there", instructions[-16_000:]) or "The context does not say."
    return stated(phrase["text"] if phrase else default, is_known=False)


def _answer_to(asked: str, passages: Sequence[Passage], is_strict: bool) -> Answer | None:
    """The answer to a single question, from the first table that has one, or from all facts."""
    for number, text in passages:
        data = json_in(text)
        if isinstance(data, dict) and isinstance(name := data.get("name"), str):
            asked = asked.replace(f"{name}'s", "the")  # All of the object is about it.
        rows = () if states_total(asked, text) else rows_in(text, data)
        if len(rows) > 1 and (answer := looked_up(asked, rows)):
            return answer._replace(text=_cited(answer.text, number))
    question = Question(asked, is_strict)
    facts = [fact for passage in passages for fact in facts_of(passage)][:_MOST_FACTS]
    best = best_fact(question, facts) if question.stems else None
    return _worded(question, best) if best else None


def _worded(question: Question, fact: Fact) -> Answer:
    """The answer to a question in the words of a fact: `The price is 3 euros.` for a pair."""
    text = re.sub(r"^(?:[-*•]|A:)\s+", "", fact.text)
    value = ((fact.value and question.value_in(fact)) or fact.value).rstrip(".")
    if ", " in fact.value and CUES.matches("asks for a count", question.text):
        items = fact.value.split(", ")
        return stated(f"There are {len(items)}: {fact.value}.", len(items), items)
    is_named = fact.value and not {*stems_of(fact.name)}.isdisjoint(question.stems)
    if question.is_polar:
        value = yes_or_no(question, fact)
        text = text if re.match(rf"(?i){value}\b", text) else f"{value}. {text}"
    elif is_named and CUES.matches("instructs", value):
        text = as_sentence(value)
    elif is_named and not (CUES.matches("ends openly", fact.name) or days_in(fact.name)):
        text = named_value(fact.name if fact.name.isupper() else lowered(fact.name), value)
    elif not value:
        value = question.value_in(fact)
    label = re.match(r"(?:\w+ )?(?:[Nn]o\. |#)\d+: ", text)
    text = capitalized(text[label.end() :]) if label and value not in label[0] else text
    parts = value.split(", ") if fact.name.endswith("s") and ", " in value else ()
    if question.kind == "a person":  # `Ada Lin <ada@lin.example>`
        value = re.sub(r"\s*<[^<>]*>", "", value)
    return stated(_cited(text, fact.number), value or text, parts)


def _cited(text: str, number: str) -> str:
    """A text with the number of its passage, if that has one."""
    return f"{text} [{number}]" if number else text
