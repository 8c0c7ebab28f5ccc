"""The rules of an export: the project of each span, and which spans are rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import LONGEST_OP_NAME
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.otel.models import Export, Resource, Span
from mockserver.trace.otel.spans import shortened

Item = TypeVar("Item")
"""A record made from a span."""

Make = Callable[[Span, str, str | None], Item]
"""Makes a record of a span, its project and the run of the export. Raises a 400."""

Keep = Callable[[Item], None]

MAX_MESSAGES = 20

NO_PROJECT = (
    "No project: set the resource attributes wandb.entity and wandb.project, "
    "or the header project_id"
)


class Rejections(list[tuple[Span, str]]):
    """The spans of an export that were not stored, with the reasons."""

    @property
    def message(self) -> str:
        """The reasons as one text, which names only the first spans. Observed."""
        messages = [
            f"Rejected span (name='{shortened(span.name, LONGEST_OP_NAME)}' "
            f"trace_id='{span.trace_id}' span_id='{span.span_id}'): {reason}"
            for span, reason in self[:MAX_MESSAGES]
        ]
        return "; ".join([*messages, "..."] if len(self) > MAX_MESSAGES else messages)

    def summary(self) -> Record | None:
        """The partial success of a JSON response; null if every span was stored."""
        return {"rejected_spans": len(self), "error_message": self.message} if self else None


def keep(
    export: Export, fallback: str | None, make: Make[Item], keep: Keep[Item]
) -> Steps[Rejections]:
    """Make a record of every span and store it.

    A span belongs to the project that its resource names, else to `fallback`. Raises a 400 if no
    span has a project or a project's name is malformed. Everything is stored in the last step.
    """
    spans = yield from in_steps(export.spans, list, at_a_time=1)
    projects = [_project(span.resource) or fallback for span in spans]
    if projects and not any(projects):
        raise invalid(NO_PROJECT)
    for name in filter(None, dict.fromkeys(projects)):
        check_project(name)
    rejections = Rejections()

    def made(group: list[tuple[Span, str | None]]) -> Iterator[Item]:
        for span, project in group:
            try:
                if project is None:
                    raise invalid(NO_PROJECT)
                yield make(span, project, export.wb_run_id)
            except ApiError as refusal:
                rejections.append((span, refusal.message))

    for item in (yield from in_steps(zip(spans, projects, strict=True), made, at_a_time=1)):
        keep(item)
    return rejections


def _project(resource: Resource | None) -> str | None:
    if resource is None:
        return None
    entity, project = map(resource.attributes.get, ("wandb.entity", "wandb.project"))
    return f"{entity}/{project}" if entity and project else None
