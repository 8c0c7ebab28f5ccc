"""Statements: true or false by what the model knows and computes.

`judging.txt` has the patterns.
"""

from __future__ import annotations

import re

from mockserver.chat.model.content.quoted.judgement import agreement
from mockserver.chat.model.forms.judging.rules import RULES
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.text.texts import sentences

_BRIEF = 4
"""Answers of fewer words are names and numbers, which a statement may have."""


def truth_in(task: Task, text: str) -> bool | None:
    """True or False for the first statement or question of a text that can be decided."""
    plain = sentences(in_plain_words(text))
    parts = [part for each in plain for part in re.split(r": |[\"“”]", each)]
    found = (_truth(task, each) for each in parts[-8:] if len(each.split()) > 2)
    return next((each for each in found if each is not None), None)


def _truth(task: Task, statement: str) -> bool | None:
    """True if a statement is true by what the model knows and computes, None if it cannot tell."""
    asked = RULES.find("statement", statement.strip()[:300])
    if asked is None:
        return None
    left, right = asked["left"].strip(), asked["right"].strip(" .!?”\"'")
    is_denied = bool(asked["denied"])
    known = task.answer_to(f"Is {left} {right}?")
    if polar := re.match(r"(?i)(yes|no)\b", known.value if known else ""):
        return (polar[1].lower() == "yes") != is_denied
    for question, value in ((left, right), (right, left)):
        known = task.answer_to(f"What is {question}?")
        if known and len(known.value.split()) < _BRIEF:
            return agreement.verdict(known.value, value).holds != is_denied
    return None
