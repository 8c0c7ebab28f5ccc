"""Sums of status and token usage over a call and the calls below it."""

from __future__ import annotations

from collections import Counter, defaultdict

from mockserver.core.model import Record
from mockserver.data.models import Call, Prediction
from mockserver.trace.calls.models import TraceStatus


class Tally:
    """The sums that the official clients send as a call's summary. Observed."""

    def __init__(self) -> None:
        self._statuses: Counter[str] = Counter({TraceStatus.SUCCESS: 0, TraceStatus.ERROR: 0})
        self._usage: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def count(self, call: Call | Prediction) -> None:
        """Add one call, by itself."""
        self._statuses[TraceStatus.ERROR if call.exception else TraceStatus.SUCCESS] += 1
        if call.usage:
            prompt, completion = call.usage.prompt, call.usage.completion
            self._usage[call.usage.model].update(
                requests=1,
                prompt_tokens=prompt,
                completion_tokens=completion,
                total_tokens=prompt + completion,
            )

    def include(self, other: Tally) -> None:
        """Add the sums of another tally."""
        self._statuses.update(other._statuses)
        for model, tokens in other._usage.items():
            self._usage[model].update(tokens)

    def summary(self) -> Record:
        """The sums as a call's `summary` has them."""
        summary: Record = {"status_counts": {str(name): n for name, n in self._statuses.items()}}
        if self._usage:
            summary["usage"] = {model: dict(tokens) for model, tokens in self._usage.items()}
        return summary
