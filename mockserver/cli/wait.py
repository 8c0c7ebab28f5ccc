"""`mockserver wait`: until a server is ready."""

from __future__ import annotations

import sys

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to


@click.command("wait", short_help="Return when a server is ready.")
@url_option
@click.option("--timeout", type=float, default=30, metavar="SECONDS", help="At most this. [30]")
def command(url: str, timeout: float) -> None:
    """Return when a server is ready: 0 as soon as it is, 1 if it is not in time."""
    with channel_to(url) as channel:
        ready = channel.is_ready_within(timeout)
    if not ready:
        click.echo(f"mockserver: nothing is ready on {url} after {timeout:g} s", err=True)
        sys.exit(1)
