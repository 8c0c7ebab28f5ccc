"""Tokens that a reply may not have: `logit_bias`, `allowed_token_ids` and `bad_words`.

Chosen for a bias: -100 and less bans a token, 100 and more forces it, values between have no
effect. A token that is not allowed is replaced by another word of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import shake_128
from itertools import islice

from mockserver.chat.models import ChatRequest
from mockserver.chat.prompt.tokens import split
from mockserver.chat.prompt.vocabulary import END, END_ID, SPOKEN, readings, token_id

FIELDS = frozenset({"logit_bias", "allowed_token_ids", "bad_words"})
"""Fields whose absence allows the fast path."""

Say = Callable[[bytes], Sequence[str]]
"""Makes the tokens of a reply from a key, the only source of randomness."""

MOST_BIAS = 100
_TRIES = 32


class Bans:
    """The tokens that a request bans, or the only ones that it allows."""

    def __init__(self, body: ChatRequest, message: str) -> None:
        bias = body.get("logit_bias") or {}
        forced = {int(name) for name, value in bias.items() if value >= MOST_BIAS}
        self._banned = {int(name) for name, value in bias.items() if value <= -MOST_BIAS}
        allowed = body.get("allowed_token_ids")
        self._only = _only_allowed(allowed, forced, self._banned)
        self._words = WordFinder(body.get("bad_words") or ())
        self._message = message

    @property
    def bans_end(self) -> bool:
        """True if the end token is not allowed."""
        return END_ID in self._banned or bool(self._only and END_ID not in self._only)

    def allowed(self, say: Say, most: int, key: bytes) -> tuple[str, ...]:
        """The allowed tokens of a reply, which ends early when no token may follow."""
        tokens = self._drawn_tokens(key, most) if self._only else say(key)
        return tuple(self._without_banned(tokens)) or (END,)

    def _drawn_tokens(self, key: bytes, most: int) -> Iterator[str]:
        """Allowed tokens, until the end is drawn."""
        draws = memoryview(shake_128(key).digest(4 * most)).cast("I")
        for draw in draws:
            token = self._choice[draw % len(self._choice)]
            if token == END:
                return
            yield token

    def _without_banned(self, reply: Iterable[str]) -> Iterator[str]:
        state = 0
        for position, drawn in enumerate(reply):
            for token in islice(self._candidates(drawn, position), _TRIES):
                after = self._words.read(state, token)
                if after is not None:
                    break
            else:
                return
            yield token
            state = after

    def _candidates(self, token: str, position: int) -> Iterator[str]:
        """A token unless it is banned, then its substitutes."""
        if self._only or token_id(token) not in self._banned:
            yield token
        words = self._inner if token.startswith(" ") else self._first
        start = position % len(words) if words else 0
        yield from words[start:]
        yield from words[:start]

    @cached_property
    def _choice(self) -> list[str]:
        """The tokens that a reply may have."""
        if self._only:
            return readings(self._only, split(" " + self._message))
        return [word for word in SPOKEN if token_id(word) not in self._banned]

    @cached_property
    def _inner(self) -> list[str]:
        """Tokens that begin with a blank, except any with a banned word inside."""
        return [word for word in self._choice if word[:1] == " " and self._is_good(word)]

    @cached_property
    def _first(self) -> list[str]:
        """Tokens that do not."""
        return [word for word in self._choice if word[:1] not in ("", " ") and self._is_good(word)]

    def _is_good(self, word: str) -> bool:
        return self._words.read(0, word) is not None


class WordFinder:
    """Finds any of several words in a growing text (Aho and Corasick)."""

    def __init__(self, words: Iterable[str]) -> None:
        self._next: list[dict[str, int]] = [{}]
        self._ends = [False]
        for word in words:
            self._add(word)
        self._link()

    def read(self, state: int, text: str) -> int | None:
        """The state after more text, or None when it completes a word. The first state is 0."""
        steps = self._next
        for character in text:
            while state and character not in steps[state]:
                state = self._back[state]
            state = steps[state].get(character, 0)
            if self._ends[state]:
                return None
        return state

    def _add(self, word: str) -> None:
        state = 0
        for character in word:
            following = self._next[state].get(character)
            if following is None:
                following = self._next[state][character] = len(self._next)
                self._next.append({})
                self._ends.append(False)
            state = following
        self._ends[state] = True

    def _link(self) -> None:
        """Find for each state the longest other one that its text ends with."""
        self._back = [0] * len(self._next)
        row = list(self._next[0].values())
        for state in row:
            for character, following in self._next[state].items():
                back = self._back[state]
                while back and character not in self._next[back]:
                    back = self._back[back]
                self._back[following] = self._next[back].get(character, 0)
                self._ends[following] |= self._ends[self._back[following]]
                row.append(following)


def _only_allowed(allowed: Sequence[int] | None, forced: set[int], banned: set[int]) -> list[int]:
    """The only ids that a reply may have; none if it may have all.

    Allowed ids come before any bias, as in the engine, where no other id has a chance.
    """
    if allowed is None:
        return sorted(forced)
    preferred = [number for number in allowed if number in forced]
    return preferred or [number for number in allowed if number not in banned] or list(allowed)
