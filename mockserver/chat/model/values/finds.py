"""Finds: the stretches of a prompt that can be values, each with what is said around it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from mockserver.chat.model.lists import by_word, is_place, lists, words
from mockserver.chat.model.meaning import STOP_WORDS, stem
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.values.scan import Token, bounded, tokens_of

FindKind = Literal[
    "number",
    "date",
    "time",
    "email",
    "phone",
    "url",
    "path",
    "quoted",
    "list",
    "name",
    "code",
    "phrase",
    "option",
]

MOST = 80
"""Finds of a text, the first ones."""

_LEFT, _RIGHT = 6, 4
_DECAY = 0.15
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "dozen": 12, "half": 0.5}
_TIMES = {
    "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "k": 10**3, "m": 10**6, "b": 10**9,
}  # fmt: skip
_JOINTS = words("text.joints")
_BETWEEN = words("text.between")
_INSIDE_NAMES = words("text.inside_names")
"""Small words in the middle of a name."""

_HEADS = words("text.heads_of_names")
"""Small words that end a name."""

_WHEN = frozenset({"last", "next", "ago", "yesterday"})
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

_MESSAGE = tuple(map(stem, words("text.message")))
_SAYING = words("text.saying")
_NUMBERED = pattern(r"[A-Z]{1,6}-\d[\w-]*")
"""The number of an invoice or a ticket, which is no part of the name in front of it."""

_TELL = frozenset({"tell", "inform", "telling", "remind", "let"})
_HEARERS = frozenset({"them", "him", "her", "everyone", "everybody"})
_ENDS = frozenset({".", "?", "!", ";", ":"})
_UNITS = {unit: tuple(map(stem, name.split())) for unit, name in by_word("units").items()}
_SIGNS = lists("signs")
_LABEL_MARKS = frozenset({"=", ":"})


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
    found = sorted(_all(tokens, text), key=lambda find: (find.first, -find.last))[:MOST]
    grouped = _grouped(_without_overlaps(found), tokens)
    return tuple(_with_context(grouped, tokens))


def sought_in(text: str) -> str:
    """The subject of a request: its words without the verb and the courtesies in front of them."""
    read = bounded(text)
    tokens = tokens_of(read)
    start = 0
    while start < len(tokens) and (
        tokens[start].lower in _VERBS
        or tokens[start].lower in STOP_WORDS
        or tokens[start].kind == "mark"
    ):
        start += 1
    last = len(tokens) - 1
    while last >= start and tokens[last].text in ".?!":
        last -= 1
    return read[tokens[start].start : tokens[last].end].strip() if start <= last else ""


def _said(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    """The text that a message is to have, from a word like `saying` to the end of the sentence."""
    opening = [token.lower for token in tokens[number : number + 3]]
    if opening[0] in _TELL and opening[1:2] != [] and opening[1] in _HEARERS:
        if opening[2:] != ["that"]:
            return None
        first = number + 3
    elif opening[0] in _SAYING and len(opening) > 1:
        first = number + 2 if opening[1] in ("that", ":", *_HEARERS) else number + 1
    else:
        return None
    if first >= len(tokens):
        return None
    last = first
    while last + 1 < len(tokens) and tokens[last + 1].text not in ".?!\n":
        last += 1
    if tokens[first].kind == "quoted":
        return None
    said = text[tokens[first].start : tokens[last].end]
    return Find("quoted", said, said, first, last)


def _all(tokens: Sequence[Token], text: str) -> Iterator[Find]:
    number = 0
    while number < len(tokens):
        find = _said(tokens, number, text) or _at(tokens, number, text)
        if find is None:
            number += 1
        else:
            yield find
            number = find.last + 1
    yield from _phrases(tokens)


def _at(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    """The find that begins with a token."""
    token = tokens[number]
    kind = token.kind
    if kind == "word":
        return _word(tokens, number, text)
    if kind == "number":
        is_power = number > 0 and tokens[number - 1].text == "^"
        return None if is_power else _number(tokens, number)
    if kind == "list":
        value = _listed(token.text)
        return None if value is None else Find("list", value, token.text, number, number)
    if kind == "quoted" or kind == "formula":  # noqa: PLR1714 (so that the types are known)
        said = token.text[1:-1] if kind == "quoted" else token.text.rpartition("=")[2]
        return Find("quoted", said.strip(), token.text, number, number)
    if kind == "mark":
        return None
    return Find(kind, token.text, token.text, number, number)


def _word(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    token = tokens[number]
    if token.lower in _NUMBERS and not _is_pronoun(tokens, number):
        return _spelled(tokens, number)
    if token.is_upper and "_" not in token.text and _is_name(tokens, number):
        return _name(tokens, number, text)
    has_digit = any(char.isdigit() for char in token.text)
    if has_digit and token.text[0].isdigit() and token.text[-2:] in ("st", "nd", "rd", "th"):
        value = int("".join(filter(str.isdecimal, token.text)) or 0)
        return Find("number", value, token.text, number, number, unit="ordinal")
    is_code = "_" in token.text or (has_digit and any(char.isalpha() for char in token.text))
    return Find("code", token.text, token.text, number, number) if is_code else None


def _is_name(tokens: Sequence[Token], number: int) -> bool:
    """True for a capital letter that is more than the beginning of a sentence."""
    if not _begins_sentence(tokens, number):
        return True
    return tokens[number].lower not in _VERBS and _opens_with_name(tokens, number)


def _is_pronoun(tokens: Sequence[Token], number: int) -> bool:
    """`one` in `this one` and `one of them` is no number."""
    if tokens[number].lower != "one":
        return False
    before = tokens[number - 1].lower if number else ""
    after = tokens[number + 1].lower if number + 1 < len(tokens) else ""
    return before in ("the", "this", "that", "which", "first", "no", "any") or after in (
        "of",
        "another",
        "or",
    )


def _begins_sentence(tokens: Sequence[Token], number: int) -> bool:
    return number == 0 or tokens[number - 1].text in _ENDS or tokens[number - 1].text in "\"'-*("


def _opens_with_name(tokens: Sequence[Token], number: int) -> bool:
    """True for a sentence that begins with a name: a known place, several capitals, a lone word."""
    text = tokens[number].text
    if _is_capital(tokens, number + 1) or is_place(text) or (text.isupper() and len(text) > 1):
        return True
    rest = [token.kind for token in tokens[number + 1 :]]
    ends = rest in ([], ["number"]) or tokens[number + 1].text in ".?!,"
    is_greeting = tokens[number].lower in _GREETINGS
    return (
        tokens[number].lower not in STOP_WORDS
        and not is_greeting
        and (ends or _acts(tokens, number))
    )


def _acts(tokens: Sequence[Token], number: int) -> bool:
    """True if what a capital begins does something: `Ada lives`, `Bo from Lima wants`."""
    behind = [token.lower for token in tokens[number + 1 : number + 4]]
    if behind[:1] == ["from"]:
        return behind[2:3] == ["would"] or not _ACTS.isdisjoint(behind[2:])
    is_number = number + 2 < len(tokens) and tokens[number + 2].kind == "number"
    return not _ACTS.isdisjoint(behind[:1]) or (behind[:1] == ["is"] and is_number)


def _is_capital(tokens: Sequence[Token], number: int) -> bool:
    return number < len(tokens) and tokens[number].kind == "word" and tokens[number].is_upper


def _name(tokens: Sequence[Token], number: int, text: str) -> Find | None:
    """Words with capitals that stand together, with the small words that names have inside."""
    if tokens[number].text in _NO_NAMES:
        return None
    last = number
    while last + 1 < len(tokens) and last - number < 8:
        after = tokens[last + 1]
        if text[tokens[last].end : after.start].strip(" ") or tokens[last].text.endswith(
            ("'s", "’s")
        ):
            break
        if _NUMBERED.fullmatch(after.text):
            break
        if after.kind == "word" and after.is_upper and after.text != "I":
            last += 1
        elif _ends_name(tokens, last + 1):
            last += 1
            break
        elif (
            after.lower in _INSIDE_NAMES and _is_capital(tokens, last + 2) and after.lower != "the"
        ):
            last += 2
        elif (
            after.lower == "of"
            and last + 3 < len(tokens)
            and tokens[last + 2].lower == "the"
            and _is_capital(tokens, last + 3)
        ):
            last += 3
        elif after.text == "." and tokens[last].text in _ABBREVIATED:
            last += 1
        else:
            break
    last = _with_state(tokens, last)
    said = text[tokens[number].start : tokens[last].end]
    said = re.sub(r"['’]s?$", "", said)
    kind: FindKind = "name"
    if number == last and any(char.isdigit() for char in said):
        kind = "code"
    return Find(kind, said, said, number, last)


def _is_word(tokens: Sequence[Token], number: int) -> bool:
    return number < len(tokens) and tokens[number].kind == "word"


def _ends_name(tokens: Sequence[Token], number: int) -> bool:
    """True for `Mississippi river` and `Maroon 5`, but not for `Oslo 5 days`."""
    token = tokens[number]
    if token.kind == "number":
        is_title = token.text.isdecimal() and not is_place(tokens[number - 1].text)
        return is_title and not _is_word(tokens, number + 1) and number > 1
    return token.lower in _HEADS


def _with_state(tokens: Sequence[Token], last: int) -> int:
    """`Boston, MA` and `Paris, France` are one."""
    if last + 2 >= len(tokens) or tokens[last + 1].text != ",":
        return last
    first = end = last + 2
    while _is_capital(tokens, end + 1) and end - first < 2:
        end += 1
    state = " ".join(token.text for token in tokens[first : end + 1])
    if (len(state) == 2 and state.isupper()) or state.lower() in _STATES:
        return end
    is_listed = end + 1 < len(tokens) and tokens[end + 1].lower in (",", "and", "or")
    is_long = " " in state and is_place(state) and not is_listed
    return end if is_long and is_place(tokens[last].text) else last


def _number(tokens: Sequence[Token], number: int) -> Find:
    token = tokens[number]
    bare = token.text.strip("$€£¥₹%+").replace("−", "-")
    negative = bare.startswith("-") and not _follows_word(tokens, number)
    bare = bare.strip("-$€£¥₹").replace(",", "")
    value: float = float(bare) if any(char in bare for char in ".eE") else int(bare)
    sign = next((char for char in token.text if char in "$€£¥₹%"), "")
    last = number
    if number + 1 < len(tokens):
        after = tokens[number + 1]
        is_near = len(after.text) > 1 or after.start == token.end
        if after.lower in _TIMES and is_near and (after.text.isupper() or after.text not in "mb"):
            value, last = value * _TIMES[after.lower], number + 1
    if isinstance(value, float) and value.is_integer() and "." not in bare:
        value = int(value)
    if not sign and last + 1 < len(tokens) and tokens[last + 1].text == "%":
        sign, last = "%", last + 1
    return Find("number", -value if negative else value, token.text, number, last, unit=sign)


def _follows_word(tokens: Sequence[Token], number: int) -> bool:
    """`7-2` is a range, not minus two."""
    return (
        number > 0
        and tokens[number - 1].end == tokens[number].start
        and tokens[number - 1].kind in ("number", "word")
    )


def _spelled(tokens: Sequence[Token], number: int) -> Find:
    value: float = _NUMBERS[tokens[number].lower]
    last = number
    if number + 1 < len(tokens) and tokens[number + 1].lower in {**_TIMES, "hundred": 100}:
        last = number + 1
        value *= {**_TIMES, "hundred": 100}[tokens[last].lower]
    plural = (token.stem for token in tokens[last + 1 : last + 4] if token.lower.endswith("s"))
    counted = next(plural, "")
    return Find("number", value, tokens[number].text, number, last, unit="word", counted=counted)


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


def _phrases(tokens: Sequence[Token]) -> Iterator[Find]:
    """Runs of telling words in small letters; the verb that opens a sentence is none of them."""
    run: list[int] = []
    for number, token in enumerate(tokens):
        if (
            token.lower == "of"
            and run
            and number + 1 < len(tokens)
            and tokens[number + 1].is_telling
        ):
            run.append(number)
            continue
        opens = _begins_sentence(tokens, number) and (token.lower in _VERBS)
        telling = (
            token.is_telling
            and not opens
            and not (run and token.lower in _WHEN)
            and not _is_act(tokens, number)
            and token.lower not in _VERBS
            and token.lower not in _NUMBERS
        )
        if telling and len(run) < 8:
            run.append(number)
            continue
        yield from _phrase(tokens, run)
        run = []
    yield from _phrase(tokens, run)


def _is_act(tokens: Sequence[Token], number: int) -> bool:
    """True for the verb behind the one who acts: `Ada ordered`, `they sold`."""
    if tokens[number].lower not in _ACTS or not number:
        return False
    before = tokens[number - 1]
    return before.is_upper or before.lower in _ACTORS


def _phrase(tokens: Sequence[Token], run: Sequence[int]) -> Iterator[Find]:
    if run and not all(tokens[each].is_upper for each in run):
        said = " ".join(tokens[each].text for each in run)
        yield Find("phrase", said, said, run[0], run[-1])


def _without_overlaps(found: Sequence[Find]) -> list[Find]:
    """Phrases give way to what is surer, and keep what is left of them."""
    taken = {
        each for find in found if find.kind != "phrase" for each in range(find.first, find.last + 1)
    }
    kept = []
    for find in found:
        if find.kind != "phrase":
            kept.append(find)
            continue
        free = [each for each in range(find.first, find.last + 1) if each not in taken]
        if not free:
            continue
        words = find.text.split()
        run = [free[0]]
        for before, after in pairwise(free):
            if after != before + 1:
                break
            run.append(after)
        said = " ".join(words[run[0] - find.first : run[-1] - find.first + 1])
        kept.append(find._replace(value=said, text=said, first=run[0], last=run[-1]))
    return kept


def _grouped(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Finds of one kind with nothing but commas and `and` between them are one enumeration."""
    kept = [*found]
    group = -1
    latest: dict[str, int] = {}
    for number, find in enumerate(kept):
        before = latest.get(find.kind)
        latest[find.kind] = number
        if before is None:
            continue
        between = [token.lower for token in tokens[kept[before].last + 1 : find.first]]
        is_share = "%" in (find.unit, kept[before].unit) and find.unit != kept[before].unit
        if is_share or not _joins(between, find.kind):
            continue
        if kept[before].group < 0:
            group += 1
            kept[before] = kept[before]._replace(group=group, place=0)
        kept[number] = kept[number]._replace(group=kept[before].group, place=kept[before].place + 1)
    return _without_pairs(kept, tokens)


