"""Labels and scores for the text of a prompt, or for each of its texts, with explanations.

`judging.txt` has the patterns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mockserver.chat.model.content.quoted.judgement import classification
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label, ScoreForm
from mockserver.chat.model.forms.judging.choosing import chosen, fitting, offered
from mockserver.chat.model.forms.judging.claims import judged_items, tasks_of_each
from mockserver.chat.model.forms.judging.reasons import explanation
from mockserver.chat.model.forms.judging.rules import RULES
from mockserver.chat.model.forms.judging.scoring import graded
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.text.texts import numbered


def label(task: Task, form: Label) -> str:
    """The chosen option, with an explanation before or after it if the prompt asks for one."""
    if form.many or CUES.matches("all that apply", task.reading.system):
        known = [*task.known.items] if task.known else []
        found = known if {*known} < {*form.options} else []
        return ", ".join(found or fitting(task, form.options) or [chosen(task, form)])
    if rows := _each_item(task, replace(form, place="only"), label):
        return rows
    option = chosen(task, form)
    last = "\n".join([option] * form.times)
    if form.place == "only":
        return last
    if rule := RULES.find("codes below", task.instructions):
        is_wanted = option.lower() == rule["it"].lower()
        return f"{option}\n{_code(task)}".strip() if is_wanted else option
    parts = (explanation(task), last) if form.place == "last" else (option, explanation(task))
    return _between(task).join(parts)


def _code(task: Task) -> str:
    """The code for the text of a prompt that lists codes, such as `S1: violence`, else empty."""
    codes = {row["name"]: row["about"] for row in RULES.find_all("code", task.instructions)}
    return classification.label(codes, task.material) if codes else ""


def score(task: Task, form: ScoreForm) -> str:
    """The score, with a reason unless the prompt asks for the number only."""
    if rows := _each_item(task, replace(form, alone=True), score):
        return rows
    if form.drawn:
        return str(int(form.low) + task.draws.below(int(form.high - form.low) + 1))
    number, reason = graded(task, form.low, form.high)
    shown = f"{number}{form.unit.removesuffix('s') if number == '1' else form.unit}"
    if form.alone:
        return shown
    headed = f"{form.head} {shown}".strip()
    return _between(task).join((reason, headed) if form.last else (headed, reason))


def _between(task: Task) -> str:
    """The space between a judgement and its explanation, a line break if lines count."""
    return "\n" if RULES.matches("on the next line", task.instructions) else "\n\n"


def _each_item(task: Task, form: Any, judge: Callable[[Task, Any], str]) -> str:
    """The judgement of each line of a prompt that asks for it, one on a line; else empty."""
    if not judged_items(task):
        return ""
    judged = [(text, judge(alone, form)) for text, alone in tasks_of_each(task)]
    has_text = RULES.matches("with its text", task.instructions)
    rows = [": ".join(each) if has_text else each[1] for each in judged]
    if RULES.matches("with its number", task.instructions):
        return numbered(rows, mark=":")
    return numbered(rows) if RULES.matches("as numbers", task.instructions) else "\n".join(rows)


def labels_of(task: Task) -> list[str]:
    """All labels that fit the text of a prompt, or the label of each of its items, if the prompt
    wants a list of them; else empty."""
    form = offered(task, "", is_only=True)
    if form is None:
        return []
    if form.many or not tasks_of_each(task):
        return fitting(task, form.options)
    return [chosen(each, form) for _, each in tasks_of_each(task)]
