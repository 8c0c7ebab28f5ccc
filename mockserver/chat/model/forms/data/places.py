"""Values for named places: the lines of a template, the fields of DSPy, the keys of JSON.

The name and the type of a place decide which sources it asks, such as the scores, reasons and
choices of a judge, which agree with each other. The last source is the text in the prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mockserver.chat.model.content.quoted import sentiment
from mockserver.chat.model.content.quoted.extraction import keywords
from mockserver.chat.model.content.quoted.summary import headline_of
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label, Template
from mockserver.chat.model.demands.typed import Schema
from mockserver.chat.model.forms.documents.parts import part, variant
from mockserver.chat.model.forms.judging.choosing import chosen, chosen_row, offered, one_of, routed
from mockserver.chat.model.forms.judging.meanings import lettered
from mockserver.chat.model.forms.judging.properties import has_property
from mockserver.chat.model.forms.judging.reasons import reason
from mockserver.chat.model.forms.judging.scoring import rating_of, score_of
from mockserver.chat.model.forms.judging.truth import holds, state_of_work
from mockserver.chat.model.forms.judging.verdicts import verdict
from mockserver.chat.model.forms.lists import count_requested
from mockserver.chat.model.forms.slots import Slot, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.languages import named
from mockserver.chat.model.reading.material import without_shapes
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import numbers_in, plain_number
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.labels import pair_for
from mockserver.chat.model.values.schemas import NUMBERS

_HARMLESS = frozenset(("none", "safe", "ok"))
"""Options for a text that does no harm."""

_USUAL_COUNT = 5
_FEW = 5
"""The fewest words that tell what a text is about."""


def value_at(task: Task, slot: Slot) -> Any:
    """The value of a place from the first source that has one, else None."""
    for source in _sources_of(slot.words, slot.type):
        value = source(task, slot)
        if value is not None:
            return value
    return None


@lru_cache(maxsize=1024)
def _sources_of(words: str, kind: str | None) -> Sequence[Source]:
    """The sources for a place, by the words of its name and its type."""
    return [
        source
        for name, kinds, source in _SOURCES
        if (not kinds or kind in kinds) and (not name or NAMES.matches(name, words))
    ]


def judged_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are judged, rather than stated beside their names."""
    shapes = shapes_of(schema)
    values = {
        name: value_at(task, Slot(as_words(name), shape, shapes)) for name, shape in shapes.items()
    }
    return {name: value for name, value in values.items() if value is not None}


# Sources: each finds the value of a place, or returns None


def _stated(task: Task, slot: Slot) -> Any:
    """The option that the text names for the place, unless it is for a verdict."""
    if "const" in slot.shape:
        return slot.shape["const"]
    is_truth = slot.type == "boolean"
    if not (slot.options or is_truth):
        return None
    is_verdict = is_truth or any(is_named(e, slot.words) for e in ("score", "good", "judged"))
    is_judged = (is_verdict and verdict(task)) or is_named("choice", slot.words)
    return None if is_judged else slot.found


def _mood(task: Task, slot: Slot) -> str | None:
    """The sentiment of what the text says about the thing that a key names: `{"food": "mixed"}`."""
    named, names = {*stems_of(slot.words)}, ["neutral", "positive", "negative", "mixed"]
    is_fit = {*map(str, slot.options or [slot.about])} <= {*names}
    if not is_fit or named.isdisjoint(stems_of(task.material)):
        return None
    clauses = sentiment.opinions_in(task.material)
    moods = {2 - is_good for each, is_good in clauses if not named.isdisjoint(stems_of(each))}
    return names[sum(moods)]


def _state(task: Task, slot: Slot) -> str | None:
    """The state that is shown, `ok`, or its contrary if the text tells of a failure."""
    shown = slot.labels[0] if slot.labels else ""
    contrary = CUES.text("contrary of a state", f"{slot.words}: {shown}")
    is_pair = {*slot.labels} == {shown, contrary}
    return (contrary if NAMES.matches("failure", task.material) else shown) if is_pair else None


