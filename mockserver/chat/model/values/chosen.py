"""Values that need not be looked for: options that a text mentions, claims, colours, queries."""

from __future__ import annotations

from typing import Any

from mockserver.chat.model.meaning import senses_of, stem, stems_of, words_of
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import finds_in, sought_in
from mockserver.chat.model.values.known import LEXICONS
from mockserver.chat.model.values.scan import bounded, tokens_of

_QUERIES = frozenset("query q search keyword keywords terms".split())
_WHOLES = frozenset("question prompt task request instruction instructions".split())
_NEGATIONS = frozenset(
    {
        "no",
        "not",
        "without",
        "don't",
        "dont",
        "doesn't",
        "never",
        "exclude",
        "excluding",
        "except",
        "skip",
    }
)
_TARGETS = frozenset({"to", "target", "output", "into", "destination", "result"})


def chosen_for(field: Property, text: str) -> tuple[Any, float] | None:
    """A value with its score, where it is one of those listed or known, or true or false."""
    if field.type == "boolean":
        return _claimed(field, text)
    if field.type == "array":
        return _several_of(field.items, text) if field.items else None
    options = field.enum or (field.options if field.type == "string" else ())
    said = [each for each in options if _mentions(str(each), text)]
    if said:
        return max(said, key=lambda each: len(str(each))), 5.0
    if field.enum:
        return _meant(field, text)
    return _known(field, text) or _wording(field, text)


def _several_of(items: Property, text: str) -> tuple[list[Any], float] | None:
    said = [each for each in items.enum or items.options if _mentions(str(each), text)]
    return (said, 4.0) if said else None


def _meant(field: Property, text: str) -> tuple[Any, float] | None:
    """The only option that means the same as a word of the text."""
    if not field.required:
        return None
    words = [token.stem for token in tokens_of(bounded(text)) if token.kind == "word"]
    told = senses_of(words)
    alike = [each for each in field.enum if senses_of(stems_of(str(each))) & told]
    return (alike[0], 2.0) if len(alike) == 1 else None


def _wording(field: Property, text: str) -> tuple[Any, float] | None:
    """For a query what is sought, for a question all that was said; a quotation is better."""
    if (
        field.type != "string"
        or field.kind != "text"
        or any(find.kind == "quoted" for find in finds_in(text))
    ):
        return None
    words = words_of(field.name)
    if words and words[-1] in _WHOLES:
        return text.strip(), 3.0
    if not words or words[-1] not in _QUERIES:
        return None
    sought = sought_in(text)
    return (sought, 3.0) if sought else None


def _known(field: Property, text: str) -> tuple[Any, float] | None:
    """A colour, language or unit that the text names."""
    if field.enum or field.type != "string" or field.kind not in LEXICONS:
        return None
    words = {word.lower(): word for word in LEXICONS[field.kind]}
    tokens = tokens_of(bounded(text))
    said = [token for token in tokens if token.kind == "word" and token.lower in words]
    if not said:
        return None
    target = {"to", "in", "into"} if not _TARGETS.isdisjoint(words_of(field.name)) else set()
    led = [t for t in said if tokens[max(tokens.index(t) - 1, 0)].lower in target]
    return (led or said)[0].text, 3.0


def _mentions(option: str, text: str) -> bool:
    stems = [stem(word) for word in words_of(option)]
    if not stems or len(option) < 2:
        return bool(option) and any(token.text == option for token in tokens_of(bounded(text)))
    said = {inner for token in tokens_of(bounded(text)) for inner in _stems_in(token.text)}
    return said.issuperset(stems)


def _stems_in(text: str) -> set[str]:
    return {stem(word) for word in words_of(text[:1000])}


_HOLLOW = frozenset(
    stem(word)
    for word in "is include includes use with allow enable has show only get return whether all should are".split()
)


def _claimed(field: Property, text: str) -> tuple[Any, float] | None:
    wanted = field.words - _HOLLOW
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        if token.kind == "word" and not wanted.isdisjoint(_stems_in(token.text)):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            return _NEGATIONS.isdisjoint(before), 3.0
    return None
