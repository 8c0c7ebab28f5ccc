"""Options: the values of an enumeration, or well-known values of a kind, that a text names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from mockserver.chat.model.languages import languages
from mockserver.chat.model.text.lists import by_word, lists
from mockserver.chat.model.text.meaning import stem, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.fields.fields import Property
from mockserver.chat.model.values.fields.schemas import NUMBERS
from mockserver.chat.model.values.finding.find import ROLES, Find
from mockserver.chat.model.values.finding.scan import bounded, tokens_of
from mockserver.chat.model.values.finding.surroundings import placed

_MEANT = pattern(r"['\"`](\w{1,20})['\"`] (?:for|means|meaning|=) (?:the )?(\w{2,30})")
_SIGNS = frozenset("$€£¥₹")
_OPTION_KINDS = ("word", "number", "quoted", "mark", "date")
"""The kinds of tokens that may name an option."""


def options_in(field: Property, text: str) -> Sequence[Find]:
    """The finds in a text that are options of a field, or else well-known values of its kind."""
    is_text = field.type == "string"
    if not is_text and field.type not in (*NUMBERS, ""):
        return ()
    listed = field.enum or (field.options if is_text else ())
    known = lists("known").get(field.kind, ()) if is_text and not field.enum else ()
    if not listed and not known:
        return ()
    text = bounded(text)
    meant = _meanings(field.description, listed)
    found = (
        _named([*zip(listed, listed, strict=True), *meant], text, stem)
        or _named(zip(known, known, strict=True), text, str.lower)
        or _implied(field.enum, text)
    )
    return tuple(placed(found, tokens_of(text)))


def _meanings(description: str, listed: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """The words for options that are codes: `'C' for celsius`, `German` for `de`, `€` for `EUR`."""
    for meant in _MEANT.finditer(description):
        if meant[1] in listed:
            yield meant[2].lower(), meant[1]
    for option in listed:
        code = str(option)
        language = languages().get(code)
        for name in language.names if language else ():
            yield name, option
        for kind in ("units", "currencies"):
            for name in lists(kind).get(by_word(kind).get(code.lower(), ""), ()):
                yield name, option


def _named(options: Iterable[tuple[Any, Any]], text: str, form: Callable[[str], str]) -> list[Find]:
    """The values of the options whose words are all in a text, in the order of the text. Where
    options overlap, the longest counts."""
    tokens, taken, found = tokens_of(text), set[int](), []
    for option, value in sorted(options, key=lambda each: -len(str(each[0]))):
        for first, last in _places_of(str(option), text, form):
            if taken.isdisjoint(range(first, last + 1)):
                taken.update(range(first, last + 1))
                named = " ".join(token.text for token in tokens[first : last + 1])
                is_sign = str(option) in _SIGNS  # It leaves the number beside it to other fields.
                found.append(Find("option", value, named, first + is_sign, last))
    return sorted(found, key=lambda find: find.first)


def _places_of(option: str, text: str, form: Callable[[str], str]) -> Sequence[tuple[int, int]]:
    """The first and the last token of each part of a text that names an option. If the words of
    one are apart, as in `high and low temperature`, its last word names it."""
    said, places = _said(text, form)
    parts = tuple(form(word) for word in _words(option))
    if not {*parts}.issubset(said):  # `LinkedIn` names `linkedin`.
        name = option.lower() if len(option) > 1 else ""
        return [(at, at) for at, token in enumerate(tokens_of(text)) if token.lower == name]
    starts = [at for at in range(len(said)) if said[at : at + len(parts)] == parts]
    if not starts and all(len(word) > 1 for word in parts):
        starts, parts = [said.index(parts[-1])], parts[-1:]
    return [(places[at], places[at + len(parts) - 1]) for at in starts]


@lru_cache(maxsize=32)
def _said(text: str, form: Callable[[str], str]) -> tuple[Sequence[str], Sequence[int]]:
    """The words of a text that may name an option, and for each the index of its token."""
    formed = [
        (form(word), place)
        for place, token in enumerate(tokens_of(text))
        if token.kind in _OPTION_KINDS and token.text not in ("a", "I")
        for word in _words(token.text)
    ]
    return tuple(word for word, _ in formed), tuple(place for _, place in formed)


def _words(text: str) -> Sequence[str]:
    """The words of an option or a token; `km/h` is one word, and so is the sign of a currency."""
    if "/" in text:
        return [text.lower()]
    signs = (char for char in (text[:1], text[-1:]) if char in _SIGNS)
    return [*words_of(text[:1000]), *dict.fromkeys(signs)] or [text]


def _implied(options: Sequence[Any], text: str) -> list[Find]:
    """The first option that a text means by another wording, one of those in `roles.txt`."""
    named = {str(option).lower(): option for option in options}
    for wording, name in _wordings(frozenset(named)):
        if match := wording.search(text):
            span, tokens = range(*match.span()), tokens_of(text)
            inside = [place for place, token in enumerate(tokens) if token.start in span]
            if inside:
                return [Find("option", named[name], match[0], inside[0], inside[-1])]
    return []


@lru_cache(maxsize=1024)
def _wordings(names: frozenset[str]) -> Sequence[tuple[re.Pattern[str], str]]:
    """The other wordings in `roles.txt` for options with these names."""
    meant = ((row, str(row.text).split()) for row in ROLES.rows("options"))
    return [
        (row.pattern, next(name for name in listed if name in names))
        for row, listed in meant
        if not names.isdisjoint(listed)
    ]
