"""Warnings about a data file: refs that lead nowhere, replies that are never reached."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mockserver.chat.script.shadow import leaves_nothing
from mockserver.core.errors import ApiError
from mockserver.core.refs import SCHEME, Ref, parse_ref
from mockserver.data.models import DataFile
from mockserver.data.source import Problem, Source, Step, place
from mockserver.store.store import Store
from mockserver.trace.calls.kinds import CALLS
from mockserver.trace.objects import versions as objects

ANY_VERSION = "*"
"""The version in refs of monitors and saved views, which mean every version of an op."""


def find_warnings(source: Source, data: DataFile, store: Store) -> list[Problem]:
    """The warnings about one file, by line; `store` has loaded it already."""
    content = json.loads(source.text)
    return sorted([*_dangling(source, content, store), *_unreached(source, data)])


def _dangling(source: Source, content: Any, store: Store, *steps: Step) -> Iterator[Problem]:
    if isinstance(content, str):
        ref = _ref(content)
        if ref and not _leads_somewhere(ref, store):
            yield source.problem(steps, f"{place(*steps)}: nothing is there: {content}")
    elif isinstance(content, dict | list):
        items = content.items() if isinstance(content, dict) else enumerate(content)
        for step, item in items:
            yield from _dangling(source, item, store, *steps, step)


def _ref(text: str) -> Ref | None:
    if not text.startswith(SCHEME):
        return None
    try:
        return parse_ref(text)
    except ApiError:
        return None


def _leads_somewhere(ref: Ref, store: Store) -> bool:
    """True if the call or the version is there; tables may have names of the file."""
    if ref.kind == "call":
        return store[CALLS].has(ref.project_id, ref.name)
    if not ref.version or ref.version == ANY_VERSION:
        return True
    try:
        objects.find_text(store, ref.project_id, ref.name, ref.version)
    except ApiError:
        return False
    return True


def _unreached(source: Source, data: DataFile) -> Iterator[Problem]:
    for at, rule in enumerate(data.replies):
        for before, earlier in enumerate(data.replies[:at]):
            if not rule.next and leaves_nothing(earlier, rule):
                where = place("replies", at)
                because = f"{place('replies', before)} answers all that it could"
                yield source.problem(("replies", at), f"{where}: never reached: {because}")
                break
