"""`mockserver wait`: until a server is ready."""

from __future__ import annotations

import sys

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to
from mockserver.core.durations import seconds

PATIENCE = "At most this, as 2.5 or 1m30s. [30]"


def _patience(ctx: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return float(seconds(text))
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is {error}", ctx, option) from None


@click.command("wait", short_help="Return when a server is ready.")
@url_option
@click.option("--timeout", default="30", metavar="SECONDS", callback=_patience, help=PATIENCE)
def command(url: str, timeout: float) -> None:
    """Return when a server is ready: 0 as soon as it is, 1 if it is not in time."""
    with channel_to(url) as channel:
        ready = channel.is_ready_within(timeout)
    if not ready:
        click.echo(f"mockserver: nothing is ready on {url} after {timeout:g} s", err=True)
        sys.exit(1)
