"""The banner of a server that is ready."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from mockserver import __version__
from mockserver.chat.script.script import Script
from mockserver.core.address import is_loopback
from mockserver.core.clock import iso
from mockserver.http.context import Services
from mockserver.settings import Settings
from mockserver.testing.verbs.clients import as_sh, client_variables
from mockserver.trace.kinds import CALLS, FILES, OBJECTS

if TYPE_CHECKING:
    from mockserver.app import App

INDENT = " " * 13

MOST_LINKS = 8
"""Most projects that are listed."""

SCOPED = (CALLS, OBJECTS, FILES)
"""Kinds whose records make a project."""

NAMES = {
    "objects": "object versions",
    "table_rows": "table rows",
    "table_parts": "table parts",
    "call_ends": "ends without a call",
    "deleted_calls": "deleted calls",
}
"""Names of records that differ from their tables."""


def banner(app: App, url: str) -> str:
    """Write everything a user needs to start; scripts wait for the last line."""
    settings = app.settings
    demo = ["demo"] if settings.demo else []
    sources = [settings.db] if settings.db else [*demo, *settings.data]
    exports = as_sh(client_variables(url, "your-key" if settings.api_key else "any"))
    return "\n".join(
        [
            f"  {_title(app)}",
            "",
            f"  service    {url}",
            *([f"  console    {url}/__console", *_projects(app, url)] if settings.console else []),
            f"  loaded     {'   '.join([*sources, contents(app.services)])}",
            *_upstream(settings),
            *(f"  note       {warning}" for warning in app.services.host.warnings),
            "  point your client at it",
            *(INDENT + line for line in exports.splitlines()),
            f"  keys       {_keys(settings)}",
            f"  pages      {_pages(settings)}",
            *_warning(settings),
            "",
            f"mockserver ready on {url}",
        ]
    )


def contents(services: Services) -> str:
    """Count the records: `1 project, 25 calls, 4 object versions, 2 reply rules`, or `nothing`."""
    store, rules = services.store, len(services.memory[Script].planned)
    counts = {**store.counts(), **({"reply rules": rules} if rules else {})}
    if not counts:
        return "nothing"
    projects = {scope for kind in SCOPED for scope in store[kind].scopes()}
    calls_first = sorted(counts, key=lambda kind: kind != CALLS.name)
    numbers = [counted(counts[kind], NAMES.get(kind, kind)) for kind in calls_first]
    return ", ".join([counted(len(projects), "projects"), *numbers])


def counted(number: int, plural: str) -> str:
    """Write a number and its noun: `1 call`, `2 calls`."""
    return f"{number} {plural.removesuffix('s') if number == 1 else plural}"


def _title(app: App) -> str:
    settings = app.settings
    operations = len({row.name for row in app.rows})
    seed = "random" if settings.seed is None else settings.seed
    clock = f"frozen at {iso(settings.now)}" if settings.now else "real"
    listing = f"listing {settings.listing} ({operations} operations)"
    return f"mockserver {__version__}   {listing}   seed {seed}   clock {clock}"


def _projects(app: App, url: str) -> list[str]:
    """A link to the traces of each project, unless there are many."""
    names = sorted({scope for kind in SCOPED for scope in app.services.store[kind].scopes()})
    links = [f"{INDENT}{url}/__console/p/{quote(name)}/traces" for name in names]
    return links if len(links) <= MOST_LINKS else []


def _upstream(settings: Settings) -> list[str]:
    if not settings.upstream:
        return []
    target = f"recorded to {settings.save}" if settings.save else "not recorded without --save"
    return [f"  upstream   {', '.join(settings.upstream)}   {target}"]


def _pages(settings: Settings) -> str:
    """The web pages that may call this server."""
    if "*" in settings.allow_origin:
        return "any origin is allowed"
    return f"allowed from {' and '.join(['this machine', *settings.allow_origin])} only"


def _warning(settings: Settings) -> list[str]:
    """A warning if other machines can reach the server."""
    if is_loopback(settings.host):
        return []
    if settings.allow_admin:
        who = "anybody there controls this server without a key (--allow-admin)"
    elif settings.api_key:
        who = "anybody with a key of --api-key controls this server"
    else:
        who = "nobody controls this server without --api-key or --allow-admin"
    return [f"  warning    other machines can reach {settings.host}; {who}"]


def _keys(settings: Settings) -> str:
    if settings.api_key:
        return f"{counted(len(settings.api_key), 'keys')} accepted (--api-key)"
    if settings.auth == "none":
        return "none is required"
    return "any non-empty key is accepted"
