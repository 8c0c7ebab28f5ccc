"""Commands that call a running server: `wait`, `export`, `load`, `reset`, `control`, `open`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from mockserver.cli.options import read_settings
from mockserver.core.values import seconds
from mockserver.settings import first_key, variable

if TYPE_CHECKING:
    from mockserver.testing.verbs.channel import Channel

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""Addresses to reach a server that listens on every address."""

STDOUT = Path("-")


def _base_url(ctx: click.Context, option: click.Parameter, url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise click.BadParameter(f"{url!r} is not a URL like http://127.0.0.1:4020", ctx, option)
    return url.rstrip("/")


def _default_url() -> str:
    settings = read_settings({}).settings
    host = EVERYWHERE.get(settings.host, settings.host)
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def url_option(function: Callable[..., None]) -> Callable[..., None]:
    """Add `--url` to a command, the base URL of a running server."""
    return click.option(
        "--url",
        metavar="URL",
        envvar=variable("url"),
        default=_default_url,
        callback=_base_url,
        help="Base URL of the server; the default follows MOCKSERVER_HOST and MOCKSERVER_PORT.",
    )(function)


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


def legible(text: str) -> str:
    """Escape the characters in JSON that move a terminal's cursor or reverse its text."""
    return "".join(
        each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text
    )


def _timeout(ctx: click.Context, option: click.Parameter, text: str) -> float:
    try:
        return float(seconds(text))
    except ValueError as error:
        raise click.BadParameter(f"{text!r} is {error}", ctx, option) from None


@click.command("wait", short_help="Wait until a server is ready.")
@url_option
@click.option(
    "--timeout",
    default="30",
    metavar="SECONDS",
    callback=_timeout,
    help="Longest time to wait, as 2.5 or 1m30s. [30]",
)
def wait(url: str, timeout: float) -> None:
    """Wait until a server is ready. The exit code is 1 if it is not ready in time."""
    with channel_to(url) as channel:
        ready = channel.is_ready_within(timeout)
    if not ready:
        click.echo(f"mockserver: nothing is ready on {url} after {timeout:g} s", err=True)
        sys.exit(1)


@click.command("export", short_help="Write a running server's state to a data file.")
@click.argument("file", type=Path)
@click.option("--project", metavar="ENTITY/PROJECT", help="Only this project.")
@url_option
def export(file: Path, project: str | None, url: str) -> None:
    """Write the state of a running server to a data file; an old one is kept as FILE.bak.

    With - as FILE, write to stdout.
    """
    from mockserver.data.dump import save

    with channel_to(url) as channel:
        text = channel.download("/state/export", project=project)
    if file == STDOUT:
        click.echo(text, nl=False)
        return
    save(file, [text])
    click.echo(f"wrote {file}")


@click.command("load", short_help="Load data files into a running server.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
@click.option("--replace", is_flag=True, help="Replace the whole state.")
@url_option
def load(files: tuple[Path, ...], replace: bool, url: str) -> None:
    """Load data files into a running server, one after the other.

    An invalid file changes nothing, and the files after it are not loaded.
    """
    from mockserver.data.source import read

    sources = [read(path) for path in files]
    mode = "replace" if replace else "merge"
    with channel_to(url) as channel:
        for source in sources:
            reply = channel.upload("/state/load", source.text, mode=mode, name=source.name)
            click.echo("\n".join([*reply["notices"], f"loaded {source.name}"]))
            mode = "merge"


@click.command("reset", short_help="Return a running server to its initial state.")
@click.option("--empty", is_flag=True, help="Drop the initial data too.")
@click.option("--project", metavar="ENTITY/PROJECT", help="Only this project.")
@url_option
def reset(empty: bool, project: str | None, url: str) -> None:
    """Return a running server to its initial state."""
    from mockserver.cli.banner import counted

    to = "empty" if empty else "baseline"
    with channel_to(url) as channel:
        dropped = channel.post("/reset", {"to": to, "project": project})["dropped"]
    counts = {**dropped["records"], **{name: dropped[name] for name in ("requests", "faults")}}
    texts = [counted(count, name) for name, count in counts.items() if count]
    click.echo(f"dropped {', '.join(texts) or 'nothing'}")


@click.command("control", short_help="Call the control API of a running server.")
@click.argument(
    "method",
    metavar="METHOD",
    type=click.Choice(["GET", "POST", "PUT", "DELETE"], case_sensitive=False),
)
@click.argument("path", metavar="PATH")
@click.argument("fields", metavar="[NAME=VALUE]...", nargs=-1)
@url_option
def control(method: str, path: str, fields: tuple[str, ...], url: str) -> None:
    """Send a request to the control API of a running server, and print the response. The events
    of /stream are printed as they happen.

    PATH begins after /__admin: `mockserver control GET /` lists all paths. NAME=VALUE is a field of
    the query string (GET, DELETE) or of the body; a value may be JSON.

    \b
    mockserver control POST /faults operation="Call End" status=503 times=2
    mockserver control GET /requests status=503 bodies=false
    mockserver control POST /clock advance=300
    mockserver control GET /stream
    """
    named = dict(_field(text) for text in fields)
    method, path = method.upper(), "/" + path.removeprefix("/")
    with channel_to(url) as channel:
        if (method, path) == ("GET", "/stream"):
            for line in channel.lines(path):
                click.echo(legible(line))
        else:
            reply = channel.request(method, path, named)
            click.echo(legible(json.dumps(reply, indent=2, ensure_ascii=False)))


@click.command("open", short_help="Open the console of a running server.")
@url_option
@click.argument("address", default="")
def open_console(url: str, address: str) -> None:
    """Open the console of a running server in a browser, and print its URL.

    ADDRESS is a view, such as /requests or /p/acme/shop/traces, or a link that weave printed.
    """
    import webbrowser

    from mockserver.console.links import ROOT, console_path

    path = "/" + address.removeprefix(url).lstrip("/")
    target = url + (console_path(path) or f"{ROOT}{path.removeprefix(ROOT)}")
    click.echo(target)
    if not webbrowser.open(target):
        raise click.ClickException("no browser was found to open it")


def _field(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"{text!r} is not of the form NAME=VALUE")
    try:
        return name, json.loads(value, parse_constant=str)
    except json.JSONDecodeError:
        return name, value
