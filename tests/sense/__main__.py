"""Measure how well the model does what prompts ask: `make sense`."""

from __future__ import annotations

from tests.sense import bfcl, ifeval, own


def main() -> None:
    """Print every figure in percent."""
    for room in (ifeval, bfcl, own):
        for name, share in room.measure().items():
            print(f"{name:42} {share:5.1f} %", flush=True)


main()
