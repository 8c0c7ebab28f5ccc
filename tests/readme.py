"""The generated parts of README: `make docs` writes them, a test compares them."""

from __future__ import annotations

import re
from pathlib import Path

from click import Context

from mockserver.cli import commands as group
from mockserver.listing import OPERATIONS
from mockserver.settings import Settings, flag

README = Path(__file__).parent.parent / "README.md"


def routes() -> str:
    lines = ["| operation | method and path | in |", "|---|---|---|"]
    for row in OPERATIONS:
        where = ", ".join(str(part.name).lower() for part in row.listings)
        lines.append(f"| {row.name} | `{row.method} {row.path}` | {where} |")
    return "\n".join(lines)


def commands() -> str:
    lines = ["| command | does |", "|---|---|"]
    with Context(group) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            lines.append(f"| `mockserver {name}` | {command.get_short_help_str(100)} |")
    return "\n".join(lines)


def settings() -> str:
    lines = ["| setting | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = "" if field.default in (None, ()) else f"`{field.default}`"
        lines.append(f"| `{flag(name)}` | {default} | {field.description} |")
    return "\n".join(lines)


PARTS = {"commands": commands, "routes": routes, "settings": settings}


def generated(text: str) -> str:
    """The README with every generated part as it should be."""
    for name, make in PARTS.items():
        pattern = rf"(<!-- {name}: .*? -->\n).*?(<!-- /{name} -->)"
        text = re.sub(
            pattern,
            lambda match, make=make: f"{match[1]}\n{make()}\n\n{match[2]}",
            text,
            flags=re.DOTALL,
        )
    return text


if __name__ == "__main__":
    README.write_text(generated(README.read_text()))
