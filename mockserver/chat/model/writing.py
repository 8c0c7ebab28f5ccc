"""Writing a reply: find the demands and the answer, write drafts, and choose the best draft.

The reply is the first draft that meets every demand, else the draft that meets most of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.memory import resolved
from mockserver.chat.model.demands import demands_of
from mockserver.chat.model.demands.demand import Case, Fixed
from mockserver.chat.model.demands.form import (
    Code,
    Document,
    Echo,
    Form,
    Inline,
    JsonForm,
    Label,
    LooseForm,
    MarkedFields,
    NumberedPlan,
    ScoreForm,
    Steps,
    TableForm,
    Template,
)
from mockserver.chat.model.forms import (
    agents,
    code,
    completion,
    documents,
    judging,
    lists,
    objects,
    places,
)
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import sentences
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END

_WRITERS: Mapping[type[Form], Callable[[Task, Any], str]] = {
    Label: judging.label,
    ScoreForm: judging.score,
    JsonForm: objects.json_text,
    Template: places.template,
    TableForm: lists.table,
    Inline: lists.inline,
    Code: code.block,
    Document: documents.document,
    Steps: agents.step,
    MarkedFields: agents.fields,
    NumberedPlan: agents.plan,
    Echo: lambda _, echo: str(echo.text),
}
"""The writer of each form. To add a form, define it in `demands/form.py` and its writer here."""


class Writer:
    """Writes the replies to one conversation, a different one for each key.

    `talk` returns the tokens of plain sentences. They are the reply if nothing is demanded, and
    are added to a reply of fewer than `least` tokens.
    """

    def __init__(
        self, reading: Reading, now: datetime, least: int, talk: Callable[[bytes], Sequence[str]]
    ) -> None:
        self._reading = resolved(reading)
        self._examples = completion.examples_in(self._reading)
        if self._examples and self._examples.request and not self._reading.payload.is_judged:
            self._reading = self._reading.asking(self._examples.request)
        self._demands = demands_of(self._reading)
        self._now = now
        self._least = least
        self._talk = talk
        self._is_talk = False

    def say(self, key: bytes) -> Sequence[str]:
        """The tokens of the reply for a key."""
        if self._is_talk:
            return self._talk(key)
        task = Task(self._reading, self._demands, key, self._now)
        if self._examples and (text := completion.completed(task, self._examples)):
            return split(text)
        if not (task.demands or task.answer or task.language):
            self._is_talk = True
            return self._talk(key)
        tokens = split(written(task)) or [END]
        if len(tokens) >= self._least:
            return tokens
        first, *rest = self._talk(key)
        return [*tokens, f" {first}", *rest]


def written(task: Task) -> str:
    """The first draft that meets every demand, else the draft that meets most of them."""
    if not task.demands and task.answer:
        return next(iter(task.wordings), task.answer.text)
    best, fewest = "", len(task.demands) + 1
    for draft in _drafts(task):
        unmet = sum(not demand.is_met_by(draft) for demand in task.demands)
        if unmet < fewest:
            best, fewest = draft, unmet
        if not unmet:
            break
    return best


_OPEN = (LooseForm, Template, ScoreForm, Echo)
"""Forms that may have text around them; any other form is the whole reply."""


def _drafts(task: Task) -> Iterator[str]:
    """The reply in its form alone, then in prose that meets the other demands too."""
    form = task.form
    if form is None:
        yield from (_in_tags(task, text) for text in task.wordings)
    else:
        yield from _formed(task, form)
        if not isinstance(form, LooseForm):
            return
    yield _in_tags(task, task.prose())


def _formed(task: Task, form: Form) -> Iterator[str]:
    """The reply in its form, then with sentences around it."""
    write = _WRITERS[type(form)]
    if task.tags and isinstance(form, ScoreForm):
        form = replace(form, alone=True)
    if task.tags and isinstance(form, Label):
        yield _in_tags(task, write(task, replace(form, place="only")), form.place)
    bare = text = write(task, form)
    for demand in task.others:
        if isinstance(demand, Case):
            text = demand.change(text)
        elif demand == Fixed("quotation marks"):
            text = f'"{text}"'
    yield _in_tags(task, text)
    if task.others and isinstance(form, Document):
        fixed = {each.text for each in task.others if isinstance(each, Fixed)}
        plain = (each.removeprefix("- ") for each in sentences(bare) if each[0] != "#")
        own = task.steps or [each for each in plain if each not in fixed]
        yield _in_tags(task, task.prose(instead=own))
    if task.others and isinstance(form, _OPEN):
        yield _in_tags(task, task.prose(first=bare))


def _in_tags(task: Task, text: str, place: str = "only") -> str:
    """A reply within the last of its tags.

    The tags before the last have an explanation. If there are none, and the reply has to come
    first or last, the explanation is outside the tags.
    """
    if task.tags is None:
        return text
    *before, last = task.tags.names
    explanation = task.sentences[0] if task.sentences else text
    if place != "only" and not before:
        tagged = f"<{last}>{text}</{last}>"
        parts = [explanation, tagged] if place == "last" else [tagged, explanation]
        return "\n\n".join(parts)
    inner = f"\n{text}\n" if "\n" in text else text
    explanations = [f"<{name}>\n{explanation}\n</{name}>" for name in before]
    return "\n".join([*explanations, f"<{last}>{inner}</{last}>"])
