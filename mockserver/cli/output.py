"""Output to a terminal, which never ends a server."""

from __future__ import annotations

import json
import os
import sys
from typing import TextIO


def say(text: str) -> None:
    """Print and flush a text. Once that fails, as into a closed pipe, stdout is discarded."""
    try:
        print(text, flush=True)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def legible(text: str) -> str:
    """Escape the characters in JSON that move a terminal's cursor or reverse its text."""
    return "".join(
        each if each.isprintable() or each == "\n" else json.dumps(each)[1:-1] for each in text
    )


def keep_streams() -> None:
    """Replace a stdout or stderr that was closed before the start."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")
