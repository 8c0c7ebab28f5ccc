"""Options of commands: every field of `Settings` is a flag."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal, get_args, get_origin
from urllib.parse import urlsplit

import click
from pydantic.fields import FieldInfo

from mockserver.settings import FORMER_NAMES, InvalidSetting, Settings, flag, variable

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""Addresses to reach a server that listens on every address."""

_WORDS = {int: "NUMBER", float: "NUMBER", datetime: "MOMENT", str: "TEXT"}


def settings_options(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the flags of these settings to a command, or of all settings."""

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        wanted = names or tuple(Settings.model_fields)
        for name in reversed(wanted):
            function = _option(name, Settings.model_fields[name])(function)
        for former, name in FORMER_NAMES.items():
            if name in wanted:
                function = click.option(flag(former), former, hidden=True)(function)
        return function

    return decorate


def settings_from(flags: dict[str, Any]) -> Settings:
    """Read settings from flags, then variables. Raises UsageError."""
    try:
        return Settings.read(present(flags))
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None


def present(flags: Mapping[str, Any]) -> dict[str, Any]:
    """The flags that were given."""
    return {name: value for name, value in flags.items() if value not in (None, ())}


def url_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--url` to a command, the base URL of a running server."""
    return click.option(
        "--url",
        metavar="URL",
        envvar=variable("url"),
        default=_default_url,
        callback=_base_url,
        help="Base URL of the server, if not the default.",
    )(function)


def _base_url(ctx: click.Context, option: click.Parameter, url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise click.BadParameter(f"{url!r} is no URL like http://127.0.0.1:4020", ctx, option)
    return url.rstrip("/")


def _default_url() -> str:
    settings = settings_from({})
    host = EVERYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _option(name: str, field: FieldInfo) -> Callable[[Callable[..., None]], Callable[..., None]]:
    description = field.description or ""
    if field.annotation is bool:
        both = f"{flag(name)}/{flag('no_' + name)}"
        return click.option(both, default=None, help=f"{description} [{_word(field.default)}]")
    default = f" [{field.default}]" if field.default not in (None, ()) else ""
    return click.option(
        flag(name),
        name,
        metavar=_metavar(field.annotation),
        multiple=get_origin(field.annotation) is tuple,
        help=description + default,
    )


def _word(default: bool) -> str:
    return "yes" if default else "no"


def _metavar(annotation: Any) -> str:
    parts = get_args(annotation)
    if get_origin(annotation) is Literal:
        return "|".join(parts)
    return _metavar(parts[0]) if parts else _WORDS[annotation]
