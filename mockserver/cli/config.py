"""Settings from flags, variables and the file of `--config`, with their origins."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import click

from mockserver.cli.options import present
from mockserver.core.hand_written import ASIDE
from mockserver.settings import (
    CONFIG,
    PREFIX,
    InvalidSetting,
    Settings,
    gathered,
    setting_names,
    variable,
)

COMMANDS_OWN = ("config", "empty", "ready_file", "url", "watch")
"""Flags with variables that are no settings."""


class OriginatedSettings(NamedTuple):
    """Settings, and the origin of each that has not its default."""

    settings: Settings
    origins: Mapping[str, str]


def config_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--config` to a command."""
    return click.option(
        CONFIG,
        metavar="FILE",
        type=Path,
        envvar=variable("config"),
        help="Read settings from this JSON file.",
    )(function)


def read_settings(flags: Mapping[str, Any], config: Path | None) -> OriginatedSettings:
    """Read settings from flags, then variables, then the file. Raises UsageError."""
    warn_of_unknown_variables(os.environ)
    file, given = _read(config) if config else {}, present(flags)
    try:
        return OriginatedSettings(Settings.read(given, file=file), gathered(given, file=file)[1])
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None


def shown(settings: Settings, origins: Mapping[str, str]) -> str:
    """Write a line for each setting: name, value and origin. Keys are not shown."""
    rows = [(name, _value(name, value), origins.get(name, "default")) for name, value in settings]
    wide = max(len(name) for name, _, _ in rows)
    long = max(len(value) for _, value, _ in rows)
    return "\n".join(f"{name:{wide}}  {value:{long}}  {origin}" for name, value, origin in rows)


def _value(name: str, value: Any) -> str:
    if name == "api_key" and value:
        return f"({len(value)} not shown)"
    if name == "upstream_key" and value:
        return "(not shown)"
    if isinstance(value, tuple):
        return ",".join(value)
    return "" if value is None else str(value)


def settings_in(values: Any, name: str) -> dict[str, Any]:
    """Check the values of a settings file. Raises InvalidSetting."""
    if not isinstance(values, dict):
        raise InvalidSetting(f"{name}: not an object of settings")
    known = setting_names()
    for key in values.keys() - {*ASIDE, *known}:
        nearest = get_close_matches(key, known, n=1, cutoff=0)[0]
        raise InvalidSetting(f"{name}: no setting {key!r}; the nearest is {nearest!r}")
    return {key: value for key, value in values.items() if key not in ASIDE}


def warn_of_unknown_variables(environment: Mapping[str, str]) -> None:
    """Warn on stderr about variables with our prefix that are no settings."""
    known = [variable(name) for name in (*setting_names(), *COMMANDS_OWN)]
    for name in environment:
        if name.startswith(PREFIX) and name not in known:
            nearest = get_close_matches(name, known, n=1, cutoff=0)[0]
            warning = f"mockserver: the variable {name} means nothing; the nearest is {nearest}"
            click.echo(warning, err=True)


def _read(path: Path) -> dict[str, Any]:
    try:
        return settings_in(json.loads(path.read_bytes()), f"{CONFIG} {path}")
    except OSError as error:
        raise click.UsageError(f"{CONFIG} {path}: cannot be read: {error.strerror}") from None
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None
    except ValueError as error:
        raise click.UsageError(f"{CONFIG} {path}: {error}") from None