def _without_pairs(found: Sequence[Find], tokens: Sequence[Token]) -> list[Find]:
    """Two finds with only a comma between them are no enumeration."""
    groups: dict[int, list[Find]] = {}
    for find in found:
        groups.setdefault(find.group, []).append(find)
    joined = {
        group
        for group, finds in groups.items()
        for before, after in pairwise(finds)
        if after.kind == "number"
        or any(token.text != "," for token in tokens[before.last + 1 : after.first])
    }
    return [
        find._replace(group=-1)
        if len(groups[find.group]) < 3 and find.group not in joined
        else find
        for find in found
    ]


def _joins(between: Sequence[str], kind: str) -> bool:
    if not between or len(between) > 4 or not any(each in _JOINTS for each in between):
        return False
    rest = [each for each in between if each not in _BETWEEN]
    return not rest or (
        kind in ("number", "name", "quoted")
        and len(rest) == 1
        and between[0] == rest[0]
        and rest[0].isalpha()
    )


def _with_context(found: Sequence[Find], tokens: Sequence[Token]) -> Iterator[Find]:
    lefts: dict[int, dict[str, float]] = {}
    for number, find in enumerate(found):
        stop = found[number - 1].last if number and found[number - 1].kind != "phrase" else -1
        stop_right = next(
            (each.first for each in found[number + 1 : number + 4] if each.kind == find.kind),
            len(tokens),
        )
        left = _left(tokens, find, stop)
        if find.group >= 0:
            shared = lefts.setdefault(find.group, left)
            left = shared | left
        cues = dict(left)
        for key, weight in _right(tokens, find, stop_right).items():
            cues[key] = max(cues.get(key, 0.0), weight)
        if find.kind == "number" and _is_year(find, tokens):
            cues["year"] = 1.0
        if _is_said(tokens, find):
            cues |= dict.fromkeys(_MESSAGE, 1.0)
        for key in _SIGNS.get(find.unit, ()):
            cues[stem(key)] = max(cues.get(stem(key), 0.0), 0.8)
        yield find._replace(cues=cues, left=_preposition(tokens, find), label=_label(tokens, find))


