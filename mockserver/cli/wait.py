"""`mockserver wait`: wait until a server is ready."""

from __future__ import annotations

import sys

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to
from mockserver.core.durations import seconds

TIMEOUT_HELP = "Longest time to wait, as 2.5 or 1m30s. [30]"


def _timeout(ctx: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return float(seconds(text))
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is {error}", ctx, option) from None


@click.command("wait", short_help="Wait until a server is ready.")
@url_option
@click.option("--timeout", default="30", metavar="SECONDS", callback=_timeout, help=TIMEOUT_HELP)
def command(url: str, timeout: float) -> None:
    """Wait until a server is ready. The exit code is 1 if it is not ready in time."""
    with channel_to(url) as channel:
        ready = channel.is_ready_within(timeout)
    if not ready:
        click.echo(f"mockserver: nothing is ready on {url} after {timeout:g} s", err=True)
        sys.exit(1)
