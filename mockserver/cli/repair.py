"""`mockserver repair`: keep the readable records of a damaged database."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("repair", short_help="Keep the readable records of a damaged database.")
@click.argument("database", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def command(database: Path) -> None:
    """Keep the readable records of a damaged database, and report what is dropped.

    The damaged files are kept under names that end in .damaged. A database without damage is left
    as it is. No server may be using it.
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
