"""Known facts: what `facts.json` says, which anybody may extend.

A relation has words that ask for it and pairs: with `capital` and `France` in a question the
answer is `Paris`, with `capital` and `Paris` it is `France`. A list or a single fact answers a
question that has all its words. Nothing is answered if the question has much more to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.content.stored import stored
from mockserver.chat.model.languages import languages
from mockserver.chat.model.meaning import STOP_WORDS, stem
from mockserver.chat.model.patterns import pattern

_WORD = pattern(r"[^\s,;:!?()\[\]\"“”«»¿¡।。？！、]*[^\s,;:!?()\[\]\"“”«»¿¡।。？！、.'’]")
_ELIDED = pattern(r"^(?:l|d|dell|all|nell)'")
_MOST_WORDS = 40
_FEW_WORDS = 7
_LONGEST_NAME = 6
_LONGEST_COURTESY = 120
_LEFT_OVER = 2
"""Words of a question that a fact may leave unexplained."""

_IN_ORDER = frozenset({"days", "months", "planets", "seasons", "colour"})
"""The first words of lists that have an order."""

_MAKES = frozenset(
    "write draft compose create story poem essay letter email function code tweet translate".split()
)
"""Words of requests in which a fact is at most the topic."""

_BEYOND = frozenset("left remaining until since ago".split())
"""Words of questions that depend on more than a fact."""

_EXPLAINS = frozenset("explain how why describe history form formed work works".split())
_ORDINALS = {
    word: place
    for place, words in enumerate(
        "first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|"
        "ninth 9th|tenth 10th|eleventh 11th|twelfth 12th".split("|")
    )
    for word in words.split()
}

_LISTS = frozenset(
    "name list tell give enumerate mention some are all two three four five six seven eight nine "
    "2 3 4 5 6 7 8 9 10 month day".split()
) | frozenset(_ORDINALS)
"""Words of which a request for a list has at least one."""

_COUNTS = {
    word: count
    for count, words in enumerate(
        "a an one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9".split("|"), 1
    )
    for word in words.split()
}
"""The number of items of a list that a word asks for."""

_PLAIN = frozenset((*_COUNTS, *_ORDINALS)) | STOP_WORDS | frozenset(
    """called name names named say state list first last exactly answer question many much city
    world earth solar system chemical element country known famous book novel play poem city order
    current official think remember today please kindly quick briefly correct following
    """.split()
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Relation:
    """Pairs, by either of the two, and the sentence that tells one."""

    said: str
    forward: Mapping[str, tuple[str, str]]
    backward: Mapping[str, tuple[str, str]]


def recall(question: str) -> Answer | None:
    """The fact that a message asks for."""
    words = [found[0] for found in _WORD.finditer(question[:1_000])][: _MOST_WORDS + 1]
    if len(words) > _MOST_WORDS:
        return None
    lowered = [_ELIDED.sub("", word.lower().replace("’", "'").removesuffix("'s")) for word in words]
    if not _MAKES.isdisjoint(lowered):
        return None
    stems = frozenset(map(stem, lowered))
    return (
        _related(lowered)
        or _unspaced(question)
        or _neighbour(lowered)
        or (None if _wants_several(lowered) else _fact(lowered, stems))
        or _several(lowered, stems)
    )


def courtesy(message: str) -> Answer | None:
    """The reply to thanks, a farewell or small talk that is nothing else."""
    text = message[:_LONGEST_COURTESY].lower().replace("’", "'")
    words = frozenset(_WORD.findall(text))
    data = stored("facts")
    for each in data["courtesies"]:
        if words <= {*each["words"], *each["around"]} and not words.isdisjoint(each["words"]):
            return stated(each["said"])
    said = data["sayings"].get(" ".join(_WORD.findall(text)))
    return stated(said) if said else None


def cues() -> frozenset[str]:
    """The words of which a question about a fact has at least one."""
    data = stored("facts")
    asked = set(_relations())
    asked.update(word for known in (*data["lists"], *data["facts"]) for word in known["words"])
    return frozenset(asked) - {"what", "when", "where", "why", "many", "first", "far", "i"}


def _related(words: Sequence[str]) -> Answer | None:
    relations = _relations()
    for relation in dict.fromkeys(each for word in words for each in relations.get(word, ())):
        for pairs in (relation.forward, relation.backward):
            for name, width in _names(words):
                if (pair := pairs.get(name)) and _is_all(words, width):
                    key, value = pair
                    answer = value if pairs is relation.forward else key
                    return stated(_sentence(relation.said, key, value), answer)
    return None


def _unspaced(question: str) -> Answer | None:
    """The same where no blanks stand between words: a word that asks and a name are both there."""
    if question.isascii() or " " in question.strip():
        return None
    for cue, relations in _relations().items():
        for relation in relations if not cue.isascii() and cue in question else ():
            for name, (key, value) in relation.forward.items():
                if name in question:
                    return stated(_sentence(relation.said, key, value), value)
    return None


def _neighbour(words: Sequence[str]) -> Answer | None:
    """The item after or before another of a list: `what comes after Tuesday`."""
    way = next((each for each in words if each in ("after", "before")), None)
    if way is None or len(words) > _MOST_WORDS // 4:
        return None
    for known in stored("facts")["lists"]:
        items = [item.lower() for item in known["items"]]
        if words[-1] in items and known["words"][0] in _IN_ORDER:
            step = 1 if way == "after" else -1
            item = known["items"][(items.index(words[-1]) + step) % len(items)]
            return stated(f"{item} comes {way} {known['items'][items.index(words[-1])]}.", item)
    return None


def _sentence(said: str, key: str, value: str) -> str:
    sentence = said.format(key=key, value=value).replace("..", ".")
    return sentence[0].upper() + sentence[1:]


def _names(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Stretches that may be a name, the longest first, and their numbers of words."""
    for width in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - width + 1):
            yield " ".join(words[start : start + width]), width


