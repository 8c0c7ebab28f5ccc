"""Conditions of a query that an index, or a search in the bytes, can decide.

Never too narrow: a record that matches the query fits the conditions and has the words. Whether a
record that fits does match is for the compiled query to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from mockserver.trace.query import models
from mockserver.trace.query.fields import Comparison, QueryFields, member
from mockserver.trace.query.reading import spelled_truth

_WORD = re.compile(r"[\w ./@-][\w ./:@-]*", re.ASCII)
_LETTER = re.compile(r"[A-DF-Za-df-z]")
_ESCAPED = re.compile(rb"\\[u/]")
"""What JSON may write in place of a plain letter."""

Sieve = Callable[[Iterable[bytes]], list[bytes]]


class Equality(NamedTuple):
    """A field and the texts of which it must have one."""

    path: str
    texts: list[str]


def conjuncts(operation: models.Operand) -> Iterator[models.Operand]:
    """The conditions that must all hold."""
    if isinstance(operation, models.AndOperation):
        for operand in operation.and_:
            yield from conjuncts(operand)
    else:
        yield operation


def equalities(query: models.Query | None) -> dict[str, Collection[str]]:
    """The texts that fields must equal, for the store to pick an index from."""
    found = (_equality(operation) for operation in conjuncts(query.expr_)) if query else ()
    return {equality.path: equality.texts for equality in found if equality}


def sieve(query: models.Query | None, fields: QueryFields) -> Sieve | None:
    """From the JSON of records to that of those that may match, by words that must stand in it;
    None if there are no such words. Far cheaper than parsing the records; and `find` is cheaper
    than `in`."""
    operations = conjuncts(query.expr_) if query else ()
    words = [word for operation in operations if (word := _word_of(operation, fields))]
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


def _equality(operation: models.Operand) -> Equality | None:
    match operation:
        case models.EqOperation(
            eq_=(models.GetFieldOperator(get_field_=path), models.LiteralOperation(literal_=value))
            | (models.LiteralOperation(literal_=value), models.GetFieldOperator(get_field_=path))
        ) if isinstance(value, str):
            return Equality(path, [value])
        case models.InOperation(in_=(models.GetFieldOperator(get_field_=path), members)):
            values = [_literal(member) for member in members]
            texts = [value for value in values if isinstance(value, str)]
            return Equality(path, texts) if len(texts) == len(values) else None
    return None


def _literal(operand: models.Operand) -> object:
    return operand.literal_ if isinstance(operand, models.LiteralOperation) else None


def _word_of(operation: models.Operand, fields: QueryFields) -> bytes | None:
    """A text that a matching record holds, if it cannot be told in any other way than as itself:
    no number, no truth value, nothing that JSON may escape or space out."""
    path, words = _stated(operation)
    plain = _WORD.fullmatch(words) and _LETTER.search(words) and spelled_truth(words) is None
    if not plain or not _is_within(fields, path):
        return None
    return b'"%b"' % words.encode() if isinstance(operation, models.EqOperation) else words.encode()


def _stated(operation: models.Operand) -> tuple[str, str]:
    """A field, and the text that it equals or contains; both empty for any other condition."""
    match operation:
        case models.EqOperation():
            equality = _equality(operation)
            return (equality.path, equality.texts[0]) if equality else ("", "")
        case models.ContainsOperation(
            contains_=models.ContainsSpec(
                input=models.GetFieldOperator(get_field_=path),
                substr=models.LiteralOperation(literal_=str(words)),
                case_insensitive=False | None,
            )
        ):
            return path, words
    return "", ""


def _is_within(fields: QueryFields, path: str) -> bool:
    """True if the field's text stands in the record's own JSON unchanged."""
    field = fields.find(path)
    return field.kind is not Comparison.TIME and field.each is None and fields.reach is member
