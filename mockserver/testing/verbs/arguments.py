"""The keyword arguments of the verbs, for editors and type checkers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, TypedDict

from mockserver.core.durations import seconds

Duration = float | str | timedelta
"""Seconds as a number, `"300ms"`, or a timedelta."""

Predicate = Callable[[Any], object]
"""A function of a value that answers whether it is as expected."""

Expected = Predicate | Any
"""A value, in which keys may be paths and `{"contains": ...}` matchers, or a predicate."""


def in_seconds(given: Duration) -> float:
    """A duration as a number. Raises ValueError for a text that is none."""
    return float(seconds(given))


class RequestCriteria(TypedDict, total=False):
    """Which requests are meant; what is left out does not matter."""

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
    body: Expected
    """What the body has to hold: `{"start.op_name": "predict"}`, or a predicate."""
    status: int
    """Status of the answer."""
    answer: Expected
    """What the body of the answer has to hold."""
    since: datetime | str
    """Begun at this moment or later."""


class FaultCriteria(TypedDict, total=False):
    """Which requests a fault befalls, beside their operation, and which of these."""

    method: str
    """Method, such as POST."""
    path: str
    """Path; `{name}` is any one part of it."""
    query: Mapping[str, Any]
    """Parameters and their values, or matchers."""
    headers: Mapping[str, Any]
    """Headers and their values, or matchers."""
    project: str
    """Project that the request names first."""
    body: Any
    """What the body has to hold."""
    skip: int
    """How many requests pass first."""
    probability: float
    """Chance of each, drawn from the seed."""
    optional: bool
    """True if no test fails because the fault was not used."""


class FaultArguments(FaultCriteria, total=False):
    """The same, and what befalls them."""

    times: int | None
    """How many requests are befallen; None is all."""
    status: int
    """Refuse with this status."""
    message: str | None
    """Text of the refusal."""
    retry_after: Duration | None
    """Header of the refusal."""
    drop: bool
    """Close the connection without an answer."""
    delay: Duration
    """Wait before the request is served."""
    first_token: Duration
    """Wait before the first piece of the answer."""
    token: Duration
    """Wait before each further piece."""
    cut: int
    """Close the connection after so many pieces."""
    error: int
    """After so many events, an error in their place."""
    malformed: int
    """Spoil this piece of the answer."""
    limit: int
    """Requests that pass in `per` seconds."""
    per: Duration
    """Window of `limit`."""


class ReplyManner(TypedDict, total=False):
    """An answer, its text aside; what is not said here the model says."""

    tool_call: Mapping[str, Any]
    """A call: its `name`, its `arguments`, perhaps its `id`."""
    tool_calls: list[Mapping[str, Any]]
    """Several calls."""
    reasoning: str
    """What is thought before."""
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
    """One answer of a sequence."""

    text: str
    """What is said."""


class ReplyArguments(ReplyManner, total=False):
    """A scripted reply, its text aside."""

    name: str
    """What reports call it."""
    sequence: list[ReplyLine]
    """An answer for each use in turn; the last for all further ones."""
    times: int
    """How often it is used: no more, and in a test no less."""
    at_least: int
    """How often a test has to use it."""
    optional: bool
    """True if no test fails because it was not used."""
