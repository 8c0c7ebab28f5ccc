"""Servers that are altered for a row: names of the package are set to other expressions."""

from __future__ import annotations

from collections.abc import Mapping

Alterations = Mapping[str, str]
"""`module:name` to the source of its value."""

ONE_EVENT_PER_SEND = {"mockserver.http.streams:EVENTS_PER_SEND": "1"}

SWITCH = "compact"
"""A file beside the database. A server with COMPACTION_BY_SWITCH compacts repeatedly while it
exists, and never otherwise."""

COMPACTION_BY_SWITCH = {
    "mockserver.store.upkeep:PAUSE": "0.002",
    "mockserver.store.disk:Disk.wants_compaction": (
        f"lambda disk, *, quiet: disk.logged and disk.path.with_name({SWITCH!r}).exists()"
    ),
}


def program(alterations: Alterations) -> str:
    """The command line of mockserver, altered, as the source of a program."""
    lines = []
    for name, value in alterations.items():
        lines += [f"import {name.partition(':')[0]}", f"{name.replace(':', '.')} = {value}"]
    return "\n".join([*lines, "from mockserver.cli import main", "main()"])
