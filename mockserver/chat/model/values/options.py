"""Options: the values of an enumeration, or well-known values of a kind, that a text names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from mockserver.chat.model.languages import languages
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
    text, is_text = bounded(text), field.type == "string"
    tokens = tokens_of(text)
    listed = field.enum or (field.options if is_text else ())
    known = lists("known").get(field.kind, ()) if is_text and not field.enum else ()
    meant = _MEANT.finditer(field.description) if listed and is_text else ()
    meanings = [(each[2].lower(), each[1]) for each in meant if each[1] in listed]
    spoken = (languages().get(each) for each in listed if isinstance(each, str))
    meanings += [(name, each.code) for each in spoken if each for name in each.names]
    found = (
        _named([*zip(listed, listed, strict=True)], tokens, stem)
        or _named(meanings, tokens, stem)
        or _named([*zip(known, known, strict=True)], tokens, str.lower)
        or _implied(field.enum, text, tokens)
    )
    return placed(found, tokens)


def _named(
    options: Sequence[tuple[Any, Any]], tokens: Sequence[Token], form: Callable[[str], str]
) -> list[Find]:
    """The values of the options whose words are all in a text, in the order of the text.

    Where options overlap, the longest counts. The words may be apart, as in `high and low
    temperature`.
    """
    words = (_words(str(option)) for option, _ in options)
    whole = {each[0] for each in words if len(each) == 1}  # `LinkedIn` may be one word.
    formed = [
        (form(word), place)
        for place, token in enumerate(tokens if options else ())
        if token.kind in _OPTION_KINDS and token.text not in ("a", "I")
        for word in ([token.lower] if token.lower in whole else _words(token.text))
    ]
    said, taken, found = [word for word, _ in formed], set[int](), []
    for option, value in sorted(options, key=lambda each: -len(str(each[0]))):
        parts = [form(word) for word in _words(str(option))]
        starts = [at for at in range(len(said)) if said[at : at + len(parts)] == parts]
        if not starts and {*said} >= {*parts} and all(len(word) > 1 for word in parts):
            starts, parts = [said.index(parts[-1])], parts[-1:]
        for at in starts:
            first, last = formed[at][1], formed[at + len(parts) - 1][1]
            if taken.isdisjoint(range(first, last + 1)):
                taken.update(range(first, last + 1))
                text = " ".join(token.text for token in tokens[first : last + 1])
                found.append(Find("option", value, text, first, last))
    return sorted(found, key=lambda find: find.first)


def _words(text: str) -> Sequence[str]:
    """The words of an option or a token; `km/h` is one word."""
    return [text.lower()] if "/" in text else words_of(text[:1000]) or [text]


def _implied(options: Sequence[Any], text: str, tokens: Sequence[Token]) -> list[Find]:
    """The first option that a text means by another wording."""
    for wording, option in _wordings_of(tuple(map(str, options))):
        match = wording.search(text)
        span = range(*match.span()) if match else ()
        inside = [place for place, token in enumerate(tokens) if token.start in span]
        if match and inside:
            return [Find("option", options[option], match[0], inside[0], inside[-1])]
    return []


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
