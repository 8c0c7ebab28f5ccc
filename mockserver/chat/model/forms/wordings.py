"""Wordings: the answer to a question in texts that add nothing to it.

The answer may be a sentence, its value, a bare amount, or a list of its items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce

from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import BOLD, BULLETS
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.reading.glossary import in_plain_words
from mockserver.chat.model.text.texts import bulleted, numbered


def wordings(task: Task) -> Iterator[str]:
    """Wordings of the answer that add nothing to it, the best first."""
    found = task.answer
    if found is None or task.speaks_another or not (found.is_known or found.items[1:]):
        return
    measures = [each.measure for each in task.every_bound]
    if found.items[1:] and BOLD in measures:
        marked = re.sub("|".join(map(re.escape, found.items)), r"**\g<0>**", found.text)
        found = found._replace(text=marked, items=[f"**{e}**" for e in found.items])
    if found.items[1:] and task.is_list:
        if BULLETS in measures:
            yield bulleted(found.items)
        counted = task.demand(Items)
        items = found.items[: counted.count if counted else None]
        yield numbered(items)
        yield bulleted(items)
    yield from _shortest(task, found)
    figures = (each["it"] for each in NAMES.find_all("bare amount", found.value))
    yield from (found.text, found.value, *figures)


def _shortest(task: Task, found: Answer) -> Iterator[str]:
    """The part of an answer, the bare amount or the value, if the request wants no more."""
    orders = _without_passages(task, task.instructions)[-2_000:]
    asked = _without_passages(task, task.reading.question)[-1_000:]
    is_brief = NAMES.find("brief", orders[-1_000:] if task.reading.results else asked)
    orders = in_plain_words(orders)
    part = NAMES.text("part of an answer", orders)
    if part and (shown := re.search(part, found.value)):
        yield shown[0]
    figure = NAMES.find("bare amount", found.value)
    if figure and NAMES.matches("number alone", orders):
        yield figure["it"]
    is_reasoned = task.tags and len(task.tags.names) > 1
    if is_brief or is_reasoned or NAMES.matches("value alone", orders):
        yield found.value


def _without_passages(task: Task, text: str) -> str:
    """A text without the passages that the last message brings."""
    payload = task.reading.payload
    passages = (each.text for each in payload.passages if payload.is_marked)
    return reduce(lambda rest, passage: rest.replace(passage, "\n"), passages, text)
