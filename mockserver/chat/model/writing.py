"""The reply: read the conversation, find what it demands and what answers it, write, and check.

Of several ways to write the first one is taken that meets every demand, else the one that meets
most of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.demands import demands_of
from mockserver.chat.model.demands.demand import Bound, Case, Demand, Fixed
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
    TaggedCall,
    Tags,
    Template,
)
from mockserver.chat.model.demands.measures import (
    BULLETS,
    LINES,
    NUMBERED,
    PARAGRAPHS,
    SENTENCES,
)
from mockserver.chat.model.demands.shapes import schema_in
from mockserver.chat.model.forms import agents, code, documents, judging, lists
from mockserver.chat.model.forms.places import object_text, template
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import judged
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END
from mockserver.chat.structured.budget import Unservable


class Writer:
    """The replies of one conversation, as the conversation asks for them.

    `talk` gives the tokens of plain sentences: all of them if nothing is asked for, and what goes
    on behind a reply that has less than `least` tokens.
    """

    def __init__(
        self, reading: Reading, now: datetime, least: int, talk: Callable[[bytes], Sequence[str]]
    ) -> None:
        self._reading = reading
        self._demands = demands_of(reading)
        self._now = now
        self._least = least
        self._talk = talk
        self._is_talk = False

    def say(self, key: bytes) -> Sequence[str]:
        """The tokens of the reply to a key."""
        if self._is_talk:
            return self._talk(key)
        task = Task(self._reading, self._demands, key, self._now)
        if not (task.demands or task.answer or task.language):
            self._is_talk = True
            return self._talk(key)
        tokens = split(written(task)) or [END]
        if len(tokens) >= self._least:
            return tokens
        first, *rest = self._talk(key)
        return [*tokens, f" {first}", *rest]


def written(task: Task) -> str:
    """The first way to write a reply that meets every demand, else the one that meets most."""
    if not task.demands and task.answer:
        return next(iter(task.sayings), task.answer.text)
    best, least = "", None
    for text in _ways(task):
        unmet = sum(not demand.met(text) for demand in task.demands)
        if least is None or unmet < least:
            best, least = text, unmet
        if not unmet:
            break
    return best


_OPEN = (LooseForm, Template, ScoreForm, Echo)
"""Forms beside which more may be said; the others are the whole answer."""


def _ways(task: Task) -> Iterator[str]:
    """The reply in its form, then in the form with all else demanded of it, then in prose."""
    form = next((each for each in task.demands if isinstance(each, Form)), None)
    if isinstance(form, Document) and (task.language or task.reading.results):
        form = None
    tags = next((each for each in task.demands if isinstance(each, Tags)), None)
    if isinstance(form, (MarkedFields, Steps, TaggedCall)):
        tags = None
    others = [each for each in task.demands if each is not form and each is not tags]
    if tags and isinstance(form, ScoreForm):
        form = replace(form, alone=True)
    if tags and isinstance(form, Label):
        yield _tagged(task, tags, _label(task, replace(form, place="only"), others), form.place)
    if form is None:
        yield from (_tagged(task, tags, text) for text in task.sayings)
    else:
        bare = _WRITERS[type(form)](task, form, others)
        yield _tagged(task, tags, _cased(bare, others))
        if others and isinstance(form, Document):
            yield _tagged(task, tags, task.prose(others, said=sentences(bare)))
        if others and isinstance(form, _OPEN):
            yield _tagged(task, tags, task.prose(others, first=bare))
        if not isinstance(form, LooseForm):
            return
    yield _tagged(task, tags, task.prose(others))


def _cased(text: str, demands: Sequence[Demand]) -> str:
    for demand in demands:
        if isinstance(demand, Case):
            text = demand.change(text)
    return text


def _tagged(task: Task, tags: Tags | None, text: str, place: str = "only") -> str:
    """The reply within its tags; those before the last hold the way to it, as does a sentence
    before or behind them all if the place of the reply is the last or the first."""
    if tags is None:
        return text
    *before, last = tags.names
    way = task.sentences[0] if task.sentences else text
    if place != "only" and not before:
        tagged = f"<{last}>{text}</{last}>"
        return f"{way}\n\n{tagged}" if place == "last" else f"{tagged}\n\n{way}"
    parts = [f"<{name}>\n{way}\n</{name}>" for name in before]
    inner = f"\n{text}\n" if "\n" in text else text
    return "\n".join([*parts, f"<{last}>{inner}</{last}>"])


def _label(task: Task, form: Label, others: Sequence[Demand]) -> str:
    label = judging.chosen(task, form)
    if form.place == "only" and form.times == 1:
        return label
    verdict = judged(task)
    said = verdict.reason if verdict else " ".join(task.sentences[:2])
    last = "\n".join([label] * form.times)
    return f"{label}\n\n{said}" if form.place == "first" else f"{said}\n\n{last}"


def _json(task: Task, form: JsonForm, others: Sequence[Demand]) -> str:
    text = _json_text(task, form, others)
    return f"```json\n{text}\n```" if form.fenced else text


def _json_text(task: Task, form: JsonForm, others: Sequence[Demand]) -> str:
    """The object or list that is asked for; the reply under the one key `answer` if no keys are
    named, or if what the prompt shows is no JSON Schema, or one that nothing fulfils."""
    asked = json.loads(form.schema) if form.schema else schema_in(task.reading.body["messages"])
    if not asked and form.many:
        return json.dumps(lists.things(task, lists.wanted(task) or 3), ensure_ascii=False)
    if asked:
        schema: dict[str, Any] = asked
        if form.many and schema.get("type") == "object" and not _holds_many(schema):
            schema = {"type": "array", "items": schema}
        with suppress(Unservable):
            text = object_text(task, schema, [each for each in others if _concerns_texts(each)])
            if _MINIFIED.search(f"{task.reading.system}\n{task.reading.question}"):
                text = json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
            rows = json.loads(text) if form.lines else ()
            return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows) or text
    said = task.known.value if task.known and not others else task.prose(others)
    return json.dumps({"answer": said}, indent=2, ensure_ascii=False)


def _holds_many(schema: Mapping[str, Any]) -> bool:
    """True for an object that has a list of objects."""
    shapes = [each for each in schema.get("properties", {}).values() if isinstance(each, dict)]
    items = [each["items"] for each in shapes if isinstance(each.get("items"), dict)]
    return any("properties" in each for each in items)


_MINIFIED = pattern(r"(?i)\bminified\b|\b(?:single|one)[- ]line,? json\b|\bcompact json\b")


def _concerns_texts(demand: Demand) -> bool:
    """True if the texts within an object can meet a demand."""
    layout = isinstance(demand, Bound) and demand.measure in _LAYOUT
    return not (layout or isinstance(demand, Case) or demand == Fixed("title"))


_LAYOUT = (BULLETS, NUMBERED, LINES, PARAGRAPHS, SENTENCES)
_WRITERS: dict[type[Form], Callable[..., str]] = {
    Label: _label,
    JsonForm: _json,
    ScoreForm: lambda task, form, _: judging.scored(task, form),
    Echo: lambda _task, form, _: form.text,
    Template: lambda task, form, _: template(task, form),
    MarkedFields: lambda task, form, _: agents.fields(task, form),
    TaggedCall: lambda task, form, _: agents.call(task, form),
    NumberedPlan: agents.plan,
    Steps: lambda task, form, _: agents.step(task, form),
    TableForm: lambda task, form, _: lists.table(task, form),
    Inline: lambda task, form, _: lists.inline(task, form),
    Code: lambda task, form, _: code.block(task, form),
    Document: lambda task, form, _: documents.document(task, form),
}
