"""Which process listens on a port, where the system tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
LISTENS = "0A"


def listener_on(port: int) -> int | None:
    """Its number; None if it is somebody else's, or this is not Linux."""
    sockets = {f"socket:[{inode}]" for inode in _inodes(port)}
    processes = PROC.glob("[0-9]*") if sockets else ()
    return next((int(each.name) for each in processes if _holds(each, sockets)), None)


def _holds(process: Path, sockets: set[str]) -> bool:
    """Whether a process has one of these open; one that ended, or is not ours to see, has none."""
    try:
        return any(str(file.readlink()) in sockets for file in (process / "fd").iterdir())
    except OSError:
        return False


def _inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        try:
            _, *lines = (PROC / "net" / table).read_text("ascii").splitlines()
        except OSError:
            return
        for _, local, _, state, *rest in map(str.split, lines):
            if state == LISTENS and local.endswith(f":{port:04X}"):
                yield rest[5]
