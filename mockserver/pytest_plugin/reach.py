"""A count of the operations that tests called, for `--mockserver-log always`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

REACHED = pytest.StashKey[Counter[str]]()
"""The number of calls of each operation."""

OUTPUT = "mockserver_reached"
"""The key of an xdist worker's counts."""


def add(config: pytest.Config, hits: Mapping[str, int]) -> None:
    """Add the calls of one test."""
    config.stash.setdefault(REACHED, Counter()).update(hits)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send a worker's counts to the controller."""
    if hasattr(session.config, "workeroutput"):
        reached: Counter[str] = session.config.stash.get(REACHED, Counter())
        session.config.workeroutput[OUTPUT] = dict(reached)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add a worker's counts; a crashed worker has none."""
    add(node.config, getattr(node, "workeroutput", {}).get(OUTPUT, {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the counts."""
    reached = config.stash.get(REACHED, Counter())
    called = [(name, count) for name, count in sorted(reached.items()) if count]
    if reached:
        terminalreporter.section(f"mockserver: {len(called)} of {len(reached)} operations called")
    for name, count in called:
        terminalreporter.line(f"  {name:28} {count}")
