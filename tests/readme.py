"""The generated parts of README and of the guide: `make docs` writes them, a test compares them."""

from __future__ import annotations

import re
from collections import Counter
from inspect import getdoc, getsource
from pathlib import Path

from click import Context

from mockserver import guide
from mockserver.cli import commands as group
from mockserver.core import limits as core_limits
from mockserver.listing import OPERATIONS
from mockserver.pytest_plugin import fixtures as plugin
from mockserver.pytest_plugin.options import OPTIONS
from mockserver.settings import ChangeableSettings, StartSettings, flag
from mockserver.testing.admin.rows import ROUTES
from mockserver.testing.verbs.plans import FaultVerbs, ReplyVerbs
from mockserver.testing.verbs.requests import RequestVerbs
from mockserver.testing.verbs.verbs import Controls, ServerClock

README = Path(__file__).parent.parent / "README.md"
GUIDE = Path(guide.__file__).parent
LIMIT = re.compile(r'^# (.+)|^([A-Z_]+) = .*\n"""((?:[^"]|\n)*)"""', re.MULTILINE)
DOCUMENTS = (README, *(GUIDE / f"{topic}.md" for topic in guide.TOPICS))


def topics() -> str:
    lines = ["| chapter | about |", "|---|---|"]
    for each in guide.chapters():
        link = f"[{each.title}](mockserver/guide/{each.topic}.md)"
        lines.append(f"| {link} | {each.about} |")
    return "\n".join(lines)


def routes() -> str:
    lines = ["| operation | method and path | in |", "|---|---|---|"]
    for row in OPERATIONS:
        where = ", ".join(str(part.name).lower() for part in row.listings)
        lines.append(f"| {row.name} | `{row.method} {row.path}` | {where} |")
    counts = Counter(row.mark for row in OPERATIONS)
    total = ", ".join(f"{count} are {mark}" for mark, count in counts.items())
    return "\n".join([*lines, "", f"Of these {total}; `mockserver routes --marks` lists which."])


def commands() -> str:
    lines = ["| command | does |", "|---|---|"]
    with Context(group) as ctx:
        for name in group.list_commands(ctx):
            command = group.get_command(ctx, name)
            lines.append(f"| `mockserver {name}` | {command.get_short_help_str(100)} |")
    return "\n".join(lines)


def settings() -> str:
    """A table of the settings that can change while a server runs, and one of the others."""
    lines: list[str] = []
    for heading, part in (
        ("Fixed when the server starts", StartSettings),
        ("Changeable while it runs", ChangeableSettings),
    ):
        lines += [f"## {heading}", "", "| setting | default | meaning |", "|---|---|---|"]
        for name, field in part.model_fields.items():
            default = "" if field.default in (None, ()) else f"`{field.default}`"
            lines.append(f"| `{flag(name)}` | {default} | {field.description} |")
        lines.append("")
    return "\n".join(lines).rstrip()


def fixtures() -> str:
    lines = ["| fixture | scope | gives |", "|---|---|---|"]
    for name, fixture in sorted(vars(plugin).items()):
        if not hasattr(fixture, "_fixture_function_marker"):
            continue
        scope = fixture._fixture_function_marker.scope.replace("function", "test")
        lines.append(f"| `{name}` | {scope} | {first_sentence(fixture)} |")
    return "\n".join(lines)


def options() -> str:
    lines = ["| option | in the ini file | meaning |", "|---|---|---|"]
    lines += [f"| `{each.flag}` | `{each.name}` | {each.help} |" for each in OPTIONS]
    return "\n".join(lines)


def verbs() -> str:
    lines = ["| verb | does |", "|---|---|"]
    found = {**vars(FaultVerbs), **vars(ReplyVerbs), **vars(RequestVerbs), **vars(Controls)}
    for name in sorted(name for name in found if not name.startswith("_")):
        called = "" if isinstance(found[name], property) else "()"
        lines.append(f"| `{name}{called}` | {first_sentence(found[name])} |")
    clock = ("now", "freeze", "advance", "release")
    lines += [f"| `clock.{n}()` | {first_sentence(getattr(ServerClock, n))} |" for n in clock]
    return "\n".join(lines)


def control() -> str:
    rows = [row for row in ROUTES if not row.path.endswith("/")]
    lines = [f"| `{row.method} {row.path}` | {first_sentence(row.handler)} |" for row in rows]
    return "\n".join(["| route | does |", "|---|---|", *lines])


def limits() -> str:
    """The constants of `core.limits`, a table under each comment that heads some of them."""
    lines: list[str] = []
    for heading, name, text in LIMIT.findall(getsource(core_limits)):
        if heading:
            lines += ["", f"## {heading}", ""] if lines else [f"## {heading}", ""]
            lines += ["| at most | what |", "|---|---|"]
        else:
            lines.append(f"| {figure(getattr(core_limits, name))} | {text.replace(chr(10), ' ')} |")
    return "\n".join(lines)


def figure(value: float) -> str:
    """A number with commas, of a fraction as many digits as it has."""
    return f"{int(value):,}" if value == int(value) else str(value)


def first_sentence(thing: object) -> str:
    text = (getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ")
    return text.split(". ")[0].rstrip(".") + "."


PARTS = {
    "topics": topics,
    "commands": commands,
    "fixtures": fixtures,
    "verbs": verbs,
    "options": options,
    "routes": routes,
    "settings": settings,
    "control": control,
    "limits": limits,
}


def generated(text: str) -> str:
    """A document with every generated part as it should be."""
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
    for document in DOCUMENTS:
        document.write_text(generated(document.read_text()))
