"""Forms: a module for each kind of reply, and the table of the writers of forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mockserver.chat.model.demands import form
from mockserver.chat.model.forms import agents, code, documents, judging, lists, objects, places
from mockserver.chat.model.forms.task import Task

WRITERS: Mapping[type[form.Form], Callable[[Task, Any], str]] = {
    form.Label: judging.label,
    form.ScoreForm: judging.score,
    form.JsonForm: objects.json_text,
    form.Template: places.template,
    form.TableForm: lists.table,
    form.Inline: lists.inline,
    form.Code: code.block,
    form.Document: documents.document,
    form.Steps: agents.step,
    form.MarkedFields: agents.fields,
    form.NumberedPlan: agents.plan,
    form.Echo: lambda _, echo: str(echo.text),
}
"""The writer of each form. To add a form, define it in `demands/form.py` and its writer here."""
