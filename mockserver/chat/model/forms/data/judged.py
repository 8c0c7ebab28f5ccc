"""Judged values of named places: scores, options, flags and verdicts, which agree with each other.

Each function finds the value of a place, or returns None.
"""

from __future__ import annotations

from typing import Any

from mockserver.chat.model.content.quoted.judgement import sentiment
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label
from mockserver.chat.model.forms.judging.choosing import chosen, offered, one_of
from mockserver.chat.model.forms.judging.meanings import lettered
from mockserver.chat.model.forms.judging.properties import has_property
from mockserver.chat.model.forms.judging.truth import holds
from mockserver.chat.model.forms.judging.verdicts import verdict
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import sentences

_HARMLESS = frozenset(("none", "safe", "ok"))
"""Options for a text that does no harm."""


def stated_option(task: Task, slot: Slot) -> Any:
    """The option that the text names for the place, unless it is for a verdict."""
    if "const" in slot.shape:
        return slot.shape["const"]
    is_truth = slot.type == "boolean"
    if not (slot.options or is_truth):
        return None
    is_verdict = is_truth or any(is_named(e, slot.words) for e in ("score", "good", "judged"))
    is_judged = (is_verdict and verdict(task)) or is_named("choice", slot.words)
    return None if is_judged else slot.found


def mood_of(task: Task, slot: Slot) -> str | None:
    """The sentiment of what the text says about the thing that a key names: `{"food": "mixed"}`."""
    named, names = {*stems_of(slot.words)}, ["neutral", "positive", "negative", "mixed"]
    is_fit = {*map(str, slot.options or [slot.about])} <= {*names}
    if not is_fit or named.isdisjoint(stems_of(task.material)):
        return None
    clauses = sentiment.opinions_in(task.material)
    moods = {2 - is_good for each, is_good in clauses if not named.isdisjoint(stems_of(each))}
    return names[sum(moods)]


def state_shown(task: Task, slot: Slot) -> str | None:
    """The state that is shown, `ok`, or its contrary if the text tells of a failure."""
    shown = slot.labels[0] if slot.labels else ""
    contrary = CUES.text("contrary of a state", f"{slot.words}: {shown}")
    is_pair = {*slot.labels} == {shown, contrary}
    return (contrary if NAMES.matches("failure", task.material) else shown) if is_pair else None


def fitting_option(task: Task, slot: Slot) -> Any:
    """The option that fits the text."""
    options = slot.options
    if options in ([True, False], [False, True]):  # 1 and 0 are equal to true and false.
        return type(options[0])(holds(task, slot.words))
    if not options and slot.type in ("string", None):
        form = offered(task, slot.words, is_only=len(slot.beside) == 1)
        return chosen(task, form) if form else None
    is_whole = slot.labels and len(slot.labels) >= len(options)
    return one_of(task, slot.labels) if is_whole else None


def text_of_judge(task: Task, slot: Slot) -> str | None:
    """The criterion of a judge, which the instructions may begin with, or the text to judge."""
    payload = task.reading.payload
    if not (payload.is_judged and slot.is_free):
        return None
    if is_named("criterion", slot.words):
        return payload.text_of("criterion") or next(iter(sentences(task.instructions)), None)
    return payload.text_of("answer") or None


def usual_option(task: Task, slot: Slot) -> str | None:
    """One of the options that are usual for a key, such as a priority."""
    options = NAMES.text("usual options", f"{slot.words}\n{task.instructions}")
    return one_of(task, options.split(", ")) if options else None


def flag_of_harm(task: Task, slot: Slot) -> bool | None:
    """True if the option of a key beside it is something other than `none`, which it may be."""
    kinds = (each.get("enum") or () for each in slot.beside.values())
    options = next((each for each in kinds if _HARMLESS & {*map(str, each)}), None)
    return one_of(task, options) not in _HARMLESS if options else None


def letter_of(task: Task, _: Slot) -> str | None:
    """One of the choices that the prompt lists under letters."""
    rows = lettered(task) if verdict(task) else {}
    return chosen(task, Label((*rows,), (*rows.values(),))) if len(rows) > 1 else None


def verdict_number(task: Task, slot: Slot) -> int | float | None:
    """A verdict as a number: 1 or 0, or a share of 1."""
    if not (found := verdict(task)):
        return None
    return float(found.share) if slot.type == "number" else int(holds(task))


def flag_of(task: Task, slot: Slot) -> int | None:
    """1 if the text is as the name says, else 0; None if the name says nothing of a text."""
    is_so = has_property(task.reading.payload.text_of("answer") or task.material, slot.words)
    return None if is_so is None else int(is_so)


def truth_of(task: Task, slot: Slot) -> bool:
    """True if the text is as the name or the description says, or if the name is the best of those
    of which only one may be true."""
    flags = [each for each in slot.beside if slot.beside[each].get("type") == "boolean"]
    if len(flags) > 1 and NAMES.matches("only one true", task.instructions):
        return as_words(one_of(task, flags)) == slot.words
    described = has_property(task.material, slot.about) if slot.about else None
    return holds(task, slot.words) if described is None else described
