"""Writing a reply: find the demands and the answer, write drafts, and choose the best draft.

The reply is the first draft that meets every demand, else the draft that meets most of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from mockserver.chat.model.content.found import plain_sentences
from mockserver.chat.model.content.remembered.follow_ups import resolved
from mockserver.chat.model.demands import demands_of, form
from mockserver.chat.model.demands.demand import Changed, Demand, Fixed, Sections, with_changes
from mockserver.chat.model.demands.measures import LINES, SENTENCES
from mockserver.chat.model.forms import completion, lists, templates
from mockserver.chat.model.forms.code import blocks
from mockserver.chat.model.forms.data import notations, tabular
from mockserver.chat.model.forms.documents import document
from mockserver.chat.model.forms.documents.letters import body_of, closed
from mockserver.chat.model.forms.judging import labels
from mockserver.chat.model.forms.tags import in_tags
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.wordings import wordings
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.tools import agents, marked
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END

_WRITERS: Mapping[type[form.Form], Callable[[Task, Any], str]] = {
    form.Label: labels.label,
    form.ScoreForm: labels.score,
    form.JsonForm: notations.json_text,
    form.Template: templates.template,
    form.TableForm: tabular.table,
    form.Inline: lists.inline,
    form.Code: blocks.block,
    form.Document: document.document,
    form.Steps: agents.step,
    form.MarkedFields: marked.fields,
    form.NumberedPlan: agents.plan,
    form.Echo: lambda task, echo: str(echo.text or task.reading.question),
}
"""The writer of each form. To add a form, define it in `demands/form.py` and its writer here."""

_TITLE = pattern(r"\A# [^\n]*\n+")
"""The title of a document."""

_OPEN = (form.LooseForm, form.Template, form.ScoreForm, form.Echo)
"""Forms that may have text around them; any other form is the whole reply."""


class Writer:
    """Writes the replies to one conversation, a different one for each key.

    `talk` returns the tokens of plain sentences. They are the reply if nothing is demanded, and
    are added to a reply of fewer than `least` tokens.
    """

    def __init__(
        self,
        reading: Reading,
        now: datetime,
        least: int,
        talk: Callable[[Reading, int, bytes], Sequence[str]],
    ) -> None:
        self._reading = resolved(reading)
        self._examples = self._reading.examples
        if self._examples and self._examples.request and not self._reading.payload.is_judged:
            self._reading = self._reading.asking(self._examples.request)
        self._demands = _fitting_demands(self._reading)
        self._now = now
        self._least = least
        self._talk = talk
        self._is_talk = False

    def say(self, key: bytes) -> Sequence[str]:
        """The tokens of the reply for a key."""
        if self._is_talk:
            return self._talk(self._reading, self._least, key)
        task = Task(self._reading, self._demands, key, self._now)
        if self._examples and (text := completion.completed(task, self._examples)):
            return split(text)
        if not (task.demands or task.answer or task.language):
            self._is_talk = True
            return self._talk(self._reading, self._least, key)
        tokens = split(written(task)) or [END]
        if len(tokens) >= self._least:
            return tokens
        first, *rest = self._talk(self._reading, self._least, key)
        return [*tokens, f" {first}", *rest]


def _fitting_demands(reading: Reading) -> list[Demand]:
    """The demands of a conversation that its reply can meet."""
    demands = demands_of(reading)
    if reading.results:  # What the user has written elsewhere is no reply.
        demands = [each for each in demands if not isinstance(each, form.Echo)]
    if any(isinstance(each, form.Code) for each in demands):
        # Code cannot meet demands on the letters or the beginning of a text.
        kept = (each for each in demands if not isinstance(each, Changed))
        demands = [each for each in kept if getattr(each, "place", "") != "beginning"]
    return demands


def written(task: Task) -> str:
    """The first draft that meets every demand, else the draft that meets most of them."""
    if not task.demands and task.answer:
        return next(wordings(task), task.answer.text)
    best, fewest = "", len(task.demands) + 1
    for draft in _drafts(task):
        text = in_tags(task, with_changes(draft, task.demands))
        unmet = sum(not demand.is_met_by(text) for demand in task.demands)
        if unmet < fewest:
            best, fewest = text, unmet
        if not unmet:
            break
    return best


def _drafts(task: Task) -> Iterator[str]:
    """The reply in its form alone, perhaps below a head that is asked for, then in prose that meets
    the other demands too."""
    heads = (e.text.strip() for e in task.others if isinstance(e, Fixed) and e.place == "beginning")
    head = next((each for each in heads if each.endswith(":") or task.form is None), "")
    for draft in wordings(task) if task.form is None else _formed(task, task.form):
        yield draft
        if head and "\n" in draft:
            yield f"{head}\n{_TITLE.sub('', draft)}"
    if task.form is None or isinstance(task.form, form.LooseForm):
        yield task.prose()


def _formed(task: Task, shape: form.Form) -> Iterator[str]:
    """The reply in its form, then with sentences around it."""
    if task.tags and isinstance(shape, form.ScoreForm):
        shape = replace(shape, alone=True)
    if task.tags and isinstance(shape, form.Label):
        shape = replace(shape, place="only")
    bare = _WRITERS[type(shape)](task, shape)
    measures = {each.measure for each in task.bounds}
    # A title and a list have no sentences to count.
    has_more = bare.startswith("**") or "\n- " in bare
    is_page = isinstance(shape, form.Document) and has_more and measures == {SENTENCES}
    if not is_page:
        yield f'"{bare}"' if Fixed("quotation marks") in task.others else bare
    if LINES in measures:
        ends = {each.place: each.text for each in task.others if isinstance(each, Fixed)}
        yield f"{ends.get('beginning', '')} {bare} {ends.get('end', '')}".strip()
    is_divided = any(isinstance(each, Sections) for each in task.others)
    may_go_on = isinstance(shape, _OPEN) and not (is_divided or is_page)
    if task.others and may_go_on:
        low = [each for each in task.bounds if each.high is None]
        left = [e for e in task.others if not (e in low and e.is_met_by(bare))]
        yield closed(task.prose(left, first=body_of(bare, task.others)), bare)
    if task.others and isinstance(shape, form.Document):
        fixed = [each.text for each in task.others if isinstance(each, Fixed)]
        yield task.prose(instead=[each for each in plain_sentences(bare) if each not in fixed])
