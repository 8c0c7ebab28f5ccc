"""Slots in the texts of a reply, such as `{city}` or `{1}`, filled with captures of a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from mockserver.core.matching.patterns import Captured
from mockserver.core.matching.values import leaves
from mockserver.core.model import with_texts

_SLOT = re.compile(r"\{(\w+)\}")


def slots(value: Any) -> Iterator[str]:
    """The names of all slots in the texts of a JSON value."""
    for leaf in leaves(value):
        if isinstance(leaf, str):
            yield from _SLOT.findall(leaf)


def filled(value: Any, captured: Captured) -> Any:
    """The same JSON value with captures in its slots."""
    fill = partial(_SLOT.sub, lambda slot: captured.get(slot[1], slot[0]))
    return with_texts(value, fill)
