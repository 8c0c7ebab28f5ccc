"""Reasons: why a text has a label or a score, as a sentence that agrees with it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.quoted.judgement import sentiment
from mockserver.chat.model.content.quoted.judgement.verdict import reason_for
from mockserver.chat.model.demands.readers.templates import PLACE
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.judging.choosing import chosen_row
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.judging.scoring import SHOWN, graded
from mockserver.chat.model.forms.judging.truth import holds, state_of_work
from mockserver.chat.model.forms.judging.verdicts import verdict
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, continued, is_named
from mockserver.chat.model.reading.pieces import items_of
from mockserver.chat.model.text.texts import is_question, sentences


def reason(task: Task, slot: Slot | None = None) -> str:
    """A reason that agrees with the verdict, else with the answer."""
    if slot and "because" in slot.about and PLACE.search(slot.about):
        return _because(task, slot.about)
    if slot and state_of_work(task, slot.words) is not None:
        return "The work has only just begun."
    start = NAMES.find("start of a reason", task.instructions)
    named = re.findall(r"\w{4,}(?=s?\b)", slot.words) if slot and start else ()
    is_named_so = start and any(each.rstrip("s") in start["what"].lower() for each in named)
    lead = f"{start['it'].rstrip('.:')}: " if start and is_named_so else ""
    return f"{lead}{_plain_reason(task, slot)}"


def _plain_reason(task: Task, slot: Slot | None) -> str:
    """A reason by itself."""
    if found := verdict(task):
        return found.reason
    beside = slot.beside if slot else {}
    is_of_choice = any(is_named("choice", each) for each in beside)
    if is_of_choice and (fits := _of_row(task)):
        return fits
    if answer := _answer_beside(task, beside):
        return answer
    for name, shape in beside.items():
        if shape.get("type") == "boolean":
            return _reason_for(task, as_words(name))
    may_quote = task.reading.payload.has_text or task.form is None
    others = [each for each in beside if not NAMES.matches("share", each)]
    is_scored = slot is None or any(is_named("score", each) for each in others)
    words = evidence(task) if may_quote and not is_scored else ""
    return words or graded(task, 0, 1)[1]


def _of_row(task: Task) -> str:
    """A reason for the listed choice that fits the question, empty if no choices are listed."""
    row = chosen_row(task)
    return f"It is the one for this question: {row[1].strip()}" if row else ""


def _answer_beside(task: Task, beside: Mapping[str, Schema]) -> str:
    """The answer to the question, if that is a reason; empty if a text or a talk is judged."""
    payload = task.reading.payload
    is_rated = any(NAMES.matches(kind, task.instructions) for kind in ("judging", "rates badness"))
    if is_rated or payload.conversation or task.known is None:
        return ""
    is_answer = not payload.has_text or any(is_named("answer", each) for each in beside)
    return task.known.text if is_answer or _is_asked(task) else ""


def _because(task: Task, frame: str) -> str:
    """The frame of a reason, filled with the score that a prompt states and the reasons that it
    lists: `The score is <score> because <your_reason>.`"""
    stated = NAMES.find("stated score", task.reading.question)
    score = stated["it"] if stated else "1"
    listed = [each[0] for each in NAMES.find_all("list of texts", task.reading.question)]
    why = " ".join(items_of(listed[-1])[:3]) if listed else reason_for(float(score))
    texts = (continued(why.rstrip(".")), score)
    return PLACE.sub(lambda place: texts["score" in place[0]], frame)


def _reason_for(task: Task, about: str) -> str:
    """A reason for what holds or does not hold of the text."""
    is_so = holds(task, about)
    return (is_so != NAMES.matches("good", about) and evidence(task)) or SHOWN[is_so]


def explanation(task: Task) -> str:
    """A reason for a label: that of the verdict, else the answer, else the words of the text."""
    if found := verdict(task):
        return found.reason
    if RULES.text("question to choose for", task.instructions) and (fits := _of_row(task)):
        return fits
    if task.reading.payload.has_text and not _is_asked(task) and (words := evidence(task)):
        return words
    told = " ".join(task.sentences[: 1 if task.known else 2])
    return capitalized(re.sub(r"^(?:Yes|No), ", "", told))


def _is_asked(task: Task) -> bool:
    """True if the answer is to a question about the text, but for yes or no, which a label is."""
    known = task.known.text if task.known and task.last_question not in task.material else "No"
    return not RULES.matches("polar", known)


def evidence(task: Task) -> str:
    """The words of the text that a judgement depends on most, empty if all are questions."""
    told = (e for e in sentences(task.material[:READ]) if not (is_question(e) or e[0] in "<-="))
    best = max(told, key=lambda each: abs(sentiment.quality(each, 0.75) - 0.75), default="")
    words = best[:200].strip(".")
    return f"The text says “{words}”." if words else ""
