"""Which requests fit a description, and how those differ that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from mockserver.core.codec import encode
from mockserver.http.exchange import Exchange
from mockserver.http.request_log import Journal
from mockserver.testing.admin.models import Filter, Matcher
from mockserver.testing.admin.shown import answer_of, value_of

SHOWN = 60
"""Characters of a value that a sentence shows."""

DIFFERENCES = 6
"""Differences that are told of one request."""


class Verdict(NamedTuple):
    """How many requests fit; when these are too few or too many, why."""

    found: int
    reason: str = ""


def filtered(journal: Journal, wanted: Filter) -> list[Exchange]:
    """The exchanges that a filter lets pass, the oldest first."""
    return [exchange for exchange in journal.exchanges() if _passes(journal, exchange, wanted)]


def matching(journal: Journal, wanted: Matcher) -> list[Exchange]:
    """The exchanges that fit, those left out that came late from before a reset."""
    return [
        exchange
        for exchange in filtered(journal, wanted)
        if not journal.late(exchange) and not _differences(exchange, wanted)
    ]


def judge(journal: Journal, wanted: Matcher, exactly: int | None = None, least: int = 1) -> Verdict:
    """Whether `exactly` so many requests fit; where that is open, whether at `least` so many do."""
    count = len(matching(journal, wanted))
    if (count >= least) if exactly is None else (count == exactly):
        return Verdict(count)
    name = wanted.operation or "requests"
    amount = f"at least {least}" if exactly is None else f"exactly {exactly}"
    lines = [f"{name}: expected {amount}, found {count}", *_nearest(journal, wanted)]
    return Verdict(count, "\n  ".join(lines))


def differences(expected: Any, found: Any, at: str) -> Iterator[str]:
    """What keeps a value from holding what is expected, a sentence for each place."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in found:
                yield from differences(value, found[key], f"{at}.{key}")
            else:
                yield f"{at}.{key}: expected {_short(value)}, is not there"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, (value, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(value, other, f"{at}[{place}]")
    elif not _same(expected, found):
        yield f"{at}: expected {_short(expected)}, got {_short(found)}"


def _passes(journal: Journal, exchange: Exchange, wanted: Filter) -> bool:
    return (
        wanted.operation in (None, exchange.name)
        and wanted.status in (None, exchange.status)
        and wanted.project in (None, exchange.project)
        and (wanted.since is None or journal.moment(exchange.started) >= wanted.since)
    )


def _differences(exchange: Exchange, wanted: Matcher) -> list[str]:
    found: list[str] = []
    if wanted.body is not None:
        found += differences(wanted.body, value_of(exchange.body), "body")
    if wanted.answer is not None:
        found += differences(wanted.answer, value_of(answer_of(exchange)), "answer")
    return found


def _nearest(journal: Journal, wanted: Matcher) -> list[str]:
    """Of the request that is nearest to what was wanted, why it does not fit."""
    heard = [exchange for exchange in journal.exchanges() if not journal.late(exchange)]
    alike = [exchange for exchange in heard if wanted.operation in (None, exchange.name)]
    if not alike:
        names = Counter(exchange.name for exchange in heard)
        told = ", ".join(f"{name} ({count})" for name, count in names.most_common(5))
        return [f"requests so far: {told or 'none'}"]
    problems = {exchange.number: _problems(exchange, wanted) for exchange in alike}
    missed = {number: found for number, found in problems.items() if found}
    if not missed:
        return []
    number, found = min(missed.items(), key=lambda item: len(item[1]))
    return [f"nearest is request {number}:", *(f"  {text}" for text in found[:DIFFERENCES])]


def _problems(exchange: Exchange, wanted: Matcher) -> list[str]:
    found = _differences(exchange, wanted)
    if wanted.project not in (None, exchange.project):
        found.insert(0, f"project: expected {wanted.project}, got {exchange.project or 'none'}")
    if wanted.status not in (None, exchange.status):
        found.insert(0, f"status: expected {wanted.status}, got {exchange.status}")
    return found


def _same(expected: Any, found: Any) -> bool:
    """Equal, true and 1 being different."""
    return bool(expected == found) and isinstance(expected, bool) == isinstance(found, bool)


def _short(value: Any) -> str:
    text = encode(value).decode(errors="replace")
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
