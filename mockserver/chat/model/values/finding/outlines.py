"""Names and phrases, found in outlines of a text that have a letter for the role of each token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.finding.scan import Token

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


def outline_of_names(text: str, tokens: Sequence[Token]) -> str:
    """The roles of all tokens in names; letters are lower-case after a line break."""
    roles, end = [], 0
    for token in tokens:
        role = _role_in_name(token)
        if text[end : token.start].strip(" "):
            role = role.lower() if role.isalpha() else "-"
        roles.append(role)
        end = token.end
    return "".join(roles)


def name_in_outline(outline: str, number: int) -> re.Match[str] | None:
    """The name that begins at a token in an outline of names."""
    return _NAME.match(outline, number)


def goes_on_name(token: Token) -> bool:
    """True for a token that, behind a capitalised word, makes both a name."""
    return _role_in_name(token) in "NASZP"


def phrases_in(tokens: Sequence[Token], kinds: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """The first and the last token of each phrase. `kinds` are those of the finds that tokens are
    part of, by the indices of the tokens."""
    roles = (_role_in_phrase(each, kinds.get(at, "")) for at, each in enumerate(tokens))
    for phrase in _PHRASE.finditer("".join(roles)):
        yield phrase.start(), phrase.end() - 1


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
