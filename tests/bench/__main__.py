"""`python -m tests.bench [ROWS] [--json]`: measure, print the table. Needs Linux.

Exit code 0 when every row was measured, met or missed; 1 when one could not be; 2 for a wrong
argument.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence

from tests.bench import table
from tests.bench.bench import Bench, Effort
from tests.bench.load import Generator, generator
from tests.bench.process import Failed
from tests.bench.rows import ROWS, Row
from tests.bench.table import Result


class UnknownRows(ValueError):
    """Somebody asked for rows that are not declared."""


def chosen(names: str, *, million: bool = False) -> list[Row]:
    """The rows named, with commas between, in the order of the table.

    If none is, all; those that take a million calls only if they are asked for.
    """
    wanted = {name.strip().lower(): name.strip() for name in names.split(",") if name.strip()}
    known = [row.id.lower() for row in ROWS.values()]
    if unknown := [name for key, name in wanted.items() if key not in known]:
        raise UnknownRows(f"no row {', '.join(unknown)}; there are {', '.join(ROWS)}")
    if wanted:
        return [row for row in ROWS.values() if row.id.lower() in wanted]
    return [row for row in ROWS.values() if million or not row.million]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bench; the exit code."""
    options = _options(arguments)
    try:
        rows = chosen(options.rows, million=options.million)
    except UnknownRows as error:
        print(error, file=sys.stderr)
        return 2
    effort = Effort(options.rounds, options.seconds, options.stored, options.kills)
    load = generator(wrk=options.wrk)
    show = _show_json if options.json else _show_table
    results = show(measured(rows, effort, load), load, effort)
    return int(any(result.outcome is None for result in results))


def measured(rows: Sequence[Row], effort: Effort, load: Generator) -> Iterator[Result]:
    """Row after row, each with servers of its own."""
    for row in rows:
        try:
            with Bench(effort, load) as bench:
                yield Result(row, row.measure(bench))
        except Failed as failure:
            yield Result(row, None, str(failure))


def _show_table(results: Iterator[Result], load: Generator, effort: Effort) -> list[Result]:
    print(table.heading())
    shown = []
    for result in results:
        print(table.line(result), flush=True)
        shown.append(result)
    print(table.footing(table.circumstances(load, effort)))
    return shown


def _show_json(results: Iterator[Result], load: Generator, effort: Effort) -> list[Result]:
    shown = list(results)
    rows = [table.as_json(result) for result in shown]
    print(json.dumps({**table.circumstances(load, effort), "rows": rows}, indent=2))
    return shown


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser("python -m tests.bench", description="Ratios to bare limits.")
    parser.add_argument("rows", nargs="?", default="", help="some rows only, such as H1,H3")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=_positive, default=5, help="rounds per row (5)")
    parser.add_argument("--seconds", type=_positive, default=1, help="length of a round (1)")
    parser.add_argument(
        "--stored", type=_positive, default=10_000, help="calls stored for H2, H4 and H9 (10,000)"
    )
    parser.add_argument("--kills", type=_positive, default=20, help="servers killed for S6 (20)")
    parser.add_argument(
        "--million", action="store_true", help="also the rows with a million calls; takes minutes"
    )
    parser.add_argument("--no-wrk", dest="wrk", action="store_false", help="use our own client")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1 on, please")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
