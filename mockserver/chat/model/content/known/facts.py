"""Known facts, from `facts.json`. To teach the model another fact, add it there.

A relation has cues and pairs: `capital` and `France` in a question give `Paris`, `capital` and
`Paris` give `France`. If the values are other names of the keys, `what` is a cue as well; a cue
under `whole` needs a question that names nothing but a key. A list or a single fact answers a
question that has all its words and few others. Under `words` are those that do not count, those
that ask for a list, and those that ask for more than a fact; under `same` are words that mean the
same as another in lists and facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, pairwise
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized, listed, stated
from mockserver.chat.model.languages import Language, language_of, languages
from mockserver.chat.model.text.lists import data, text_of
from mockserver.chat.model.text.meaning import STOP_WORDS, stem
from mockserver.chat.model.text.numbers import FIGURE, ORDINAL, amount_of
from mockserver.chat.model.text.patterns import pattern

_WORD = pattern(r"[^\s,;:!?()\[\]\"“”«»¿¡।。？！、؟،]*[^\s,;:!?()\[\]\"“”«»¿¡।。？！、؟،.'’]")
_ELIDED = pattern(r"^(?:l|d|dell|all|nell)'")
_ORDINAL = pattern(ORDINAL)
_COUNT = pattern(rf"(?:{FIGURE}|an?)")
_LISTS = ("list", "numbered", "bullet", "bulleted")
"""Words before which `a` is no amount, as in `a list`."""

_MOST_WORDS = 40
_FEW_WORDS = 7
_LONGEST_NAME = 6
_LONGEST_COURTESY = 120
_LONGEST_BEGINNING = 300
_TELLING = 4
"""A fact of so many words answers a question better than a relation does."""

_LEFT_OVER = 2
"""The most words of a question that a fact may leave unexplained."""

_FACTS = "content/known/facts.json"


@dataclass(frozen=True, eq=False)
class Relation:
    """Pairs of a key and a value, indexed by either of them, and the sentence for a pair."""

    sentence: str
    forward: Mapping[str, tuple[str, str]]
    backward: Mapping[str, tuple[str, str]]
    language: str = ""
    is_whole: bool = False
    """True if it answers only questions that name nothing but a key: `Who was Cleopatra?`"""

    def answer(self, key: str, value: str, result: str) -> Answer:
        """The sentence for a pair, with its key or value as the result."""
        text = self.sentence.format(key=key, value=value).replace("..", ".")
        return stated(capitalized(text), result)


def recall(question: str) -> Answer | None:
    """The fact that a message asks for."""
    words = _words_in(CUES.pattern("example of a row").sub("", question[:1_000]))
    if len(words) > _MOST_WORDS or _has("makes", words):
        return None
    pairs = pairwise([*words, ""])
    counts = [one for one, two in pairs if _COUNT.fullmatch(one) and two not in _LISTS]
    amounts = [*filter(None, map(amount_of, counts))]
    fact = _best(words, "facts") if max(amounts, default=1) <= 1 else None
    single = stated(fact["text"], fact["value"]) if fact else None
    if fact and len(fact["words"]) >= _TELLING:
        return single
    spoken = language_of(question)
    related = _stated_of(words, spoken) or _related(words, spoken) or _neighbour(words)
    return related or single or _of_a_list(words, amounts[0] if amounts else None)


def _words_in(question: str) -> list[str]:
    """The words of a question, without spaces between them only those of relations."""
    if question.isascii() or " " in question.strip():
        found = (each[0].lower().replace("’", "'") for each in _WORD.finditer(question))
        return [_ELIDED.sub("", word.removesuffix("'s")) for word in found]
    keys = [key for relation in _all_relations() for key in relation.forward]
    return [word for word in (*_relations(), *keys) if not word.isascii() and word in question]


def told_in(language: Language, known: Answer) -> str:
    """A known fact in another language, if that has the relation and the names of both sides."""
    english = {_bare(other): name for name, other in language.phrases.items()}
    value = _bare(language.phrases.get(known.value.lower(), known.value))
    for each in _all_relations():
        pair = each.backward.get(value) if each.language == language.name else None
        if pair and english.get(_bare(pair[0]).rstrip("의"), ".") in known.text.lower():
            return each.answer(*pair, value).text
    return ""


def courtesy(message: str) -> Answer | None:
    """The reply to a message that is only thanks, a farewell or small talk."""
    words = _WORD.findall(message[:_LONGEST_COURTESY].lower().replace("’", "'"))
    for each in data(_FACTS)["courtesies"]:
        if {*words} <= {*each["words"], *each["around"]} and {*words} & {*each["words"]}:
            return stated(each["text"])
    said = " ".join(words)
    if reply := _replies().get(said):
        return stated(reply)
    reply = _replies().get(CUES.pattern("greets first").sub("", said))
    return stated(f"Hello! {reply}") if reply else None


@cache
def _replies() -> Mapping[str, str]:
    """The replies to small talk, by the words of a message."""
    return {said: reply for reply, every in data(_FACTS)["sayings"].items() for said in every}


def completed(message: str) -> Answer | None:
    """The sentence that a message wants to be completed: a saying, else one with a usual end."""
    asked = CUES.find("to complete", message[:_LONGEST_BEGINNING]) or CUES.find("to go on", message)
    if asked is None:
        return None
    begun = asked["it"].replace("’", "'").strip()
    for saying in text_of("content/known/sayings.txt").splitlines():
        if saying.lower().startswith(begun.lower()):
            return stated(saying, saying[len(begun) :].strip(" ."))
    whole = CUES.text("completed", begun)
    return stated(as_sentence(whole), f"{whole.removeprefix(begun).strip(' ,')}.")


def related(pairs: Iterable[tuple[str, str]], name: str) -> str:
    """The other side of a name, in the relation that some pairs are of and none contradicts."""
    wanted = [(_bare(one), _bare(other)) for one, other in pairs]
    for relation in _all_relations():
        for side, known in enumerate((relation.forward, relation.backward)):
            if _bare(name) not in known:
                continue
            agree = [_bare(known[one][1 - side]) == other for one, other in wanted if one in known]
            if any(agree) and all(agree):
                return known[_bare(name)][1 - side]
    return ""


def _has(name: str, words: Sequence[str]) -> bool:
    return not _words(name).isdisjoint(words)


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(data(_FACTS)["words"][name].split())


def _is_plain(word: str) -> bool:
    """True for a number and for a word that says nothing about the fact that is asked for."""
    is_number = _ORDINAL.fullmatch(word) or _COUNT.fullmatch(word)
    return word in STOP_WORDS or word in _words("plain") or bool(is_number)


def _related(words: Sequence[str], spoken: Language | None) -> Answer | None:
    """The other side of a pair of a cue, of the language of the question first."""
    found = dict.fromkeys(each for word in words for each in _relations().get(word, ()))
    if not found:
        return None
    relations = sorted(found, key=lambda each: each.language != (spoken.name if spoken else ""))
    known = spoken.words if spoken else frozenset[str]()
    content_words = sum(not (_is_plain(word) or word in known) for word in words)
    is_short = len(words) <= _FEW_WORDS and not _has("explains", words)
    least = 0 if is_short else content_words - 1 - _LEFT_OVER
    widths = {name: width for name, width in _stretches(words) if width >= least}
    is_polar = _asks_whether(words, spoken) or CUES.matches("states", " ".join(words))
    for relation in relations:
        most = content_words if relation.is_whole else 0
        names = [name for name, width in widths.items() if width >= most]
        for name in names:
            if name in relation.forward:
                key, value = relation.forward[name]
                if is_polar:
                    is_so = _bare(value) in " ".join(words)
                    return relation.answer(key, value, "Yes" if is_so else "No")
                return relation.answer(key, value, value)
        for name in names:
            if name in relation.backward and not is_polar:
                key, value = relation.backward[name]
                return relation.answer(key, value, key)
    return None


def _asks_whether(words: Sequence[str], spoken: Language | None) -> bool:
    """True for a question such as `Is the sky blue`; the German `was` is no verb."""
    return CUES.matches("asks whether", words[0]) and not (spoken and words[0] == "was")


def _stated_of(words: Sequence[str], spoken: Language | None) -> Answer | None:
    """Yes or no, if a question asks whether a pair belongs together: `Is the sky blue`."""
    is_short = 0 < len(words) <= 2 * _FEW_WORDS
    if not is_short or not _asks_whether(words, spoken) or _has("compares", words):
        return None
    named = [name for name, _ in _stretches([e for e in words if e not in ("true", "false")])]
    for relation in _all_relations():
        values = [name for name in named if name in relation.backward]
        keys = [name for name in named if name in relation.forward and name not in values]
        if keys and values and relation.forward.keys().isdisjoint(values):
            key, value = relation.forward[keys[0]]
            return relation.answer(key, value, "Yes" if _bare(value) in values else "No")
    return None


def _neighbour(words: Sequence[str]) -> Answer | None:
    """The item of a list after or before another one: `what comes after Tuesday`."""
    side = next((each for each in words if each in ("after", "before")), None)
    if side is None or _has("explains", words):
        return None
    for known in data(_FACTS)["lists"]:
        items = [item.lower() for item in known["items"]]
        if words[-1] in items and known["words"][0] in _words("ordered"):
            index = items.index(words[-1])
            other = index + 1 if side == "after" else index - 1
            item = known["items"][other % len(items)]
            return stated(f"{item} comes {side} {known['items'][index]}.", item)
    return None


def _stretches(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Runs of words that may be a name, the longest first, with their numbers of words."""
    for width in range(_LONGEST_NAME, 0, -1):
        for start in range(len(words) - width + 1):
            yield " ".join(words[start : start + width]), width


