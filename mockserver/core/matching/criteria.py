"""Criteria of requests, and descriptions of requests that do not match.

A request is any object with the attributes `operation` (None if nothing serves the path), `name`
(then method and path), `method`, `path`, `query`, `headers` (by lower-case names), `project` and
`body`; one that is judged with its response also has `id`, `status` and `answer`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, MutableMapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from pydantic import Field

from mockserver.core.hand_written import HandWritten, Name
from mockserver.core.matching import ANY
from mockserver.core.matching.values import Exact, Expected, Matcher, differences

PROBLEMS = 6
"""Problems of one request that are listed."""

NAMES = 5
"""Operations that are listed if the expected one got no request."""

_PARAMETER = re.compile(r"\\\{\w+(:path)?\\\}")


class Criteria(HandWritten):
    """Criteria of requests. Those that are omitted or null match anything."""

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
        """True if the request matches all criteria."""
        return next(self.problems(request), None) is None

    def problems(
        self, request: Any, captured: MutableMapping[str, str] | None = None
    ) -> Iterator[str]:
        """Yield a sentence for each criterion that a request does not match, cheap ones first.

        The groups of patterns are added to `captured`.
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

    def _texts(self, request: Any, captured: MutableMapping[str, str]) -> Iterator[str]:
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
    """Criteria of requests and their responses."""

    status: int | None = Field(None, description="Status of the answer.")
    answer: Expected = Field(None, description="What the body of the answer has to hold.")

    def problems(
        self, request: Any, captured: MutableMapping[str, str] | None = None
    ) -> Iterator[str]:
        """Yield a sentence for each criterion that a request or its response does not match."""
        captured = {} if captured is None else captured
        if self.status not in (None, request.status):
            yield f"status: expected {self.status}, got {request.status}"
        yield from super().problems(request, captured)
        if self.answer is not None:
            yield from differences(self.answer, request.answer, "answer", captured)


class CountVerdict(NamedTuple):
    """The number of matching requests, and the reason if it is not the expected one."""

    found: int
    reason: str = ""


def judge(
    requests: Sequence[Any],
    criteria: Criteria,
    exactly: int | None = None,
    least: int = 1,
) -> CountVerdict:
    """Check that `exactly` so many requests match or, if that is None, at least `least`."""
    problems = [(request, list(criteria.problems(request))) for request in requests]
    count = sum(not found for _, found in problems)
    if (count >= least) if exactly is None else (count == exactly):
        return CountVerdict(count)
    name = criteria.operation or "requests"
    amount = f"at least {least}" if exactly is None else f"exactly {exactly}"
    lines = [f"{name}: expected {amount}, found {count}", *_nearest(problems, criteria)]
    return CountVerdict(count, "\n  ".join(lines))


def _nearest(problems: Sequence[tuple[Any, list[str]]], criteria: Criteria) -> list[str]:
    """Describe the request that matches most criteria, and its problems."""
    operation = criteria.operation
    alike = [each for each in problems if operation in (None, ANY, each[0].name)]
    if not alike:
        counts = Counter(request.name for request, _ in problems).most_common()
        shown = [f"{name} ({count})" for name, count in counts[:NAMES]]
        return [f"requests so far: {and_more(shown, len(counts)) or 'none'}"]
    missed = [each for each in alike if each[1]]
    if not missed:
        return []
    request, found = min(missed, key=lambda each: len(each[1]))
    return [f"nearest is request {request.id}:", *(f"  {text}" for text in found[:PROBLEMS])]


def and_more(names: Sequence[str], total: int) -> str:
    """Join names, and count those left out: `a, b and 7 more`."""
    more = f" and {total - len(names)} more" if total > len(names) else ""
    return ", ".join(names) + more


def text_matchers(criteria: Criteria) -> Iterator[Matcher]:
    """The matchers of the headers and the query."""
    yield from criteria.headers.values()
    yield from criteria.query.values()


@lru_cache(maxsize=256)
def _template(path: str) -> re.Pattern[str]:
    """Compile a path in which `{name}` is any one part, and `{name:path}` any rest."""
    return re.compile(_PARAMETER.sub(lambda part: ".+" if part[1] else "[^/]+", re.escape(path)))
