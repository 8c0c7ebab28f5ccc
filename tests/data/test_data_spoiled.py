"""Spoiled data files: whatever stands in them, they are loaded or explained, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mockserver.app import App, create_app
from mockserver.data.dump import dump, layout
from mockserver.data.load import load
from mockserver.data.source import DataError, Source
from mockserver.guide import chapter
from mockserver.settings import Settings
from tests.data.test_data_dump import VALUES, loaded, state, text

EXAMPLE = json.loads(chapter("data").text.split("```json")[1].split("```")[0])
REFS = st.sampled_from(["weave:///", "weave:///a/b/object/o:latest", "weave:///a/b/table/t"])
TIMES = st.sampled_from(["-2h", "1s", "-999999999d", "9999999d", "999999999d999999999d"])
TEXTS = st.sampled_from(["", "\ud800", "\n", "a/b", "Call End"]) | REFS | TIMES
SPOILED = VALUES | TEXTS | st.text() | st.just(10**400)

Steps = tuple[Any, ...]


def places(value: Any, *steps: Any) -> Iterator[Steps]:
    """Where in a value something stands."""
    yield steps
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for step, item in items:
            yield from places(item, *steps, step)


def exact() -> Any:
    app = create_app(Settings(seed=1, now="2025-01-01T09:00:00Z"))
    load([Source("example", json.dumps(EXAMPLE).encode())], app.services)
    return json.loads(b"".join(layout(dump(app.services))))


def spoil(content: Any, steps: Steps, value: Any) -> Any:
    """A copy with another value in one place."""
    if not steps:
        return value
    copy = content.copy()
    copy[steps[0]] = spoil(content[steps[0]], steps[1:], value)
    return copy


def loads_or_explains(content: Any) -> None:
    app = create_app(Settings())
    problems = problems_of(content, app)
    assert all(problem.startswith("spoiled:") for problem in problems)
    if problems:
        assert app.services.store.counts() == {}
    else:
        assert state(loaded(text(app))) == state(app)


def problems_of(content: Any, app: App) -> list[str]:
    try:
        load([Source("spoiled", json.dumps(content).encode())], app.services)
    except DataError as error:
        return error.problems
    return []


@settings(max_examples=60)
@given(st.sampled_from([*places(EXAMPLE)]), SPOILED)
def test_a_spoiled_file_is_loaded_or_explained(steps, value):
    loads_or_explains(spoil(EXAMPLE, steps, value))


EXACT = exact()


@settings(max_examples=60)
@given(st.sampled_from([*places(EXACT)]), SPOILED)
def test_a_spoiled_dump_is_loaded_or_explained(steps, value):
    loads_or_explains(spoil(EXACT, steps, value))
