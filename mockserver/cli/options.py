"""Options of commands: every setting is a flag, a variable and a key of the `--config` file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import click
from pydantic import BeforeValidator
from pydantic.fields import FieldInfo

from mockserver.core.hand_written import ASIDE, nearest
from mockserver.settings import (
    CONFIG,
    FORMER_NAMES,
    PREFIX,
    InvalidSetting,
    Settings,
    flag,
    gathered,
    setting_names,
    variable,
)

COMMANDS_OWN = ("config", "empty", "ready_file", "url", "watch")
"""Flags with variables that are not settings."""

_METAVARS = {int: "NUMBER", float: "NUMBER", datetime: "MOMENT", str: "TEXT"}

Command = Callable[..., None]


class OriginatedSettings(NamedTuple):
    """Settings, and the origin of each that is not a default."""

    settings: Settings
    origins: Mapping[str, str]


def settings_options(*names: str) -> Callable[[Command], Command]:
    """Add the flags of these settings to a command; without names, all flags and `--config`."""

    def decorate(function: Command) -> Command:
        if not names:
            function = click.option(
                CONFIG,
                metavar="FILE",
                type=Path,
                envvar=variable("config"),
                help="Read settings from this JSON file.",
            )(function)
        for name in reversed(names or tuple(Settings.model_fields)):
            function = _option(name, Settings.model_fields[name])(function)
        for former, name in FORMER_NAMES.items():
            if not names or name in names:
                function = click.option(flag(former), former, hidden=True)(function)
        return function

    return decorate


def read_settings(flags: Mapping[str, Any], config: Path | None = None) -> OriginatedSettings:
    """Read settings from flags, then variables, then the file. Raises UsageError."""
    warn_of_unknown_variables(os.environ)
    flags = {name: value for name, value in flags.items() if value not in (None, ())}
    try:
        values, origins = gathered(flags, file=_read(config) if config else {})
        return OriginatedSettings(Settings.checked(values, origins), origins)
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None


def listed(settings: Settings, origins: Mapping[str, str]) -> str:
    """Write a line for each setting: name, value and origin. Keys are not shown."""
    rows = [(name, _value(name, value), origins.get(name, "default")) for name, value in settings]
    wide = max(len(name) for name, _, _ in rows)
    long = max(len(value) for _, value, _ in rows)
    return "\n".join(f"{name:{wide}}  {value:{long}}  {origin}" for name, value, origin in rows)


def settings_in(values: Any, name: str) -> dict[str, Any]:
    """Check the keys of a settings file. Raises InvalidSetting."""
    if not isinstance(values, dict):
        raise InvalidSetting(f"{name}: not an object of settings")
    known = setting_names()
    for key in values.keys() - {*ASIDE, *known}:
        near = nearest(key, known)
        raise InvalidSetting(f"{name}: no setting {key!r}; the nearest is {near!r}")
    return {key: value for key, value in values.items() if key not in ASIDE}


def warn_of_unknown_variables(environment: Mapping[str, str]) -> None:
    """Warn on stderr about variables with our prefix that are not settings."""
    known = [variable(name) for name in (*setting_names(), *COMMANDS_OWN)]
    for name in environment:
        if name.startswith(PREFIX) and name not in known:
            near = nearest(name, known)
            warning = f"mockserver: the variable {name} means nothing; the nearest is {near}"
            click.echo(warning, err=True)


def _option(name: str, field: FieldInfo) -> Callable[[Command], Command]:
    if field.annotation is bool:
        default = "yes" if field.default else "no"
        flags = f"{flag(name)}/{flag('no_' + name)}"
        return click.option(flags, default=None, help=f"{field.description} [{default}]")
    default = f" [{field.default}]" if field.default not in (None, ()) else ""
    return click.option(
        flag(name),
        name,
        metavar="DURATION" if _is_duration(field) else _metavar(field.annotation),
        multiple=get_origin(field.annotation) is tuple,
        help=f"{field.description}{default}",
    )


def _is_duration(field: FieldInfo) -> bool:
    return field.annotation is float and any(
        isinstance(part, BeforeValidator) for part in field.metadata
    )


def _metavar(annotation: Any) -> str:
    parts = get_args(annotation)
    if get_origin(annotation) is Literal:
        return "|".join(parts)
    return _metavar(parts[0]) if parts else _METAVARS[annotation]


def _read(path: Path) -> dict[str, Any]:
    """The settings in a file. Raises InvalidSetting."""
    name = f"{CONFIG} {path}"
    try:
        return settings_in(json.loads(path.read_bytes()), name)
    except OSError as error:
        raise InvalidSetting(f"{name}: cannot be read: {error.strerror}") from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"{name}: not JSON: {error}") from None


def _value(name: str, value: Any) -> str:
    if name == "api_key" and value:
        return f"({len(value)} not shown)"
    if name == "upstream_key" and value:
        return "(not shown)"
    if isinstance(value, tuple):
        return ",".join(value)
    return "" if value is None else str(value)