def _chosen(task: Task, slot: Slot) -> Any:
    """The option that fits the text."""
    options = slot.options
    if options in ([True, False], [False, True]):  # 1 and 0 are equal to true and false.
        return type(options[0])(holds(task, slot.words))
    if not options and slot.type in ("string", None):
        form = offered(task, slot.words, is_only=len(slot.beside) == 1)
        return chosen(task, form) if form else None
    is_whole = slot.labels and len(slot.labels) >= len(options)
    return one_of(task, slot.labels) if is_whole else None


def _of_judge(task: Task, slot: Slot) -> str | None:
    """The criterion of a judge, which the instructions may begin with, or the text to judge."""
    payload = task.reading.payload
    if not (payload.is_judged and slot.is_free):
        return None
    if is_named("criterion", slot.words):
        return payload.text_of("criterion") or next(iter(sentences(task.instructions)), None)
    return payload.text_of("answer") or None


def _usual(task: Task, slot: Slot) -> str | None:
    """One of the options that are usual for a key, such as a priority."""
    options = NAMES.text("usual options", f"{slot.words}\n{task.instructions}")
    return one_of(task, options.split(", ")) if options else None


def _flagged(task: Task, slot: Slot) -> bool | None:
    """True if the option of a key beside it is something other than `none`, which it may be."""
    kinds = (each.get("enum") or () for each in slot.beside.values())
    options = next((each for each in kinds if _HARMLESS & {*map(str, each)}), None)
    return one_of(task, options) not in _HARMLESS if options else None


def _lettered(task: Task, _: Slot) -> str | None:
    """One of the choices that the prompt lists under letters."""
    rows = lettered(task) if verdict(task) else {}
    return chosen(task, Label((*rows,), (*rows.values(),))) if len(rows) > 1 else None


def _holds(task: Task, slot: Slot) -> int | float | None:
    """A verdict as a number: 1 or 0, or a share of 1."""
    if not (found := verdict(task)):
        return None
    return float(found.share) if slot.type == "number" else int(holds(task))


def _flag(task: Task, slot: Slot) -> int | None:
    """1 if the text is as the name says, else 0; None if the name says nothing of a text."""
    is_so = has_property(task.reading.payload.text_of("answer") or task.material, slot.words)
    return None if is_so is None else int(is_so)


def _asked(task: Task, slot: Slot) -> str | None:
    """The question that a prompt wants about its text, or the answer to it."""
    is_answer = is_named("answer", slot.words)
    has_question = isinstance(task.form, Template) and "question" in task.form.text.lower()
    is_wanted = NAMES.matches("quiz requested", task.instructions)
    is_wanted = is_wanted and (has_question or not is_answer)
    asked = next(iter(about(task.reading.payload).items()), None) if is_wanted else None
    return asked[is_answer] if asked else None


def _gist(task: Task, slot: Slot) -> str | None:
    """The first sentence of the text that has more than a greeting, or the headline of it."""
    every = (each for each in sentences(task.text) if len(each.split()) > 3)
    told = (each for each in every if not NAMES.matches("says who", each))
    is_short = isinstance(slot.found, str) and len(slot.found.split()) < _FEW
    is_labelled = is_short and pair_for(slot.words, task.text) is not None
    is_open = slot.found is None or (is_short and not is_labelled)
    is_told = is_open and slot.is_text and not NAMES.matches("made up", task.text)
    if is_named("headline", slot.words):
        is_text = isinstance(task.form, Template) and len(sentences(task.text)) > 1
        return headline_of(task.text) if is_text and slot.found is None else None
    return next(told, None) if is_told else None


def _headline(task: Task, slot: Slot) -> str | None:
    """The headline of a text for a title that the text does not state. Beside a summary, a name is
    no title, unless the text begins with it."""
    found, text = str(slot.found or ""), task.text.lstrip("\"'“")
    is_of_text = any(is_named("beside a headline", each) for each in slot.beside)
    is_name = found[:1].isupper() and (text.startswith(found) or not is_of_text)
    is_stated = is_name or len(found.split()) > 2 or pair_for(slot.words, task.record)
    is_prose = slot.is_text and len(text.split()) > _FEW and text.count(".") and task.form
    is_open = (
        is_prose and not is_stated and f'"{found}"' not in text.replace("“", '"').replace("”", '"')
    )
    return headline_of(text) if is_open and not NAMES.matches("made up", text) else None


