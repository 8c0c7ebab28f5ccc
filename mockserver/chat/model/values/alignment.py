"""Alignment: values in a text, found by the places that values have in example texts.

The value of an example is a span of its text, perhaps without small words or in another case. Its
counterpart in a new text is the span whose neighbours and whose shape are most like it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import or_
from typing import Any, NamedTuple

from mockserver.chat.model.dates import MONTH, WEEKDAYS
from mockserver.chat.model.meaning import STOP_WORDS
from mockserver.chat.model.numbers import NUMBER, number_of
from mockserver.chat.model.patterns import pattern

_TOKEN = pattern(r"[$€£#+]?\w+(?:[-.,'’@/:_]\w+)*%?|[^\w\s]")
_IS_NUMBER = pattern(rf"(?i){NUMBER}")
_DAY = pattern(rf"{'|'.join(WEEKDAYS)}|today|tonight|tomorrow|yesterday|{MONTH}")
_SHAPES = ((r"[a-z]+", "a"), (r"[^\W\d_a-z]+", "A"), (r"\d", "0"), (r"0[0.,]*", "0"))
_JOINTS = frozenset({",", "and", "or", "und", "et", "y", "e", "en"})
"""Tokens between the items of an enumeration."""

_MOST_TOKENS = 160
_LONGEST = 24
"""The most tokens of a span."""

_MOST_STARTS = 4
"""The starts of a span that are followed to an end."""

_BEFORE, _AFTER = (1.0, 0.5, 0.25), (1.0, 0.3)
"""The weights of the tokens before and after a span, the nearest first."""

_BEFORE_ANOTHER = 1.3
"""The score of an end before the value of another key, as in the example."""

_ENDS = frozenset("\n.!?;")
_BOUNDS = frozenset(',.!?;()"')
_CASES: Sequence[Callable[[str], str]] = (
    str, str.lower, str.upper, str.title, str.capitalize,
    lambda text: re.sub(r"\W+", "_", text.lower()),
    lambda text: re.sub(r"\W+", "-", text.lower()),
)  # fmt: skip
"""The ways of writing a span."""


class _Token(NamedTuple):
    lower: str
    shape: str
    """`0` for a number, `Aa` for a name, `A-0` for a code, `day` for a day or a month."""
    start: int
    end: int


class _Text(NamedTuple):
    """A text with its tokens."""

    text: str
    tokens: Sequence[_Token]

    def lower(self, index: int) -> str:
        """The token at an index in lower case; outside the text it is a line break."""
        return self.tokens[index].lower if 0 <= index < len(self.tokens) else "\n"


class _Span(NamedTuple):
    """The tokens of a text from `first` to `last`, but for those that a value leaves out."""

    first: int
    last: int
    left_out: frozenset[int] = frozenset()


class _Placed(NamedTuple):
    """A value with its span in a text, and the spans of other values in it."""

    text: _Text
    span: _Span
    value: Any
    others: Sequence[_Span] = ()


def aligned(texts: Sequence[str], rows: Sequence[Mapping[str, Any]], text: str) -> dict[str, Any]:
    """The values in a text for the keys whose values in all examples are spans of their texts.

    For a key that an example lacks, a span has to suit better than any of that example. If there
    is none, the value is None.
    """
    read, new = [*map(_tokens, texts)], _tokens(text)
    spans: dict[str, list[_Span | None]] = {}
    for key in rows[0]:
        shown = [row.get(key) for row in rows]
        found = [_place(value, each) for value, each in zip(shown, read, strict=True)]
        lacks = [value in (None, "", []) for value in shown]
        if any(found) and all(map(or_, map(bool, found), lacks)):
            spans[key] = found
    placed = {key: [*_placed(key, read, rows, spans)] for key in spans}
    taken: list[_Span] = []
    values: dict[str, Any] = {}
    for key in sorted(placed, key=lambda key: max(map(_vagueness, placed[key]))):
        absent = [each for each, span in zip(read, spans[key], strict=True) if not span]
        bars = [best[1] for each in absent if (best := _best(placed[key], each, []))]
        best = _best(placed[key], new, taken)
        if best is None or best[1] <= max(bars, default=0.0):
            values[key] = None
        else:
            taken.append(best[0])
            values[key] = _written(new, best[0], placed[key])
    return values


def _placed(
    key: str,
    texts: Sequence[_Text],
    rows: Sequence[Mapping[str, Any]],
    spans: Mapping[str, Sequence[_Span | None]],
) -> Iterator[_Placed]:
    """The values of a key that examples have, with their places."""
    for number, (text, row) in enumerate(zip(texts, rows, strict=True)):
        others = (each[number] for other, each in spans.items() if other != key)
        if span := spans[key][number]:
            yield _Placed(text, span, row[key], [*filter(None, others)])


def _vagueness(example: _Placed) -> tuple[bool, int]:
    """The order in which keys take their spans: numbers, names and codes before plain words."""
    span = example.span
    return example.text.tokens[span.first].shape == "a", span.last - span.first


def _place(value: Any, text: _Text) -> _Span | None:
    """The first place of a value in a text, where small words may be left out.

    A list has the place of its first item if all its items have one.
    """
    if isinstance(value, list):
        found = [_place(each, text) for each in value]
        return found[0] if found and all(found) else None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        numbers = (n for n, each in enumerate(text.tokens) if _number(each.lower) == value)
        return next((_Span(n, n) for n in numbers), None)
    wanted = [each.lower for each in _tokens(value.replace("_", " ")).tokens]
    firsts = (n for n, each in enumerate(text.tokens) if wanted and each.lower == wanted[0])
    return next(filter(None, (_followed(text, first, wanted) for first in firsts)), None)


def _followed(text: _Text, first: int, wanted: Sequence[str]) -> _Span | None:
    """The span of words in a text from an index on, without the small words between them."""
    at, left_out = first, set[int]()
    for word in wanted[1:]:
        at += 1
        while text.lower(at) != word and text.lower(at) in STOP_WORDS:
            left_out.add(at)
            at += 1
        if text.lower(at) != word:
            return None
    return _Span(first, at, frozenset(left_out))


def _best(
    examples: Sequence[_Placed], new: _Text, taken: Sequence[_Span]
) -> tuple[_Span, float] | None:
    """The span of a text that is most like those of the examples, with its score."""
    candidates = (each for example in examples for each in _candidates(example, new, taken))
    return max(candidates, key=lambda each: each[1], default=None)


def _candidates(
    example: _Placed, new: _Text, taken: Sequence[_Span]
) -> Iterator[tuple[_Span, float]]:
    """The likely spans of a text by one example, with their scores."""
    text, span = example.text, example.span
    width = span.last - span.first
    inner = {text.lower(index) for index in range(span.first, span.last + 1)}
    is_before_another = _is_before(text, span, example.others)
    free = {
        n for n in range(len(new.tokens)) if all(not one <= n <= last for one, last, _ in taken)
    }
    starts = [(_start_score(example, new, index), -index) for index in free]
    for score, negative in sorted(starts, reverse=True)[:_MOST_STARTS]:
        for last in range(-negative, _LONGEST - negative):
            if last not in free or (new.lower(last) in _BOUNDS and new.lower(last) not in inner):
                break
            if new.lower(last) in STOP_WORDS and text.lower(span.last) not in STOP_WORDS:
                continue
            found = _Span(-negative, last)
            end = _end_score(example, new, last)
            if is_before_another and _is_before(new, found, taken):
                end = max(end, _BEFORE_ANOTHER)
            apart = abs(width - (last + negative))
            fit = (
                0.6 if not apart else 0.3 - 0.1 * min(apart, 6) if width < 2 else 0.1 - 0.02 * apart
            )
            yield found, score + end + fit


def _is_before(text: _Text, span: _Span, others: Sequence[_Span]) -> bool:
    """True if only small words are between a span and another one after it."""
    at = span.last + 1
    while text.lower(at) in STOP_WORDS or text.lower(at) == ",":
        at += 1
    return any(each.first == at for each in others)


def _start_score(example: _Placed, new: _Text, first: int) -> float:
    text, start = example.text, example.span.first
    same = sum(
        weight
        for distance, weight in enumerate(_BEFORE, 1)
        if text.lower(start - distance) == new.lower(first - distance)
    )
    return same + _likeness(text.tokens[start], new.tokens[first])


def _end_score(example: _Placed, new: _Text, last: int) -> float:
    text, end = example.text, example.span.last
    same = 0.0
    for distance, weight in enumerate(_AFTER, 1):
        one, other = text.lower(end + distance), new.lower(last + distance)
        if one in _ENDS and other in _ENDS:
            same += weight / 2
        elif one == other:
            same += weight
    return same + _likeness(text.tokens[end], new.tokens[last])


def _likeness(one: _Token, other: _Token) -> float:
    """1 for two tokens of the same shape, such as numbers, names or codes; less for others."""
    if one.shape == other.shape:
        return 1.2 if one.lower == other.lower else 1.0
    if "0" in one.shape and "0" in other.shape:
        return 0.5
    return 0.4 if one.shape.isalpha() and other.shape.isalpha() else -0.5


def _written(new: _Text, span: _Span, examples: Sequence[_Placed]) -> Any:
    """The value of a span, written as the values of the examples are."""
    value = examples[0].value
    if isinstance(value, list):
        items = [each._replace(value=each.value[0]) for each in examples]
        return [_written(new, each, items) for each in _enumerated(new, span)]
    if any(each.span.left_out for each in examples):
        inner = range(span.first + 1, span.last)
        span = span._replace(left_out=frozenset(n for n in inner if new.lower(n) in STOP_WORDS))
    text = _text_of(new, span)
    if not isinstance(value, str):
        return _number(text.lower())
    shown = [(_text_of(each.text, each.span), each.value) for each in examples]
    write = next((case for case in _CASES if all(case(raw) == own for raw, own in shown)), str)
    return write(text)


def _enumerated(text: _Text, span: _Span) -> Iterator[_Span]:
    """A span and those after it in the same enumeration."""
    yield span
    at, joint = span.last + 1, span.last + 1
    while text.lower(at) in _JOINTS:
        at += 1
    if joint < at < len(text.tokens) and text.tokens[at].shape == text.tokens[span.first].shape:
        yield from _enumerated(text, _Span(at, at + span.last - span.first))


def _text_of(text: _Text, span: _Span) -> str:
    """The text of a span, or its words if some are left out."""
    tokens = text.tokens[span.first : span.last + 1]
    if not span.left_out:
        return text.text[tokens[0].start : tokens[-1].end]
    kept = (each for n, each in enumerate(tokens, span.first) if n not in span.left_out)
    return " ".join(text.text[each.start : each.end] for each in kept)


@lru_cache(maxsize=64)
def _tokens(text: str) -> _Text:
    """A text with the tokens at its beginning."""
    found = [*_TOKEN.finditer(text)][:_MOST_TOKENS]
    return _Text(text, [_Token(each[0].lower(), _shape(each[0]), *each.span()) for each in found])


def _shape(text: str) -> str:
    if _DAY.fullmatch(text.lower()):
        return "day"
    if _number(text.lower()) is not None:
        return "0"
    for run, sign in _SHAPES:
        text = re.sub(run, sign, text)
    return text


def _number(lower: str) -> int | float | None:
    bare = lower.strip("$€£%")
    if not _IS_NUMBER.fullmatch(bare):
        return None
    number = number_of(bare)
    return int(number) if number.denominator == 1 else float(number)
