"""`mockserver serve`: run a server in the foreground."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

import click

from mockserver.cli.options import listed, read_settings, settings_options
from mockserver.core.address import bind, url_of
from mockserver.core.errors import Unusable
from mockserver.settings import Settings, variable

if TYPE_CHECKING:
    from mockserver.app import App

MANY = 3000
"""Calls of a demo from which a progress bar is shown."""

WATCH_PAUSE = 0.3
"""Seconds between two checks of the data files."""


@click.command("serve", short_help="Run a server until it is stopped.")
@settings_options()
@click.option(
    "--empty",
    is_flag=True,
    envvar=variable("empty"),
    help="Start without the demo, even at a terminal.",
)
@click.option("--watch", is_flag=True, envvar=variable("watch"), help="Reload changed data files.")
@click.option(
    "--ready-file",
    metavar="FILE",
    type=Path,
    envvar=variable("ready_file"),
    help="Write the URL to this file when the server is ready.",
)
@click.option("--show-config", is_flag=True, help="Print each setting with its origin, and exit.")
def serve(
    empty: bool,
    watch: bool,
    ready_file: Path | None,
    config: Path | None,
    show_config: bool,
    **flags: object,
) -> None:
    """Serve until Ctrl-C.

    Every flag is a variable as well: --max-body is MOCKSERVER_MAX_BODY. A flag wins over a
    variable, a variable over the file of --config; the values of a repeatable flag are separated
    by commas in a variable. At a terminal, a server without data loads a demo.
    """
    settings, origins = read_settings(flags, config)
    if _wants_demo(settings, empty=empty):
        settings = settings.model_copy(update={"demo": True})
    if show_config:
        click.echo(listed(settings, origins))
        return
    if watch and (settings.db or not settings.data):
        raise click.UsageError("--watch needs --data, and a state in memory")
    if ready_file:
        with _naming_ready_file(ready_file):
            ready_file.unlink(missing_ok=True)  # of an earlier server
        if not ready_file.parent.is_dir():
            reason = f"there is no folder {ready_file.parent}"
            raise click.ClickException(f"--ready-file {ready_file}: {reason}")
    with bound(settings) as sock:
        _serve(settings, sock, watch, ready_file)


def bound(settings: Settings) -> socket:
    """Check that the state can be saved, and bind the server's socket."""
    path = Path(settings.save) if settings.save else None
    if path and path.is_dir():
        raise click.ClickException(f"cannot save to {path}: it is a folder")
    if path and not path.parent.is_dir():
        raise click.ClickException(f"cannot save to {path}: there is no folder {path.parent}")
    return bind(settings.host, settings.port)


def make_app(settings: Settings) -> App:
    """Make the app that logs to stderr; a large demo shows its progress at a terminal."""
    from mockserver.app import create_app
    from mockserver.cli.log import log_writer
    from mockserver.core.clock import Clock

    log = log_writer(settings, Clock(settings.now), sys.stderr)
    if not settings.demo or settings.demo_size < MANY or not sys.stderr.isatty():
        return create_app(settings, log=log)
    with click.progressbar(length=settings.demo_size, label="demo", file=sys.stderr) as bar:
        return create_app(settings, log=log, progress=bar.update)


def _wants_demo(settings: Settings, *, empty: bool) -> bool:
    """True if the demo was requested, or stdout is a terminal and there is no data."""
    if empty or settings.demo:
        return settings.demo
    nothing = not (settings.data or settings.db)
    return "demo_size" in settings.model_fields_set or (nothing and sys.stdout.isatty())


def _serve(settings: Settings, sock: socket, watch: bool, ready_file: Path | None) -> None:
    """Start the app on a socket that is already open, so that early connections wait for it."""
    from mockserver.http.transport import listener

    try:
        app = make_app(settings)
        relax_garbage_collection()
        on_ready = partial(_begin, app, url_of(sock), watch, ready_file)
        listener.serve(app, app.services, sock, on_ready=on_ready)
    except listener.Abandoned:
        say(f"not saved; {settings.db} and its log have it" if settings.db else "not saved")
        sys.exit(130)
    say(farewell(app))


def _begin(app: App, url: str, watch: bool, ready_file: Path | None) -> None:
    """Run the tasks of a server that is ready, in its loop."""
    from mockserver.cli.banner import banner

    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        loop.add_signal_handler(signal.SIGUSR1, save_now, app)
    if watch:
        app.state.watch = loop.create_task(reloading(app, app.settings.data))
    if ready_file:
        with _naming_ready_file(ready_file):
            complete = ready_file.with_name(ready_file.name + ".tmp")
            complete.write_text(url + "\n", encoding="utf-8")
            os.replace(complete, ready_file)
    say(banner(app, url))


@contextmanager
def _naming_ready_file(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"--ready-file {path}: {error.strerror}") from None


def save_now(app: App) -> None:
    """Save while the server runs; an error is printed, and the server continues."""
    if not app.settings.save:
        click.echo("mockserver: nothing is saved, there is no --save", err=True)
        return
    try:
        app.save()
    except Unusable as error:
        click.echo(f"mockserver: {error}", err=True)
    else:
        click.echo(farewell(app), err=True)


def farewell(app: App) -> str:
    """Describe what was saved, and where."""
    from mockserver.cli.banner import counted

    host, settings = app.services.host, app.services.host.settings
    targets = [target for target in (settings.db, settings.save) if target]
    if not targets:
        return "stopped; state was in memory"
    saved = [counted(len(app.services.store), "records")]
    if settings.save and (recordings := len(host.recorded())):
        saved.append(counted(recordings, "recordings"))
    return f"saved {' and '.join(saved)} to {' and '.join(targets)}"


def say(text: str) -> None:
    """Print and flush a text. If that fails, as into a closed pipe, stdout is discarded."""
    try:
        print(text, flush=True)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def relax_garbage_collection() -> None:
    """Collect garbage rarely and little at a time.

    A request keeps long-lived entries of indexes and caches, and the rest is freed by reference
    counting. A full collection took up to .9 s; one of 25,000 objects takes 10 ms (S9).
    """
    gc.freeze()
    gc.set_threshold(5_000, 5, 1_000)
    gc.enable()


async def reloading(app: App, paths: Sequence[str]) -> None:
    """Reload all files when one has changed; the records of clients are kept.

    An invalid file is reported and the old data kept.
    """
    from mockserver.cli.banner import contents
    from mockserver.data.source import DataError

    known = [*map(_version, paths)]
    while True:
        await asyncio.sleep(WATCH_PAUSE)
        current = [*map(_version, paths)]
        if current == known:
            continue
        known = current
        try:
            lines = [*app.reload(), f"loaded again: {contents(app.services)}"]
        except DataError as error:
            lines = [*error.problems, "the data has not changed"]
        click.echo("\n".join(lines), err=True)


def _version(path: str) -> tuple[int, int] | None:
    """Time of the last change, and size; None if there is no such file."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
