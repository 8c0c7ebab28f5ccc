"""The pytest plugin: a server for the session, reset before each test, and a failure report.

The plugin is loaded in every pytest run of an environment that has the package, so it imports
nothing heavy until a fixture is used.
"""

from __future__ import annotations

from mockserver.pytest_plugin.early import pytest_load_initial_conftests
from mockserver.pytest_plugin.fixtures import (
    make_mockserver,
    mockserver,
    mockserver_env,
    mockserver_project,
    mockserver_session,
    mockserver_settings,
)
from mockserver.pytest_plugin.options import (
    pytest_addoption,
    pytest_configure,
    pytest_report_header,
)
from mockserver.pytest_plugin.reports import (
    pytest_runtest_call,
    pytest_runtest_makereport,
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
    "pytest_runtest_call",
    "pytest_runtest_makereport",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
    "pytest_testnodedown",
]
