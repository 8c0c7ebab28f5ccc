"""Criteria: which requests are meant, and why another one is not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from pydantic import Field

from mockserver.core.hand_written import HandWritten, Name
from mockserver.core.matching.values import Exact, Expected, Matcher, differences

ANY = "*"
"""The name that stands for every operation."""

PROBLEMS = 6
"""Problems that are told of one request."""

NAMES = 5
"""Operations that are told when none of the requests is of the kind that was meant."""

_PARAMETER = re.compile(r"\\\{\w+(:path)?\\\}")


class RequestLike(Protocol):
    """A request, as criteria look at it."""

    @property
    def operation(self) -> str | None:
        """Its operation, if any serves it."""

    @property
    def name(self) -> str:
        """Its operation or, if none serves it, method and path."""

    @property
    def method(self) -> str:
        """In capitals."""

    @property
    def path(self) -> str:
        """Without the query."""

    @property
    def query(self) -> Mapping[str, Sequence[str]]:
        """The values of each parameter."""

    @property
    def headers(self) -> Mapping[str, str]:
        """By names in small letters."""

    @property
    def project(self) -> str | None:
        """The project that it names first, if any."""

    @property
    def body(self) -> Any:
        """The JSON value of its body, or its text if that is none."""


class AnsweredRequest(RequestLike, Protocol):
    """A request with what came of it."""

    @property
    def id(self) -> str:
        """Its number."""

    @property
    def status(self) -> int | None:
        """The status of the answer, if there was one."""

    @property
    def answer(self) -> Any:
        """The JSON value of the answer's body."""


class Criteria(HandWritten):
    """Which requests are meant. What is left out, or null, does not matter."""

    operation: str | None = Field(None, description="Operation by its name in the listing.")
    method: str | None = Field(None, description="Method, such as POST.")
    path: str | None = Field(
        None, description="Path; {name} is any one part of it, {name:path} any rest."
    )
    query: dict[Name, Exact] = Field(
        default_factory=dict, description="Parameters and their values, or matchers of these."
    )
    headers: dict[Name, Exact] = Field(
        default_factory=dict, description="Headers and their values, or matchers of these."
    )
    project: str | None = Field(None, description="Project that the request names first.")
    body: Expected = Field(
        None, description="What the body has to hold; keys may be paths, values matchers."
    )

    def fits(self, request: Any) -> bool:
        """True if nothing keeps the request from being meant."""
        return next(self.problems(request), None) is None

    def problems(
        self, request: Any, captured: MutableMapping[str, str] | None = None
    ) -> Iterator[str]:
        """A sentence for each criterion that a request does not meet, cheap ones first.

        What the patterns of those that it meets captured is added to `captured`.
        """
        captured = {} if captured is None else captured
        if self.operation not in (None, ANY, request.operation, request.name):
            yield f"operation: expected {self.operation}, got {request.name}"
        if self.method and self.method.upper() != request.method:
            yield f"method: expected {self.method.upper()}, got {request.method}"
        if self.path is not None and not _template(self.path).fullmatch(request.path):
            yield f"path: expected {self.path}, got {request.path}"
        if self.project not in (None, request.project):
            yield f"project: expected {self.project}, got {request.project or 'none'}"
        yield from self._texts(request, captured)
        if self.body is not None:
            yield from differences(self.body, request.body, "body", captured)

    def _texts(self, request: RequestLike, captured: MutableMapping[str, str]) -> Iterator[str]:
        for name, matcher in self.headers.items():
            value = request.headers.get(name.lower())
            values = [] if value is None else [value]
            if problem := matcher.problem(values, f"header {name}", captured):
                yield problem
        for name, matcher in self.query.items():
            values = list(request.query.get(name, ()))
            if problem := matcher.problem(values, f"query {name}", captured):
                yield problem


class Outcome(Criteria):
    """Which requests are meant, by their answers too."""

    status: int | None = Field(None, description="Status of the answer.")
    answer: Expected = Field(None, description="What the body of the answer has to hold.")

    def problems(
        self, request: Any, captured: MutableMapping[str, str] | None = None
    ) -> Iterator[str]:
        """The same, of the answer as well."""
        captured = {} if captured is None else captured
        if self.status not in (None, request.status):
            yield f"status: expected {self.status}, got {request.status}"
        yield from super().problems(request, captured)
        if self.answer is not None:
            yield from differences(self.answer, request.answer, "answer", captured)


class Verdict(NamedTuple):
    """How many requests fit; when these are too few or too many, why."""

    found: int
    reason: str = ""


def judge(
    requests: Sequence[AnsweredRequest],
    wanted: Criteria,
    exactly: int | None = None,
    least: int = 1,
) -> Verdict:
    """The verdict on `exactly` so many requests or, where that is open, on `least` so many."""
    problems = [(request, list(wanted.problems(request))) for request in requests]
    count = sum(not found for _, found in problems)
    if (count >= least) if exactly is None else (count == exactly):
        return Verdict(count)
    name = wanted.operation or "requests"
    amount = f"at least {least}" if exactly is None else f"exactly {exactly}"
    lines = [f"{name}: expected {amount}, found {count}", *_nearest(problems, wanted)]
    return Verdict(count, "\n  ".join(lines))


def _nearest(problems: Sequence[tuple[AnsweredRequest, list[str]]], wanted: Criteria) -> list[str]:
    """The request that is nearest to what was wanted, and why it does not fit."""
    names = (None, ANY, wanted.operation)
    alike = [each for each in problems if wanted.operation in (*names[:2], each[0].name)]
    if not alike:
        counts = Counter(request.name for request, _ in problems).most_common()
        told = [f"{name} ({count})" for name, count in counts[:NAMES]]
        return [f"requests so far: {and_more(told, len(counts)) or 'none'}"]
    missed = [each for each in alike if each[1]]
    if not missed:
        return []
    request, found = min(missed, key=lambda each: len(each[1]))
    return [f"nearest is request {request.id}:", *(f"  {text}" for text in found[:PROBLEMS])]


def and_more(told: Sequence[str], total: int) -> str:
    """Several names in a row, and how many were left out: `a, b and 7 more`."""
    more = f" and {total - len(told)} more" if total > len(told) else ""
    return ", ".join(told) + more


def text_matchers(criteria: Criteria) -> Iterator[Matcher]:
    """The matchers of its headers and its query."""
    yield from criteria.headers.values()
    yield from criteria.query.values()


@lru_cache(maxsize=256)
def _template(path: str) -> re.Pattern[str]:
    """A path whose `{name}` stands for one part, and whose `{name:path}` for any rest."""
    return re.compile(_PARAMETER.sub(lambda part: ".+" if part[1] else "[^/]+", re.escape(path)))
