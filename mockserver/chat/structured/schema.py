"""JSON for a schema: schema, plan, values, judge.

The `judge` reads the schema. For each place in the answer the `plan` says what holds there, and
the `writer` makes a value. What is written is judged as a whole before it is given out; if it is
wrong, or took its share of the budget, it is begun anew with another draw.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from mockserver.chat.structured.budget import Budget, DeadEnd, TooMuchWork, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.plan import Planner, Subschema
from mockserver.chat.structured.writer import DEPTH, ValueWriter
from mockserver.core.codec import decode, encode
from mockserver.core.limits import LARGEST_SCHEMA, MOST_VALUES

_ROUNDS = 12
_SHARE = 8
"""A round may cost this part of the budget; the first one that, twice."""

_MOST_KEPT = 256
_ILL_TYPED = (AttributeError, KeyError, TypeError, ValueError)
"""Errors of keywords that nobody has checked, since the schema's draft does not know them."""


def write(
    schema: Mapping[str, Any] | bool, key: bytes, hint: str = "", budget: Budget | None = None
) -> str:
    """Compact JSON that satisfies `schema`: a pure function of its arguments.

    `hint` is what the user said. JSON Schema 2020-12, or the draft that `$schema` names. Raises
    Unservable if the schema is broken, if no value satisfies it, or if none was found.
    """
    budget = budget or Budget()
    with _document(schema, budget) as document:
        return document.write(key, hint, budget)


def objection(schema: Mapping[str, Any] | bool, value: Any, budget: Budget) -> str | None:
    """The keyword by which a value does not satisfy `schema`, if any. Raises like `write`."""
    with _document(schema, budget) as document:
        return document.objection(value, budget)


class CompiledSchema:
    """A schema that was read, with what is remembered of it. It serves one writer at a time."""

    def __init__(self, text: bytes) -> None:
        self._judge = Judge(decode(text))
        self._planner = Planner(self._judge)
        self._root = Subschema(self._judge.schema, self._judge.resolver)

    def objection(self, value: Any, budget: Budget) -> str | None:
        """The keyword by which a value does not satisfy the document, if any."""
        self._judge.budget = budget
        return self._judge.objection_to_whole(value)

    def write(self, key: bytes, hint: str, budget: Budget) -> str:
        """The first value that the judge accepts. Raises what the last draw failed by."""
        self._judge.budget = budget
        if self._planner.least_values(self._root) > MOST_VALUES:
            raise TooMuchWork
        failure: Unservable = TooMuchWork()
        for draws, depth, share, careful in self._rounds(key, budget):
            writer = ValueWriter(self._judge, self._planner, draws, hint, careful=careful)
            try:
                with budget.share(share):
                    value = writer.whole(self._root, depth)
                    objection = self._judge.objection_to_whole(value)
                if objection is None:
                    return encode(value).decode()
                failure = DeadEnd(f"no value was found that `{objection}` allows")
            except DeadEnd as dead:
                failure = dead
            except TooMuchWork:
                continue
        raise failure

    def _rounds(self, key: bytes, budget: Budget) -> Iterator[tuple[Draws, int, int, bool]]:
        """The draws, the depth, the share of the budget and the care of one writer after the other.

        The key has half of the budget. The other half is for draws that are the same for every
        key, and for values that are no larger than they must: so acceptance does not depend on it.
        Every other writer is careful, which costs more and fails less.
        """
        share, half = budget.left // _SHARE, budget.left // 2
        for number in range(_ROUNDS):
            if budget.left > half:
                draws = Draws(b"%b%d" % (key, number))
                yield draws, DEPTH, share if number else 2 * share, number % 2 == 1
        for number in range(_ROUNDS):
            if budget.left > 0:
                yield Draws(b"%d" % number), 0, share if number else half, number % 2 == 1


_kept: OrderedDict[bytes, CompiledSchema] = OrderedDict()
"""Documents that nobody is writing for; many requests have the same. The latest is the last."""


@contextmanager
def _document(schema: Mapping[str, Any] | bool, budget: Budget) -> Iterator[CompiledSchema]:
    """The document of a schema, for the block alone: others may come while it pauses.

    Raises Unservable, also if the block fails by a keyword that nobody has checked.
    """
    try:
        text = encode(schema)
        if len(text) > LARGEST_SCHEMA:
            raise Unservable(f"the schema has more than {LARGEST_SCHEMA} bytes")
        budget.spend_on_reading(text)
        document = _kept.pop(text, None) or CompiledSchema(text)
        try:
            yield document
        finally:
            _keep(text, document)
    except RecursionError:
        raise Unservable("the schema nests too deeply") from None
    except _ILL_TYPED:
        raise Unservable("a keyword that its draft does not know has no right value") from None


def _keep(text: bytes, document: CompiledSchema) -> None:
    _kept[text] = document
    while len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
