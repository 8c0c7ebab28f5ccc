"""Prometheus's text format, of which we need three lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


class Sample(NamedTuple):
    """One value; `suffix` is what a summary adds to its name."""

    labels: Mapping[str, str]
    value: float
    suffix: str = ""


class Metric(NamedTuple):
    """Values of one thing under several labels."""

    name: str
    kind: Literal["counter", "gauge", "summary"]
    about: str
    samples: Iterable[Sample]


def exposition(metrics: Iterable[Metric]) -> bytes:
    """The text of metrics."""
    return "".join(line + "\n" for metric in metrics for line in _lines(metric)).encode()


def _lines(metric: Metric) -> Iterator[str]:
    yield f"# HELP {metric.name} {metric.about}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for labels, value, suffix in metric.samples:
        told = ",".join(f'{name}="{text.translate(_ESCAPES)}"' for name, text in labels.items())
        yield f"{metric.name}{suffix}{{{told}}} {value!r}"
