"""Blocks of code: a fence, the code, and the sentences before and after it.

The code is a changed one that the request shows, a query or a snippet.
"""

from __future__ import annotations

import re
from dataclasses import replace

from mockserver.chat.model.content.quoted.code import changed_code, explained
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.demands.readers.programs import signature_in
from mockserver.chat.model.forms.code.queries import query
from mockserver.chat.model.forms.code.snippets import Snippet
from mockserver.chat.model.forms.code.specification import Specification
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.reading.omissions import without_examples

_READ = 4_000
"""The characters of a message that are read."""


def block(task: Task, form: Code) -> str:
    """A fenced block of code, introduced by a sentence unless only code is wanted."""
    text, system = task.reading.question[:_READ], task.reading.system[:_READ]
    form = _completed(form, text, system)
    if form.language == "bash" and CUES.matches("one command", system):
        text = f"{text}\n\nGive me the command."
    text = without_examples(text)
    if changed := changed_code(text):
        fence = re.match(r"```(\w+)", changed)
        form = replace(form, language=fence[1] if fence else CUES.text("shown language", changed))
        what, written = "the code", re.sub(r"(?m)^```.*\n?", "", changed).strip()
    elif form.language == "sql":
        what, written = "the query", query(text, system)
    else:
        task_text = task.reading.payload.text_of("question")
        what, written = Snippet(Specification(text, form, task_text)).written()
    if form.bare or task.tags:
        return written
    fenced = f"```{form.language or 'python'}\n{written}\n```"
    explains = not form.alone and NAMES.matches("explains code", f"{system}\n{text}")
    if explains and (explanation := explained(f"Explain this code:\n{written}")):
        return f"{fenced}\n\n{explanation}"
    return fenced if form.alone else f"Here is {what}:\n\n{fenced}"


def _completed(form: Code, text: str, system: str) -> Code:
    """A form with the language of the role in a system message and its wish for nothing but code,
    and with a signature in the request."""
    if not form.language and (role := CUES.find("programmer", system)):
        form = replace(form, language=CUES.meaning("code", role["code"]))
    if system and not form.name:
        name, parameters = signature_in(text)
        form = replace(form, name=name, parameters=parameters)
    return replace(form, alone=form.alone or CUES.matches("code alone", system))
