"""What a server says on stdout: a reader who has gone, or a full disk, ends no server."""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO


def say(text: str) -> None:
    """Print and flush; once that fails nothing more is printed, at the end of Python neither."""
    try:
        print(text, flush=True)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def legible(text: str) -> str:
    """JSON without characters that move a terminal's cursor or turn its text around: they are
    escaped, so that it stays the same JSON."""
    return "".join(
        each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text
    )


def keep_streams() -> None:
    """Put something in the place of a stdout and a stderr that were closed before the start."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
