"""Documents: letters, posts, plans and other texts of a known kind.

`demands/documents.txt` has a skeleton of each kind, perhaps in several variants.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, cycle, filterfalse, islice

from mockserver.chat.model.content.found import rotated
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Apart
from mockserver.chat.model.demands.form import Document, Items
from mockserver.chat.model.demands.skeletons import RULES, localized, skeletons
from mockserver.chat.model.forms.documents.pages import DocumentPage
from mockserver.chat.model.forms.documents.sections import lower_bound, sectioned, usual_headings
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.texts import numbered


def document(task: Task, form: Document) -> str:
    """A document of the requested kind, in the language of the request if there is one."""
    page = DocumentPage(task, localized(form.kind, task.language) or form.kind)
    if headings := form.headings or usual_headings(page):
        text = sectioned(page, headings, are_requested=bool(form.headings))
        is_checked = RULES.matches("checkboxes", page.brief.request)
        return re.sub(r"(?m)^- (?!\[)", "- [ ] ", text) if is_checked else text
    variants = skeletons()[page.brief.kind].variants
    texts = rotated(variants, task.draws.below(len(variants)))
    return _several(page, texts) or _new_one(page, texts)


def _several(page: DocumentPage, texts: Sequence[str]) -> str:
    """As many stanzas, parts or items as the request asks for, each from another variant of a
    skeleton; empty if it asks for one document."""
    task = page.task
    stanzas = lower_bound(task.bounds, measures.PARAGRAPHS)
    if page.brief.kind == "poem" and stanzas > 1:
        return "\n\n".join(map(page.written, islice(cycle(texts), stanzas)))
    apart, items = task.demand(Apart), task.demand(Items)
    if apart and apart.parts <= len(texts):
        return apart.joint.join(map(page.written, texts[: apart.parts]))
    are_lines = not any("\n" in each for each in texts)
    lines = lower_bound(task.bounds, measures.LINES) if are_lines else 0
    count = items.count if items else lines
    if len(texts) < 3 or not count:
        return ""
    several = [*map(page.filled, islice(cycle(texts), count))]
    return numbered(several, "\n\n" if any("\n" in each for each in several) else "\n")


def _new_one(page: DocumentPage, texts: Sequence[str]) -> str:
    """The first document that no earlier reply has, with its first boxes checked if the request
    wants some checked."""
    drafts = map(page.written, texts)
    first = next(drafts)
    chosen = next(filterfalse(page.task.reading.has_said, chain([first], drafts)), first)
    checked = RULES.find("checked items", page.task.reading.question)
    return chosen.replace("- [ ]", "- [x]", amount_of(checked["it"] or "1") if checked else 0)
