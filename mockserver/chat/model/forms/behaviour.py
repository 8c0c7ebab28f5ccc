"""Behaviour: what a request says that a function returns, as an expression.

An expression is in Python first, from the phrases of `behaviour.txt`, and is then rewritten in the
language of the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table

_RULES = table("forms/behaviour.txt")
_LONGEST = 160
"""The most characters read of a phrase."""

_DEPTH = 5
"""The most phrases within each other."""

_MOST = 40
"""The most phrases of a request that are tried."""

_PLACE = pattern(r"<([a-zA-Z])>|\$(\d)")
"""The place of a group or of a parameter in an expression: `<a>`, `$1`."""


class Returned(NamedTuple):
    """The expression that a function returns, and the phrase of the request that says so."""

    expression: str = ""
    phrase: str = ""


def usual_parameters(text: str, known: str) -> list[tuple[str, str]]:
    """The parameters of a function and their types: the `known` ones, else by its description.

    Both are written like `price:number rate:number`.
    """
    written = known or _RULES.text("takes", text) or "value:any"
    pairs = (each.partition(":") for each in written.split())
    return [(name, type_) for name, _, type_ in pairs]


def returned(text: str, name: str, parameters: Sequence[str]) -> Returned:
    """The expression that a function returns, empty if unknown.

    The words of the function's name tell it if nothing else does.
    """
    said = chain((each["it"] for each in _RULES.find_all("said", text)), [name])
    for phrase in islice(chain.from_iterable(map(_cut, said)), _MOST):
        found = _value(phrase, parameters, _DEPTH)
        if found and found not in parameters:
            if ignored := _RULES.text("ignored", text):
                found = re.sub(r"(\w+)\.lower\(\)", lambda at: ignored.replace("{a}", at[1]), found)
            return Returned(found, phrase)
    return Returned()


def _cut(said: str) -> Iterator[str]:
    """The phrases that begin where a description does, the longest first."""
    sentence = re.split(r"[.!?](?=\s|$)", said, maxsplit=1)[0]
    ends = [*(each.start() for each in _RULES.pattern("cut").finditer(sentence)), len(sentence)]
    yield from (sentence[:end] for end in reversed(ends[-6:]) if end)


def _value(phrase: str, names: Sequence[str], depth: int) -> str:
    """The Python expression for a phrase about parameters, empty if it is not understood."""
    bare = _RULES.changed("plain", phrase[:_LONGEST]).strip()
    known = {each.lower(): each for each in names}
    if name := known.get(bare.strip("`'").lower()):
        return name
    if _RULES.pattern("literal").fullmatch(bare):
        named = _RULES.pattern("shown place")
        shown = named.sub(lambda at: f"{{{known.get(at['name'].lower(), names[0])}}}", bare)
        return bare if shown == bare else f"f{shown}"
    for row in _RULES.rows("value") if depth else ():
        expression, _, least = (row.text or "").partition(" @")
        if len(names) < int(least or 1):
            continue
        match = row.pattern.fullmatch(bare)
        if match and (found := _filled(expression, match, names, depth)):
            return found
    return names[0] if _RULES.matches("parameter", bare) else ""


def _filled(text: str, match: re.Match[str], names: Sequence[str], depth: int) -> str:
    """The expression of a row, empty if one of its phrases has none."""
    phrases = {name[0]: part for name, part in match.groupdict().items() if part}
    values = dict(zip("abc", names, strict=False)) | {"l": names[0]}
    values |= {str(number): name for number, name in enumerate(names, 1)}
    for name, part in phrases.items():
        if name == "p":
            values[name] = _value(part, [values["a"] if "a" in phrases else "each"], depth - 1)
        else:
            # Words for any parameter mean the second one in the second place.
            own = [*names[1:2], names[0], *names[2:]] if name == "b" else names
            values[name] = _value(part, own, depth - 1)
    if not all(values.get(_name_of(place)) for place in _PLACE.finditer(text)):
        return ""

    def value(place: re.Match[str]) -> str:
        found = values[_name_of(place)]
        outside = _RULES.changed("within", _RULES.changed("within", found))
        needs_brackets = place[1] is not None and place[1].isupper() and " " in outside
        return f"({found})" if needs_brackets else found

    return _PLACE.sub(value, text)


def _name_of(place: re.Match[str]) -> str:
    """The name of the group, or the number of the parameter, that fills a place."""
    return str(place[2] or place[1].lower())


def type_of(expression: str) -> str:
    """The type of an expression, empty if it has that of its parameters."""
    return _RULES.text("type of", expression)


def statement(name: str, members: Sequence[str], value: str) -> str:
    """The statement for the name of a method of members and a value, empty if it is unknown."""
    done = _RULES.text("does", name.replace("_", " "))
    if "{n}" in done and len(members) < 2:
        return ""
    places = {"m": members[0], "n": members[-1], "v": value}
    return re.sub(r"\{([mnv])\}", lambda place: places[place[1]], done)


def translated(expression: str, language: str, akin: str) -> str:
    """A Python expression or statement in another language, empty if that is impossible.

    A language without own rules has those of the language that it is akin to.
    """
    rules = next((each for each in (language, akin) if _RULES.rows(f"as {each}")), "c")
    found = _RULES.changed("as python", expression)
    if language == "python":
        return found
    found = _RULES.changed(f"as {rules}", found)
    formats = (f"as format {each}" for each in (language, akin))
    shaped = next(filter(_RULES.rows, formats), "as format")
    found = _RULES.changed(shaped, _RULES.changed("as c", found))
    bare = re.sub(r"return \w+ |\breturn\b|\bif \w[^{]*\{|for _, each := range", "", found)
    return "" if _RULES.matches("untranslated", bare) else found
