"""Translations of everyday phrases; of anything else the text itself, under a note."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.languages import Language, languages, named
from mockserver.chat.model.patterns import pattern

_READ = 2_000
_NAME = r"(?P<to>[^\W\d_]{3,20})"
_TRANSLATE = r"(?:translat|tradu|übersetz|vertal)\w*"
_TO = r"(?:(?:in)?to|in|ins|en|auf|al|para o|naar het)"
_ASKED = (
    pattern(
        r"\btranslat\w+\b[^\n:\"'“]{0,80}?\b(?:in)?to " + _NAME + r"\b[^\n:\"“]{0,60}:\s*(?P<tex"
                                                                  r"t>.+)",
        re.IGNORECASE | re.DOTALL,
    ),
    pattern(
        rf"\b{_TRANSLATE} [^\n\"'“]{{0,60}}?[\"'“](?P<text>[^\n\"”]{{1,1000}}?)[\"'”](?!\w)[^\n"
        rf"]{{0,40}}?\b{_TO} "
        + _NAME,
        re.IGNORECASE,
    ),
    pattern(r"\btranslate (?:the (?:word|phrase|sentence) )?(?P<text>[^\n:]{1,200}?) (?:in)?to "
            + _NAME, re.I),
    pattern(
        r"\b(?:how (?:do (?:you|i|we)|to|would you) say|what is|what's|how is|say) (?:the word"
        r" )?[\"'“]?"
        r"(?P<text>[^\"”\n]{1,100}?)[\"'”]? in (?!the )" + _NAME + r"\W*$",
        re.IGNORECASE,
    ),
    pattern(
        r"\b(?:was heißt|wie (?:sagt man|heißt)|cómo se dice|comment (?:dit-on|on dit)"
        r"|come si dice|como se diz)(?: das wort)? [\"'“„«]?(?P<text>[^\"“”»\n]{1,100}?)[\"'“”»]?"
        r" (?:auf|in|en|em) " + _NAME,
        re.IGNORECASE,
    ),
    pattern(r"\bwhat(?:'s| is) the " + _NAME + r" (?:word |phrase |term )?for "
            r"[\"'“]?(?P<text>[^\"”\n?]{1,100}?)[\"'”]?\W*$", re.IGNORECASE),
    pattern(r"\b(?:what does|what is the meaning of) [\"'“]?(?P<text>[^\"”\n]{1,100}?)[\"'”]?"
            r" (?:mean )?in "
               + _NAME, re.I),
)  # fmt: skip
_BARE = pattern(
    r"\W*(?P<text>[^\"”\n]{1,60}?)[\"'”]? (?:in|auf|en) " + _NAME + r"\W*", re.IGNORECASE
)
_TRANSLATOR = pattern(r"\btranslat(?:e|es|or|ion|ing)\b", re.IGNORECASE)
_INTO = pattern(r"\b(?:in)?to ([^\W\d_]{3,20})", re.IGNORECASE)
_SAME = {"hi": "hello", "hey": "hello", "hi there": "hello", "hello there": "hello",
         "bye": "goodbye",
         "thanks": "thank you", "good afternoon": "good evening", "i'm fine": "i am fine",
         "i don't understand": "i do not understand", "i'm hungry": "i am hungry"}  # fmt: skip


def translated(message: str, system: str) -> Answer | None:
    """The translation that a message asks for, or that the instructions ask for of any message."""
    for asked in _ASKED:
        found = asked.search(message[:_READ])
        if found and (into := _language(found["to"])) is not None:
            return _in(found["text"], into)
    if (bare := _BARE.fullmatch(message[:_READ])) and isinstance(
        into := _language(bare["to"]), Language
    ):
        return _in(bare["text"], into) if _phrase(_key(bare["text"]), into) else None
    if _TRANSLATOR.search(system[:_READ]):
        for found in reversed([*_INTO.finditer(system[:_READ])]):
            if (into := _language(found[1])) is not None:
                return _in(message, into)
    return None


def _language(name: str) -> Language | str | None:
    """The language of a name; an empty text for English."""
    return (
        ""
        if name.lower()
        in ("english", "englisch", "englische", "anglais", "inglés", "inglese", "inglês", "engels")
        else named(name)
    )


def _in(text: str, language: Language | str) -> Answer:
    bare = text.strip().strip("\"'“”").strip()
    key = _key(bare)
    if isinstance(language, str):
        english = _english().get(key)
        if not english:
            return stated(f"In English: {bare}", bare)
        return stated(english[0].upper() + english[1:], english)
    found = _phrase(key, language) or _several(bare, language)
    if not found:
        return stated(f"{language.note} {bare}", bare)
    end = bare[-1] if bare[-1:] in ".!?" and found[-1] not in ".!?。？" else ""
    return stated(found + end)


def _phrase(key: str, language: Language) -> str | None:
    return language.phrases.get(_SAME.get(key, key)) or _between(key, language)


def _several(text: str, language: Language) -> str | None:
    """Phrases one after the other, if each of them is known."""
    parts = re.split(r"([,.!?;]+\s+)", text)
    said = [_phrase(_key(part), language) for part in parts[::2]]
    if len(said) < 2 or not all(said):
        return None
    marks = [*parts[1::2], ""]
    return "".join(f"{phrase}{mark}" for phrase, mark in zip(said, marks, strict=True))


def _between(key: str, language: Language) -> str | None:
    """A phrase of another language in this one."""
    english = _english().get(key)
    return language.phrases.get(english) if english else None


def _key(text: str) -> str:
    return text.lower().replace("’", "'").strip(" .!?,;:¿¡。？！")


@cache
def _english() -> Mapping[str, str]:
    """English phrases by what they are in any other language."""
    known: dict[str, str] = {}
    for language in languages().values():
        for english, said in language.phrases.items():
            known.setdefault(_key(said), english)
    return known
