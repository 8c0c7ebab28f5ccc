"""Values for named places: the lines of a template, the fields of DSPy, the keys of JSON.

The name and the type of a place decide which finders are asked, in the order of a table: first
those that judge the text of the prompt, then those that tell what the text or the answer says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mockserver.chat.model.content.quoted.lists.extraction import keywords
from mockserver.chat.model.demands.shapes.typed import Schema
from mockserver.chat.model.forms.data import judged, told
from mockserver.chat.model.forms.documents.parts import variant
from mockserver.chat.model.forms.judging.choosing import chosen_row, routed
from mockserver.chat.model.forms.judging.reasons import reason
from mockserver.chat.model.forms.judging.scoring import rating_of, score_of
from mockserver.chat.model.forms.judging.truth import state_of_work
from mockserver.chat.model.forms.lists import count_requested
from mockserver.chat.model.forms.slots import Slot, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words
from mockserver.chat.model.values.fields.schemas import NUMBERS

_USUAL_COUNT = 5
"""The number of keywords if the prompt states none."""


def value_at(task: Task, slot: Slot) -> Any:
    """The value of a place from the first finder that has one, else None."""
    for find in _finders_for(slot.words, slot.type):
        value = find(task, slot)
        if value is not None:
            return value
    return None


@lru_cache(maxsize=1024)
def _finders_for(words: str, kind: str | None) -> Sequence[Finder]:
    """The finders for a place, by the words of its name and its type."""
    return [
        find
        for name, kinds, find in _FINDERS
        if (not kinds or kind in kinds) and (not name or NAMES.matches(name, words))
    ]


def judged_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are judged, rather than stated beside their names."""
    shapes = shapes_of(schema)
    values = {
        name: value_at(task, Slot(as_words(name), shape, shapes)) for name, shape in shapes.items()
    }
    return {name: value for name, value in values.items() if value is not None}


Finder = Callable[[Task, Slot], Any]
_TEXT = ("string", None)
_FINDERS: Sequence[tuple[str, Sequence[str | None], Finder]] = (
    (
        "",
        _TEXT,
        lambda task, slot: told.document_part(
            task, slot, is_open=task.reading.payload.conversation
        ),
    ),
    ("variant", _TEXT, lambda task, slot: variant(task, slot.words) if slot.is_free else None),
    ("flag of harm", ("boolean",), judged.flag_of_harm),
    ("", ("boolean",), lambda task, slot: state_of_work(task, slot.words)),
    ("", (), judged.stated_option),
    ("", _TEXT, judged.mood_of),
    ("state", _TEXT, judged.state_shown),
    ("", (), judged.fitting_option),
    ("answered", ("boolean",), lambda task, _: task.known is not None),
    ("", ("boolean",), judged.truth_of),
    ("score", (*NUMBERS, None), score_of),
    ("bad quality", NUMBERS, score_of),
    ("polarity", NUMBERS, score_of),
    ("rated", (*NUMBERS, None), rating_of),
    ("choice", NUMBERS, lambda task, _: (chosen_row(task) or (None,))[0]),
    ("reason", _TEXT, reason),
    ("criterion", _TEXT, judged.text_of_judge),
    ("claim", _TEXT, judged.text_of_judge),
    ("usual", _TEXT, judged.usual_option),
    ("judged", NUMBERS, judged.verdict_number),
    ("letter", _TEXT, judged.letter_of),
    ("route", _TEXT, lambda task, _: routed(task)[0]),
    ("routed input", _TEXT, lambda task, _: routed(task)[1]),
    ("flag", ("integer",), judged.flag_of),
    ("question", _TEXT, told.quiz_text),
    ("answer", _TEXT, told.quiz_text),
    (
        "words",
        _TEXT,
        lambda task, _: (
            ", ".join(keywords(task.text)[: count_requested(task) or _USUAL_COUNT]) or None
        ),
    ),
    ("gist", _TEXT, told.gist_of),
    ("answer itself", _TEXT, lambda task, slot: variant(task, "a") if slot.is_free else None),
    ("", (*_TEXT, *NUMBERS), told.answer_for),
    ("quote", _TEXT, lambda task, _: task.known.text if task.known else None),
    ("headline", _TEXT, told.headline_for),
    ("language of a text", _TEXT, told.language_named),
    ("", (), told.text_value),
    ("answer itself", _TEXT, lambda task, slot: next(iter(task.sentences[: slot.is_free]), None)),
    ("", ("string",), lambda task, slot: told.document_part(task, slot, is_open=slot.is_free)),
)
"""The finders of values, asked in order: the kind of name in `names.txt` and the types of value
that each is for. An empty kind is any name, no types are all types, and None is an unknown type."""
