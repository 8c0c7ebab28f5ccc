"""Known facts: what `facts.json` says, which anybody may extend.

A relation has words that ask for it and pairs: with `capital` and `France` in a question the
answer is `Paris`, with `capital` and `Paris` it is `France`. A list or a single fact answers a
question that has all its words. Nothing is answered if the question has much more to it; `words`
are those that add nothing, ask for lists, or ask for more than a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.languages import languages
from mockserver.chat.model.meaning import STOP_WORDS, stem
from mockserver.chat.model.numbers import FIGURE, ORDINAL, amount_of, place_of
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import data

_WORD = pattern(r"[^\s,;:!?()\[\]\"“”«»¿¡।。？！、]*[^\s,;:!?()\[\]\"“”«»¿¡।。？！、.'’]")
_ELIDED = pattern(r"^(?:l|d|dell|all|nell)'")
_ORDINAL = pattern(ORDINAL)
_COUNT = pattern(rf"(?:{FIGURE}|an?)")
_MOST_WORDS = 40
_FEW_WORDS = 7
_LONGEST_NAME = 6
_LONGEST_COURTESY = 120
_LEFT_OVER = 2
"""Words of a question that a fact may leave unexplained."""


@dataclass(frozen=True, eq=False)
class Relation:
    """Pairs, by either of the two, and the sentence that tells one."""

    said: str
    forward: Mapping[str, tuple[str, str]]
    backward: Mapping[str, tuple[str, str]]

    def told(self, key: str, value: str, answer: str) -> Answer:
        """A pair in a sentence."""
        sentence = self.said.format(key=key, value=value).replace("..", ".")
        return stated(sentence[0].upper() + sentence[1:], answer)


def recall(question: str) -> Answer | None:
    """The fact that a message asks for."""
    found = [each[0].lower().replace("’", "'") for each in _WORD.finditer(question[:1_000])]
    words = [_ELIDED.sub("", word.removesuffix("'s")) for word in found]
    if len(words) > _MOST_WORDS or _has("makes", words):
        return None
    several = [*filter(None, map(_amount, words, (*words[1:], "")))]
    return (
        _related(words)
        or _unspaced(question)
        or _neighbour(words)
        or (None if max(several, default=1) > 1 else _fact(words))
        or _several(words, next(iter(several), None))
    )


def courtesy(message: str) -> Answer | None:
    """The reply to thanks, a farewell or small talk that is nothing else."""
    words = _WORD.findall(message[:_LONGEST_COURTESY].lower().replace("’", "'"))
    known = data("content/facts.json")
    for each in known["courtesies"]:
        if {*words} <= {*each["words"], *each["around"]} and {*words} & {*each["words"]}:
            return stated(each["said"])
    said = known["sayings"].get(" ".join(words))
    return stated(said) if said else None


def cues() -> frozenset[str]:
    """The words of which a question about a fact has at least one."""
    known = data("content/facts.json")
    asked = set(_relations())
    asked.update(word for each in (*known["lists"], *known["facts"]) for word in each["words"])
    return frozenset(asked) - {"what", "when", "where", "why", "many", "first", "far", "i"}


def _has(name: str, words: Sequence[str]) -> bool:
    return not _listed(name).isdisjoint(words)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(data("content/facts.json")["words"][name].split())


def _is_plain(word: str) -> bool:
    is_number = _ORDINAL.fullmatch(word) or _COUNT.fullmatch(word)
    return word in STOP_WORDS or word in _listed("plain") or bool(is_number)


def _amount(word: str, following: str) -> int | None:
    """The number that a word means; `a` counts in `a fruit`, and not in `a list`."""
    is_amount = _COUNT.fullmatch(word) and following not in (
        "list",
        "numbered",
        "bullet",
        "bulleted",
    )
    return amount_of(word) if is_amount else None


def _related(words: Sequence[str]) -> Answer | None:
    relations = _relations()
    telling = sum(not _is_plain(word) for word in words)
    is_polar = CUES.asks("asks whether", words[0]) if words else False
    is_short = len(words) <= _FEW_WORDS and not _has("explains", words)
    for relation in dict.fromkeys(each for word in words for each in relations.get(word, ())):
        for pairs in (relation.forward,) if is_polar else (relation.forward, relation.backward):
            for name, width in _names(words):
                if name in pairs and (is_short or telling - width - 1 <= _LEFT_OVER):
                    key, value = pairs[name]
                    answer = value if pairs is relation.forward else key
                    if is_polar:
                        answer = "Yes" if _bare(answer) in " ".join(words) else "No"
                    return relation.told(key, value, answer)
    return None


def _names(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Stretches that may be a name, the longest first, and their numbers of words."""
    for width in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - width + 1):
            yield " ".join(words[start : start + width]), width


