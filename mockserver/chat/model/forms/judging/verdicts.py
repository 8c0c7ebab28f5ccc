"""Verdicts on the answer in a prompt for a judge, or on the better of two answers.

A verdict is about the first of these that the prompt has: a reference, a source, a criterion, a
property that the instructions name, or the question. `judging.txt` has the patterns.
"""

from __future__ import annotations

from functools import lru_cache

from mockserver.chat.model.content.quoted.judgement import agreement, sentiment
from mockserver.chat.model.content.quoted.judgement.verdict import Verdict, by_share
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.forms.judging.claims import ONE_SOURCE
from mockserver.chat.model.forms.judging.properties import has_property, has_quality, property_asked
from mockserver.chat.model.forms.judging.rules import RULES
from mockserver.chat.model.forms.judging.statements import truth_in
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.languages import ENGLISH, language_of, named
from mockserver.chat.model.reading.pieces import is_list, items_of
from mockserver.chat.model.talk.phrases import PHRASES
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import ends_of, sentences

_READ = 2_000
"""The characters that are read at each end of a text."""

_REASONS = PHRASES["reasons"]
_BRIEF = 4
"""An answer with at most this many words need not name the subject of its question."""

_SURE = 0.9
"""The least share of an answer that is right; a wrong one has at most the rest."""


@lru_cache(maxsize=16)
def verdict(task: Task) -> Verdict | None:
    """The verdict on the answer in the prompt, on the better of two answers, or on their likeness,
    if the prompt asks for that."""
    payload = task.reading.payload
    if NAMES.matches("alike", f"{task.reading.system}\n{task.reading.question}"):
        quoted = [each[1] for each in RULES.find_all("quoted", task.reading.question)]
        texts = payload.sides or ([] if payload.is_judged else quoted)
        if len(texts) > 1:
            return by_share(agreement.overlap(*texts[:2]))
    if not payload.is_judged:
        ruled = RULES.find("text under a rule", payload.request[:_READ])
        return _by_rubric(task, ruled["text"], ruled["rule"]) if ruled else None
    answer = payload.sides[preferred(task)] if payload.sides else payload.text_of("answer")
    if found := _verdict_on(task, answer):
        share = max(found.share, _SURE) if found.holds else min(found.share, 1 - _SURE)
        return found._replace(share=round(share, 2))
    return None


def preferred(task: Task) -> int:
    """The index of the better one of two answers. A right one beats a longer one."""
    worths = [_worth(task, side) for side in task.reading.payload.sides]
    return worths.index(max(worths)) if worths else 0


def _worth(task: Task, answer: str) -> float:
    """The points of one of several answers: for being right, for its substance and its manner."""
    found = _verdict_on(task, answer)
    points = min(len({*stems_of(answer)}), 20) / 2 + min(len(answer), 600) / 100
    if found and found.is_good:
        points += 20
    if RULES.matches("evasion", answer):
        points -= 20
    return points + 4 * sentiment.quality(answer)


def _verdict_on(task: Task, answer: str) -> Verdict | None:
    """The verdict on an answer or a statement."""
    payload = task.reading.payload
    question, source, rubric, text, reference = map(
        payload.text_of, ("question", "source", "criterion", "text", "reference")
    )
    if answer:
        source = source or text
    else:
        answer = text
    label = payload.pieces[-1].label if payload.pieces else ""
    if not answer or (label == ONE_SOURCE and reference):
        return _by_use(source, question, reference) if question and source else None
    if reference:
        return agreement.verdict(answer, reference, question)
    instructions = ends_of(f"{task.reading.system}\n{payload.instructions}", _READ)
    if label == "claim" and question and RULES.matches("relevance", instructions):
        return _by_relevance(answer, is_relevant=not _by_subject(question, answer))
    if source:
        return _by_source(source, answer, is_whole=label == ONE_SOURCE)
    return _by_itself(task, answer, "" if label == "claim" else rubric, instructions)


def _by_itself(task: Task, answer: str, rubric: str, instructions: str) -> Verdict:
    """The verdict by a rubric, by a property that the instructions name, or by the question."""
    question = task.reading.payload.text_of("question")
    for rule in items_of(rubric):
        _, *banned = NAMES.pattern("denied").split(rule, 1)
        if banned and has_property(answer, banned[0]):
            return by_share(0.0)._replace(reason=_REASONS["broken"].format(rule))
    if rubric and len(rubric) < 240 and not rubric.startswith("{"):
        if not (question and RULES.matches("general", rubric)):
            return _by_rubric(task, answer, rubric)
    elif asked := property_asked(instructions) or property_asked(rubric):
        return _by_property(answer, asked)
    return _by_question(task, question, answer)


