"""`mockserver repair`: make a database of what can be read of a damaged one."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("repair", short_help="Keep what can be read of a damaged database.")
@click.argument("database", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def command(database: Path) -> None:
    """Keep what can be read of a damaged database, and say what is dropped.

    The files as they were stay beside it, under names that end in .damaged. A database without
    damage is left as it is. No server may be using it.
    """
    from mockserver.data.kinds import KINDS
    from mockserver.store.errors import StoreError
    from mockserver.store.repair import repair

    try:
        kept, dropped = repair(database, KINDS)
    except StoreError as error:
        raise click.ClickException(str(error)) from None
    for sentence in dropped:
        click.echo(f"dropped: {sentence}")
    for table, count in kept.items():
        click.echo(f"kept: {count:,} of {table}")
    if not dropped:
        click.echo(f"{database} is not damaged")
