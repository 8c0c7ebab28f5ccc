"""Names: words by which prompts call what they bring and what they want, from `names.txt`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def named(kind: str) -> re.Pattern[str]:
    """A pattern of all names of a kind, as whole words in any case."""
    return re.compile(rf"\b(?:{alternatives(kind)})\b", re.IGNORECASE)


def alternatives(kind: str) -> str:
    """The names of a kind as a piece of a pattern."""
    return _listed()[kind].replace(", ", "|").replace("(", "(?:")


@cache
def _listed() -> Mapping[str, str]:
    lines = (files(__package__) / "names.txt").read_text("utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))
