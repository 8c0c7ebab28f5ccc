"""Options: the values of an enumeration, or well-known values of a kind, that a text names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from mockserver.chat.model.lists import lists
from mockserver.chat.model.meaning import stem, words_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import ROLES, Find, placed
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

_MEANT = pattern(r"['\"`](\w{1,20})['\"`] (?:for|means|meaning|=) (?:the )?(\w{2,30})")
_OPTION_KINDS = ("word", "number", "quoted", "mark", "date")
"""The kinds of tokens that may name an option."""


def options_in(field: Property, text: str) -> Sequence[Find]:
    """The finds in a text that are options of a field, or else well-known values of its kind."""
    if field.type not in ("string", "integer", "number", ""):
        return ()
    tokens = tokens_of(bounded(text))
    is_text = field.type == "string"
    listed = field.enum or (field.options if is_text else ())
    known = lists("known").get(field.kind, ()) if is_text and not field.enum else ()
    if not (listed or known):
        return ()
    named = _named(listed, tokens, stem)
    if not named and (meanings := _meanings_of(field) if listed and is_text else {}):
        meant = _named([*meanings], tokens, stem)
        named = [each._replace(value=meanings[each.value]) for each in meant]
    named = named or _named(known, tokens, str.lower)
    return placed(named or [*_implied(field.enum, bounded(text), tokens)], tokens)


def _meanings_of(field: Property) -> dict[str, str]:
    """The options whose meaning a description has, as in `'c' for Celsius`."""
    options = field.enum or field.options
    meant = ((match[2].lower(), match[1]) for match in _MEANT.finditer(field.description))
    return {word: option for word, option in meant if option in options}


def _named(
    options: Sequence[Any], tokens: Sequence[Token], form: Callable[[str], str]
) -> list[Find]:
    """The options whose words are all in a text, in the order of the text.

    Where options overlap, the longest counts. The words may be apart, as in `high and low
    temperature`.
    """
    formed = [
        (form(word), place)
        for place, token in enumerate(tokens if options else ())
        if token.kind in _OPTION_KINDS and token.text not in ("a", "I")
        for word in _words(token.text)
    ]
    places = dict(reversed(formed))
    taken: set[int] = set()
    found: list[Find] = []
    for option in sorted(options, key=lambda each: -len(str(each))):
        parts = [form(word) for word in _words(str(option))]
        if not places.keys() >= set(parts):
            continue
        runs = [formed[start : start + len(parts)] for start in range(len(formed))]
        spans = [(run[0][1], run[-1][1]) for run in runs if [word for word, _ in run] == parts]
        if not spans and all(len(word) > 1 for word in parts):
            spans = [(places[parts[-1]], places[parts[-1]])]
        for first, last in spans:
            if taken.isdisjoint(range(first, last + 1)):
                taken.update(range(first, last + 1))
                text = " ".join(token.text for token in tokens[first : last + 1])
                found.append(Find("option", option, text, first, last))
    return sorted(found, key=lambda find: find.first)


def _words(text: str) -> Sequence[str]:
    """The words of an option or a token; `km/h` is one word."""
    return [text.lower()] if "/" in text else words_of(text[:1000]) or [text]


def _implied(options: Sequence[Any], text: str, tokens: Sequence[Token]) -> Iterator[Find]:
    """The first option that a text means by another wording."""
    for wording, option in _wordings_of(tuple(map(str, options))):
        if match := wording.search(text):
            inside = [
                place
                for place, token in enumerate(tokens)
                if match.start() <= token.start < match.end()
            ]
            if inside:
                yield Find("option", options[option], match[0], inside[0], inside[-1])
                return


@lru_cache(maxsize=256)
def _wordings_of(options: Sequence[str]) -> Sequence[tuple[re.Pattern[str], int]]:
    """The wordings in `roles.txt` that mean any of the options, with the option's index."""
    lowered = [option.lower() for option in options]
    return [
        (row.pattern, lowered.index(meant))
        for row in ROLES.rows("options")
        for meant in (row.text or "").split()
        if meant in lowered
    ]
