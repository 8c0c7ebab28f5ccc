"""Lists of texts: what the prompt brings or asks for, else ideas on the topic."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, filterfalse, islice
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.known.article import list_items, requested_items
from mockserver.chat.model.content.quoted.lists.extraction import keywords
from mockserver.chat.model.content.remembered.memory import facts_of_user
from mockserver.chat.model.content.remembered.questions import searches, standalone
from mockserver.chat.model.demands.form import Inline, Items
from mockserver.chat.model.demands.shapes.typed import array_of, object_of
from mockserver.chat.model.forms.judging import labels
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.fill import filled_value, values_for

_USUAL_COUNT = 4
_MOST = 50


def inline(task: Task, form: Inline) -> str:
    """Items in one line, with a separator between them."""
    counted = task.demand(Items)
    items = things(task, form.count or (counted.count if counted else 0))
    is_tight = NAMES.matches("no spaces", task.reading.question)
    return (form.separator.strip(" ") if is_tight else form.separator).join(items)


def count_requested(task: Task) -> int:
    """The number of items that the request asks for, or 0."""
    counted, payload, request = task.demand(Items), task.reading.payload, task.reading.question
    for text in (task.text, *payload.conversation.split("\n")) if payload.has_text else ():
        request = request.replace(text, "")
    stated = amount_of(NAMES.text("number of things", request) or "0")
    return max(min(stated, _MOST), counted.count if counted else 0)


def things(task: Task, count: int = 0) -> list[str]:
    """Items from the prompt, the answer, a known list, the text, or ideas on the topic. There are
    `count` of them, or as many as the first of these sources has. Items of earlier replies come
    again only if they are known, or nothing else is left."""
    question = NAMES.pattern("about the form").sub("", task.reading.question)
    if invented := _invented(task, question, count or _USUAL_COUNT):
        return invented
    items = mentioned(task) or [*known_things(task)]
    if task.reading.payload.has_text and NAMES.matches("keywords", question):
        items = keywords(task.text)
    if not task.known:
        items = [*filterfalse(task.reading.has_said, items)]
    wanted = (requested_items(e, task.topic) for e in (question, task.reading.system))
    items = items or next(filter(None, wanted), []) or list_items(question, task.topic)
    more = list_items("everyday words" if NAMES.matches("words", question) else "ideas", task.topic)
    count = count or len({*items}) or _USUAL_COUNT
    every = dict.fromkeys([*items, *more])
    new = [each for each in every if each in items or not task.reading.has_said(each)]
    return [*islice(cycle(new if len(new) >= count else every), count)]


def _invented(task: Task, question: str, count: int) -> list[str]:
    """Invented values or random numbers, if a question asks for them; else empty."""
    if named := NAMES.find("invented values", question):
        shape = object_of({named["noun"]: array_of(count=count)})
        return [*filled_value(shape, {}, task.key, "")[named["noun"]]]
    if drawn := NAMES.find("random numbers", question):
        low, high = int(drawn["low"] or 1), int(drawn["high"] or 100)
        return [str(task.draws.between(low, high)) for _ in range(count)]
    return []


def queries(task: Task) -> list[str]:
    """Queries for a search engine on the last question of the user, the text or the topic."""
    turns = [each["it"] for each in CUES.find_all("turn of the user", task.reading.question)]
    last = [standalone(each, turns[:-1], ()) for each in turns[-1:]]
    labelled = task.reading.payload.text_of("question")
    named = NAMES.text("subject of queries", task.instructions)
    texts = (task.topic, task.last_question, task.text, labelled, *last, named)
    return searches([each for each in texts if each][-1].strip('"'))


def mentioned(task: Task) -> list[Any]:
    """All things of a kind in the text, or all labels that fit it, if the request asks for them."""
    if NAMES.matches("search queries", task.instructions):
        return queries(task)[: count_requested(task) or _USUAL_COUNT]
    if found := labels.labels_of(task):
        return found
    if NAMES.matches("memory of a user", task.instructions):
        return facts_of_user(task.reading.question)
    asked = NAMES.find("every one", task.instructions)
    if not (asked and task.text) or NAMES.matches("words", asked["what"]):
        return []
    if asked["what"] == "questions":
        return [each for each in sentences(task.reading.question) if each.endswith("?")]
    return _every(task, asked["what"].removesuffix(" names").replace(" ", "_"))


def _every(task: Task, name: str) -> list[Any]:
    """The things of a kind that are read from the text, or those of the answer if they are more."""
    read = values_for(object_of({name: array_of()}), task.text, task.now).get(name, ())
    known = task.known.items if task.known else ()
    is_of_text = all(each in task.text for each in known) and len(known) > len(read)
    has_more = any(each.endswith(f" {one}") for each in known for one in read)
    is_better = not read[1:] or len(known) == len(read) or (is_of_text and not has_more)
    return [*(known if known and is_better else read)]


def known_things(task: Task, name: str = "") -> Sequence[str]:
    """The known things that a request names, else the items of the answer or the topic."""
    if task.answer and task.answer.items:
        return task.answer.items
    things = filter(None, (name, NAMES.changed("container", task.topic)))
    found = next(filter(None, (task.answer_to(f"List the {each}.") for each in things)), None)
    return found.items if found else ()
