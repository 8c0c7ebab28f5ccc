"""Tags: a reply within the tags that a prompt names, such as `<answer>`."""

from __future__ import annotations

from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.shapes.typed import object_of, schema_of_scalar
from mockserver.chat.model.forms.data import objects
from mockserver.chat.model.forms.judging.reasons import evidence
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.text.patterns import pattern

_CITED = pattern(r" \[([\w.-]{1,60})\]\W*\Z")
"""The source that a reply cites at its end."""


def in_tags(task: Task, text: str) -> str:
    """A reply within the last of its tags that is not for a reason or its source, with an
    explanation in the others."""
    if task.tags is None:
        return text
    names = task.tags.names
    sources = [each for each in names if is_named("source", each)]
    cited = _CITED.search(text) if sources else None
    text = text[: cited.start()] if cited else text
    own = [each for each in names if not (each in sources or is_named("reason", each))]
    last = (own or names)[-1]
    inner = f"\n{text}\n" if "\n" in text else text
    is_to_answer = any(NAMES.matches("answer itself", as_words(name)) for name in names)
    if task.form is None and not is_to_answer and task.reading.payload.has_text:
        shapes = {name: schema_of_scalar(name) for name in task.tags.abouts}
        read = objects.values_of(task, object_of(shapes))
        filled = dict(zip(names, (read.get(name, inner) for name in shapes), strict=True))
    else:
        is_label = isinstance(task.form, form.Label)
        reason = (is_label and evidence(task)) or task.sentences[0]
        filled = dict.fromkeys(names, f"\n{reason}\n") | {last: inner}
    filled |= dict.fromkeys(sources, cited[1]) if cited else {}
    return "\n".join(f"<{name}>{each}</{name}>" for name, each in filled.items())
