"""Told values of named places: what the text of a prompt or the answer to its question says.

Each function finds the value of a place, or returns None.
"""

from __future__ import annotations

from typing import Any

from mockserver.chat.model.content.quoted.summary import headline_of
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.form import Template
from mockserver.chat.model.forms.documents.parts import part
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, is_named
from mockserver.chat.model.languages import named
from mockserver.chat.model.reading.material import without_shapes
from mockserver.chat.model.text.numbers import numbers_in, plain_number
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.matching.labels import pair_for

_FEWEST_WORDS = 5
"""The fewest words that tell what a text is about."""


def quiz_text(task: Task, slot: Slot) -> str | None:
    """The question that a prompt wants about its text, or the answer to it."""
    is_answer = is_named("answer", slot.words)
    has_question = isinstance(task.form, Template) and "question" in task.form.text.lower()
    is_wanted = NAMES.matches("quiz requested", task.instructions)
    is_wanted = is_wanted and (has_question or not is_answer)
    asked = next(iter(about(task.reading.payload).items()), None) if is_wanted else None
    return asked[is_answer] if asked else None


def gist_of(task: Task, slot: Slot) -> str | None:
    """The first sentence of the text that has more than a greeting, or the headline of it."""
    every = (each for each in sentences(task.text) if len(each.split()) > 3)
    told = (each for each in every if not NAMES.matches("says who", each))
    is_short = isinstance(slot.found, str) and len(slot.found.split()) < _FEWEST_WORDS
    is_labelled = is_short and pair_for(slot.words, task.text) is not None
    is_open = slot.found is None or (is_short and not is_labelled)
    is_told = is_open and slot.is_text and not NAMES.matches("made up", task.text)
    if is_named("headline", slot.words):
        is_text = isinstance(task.form, Template) and len(sentences(task.text)) > 1
        return headline_of(task.text) if is_text and slot.found is None else None
    return next(told, None) if is_told else None


def headline_for(task: Task, slot: Slot) -> str | None:
    """The headline of a text for a title that the text does not state. Beside a summary, a name is
    no title, unless the text begins with it."""
    found, text = str(slot.found or ""), task.text.lstrip("\"'“")
    is_of_text = any(is_named("beside a headline", each) for each in slot.beside)
    is_name = found[:1].isupper() and (text.startswith(found) or not is_of_text)
    is_stated = is_name or len(found.split()) > 2 or pair_for(slot.words, task.record)
    is_prose = slot.is_text and len(text.split()) > _FEWEST_WORDS and text.count(".") and task.form
    is_open = (
        is_prose and not is_stated and f'"{found}"' not in text.replace("“", '"').replace("”", '"')
    )
    return headline_of(text) if is_open and not NAMES.matches("made up", text) else None


def language_named(task: Task, slot: Slot) -> str | None:
    """The language of the text, unless the text names a language."""
    if not task.text or named(str(slot.found)):
        return None
    kind = "ISO code" if NAMES.matches("code", f"{slot.words} {slot.about}") else "name"
    found = task.answer_to(f'What is the {kind} of the language of this text?\n\n"{task.text}"')
    return found.value if found else None


def answer_for(task: Task, slot: Slot) -> Any:
    """The answer to the question, for its name or for an only place."""
    is_itself = is_named("answer itself", slot.words)
    is_open = slot.found is None and is_named("answer", slot.words)
    is_single = len(slot.beside) == 1 and not (task.known and task.known.items[1:])
    is_single = is_single and not task.reading.payload.conversation
    known = task.known if is_itself or is_open or is_single else None
    if known is None and is_itself:
        known = task.answer_to(without_demands(without_shapes(task.reading.question)))
    if known:
        # A value in small letters is a part of a sentence, which is a better text.
        is_part = known.value[:1].islower() and " " in known.text
        may_be_long = slot.is_text and not NAMES.matches("brief", task.instructions)
        is_sentence = is_part and is_itself and may_be_long
        return _of_type(known.text if is_sentence else known.value, slot)
    is_question = is_itself and slot.is_text and slot.is_free and task.last_question
    return task.answer.text if is_question and task.answer else None


def text_value(task: Task, slot: Slot) -> Any:
    """The value that the text has, unless the place is for the answer to a message without one."""
    is_talk = task.last_question or not task.reading.payload.has_text
    is_answer = is_named("answer itself", slot.words) and is_talk and slot.is_text
    return None if is_answer else slot.found


def document_part(task: Task, slot: Slot, *, is_open: Any) -> str | None:
    """The text for a part of a document, such as a title."""
    return (part(task, slot.words) or None) if is_open and slot.is_text else None


def _of_type(text: str, slot: Slot) -> Any:
    """An answer as a number if a schema requires one; None if it is none."""
    if slot.type not in NUMBERS:
        return text
    number = next(numbers_in(text), None) if NAMES.pattern("bare figure").fullmatch(text) else None
    return None if number is None else plain_number(number)
