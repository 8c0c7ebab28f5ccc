"""The command `mockserver`. Each subcommand is a module, imported when it is used.

Exit codes: 0 success, 1 could not start, save or load, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

import click

from mockserver import __version__
from mockserver.cli.output import keep_streams

COMMANDS = (
    "serve", "exec", "wait", "routes", "env", "check", "export", "load", "reset", "control",
    "init", "schema", "open", "repair", "help",
)  # fmt: skip


class Commands(click.Group):
    """The group of subcommands; `serve` is the default."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the `command` of the module with this name."""
        if cmd_name not in COMMANDS:
            return None if ctx.resilient_parsing else _refuse(cmd_name, ctx)
        command: click.Command = import_module(f"mockserver.cli.{cmd_name}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Pass flags that are not the group's own to `serve`."""
        own = ("--help", "--version")
        if not ctx.resilient_parsing and (
            not args or (args[0].startswith("-") and args[0] not in own)
        ):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


def _refuse(name: str, ctx: click.Context) -> NoReturn:
    near = get_close_matches(name, COMMANDS)
    hint = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(COMMANDS)}."
    ctx.fail(f"No such command {name!r}. ({hint})")


@click.group(cls=Commands)
@click.version_option(__version__, message="mockserver %(version)s")
def commands() -> None:
    """A local stand-in for a tracing, evaluation and inference service.

    Without a command, serves: `mockserver --port 0` is `mockserver serve --port 0`.
    """


def main() -> None:
    """Run the command line and exit with its code; an error is one sentence on stderr."""
    keep_streams()
    gc.disable()  # until a server runs there is no garbage, and looking for it delays the start
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # so does looking for plugins
    try:
        sys.exit(commands.main(prog_name="mockserver", standalone_mode=False))
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        print(f"mockserver: {error.format_message()}", file=sys.stderr)
        sys.exit(error.exit_code)
