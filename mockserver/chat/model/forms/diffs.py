"""Diffs of code: the change that a commit message has to name."""

from __future__ import annotations

import re

from mockserver.chat.model.content.topic import subject_of
from mockserver.chat.model.patterns import pattern

_FILE = pattern(r"^\+\+\+ (?:b/)?(\S+)|^diff --git \S+ (?:b/)?(\S+)", re.MULTILINE)
_REMOVED = pattern(r"^-(?!-)[ \t]*(\S.*)$", re.MULTILINE)
_ADDED = pattern(r"^\+(?!\+)[ \t]*(\S.*)$", re.MULTILINE)
_PROSE = (".md", ".rst", ".txt")
_NAME = pattern(
    r"(?:def|class|function|func|fn|const|let|var|interface|type)\s+(\w+)|([A-Za-z_][\w.]*)"
)


def change_in(text: str) -> str:
    """The change of a diff: `change retries from 3 to 5 in config.py`; empty if there is none."""
    removed, added = _REMOVED.search(text), _ADDED.search(text)
    changed = added or removed
    if not changed or not (name := _NAME.search(changed[1])):
        return ""
    file = _file_in(text)
    place = f" in {file.rpartition('/')[2]}" if file else ""
    if file.endswith(_PROSE):
        return f"{'describe' if added else 'remove'} {subject_of(changed[1]).lower()}{place}"
    what = name[1] or name[2]
    if not (removed and added):
        return f"{'add' if added else 'remove'} {what}{place}"
    pairs = zip(removed[1].split(), added[1].split(), strict=False)
    values = [(old.strip(",;"), new.strip(",;")) for old, new in pairs if old != new]
    if len(values) == 1 and len(removed[1].split()) == len(added[1].split()):
        old, new = values[0]
        return f"change {what} from {old} to {new}{place}" if old != what else f"use {new}{place}"
    return f"update {what}{place}"


def type_of_change(text: str) -> str:
    """The type and the scope of a diff in a conventional commit: `fix(config)`."""
    file = _file_in(text)
    if not change_in(text):
        return ""
    folder, _, name = file.rpartition("/")
    scope = f"({name.partition('.')[0]})" if name else ""
    if re.search(r"\btests?\b", f"{folder} {name}".replace("_", " ")):
        return f"test{scope}"
    if name.endswith(_PROSE):
        return f"docs{scope}"
    return f"{'fix' if _REMOVED.search(text) else 'feat'}{scope}"


def _file_in(text: str) -> str:
    found = _FILE.search(text)
    return (found[1] or found[2]) if found else ""
