"""The rules of an export: whose spans these are, which are kept, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeVar

from mockserver.core.errors import ApiError, invalid
from mockserver.core.limits import LONGEST_OP_NAME
from mockserver.core.model import Record
from mockserver.core.project import check_project
from mockserver.core.steps import Steps, in_steps
from mockserver.trace.otel.models import Export, Resource, Span
from mockserver.trace.otel.spans import shortened

Item = TypeVar("Item")
"""A record made of a span."""

Make = Callable[[Span, str, str | None], Item]
"""From a span, its project and the run that the export names. Raises a 400 for what is no span."""

Keep = Callable[[Item], None]

MAX_MESSAGES = 20

NO_PROJECT = (
    "No project: name it by the resource attributes wandb.entity and wandb.project, "
    "or by the header project_id"
)


@dataclass(slots=True)
class Rejections:
    """The spans of an export that were not kept, and why."""

    count: int = 0
    _messages: list[str] = field(default_factory=list)

    def add(self, span: Span, why: str) -> None:
        """Count a span; the first few are named."""
        self.count += 1
        if self.count <= MAX_MESSAGES:
            name = shortened(span.name, LONGEST_OP_NAME)
            ids = f"trace_id='{span.trace_id}' span_id='{span.span_id}'"
            self._messages.append(f"Rejected span (name='{name}' {ids}): {why}")

    @property
    def message(self) -> str:
        """All the reasons as one text. Observed."""
        more = ["..."] if self.count > MAX_MESSAGES else []
        return "; ".join(chain(self._messages, more))

    def summary(self) -> Record | None:
        """As answers show it; null if every span was kept."""
        return {"rejected_spans": self.count, "error_message": self.message} if self.count else None


def keep(
    export: Export, fallback: str | None, make: Make[Item], keep: Keep[Item]
) -> Steps[Rejections]:
    """Make something of every span and keep it; a span that was kept before stays one.

    A span belongs to the project that its resource names, else to `fallback`. Raises a 400 if no
    span has a project or a project's name is malformed. Nothing is kept before the last step.
    """
    spans = yield from in_steps(export.spans, list, at_a_time=1)
    projects = [_project(span.resource) or fallback for span in spans]
    if projects and not any(projects):
        raise invalid(NO_PROJECT)
    for name in filter(None, dict.fromkeys(projects)):
        check_project(name)
    rejections = Rejections()

    def judged(group: list[tuple[Span, str | None]]) -> Iterator[Item]:
        for span, project in group:
            try:
                if project is None:
                    raise invalid(NO_PROJECT)
                yield make(span, project, export.wb_run_id)
            except ApiError as refusal:
                rejections.add(span, refusal.message)

    for item in (yield from in_steps(zip(spans, projects, strict=True), judged, at_a_time=1)):
        keep(item)
    return rejections


def _project(resource: Resource | None) -> str | None:
    if resource is None:
        return None
    entity, project = map(resource.attributes.get, ("wandb.entity", "wandb.project"))
    return f"{entity}/{project}" if entity and project else None
