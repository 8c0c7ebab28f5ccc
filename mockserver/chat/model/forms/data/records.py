"""Records: the objects of a list that are judged from the texts in a prompt, or read from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mockserver.chat.model.content.quoted.judgement.sentiment import opinions_in
from mockserver.chat.model.content.quoted.lists.extraction import triples_in
from mockserver.chat.model.content.quoted.results import facts_told
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.shapes.typed import Schema, nullable
from mockserver.chat.model.forms.data.places import judged_values
from mockserver.chat.model.forms.data.quizzes import quiz
from mockserver.chat.model.forms.judging.choosing import chosen_row
from mockserver.chat.model.forms.judging.claims import tasks_of_each
from mockserver.chat.model.forms.lists import count_requested
from mockserver.chat.model.forms.slots import shapes_of, takes_number, with_integers
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.text.texts import enumerated
from mockserver.chat.model.values.fill import filled_value, values_for
from mockserver.chat.model.values.finding.find import Find
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.matching.records import records_in

_KINDS_OF_NAMES = ["person", "organization", "place"]
_PARTS_OF_RELATION = ("subject of a relation", "relation", "object of a relation")
_MOST = 50


def records(task: Task, items: Schema, read: Any = None) -> list[dict[str, Any]]:
    """The objects of a list: judged claims, names with their kinds, or the records of the text.
    `read` are those that were found by the fields of the objects alone."""
    is_quiz = task.text and NAMES.matches("quiz requested", task.instructions)
    if is_quiz and (questions := quiz(task, items, count_requested(task) or 1)):
        return questions
    chosen = judged_values(task, items)
    if any(is_named("choice", name) for name in chosen) and chosen_row(task):
        return [chosen]
    makers = (_of_results, _judged, _names, _triples, _opinions)
    found = next(filter(None, (make(task, items) for make in makers)), [])
    if NAMES.matches("nulled", task.instructions):
        first, *others = shapes_of(items).items()
        shapes = dict([first, *((name, nullable(shape)) for name, shape in others)])
        items = {**items, "properties": shapes}
    return found or read or records_in(items, task.text, task.now)


def _of_results(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each record of the results of tools, if each has all values."""
    told = ("\n".join(map(": ".join, each.items())) for each in facts_told(task.reading.results))
    rows = [values_for(items, each, task.now) for each in told]
    return rows if all(each.keys() == shapes_of(items).keys() for each in rows) else []


def _judged(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each text that a prompt wants judged, with its number and what is judged of it.
    All values of an item that is no claim have to be judged."""
    shapes, is_judged = shapes_of(items), task.reading.payload.is_judged
    texts = [name for name in shapes if NAMES.pattern("claim").fullmatch(name)]
    numbered = [name for name in shapes if takes_number(name, shapes[name])]
    made = []
    for number, (text, alone) in enumerate(tasks_of_each(task)[:_MOST], 1):
        known = judged_values(alone, items) | dict.fromkeys(texts, text)
        known |= dict.fromkeys(numbered, number)
        if known and (is_judged or known.keys() == shapes.keys()):
            made.append(filled_value(with_integers(items, numbered), known, task.key, ""))
    return made


def _names(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names in the text with their kinds, for objects of a name and a kind."""
    shapes, is_kind = shapes_of(items), NAMES.pattern("kind of a name").fullmatch
    kinds = [name for name, each in shapes.items() if each.get("enum") or is_kind(as_words(name))]
    others = [name for name in shapes if name not in kinds and shapes[name].get("type") == "string"]
    if len(kinds) != 1 or len(others) != 1 or len(shapes) != 2:
        return []
    options = shapes[kinds[0]].get("enum")
    listed = CUES.find("labels to assign", task.instructions)
    stated = enumerated(listed["list"]) if listed else _KINDS_OF_NAMES
    options = options if options and isinstance(options, list) else stated
    names = {find.text: find for find in finds_in(task.material) if find.kind == "name"}
    return [{others[0]: name, kinds[0]: _option_for(find, options)} for name, find in names.items()]


def _triples(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names that a sentence connects and the words between, for a relation's objects. Other
    keys have the kinds of both names, or the sentence."""
    shapes = shapes_of(items)
    whole = [NAMES.pattern(part).fullmatch for part in _PARTS_OF_RELATION]
    parts = [next((name for name in shapes if fits(as_words(name))), "") for fits in whole]
    others = [name for name in shapes if name not in parts and shapes[name].get("type") == "string"]
    kinds = [name for name in others if as_words(name).endswith(" type")]
    is_fit = all(parts) and len(shapes) == len(parts) + len(others)
    rows = triples_in(task.material) if is_fit else ()
    return [
        dict.fromkeys(shapes, row.text)
        | dict(zip(kinds, row.kinds, strict=False))
        | dict(zip(parts, row.parts, strict=True))
        for row in rows
    ]


def _opinions(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The things that a text praises or blames, for objects of a thing and a mood."""
    shapes = shapes_of(items)
    aspect, mood = (
        next((name for name in shapes if is_named(kind, name)), "")
        for kind in ("aspect", "mood of it")
    )
    made = []
    for clause, is_good in opinions_in(task.material) if aspect and mood else ():
        options = shapes[aspect].get("enum") or [
            find.text for find in finds_in(clause) if find.kind in ("phrase", "name", "worded")
        ]
        named = next((each for each in options if str(each).lower() in clause.lower()), None)
        if named:
            known = {aspect: named, mood: "positive" if is_good else "negative"}
            made.append(filled_value(items, known, task.key, ""))
    return made


def _option_for(name: Find, options: Sequence[Any]) -> Any:
    """The option for a person, a company or a place, by what a name is of."""
    for kind in sorted(("person", "company", "place"), key=lambda kind: kind != name.likely):
        for option in options:
            if NAMES.pattern(f"of a {kind}").match(str(option)):
                return option
    return options[0]
