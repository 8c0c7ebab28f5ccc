"""Reading the finds of a prompt: numbers, names, dates, quotations, phrases and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from typing import Any

from mockserver.chat.model.text.lists import by_word, is_place, words
from mockserver.chat.model.text.literals import value_of
from mockserver.chat.model.text.meaning import STOP_WORDS, stem, words_of
from mockserver.chat.model.text.numbers import NUMBER, SCALES, number_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.model.values.find import UNITS, Find, placed
from mockserver.chat.model.values.outlines import (
    goes_on_name,
    name_at,
    outline_of_names,
    phrases_in,
)
from mockserver.chat.model.values.scan import Token, bounded, tokens_of
from mockserver.chat.model.values.words import named

MOST = 200
"""The most finds of a text; later ones are left out."""

ROLES = table("values/roles.txt")
GIVEN_NAMES = words("text.given_names") | frozenset(named("first_names"))
_OPENERS = frozenset(".?!;:\"'-*(")
"""The marks after which any word may have a capital."""

_MULTIPLES = {**SCALES, "trillion": 10**12, "k": 10**3, "m": 10**6, "b": 10**9}
_CURRENCIES = by_word("currencies")
_MONEY = "|".join(name.replace("-", " ") for name in _CURRENCIES if "-" in name)
_NAMED_MONEY = pattern(rf"(?i:{_MONEY})\b")
_UNIT = pattern(rf"[ -]?(°[CF]|%|{_NAMED_MONEY.pattern}|[^\W\d_][^\s,.;:!?()\"'-]*)(?:[ -]old\b)?")
_URL = pattern(r"https?://\S{1,500}")
_WORDED = pattern(NUMBER, re.IGNORECASE)
_DECIMAL_COMMA = pattern(r",(?=\d{1,2}$)")
_ORDINAL = pattern(r"(\d{1,9})(?:st|nd|rd|th)")
_ACTS, _ARTICLES = ("|".join(sorted(words(f"text.{each}"))) for each in ("acts", "articles"))
_AFTER_SUBJECT = pattern(
    r"\s*(?:[.?!,]|\([^()]{1,9}\)|\Z)"
    r"|\s(?:is|from|will|ist|wohnt|heißt|arbeitet|est|habite|vive|tiene)\b"
    rf"|\s(?:{_ACTS})\b|\s\w+(?:s|ed)\s(?:(?:{_ARTICLES}|\d+)\b|[A-Z])"
    r"|\s(?:was|is)\s(?:(?:co-)?founded|established|acquired|born|hired|elected|headquartered)\b"
    r"|\s(?:and|&)\s[A-Z]|\s\d+\.\d\d\b|\s(?:needs? |has )?to\s[a-z]"
)
"""The words after a name at the beginning of a sentence."""


@lru_cache(maxsize=64)
def finds_in(text: str) -> tuple[Find, ...]:
    """All finds in a text, in the order of the text."""
    text = bounded(text)
    tokens = tokens_of(text)
    reader = _Reader(text, tokens)
    marked = [*reader.marked()]
    found = sorted([*marked, *reader.phrases(marked)], key=lambda find: find.first)[:MOST]
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


def currency_of(name: str) -> str | None:
    """The code of the currency that a name or a sign is for."""
    return _CURRENCIES.get(name.lower().replace(" ", "-"))


def _thing_of(text: str, *, is_name: bool) -> str:
    """The kind of thing that the words of a name or a phrase are for; empty if none tells."""
    if not is_name and any(map(str.isupper, text)):
        return "thing"
    if is_name and all(map(currency_of, words_of(text))):
        return "currency"
    if is_name and (is_place(text) or ", " in text):
        return "place"
    first, *others = text.split(" ")
    parts = {first, *others, *text.lower().split()}
    if others and not words("text.companies").isdisjoint(parts):
        return "company"
    if is_name and (first in GIVEN_NAMES or first.rstrip(".") in words("text.titles")):
        return "person"
    return "" if words("text.jobs").isdisjoint(parts) else "job"


class _Reader:
    """Reads the finds of a text. Positions, such as `number`, are indices of tokens."""

    def __init__(self, text: str, tokens: Sequence[Token]) -> None:
        self._text = text
        self._tokens = tokens

    def marked(self) -> Iterator[Find]:
        """All finds except phrases, which no capital, digit or mark sets apart."""
        roles, number = self._roles(), 0
        while number < len(self._tokens):
            find = roles.get(number) or self._at(number)
            if find and roles.keys().isdisjoint(range(number + 1, find.last + 1)):
                yield find
                number = find.last
                if find.kind == "number" and find.unit:
                    yield (unit := self._unit_of(find))
                    number = unit.last
            number += 1

    def _find(self, kind: str, value: Any, first: int, last: int) -> Find:
        return Find(kind, value, self._between(first, last), first, last)

    def _roles(self) -> dict[int, Find]:
        """The values that `roles.txt` tells by the words around them, by their first tokens."""
        starts = {token.start: number for number, token in enumerate(self._tokens)}
        found: dict[int, Find] = {}
        taken: set[int] = set()
        for row in ROLES.rows("roles"):
            for match in row.pattern.finditer(self._text):
                first = starts.get(match.start("value"), -1)
                if first >= 0 and first not in taken:
                    find = self._until(first, match.end("value"))
                    found[first] = _in_role(find, words_of(row.filled(match)))
                    taken.update(range(first, find.last + 1))
        return found

    def _unit_after(self, last: int) -> str:
        """The unit or the currency that follows a number, if any."""
        found = _UNIT.match(self._text, self._tokens[last].end)
        unit = found[1] if found else ""
        is_known = unit == "%" or unit.lower() in UNITS or currency_of(unit)
        return unit if is_known else ""

    def _counted_after(self, last: int) -> str:
        """The stem of the first plural among the words after a number, if any."""
        following = takewhile(lambda each: each.kind == "word", self._tokens[last + 1 : last + 4])
        return next((each.stem for each in following if each.lower.endswith("s")), "")

    def _unit_of(self, find: Find) -> Find:
        """The unit of a number, in tokens of its own or part of the number."""
        after = _UNIT.match(self._text, self._tokens[find.last].end)
        end = after.end() if after and after[1] == find.unit else 0
        last = self._last_until(end, find.last + 1)
        return Find("unit", find.unit, find.unit, find.last + 1, last)

    def _last_until(self, end: int, first: int) -> int:
        """The last token, from the `first` one on, that ends at a position or before it."""
        inside = takewhile(lambda each: each.end <= end, islice(self._tokens, first, None))
        return first + len([*inside]) - 1

    def _until(self, first: int, end: int) -> Find:
        """The find from a token to the end of a value: a number, a name, a quote, else text."""
        last = max(self._last_until(end, first), first)
        find = self._at(first)
        if find and find.last == last:
            return find
        text = self._text[self._tokens[first].start : end]
        is_code = (" " not in text or text.isupper()) and any(map(str.isdecimal, text))
        return Find("code" if is_code else "worded", text, text, first, last)

    def _at(self, number: int) -> Find | None:
        """The find that begins at a token, if any."""
        kind, text = self._tokens[number].kind, self._tokens[number].text
        if kind == "mark":
            return None
        if kind == "word":
            return self._word(number)
        if kind == "number":
            return self._number(number)
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
        token = self._tokens[number]
        if money := _NAMED_MONEY.match(self._text, token.start):
            last = self._last_until(money.end(), number)
            return Find("name", money[0], money[0], number, last, thing="currency")
        worded = _WORDED.match(self._text, token.start)
        if worded and not token.text[0].isdigit():
            last = max(self._last_until(worded.end(), number), number)
            value, counted = int(number_of(worded[0])), self._counted_after(last)
            unit = self._unit_after(last)
            return Find("number", value, worded[0], number, last, unit=unit, counted=counted)
        if token.is_upper and "_" not in token.text and self._is_name(number, token):
            return self._name(number)
        if ordinal := _ORDINAL.fullmatch(token.text):
            return self._find("number", int(ordinal[1]), number, number)
        is_code = "_" in token.text or any(map(str.isdigit, token.text))
        return self._find("code", token.text, number, number) if is_code else None

    def _is_name(self, number: int, token: Token) -> bool:
        """True for a capitalised word that is a name and not just the first word of a sentence.

        The first word is a name if it is a known place, is in capitals, stands alone, or comes
        before another capitalised word or a verb such as `is`.
        """
        if {token.text, token.lower.title()} & words("text.no_names") or "n't" in token.lower:
            return False
        if number and self._tokens[number - 1].text not in _OPENERS:
            return True
        verbs = words("text.verbs") | words("text.orders") | words("text.acts")
        if token.lower in verbs or token.lower in words("text.greetings") or len(token.text) == 1:
            return False
        following = self._tokens[number + 1 : number + 2]
        is_followed = any(map(goes_on_name, following))
        if is_followed or is_place(token.text) or token.text.isupper():
            return True
        is_subject = _AFTER_SUBJECT.match(self._text, token.end) is not None
        return is_subject and token.lower not in STOP_WORDS

    def _name(self, number: int) -> Find:
        """The name of adjacent capitalised words, which may have words like `of` between them. The
        state or the country belongs to a city: `Boston, MA`."""
        found = name_at(self._outline, number)
        last = found.end() - 1 if found else number
        if found and (land := found.start("land")) > 0:
            is_town = is_place(self._between(land, last)) and is_place(self._tokens[land - 2].text)
            last = last if is_town else land - 2
        first = self._tokens[number].text
        if first in GIVEN_NAMES or first in words("text.jobs"):  # `Ada of Mills`, `CEO of Mills`
            inside = takewhile(lambda each: each.lower != "of", self._tokens[number : last + 1])
            last = number + len([*inside]) - 1
        name = re.sub(r"['’]s?$", "", self._between(number, last))
        is_code = last == number or (found is not None and found["code"] is not None)
        if is_code and any(map(str.isdigit, name)):
            return Find("code", name, name, number, last)
        thing, hint = _thing_of(name, is_name=True), ""
        if not thing and not name.isupper():
            start, end = self._tokens[number].start, self._tokens[last].end
            before, after = self._text[max(start - 40, 0) : start], self._text[end : end + 40]
            hint = ROLES.text("kind of a name", f"{before}\n{after}")
        return Find("name", name, name, number, last, thing=thing, hint=hint)

    def _between(self, first: int, last: int) -> str:
        return self._text[self._tokens[first].start : self._tokens[last].end]

    @cached_property
    def _outline(self) -> str:
        return outline_of_names(self._text, self._tokens)

    def _number(self, number: int) -> Find | None:
        """The number in figures at a token, times the scale behind it: `3 million`, `5k`. The
        number of an item in a list and an exponent are none."""
        token = self._tokens[number]
        is_marker = token.is_first and self._text[token.end : token.end + 2] in (". ", ") ")
        if is_marker or (number and self._tokens[number - 1].text == "^"):
            return None
        plain = _DECIMAL_COMMA.sub(".", token.text.replace("−", "-"))
        bare = "".join(char for char in plain if char not in "$€£¥₹%+,")
        value: float = float(bare) if any(char in bare for char in ".eE") else int(bare)
        last = number
        if number + 1 < len(self._tokens) and self._is_scale(number + 1):
            last = number + 1
            value *= _MULTIPLES[self._tokens[last].lower]
        sign = next((char for char in token.text if char in "$€£¥₹%"), "")
        unit, counted = sign or self._unit_after(last), self._counted_after(last)
        return Find("number", value, token.text, number, last, unit=unit, counted=counted)

    def _is_scale(self, number: int) -> bool:
        """True if a token multiplies the number before it: `5 million`, `5k`, but not `5m`."""
        token = self._tokens[number]
        is_near = len(token.text) > 1 or token.start == self._tokens[number - 1].end
        return is_near and token.lower in _MULTIPLES and token.text not in ("m", "b")

    def phrases(self, marked: Sequence[Find]) -> Iterator[Find]:
        """Runs of content words, not all of them capitalised, without verbs that ask or act."""
        kinds = {at: find.kind for find in marked for at in range(find.first, find.last + 1)}
        for first, last in phrases_in(self._tokens, kinds):
            inside = self._tokens[first : last + 1]
            if inside[0].lower in UNITS and inside[2:] and inside[1].text == "of":
                inside = inside[2:]  # `kilo of plums`
            if not all(token.is_upper for token in inside):
                text = " ".join(token.text for token in inside)
                yield Find("phrase", text, text, first, last, thing=_thing_of(text, is_name=False))


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
