"""Translations of everyday phrases; other texts are returned with a note."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, stated
from mockserver.chat.model.languages import Language, language_of, languages, named
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.texts import sentences

_READ = 2_000


def translated(message: str, system: str) -> Answer | None:
    """The translation that a message asks for, or that the system message asks for every time."""
    if several := CUES.find("asks for translations", message[:_READ]):
        return _in_several(several)
    for found in CUES.find_all("asks for a translation", message[:_READ]):
        if (into := _language(found["to"])) is not None:
            return _in(found["text"], into)
    if bare := CUES.find("bare phrase", message[:_READ]):
        into = _language(bare["to"])
        if isinstance(into, Language) and _phrase(bare["text"], into):
            return _in(bare["text"], into)
    for found in reversed([*CUES.find_all("into", system[:_READ])]):
        into = _language(found["to"])
        if into is not None and CUES.matches("translates", system[:_READ]):
            return _in(message, into)
    return None


def language_named(message: str, text: str) -> Answer | None:
    """The language of a text, if a message asks for it."""
    if not CUES.matches("asks for the language", message[:_READ]):
        return None
    found = language_of(text)
    name = found.name if found else "English"
    return stated(f"The text is in {name}.", name)


def _in_several(request: re.Match[str]) -> Answer:
    """The translations of a text into the languages that a request lists or counts."""
    names = re.findall(r"[^\W\d_]{3,}", request["several"])
    wanted = [(name, found) for name in names if (found := _language(name)) is not None]
    if request["count"]:
        known = sorted(languages().values(), key=lambda each: bool(each.script))
        wanted = [(each.name, each) for each in known if _phrase(request["text"], each)]
        wanted = wanted[: amount_of(request["count"])]
    items = [_in(request["text"], language).text for _, language in wanted]
    rows = (f"{capitalized(name)}: {item}" for (name, _), item in zip(wanted, items, strict=True))
    return stated("\n".join(rows), items=items)


def _language(name: str) -> Language | str | None:
    """The language with a name; an empty string for English."""
    return "" if CUES.matches("english", name) else named(name)


def _in(text: str, language: Language | str) -> Answer:
    unlabelled = CUES.pattern("label of a language").sub("", text.strip())
    bare = unlabelled.strip().strip("\"'“”«»„").strip()
    if isinstance(language, str):
        english = _english().get(_key(bare))
        if not english:
            return stated(f"In English: {bare}", bare)
        return stated(capitalized(english), english)
    parts = sentences(bare)
    if len(parts) > 1 and all(_phrase(each, language) for each in parts):
        return stated(" ".join(_in(each, language).text for each in parts))
    found = _phrase(bare, language)
    if not found:
        return stated(f"{language.note} {bare}", bare)
    return stated(found + (bare[-1] if bare[-1] in ".!?" and found[-1] not in ".!?。？" else ""))


def _phrase(text: str, language: Language) -> str | None:
    """The translation of a phrase from English or any other language."""
    key = _key(text)
    english = CUES.meaning("everyday phrase", key) or key
    return language.phrases.get(english) or language.phrases.get(_english().get(key, ""))


def _key(text: str) -> str:
    return text.lower().replace("’", "'").strip(" .!?,;:¿¡。？！")


@cache
def _english() -> Mapping[str, str]:
    """English phrases by their translations in all languages."""
    tables = (each.phrases.items() for each in reversed([*languages().values()]))
    return {_key(other): english for table in tables for english, other in reversed([*table])}
