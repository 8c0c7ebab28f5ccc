"""An answer to a question, before it is written in a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Answer(NamedTuple):
    """An answer in a sentence, and alone for whoever asked for nothing else."""

    text: str
    value: str
    """`Paris` of `The capital of France is Paris.`; the text itself if nothing is shorter."""
    items: Sequence[str] = ()
    """The parts of an answer that is several things: the colours of the rainbow, main points."""
    is_known: bool = True
    """False if all it says is that the conversation does not hold the answer."""


def stated(text: str, value: object = None, items: Sequence[str] = ()) -> Answer:
    """An answer whose value is the text, if no other is given."""
    return Answer(text, text if value is None else str(value), items)


def listed(items: Sequence[str]) -> str:
    """`red, green and blue`."""
    *several, last = items or ("nothing",)
    return f"{', '.join(several)} and {last}" if several else last
