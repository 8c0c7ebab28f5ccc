"""Rows of tables in Markdown or CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from functools import partial
from itertools import groupby


def rows_of(text: str) -> list[list[str]]:
    """The rows of a Markdown table or of CSV in a text, the header first."""
    lines = [re.sub(r" {2,}", "\t", line.strip()) for line in text.splitlines()]
    piped = [line for line in lines if "|" in line]
    if len(piped) >= 2:
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in piped]
        return [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    for sign in (",", "\t", ";"):
        # The longest run of lines with equally many separators
        blocks = groupby(lines, partial(_separators, sign))
        block = max(([*block] for count, block in blocks if count), key=len, default=[])
        if len(block) > 1:
            return [[cell.strip() for cell in row] for row in csv.reader(block, delimiter=sign)]
    return []


def _separators(sign: str, line: str) -> int:
    """The number of separators in a row of CSV, 0 for prose, labels, a list or a log."""
    is_other = ": " in line or line.startswith("- ") or line.endswith((".", "?"))
    return 0 if is_other or re.match(r"\S+ \d\d:\d\d:\d\d", line) else line.count(sign)


def table_of(rows: Sequence[Sequence[str]]) -> str:
    """Rows, the header first, as a Markdown table."""
    header, *body = rows
    return "\n".join(f"| {' | '.join(line)} |" for line in [header, ["---"] * len(header), *body])
