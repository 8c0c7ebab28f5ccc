"""`mockserver wait`: until a server is ready."""

from __future__ import annotations

import sys
from contextlib import suppress
from threading import Event

import click

from mockserver.cli.options import url_option

PAUSE = 0.05
"""Seconds between two questions."""


@click.command("wait", short_help="Return when a server is ready.")
@url_option
@click.option("--timeout", type=float, default=30, metavar="SECONDS", help="At most this. [30]")
def command(url: str, timeout: float) -> None:
    """Return when a server is ready: 0 as soon as it is, 1 if it is not in time."""
    if not is_ready_within(url, timeout):
        click.echo(f"mockserver: nothing is ready on {url} after {timeout:g} s", err=True)
        sys.exit(1)


def is_ready_within(url: str, seconds: float) -> bool:
    """Whether a server at this URL says in time that it is ready."""
    import httpx

    from mockserver.core.clock import stopwatch

    end = stopwatch() + seconds
    with httpx.Client(base_url=url, trust_env=False, timeout=max(seconds, PAUSE)) as client:
        while True:
            with suppress(httpx.TransportError):
                if client.get("/__admin/ready").is_success:
                    return True
            if stopwatch() >= end:
                return False
            Event().wait(PAUSE)
