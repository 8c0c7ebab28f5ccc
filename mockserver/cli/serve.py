"""`mockserver serve`: run a server in the foreground."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, NamedTuple

import click

from mockserver.cli.config import config_options, read_settings, shown
from mockserver.cli.options import settings_options
from mockserver.cli.output import say
from mockserver.cli.saving import check_target, farewell, save_now
from mockserver.core.address import CannotListen, bind, url_of
from mockserver.settings import Settings, variable

if TYPE_CHECKING:
    from mockserver.app import App

MANY = 3000
"""Calls of a demo from which a progress bar is shown."""


class ServeTasks(NamedTuple):
    """Further tasks of `serve`: watching data files, writing the ready file."""

    watch: bool
    ready_file: Path | None


@click.command("serve", short_help="Run a server until it is stopped.")
@settings_options()
@config_options
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
def command(
    empty: bool,
    watch: bool,
    ready_file: Path | None,
    config: Path | None,
    show_config: bool,
    **flags: object,
) -> None:
    """Serve until Ctrl-C.

    Every flag is a variable as well: --max-body is MOCKSERVER_MAX_BODY. A flag wins over a
    variable, a variable over the file of --config; a variable holds several values with commas
    between them. At a terminal, a server without data loads a demo.
    """
    settings, origins = read_settings(flags, config)
    if _wants_demo(settings, empty=empty):
        settings = settings.model_copy(update={"demo": True})
    if show_config:
        click.echo(shown(settings, origins))
        return
    if watch and (settings.db or not settings.data):
        raise click.UsageError("--watch needs --data, and a state in memory")
    check_target(settings)
    if ready_file:
        retract(ready_file)
    try:
        sock = bind(settings.host, settings.port)
    except CannotListen as error:
        raise click.ClickException(str(error)) from None
    with sock:
        _serve(settings, sock, ServeTasks(watch, ready_file))


def _wants_demo(settings: Settings, *, empty: bool) -> bool:
    """True if the demo is asked for, or its extra is here, there is a terminal and no data."""
    if empty or settings.demo:
        return settings.demo
    nothing = not (settings.data or settings.db)
    at_a_terminal = nothing and sys.stdout.isatty() and find_spec("faker") is not None
    return "demo_size" in settings.model_fields_set or at_a_terminal


def _serve(settings: Settings, sock: socket, extras: ServeTasks) -> None:
    """Start the app on a socket that is open already, so that early connections wait for it."""
    from mockserver.data.source import DataError
    from mockserver.http.transport.listener import Abandoned, serve
    from mockserver.settings import InvalidSetting
    from mockserver.store.errors import StoreError

    try:
        app = _app(settings)
        relax_garbage_collection()
        serve(app, app.services, sock, on_ready=_on_ready(app, url_of(sock), extras))
    except (StoreError, DataError, InvalidSetting) as error:
        raise click.ClickException(str(error)) from None
    except Abandoned:
        say(f"not saved; {settings.db} and its log have it" if settings.db else "not saved")
        sys.exit(130)
    say(farewell(app))


def _app(settings: Settings) -> App:
    from mockserver.app import create_app
    from mockserver.cli.log import log_writer
    from mockserver.core.clock import Clock

    log = log_writer(settings, Clock(settings.now), sys.stderr)
    if not settings.demo or settings.demo_size < MANY or not sys.stderr.isatty():
        return create_app(settings, log=log)
    with click.progressbar(length=settings.demo_size, label="demo", file=sys.stderr) as bar:
        return create_app(settings, log=log, progress=bar.update)


def _on_ready(app: App, url: str, extras: ServeTasks) -> Callable[[], None]:
    """Make the function that runs in the server's loop when it is ready."""
    from mockserver.cli.banner import banner

    settings = app.settings

    def on_ready() -> None:
        loop = asyncio.get_running_loop()
        if sys.platform != "win32":
            loop.add_signal_handler(signal.SIGUSR1, save_now, app)
        if extras.watch:
            from mockserver.cli.watching import watch

            app.state.watch = loop.create_task(watch(app, settings.data))
        if extras.ready_file:
            announce(extras.ready_file, url)
        say(banner(app, url))

    return on_ready


def announce(path: Path, url: str) -> None:
    """Write the URL to the ready file, by renaming a complete one. Raises ClickException."""
    aside = path.with_name(path.name + ".tmp")
    with _reporting(path):
        aside.write_text(url + "\n", encoding="utf-8")
        os.replace(aside, path)


def retract(path: Path) -> None:
    """Delete the ready file of an earlier server. Raises ClickException."""
    with _reporting(path):
        path.unlink(missing_ok=True)
    if not path.parent.is_dir():
        raise click.ClickException(f"--ready-file {path}: there is no folder {path.parent}")


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"--ready-file {path}: {error.strerror}") from None


def relax_garbage_collection() -> None:
    """Collect garbage rarely and little at a time.

    A request keeps long-lived entries of indexes and caches, and the rest is freed by reference
    counting. A full collection took up to .9 s; one of 25,000 objects takes 10 ms (S9).
    """
    gc.freeze()
    gc.set_threshold(5_000, 5, 1_000)
    gc.enable()