def _by_use(source: str, question: str, reference: str) -> Verdict:
    """The verdict on a source that should help to answer a question, or to say what a reference
    says."""
    told = (agreement.verdict(source, each, question).holds for each in sentences(reference))
    is_relevant = any(told) if reference else agreement.is_akin(source, question)
    return _by_relevance(source, is_relevant=is_relevant)


def _by_relevance(text: str, *, is_relevant: bool) -> Verdict:
    """The verdict on a text that is about what was asked, or is not."""
    reason = _REASONS["relevant" if is_relevant else "irrelevant"].format(text[:200])
    return by_share(float(is_relevant))._replace(reason=reason)


def _by_source(source: str, answer: str, *, is_whole: bool) -> Verdict:
    """The verdict by what a source says of an answer. If the source itself is judged, it may say
    more than the answer."""
    found = agreement.verdict(*((answer, source) if is_whole else (source, answer)))
    told = items_of(source) if is_list(source) else sentences(source)
    nearest = max(told or [""], key=lambda each: agreement.overlap(each, answer))
    if found.is_open and is_whole:
        return Verdict(True, _SURE, _REASONS["open"].format(answer))
    kind = "supported" if found.holds else "open" if found.is_open else "denied"
    reason = _REASONS[kind].format(answer if found.is_open else nearest)
    return found._replace(reason=reason)


def _by_property(answer: str, rubric: str) -> Verdict:
    """The verdict by the property that a rubric names, which may be a fault."""
    is_wanted = NAMES.matches("denied", rubric) or RULES.matches("asserts", rubric)
    is_fault = RULES.matches("fault", rubric) and not is_wanted
    has_it = bool(has_property(answer, rubric))
    found = by_share(float(has_it), is_fault=is_fault)
    reason = _REASONS["shown" if has_it else "lacking"] if is_fault else found.reason
    return found._replace(reason=reason)


def _by_rubric(task: Task, answer: str, rubric: str) -> Verdict:
    """The verdict by what the rubric demands, else by the words that answer and rubric share."""
    rubric = RULES.changed("answers of a judge", rubric)
    bounds = [each for each in demands_in(f"A text: {rubric}") if isinstance(each, Bound)]
    if bounds:
        found = by_share(float(all(each.is_met_by(answer) for each in bounds)))
        return found if found.holds else found._replace(reason=_REASONS["broken"].format(rubric))
    to_name = RULES.find("asked to name", rubric)
    if RULES.text("content", rubric) or (not to_name and has_property(answer, rubric) is not None):
        return _by_property(answer, rubric)
    is_met = _meets(task, answer, rubric, to_name["what"] if to_name else "")
    return by_share(float(is_met != NAMES.matches("denied", rubric)))


def _meets(task: Task, answer: str, rubric: str, wanted: str) -> bool:
    """True if an answer names one of the examples of a rubric or the thing that is `wanted`, is in
    its language, or is about the same."""
    if wanted and (known := task.answer_to(f"What is {wanted}?")):
        return known.value.lower() in answer.lower()
    asked = RULES.text("in a language", rubric)
    if asked and named(asked):
        return named(asked) is (language_of(answer) or ENGLISH)
    what = RULES.changed("plain", wanted or rubric)
    return agreement.verdict(answer, what).share >= 0.5 or is_of_topic(answer, what)


def _by_question(task: Task, question: str, answer: str) -> Verdict:
    """The verdict by the demands of the question, the model's own answer, and the subject. A
    statement without a question is true or false."""
    if not question and (is_true := truth_in(task, answer)) is not None:
        return by_share(float(is_true))
    demands = demands_in(question) if question else []
    if not all(each.is_met_by(answer) for each in demands) or RULES.matches("evasion", answer):
        return by_share(0.0)
    plain = question.strip()
    known = task.answer_to(plain)
    if known and len(known.value.split()) <= _BRIEF:
        found = agreement.verdict(answer, RULES.text("surname", known.value) or known.value)
        right = (
            "The answer is right and says what was asked."
            if found.holds
            else f"The right answer is {known.value}."
        )
        return found._replace(reason=right)
    is_brief = len(answer.split()) <= _BRIEF
    if is_brief and demands:
        return by_share(1.0)
    is_plain = question and not is_brief and not has_quality(answer, "toxic")
    share = max(sentiment.quality(answer), 0.75 * bool(is_plain))
    return (None if is_brief else _by_subject(question, answer)) or by_share(share)


def _by_subject(question: str, answer: str) -> Verdict | None:
    """The verdict on an answer that shares nothing with a question, None if it shares something."""
    is_open = len(question.split()) < _BRIEF or not stems_of(question)
    is_open = is_open or RULES.matches("asks for a way", question)
    is_akin = is_open or agreement.is_akin(answer, question)
    reason = "It has nothing to do with the question."
    return None if is_akin else Verdict(False, 0.0, reason, is_contrary=True)
