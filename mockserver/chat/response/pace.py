"""Pace: the delays before the tokens of a response."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import shake_128
from typing import TYPE_CHECKING, NamedTuple

from mockserver.chat.decoding.ending import Generation
from mockserver.core.values import pace, speed
from mockserver.settings import Settings

if TYPE_CHECKING:
    from mockserver.chat.script.models import Line


class Pace(NamedTuple):
    """Seconds before the first token and before each further one; `jitter` is the share by which
    each may be longer or shorter."""

    first: float = 0
    token: float = 0
    jitter: float = 0

    def waits(self, choices: Sequence[Generation], name: str) -> list[float]:
        """The seconds before each token; choices run in parallel. Jitter depends on the name."""
        tokens = max((len(choice.tokens) for choice in choices), default=1)
        waits = [self.first, *[self.token] * (tokens - 1)]
        if not self.jitter:
            return waits
        draws = shake_128(name.encode(errors="surrogatepass")).digest(tokens)
        return [
            wait * (1 + self.jitter * (draw / 127.5 - 1))
            for wait, draw in zip(waits, draws, strict=True)
        ]


def pace_of(settings: Settings, model: str, line: Line | None) -> Pace | None:
    """The pace of a response: of its rule, its model or the server; None without delays."""
    if not (line or settings.first_token or settings.token_delay or settings.model_pace):
        return None
    of_model = _of_models(settings.model_pace).get(model)
    first, token = of_model or (settings.first_token, settings.token_delay)
    jitter = settings.jitter
    if line and line.recorded:
        faster = speed(settings.replay_pace)
        first, token = line.recorded.first_token / faster, line.recorded.token / faster
    if line:
        first = (first if line.first_token is None else line.first_token) + line.delay
        token = token if line.token is None else line.token
        jitter = jitter if line.jitter is None else line.jitter
    return Pace(first, token, jitter) if first or token else None


@lru_cache(maxsize=8)
def _of_models(texts: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    return dict(map(pace, texts))
