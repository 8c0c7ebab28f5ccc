"""Values that need not be looked for: options that a text mentions, claims, colours, queries."""

from __future__ import annotations

from typing import Any

from mockserver.chat.model.lists import lists, words
from mockserver.chat.model.meaning import senses_of, stem, stems_of, words_of
from mockserver.chat.model.values.fields import Property
from mockserver.chat.model.values.finds import Find, finds_in, sought_in
from mockserver.chat.model.values.scan import bounded, tokens_of

_QUERIES = words("fields.queries")
_WHOLES = words("fields.wholes")
_NEGATIONS = words("fields.negations")
_TARGETS = words("fields.targets")
_HOLLOW = frozenset(map(stem, words("fields.hollow")))
_JOINTS = words("text.joints")


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


def options_in(field: Property, text: str) -> list[Find]:
    """The places where a text names options of a field; those with only `and` between are a row."""
    options = field.enum or field.options or lists("known").get(field.kind, ())
    if field.type != "string" or not options:
        return []
    tokens = tokens_of(bounded(text))
    found: list[Find] = []
    for number, token in enumerate(tokens):
        is_unit = number > 0 and tokens[number - 1].kind == "number"
        if is_unit or token.kind not in ("word", "quoted"):
            continue
        bare = token.lower.strip("'\"`“”‘’")
        option = next((each for each in options if str(each).lower() == bare), None)
        if option is None:
            continue
        group = -1
        if found and {each.lower for each in tokens[found[-1].last + 1 : number]} <= _JOINTS:
            group = 0
            found[-1] = found[-1]._replace(group=0)
        found.append(Find("option", option, token.text, number, number, group=group))
    return found


def _several_of(items: Property, text: str) -> tuple[list[Any], float] | None:
    said = [each for each in items.enum or items.options if _mentions(str(each), text)]
    return (said, 4.0) if said else None


def _meant(field: Property, text: str) -> tuple[Any, float] | None:
    """The only option that means the same as a word of the text."""
    if not field.required:
        return None
    told = senses_of(token.stem for token in tokens_of(bounded(text)) if token.kind == "word")
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
    head = "".join(words_of(field.name)[-1:])
    if head in _WHOLES:
        return text.strip(), 3.0
    if head not in _QUERIES:
        return None
    sought = sought_in(text)
    return (sought, 3.0) if sought else None


def _known(field: Property, text: str) -> tuple[Any, float] | None:
    """A colour, language or unit that the text names."""
    if field.enum or field.type != "string" or field.kind not in lists("known"):
        return None
    known = {word.lower() for word in lists("known")[field.kind]}
    tokens = tokens_of(bounded(text))
    said = [token for token in tokens if token.kind == "word" and token.lower in known]
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


def _claimed(field: Property, text: str) -> tuple[Any, float] | None:
    wanted = field.words - _HOLLOW
    tokens = tokens_of(bounded(text))
    for number, token in enumerate(tokens):
        if token.kind == "word" and not wanted.isdisjoint(_stems_in(token.text)):
            before = {each.lower for each in tokens[max(number - 3, 0) : number]}
            return _NEGATIONS.isdisjoint(before), 3.0
    return None
