"""Names: runs of capitalised words, and the kind of thing that each may be for."""

from __future__ import annotations

import re
from itertools import takewhile

from mockserver.chat.model.text.lists import is_place, words
from mockserver.chat.model.text.meaning import STOP_WORDS, words_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.finding.amounts import currency_of
from mockserver.chat.model.values.finding.find import ROLES, Find
from mockserver.chat.model.values.finding.outlines import goes_on_name, name_in_outline
from mockserver.chat.model.values.finding.scan import Scan
from mockserver.chat.model.values.words import named

_GIVEN_NAMES = words("text.given_names") | frozenset(named("first_names"))
_OPENERS = frozenset(".?!;:\"'-*(")
"""The marks after which any word may have a capital."""

_ACTS, _ARTICLES = ("|".join(sorted(words(f"text.{each}"))) for each in ("acts", "articles"))
_AFTER_SUBJECT = pattern(
    r"\s*(?:[.?!,]|\([^()]{1,9}\)|\Z)"
    r"|\s(?:is|from|will|ist|wohnt|heißt|arbeitet|est|habite|vive|tiene)\b"
    rf"|\s(?:{_ACTS})\b|\s\w+(?:s|ed)\s(?:(?:{_ARTICLES}|\d+)\b|[A-Z])"
    r"|\s(?:was|is)\s(?:(?:co-)?founded|established|acquired|born|hired|elected|headquartered)\b"
    r"|\s(?:and|&)\s[A-Z]|\s\d+\.\d\d\b|\s(?:needs? |has )?to\s[a-z]"
)
"""The words after a name at the beginning of a sentence."""


def begins_name(scan: Scan, at: int) -> bool:
    """True for a capitalised word that is a name and not just the first word of a sentence.

    The first word is a name if it is a known place, is in capitals, stands alone, or comes
    before another capitalised word or a verb such as `is`.
    """
    token = scan.tokens[at]
    if {token.text, token.lower.title()} & words("text.no_names") or "n't" in token.lower:
        return False
    if at and scan.tokens[at - 1].text not in _OPENERS:
        return True
    verbs = words("text.verbs") | words("text.orders") | words("text.acts")
    if token.lower in verbs or token.lower in words("text.greetings") or len(token.text) == 1:
        return False
    following = scan.tokens[at + 1 : at + 2]
    is_followed = any(map(goes_on_name, following))
    if is_followed or is_place(token.text) or token.text.isupper():
        return True
    is_subject = _AFTER_SUBJECT.match(scan.text, token.end) is not None
    return is_subject and token.lower not in STOP_WORDS


def name_at(scan: Scan, at: int, outline: str) -> Find:
    """The name of adjacent capitalised words, which may have words like `of` between them. The
    state or the country belongs to a city: `Boston, MA`."""
    found = name_in_outline(outline, at)
    last = found.end() - 1 if found else at
    if found and (land := found.start("land")) > 0:
        is_town = is_place(scan.between(land, last)) and is_place(scan.tokens[land - 2].text)
        last = last if is_town else land - 2
    first = scan.tokens[at].text
    if first in _GIVEN_NAMES or first in words("text.jobs"):  # `Ada of Mills`, `CEO of Mills`
        inside = takewhile(lambda each: each.lower != "of", scan.tokens[at : last + 1])
        last = at + len([*inside]) - 1
    name = re.sub(r"['’]s?$", "", scan.between(at, last))
    is_code = last == at or (found is not None and found["code"] is not None)
    if is_code and any(map(str.isdigit, name)):
        return Find("code", name, name, at, last)
    thing, hint = thing_of(name, is_name=True), ""
    if not thing and not name.isupper():
        start, end = scan.tokens[at].start, scan.tokens[last].end
        before, after = scan.text[max(start - 40, 0) : start], scan.text[end : end + 40]
        hint = ROLES.text("kind of a name", f"{before}\n{after}")
    return Find("name", name, name, at, last, thing=thing, hint=hint)


def thing_of(text: str, *, is_name: bool) -> str:
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
    if is_name and (first in _GIVEN_NAMES or first.rstrip(".") in words("text.titles")):
        return "person"
    return "" if words("text.jobs").isdisjoint(parts) else "job"
