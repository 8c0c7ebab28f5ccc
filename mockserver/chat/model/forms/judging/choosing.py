"""Choosing: the option of a label that fits the text of a prompt best.

The options have names, and perhaps `meanings` that the prompt explains. The first of the
`strategies` that applies has the option. `judging.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mockserver.chat.model.content.quoted.judgement import classification
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.form import Label
from mockserver.chat.model.forms.judging.meanings import meanings_of
from mockserver.chat.model.forms.judging.properties import has_property
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.judging.strategies import STRATEGIES
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES

_FEWEST_WORDS = 5
"""A text of fewer words is no text to choose options for."""


def chosen(task: Task, form: Label) -> str:
    """The option that fits the text of the prompt best."""
    meanings = meanings_of(task, form)
    return next(filter(None, (choose(task, meanings) for choose in STRATEGIES)), "")


def one_of(task: Task, options: Iterable[str]) -> str:
    """The one of some options that fits the text best."""
    return chosen(task, Label((*options,)))


def fitting(task: Task, options: Sequence[str]) -> list[str]:
    """The options that a text names or is about, else one, unless they are faults."""
    items = [each for each in (task.known.items if task.known else ()) if each not in options]
    text = "\n".join(items) or (task.text or task.material).replace(", ".join(options), "")
    if len(text.split()) < _FEWEST_WORDS:  # The text is the list of options alone.
        text = task.last_question or text
    low = text.lower()
    named = {each for each in options if each.lower().removesuffix("s") in low}
    fit = [e for e in options if e in named or is_of_topic(text, e) or has_property(text, e)]
    are_faults = RULES.matches("fault", " ".join(options))
    return fit or ([] if are_faults else [one_of(task, options)])


def offered(task: Task, name: str, *, is_only: bool = False) -> Label | None:
    """The choice that the prompt describes for a place with the name of one, or an only place, or
    for what it classifies: `Classify leads as hot or cold`."""
    classified = re.search(rf"(?i)\b{re.escape(name)}s? (as|into) ", task.instructions[-READ:])
    if not (is_only or classified or NAMES.pattern("classified").fullmatch(name)):
        return None
    texts = (task.reading.question, task.reading.system)
    found = (each for text in texts for each in demands_in(text) if isinstance(each, Label))
    return next((each for each in found if "false" not in each.options), None)


def routed(task: Task) -> tuple[str, str] | tuple[None, None]:
    """The candidate of a router whose meaning fits the input best, and the input."""
    read = task.reading.question[-READ:]
    listed, text = RULES.find("candidates", read), RULES.text("input", read)
    if not (listed and text):
        return None, None
    rows = {row["name"]: row["about"] for row in RULES.find_all("gloss", listed["rows"])}
    return classification.label(rows, text), text.strip()


def chosen_row(task: Task) -> tuple[int, str] | None:
    """The listed choice that has the most words in common with the question, with its number."""
    rows = {row[1]: row[2] for row in RULES.find_all("row", task.reading.question)}
    if len(rows) < 2:
        return None
    number = classification.label(rows, task.last_question or task.material)
    return int(number), rows[number]