def _is_all(words: Sequence[str], explained: int) -> bool:
    """True if hardly any word is left over, beside the name and the word that asks for it."""
    telling = [word for word in words if word not in _PLAIN]
    if len(words) <= _FEW_WORDS and not _EXPLAINS.intersection(words):
        return True
    return len(telling) - explained - 1 <= _LEFT_OVER


def _fact(words: Sequence[str], stems: frozenset[str]) -> Answer | None:
    fact = _best(words, stems, stored("facts")["facts"])
    return fact and stated(fact["said"], fact["value"])


def _several(words: Sequence[str], stems: frozenset[str]) -> Answer | None:
    """A list, or so many of its items as are asked for."""
    if not _EXPLAINS.isdisjoint(words) or _LISTS.isdisjoint(words):
        return None
    found = _best(words, stems, stored("facts")["lists"])
    if not found:
        return None
    place = next((_ORDINALS[word] for word in words if word in _ORDINALS), None)
    if place is not None and place < len(found["items"]):
        return stated(f"{found['items'][place]}.", found["items"][place])
    wanted = next(filter(None, map(_count, words, (*words[1:], ""))), None)
    items = found["items"][:wanted]
    if wanted == 1:
        return stated(f"{items[0][0].upper()}{items[0][1:]}.", items[0])
    return stated(found["said"].format(listed(items)), ", ".join(items), items)


def _wants_several(words: Sequence[str]) -> bool:
    return any(_COUNTS.get(word, 1) > 1 for word in words)


def _count(word: str, following: str) -> int | None:
    """The number that a word means; `a` counts in `a fruit`, and not in `a list`."""
    count = _COUNTS.get(word)
    return None if count == 1 and following in ("list", "numbered", "bullet", "bulleted") else count


def _best(words: Sequence[str], stems: frozenset[str], known: Sequence[Any]) -> Any:
    """The most special of the facts whose words are all there, unless much is left over."""
    fitting = [each for each in known if _stems(" ".join(each["words"])) <= stems]
    if not fitting or not _BEYOND.isdisjoint(words):
        return None
    best = max(fitting, key=lambda each: len(each["words"]))
    explained = _stems(" ".join(best["words"]))
    rest = [word for word in words if word not in _PLAIN and stem(word) not in explained]
    if any(word.endswith("est") for word in rest):
        return None
    return best if len(rest) <= _LEFT_OVER else None


@cache
def _relations() -> dict[str, list[Relation]]:
    found: dict[str, list[Relation]] = {}
    spoken = (each for language in languages().values() for each in language.facts)
    for each in (*stored("facts")["relations"], *spoken):
        pairs = [*each["of"].items()]
        forward = {_bare(key): (key, value) for key, value in pairs}
        backward = {_bare(value): (key, value) for key, value in reversed(pairs)}
        relation = Relation(each["said"], forward, backward)
        for cue in each["cues"]:
            found.setdefault(cue, []).append(relation)
    return found


def _bare(name: str) -> str:
    return name.lower().removeprefix("the ")


@lru_cache(maxsize=1024)
def _stems(words: str) -> frozenset[str]:
    return frozenset(map(stem, words.split()))
