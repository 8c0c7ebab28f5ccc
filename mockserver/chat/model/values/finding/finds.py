"""Reading the finds of a prompt: numbers, names, dates, quotations, phrases and the like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from mockserver.chat.model.text.literals import value_of
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.finding.amounts import (
    amount_in_figures,
    amount_in_words,
    unit_behind,
)
from mockserver.chat.model.values.finding.find import ROLES, UNITS, Find
from mockserver.chat.model.values.finding.names import begins_name, name_at, thing_of
from mockserver.chat.model.values.finding.outlines import outline_of_names, phrases_in
from mockserver.chat.model.values.finding.scan import Scan, bounded, tokens_of
from mockserver.chat.model.values.finding.surroundings import placed

_MOST = 200
"""The most finds of a text; later ones are left out."""

_URL = pattern(r"https?://\S{1,500}")
_ORDINAL = pattern(r"(\d{1,9})(?:st|nd|rd|th)")


@lru_cache(maxsize=64)
def finds_in(text: str) -> tuple[Find, ...]:
    """All finds in a text, in the order of the text."""
    text = bounded(text)
    tokens = tokens_of(text)
    reader = _Reader(Scan(text, tokens))
    marked = [*reader.marked()]
    found = sorted([*marked, *reader.phrases(marked)], key=lambda find: find.first)[:_MOST]
    return tuple(placed(found, tokens))


def corrected(text: str) -> str:
    """A text with new values for those that it takes back: `on Monday. No wait, on Friday`."""
    for each in ROLES.find_all("correction", text):
        said, told = sentences(text[: each.start()])[-1:], sentences(text[each.end() :])[:1]
        new = {find.kind: find.text for find in finds_in("".join(told))[::-1]}
        for find in finds_in("".join(said))[::-1]:
            if find.kind in new and find.kind not in ("phrase", "name"):
                before, _, behind = text[: each.start()].rpartition(find.text)
                text = f"{before}{new.pop(find.kind)}{behind}{text[each.start() :]}"
    return text


def names_in(text: str) -> list[str]:
    """The names in a text, each once."""
    return list(dict.fromkeys(find.text for find in finds_in(text) if find.kind == "name"))


class _Reader:
    """Reads the finds of a text. Positions, such as `number`, are indices of tokens."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def marked(self) -> Iterator[Find]:
        """All finds except phrases, which no capital, digit or mark sets apart."""
        roles, number = self._roles(), 0
        while number < len(self._scan.tokens):
            find = roles.get(number) or self._at(number)
            if find and roles.keys().isdisjoint(range(number + 1, find.last + 1)):
                yield find
                number = find.last
                if find.kind == "number" and find.unit:
                    yield (unit := unit_behind(self._scan, find))
                    number = unit.last
            number += 1

    def _find(self, kind: str, value: Any, first: int, last: int) -> Find:
        return Find(kind, value, self._scan.between(first, last), first, last)

    def _roles(self) -> dict[int, Find]:
        """The values that `roles.txt` tells by the words around them, by their first tokens."""
        starts = {token.start: number for number, token in enumerate(self._scan.tokens)}
        found: dict[int, Find] = {}
        taken: set[int] = set()
        for row in ROLES.rows("roles"):
            for match in row.pattern.finditer(self._scan.text):
                first = starts.get(match.start("value"), -1)
                if first >= 0 and first not in taken:
                    find = self._until(first, match.end("value"))
                    found[first] = _in_role(find, words_of(row.filled(match)))
                    taken.update(range(first, find.last + 1))
        return found

    def _until(self, first: int, end: int) -> Find:
        """The find from a token to the end of a value: a number, a name, a quote, else text."""
        last = max(self._scan.last_until(end, first), first)
        find = self._at(first)
        if find and find.last == last:
            return find
        text = self._scan.text[self._scan.tokens[first].start : end]
        is_code = (" " not in text or text.isupper()) and any(map(str.isdecimal, text))
        return Find("code" if is_code else "worded", text, text, first, last)

    def _at(self, number: int) -> Find | None:
        """The find that begins at a token, if any."""
        kind, text = self._scan.tokens[number].kind, self._scan.tokens[number].text
        if kind == "mark":
            return None
        if kind == "word":
            return self._word(number)
        if kind == "number":
            return amount_in_figures(self._scan, number)
        if kind == "list":
            values = _listed(text)
            return None if values is None else self._find(kind, values, number, number)
        if kind == "formula":
            return self._find("quoted", text.rpartition("=")[2].strip(), number, number)
        if kind == "quoted":
            text = text[1:-1].strip()
            kind = "url" if _URL.fullmatch(text) else kind
        return self._find(kind, text, number, number)

    def _word(self, number: int) -> Find | None:
        token = self._scan.tokens[number]
        if amount := amount_in_words(self._scan, number):
            return amount
        if token.is_upper and "_" not in token.text and begins_name(self._scan, number):
            return name_at(self._scan, number, self._outline)
        if ordinal := _ORDINAL.fullmatch(token.text):
            return self._find("number", int(ordinal[1]), number, number)
        is_code = "_" in token.text or any(map(str.isdigit, token.text))
        return self._find("code", token.text, number, number) if is_code else None

    @cached_property
    def _outline(self) -> str:
        return outline_of_names(*self._scan)

    def phrases(self, marked: Sequence[Find]) -> Iterator[Find]:
        """Runs of content words, not all of them capitalised, without verbs that ask or act."""
        kinds = {at: find.kind for find in marked for at in range(find.first, find.last + 1)}
        for first, last in phrases_in(self._scan.tokens, kinds):
            inside = self._scan.tokens[first : last + 1]
            if inside[0].lower in UNITS and inside[2:] and inside[1].text == "of":
                inside = inside[2:]  # `kilo of plums`
            if not all(token.is_upper for token in inside):
                text = " ".join(token.text for token in inside)
                yield Find("phrase", text, text, first, last, thing=thing_of(text, is_name=False))


def _in_role(find: Find, names: Sequence[str]) -> Find:
    """A find for the fields with some names. If it is an amount in words, the first name has it."""
    if names[0].isdigit():
        unit = next((each for each in names if each in UNITS), "")
        find = find._replace(kind="number", value=int(names[0]), unit=unit, thing="")
    hint = "thing" if "title" in names else find.hint
    return find._replace(cues=dict.fromkeys(map(stem, names), 1.0), hint=hint)


def _listed(text: str) -> list[Any] | None:
    """The items of a list in JSON, in Python, or without quotes."""
    inner = text[1:-1]
    with suppress(ValueError):
        values: list[Any] = value_of(f"[{inner}]")
        return values
    parts = [part.strip(" '\"") for part in inner.split(",")]
    return parts if len(parts) > 1 and "[" not in inner else None
