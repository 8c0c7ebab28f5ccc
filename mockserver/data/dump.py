"""The whole state as a data file, in the exact form: loading it makes the same state again."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator

from mockserver.chat.script.models import Rule
from mockserver.chat.script.script import Script
from mockserver.core.codec import encode
from mockserver.core.model import Json, Record
from mockserver.data.models import VERSION
from mockserver.data.records import FORMS, PROJECT
from mockserver.http.context import Services
from mockserver.http.faults import Fault
from mockserver.store.store import Store
from mockserver.trace.files.kinds import FILES

OUTER = 5
"""Levels above the records: file, projects, project, records, kind."""


def dump(services: Services, project: str | None = None) -> Record:
    """A data file of every project, or of one; equal states make equal files.

    Beside records it has the planned failures, of one project those for it alone, and the scripted
    replies, which belong to none; after them those that were recorded from an upstream.
    """
    store, projects = services.store, dict[str, Record]()
    with store.transaction:
        for kind in FORMS:
            for record in _records(store, kind):
                name = record.pop(PROJECT)
                if project in (None, name):
                    exact = projects.setdefault(name, {"records": {}})["records"]
                    exact.setdefault(kind, []).append(record)
    faults = [_fault(fault) for fault in _planned(services) if project in (None, fault.project)]
    replies = [] if project else _replies(services)
    return {
        "mockserver": VERSION,
        "projects": {name: projects[name] for name in sorted(projects)},
        **({"faults": faults} if faults else {}),
        **({"replies": replies} if replies else {}),
    }


def layout(data: Record) -> Iterator[bytes]:
    """The text of a data file in pieces: a line for each record, so that a change is a line."""
    yield from _spread(data, OUTER)
    yield b"\n"


def _spread(value: Json, levels: int) -> Iterator[bytes]:
    """Outer levels with a line for every member; what lies deeper is on one line."""
    if not levels or not value or not isinstance(value, dict | list):
        yield encode(value)
        return
    opening, closing = (b"{", b"}") if isinstance(value, dict) else (b"[", b"]")
    margin = b"\n" + b"  " * (OUTER - levels)
    separator = opening
    for member in value:
        yield separator + margin + b"  "
        if isinstance(value, dict):
            yield encode(member) + b": "
        yield from _spread(value[member] if isinstance(value, dict) else member, levels - 1)
        separator = b","
    yield margin + closing


def _records(store: Store, kind: str) -> Iterator[Record]:
    """The records of one kind in the order in which they came, without what goes unsaid."""
    defaults = {
        name: field.get_default(call_default_factory=True)
        for name, field in FORMS[kind].model_fields.items()
        if not field.is_required()
    }
    rows = store.tables[kind]
    for record in map(rows.record, rows.numbers()):
        short = {
            name: value
            for name, value in record.items()
            if name == PROJECT or name not in defaults or value != defaults[name]
        }
        yield _with_content(store, short) if kind == FILES.name else short


def _planned(services: Services) -> list[Fault]:
    return [planned.fault for planned in services.faults.planned]


def _fault(fault: Fault) -> Record:
    """The fault as it was planned; how often it was used is not told."""
    return {"operation": fault.operation, **fault.model_dump(exclude_defaults=True)}


def _replies(services: Services) -> list[Record]:
    scripted = [_reply(written.rule) for written in services.memory[Script].rules]
    return scripted + services.host.recorded()


def _reply(rule: Rule) -> Record:
    """The rule as it was written."""
    return rule.model_dump(exclude_unset=True)


def _with_content(store: Store, file: Record) -> Record:
    content = store.contents.read(file["digest"])
    if content is None:
        return file
    try:
        return {**file, "text": content.decode()}
    except UnicodeDecodeError:
        return {**file, "base64": b64encode(content).decode()}
