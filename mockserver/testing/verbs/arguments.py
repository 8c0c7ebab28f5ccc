"""Keyword arguments of the verbs, for editors and type checkers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict

from mockserver.core.durations import seconds

Duration = float | str | timedelta
"""Seconds as a number, `"300ms"`, or a timedelta."""

Predicate = Callable[[Any], object]
"""A function that returns True if a value is as expected."""

Expected = Predicate | Any
"""A value whose keys may be paths and whose items may be matchers, or a predicate."""


def in_seconds(given: Duration) -> float:
    """Parse a duration. Raises ValueError."""
    return float(seconds(given))


class HeadCriteria(TypedDict, total=False):
    """Criteria of the head of a request; those left out do not matter."""

    method: str
    """Method, such as POST."""
    path: str
    """Path; `{name}` is any one part of it."""
    query: Mapping[str, Any]
    """Parameters and their values, or matchers such as `{"contains": "x"}`."""
    headers: Mapping[str, Any]
    """Headers and their values, or matchers."""
    project: str
    """Project that the request names first."""


class RequestCriteria(HeadCriteria, total=False):
    """Criteria of requests and their responses."""

    body: Expected
    """Expected body: `{"start.op_name": "predict"}`, or a predicate."""
    status: int
    """Status of the response."""
    answer: Expected
    """Expected body of the response."""
    since: datetime | str
    """Begun at this moment or later."""


class FaultCriteria(HeadCriteria, total=False):
    """Criteria of the requests that a fault applies to."""

    body: Any
    """Expected body."""
    skip: int
    """Requests that pass first."""
    probability: float
    """Chance of each, drawn from the seed."""
    optional: bool
    """True if an unused fault does not fail the test."""


class FaultArguments(FaultCriteria, total=False):
    """Criteria and effects of a fault."""

    times: int | None
    """Requests that it applies to; None is all."""
    status: int
    """Refuse with this status."""
    message: str | None
    """Text of the refusal."""
    retry_after: Duration | None
    """Header of the refusal."""
    drop: bool
    """Close the connection without a response."""
    delay: Duration
    """Wait before the request is served."""
    first_token: Duration
    """Wait before the first piece of the response."""
    token: Duration
    """Wait before each further piece."""
    cut: int
    """Close the connection after so many pieces."""
    error: int
    """After so many events, an error in their place."""
    malformed: int
    """Replace this piece of the response by invalid JSON."""
    limit: int
    """Requests that pass in `per` seconds."""
    per: Duration
    """Window of `limit`."""


class ReplyManner(TypedDict, total=False):
    """A reply without its text; the model makes the parts left out."""

    tool_call: Mapping[str, Any]
    """A tool call: its `name`, its `arguments`, perhaps its `id`."""
    tool_calls: list[Mapping[str, Any]]
    """Several tool calls."""
    reasoning: str
    """The reasoning before the reply."""
    error: Mapping[str, Any]
    """A refusal: its `status`, `message`, `headers`, and `after` how many pieces of a stream."""
    delay: Duration
    """Wait before the request is answered."""
    first_token: Duration
    """Wait before the first token."""
    token: Duration
    """Wait before each further one."""
    jitter: float
    """Share by which each wait may differ."""
    cut: int
    """Close the connection after so many pieces."""


class ReplyLine(ReplyManner, total=False):
    """One reply of a sequence."""

    text: str
    """The reply text."""


class ReplyArguments(ReplyManner, total=False):
    """A scripted reply without its text."""

    name: str
    """The name in reports."""
    sequence: list[ReplyLine]
    """Replies for each use in turn; the last one is repeated."""
    times: int
    """The exact number of uses: it is not used more often, and fewer fail the test."""
    at_least: int
    """The least number of uses; fewer fail the test."""
    optional: bool
    """True if an unused reply does not fail the test."""
