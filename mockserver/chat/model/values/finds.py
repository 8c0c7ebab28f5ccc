"""Finds: the stretches of a prompt that may be values, each with the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from typing import Any, NamedTuple

from mockserver.chat.model.text.lists import by_word, is_place, words
from mockserver.chat.model.text.meaning import STOP_WORDS, stem, words_of
from mockserver.chat.model.text.numbers import NUMBER, SCALES, number_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import sentences, value_of
from mockserver.chat.model.values.scan import Token, bounded, tokens_of
from mockserver.chat.model.values.words import named

_LEFT, _RIGHT = 12, 4
"""The most tokens before and behind a find whose stems are its cues."""

_DECAY, _FAINT = 0.15, 0.2
"""The weight that a cue loses by each word between it and its find, and the least weight."""

_UNITS = {unit: tuple(map(stem, name.split())) for unit, name in by_word("units").items()}
_CURRENCIES = by_word("currencies")


def currency_of(name: str) -> str | None:
    """The code of the currency that a name or a sign is for."""
    return _CURRENCIES.get(name.lower().replace(" ", "-"))


def _any(name: str) -> str:
    return "|".join(sorted(words(f"text.{name}")))


class Find(NamedTuple):
    """A stretch of a prompt that may be a value, from its `first` to its `last` token."""

    kind: str
    """That of its token, or `name`, `code`, `phrase`, `unit`, `worded` (by a role) or `option`."""
    value: Any
    text: str
    first: int
    last: int
    left: str = ""
    """The word before it, articles left out."""
    cues: dict[str, float] = {}  # noqa: RUF012
    """The stems around it, with weights that decrease with distance."""
    group: int = -1
    """The index of the enumeration it is part of, -1 for none."""
    unit: str = ""
    """The sign or the unit at a number; for a date the time of day next to it."""
    counted: str = ""
    """The stem of the plural noun after a number."""
    thing: str = ""
    """The kind of thing that a name or a phrase is for, such as `person`; empty if unknown."""
    hint: str = ""
    """The kind of thing that the words around a name of an unknown thing speak for."""

    @property
    def sort(self) -> str:
        """The kind of thing that it is for, else its own kind."""
        return self.thing or self.kind

    @property
    def likely(self) -> str:
        """The kind of thing that a name is most likely for."""
        return self.thing or self.hint or ("person" if " " in self.text else "company")

    @property
    def is_in_words(self) -> bool:
        """True for a number in words, not in figures."""
        return self.kind == "number" and not any(map(str.isdecimal, self.text))

    @property
    def is_year(self) -> bool:
        """True for a number that looks like a year."""
        return self.kind == "number" and len(self.text) == 4 and 1_000 <= self.value <= 2_100


def placed(found: Sequence[Find], tokens: Sequence[Token]) -> Iterator[Find]:
    """Finds with their enumerations, their cues, the words before them, and the times of day next
    to dates.

    The cues of a find are behind the find before it. Of numbers in a row, such as `VAT 20% 40.00`,
    all have those of the first one.
    """
    found = _grouped(found, tokens)
    shared: dict[int, dict[str, float]] = {}
    stop = -1
    for number, find in enumerate(found):
        before = found[number - 1] if number else None
        after = before.last + 1 if before and before.kind in ("number", "unit") else -1
        is_next = find.kind == "number" and find.first == after
        if not is_next and find.kind != "unit":
            stop = before.last if before and before.kind != "phrase" else -1
            if before and before.kind == "name" and find.kind == "number":
                stop = before.first - 1  # `Shipping is 5`
        cues = _left(tokens, find, stop)
        if find.group >= 0:
            cues = shared.setdefault(find.group, cues) | cues
        cues |= find.cues
        if not is_next:
            alike = (
                each.first for each in found[number + 1 : number + 4] if each.kind == find.kind
            )
            for cue, weight in _right(tokens, find, next(alike, len(tokens))).items():
                cues[cue] = max(cues.get(cue, 0.0), weight)
        if find.is_year:
            cues["year"] = 1.0
        unit = find.unit
        if find.kind == "date":  # The time of day next to it.
            near = range(find.first - 3, find.last + 4)
            unit = next((e.text for e in found if e.kind == "time" and e.first in near), "")
        yield find._replace(cues=cues, left=_word_before(find, tokens), unit=unit)


def _grouped(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Finds with their groups: those of a kind with only commas and `and` between them are one. Two
    finds with only a comma between them are no group, unless they are numbers."""
    rows: list[list[int]] = []
    latest: dict[str, list[int]] = {}
    for number, find in enumerate(found):
        row = latest.get(find.kind)
        if row and _joins(found[row[-1]], find, tokens):
            row.append(number)
        else:
            latest[find.kind] = row = [number]
            rows.append(row)
    grouped = [*found]
    for group, row in enumerate(rows):
        first, last = found[row[0]], found[row[-1]]
        between = {token.text for token in tokens[first.last + 1 : last.first]}
        is_pair = len(row) == 2 and (first.kind == "number" or between != {","})
        for number in row if is_pair or len(row) > 2 else ():
            grouped[number] = found[number]._replace(group=group)
        if first.kind == "phrase" and grouped[row[0]].group >= 0:
            grouped[row[0]] = _without_verb(grouped[row[0]], tokens)
    return grouped


