"""JSON for a schema: schema, plan, values, judge.

For each value, the planner gathers the schemas that apply to it, and the writer makes it. The
judge validates the whole document. If it is invalid, or costs more than its share of the budget,
the next draw makes another one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any

from mockserver.chat.structured.budget import Budget, DeadEnd, TooMuchWork, Unservable
from mockserver.chat.structured.draws import Draws
from mockserver.chat.structured.judge import Judge
from mockserver.chat.structured.plan import Planner, Subschema
from mockserver.chat.structured.values import DEPTH, NO_MESSAGE, Message, ValueWriter
from mockserver.core.codec import decode, encode
from mockserver.core.limits import LARGEST_SCHEMA, MOST_VALUES

_ROUNDS = 12
_SHARE = 8
"""A round may use an eighth of the budget, the first one a quarter."""

_MOST_KEPT = 256
_ILL_TYPED = (AttributeError, KeyError, TypeError, ValueError)
"""Errors by keywords with ill-typed values, unchecked because the schema's draft has none such."""


def write(
    schema: Mapping[str, Any] | bool,
    key: bytes,
    message: Message = NO_MESSAGE,
    budget: Budget | None = None,
) -> str:
    """Compact JSON that satisfies `schema`: a pure function of its arguments.

    The draft is JSON Schema 2020-12 unless `$schema` names another.
    Raises Unservable if the schema is invalid, if no value satisfies it, or if none was found.
    """
    budget = budget or Budget()
    try:
        text = encode(schema)
        if len(text) > LARGEST_SCHEMA:
            raise Unservable(f"the schema has more than {LARGEST_SCHEMA} bytes")
        budget.spend_on_reading(text)
        # It is out of the dictionary meanwhile: other requests may run while this one pauses.
        document = _kept.pop(text, None) or CompiledSchema(text)
        try:
            return document.write(key, message, budget)
        finally:
            _kept[text] = document
            if len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
    except RecursionError:
        raise Unservable("the schema nests too deeply") from None
    except _ILL_TYPED:
        raise Unservable("a keyword that the draft does not define has an invalid value") from None


class CompiledSchema:
    """A schema with its judge and its planner's caches. It serves one writer at a time."""

    def __init__(self, text: bytes) -> None:
        self._judge = Judge(decode(text))
        self._planner = Planner(self._judge)
        self._root = Subschema(self._judge.schema, self._judge.resolver)

    def write(self, key: bytes, message: Message, budget: Budget) -> str:
        """The first value that the judge accepts. Raises the failure of the last draw."""
        self._judge.budget = budget
        if self._planner.least_values(self._root) > MOST_VALUES:
            raise TooMuchWork
        failure: Unservable = TooMuchWork()
        for draws, depth, share, careful in self._rounds(key, budget):
            writer = ValueWriter(self._judge, self._planner, draws, message, careful=careful)
            try:
                with budget.share(share):
                    value = writer.document(self._root, depth)
                    objection = self._judge.objection_to_whole(value)
                if objection is None:
                    return encode(value).decode()
                failure = DeadEnd(f"no value was found that `{objection}` allows")
                message = message._replace(known={})
            except DeadEnd as error:
                failure = error
            except TooMuchWork:
                continue
        raise failure

    def _rounds(self, key: bytes, budget: Budget) -> Iterator[tuple[Draws, int, int, bool]]:
        """The draws, depth and share of the budget of each attempt, and whether it is careful.

        Draws of the key get half of the budget. The other half is for draws that are the same for
        every key, and for the smallest values: so whether a schema is accepted does not depend on
        the key. Every other writer is careful, which costs more and fails less.
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
"""Compiled schemas that are not in use, by their JSON, the most recently used last."""
