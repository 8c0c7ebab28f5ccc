"""Which operations a session's tests called; told at its end with `--mockserver-log always`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

REACHED = pytest.StashKey[Counter[str]]()
"""How often each operation was called."""

OUTPUT = "mockserver_reached"
"""What an xdist worker calls its counts."""


def add(config: pytest.Config, hits: Mapping[str, int]) -> None:
    """Count what one test called."""
    config.stash.setdefault(REACHED, Counter()).update(hits)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's counts over."""
    if hasattr(session.config, "workeroutput"):
        reached: Counter[str] = session.config.stash.get(REACHED, Counter())
        session.config.workeroutput[OUTPUT] = dict(reached)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take a worker's counts over; a worker that crashed has none."""
    add(node.config, getattr(node, "workeroutput", {}).get(OUTPUT, {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Tell the counts, if there are any."""
    reached = config.stash.get(REACHED, Counter())
    called = [(name, count) for name, count in sorted(reached.items()) if count]
    if reached:
        terminalreporter.section(f"mockserver: {len(called)} of {len(reached)} operations called")
    for name, count in called:
        terminalreporter.line(f"  {name:28} {count}")
