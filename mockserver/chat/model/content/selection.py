"""Selections from a text: the statements that a name asks for, such as `risks` or `decisions`.

A statement belongs under a name if it shares a word with it, or has a word that `lexicon.json`
lists for it. An enumeration goes on: `First, …` and `Another …` belong to what comes before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized
from mockserver.chat.model.content.judgement import is_of_topic, leaning, side_of
from mockserver.chat.model.meaning import stem, stems_of, words_of
from mockserver.chat.model.numbers import amount_of


def requested(request: str, statements: Sequence[str]) -> Answer | None:
    """The statements or the names that a request asks for, if it asks for several of a kind."""
    found: dict[str, list[str]] = {}
    for match in CUES.find_all("asks for a selection", request):
        for name in filter(None, (match["what"], match["other"])):
            count = amount_of(match["count"]) if match["count"] else 0
            items = _of_kind(name, statements, count)[: count or None]
            if len(items) >= max(count, 2):
                found.setdefault(name, items)
    parts = ["\n".join(f"- {each}" for each in items) for items in found.values()]
    if len(found) > 1:
        parts = [f"{capitalized(name)}:\n{part}" for name, part in zip(found, parts, strict=True)]
    items = [each for items in found.values() for each in items]
    return Answer("\n\n".join(parts), ", ".join(items), items) if found else None


def _of_kind(name: str, statements: Sequence[str], count: int) -> list[str]:
    if not CUES.matches("several of a kind", name):
        return []
    if kind := CUES.text("kind of values", name):
        return [*_values(kind, statements)]
    found = selected(name, statements)
    if len(found) < count:  # The first statement names the topic, and the next ones its details.
        found = [*statements[len(statements) > count :]]
    links = CUES.pattern("linked")
    return [as_sentence(links.sub("", each)) for each in found]


def selected(name: str, statements: Sequence[str]) -> list[str]:
    """The statements that belong under a name."""
    if CUES.matches("any statement", name):
        return [*statements]
    if side := side_of(name):
        return [*_leaning(side, statements)]
    named = {*stems_of(name)}
    found: list[str] = []
    is_open = False
    for statement in statements:
        announced = (match["what"] for match in CUES.find_all("announces", statement))
        if not named.isdisjoint(map(stem, announced)):
            is_open = True
        elif _belongs(statement, name) or (is_open and CUES.matches("enumerates", statement)):
            found.append(statement)
            is_open = True
        else:
            is_open = False
    return found


def _belongs(statement: str, name: str) -> bool:
    """True if a statement has a word of a name, or one that stands for it."""
    if kind := CUES.text("sign of a kind", name):
        return CUES.matches(kind, statement)
    named = {*stems_of(name)}
    return not named.isdisjoint(map(stem, words_of(statement))) or is_of_topic(statement, name)


def _leaning(side: int, statements: Sequence[str]) -> Iterator[str]:
    """The statements of praise or of blame; a neutral one leans as the one before it.

    Neutral ones at the beginning lean as the first other one, unless that turns to a new point.
    """
    first = next(filter(leaning, statements), "")
    now = 0 if CUES.matches("turns", first) else leaning(first)
    for statement in statements:
        now = leaning(statement) or now
        if now == side:
            yield statement


def _values(kind: str, statements: Sequence[str]) -> Sequence[str]:
    """The values of a kind in a text; names of several words only, if there are any."""
    found = (match[0].strip() for each in statements for match in CUES.find_all(kind, each))
    values = [*dict.fromkeys(found)]
    return [each for each in values if " " in each] or values
