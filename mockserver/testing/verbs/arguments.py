"""Types of the verbs' keyword arguments, for editors and type checkers.

The fields are those of the control API, which describes each of them: `core.matching.criteria`,
`http.faults` and `chat.script.models`. A duration may also be a timedelta, an expected body a
predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict

from mockserver.core.values import seconds

Duration = float | str | timedelta
"""Seconds as a number, `"300ms"`, or a timedelta."""

Predicate = Callable[[Any], object]
"""A function that returns True if a value is as expected."""

Expected = Predicate | Any
"""A value whose keys may be paths and whose items may be matchers, or a predicate."""

Times = int | None
"""The number of requests that a fault applies to; None is all."""


def in_seconds(duration: Duration) -> float:
    """Convert a duration. Raises ValueError."""
    return float(seconds(duration))


class HeadCriteria(TypedDict, total=False):
    """Criteria of the head of a request; those left out do not matter."""

    method: str
    path: str
    query: Mapping[str, Any]
    headers: Mapping[str, Any]
    project: str


class RequestCriteria(HeadCriteria, total=False):
    """Criteria of requests and their responses."""

    body: Expected
    status: int
    answer: Expected
    since: datetime | str


class FaultScope(HeadCriteria, total=False):
    """The requests that a fault applies to, how many pass first, and its `probability`.

    An unused fault fails the test unless it is `optional`.
    """

    body: Any
    skip: int
    probability: float
    optional: bool


class RefusalArguments(FaultScope, total=False):
    """Arguments of a refusal, besides its status."""

    message: str | None
    retry_after: Duration | None


class FaultArguments(RefusalArguments, total=False):
    """Scope and effects of a fault."""

    times: Times
    status: int
    drop: bool
    delay: Duration
    first_token: Duration
    token: Duration
    cut: int
    error: int
    malformed: int
    limit: int
    per: Duration


class ReplyManner(TypedDict, total=False):
    """A reply without its text; the model makes the parts left out."""

    tool_call: Mapping[str, Any]
    tool_calls: list[Mapping[str, Any]]
    reasoning: str
    error: Mapping[str, Any]
    delay: Duration
    first_token: Duration
    token: Duration
    jitter: float
    cut: int


class ReplyLine(ReplyManner, total=False):
    """One reply of a sequence."""

    text: str


class ReplyArguments(ReplyManner, total=False):
    """A scripted reply without its text: its name, and the number of its uses."""

    name: str
    sequence: list[ReplyLine]
    times: int
    at_least: int
    optional: bool
