"""Warnings about a data file: refs to nothing, and replies that are never reached."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mockserver.chat.script.shadow import covers
from mockserver.core.errors import ApiError
from mockserver.core.refs import SCHEME, parse_ref
from mockserver.data.models import DataFile
from mockserver.data.source import Problem, Source, place, texts_of
from mockserver.store.store import Store
from mockserver.trace.kinds import CALLS
from mockserver.trace.objects import versions as objects


def find_warnings(source: Source, data: DataFile, store: Store) -> list[Problem]:
    """The warnings about a file that `store` has loaded, by line."""
    return sorted([*_dangling(source, store), *_unreached(source, data)])


def _dangling(source: Source, store: Store) -> Iterator[Problem]:
    for text, steps in texts_of(json.loads(source.text)):
        if text.startswith(SCHEME) and not _exists(text, store):
            yield source.problem(steps, f"the ref leads to nothing: {text}")


def _exists(text: str, store: Store) -> bool:
    """False if a ref names a call or a version that is missing; tables may have local names."""
    try:
        ref = parse_ref(text)
    except ApiError:
        return True
    if ref.kind == "call":
        return store[CALLS].has(ref.project_id, ref.name)
    if ref.version in ("", "*"):  # Monitors and saved views mean every version of an op by `*`.
        return True
    try:
        objects.find_text(store, ref.project_id, ref.name, ref.version)
    except ApiError:
        return False
    return True


def _unreached(source: Source, data: DataFile) -> Iterator[Problem]:
    for at, rule in enumerate(data.replies):
        for before, earlier in enumerate(data.replies[:at]):
            if not rule.next and covers(earlier, rule):
                reason = f"never reached: {place('replies', before)} matches all its requests"
                yield source.problem(("replies", at), reason)
                break
