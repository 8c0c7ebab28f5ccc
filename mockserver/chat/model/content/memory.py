"""Memory of what a conversation says of the user and of the assistant: names, places, preferences.

What the user says of himself is a pair of a name and a value, such as `favourite colour` and
`green`. The later of two counts, and `actually, it is blue` changes the one before.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.meaning import stem
from mockserver.chat.model.patterns import pattern

_READ = 4_000
_MOST_TURNS = 60
_END = r"(?=[,;!?\n]|\.(?:\s|$)|$| and (?:i|my|i'm)\b| but | because )"
_NAME = r"(?-i:[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’.-]*){0,3})"


class _Told(NamedTuple):
    """A fact that users state about themselves: the statement, the question and the answer."""

    name: str
    told: tuple[re.Pattern[str], ...]
    asked: re.Pattern[str]
    said: str


def _way(name: str, data: Mapping[str, Any]) -> _Told:
    told = (way.replace("<rest>", _REST).replace("<end>", _END) for way in data["told"])
    return _Told(
        name,
        tuple(pattern(rf"\b{way.replace('<name>', _NAME)}", re.I) for way in told),
        pattern(rf"\b(?:{'|'.join(data['asked'])})\b", re.I),
        data["said"],
    )


_REST = rf"((?:an? )?[^.,;!?\n]{{1,60}}?){_END}"
_DATA = tomllib.loads((files(__package__) / "memory.toml").read_text("utf-8"))
_WAYS = tuple(_way(name, data) for name, data in _DATA.items())
_MINE = pattern(
    rf"\bmy ([\w' -]{{1,40}}?)(?: is|'s| are| was|:) (?:named |called )?([^;!?\n]{{1,80}}?){_END}",
    re.I,
)
_PET = pattern(rf"\b(?:have|got) an? (?:\w+ )?(\w+) (?:named|called) ({_NAME})", re.I)
_NOTED = pattern(r"\b(?:the|our) ([\w' -]{2,40}?) (?:is|are) ([^.;!?\n]{1,80})", re.I)
_CORRECTED = pattern(
    r"\b(?:actually|sorry|correction|i mean|i meant|no)\b[,:]? (?:it(?:'s| is)|that(?:'s| is)"
    r"|make it|"
    r"i meant) (?:now )?([^.,;!?\n]{1,60}?)(?=[.,;!?\n]|$)",
    re.I,
)
_ASKED = pattern(
    r"\b(?:what(?:'s|’s| is| are| was| were)|who(?:'s| is| are)|tell me|do you (?:know"
    r"|remember)(?: what)?|"
    r"remember|remind me (?:of|what)|which (?:is|was)|when(?:'s| is| was)|where(?:'s| is| are)) "
    r"(?:is )?(?:the name of )?my ([\w' -]{1,50})",
    re.I,
)
_FIRST = pattern(
    r"\bmy (first|last|previous) (?:message|question)|what did i (?:just )?(?:say|ask)(?:"
    r" (first))?",
    re.I,
)
_FAVOURITE = pattern(
    r"\b(?:which|what) ([\w-]+) (?:do|did) i (?:like|love|prefer|enjoy)(?: the)?(?: best| most)?\b",
    re.I,
)
_WHO_ARE_YOU = pattern(
    r"\b(?:what(?:'s|’s| is) your name|who are you"
    r"|who am i (?:talking|speaking|chatting|writing) (?:to|with)|what are you called"
    r"|your name\??$|introduce yourself|"
    r"what should i call you|wie heißt du|wer bist du|comment t'appelles-tu|cómo te llamas|come"
    r" ti chiami)\b",
    re.I,
)
_YOU_ARE = (
    pattern(rf"\byour name is (?:\"|“)?({_NAME}|\w+)", re.I),
    pattern(rf"\byou(?:'re| are) (?:[^.\n]{{0,80}} )?(?:named|called) (?:\"|“)?({_NAME})", re.I),
    pattern(
        rf"\b(?:you(?:'re| are)|act as|pretend to be|i am|i'm) ({_NAME})(?=[.,;!\n]|$| the |"
        rf" from | and |, an?)",
        re.I,
    ),
)
_ROLE = pattern(
    r"\byou are (?:[A-Z][\w-]*, )?(an? [^.;\n]{3,100}?)(?:[.;\n]|$|, named| named| called)", re.I
)
_NO_NAMES = frozenset("A An The Not Very So Sorry Happy Glad Sure Looking Trying Going I".split())


class Told(NamedTuple):
    """Something that the user said of himself."""

    name: str
    value: str


def remembered(question: str, earlier: Sequence[str]) -> Answer | None:
    """The answer to what the user asks of himself, from his earlier messages and this one."""
    question = question[:_READ]
    for name, _, cue, told in _WAYS:
        if cue.search(question) and not _is_other_name(name, _ASKED.search(question)):
            value = _latest(name, earlier, question)
            if value:
                said = f"You are {value}." if name == "work" and value[:2] in ("a ", "an") else told
                return stated(said.format(value), value)
            if name == "name":
                return stated("You have not told me your name.")._replace(is_known=False)
    if favourite := _FAVOURITE.search(question):
        return _about_mine(f"favourite {favourite[1]}", earlier, question)
    if (found := _FIRST.search(question)) and earlier:
        said = earlier[0 if (found[1] or found[2] or "").lower() == "first" else -1]
        return stated(f"You said: {said[:500]}", said[:500])
    if asked := _ASKED.search(question):
        return _about_mine(asked[1], earlier, question)
    return None


def introduced(question: str, system: str) -> Answer | None:
    """The assistant's name and role, by its instructions."""
    if not _WHO_ARE_YOU.search(question[:_READ]):
        return None
    name = next((found[1] for cue in _YOU_ARE if (found := cue.search(system[:_READ]))), "")
    role = _ROLE.search(system[:_READ])
    as_what = f" I am {role[1].strip()}." if role else ""
    if name and name.split()[0] not in _NO_NAMES:
        return stated(f"My name is {name}.{as_what}", name)
    if role:
        return stated(f"I am {role[1].strip()}.", role[1].strip())
    return stated("I am the model of a mock server.", "mock")


