"""`mockserver exec`: run a command against its own server."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING

import click

from mockserver.cli.options import read_settings, settings_options
from mockserver.cli.serve import bound, make_app
from mockserver.core.address import url_of
from mockserver.settings import Settings, flag, variable
from mockserver.testing.verbs.clients import client_variables

if TYPE_CHECKING:
    from mockserver.app import App

NOT_FOUND, NOT_RUNNABLE, KILLED = 127, 126, 128
"""Exit codes of shells; that of a killed command is the last plus the signal's number."""


@click.command(
    "exec",
    short_help="Run a command against its own server.",
    context_settings={"allow_interspersed_args": False},
)
@settings_options()
@click.argument("words", metavar="-- COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
def execute(words: tuple[str, ...], config: Path | None, **flags: object) -> None:
    """Run a command against its own server, and exit with its exit code.

    The server listens on a free port; the variables of `mockserver env` point the command's
    clients there, and MOCKSERVER_URL is its URL. When the command ends, also by Ctrl-C, the state
    is saved to --db and --save.
    """
    settings = _unattended(*read_settings(flags, config))
    with bound(settings) as sock:
        sys.exit(_run(settings, sock, words))


def _unattended(settings: Settings, origins: Mapping[str, str]) -> Settings:
    """Choose a free port and no request lines, unless flags or variables set them.

    The file does not count here: its port and log are for a server in the foreground.
    """
    defaults = {"port": 0, "log": "quiet"}
    for name in [*defaults]:
        if origins.get(name) in (flag(name), variable(name)):
            del defaults[name]
    return settings.model_copy(update=defaults)


def _run(settings: Settings, sock: socket, words: tuple[str, ...]) -> int:
    from mockserver.http.transport.listener import serve

    app = make_app(settings)
    run = CommandRun(app, words, url_of(sock))
    serve(app, app.services, sock, on_ready=run.begin)
    return run.code


class CommandRun:
    """A command that runs beside the server, and stops it when it ends."""

    def __init__(self, app: App, words: tuple[str, ...], url: str) -> None:
        self.code = 1
        self._app = app
        self._words = words
        key = next(iter(app.settings.api_key), "any")
        self._variables = {**client_variables(url, key), variable("url"): url}

    def begin(self) -> None:
        """Start the command. Ctrl-C reaches it from the terminal, so the server ignores it."""
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._run(loop))

    async def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            environment = {**os.environ, **self._variables}
            process = await asyncio.create_subprocess_exec(*self._words, env=environment)
            if sys.platform != "win32":
                loop.add_signal_handler(signal.SIGINT, lambda: None)
                loop.add_signal_handler(signal.SIGTERM, process.terminate)
            code = await process.wait()
            self.code = code if code >= 0 else KILLED - code
        except OSError as error:
            self.code = NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_RUNNABLE
            click.echo(f"mockserver: {self._words[0]}: {error.strerror}", err=True)
        finally:
            self._app.services.host.stop()
