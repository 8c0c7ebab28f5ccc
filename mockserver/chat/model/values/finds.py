"""Finds: the stretches of a prompt that can be values, each with what is said around it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from mockserver.chat.model.lists import by_word, is_place, lists, words
from mockserver.chat.model.meaning import STOP_WORDS, stem
from mockserver.chat.model.numbers import NUMBER, number_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

FindKind = Literal[
    "number", "date", "time", "email", "phone", "url", "path", "quoted", "list", "name", "code",
    "phrase", "option",
]  # fmt: skip

MOST = 80
"""Finds of a text, the first ones."""

_LEFT, _RIGHT = 6, 4
_DECAY = 0.15
_LONGEST = 8
"""Words of a name or a phrase."""

_SCALES = {
    "hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "k": 10**3, "m": 10**6, "b": 10**9,
}  # fmt: skip
_JOINTS = words("text.joints")
_BETWEEN = words("text.between")
_INSIDE_NAMES = words("text.inside_names")
"""Small words in the middle of a name."""

_HEADS = words("text.heads_of_names")
"""Small words that end a name."""

_ABBREVIATED = words("text.abbreviated")
_NO_NAMES = words("text.no_names")
"""Words in capitals that name nobody."""

_VERBS = words("text.verbs")
"""Words that begin a request, and no value."""

_ACTS = words("text.acts")
"""Verbs that tell what somebody did, which are no values."""

_GREETINGS = words("text.greetings")
_ACTORS = words("text.actors")
_STATES = words("text.states")
_STOPS = words("text.stops")
"""Words behind a value that end what is said of it."""

_WHEN = frozenset({"last", "next", "ago", "yesterday"})
_ARTICLES = frozenset({"the", "a", "an", "my", "your"})
_ENDS = frozenset(".?!;:")
_OPENERS = _ENDS | frozenset("\"'-*(")
_SAID = pattern(
    r"\b(?:(?:telling|saying|says|reads)(?: (?:that|them|him|her|everyone|everybody)\b|:)?"
    r"|(?:tell|inform|telling|remind|let) (?:them|him|her|everyone|everybody) that)\s{1,3}"
    r"(?P<said>[\"'“‘`]?)(?=\S)",
    re.IGNORECASE,
)
"""The words before the text that a message is to have."""

_MESSAGE = dict.fromkeys(map(stem, words("text.message")), 1.0)
_NUMBERED = pattern(r"[A-Z]{1,6}-\d[\w-]*")
"""The number of an invoice or a ticket, which is no part of the name in front of it."""

_WORDED = pattern(NUMBER, re.IGNORECASE)
_UNITS = {unit: tuple(map(stem, name.split())) for unit, name in by_word("units").items()}
_SIGNS = lists("signs")


class Find(NamedTuple):
    """A stretch of a prompt that can be a value."""

    kind: FindKind
    value: Any
    text: str
    first: int
    last: int
    """Its first and last token."""
    left: str = ""
    """The word in front of it, articles left out."""
    cues: dict[str, float] = {}  # noqa: RUF012
    """Stems around it with what they weigh, the nearer the more."""
    label: str = ""
    """The label in front of it, before `=` or `:`."""
    group: int = -1
    """The enumeration it belongs to; -1 for none."""
    place: int = 0
    """Its place in that enumeration."""
    unit: str = ""
    counted: str = ""
    """The stem of the plural behind a number in words."""


@lru_cache(maxsize=64)
def finds_in(text: str) -> tuple[Find, ...]:
    """All finds of a text, in its order."""
    text = bounded(text)
    tokens = tokens_of(text)
    sure = [*_sure(tokens, text)]
    taken = {place for find in sure for place in range(find.first, find.last + 1)}
    found = sorted([*sure, *_phrases(tokens, taken)], key=lambda find: find.first)[:MOST]
    return placed(found, tokens)


def placed(found: Sequence[Find], tokens: Sequence[Token]) -> tuple[Find, ...]:
    """Finds in the order of a text, with the rows they stand in and the words around them."""
    return tuple(_with_context(_grouped(found, tokens), tokens))


def sought_in(text: str) -> str:
    """The subject of a request: its words without the verb and the courtesies in front of them."""
    read = bounded(text)
    tokens = tokens_of(read)
    telling = [token for token in tokens if token.is_telling and token.lower not in _VERBS]
    ends = [token for token in tokens if token.text not in _ENDS]
    return read[telling[0].start : ends[-1].end].strip() if telling else ""


def _sure(tokens: Sequence[Token], text: str) -> Iterator[Find]:
    """All finds but phrases."""
    said = {found.end("said"): found for found in _SAID.finditer(text)}
    number = 0
    while number < len(tokens):
        is_said = tokens[number].start in said and tokens[number].kind != "quoted"
        find = _rest(tokens, number, text) if is_said else _at(tokens, number, text)
        if find:
            yield find
            number = find.last
        number += 1


def _rest(tokens: Sequence[Token], first: int, text: str) -> Find:
    """The rest of a sentence."""
    ends = (each for each in range(first + 1, len(tokens)) if tokens[each].text in ".?!")
    last = next(ends, len(tokens)) - 1
    said = text[tokens[first].start : tokens[last].end].partition("\n")[0]
    return Find("quoted", said, said, first, last, cues=_MESSAGE)


def _at(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    """The find that begins with a token."""
    token = tokens[number]
    kind, said = token.kind, token.text
    value: Any = said
    if kind == "mark":
        return None
    if kind == "word":
        return _word(tokens, number, text)
    if kind == "number":
        return _number(tokens, number)
    if kind == "list":
        value = _listed(said)
        return None if value is None else Find(kind, value, said, number, number)
    if kind == "quoted" or kind == "formula":  # noqa: PLR1714 (so that the types are known)
        value = said[1:-1] if kind == "quoted" else said.rpartition("=")[2]
        return Find("quoted", value.strip(), said, number, number)
    return Find(kind, value, said, number, number)


def _word(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    token = tokens[number]
    worded = _WORDED.match(text, token.start)
    if worded and not token.text[0].isdigit():
        return _spelled(tokens, number, worded)
    if token.is_upper and "_" not in token.text and _is_name(tokens, number):
        return _name(tokens, number, text)
    if token.text[0].isdigit() and token.text[-2:] in ("st", "nd", "rd", "th"):
        value = int("".join(filter(str.isdecimal, token.text)) or 0)
        return Find("number", value, token.text, number, number, unit="ordinal")
    is_code = "_" in token.text or any(char.isdigit() for char in token.text)
    return Find("code", token.text, token.text, number, number) if is_code else None


def _is_name(tokens: Sequence[Token], number: int) -> bool:
    """True for a capital letter that is more than the beginning of a sentence.

    A name may begin one as well: a known place, several capitals, a word alone, one who acts.
    """
    token, behind = tokens[number], [each.lower for each in tokens[number + 1 : number + 3]]
    if token.text in _NO_NAMES:
        return False
    if number and tokens[number - 1].text not in _OPENERS:
        return True
    if token.lower in _VERBS:
        return False
    if _is_capital(tokens, number + 1) or is_place(token.text) or token.text.isupper():
        return len(token.text) > 1
    is_said = token.lower in STOP_WORDS or token.lower in _GREETINGS
    acts = not _ACTS.isdisjoint(behind) or behind[:1] in (["is"], ["from"])
    is_aged = behind[:1] == ["("] and [t.text for t in tokens[number + 3 : number + 4]] == [")"]
    return not is_said and (not behind or behind[0] in ".?!," or acts or is_aged)


def _is_capital(tokens: Sequence[Token], number: int) -> bool:
    return number < len(tokens) and tokens[number].kind == "word" and tokens[number].is_upper


def _name(tokens: Sequence[Token], number: int, text: str) -> Find:
    """Words with capitals that stand together, with the small words that names have inside."""
    last = number
    most = min(number + _LONGEST, len(tokens) - 1)
    while last < most and (step := _step(tokens, last, text)):
        last += step
    last = _with_state(tokens, last)
    said = re.sub(r"['’]s?$", "", text[tokens[number].start : tokens[last].end])
    is_code = number == last and any(char.isdigit() for char in said)
    return Find("code" if is_code else "name", said, said, number, last)


def _step(tokens: Sequence[Token], last: int, text: str) -> int:
    """So many tokens behind the last one go on with a name."""
    before, after = tokens[last], tokens[last + 1]
    is_apart = bool(text[before.end : after.start].strip(" ")) or before.text.endswith(("'s", "’s"))
    if is_apart or before.text in _HEADS or before.kind == "number":
        return 0
    if after.kind == "number":
        ends = last + 2 == len(tokens) or tokens[last + 2].kind != "word"
        return int(after.text.isdecimal() and not is_place(before.text) and ends)
    if after.kind == "word" and after.is_upper:
        return int(not _NUMBERED.fullmatch(after.text) and after.text != "I")
    if after.text in _HEADS or (after.text == "." and before.text in _ABBREVIATED):
        return 1
    if after.lower == "the" or after.lower not in _INSIDE_NAMES:
        return 0
    inner = 2 if last + 2 < len(tokens) and tokens[last + 2].lower == "the" else 1
    return inner + 1 if _is_capital(tokens, last + inner + 1) else 0


def _with_state(tokens: Sequence[Token], last: int) -> int:
    """`Boston, MA` and `Paris, France` are one."""
    if last + 2 >= len(tokens) or tokens[last + 1].text != ",":
        return last
    end = last + 2
    while _is_capital(tokens, end + 1) and end - last < 4:
        end += 1
    state = " ".join(token.text for token in tokens[last + 2 : end + 1])
    if (len(state) == 2 and state.isupper()) or state.lower() in _STATES:
        return end
    is_listed = end + 1 < len(tokens) and tokens[end + 1].lower in _JOINTS
    is_place_too = " " in state and is_place(state) and is_place(tokens[last].text)
    return end if is_place_too and not is_listed else last


def _number(tokens: Sequence[Token], number: int) -> Find | None:
    token = tokens[number]
    before = tokens[number - 1] if number else None
    if before and before.text == "^":
        return None
    bare = token.text.replace("−", "-")
    is_range = before is not None and before.end == token.start and before.kind != "mark"
    bare = re.sub(r"[$€£¥₹%+,]", "", bare.lstrip("-") if is_range else bare)
    value: float = float(bare) if any(char in bare for char in ".eE") else int(bare)
    sign = next((char for char in token.text if char in "$€£¥₹%"), "")
    last = number
    if number + 1 < len(tokens):
        after = tokens[number + 1]
        is_near = len(after.text) > 1 or after.start == token.end
        if after.lower in _SCALES and is_near and (after.text.isupper() or after.text not in "mb"):
            value, last = value * _SCALES[after.lower], number + 1
    return Find("number", value, token.text, number, last, unit=sign)


def _spelled(tokens: Sequence[Token], number: int, worded: re.Match[str]) -> Find:
    last = number
    while last + 1 < len(tokens) and tokens[last + 1].end <= worded.end():
        last += 1
    value = number_of(worded[0])
    plural = (token.stem for token in tokens[last + 1 : last + 4] if token.lower.endswith("s"))
    return Find(
        "number", int(value), worded[0], number, last, unit="word", counted=next(plural, "")
    )


def _listed(text: str) -> list[Any] | None:
    inner = "[" + text[1:-1] + "]"
    for written in (inner, inner.replace("'", '"')):
        try:
            value = json.loads(written)
        except ValueError:
            continue
        return value if isinstance(value, list) else None
    parts = [part.strip(" '\"") for part in text[1:-1].split(",")]
    return parts if len(parts) > 1 and "[" not in inner[1:] else None


def _phrases(tokens: Sequence[Token], taken: Collection[int]) -> Iterator[Find]:
    """Runs of telling words in small letters, none of which is a verb that asks or acts."""
    run: list[int] = []
    for number in range(len(tokens) + 1):
        if number < len(tokens) and number not in taken and _goes_on(tokens, number, run):
            run.append(number)
            continue
        if run and tokens[run[-1]].lower == "of":
            run.pop()
        if run and not all(tokens[each].is_upper for each in run):
            said = " ".join(tokens[each].text for each in run)
            yield Find("phrase", said, said, run[0], run[-1])
        run = []


def _goes_on(tokens: Sequence[Token], number: int, run: Sequence[int]) -> bool:
    """True if a word goes on with a phrase, or begins one."""
    token = tokens[number]
    if token.lower == "of" and run:
        return number + 1 < len(tokens) and tokens[number + 1].is_telling
    before = tokens[number - 1] if number else None
    acts = token.lower in _ACTS and before and (before.is_upper or before.lower in _ACTORS)
    return (
        token.is_telling
        and token.lower not in _VERBS
        and not acts
        and not (run and token.lower in _WHEN)
        and len(run) < _LONGEST
    )


def _grouped(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Finds of one kind with nothing but commas and `and` between them are one enumeration.

    Two with only a comma between them are none.
    """
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
        is_pair = len(row) == 2 and first.kind != "number"
        is_loose = is_pair and all(t.text == "," for t in tokens[first.last + 1 : last.first])
        if len(row) > 1 and not is_loose:
            for place, number in enumerate(row):
                grouped[number] = found[number]._replace(group=group, place=place)
    return grouped


