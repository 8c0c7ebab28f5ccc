"""Entries: the texts of a list, by its name: facts, questions, keywords, opinions, ideas.

Texts that are stated for the name come before those that its words mean or that were read for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mockserver.chat.model.content.known.article import list_items
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted.judgement.sentiment import opinions_in, sentiment
from mockserver.chat.model.content.quoted.lists.extraction import keywords
from mockserver.chat.model.content.quoted.lists.given import items_in
from mockserver.chat.model.content.remembered.memory import facts_of_user
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.forms.documents.parts import parts
from mockserver.chat.model.forms.judging.labels import labels_of
from mockserver.chat.model.forms.judging.reasons import reason
from mockserver.chat.model.forms.lists import count_requested, queries
from mockserver.chat.model.forms.slots import Slot
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, continued, is_named
from mockserver.chat.model.reading.pieces import items_of
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.finding.finds import names_in

_CLOSED = ("Is it true that {}?", "Does the text say that {}?")
"""Questions to which the answer is yes."""

_STEPS = (
    "Read the text and note what it says and what it leaves out.",
    "Hold it against the criterion: {}.",
    "Lower the score for each point that is missing or wrong.",
)
"""The steps of judging a text by a criterion."""

_USUAL_COUNT = 3
_LITTLE = 5
"""A text of fewer words has nothing to list."""

_TOPIC = 7
"""A text of fewer words is a topic rather than an opinion."""


def texts_of(task: Task, slot: Slot, least: int) -> Any:
    """The texts of a list: those that are stated for its name, else others that suit the name, if
    some were read for it or may be written. None if there are none."""
    count = max(count_requested(task) or _USUAL_COUNT, least)
    if stated := _stated(task, slot, count):
        return stated
    if not least and is_named("facts of a user", slot.words):
        return []
    return _suitable(task, slot, count) if slot.found or slot.is_free else None


def _suitable(task: Task, slot: Slot, count: int) -> Any:
    """Labels, opinions, questions, keywords or other texts for the name of a list, those that were
    read for it, or any others."""
    is_of_labels = NAMES.pattern("verdicts").match(slot.words)
    is_of_labels = is_of_labels or CUES.pattern("labels").fullmatch(slot.words)
    if is_of_labels and (labels := labels_of(task)):
        return labels
    if pole := NAMES.text("pole", slot.words):
        return _opinions(task, slot, pole, count)
    is_asked = slot.is_free and slot.words.endswith(("questions", "follow ups"))
    if is_asked and "?" not in str(slot.found or "?"):
        kind = NAMES.text("kind of questions", f"{slot.words}: {task.instructions}")
        return list_items(kind, task.topic.replace("your ", "my "))[:count]
    if found := _keywords(task, slot):
        return found[: max(count, _USUAL_COUNT)]
    own = parts(task, slot.words, count)
    return own or slot.found or list_items(slot.words, task.title.lower())[:count]


def _stated(task: Task, slot: Slot, count: int) -> Sequence[str]:
    """The texts that the prompt has for the name of a list; empty if there are none."""
    if is_named("queries", slot.words):
        stated = queries(task)[:count]
    else:
        stated = next(_lists_for(task, slot.words), [])
    if not stated and task.text and is_named("asked of a text", slot.words):
        told = task.answer_to(f"List the {slot.words}:\n\n{task.text}")
        stated = [*(told.items or [told.value])] if told else []
    if stated or not slot.is_free:
        return stated
    if len(slot.beside) == 1 and task.last_question and task.known:
        return task.known.items
    listed = NAMES.find("list of all", task.reading.question)
    is_named_there = listed is not None and listed["what"] == slot.words
    known = recall(f"What are the {slot.words}?") if is_named_there else None
    return known.items if known else ()


def _lists_for(task: Task, name: str) -> Iterator[list[str]]:
    """The lists that a name may ask for, of which the first counts: facts about the user, sentences
    of a text, closed questions, a reason, what a text has of a criterion, or steps of judging it.
    """
    spare = NAMES.find("list for little text", task.instructions)
    if spare and len(task.text.split()) < _LITTLE:
        yield items_of(spare["list"])
    if is_named("facts of a user", name) and NAMES.matches("on the user", task.instructions):
        yield facts_of_user(task.reading.question)
    if is_named("stated", name):
        yield _sentences(task, name)
    if name.endswith("questions") and NAMES.matches("closed questions", task.instructions):
        told = [continued(each.rstrip(".")) for each in sentences(task.text)]
        every = [frame.format(each) for frame in _CLOSED for each in told]
        yield every[: count_requested(task) or len(told)]
    if task.reading.payload.is_judged and is_named("reason", name):
        yield [reason(task)]
    criterion = task.reading.payload.text_of("criterion").strip().rstrip(".")
    if (kind := NAMES.text("side of a comparison", name)) and criterion and task.text:
        wanted = [each for each in items_in(criterion) if not re.search(r"\d", each)]
        yield [e for e in wanted if (e.lower() in task.text.lower()) == (kind == "there")]
    if (look := NAMES.text("told items", name)) and task.text:
        yield [each.rstrip(".") for each in sentences(task.text) if re.search(look, each)]
    if (look := NAMES.text("marked items", name)) and (marked := re.findall(look, task.text)):
        yield [*dict.fromkeys(marked)]
    if name == "steps" and criterion:
        yield [each.format(criterion) for each in _STEPS]
    if name == "steps" and task.known:
        yield sentences(task.known.text)


def _sentences(task: Task, name: str) -> list[str]:
    """The sentences of the text in a prompt, of which there have to be several without a text."""
    texts = (*map(task.reading.payload.text_of, ("answer", "text", "source")), task.text)
    told = sentences(next(filter(None, texts), "") or task.material)
    if name == "opinions":
        is_held = NAMES.pattern("opinion").search
        told = [each for each in told if is_held(each) or any(sentiment(each))] or told
    if NAMES.matches("no pronouns", task.instructions):
        subject = NAMES.text("subject of a sentence", told[0])
        told = [re.sub(r"\A(?:He|She|It|They)\b", subject or r"\g<0>", each) for each in told]
    return told if told[1:] or task.text else []


def _opinions(task: Task, slot: Slot, pole: str, count: int) -> list[str]:
    """The clauses of a text that praise something or that blame it, or usual ones if the text is
    only a topic: `pros and cons of bikes`."""
    opinions = opinions_in(task.material)
    is_topic = len(task.material.split()) < _TOPIC or slot.words in task.material
    if is_topic or not opinions:
        return list_items(pole, task.topic)[:count]
    return [clause for clause, is_good in opinions if is_good == (pole == "pros")]


def _keywords(task: Task, slot: Slot) -> list[str]:
    """The keywords of a text for a list of words, unless phrases were read for it. Beside a list of
    others they are the names, or else all that are no names."""
    is_phrase = isinstance(slot.found, list) and re.search(r"^#|\w ", str(slot.found[0]))
    is_kept = is_phrase and not NAMES.matches("of details", slot.words)
    is_kept = is_kept or not words("fields.chart_figures").isdisjoint(slot.beside)
    if is_kept or not (task.text and is_named("words", slot.words)):
        return []
    names = names_in(task.text)
    others = [each for each in slot.beside if is_named("words", as_words(each))]
    if not names or len(others) < 2:
        return keywords(task.text)
    if NAMES.matches("of details", slot.words):
        return names
    return [each for each in keywords(task.text) if each not in " ".join(names).lower()]
