"""Truth: yes or no, by a verdict, a property of the text, or what the model knows.

A question says what is true or not, or the name of a key: `is_urgent`. `judging.txt` has the
patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model import languages
from mockserver.chat.model.content.quoted.judgement import agreement, sentiment
from mockserver.chat.model.demands import is_about
from mockserver.chat.model.forms.judging.properties import has_property, property_asked
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.judging.statements import truth_in
from mockserver.chat.model.forms.judging.verdicts import verdict
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES

_BRIEF = 4
"""Answers of at most so many words may be a yes or a no."""


def holds(task: Task, about: str = "") -> bool:
    """True if the answer to a yes-or-no question is yes. The name of a key, such as `is urgent`,
    says more than the prompt what it is about: a verdict, a property, praise, alarm or a topic."""
    praises = NAMES.find("good", about) or "sentiment" in about
    if found := verdict(task):
        if NAMES.matches("bad", about) or RULES.matches("against", task.last_question):
            return not found.is_good
        return found.is_good if praises else found.holds
    rubrics = [about]
    if task.reading.payload.has_text:
        rubrics.append(property_asked(task.directions))
    for is_true in _decided(task, rubrics):
        if is_true is not None:
            return is_true
    if not about or any(NAMES.matches(kind, about) for kind in ("judged", "answer")):
        return _is_true_of_text(task)
    if not (praises or NAMES.matches("alarm", about)):
        return is_about(task.material, about)
    is_toxic = bool(has_property(task.material, "harmful"))
    return (sentiment.quality(task.material) < 0.5 or is_toxic) != bool(praises)


def _decided(task: Task, rubrics: Sequence[str]) -> Iterator[bool | None]:
    """The truths by the properties that rubrics name, then by what the model knows."""
    if RULES.matches("against", task.last_question):
        texts = (*map(task.reading.payload.text_of, ("text", "question")), task.material)
        yield bool(has_property(next(filter(None, texts)), "harmful"))
    if rubrics[0] in ("", "on topic", "in scope"):
        topic = RULES.find("of a topic", task.directions)
        yield is_about(task.material, topic["it"]) if topic else None
    is_of_rules, praises = (NAMES.matches(kind, rubrics[0]) for kind in ("ruled", "good"))
    for rule in RULES.find_all("forbidden", task.directions) if is_of_rules else ():
        if has_property(task.material, rule["it"]):
            yield not praises
    for each in filter(None, rubrics):
        is_so = has_property(task.material, each)
        is_fault = praises and each != rubrics[0] and RULES.matches("fault", each)
        yield is_so if is_so is None else is_so != is_fault
    yield _known(task)


def _known(task: Task) -> bool | None:
    """True or False for what the model computes or knows, as an answer or as a statement."""
    answer = task.known.value if task.known else ""
    if 0 < len(answer.split()) <= _BRIEF:
        for kind in ("good", "bad"):
            if NAMES.matches(kind, answer):
                return kind == "good"
    return truth_in(task, task.reading.payload.request[-READ:])


def _is_true_of_text(task: Task) -> bool:
    """True if the text has the property that the instructions ask for, or supports the question."""
    if rubric := property_asked(task.directions):
        return bool(has_property(task.material, rubric))
    question = task.last_question or task.reading.payload.question
    text = task.material.replace(question, "") or task.reading.background.text
    language = languages.language_of(question)
    common = language.words if language else ()
    given = " ".join((*RULES.pattern("asks of a text").findall(question), *common))
    return agreement.verdict(text, question, given).holds


def state_of_work(task: Task, about: str) -> bool | None:
    """The truth of a claim on the work of a team that has not begun; None for any other."""
    is_of_team = not task.reading.answers and RULES.matches("next speaker", task.instructions)
    state = RULES.text("state of work", about) if is_of_team else ""
    return state == "yes" if state else None
