"""Commands about files: `check`, `init` and `repair`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mockserver.cli.options import settings_in
from mockserver.settings import InvalidSetting, Settings

if TYPE_CHECKING:
    from mockserver.data.models import DataFile
    from mockserver.data.source import Source

Parsed = list[tuple["Source", "DataFile"]]


@click.command("check", short_help="Validate data files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option("--strict", is_flag=True, help="Treat warnings as errors.")
def check(files: tuple[Path, ...], strict: bool) -> None:
    """Validate data files, loaded together in this order, and settings files.

    Each error is printed with its line, and the exit code is 1. Warnings are printed for dangling
    refs, replies that are never reached, and names that a later file repeats.
    """
    problems: list[str] = []
    data_files = [path for path in files if not _is_settings(path, problems)]
    parsed = _parsed(data_files, problems)
    warnings = _loaded(parsed, problems) if parsed and not problems else []
    for line in (*problems, *warnings):
        click.echo(line, err=True)
    sys.exit(1 if problems or (strict and warnings) else 0)


def _is_settings(path: Path, problems: list[str]) -> bool:
    """True if a file has settings, which are checked."""
    try:
        values = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    is_data = not isinstance(values, dict) or "mockserver" in values
    if is_data or not values.keys() & Settings.model_fields.keys():
        return False
    try:
        Settings.checked(settings_in(values, str(path)))
        click.echo(f"{path}: settings")
    except InvalidSetting as error:
        problems.append(f"{path}: {str(error).removeprefix(f'{path}: ')}")
    return True


def _parsed(paths: Iterable[Path], problems: list[str]) -> Parsed:
    from mockserver.data.read import parse
    from mockserver.data.source import DataError, read

    parsed: Parsed = []
    for path in paths:
        try:
            source = read(path)
            parsed.append((source, parse(source)))
        except DataError as error:
            problems += error.problems
    return parsed


def _loaded(parsed: Parsed, problems: list[str]) -> list[str]:
    """Load the files and print the number of records. Returns warnings."""
    from mockserver.app import create_app
    from mockserver.cli.banner import contents
    from mockserver.data.load import load
    from mockserver.data.read import overridden
    from mockserver.data.source import DataError, located
    from mockserver.data.warnings import find_warnings

    services = create_app(Settings()).services
    try:
        load([source for source, _ in parsed], services)
    except DataError as error:
        problems += error.problems
        return []
    click.echo(f"{', '.join(source.name for source, _ in parsed)}: {contents(services)}")
    warnings = [
        located(source.name, problem)
        for source, data in parsed
        for problem in find_warnings(source, data, services.store)
    ]
    dropped = dict.fromkeys(overridden(parsed).values())
    return [f"warning: {text}" for text in (*dropped, *warnings)]


@click.command("init", short_help="Write files to begin with: settings and data, or TypeScript.")
@click.option("--typescript", is_flag=True, help="Write the TypeScript package instead.")
def init(typescript: bool) -> None:
    """Write mockserver.json and a data file into this folder; existing files are kept.

    With --typescript, write the folder mockserver: a server for tests, its verbs, and fixtures for
    Vitest and Playwright.
    """
    if typescript:
        _copy("typescript", Path("mockserver"))
        click.echo('now: import { test } from "./mockserver/vitest"  (or /playwright)')
    else:
        _copy("cli/example", Path())
        click.echo("now: mockserver serve --config mockserver.json")


def _copy(folder: str, target: Path) -> None:
    """Copy the files of a folder of the package, unless one of them exists."""
    sources = sorted(resources("mockserver").joinpath(folder).iterdir(), key=lambda file: file.name)
    for source in sources:
        if (target / source.name).exists():
            raise click.ClickException(f"{target / source.name} already exists")
    for source in sources:
        path = target / source.name
        try:
            target.mkdir(exist_ok=True)
            path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        except OSError as error:
            raise click.ClickException(f"cannot write {path}: {error.strerror}") from None
        click.echo(f"wrote {path}")


@click.command("repair", short_help="Keep the readable records of a damaged database.")
@click.argument("database", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def repair(database: Path) -> None:
    """Keep the readable records of a damaged database, and report what is dropped.

    The damaged files are kept under names that end in .damaged. An undamaged database does not
    change. No server may be using it.
    """
    from mockserver.store import repair as store
    from mockserver.trace.kinds import KINDS

    kept, dropped = store.repair(database, KINDS)
    for text in dropped:
        click.echo(f"dropped: {text}")
    for table, count in kept.items():
        click.echo(f"kept: {count:,} of {table}")
    if not dropped:
        click.echo(f"{database} is not damaged")