def _unspaced(question: str) -> Answer | None:
    """The same where no blanks stand between words: a word that asks and a name are both there."""
    if question.isascii() or " " in question.strip():
        return None
    for cue, relations in _relations().items():
        for relation in relations if not cue.isascii() and cue in question else ():
            for name, (key, value) in relation.forward.items():
                if name in question:
                    return relation.told(key, value, value)
    return None


def _neighbour(words: Sequence[str]) -> Answer | None:
    """The item after or before another of a list: `what comes after Tuesday`."""
    way = next((each for each in words if each in ("after", "before")), None)
    for known in data("content/facts.json")["lists"] if way else ():
        items = [item.lower() for item in known["items"]]
        if words[-1] in items and known["words"][0] in _listed("ordered"):
            place = items.index(words[-1])
            item = known["items"][(place + (1 if way == "after" else -1)) % len(items)]
            return stated(f"{item} comes {way} {known['items'][place]}.", item)
    return None


def _fact(words: Sequence[str]) -> Answer | None:
    fact = _best(words, data("content/facts.json")["facts"])
    return fact and stated(fact["said"], fact["value"])


def _several(words: Sequence[str], wanted: int | None) -> Answer | None:
    """A list, or so many of its items as are asked for."""
    places = [place_of(word) for word in words if _ORDINAL.fullmatch(word) and word != "last"]
    if _has("explains", words) or not (_has("lists", words) or places or (wanted or 1) > 1):
        return None
    found = _best(words, data("content/facts.json")["lists"])
    if not found:
        return None
    items = found["items"][:wanted]
    if places and places[0] <= len(found["items"]):
        items = [found["items"][places[0] - 1]]
    if len(items) == 1:
        return stated(f"{items[0][0].upper()}{items[0][1:]}.", items[0])
    return stated(found["said"].format(listed(items)), ", ".join(items), items)


def _best(words: Sequence[str], known: Sequence[Any]) -> Any:
    """The most special of the facts whose words are all there, unless much is left over."""
    stems = frozenset(map(stem, words))
    fitting = [each for each in known if all(stem(word) in stems for word in each["words"])]
    if not fitting or _has("beyond", words):
        return None
    best = max(fitting, key=lambda each: len(each["words"]))
    explained = {*map(stem, best["words"])}
    rest = [word for word in words if not _is_plain(word) and stem(word) not in explained]
    is_all = len(rest) <= _LEFT_OVER and not any(word.endswith("est") for word in rest)
    return best if is_all else None


@cache
def _relations() -> dict[str, list[Relation]]:
    found: dict[str, list[Relation]] = {}
    spoken = (each for language in languages().values() for each in language.facts)
    for each in (*data("content/facts.json")["relations"], *spoken):
        pairs = [*each["of"].items()]
        forward = {_bare(key): (key, value) for key, value in pairs}
        backward = {_bare(value): (key, value) for key, value in reversed(pairs)}
        relation = Relation(each["said"], forward, backward)
        for cue in each["cues"]:
            found.setdefault(cue, []).append(relation)
    return found


def _bare(name: str) -> str:
    return name.lower().removeprefix("the ")
