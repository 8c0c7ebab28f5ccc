"""The pytest plugin: a server for the session, reset before each test, and a failure report.

The plugin is loaded in every pytest run of an environment that has the package, so it imports
nothing heavy until a fixture is used.
"""

from __future__ import annotations

pytest_plugins = [
    "mockserver.pytest_plugin.early",
    "mockserver.pytest_plugin.options",
    "mockserver.pytest_plugin.fixtures",
    "mockserver.pytest_plugin.reports",
]
