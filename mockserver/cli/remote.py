"""The connection from a command to a running server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from mockserver.cli.output import legible
from mockserver.settings import first_key

if TYPE_CHECKING:
    from mockserver.testing.verbs.channel import Channel


@contextmanager
def channel_to(url: str) -> Iterator[Channel]:
    """Open the control API of a server. A refusal or a failed connection ends the command with
    one sentence and exit code 1."""
    import httpx

    from mockserver.testing.verbs.channel import Channel, Refused

    channel = Channel(url, key=first_key())
    try:
        yield channel
    except Refused as refusal:
        raise click.ClickException(legible(refusal.reason)) from None
    except (httpx.TransportError, httpx.InvalidURL) as error:
        raise click.ClickException(f"cannot reach {url}: {error}") from None
    finally:
        channel.close()
