"""Conditions of a query that narrow down the records, by an index, an order or their bytes.

Every record that matches the query meets them; the compiled query tests those that do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator

from mockserver.trace.query import models
from mockserver.trace.query.fields import (
    Comparison,
    Number,
    QueryFields,
    inside,
    seconds,
    spelled_truth,
)

_WORD = re.compile(r"[\w ./@-][\w ./:@-]*", re.ASCII)
_LETTER = re.compile(r"[A-DF-Za-df-z]")
_ESCAPED = re.compile(rb"\\[u/]")
"""An escape by which JSON may represent a plain letter."""

Sieve = Callable[[Iterable[bytes]], list[bytes]]
"""Filters the JSON of records to those that may match."""


Equality = tuple[str, list[str]]
"""The path of a field, and the strings that it may equal."""


Interval = tuple[Number | None, Number | None]
"""Seconds since the epoch, both ends included; None for an open end."""


def equalities(query: models.Query | None) -> dict[str, Collection[str]]:
    """The strings that fields must equal, from which the store picks an index."""
    return dict(filter(None, map(_equality, _conjuncts(query))))


def interval_of(query: models.Query | None, field: str) -> Interval:
    """The interval of a time field, so that the store walks only a part of its order."""
    lows, highs = [], []
    for condition in _conjuncts(query):
        match condition:
            case models.GtOperation(gt_=operands) | models.GteOperation(gte_=operands):
                lows.append(_moment(*operands, field))
            case models.LtOperation(lt_=operands) | models.LteOperation(lte_=operands):
                highs.append(_moment(*operands, field))
    low = max((moment for moment in lows if moment is not None), default=None)
    return low, min((moment for moment in highs if moment is not None), default=None)


def sieve(query: models.Query | None, fields: QueryFields) -> Sieve | None:
    """A search of the bytes for the longest word that they must contain; None without a word.

    It is far cheaper than parsing the records, and `find` is cheaper than `in`.
    """
    words = [word for each in _conjuncts(query) if (word := _word_of(each, fields))]
    if not words:
        return None
    rarest = max(words, key=len)
    escaped = _ESCAPED.search

    def promising(texts: Iterable[bytes]) -> list[bytes]:
        return [
            text
            for text in texts
            if text.find(rarest) >= 0 or (text.find(b"\\") >= 0 and escaped(text))
        ]

    return promising


def _conjuncts(query: models.Query | None) -> Iterator[models.Operand]:
    """The conditions that must all hold."""
    pending: list[models.Operand] = [query.expr_] if query else []
    while pending:
        operation = pending.pop()
        if isinstance(operation, models.AndOperation):
            pending += reversed(operation.and_)
        else:
            yield operation


def _equality(operation: models.Operand) -> Equality | None:
    match operation:
        case models.EqOperation(
            eq_=(models.GetFieldOperator(get_field_=path), models.LiteralOperation(literal_=value))
            | (models.LiteralOperation(literal_=value), models.GetFieldOperator(get_field_=path))
        ) if isinstance(value, str):
            return path, [value]
        case models.InOperation(in_=(models.GetFieldOperator(get_field_=path), choices)):
            texts = [
                choice.literal_
                for choice in choices
                if isinstance(choice, models.LiteralOperation) and isinstance(choice.literal_, str)
            ]
            return (path, texts) if len(texts) == len(choices) else None
    return None


def _moment(left: models.Operand, right: models.Operand, field: str) -> Number | None:
    """The literal that `field` is compared with; None for any other comparison."""
    if isinstance(left, models.GetFieldOperator) and isinstance(right, models.LiteralOperation):
        literal = right.literal_
        if left.get_field_ == field and isinstance(literal, str | int | float):
            return None if isinstance(literal, bool) else seconds(literal)
    return None


def _word_of(operation: models.Operand, fields: QueryFields) -> bytes | None:
    """A string that the JSON of every matching record contains literally.

    None if it may have another form there, as a number, a boolean, with escapes or spaces, or if
    the value is not in the record's JSON.
    """
    path, words = _text_of(operation)
    if not _WORD.fullmatch(words) or not _LETTER.search(words) or spelled_truth(words) is not None:
        return None
    field = fields.find(path)
    if field.kind is Comparison.TIME or field.each or fields.reach is not inside:
        return None
    return b'"%b"' % words.encode() if isinstance(operation, models.EqOperation) else words.encode()


def _text_of(operation: models.Operand) -> tuple[str, str]:
    """A field, and the string that it equals or contains; both empty for another condition."""
    match operation:
        case models.EqOperation():
            path, texts = _equality(operation) or ("", [""])
            return path, texts[0]
        case models.ContainsOperation(
            contains_=models.ContainsSpec(
                input=models.GetFieldOperator(get_field_=path),
                substr=models.LiteralOperation(literal_=str(words)),
                case_insensitive=False | None,
            )
        ):
            return path, words
    return "", ""
