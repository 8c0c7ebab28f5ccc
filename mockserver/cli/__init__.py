"""The command `mockserver`. The module of a subcommand is imported when it is used.

Exit codes: 0 success, 1 could not start, save or load, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from mockserver import __version__
from mockserver.core.errors import Unusable

COMMANDS = {
    "serve": "serve:serve",
    "exec": "exec:execute",
    "wait": "remote:wait",
    "routes": "show:routes",
    "env": "show:env",
    "check": "files:check",
    "export": "remote:export",
    "load": "remote:load",
    "reset": "remote:reset",
    "control": "remote:control",
    "init": "files:init",
    "schema": "show:schema",
    "open": "remote:open_console",
    "repair": "files:repair",
    "help": "show:show_chapter",
}
"""The module and the function of each subcommand."""


class Commands(click.Group):
    """The group of subcommands; `serve` is the default."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the names, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand."""
        if cmd_name not in COMMANDS:
            return None if ctx.resilient_parsing else _refuse(cmd_name, ctx)
        module, _, function = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"mockserver.cli.{module}"), function)
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
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS)
    hint = f"Did you mean {near[0]!r}?" if near else f"Commands: {', '.join(COMMANDS)}."
    ctx.fail(f"No such command {name!r}. ({hint})")


@click.group(cls=Commands)
@click.version_option(__version__, message="mockserver %(version)s")
def commands() -> None:
    """A local server for testing programs that trace, evaluate or call language models.

    Without a command, serves: `mockserver --port 0` is `mockserver serve --port 0`.
    """


def main() -> None:
    """Run the command line and exit with its code; an error is one sentence on stderr."""
    # A stream is None if it was closed before the start.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    try:
        sys.exit(commands.main(prog_name="mockserver", standalone_mode=False))
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        print(f"mockserver: {error.format_message()}", file=sys.stderr)
        sys.exit(error.exit_code)
    except Unusable as error:
        print(f"mockserver: {error}", file=sys.stderr)
        sys.exit(1)
