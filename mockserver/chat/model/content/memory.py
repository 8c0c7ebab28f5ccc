"""Memory of what a conversation says of the user and of the assistant: names, places, preferences.

What the user says of himself is a pair of a name and a value, such as `favourite colour` and
`green`. The later of two counts, and `actually, it is blue` changes the one before. `memory.toml`
has the ways to say and to ask such things.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import NamedTuple

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.patterns import pattern

_READ = 4_000
_MOST_TURNS = 60
_TELLING = 300
_NO_NAMES = frozenset("A An The Not Very So Sorry Happy Glad Sure Looking Trying Going I".split())


_TURNED = {
    "i am": "you are", "i'm": "you are", "i was": "you were", "i": "you", "me": "you",
    "my": "your", "mine": "yours", "myself": "yourself",
}  # fmt: skip


class _Kind(NamedTuple):
    """A fact that users state about themselves: the statement, the question and the answer."""

    told: re.Pattern[str]
    asked: re.Pattern[str]
    said: str


def _kinds() -> dict[str, _Kind]:
    data = tomllib.loads((files(__package__) / "memory.toml").read_text("utf-8"))
    end = CUES.pattern("end of it").pattern
    pieces = {
        "<end>": f"(?:{end})", "<name>": CUES.pattern("a name").pattern,
        "<rest>": rf"((?:an? )?[^.,;!?\n]{{1,60}}?)(?:{end})",
    }  # fmt: skip
    kinds = {}
    for name, each in data.items():
        told = "|".join(rf"\b{way}" for way in each["told"])
        for piece, stands_for in pieces.items():
            told = told.replace(piece, stands_for)
        asked = rf"\b(?:{'|'.join(each['asked'])})\b"
        kinds[name] = _Kind(pattern(told, re.I | re.M), pattern(asked, re.I), each["said"])
    return kinds


_KINDS = _kinds()


class Told(NamedTuple):
    """Something that the user said of himself."""

    name: str
    value: str


def remembered(question: str, earlier: Sequence[str]) -> Answer | None:
    """The answer to what the user asks of himself, from his earlier messages and this one."""
    question = question[:_READ]
    mine = CUES.find("asks of himself", question)
    told = [*_all_told(earlier, question)]
    for name, kind in _KINDS.items():
        of_another = name == "name" and mine and not mine["what"].lower().startswith("name")
        if not kind.asked.search(question) or of_another:
            continue
        if value := next((each.value for each in reversed(told) if each.name == name), ""):
            return stated(_shown(Told(name, value)), value)
        if name == "name":
            return stated("You have not told me your name.")._replace(is_known=False)
    if given := CUES.find("asks what was given", question):
        return _given(given["what"].strip(), earlier)
    if (found := CUES.find("asks what was said", question)) and earlier:
        said = earlier[0 if (found["which"] or "").lower() == "first" else -1][:500]
        return stated(f"You said: {said}", said)
    if favourite := CUES.find("asks for a favourite", question):
        return _about_mine(f"favourite {favourite['what']}", told)
    return _about_mine(mine["what"], told) if mine else None


def acknowledged(message: str) -> Answer | None:
    """The answer to a message that does nothing but tell something of the user."""
    parts = sentences(message[:_READ])
    if len(message) > _TELLING or message.endswith("?"):
        return None
    said = [_shown(each) for each in _told_in(message)]
    if not said or not all(CUES.asks("tells of himself", part) for part in parts):
        return None
    return stated(f"Thank you, I will remember that: {' '.join(said)}")


def to_the_user(text: str) -> str:
    """Turn what the user said of himself to him: `You live in Oslo.`"""
    turned = CUES.pattern("speaks of himself").sub(lambda found: _TURNED[found[0].lower()], text)
    return re.sub(r"(?:\A|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), turned)


def introduced(question: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """The assistant's name, role and maker, by its instructions and what the user said before."""
    told = (*reversed(earlier[-_MOST_TURNS:]), system)
    made = CUES.find("made you", system[:_READ])
    if made and CUES.asks("asks who made you", question[:_READ]):
        maker = made["who"].rstrip(".")
        return stated(f"I was {made['how'].lower()} by {maker}.", maker)
    if not CUES.asks("asks who you are", question[:_READ]):
        return None
    called = next(filter(None, (CUES.find("you are called", said[:_READ]) for said in told)), None)
    role = CUES.find("your role", system[:_READ])
    as_what = f"I am {role['role'].strip()}." if role else ""
    if called:
        name = called["name"]
        if language := language_of(question):
            return stated(language.introduction.format(name), name)
        return stated(f"My name is {name}. {as_what}".rstrip(), name)
    if role:
        return stated(as_what, role["role"].strip())
    return stated("I am the model of a mock server.", "mock")


def _shown(told: Told) -> str:
    if told.name == "work" and told.value.startswith(("a ", "an ")):
        return f"You are {told.value}."
    kind = _KINDS.get(told.name)
    return kind.said.format(told.value) if kind else f"Your {told.name} is {told.value}."


def _given(asked: str, earlier: Sequence[str]) -> Answer | None:
    """`The code is 8861` for `what was the code I gave you`."""
    told = rf"\b{re.escape(asked)}\b(?: is| was|:|=) ?([^.,;!?\n]{{1,60}})"
    found = (re.search(told, text[:_READ], re.IGNORECASE) for text in reversed(earlier))
    value = next((each[1].strip() for each in found if each), "")
    return stated(f"The {asked} is {value}.", value) if value else None


def _about_mine(asked: str, told: Sequence[Told]) -> Answer | None:
    """`My favourite colour is green` for `what is my favourite colour`."""
    wanted = {*_words(asked)} - {*_words("name called")} or {*_words(asked)}
    for each in reversed(told):
        words = {*_words(each.name)}
        if words and (words <= wanted or wanted <= words):
            shown = re.sub(r"\s+called$", " is called", asked.strip())
            verb = "" if shown.endswith(" called") else " is"
            return stated(f"Your {shown}{verb} {each.value}.", each.value)
    return None


def _words(text: str) -> tuple[str, ...]:
    return stems_of(re.sub(r"(?i)'s\b|(?<=avo)u(?=r)|(?<=olo)u(?=r)", "", text))


def _all_told(earlier: Sequence[str], question: str) -> Iterator[Told]:
    """Everything the user said of himself, in order, a correction under the name it corrects."""
    last = ""
    stated_now = " ".join(part for part in sentences(question) if not part.endswith("?"))
    for message in (*earlier[-_MOST_TURNS:], stated_now):
        found = [*_told_in(message[:_READ])]
        yield from found
        last = found[-1].name if found else last
        if (corrected := CUES.find("corrects", message[:_READ])) and last and not found:
            yield Told(last, corrected["value"].strip())


def _told_in(text: str) -> list[Told]:
    found = []
    for name, kind in _KINDS.items():
        for each in kind.told.finditer(text):
            value = next(filter(None, each.groups())).strip()
            if name != "name" or value.split()[0] not in _NO_NAMES:
                found.append((each.start(), Told(name, value)))
    found += [
        (each.start(), Told(each["name"].strip().lower(), each["value"].strip()))
        for each in CUES.find_all("says of himself", text)
    ]
    told = [each for _, each in sorted(found)]
    return [each for each in told if not each.value.lower().startswith(("what", "who", "which"))]
