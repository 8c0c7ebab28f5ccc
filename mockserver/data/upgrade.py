"""Data files of older versions of the format, read as today's.

The version is the first member of a file. A change that old files do not survive adds a function
to `UPGRADES`, which makes a file of the version before into one of the new version.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mockserver.core.model import Record

Upgrade = Callable[[Record], Record]

UPGRADES: tuple[Upgrade, ...] = ()
"""From version 1 to 2, from 2 to 3 and so on."""

VERSION = len(UPGRADES) + 1


def upgraded(content: Any, upgrades: Sequence[Upgrade] = UPGRADES) -> Any:
    """The content as the latest version has it; what is no such file is left to its model.

    Raises ValueError for a version that this program does not know yet.
    """
    version = content.get("mockserver") if isinstance(content, dict) else None
    if type(version) is not int or version < 1:
        return content
    latest = len(upgrades) + 1
    if version > latest:
        raise ValueError(f"format {version} is newer than this mockserver, which reads {latest}")
    for upgrade in upgrades[version - 1 :]:
        content = upgrade(content)
    return {**content, "mockserver": latest}
