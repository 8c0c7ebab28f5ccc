"""`mockserver serve`: a server in the foreground."""

from __future__ import annotations

import gc
import sys
from socket import socket

import click

from mockserver.cli.options import settings_from, settings_options
from mockserver.core.address import CannotListen, bind, url_of
from mockserver.settings import Settings


@click.command("serve", short_help="Serve until told to stop.")
@settings_options()
def command(**flags: object) -> None:
    """Serve until Ctrl-C.

    Every flag is a variable as well: --max-body is MOCKSERVER_MAX_BODY. A flag wins over a
    variable; a variable holds several values with commas between them.
    """
    settings = settings_from(flags)
    try:
        sock = bind(settings.host, settings.port)
    except CannotListen as error:
        raise click.ClickException(str(error)) from None
    _serve(settings, sock)


def _serve(settings: Settings, sock: socket) -> None:
    """Bring the app up on a socket that is open already: whoever connects now is answered soon."""
    from mockserver.app import create_app
    from mockserver.cli.banner import banner, counted
    from mockserver.cli.requests import request_log
    from mockserver.core.clock import Clock
    from mockserver.data.errors import DataError
    from mockserver.listener import Abandoned, serve
    from mockserver.settings import InvalidSetting
    from mockserver.store.errors import StoreError

    url = url_of(sock)
    try:
        app = create_app(settings, log=request_log(settings, Clock(settings.now), sys.stderr))
        _calm_the_collector()
        serve(app, sock, on_ready=lambda: print(banner(app, url), flush=True))
    except (StoreError, DataError, InvalidSetting) as error:
        raise click.ClickException(str(error)) from None
    except Abandoned:
        print(f"not saved; {settings.db} and its journal have it" if settings.db else "not saved")
        sys.exit(130)
    if settings.db:
        print(f"saved {counted(len(app.services.store), 'records')} to {settings.db}")
    else:
        print("stopped; state was in memory")


def _calm_the_collector() -> None:
    """Look for garbage less often: what a request keeps are long-lived entries of indexes, and
    what it drops is freed by counting references."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()
