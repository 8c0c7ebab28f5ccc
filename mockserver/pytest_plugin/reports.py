"""The report of a failed test, and the count of called operations for `--mockserver-log always`.

`mockserver.testing.verbs.watch` gathers what a server received, and `report` there writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

import pytest

from mockserver.pytest_plugin.fixtures import PASSED, WATCHES
from mockserver.pytest_plugin.options import LOGS, option_value

REACHED = pytest.StashKey[Counter[str]]()
"""The number of calls of each operation in all tests."""

OUTPUT = "mockserver_reached"
"""The key of an xdist worker's counts."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Fail a test in which a server had a defect."""
    yield
    defects = [text for watch in item.stash.get(WATCHES, []) for text in watch.defects()]
    if defects:
        pytest.fail("mockserver: " + "\n".join(defects), pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the requests that the servers received to the report of a failed test."""
    report = yield
    if call.when == "call":
        item.stash[PASSED] = report.passed
    log = option_value(item.config, "mockserver_log") or LOGS[0]
    if log == "never" or not (report.failed or (log == "always" and call.when == "call")):
        return report
    for watch in item.stash.get(WATCHES, []):
        title, lines = watch.report()
        report.sections.append((title, "\n".join(lines)))
        if log == "always" and call.when == "call":
            _count(item.config, watch.hits())
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send a worker's counts to the controller."""
    if hasattr(session.config, "workeroutput"):
        reached: Counter[str] = session.config.stash.get(REACHED, Counter())
        session.config.workeroutput[OUTPUT] = dict(reached)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add a worker's counts; a crashed worker has none."""
    _count(node.config, getattr(node, "workeroutput", {}).get(OUTPUT, {}))


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


def _count(config: pytest.Config, hits: Mapping[str, int]) -> None:
    config.stash.setdefault(REACHED, Counter()).update(hits)