def _of_a_list(words: Sequence[str], amount: int | None) -> Answer | None:
    """A list or its first items."""
    if _has("explains", words) or not (_has("lists", words) or (amount or 1) > 1):
        return None
    if not (known := _best(words, "lists")):
        return None
    items = known["items"][:: -1 if _has("backwards", words) else 1]
    if _has("excludes", words):
        items = [each for each in items if each.lower() not in words]
    else:
        items = _from_named(items, words)
    items = items[:amount]
    if len(items) == 1:
        return stated(as_sentence(items[0]), items[0])
    is_all = len(items) == len(known["items"])
    text = known["text"].format(listed(items)) if is_all else as_sentence(listed(items))
    return stated(text, ", ".join(items), items)


def _from_named(items: list[str], words: Sequence[str]) -> list[str]:
    """The items of a list from one that is named on, to another one that is: `from May to July`."""
    named = [items.index(each) for word in words for each in items if each.lower() == word]
    if not named or not _has("ordered", words):
        return items
    first, *others = named
    turned = items[first:] + items[:first]
    return turned[: turned.index(items[others[0]]) + 1] if others else turned


def _best(words: Sequence[str], kind: str) -> Any:
    """The most specific entry whose words all occur, if few other words are left."""
    words = [data(_FACTS)["same"].get(word, word) for word in words]
    stems = frozenset(map(stem, words))
    fitting = [each for each in _by_stems(kind) if each[0] <= stems]
    if not fitting or _has("beyond", words):
        return None
    explained, best = max(fitting, key=lambda each: len(each[1]["words"]))
    items = {*map(str.lower, best.get("items", ()))}
    rest = [e for e in words if not _is_plain(e) and stem(e) not in explained and e not in items]
    is_all = len(rest) <= _LEFT_OVER and not any(word.endswith("est") for word in rest)
    return best if is_all else None