def _without_verb(find: Find, tokens: Sequence[Token]) -> Find:
    """The first phrase of an enumeration after its verb: `tea` for `I enjoy tea`."""
    inside = tokens[find.first : find.last]
    verbs = [number for number, each in enumerate(inside) if number and _VERB.search(each.lower)]
    is_of_actor = tokens[find.first - 1].lower in words("text.actors")
    if inside and (is_of_actor or inside[0].lower in words("text.acts")):
        verbs.append(0)
    if not verbs:
        return find
    first = find.first + max(verbs) + 1
    text = " ".join(token.text for token in tokens[first : find.last + 1])
    return find._replace(value=text, text=text, first=first)


def _joins(one: Find, other: Find, tokens: Sequence[Token]) -> bool:
    """True if only joining words, or a unit that both numbers have, are between two finds."""
    between = [token.lower for token in tokens[one.last + 1 : other.first]]
    is_share = "%" in (one.unit, other.unit) and one.unit != other.unit
    if is_share or len(between) > 4 or words("text.joints").isdisjoint(between):
        return False
    following = [token.lower for token in tokens[other.last + 1 : other.last + 2]]
    if one.kind == "number" and between[:1] == following:
        between = between[1:]
    return words("text.between").issuperset(between)


def _left(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    """The stems before a find up to the end of a sentence or the token `stop`, with weights."""
    cues: dict[str, float] = {}
    weight = 1.0
    for token in reversed(tokens[max(find.first - _LEFT, stop + 1) : find.first]):
        if token.text in ".?!;" or weight < _FAINT:
            break
        if token.lower in words("text.joints"):
            weight -= _DECAY
        if token.is_telling or len(token.text) == 1:
            cues.setdefault(token.stem, weight)
            weight -= _DECAY
    return cues


def _right(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    """The stems of the words between a find and the token `stop`, with weights."""
    cues: dict[str, float] = {}
    weight = 1.0
    for token in tokens[find.last + 1 : min(find.last + 1 + _RIGHT, stop)]:
        if token.kind != "word" or token.is_first or token.lower in words("text.stops"):
            break
        cues |= dict.fromkeys((*_UNITS.get(token.lower, ()), token.stem), weight)
        weight -= 2 * _DECAY
    return cues


def _word_before(find: Find, tokens: Sequence[Token]) -> str:
    """The word before a find, articles left out."""
    lefts = [token.lower for token in tokens[max(find.first - 3, 0) : find.first]]
    bare = [each for each in lefts if each not in words("text.articles")] or lefts
    directions = words("text.into") | words("text.out_of")
    if bare[1:] and bare[-1] in words("text.of_numbers") and bare[-2] in directions:
        bare.pop()  # `to account 12`
    return bare[-1].lstrip("$€£¥₹") if bare else ""


MOST = 200
"""The most finds of a text; later ones are left out."""

_MULTIPLES = {**SCALES, "trillion": 10**12, "k": 10**3, "m": 10**6, "b": 10**9}
GIVEN_NAMES = words("text.given_names") | frozenset(named("first_names"))
_MONEY = "|".join(name.replace("-", " ") for name in _CURRENCIES if "-" in name)
_NAMED_MONEY = pattern(rf"(?i:{_MONEY})\b")
_UNIT = pattern(rf"[ -]?(°[CF]|%|{_NAMED_MONEY.pattern}|[^\W\d_][^\s,.;:!?()\"'-]*)(?:[ -]old\b)?")
_OPENERS = frozenset(".?!;:\"'-*(")
ROLES = table("values/roles.txt")
_URL = pattern(r"https?://\S{1,500}")
_WORDED = pattern(NUMBER, re.IGNORECASE)
_DECIMAL_COMMA = pattern(r",(?=\d{1,2}$)")
_ORDINAL = pattern(r"(\d{1,9})(?:st|nd|rd|th)")
_AFTER_SUBJECT = pattern(
    rf"\s*(?:[.?!,]|\([^()]{{1,9}}\)|\Z)|\s(?:is|from|will|ist|wohnt|heißt|arbeitet|est|habite|vive|tiene)\b|\s(?:{_any('acts')})\b"
    rf"|\s\w+(?:s|ed)\s(?:(?:{_any('articles')}|\d+)\b|[A-Z])|\s(?:and|&)\s[A-Z]|\s\d+\.\d\d\b"
    r"|\s(?:needs? |has )?to\s[a-z]"
)
"""The words after a name at the beginning of a sentence."""

_VERB = pattern(r"\w{2}(?:ed|s)\Z")
"""The end of a verb in the past or with a subject such as `it`."""

_NAME = pattern(
    r"(?P<code>[Zz]#)|(?:[NSAZnsaz](?:(?:(?<=[Aa])\.|OT?|V\.?)?(?:[NSA]|Z(?!#))){0,7}"
    r"(?:(?:(?<=[Aa])\.|OT?)?P|(?<=[Aa])\.|H)?|[Pp])(?:(?<![Pp])#(?![A-Za-z]|-#))?"
    r"(?:,Z(?![NSAP])|(?<![Ss]),(?:S(?![NSAP])|(?P<land>NN)(?![NJ,])))?"
)
"""A name as the roles of its tokens, such as `NON#` for `Bank of America 12`.

`N` is a capitalised word, `S` a state, `Z` two capitals, `A` an abbreviation, `P` a genitive or a
code, `#` a number; those below are other words. A small letter begins a line.
"""

_PHRASE = pattern(
    r"(?<=[d#u])[wWe]{0,3}n{1,4}[weg]{0,4}[wg]"
    r"|(?:[wWt]|(?<!b)g|(?<![snb])e(?=[wW])|(?<![snbwW])a(?![#dnwW]))"
    r"(?:[wWeg](?!(?<=e)[db-])|o(?=[wWateg])){0,7}"
)
"""A phrase as the roles of its tokens. One with a name inside follows an article or a number.

`w` is a content word (`W` with a capital, `e` in -ed, `g` in -ing), `n` a token of a name, `#` of a
number and `u` of a unit; those below are other words.
"""


_ROLES = {word: role for role, listed in (
    (".", "."), (",", ","), ("H", words("text.heads_of_names")), ("V", ("v", "vs")),
    ("O", words("text.inside_names")), ("J", ("and", "or")), ("T", ("the",)),
) for word in listed}  # fmt: skip
"""The roles of words and marks in a name; of several, the last one."""

_PARTS_OF_SPEECH = {word: role for role, listed in (
    ("t", words("text.when")), ("a", words("text.acts")), ("-", words("text.verbs")),
    ("b", words("text.auxiliaries")), ("s", words("text.actors")), ("d", words("text.determiners")),
    ("o", ("of",)),
) for word in listed}  # fmt: skip
"""The roles of words in a phrase; of several, the last one."""


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


def _role_in_name(token: Token) -> str:
    """The role of a token in a name, as a letter that `_NAME` has; `W` or `-` for none."""
    text = token.text
    if token.kind == "word" and token.is_upper and text not in words("text.pronouns"):
        if text.endswith(("'s", "’s")) or (text.isupper() and any(map(str.isdigit, text))):
            return "P"
        if text in words("text.abbreviated"):
            return "A"
        if len(text.replace(".", "")) == 2 and text.isupper():
            return "Z"
        return "S" if token.lower in words("text.states") else "N"
    if token.kind == "number":
        return "#" if text.isdecimal() else "-"
    return _ROLES.get(token.lower, "W" if token.kind == "word" else "-")


def _role_in_phrase(token: Token, kind: str) -> str:
    """The role of a token in a phrase, as a letter that `_PHRASE` has; `-` for none. `kind` is that
    of the find which the token is part of, if any."""
    word = token.lower
    if word in ("x", "×"):
        return "#"  # `3 x Green tea`
    if kind or token.kind != "word":
        return {"name": "n", "number": "#", "unit": "u"}.get(kind, "-")
    if word in _PARTS_OF_SPEECH:
        return _PARTS_OF_SPEECH[word]
    if not token.is_telling or token.is_upper:
        is_greeting = token.is_upper and word in words("text.greetings")
        return "W" if token.is_telling and not is_greeting else "-"
    if len(word) > 4 and word.endswith("ed"):
        return "e"
    return "g" if len(word) > 4 and word.endswith("ing") else "w"


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
                    amount, *names = words_of(row.filled(match))
                    find = self._until(first, match.end("value"))
                    if amount.isdigit():
                        unit = next((each for each in names if each in _UNITS), "")
                        find = find._replace(kind="number", value=int(amount), unit=unit, thing="")
                    cues = dict.fromkeys(map(stem, (amount, *names)), 1.0)
                    hint = "thing" if "title" in (amount, *names) else find.hint
                    found[first] = find._replace(cues=cues, hint=hint)
                    taken.update(range(first, find.last + 1))
        return found

    def _unit_after(self, last: int) -> str:
        """The unit or the currency that follows a number, if any."""
        found = _UNIT.match(self._text, self._tokens[last].end)
        unit = found[1] if found else ""
        is_known = unit == "%" or unit.lower() in _UNITS or currency_of(unit)
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
        is_followed = any(_role_in_name(each) in "NASZP" for each in following)
        if is_followed or is_place(token.text) or token.text.isupper():
            return True
        is_subject = _AFTER_SUBJECT.match(self._text, token.end) is not None
        return is_subject and token.lower not in STOP_WORDS

    def _name(self, number: int) -> Find:
        """The name of adjacent capitalised words, which may have words like `of` between them. The
        state or the country belongs to a city: `Boston, MA`."""
        found = _NAME.match(self._outline, number)
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
        """The roles of all tokens in names; letters are lower-case after a line break."""
        roles, end = [], 0
        for token in self._tokens:
            role = _role_in_name(token)
            if self._text[end : token.start].strip(" "):
                role = role.lower() if role.isalpha() else "-"
            roles.append(role)
            end = token.end
        return "".join(roles)

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
        tokens, kinds = self._tokens, dict[int, str]()
        for find in marked:
            kinds |= dict.fromkeys(range(find.first, find.last + 1), find.kind)
        roles = (_role_in_phrase(each, kinds.get(at, "")) for at, each in enumerate(tokens))
        for phrase in _PHRASE.finditer("".join(roles)):
            first, last = phrase.start(), phrase.end() - 1
            inside = tokens[first : last + 1]
            if inside[0].lower in _UNITS and inside[2:] and inside[1].text == "of":
                inside = inside[2:]  # `kilo of plums`
            if not all(token.is_upper for token in inside):
                text = " ".join(token.text for token in inside)
                yield Find("phrase", text, text, first, last, thing=_thing_of(text, is_name=False))


def _listed(text: str) -> list[Any] | None:
    """The items of a list in JSON, in Python, or without quotes."""
    inner = text[1:-1]
    with suppress(ValueError):
        values: list[Any] = value_of(f"[{inner}]")
        return values
    parts = [part.strip(" '\"") for part in inner.split(",")]
    return parts if len(parts) > 1 and "[" not in inner else None
