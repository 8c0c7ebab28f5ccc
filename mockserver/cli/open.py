"""`mockserver open`: open the console in a browser."""

from __future__ import annotations

import webbrowser

import click

from mockserver.cli.options import url_option


@click.command("open", short_help="Open the console of a running server.")
@url_option
@click.argument("address", default="")
def command(url: str, address: str) -> None:
    """Open the console of a running server in a browser, and print its URL.

    ADDRESS is a view, such as /requests or /p/acme/shop/traces, or a link that weave printed.
    """
    from mockserver.console.links import ROOT, console_path

    path = "/" + address.removeprefix(url).lstrip("/")
    target = url + (console_path(path) or f"{ROOT}{path.removeprefix(ROOT)}")
    click.echo(target)
    if not webbrowser.open(target):
        raise click.ClickException("there is no browser to open it in")
