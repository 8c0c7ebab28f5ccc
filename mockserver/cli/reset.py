"""`mockserver reset`: return a running server to its start."""

from __future__ import annotations

import click

from mockserver.cli.options import url_option
from mockserver.cli.remote import channel_to


@click.command("reset", short_help="Return a running server to the state of its start.")
@click.option("--empty", is_flag=True, help="Drop the data of the start too.")
@click.option("--project", metavar="ENTITY/PROJECT", help="Only this project.")
@url_option
def command(empty: bool, project: str | None, url: str) -> None:
    """Return a running server to the state of its start."""
    from mockserver.cli.banner import counted

    to = "empty" if empty else "baseline"
    with channel_to(url) as channel:
        dropped = channel.post("/reset", {"to": to, "project": project})["dropped"]
    counts = {**dropped["records"], **{name: dropped[name] for name in ("requests", "faults")}}
    gone = [counted(count, name) for name, count in counts.items() if count]
    click.echo(f"dropped {', '.join(gone) or 'nothing'}")