def _is_other_name(name: str, asked: re.Match[str] | None) -> bool:
    """True for `what is my dog's name`, where the user asks for a name that is not his own."""
    words = asked[1].lower().split() if asked else []
    return name == "name" and bool(words) and words[0] != "name"


def _latest(name: str, earlier: Sequence[str], question: str) -> str:
    told = [each.value for each in _all_told(earlier, question) if each.name == name]
    return told[-1] if told else ""


def _about_mine(asked: str, earlier: Sequence[str], question: str) -> Answer | None:
    """`My favourite colour is green` for `what is my favourite colour`."""
    bare = re.sub(r"'s name\b|\bname\b", "", asked.lower()).strip() or asked.lower()
    wanted = frozenset(stem(word) for word in re.findall(r"\w+", bare))
    best = ""
    for told in _all_told(earlier, question):
        words = frozenset(stem(word) for word in re.findall(r"\w+", told.name.lower()))
        if words and (words <= wanted or wanted <= words):
            best = told.value
    return stated(f"Your {asked.strip().rstrip('?')} is {best}.", best) if best else None


def _all_told(earlier: Sequence[str], question: str) -> Iterator[Told]:
    """Everything the user said of himself, in order, a correction under the name it corrects."""
    last = ""
    stated_now = " ".join(part for part in sentences(question) if not part.endswith("?"))
    for message in (*earlier[-_MOST_TURNS:], stated_now):
        text = message[:_READ]
        found = sorted(_told_in(text))
        for _, told in found:
            if not told.value.lower().startswith(("what", "who", "which")):
                yield told
                last = told.name
        if (corrected := _CORRECTED.search(text)) and last and not found:
            yield Told(last, corrected[1].strip())


def _told_in(text: str) -> Iterator[tuple[int, Told]]:
    for name, ways, *_ in _WAYS:
        for found in chain.from_iterable(way.finditer(text) for way in ways):
            value = found[1].strip()
            if value.split()[0] not in _NO_NAMES or name != "name":
                yield found.start(), Told(name, value)
    for cue in (_MINE, _PET, _NOTED):
        for found in cue.finditer(text):
            name = re.sub(r"'s name$| name$", "", found[1].strip().lower())
            if name != "name" and not text[: found.start()].rstrip().lower().endswith("what is"):
                yield found.start(), Told(name, found[2].strip())
