"""`mockserver help`: the chapters of the guide."""

from __future__ import annotations

from difflib import get_close_matches

import click

from mockserver import guide


@click.command("help", short_help="Print a chapter of the guide, or the list of them.")
@click.argument("topic", required=False)
def command(topic: str | None) -> None:
    """Print the chapter of the guide on TOPIC. Without one, list the topics."""
    if topic is None:
        rows = [(chapter.topic, chapter.about) for chapter in guide.chapters()]
        formatter = click.HelpFormatter()
        formatter.indent()
        formatter.write_dl(rows)
        click.echo(formatter.getvalue(), nl=False)
    elif topic in guide.TOPICS:
        click.echo(guide.chapter(topic).text, nl=False)
    else:
        near = get_close_matches(topic, guide.TOPICS) or guide.TOPICS
        raise click.UsageError(f"There is no topic {topic!r}. (There is {', '.join(near)}.)")
