"""The pytest plugin: a server for the session, reset before each test, and a failure report.

The plugin is loaded in every pytest run of an environment that has the package, so it imports
nothing heavy until a fixture is used.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from mockserver.pytest_plugin.early import pytest_load_initial_conftests
from mockserver.pytest_plugin.fixtures import (
    PASSED,
    WATCHES,
    make_mockserver,
    mockserver,
    mockserver_env,
    mockserver_project,
    mockserver_session,
    mockserver_settings,
)
from mockserver.pytest_plugin.options import (
    LOGS,
    option_value,
    pytest_addoption,
    pytest_configure,
    pytest_report_header,
)
from mockserver.pytest_plugin.reach import (
    add,
    pytest_sessionfinish,
    pytest_terminal_summary,
    pytest_testnodedown,
)

__all__ = [
    "make_mockserver",
    "mockserver",
    "mockserver_env",
    "mockserver_project",
    "mockserver_session",
    "mockserver_settings",
    "pytest_addoption",
    "pytest_configure",
    "pytest_load_initial_conftests",
    "pytest_report_header",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "pytest_testnodedown",
]


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
            add(item.config, watch.hits())
    return report