def _language(task: Task, slot: Slot) -> str | None:
    """The language of the text, unless the text names a language."""
    if not task.text or named(str(slot.found)):
        return None
    kind = "ISO code" if NAMES.matches("code", f"{slot.words} {slot.about}") else "name"
    found = task.answer_to(f'What is the {kind} of the language of this text?\n\n"{task.text}"')
    return found.value if found else None


def _truth(task: Task, slot: Slot) -> bool:
    """True if the text is as the name or the description says, or if the name is the best of those
    of which only one may be true."""
    flags = [each for each in slot.beside if slot.beside[each].get("type") == "boolean"]
    if len(flags) > 1 and NAMES.matches("only one true", task.instructions):
        return as_words(one_of(task, flags)) == slot.words
    described = has_property(task.material, slot.about) if slot.about else None
    return holds(task, slot.words) if described is None else described


def _answer(task: Task, slot: Slot) -> Any:
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


def _found(task: Task, slot: Slot) -> Any:
    """The value that the text has, unless the place is for the answer to a message without one."""
    is_talk = task.last_question or not task.reading.payload.has_text
    is_answer = is_named("answer itself", slot.words) and is_talk and slot.is_text
    return None if is_answer else slot.found


def _of_type(text: str, slot: Slot) -> Any:
    """An answer as a number if a schema requires one; None if it is none."""
    if slot.type not in NUMBERS:
        return text
    number = next(numbers_in(text), None) if NAMES.pattern("bare figure").fullmatch(text) else None
    return None if number is None else plain_number(number)


def _part(task: Task, slot: Slot, *, is_open: Any) -> str | None:
    """The text for a part of a document, such as a title."""
    return (part(task, slot.words) or None) if is_open and slot.is_text else None


Source = Callable[[Task, Slot], Any]
_TEXT = ("string", None)
_SOURCES: Sequence[tuple[str, Sequence[str | None], Source]] = (
    ("", _TEXT, lambda task, slot: _part(task, slot, is_open=task.reading.payload.conversation)),
    ("variant", _TEXT, lambda task, slot: variant(task, slot.words) if slot.is_free else None),
    ("flag of harm", ("boolean",), _flagged),
    ("", ("boolean",), lambda task, slot: state_of_work(task, slot.words)),
    ("", (), _stated),
    ("", _TEXT, _mood),
    ("state", _TEXT, _state),
    ("", (), _chosen),
    ("answered", ("boolean",), lambda task, _: task.known is not None),
    ("", ("boolean",), _truth),
    ("score", (*NUMBERS, None), score_of),
    ("bad quality", NUMBERS, score_of),
    ("polarity", NUMBERS, score_of),
    ("rated", (*NUMBERS, None), rating_of),
    ("choice", NUMBERS, lambda task, _: (chosen_row(task) or (None,))[0]),
    ("reason", _TEXT, reason),
    ("criterion", _TEXT, _of_judge),
    ("claim", _TEXT, _of_judge),
    ("usual", _TEXT, _usual),
    ("judged", NUMBERS, _holds),
    ("letter", _TEXT, _lettered),
    ("route", _TEXT, lambda task, _: routed(task)[0]),
    ("routed input", _TEXT, lambda task, _: routed(task)[1]),
    ("flag", ("integer",), _flag),
    ("question", _TEXT, _asked),
    ("answer", _TEXT, _asked),
    (
        "words",
        _TEXT,
        lambda task, _: (
            ", ".join(keywords(task.text)[: count_requested(task) or _USUAL_COUNT]) or None
        ),
    ),
    ("gist", _TEXT, _gist),
    ("answer itself", _TEXT, lambda task, slot: variant(task, "a") if slot.is_free else None),
    ("", (*_TEXT, *NUMBERS), _answer),
    ("quote", _TEXT, lambda task, _: task.known.text if task.known else None),
    ("headline", _TEXT, _headline),
    ("language of a text", _TEXT, _language),
    ("", (), _found),
    ("answer itself", _TEXT, lambda task, slot: next(iter(task.sentences[: slot.is_free]), None)),
    ("", ("string",), lambda task, slot: _part(task, slot, is_open=slot.is_free)),
)
"""The sources of values, asked in order: the kind of name in `names.txt` and the types of value
that each is for. An empty kind is any name, no types are all types, and None is an unknown type."""
