"""Parts: texts for named places of a reply, such as a title, from the skeletons of documents."""

from __future__ import annotations

import re
from functools import lru_cache

from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.demands.skeletons import RULES, kinds, skeletons
from mockserver.chat.model.forms.documents.outline import row_for
from mockserver.chat.model.forms.documents.pages import DocumentPage
from mockserver.chat.model.forms.task import Task

_PLAIN = "chat title"
"""The kind of document whose skeleton fills the parts that are no documents."""


def part(task: Task, name: str) -> str:
    """The text of a named part of a reply, such as a title; empty if no row has the name. The name
    is that of a short kind of document, or of a row of `part` in `documents.txt`."""
    kind, skeleton = _skeleton_of(name)
    return DocumentPage(task, kind).written(skeleton) if skeleton else ""


def parts(task: Task, name: str, count: int) -> list[str]:
    """Several different texts of a named part."""
    skeleton = row_for("parts", name)
    listed = DocumentPage(task, _PLAIN).filled(skeleton) if skeleton else ""
    return [each.removeprefix("- ") for each in listed.split("\n") if each][:count]


def variant(task: Task, name: str) -> str | None:
    """One of two versions of the document that a request wants, by the end of its name."""
    for form in demands_in(task.reading.question):
        if isinstance(form, Document):
            variants = skeletons()[form.kind].variants
            return DocumentPage(task, form.kind).written(variants[0 if name[-1] in "a1" else -1])
    return None


@lru_cache(maxsize=1024)
def _skeleton_of(name: str) -> tuple[str, str]:
    """The kind of document for a named part, and its skeleton, empty if no row has the name."""
    kind = kinds().get(re.sub(r"[\W\d_]+", " ", name.lower()).strip(), _PLAIN)
    skeleton = skeletons()[kind].variants[0]
    if kind == _PLAIN or skeleton.count("\n") > 5:  # It is a whole reply.
        return _PLAIN, RULES.text("part", name)
    return kind, skeleton
