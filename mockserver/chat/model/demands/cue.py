"""Cues: what prompts say, read from `cues.txt`, and what stands around a place that fits one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Any, NamedTuple

import orjson

from mockserver.chat.model import numbers
from mockserver.chat.model.demands import skeletons
from mockserver.chat.model.demands.wording import BLOCK, QUOTE, Wording
from mockserver.chat.model.languages import languages
from mockserver.chat.model.patterns import pattern

NOT = (
    r"(?:\b(?:not|never|no|without|avoid\w*|refrain\w*|exclud\w*|omit\w*"
    r"|free of|skip\w*|zero|cannot"
    r"|dont|forbidden|prohibited|banned|leave out)|n't)\b"
    r"(?! (?:forget|fail|hesitate|only|(?:fewer|less|more) than))"
)
"""Words by which a sentence says that something is unwanted."""

_QUOTES = rf"{QUOTE}(?:\s*(?:,|;|/|and|or|&|\n)*\s*(?:and |or |the (?:key)?words? )?{QUOTE})*"
_PIECE = pattern(r"\{([a-z][a-z ]*)\}")
_GROUP = pattern(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(<([a-z]+)>|\((?!\?)")
_MOST = 24
"""Places of one message in which a cue is looked at."""


class Cue(NamedTuple):
    """One row: a message with any of these words or marks is searched for the pattern."""

    kind: str
    words: frozenset[str]
    pattern: re.Pattern[str]
    raw: bool
    """True if quotations are searched as well."""

    def places(self, wording: Wording) -> Iterator[re.Match[str]]:
        """The places of a message that fit the pattern."""
        text = wording.message if self.raw else wording.text
        return islice(self.pattern.finditer(text), _MOST)


@cache
def vocabulary() -> Mapping[str, Mapping[str, Any]]:
    """The words of `vocabulary.json`, by list, each with what it stands for."""
    stored: dict[str, Any] = orjson.loads((files(__package__) / "vocabulary.json").read_bytes())
    named = (name.lower() for each in languages().values() for name in each.names)
    languages_named = {name: name for name in named if " " not in name}
    return stored | {"language": languages_named, "document": skeletons.kinds()}


def read_cues() -> tuple[Cue, ...]:
    """All rows of the table, in the order of the file."""
    pieces, rows = _pieces(), list[Cue]()
    kind, words = "", frozenset[str]()
    for line in (files(__package__) / "cues.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if defined := re.fullmatch(r"\{(.+?)\} = (.+)", line):
            pieces[defined[1]] = _with_pieces(defined[2], pieces)
        elif line.startswith(" "):
            made = pattern(_regex(_with_pieces(line.strip(), pieces)), re.IGNORECASE)
            rows.append(Cue(kind.rstrip("!"), words, made, raw=kind.endswith("!")))
        else:
            kind, _, listed = line.partition(": ")
            words = frozenset(_words(listed))
    return tuple(rows)


def _pieces() -> dict[str, str]:
    """The pieces of patterns that the table does not define itself."""
    listed = {
        name: "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
        for name, words in vocabulary().items()
    }
    return listed | {
        "quote": QUOTE, "quotes": _QUOTES, "block": BLOCK, "not": NOT, "ordinal": numbers.ORDINAL,
        "amount": numbers.AMOUNT, "figure": numbers.FIGURE, "relation": numbers.RELATION,
        "behind": numbers.BEHIND,
    }  # fmt: skip


def _with_pieces(text: str, pieces: Mapping[str, str]) -> str:
    return _PIECE.sub(lambda found: f"(?:{pieces[found[1]]})", text)


def _regex(text: str) -> str:
    """A pattern as the table writes it, as a regular expression."""
    text = re.sub(r"~(\d+) ?", r"[^.!?\\n]{0,\1}?", text)
    return _GROUP.sub(lambda f: f"(?P<{f[1]}>" if f[1] else "(?:" if f[0] == "(" else f[0], text)


def _words(listed: str) -> Iterator[str]:
    for word in listed.split(" "):
        if word == "{number}":
            yield from numbers.AMOUNT_WORDS.split()
        elif word.startswith("{") and len(word) > 1:
            for name in vocabulary()[word[1:-1]]:
                longest = max(re.split("[ -]", name), key=len)
                plural = word == "{document}" and longest[-1] not in "sy"
                yield from (longest, f"{longest}s") if plural else (longest,)
        else:
            yield word.replace("\\n", "\n")


def is_negated(found: re.Match[str], reach: int = 48) -> bool:
    """True if the sentence says `not` shortly before the place that was found."""
    clause = re.split(r",|\bbut\b|\band (?:with|use)\b", clause_before(found, reach))[-1]
    return bool(re.search(NOT, clause, re.IGNORECASE))


def clause_before(found: re.Match[str], reach: int = 80) -> str:
    """The part of the sentence before the place that was found."""
    before = found.string[max(found.start() - reach, 0) : found.start()]
    return re.split(r"[.!?;\n]", before)[-1]


def clause_behind(found: re.Match[str], reach: int = 80) -> str:
    """The part of the sentence behind the place that was found."""
    behind = found.string[found.end() : found.end() + reach]
    return re.split(r"[.!?;\n]", behind)[0]


def clause_around(found: re.Match[str]) -> str:
    """The sentence that holds the place that was found."""
    return f"{clause_before(found)}{found[0]}{clause_behind(found)}"
