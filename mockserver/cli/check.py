"""`mockserver check`: validate data files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from mockserver.data.models import DataFile
    from mockserver.data.source import Source

Parsed = list[tuple["Source", "DataFile"]]


@click.command("check", short_help="Validate data files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def command(files: tuple[Path, ...], strict: bool) -> None:
    """Validate data files, loaded together in this order, and settings files.

    Each error is printed with its line, and the exit code is 1. Warnings are printed for refs that
    lead nowhere, replies that are never reached, and names that a later file repeats.
    """
    data_files, problems = _without_settings(files)
    parsed, more = _parsed(data_files)
    problems += more
    warnings: list[str] = []
    if parsed and not problems:
        problems, warnings = _loaded(parsed)
    for line in (*problems, *warnings):
        click.echo(line, err=True)
    sys.exit(1 if problems or (strict and warnings) else 0)


def _without_settings(files: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """Check the settings files. Returns the other files, and the problems."""
    from mockserver.cli.config import settings_in
    from mockserver.settings import InvalidSetting, Settings

    others: list[Path] = []
    problems: list[str] = []
    for path in files:
        values = _settings(path)
        if values is None:
            others.append(path)
            continue
        try:
            Settings.checked(settings_in(values, str(path)))
            click.echo(f"{path}: settings")
        except InvalidSetting as error:
            sentence = str(error)
            problems.append(sentence if sentence.startswith(str(path)) else f"{path}: {sentence}")
    return others, problems


def _settings(path: Path) -> dict[str, Any] | None:
    """The values of a settings file; None for any other file."""
    from mockserver.settings import Settings

    try:
        values = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    is_data = not isinstance(values, dict) or "mockserver" in values
    return None if is_data or not values.keys() & Settings.model_fields.keys() else values


def _parsed(files: Iterable[Path]) -> tuple[Parsed, list[str]]:
    """Parse the data files. Returns the files of the right form, and the problems of others."""
    from mockserver.data.read import parse
    from mockserver.data.source import DataError, read

    parsed: Parsed = []
    problems: list[str] = []
    for path in files:
        try:
            source = read(path)
            parsed.append((source, parse(source)))
        except DataError as error:
            problems += error.problems
    return parsed, problems


def _loaded(parsed: Parsed) -> tuple[list[str], list[str]]:
    """Errors and warnings of loading the files; prints what they hold."""
    from mockserver.app import create_app
    from mockserver.cli.banner import contents
    from mockserver.data.load import load
    from mockserver.data.read import overridden
    from mockserver.data.source import DataError, located
    from mockserver.data.warnings import find_warnings
    from mockserver.settings import Settings

    services = create_app(Settings()).services
    try:
        load([source for source, _ in parsed], services)
    except DataError as error:
        return error.problems, []
    click.echo(f"{', '.join(source.name for source, _ in parsed)}: {contents(services)}")
    found = [
        located(source.name, problem)
        for source, data in parsed
        for problem in find_warnings(source, data, services.store)
    ]
    dropped = dict.fromkeys(overridden(parsed).values())
    return [], [f"warning: {sentence}" for sentence in (*dropped, *found)]