def _joins(one: Find, other: Find, tokens: Sequence[Token]) -> bool:
    """True if only joining words stand between two finds, and at most one word that is told."""
    between = [token.lower for token in tokens[one.last + 1 : other.first]]
    is_share = "%" in (one.unit, other.unit) and one.unit != other.unit
    if is_share or len(between) > 4 or _JOINTS.isdisjoint(between):
        return False
    rest = [each for each in between if each not in _BETWEEN]
    is_noun = rest == between[:1] and rest[0].isalpha()
    return not rest or (is_noun and one.kind in ("number", "name", "quoted"))


def _with_context(found: Sequence[Find], tokens: Sequence[Token]) -> Iterator[Find]:
    shared: dict[int, dict[str, float]] = {}
    for number, find in enumerate(found):
        stop = found[number - 1].last if number and found[number - 1].kind != "phrase" else -1
        left = _left(tokens, find, stop)
        if find.group >= 0:
            left = shared.setdefault(find.group, left) | left
        cues = dict(find.cues or left)
        alike = (each.first for each in found[number + 1 : number + 4] if each.kind == find.kind)
        for key, weight in _right(tokens, find, next(alike, len(tokens))).items():
            cues[key] = max(cues.get(key, 0.0), weight)
        if find.kind == "number" and len(find.text) == 4 and 1_000 <= find.value <= 2_100:
            cues["year"] = 1.0
        for key in _SIGNS.get(find.unit, ()):
            cues[stem(key)] = max(cues.get(stem(key), 0.0), 0.8)
        fore = [token.lower for token in tokens[max(find.first - 3, 0) : find.first]]
        led = [word for word in fore if word not in _ARTICLES]
        label = _label(tokens, find) if fore and fore[-1] in "=:" else ""
        yield find._replace(cues=cues, left=led[-1] if led else "", label=label)


def _label(tokens: Sequence[Token], find: Find) -> str:
    """Up to three words before the colon in front of a find."""
    label: list[str] = []
    for token in reversed(tokens[max(find.first - 4, 0) : find.first - 1]):
        if token.kind not in ("word", "quoted") or "\n" in token.text:
            break
        label.insert(0, token.lower.strip("'\"`"))
    return " ".join(label)


def _left(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for token in reversed(tokens[max(find.first - 2 * _LEFT, stop + 1) : find.first]):
        if token.text in ".?!;" or weight < 0.2:
            break
        if token.is_telling or len(token.text) == 1:
            cues.setdefault(token.stem, weight)
            weight -= _DECAY
    return cues


def _right(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for token in tokens[find.last + 1 : min(find.last + 1 + _RIGHT, stop)]:
        if token.kind != "word" or token.lower in _STOPS:
            break
        cues |= dict.fromkeys((*_UNITS.get(token.lower, ()), token.stem), weight)
        weight -= 2 * _DECAY
    return cues