@cache
def _by_stems(kind: str) -> list[tuple[frozenset[str], Any]]:
    """The entries of a kind, each with the stems of its words."""
    return [(frozenset(map(stem, each["words"])), each) for each in data(_FACTS)[kind]]


@cache
def _relations() -> dict[str, list[Relation]]:
    """The relations by their cues."""
    found: dict[str, list[Relation]] = {}
    known = [(each, "") for each in data(_FACTS)["relations"]]
    for language in languages().values():
        known += [(each, language.name) for each in language.facts]
    for each, language_name in known:
        pairs = [*each["of"].items()]
        forward = {_bare(key): (key, value) for key, value in pairs}
        # A number that several things have names none of them: `30 days` is no month.
        counts = Counter(value for value in each["of"].values() if value.isdecimal())
        reverse = [pair for pair in reversed(pairs) if counts[pair[1]] < 2]
        backward = {_bare(value): (key, value) for key, value in reverse}
        relation = Relation(each["text"], forward, backward, language_name)
        for cue in each["cues"]:
            found.setdefault(cue, []).append(relation)
        for cue in each.get("whole", ()):
            found.setdefault(cue, []).append(replace(relation, is_whole=True))
        if each.get("names"):  # `What is H2O?`
            found.setdefault("what", []).append(Relation("{value} is {key}.", {}, backward))
    return found


@cache
def _all_relations() -> Sequence[Relation]:
    """All relations, each once."""
    return [*dict.fromkeys(chain.from_iterable(_relations().values()))]


def _bare(name: str) -> str:
    return CUES.pattern("beginning of a name").sub("", name.lower())