def _is_said(tokens: Sequence[Token], find: Find) -> bool:
    """True for what stands behind a word like `saying`."""
    before = [token.lower for token in tokens[max(find.first - 3, 0) : find.first]]
    is_told = len(before) == 3 and before[0] in _TELL and before[1] in _HEARERS
    return is_told or not _SAYING.isdisjoint(before[-2:])


def _is_year(find: Find, tokens: Sequence[Token]) -> bool:
    """True for `in 2020`, `the 1995 season`: four figures that nothing is counted in."""
    return len(find.text) == 4 and find.text.isdigit() and 1_000 <= find.value <= 2_100


def _left(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for number in range(find.first - 1, max(find.first - 1 - _LEFT * 2, stop, -1), -1):
        token = tokens[number]
        if token.text in ".?!;" and token.kind == "mark":
            break
        if token.is_telling or len(token.text) == 1:
            cues.setdefault(token.stem, weight)
            weight -= _DECAY
            if weight < 0.2:
                break
    return cues


def _right(tokens: Sequence[Token], find: Find, stop: int) -> dict[str, float]:
    cues: dict[str, float] = {}
    weight = 1.0
    for number in range(find.last + 1, min(find.last + 1 + _RIGHT, stop, len(tokens))):
        token = tokens[number]
        if token.kind != "word" or token.lower in _STOPS:
            break
        for measure in _UNITS.get(token.lower, ()):
            cues[measure] = weight
        cues[token.stem] = weight
        weight -= 2 * _DECAY
    return cues


def _preposition(tokens: Sequence[Token], find: Find) -> str:
    for number in range(find.first - 1, max(find.first - 4, -1), -1):
        if tokens[number].lower not in ("the", "a", "an", "my", "your"):
            return tokens[number].lower
    return ""


def _label(tokens: Sequence[Token], find: Find) -> str:
    number = find.first - 1
    if number < 1 or tokens[number].text not in _LABEL_MARKS:
        return ""
    return (
        tokens[number - 1].lower.strip("'\"`")
        if tokens[number - 1].kind in ("word", "quoted")
        else ""
    )
