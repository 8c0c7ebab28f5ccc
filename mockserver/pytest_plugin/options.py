"""The options of the plugin, on the command line and in the ini file."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest


class Option(NamedTuple):
    """An option of the command line, and of the ini file."""

    name: str
    kind: Any
    help: str

    @property
    def flag(self) -> str:
        """The name on the command line."""
        return "--" + self.name.replace("_", "-")


OPTIONS = (
    Option("mockserver_url", "string", "Use the server that runs at this URL."),
    Option("mockserver_listing", "string", "Listing of the interface: a, b or both."),
    Option("mockserver_data", "paths", "Data file that the server starts with; repeatable."),
    Option("mockserver_strict", "bool", "Serve exactly the interface document."),
    Option(
        "mockserver_log", "string", "Report requests: failed (tests), always (with counts), never."
    ),
)

LOGS = ("failed", "always", "never")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to the command line and the ini file."""
    group = parser.getgroup("mockserver")
    forms: dict[str, dict[str, Any]] = {
        "string": {},
        "bool": {"action": "store_const", "const": True},
        "paths": {"action": "append"},
    }
    for option in OPTIONS:
        form = {"choices": LOGS} if option.name == "mockserver_log" else forms[option.kind]
        group.addoption(option.flag, default=None, help=option.help, **form)
        parser.addini(option.name, option.help, type=option.kind, default=None)
    parser.addini(
        "mockserver_env",
        "Variables that the fixture mockserver_env sets: NAME=VALUE, {url} being the server's.",
        type="linelist",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and check `mockserver_log`."""
    config.addinivalue_line(
        "markers",
        "mockserver(data=..., **settings): data and settings of the fixture `mockserver`.",
    )
    log = config.getini("mockserver_log") or LOGS[0]
    if log not in LOGS:
        raise pytest.UsageError(f"mockserver_log is {log!r}, not one of {', '.join(LOGS)}")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Print the options that are set."""
    values = {option.flag: option_value(config, option.name) for option in OPTIONS}
    shown = [f"{flag}={_text(value)}" for flag, value in values.items() if value]
    return "mockserver: " + " ".join(shown) if shown else None


def option_value(config: pytest.Config, name: str) -> Any:
    """The value of an option, from the command line or else from the ini file."""
    value = config.getoption(name)
    return config.getini(name) if value is None else value


def option_settings(config: pytest.Config) -> dict[str, Any]:
    """The settings that the options name."""
    settings = {
        name: value
        for name in ("listing", "data", "strict")
        if (value := option_value(config, f"mockserver_{name}"))
    }
    if "data" in settings:
        settings["data"] = tuple(map(str, settings["data"]))
    return settings


def is_shared(config: pytest.Config) -> bool:
    """True if other workers use the same server."""
    return bool(option_value(config, "mockserver_url")) and hasattr(config, "workerinput")


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
