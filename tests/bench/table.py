"""The table: one line per row, for people or as JSON."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict, dataclass
from typing import Any

from tests.bench.bench import Effort
from tests.bench.figures import Outcome, factor
from tests.bench.load import Generator
from tests.bench.process import cores
from tests.bench.rows import Row

HEAD = ("id", "what is measured", "ours", "limit", "ratio", "CPU", "target", "verdict")
LINE = "{:<5} {:<41} {:>20} {:>20}  {:>6} {:>5}  {:>9}  {}"


@dataclass(frozen=True)
class Result:
    """A row with what it measured, or the sentence why it could not."""

    row: Row
    outcome: Outcome | None
    failure: str = ""

    @property
    def verdict(self) -> str:
        if self.outcome is None:
            return "failed"
        if self.row.target is None:
            return "-"
        verdict = "met" if self.row.target.met(self.outcome.judged) else "MISSED"
        return f"{verdict} by CPU" if self.outcome.held_back else verdict


def heading() -> str:
    """The line above the rows."""
    return LINE.format(*HEAD)


def line(result: Result) -> str:
    """The line of one row."""
    row, outcome = result.row, result.outcome
    target = str(row.target or "-")
    if outcome is None:
        return LINE.format(row.id, row.title, *"-" * 4, target, f"failed: {result.failure}")
    verdict = f"{result.verdict} ({outcome.note})" if outcome.note else result.verdict
    ratios = map(_ratio, (outcome.ratio, outcome.cpu_ratio))
    figures = (str(outcome.ours), str(outcome.limit or "-"), *ratios)
    return LINE.format(row.id, row.title, *figures, target, verdict)


def as_json(result: Result) -> dict[str, Any]:
    """One row for programs."""
    row, outcome = result.row, result.outcome
    target = asdict(row.target) if row.target else None
    known = {"id": row.id, "title": row.title, "target": target}
    if outcome is None:
        return {**known, "verdict": result.verdict, "failure": result.failure}
    ratios = {"ratio": outcome.ratio, "cpu_ratio": outcome.cpu_ratio}
    return {**known, **asdict(outcome), **ratios, "verdict": result.verdict}


def circumstances(generator: Generator, effort: Effort) -> dict[str, Any]:
    """Under which the figures were taken."""
    server, client = cores()
    return {
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "generator": generator.name,
        "cores": {"server": server, "load": client},
        **asdict(effort),
        "python": platform.python_version(),
    }


def footing(known: dict[str, Any]) -> str:
    """The circumstances in words, and how to read a verdict."""
    return (
        f"load average {known['load_average']}; load by {known['generator']}; "
        f"server on core {known['cores']['server']}, load on core {known['cores']['load']}; "
        f"best of {known['rounds']} rounds of {known['seconds']} s; Python {known['python']}\n"
        "by CPU: neighbours or the load held a server back, so processor times are compared"
    )


def _ratio(value: float | None) -> str:
    return "-" if value is None else factor(value)
