"""Translations of everyday phrases; other texts are returned with a note."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, lowered, stated
from mockserver.chat.model.content.known.facts import recall, told_in
from mockserver.chat.model.content.known.topical import replied
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.languages import ENGLISH, Language, called, language_of, languages
from mockserver.chat.model.text.numbers import amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences

_READ = 2_000
_LABEL = pattern(r"\s*(?:\d{1,3}[.):]|[-*•]|\[\d{1,3}\]|#\d{1,3})\s+")
"""The number or the bullet of a line."""


def translated(message: str, system: str) -> Answer | None:
    """The translation, the greetings or the meaning of a phrase that a message or the system
    message asks for."""
    message, system = message[:_READ], system[:_READ]
    return _translated(message, system) or _greeting(message) or _explained(message)


def _translated(message: str, system: str) -> Answer | None:
    for found in CUES.find_all("asks for a translation", message):
        if into := called(found["to"]):
            more = CUES.pattern("more languages").match(message, found.end("to"))
            others = map(called, CUES.pattern("language").findall(more[0])) if more else ()
            return _in_each(found["text"], [into, *filter(None, others)])
    if (asked := CUES.find("list in a language", message)) and (into := called(asked["to"])):
        known = recall(f"What are the {asked['list']}?")
        items = [phrase(each, into) for each in known.items] if known else []
        return stated(", ".join(items), items=items) if items and all(items) else None
    if (bare := CUES.find("bare phrase", message)) and (into := called(bare["to"])):
        return _in(bare["text"], into) if phrase(bare["text"], into) else None
    if CUES.matches("translates", system):
        labelled = CUES.find("text for a language", message)
        if labelled and (into := called(labelled["to"])):
            return _in(labelled["text"], into)
        return _in(message, into) if (into := _wanted(system)) else None
    return None


def _greeting(message: str) -> Answer | None:
    """A greeting in as many of the usual languages as a message asks for."""
    asked = CUES.find("greeting in several languages", message)
    if asked is None:
        return None
    usual = map(called, CUES.text("usual languages", "").split())
    return _in_each(asked["text"], [*islice(filter(None, usual), amount_of(asked["count"]))])


def _explained(message: str) -> Answer | None:
    """The meaning of a foreign phrase, if a message asks for it and the phrase is known."""
    asked = CUES.find("asks for a meaning", message)
    known = phrase(asked["text"], ENGLISH) if asked else ""
    if not (asked and known):
        return None
    return stated(f"“{asked['text']}” means “{lowered(known)}”.", known)


def answered_in(language: Language, question: str, known: Answer | None) -> str:
    """The answer to an English question in another language, empty if there is none."""
    if known and CUES.matches("asks of yourself", question):
        name = known.value if known.text.startswith("My name is") else ""
        return language.introduction.format(name) if name else language.itself
    said = phrase(question, language)
    if said and (courtesy := replied(said, language)):
        return courtesy.text
    if known is None or not re.search("[a-z]{2}", known.text):  # A sum has no words.
        return known.text if known else ""
    value = language.phrases.get(known.value.lower(), known.value)
    is_short = value.count(" ") < 3 and known.value.lower() not in question.lower()
    return told_in(language, known) or (f"{value}." if is_short else "")


def translated_alike(pairs: Iterable[tuple[str, str]], text: str) -> str:
    """A phrase in the language in which pairs of phrases say the same, empty if there is none."""
    said = [(one, _key(other)) for one, other in pairs]
    known = [*languages().values(), ENGLISH]
    same = (each for each in known if all(_key(phrase(one, each)) == to for one, to in said))
    return next(filter(None, (phrase(text, each) for each in same)), "") if said else ""


def data_translated(order: str, data: Any) -> Any:
    """Data with its texts in the language that an order names, None if it names none.

    Raises RecursionError for data that is too deep.
    """
    into = _wanted(order) if CUES.matches("translates", order) else None
    return _data_in(into, data) if into else None


def _wanted(order: str) -> Language | None:
    """The last language that an order names for a translation."""
    named_there = [called(each["to"]) for each in CUES.find_all("into", order)]
    return next(filter(None, reversed(named_there)), None)


def _data_in(language: Language, data: Any) -> Any:
    """Data with its texts in a language. Raises RecursionError for data that is too deep."""
    if isinstance(data, dict):
        return {name: _data_in(language, each) for name, each in data.items()}
    if isinstance(data, list):
        return [_data_in(language, each) for each in data]
    return _around_places(data, language) if isinstance(data, str) else data


def _around_places(text: str, language: Language) -> str:
    """A text in a language, as far as its phrases are known; places such as `{name}` stay."""
    return phrase(text, language) or CUES.pattern("phrase around places").sub(
        lambda part: phrase(part[0], language) or part[0], text
    )


def language_named(message: str, system: str, text: str) -> Answer | None:
    """The name or code of the language of a text, if either message asks for it."""
    message, system = message[:_READ], system[:_READ]
    order, below = request_and_text(message)
    own = below if text == message or text in order else text
    for request, read, listed in ((message, own, below), (system, message, "")):
        if CUES.matches("asks for the language", request):
            texts = items_in(listed) if listed and CUES.matches("of several", request) else [read]
            found = [language_of(each) or ENGLISH for each in texts]
            is_code = CUES.matches("code of a language", request)
            names = [each.code if is_code else each.name for each in found]
            is_alone = CUES.matches("alone", request) or len(names) > 1
            name = "\n".join(names)
            shown = name if is_alone else f"The text is in {name}."
            return stated(shown, name, names[1:] and names)
    return None


def _in_each(text: str, wanted: Sequence[Language]) -> Answer:
    """A text in several languages, one on each line, or in a single one."""
    if len(wanted) == 1:
        return _in(text, wanted[0])
    items = [f"{language.name}: {_in(text, language).text}" for language in wanted]
    return stated("\n".join(items), items=items)


def _in(text: str, language: Language) -> Answer:
    """A text in a language; its sentences and lines one by one, with their numbers and bullets."""
    text = CUES.pattern("label of a language").sub("", text.strip())
    bare = text.strip().strip("\"'“”«»„").strip()
    lines = bare.split("\n") if "\n" in bare else sentences(bare)
    labels = [label[0] if (label := _LABEL.match(line)) else "" for line in lines]
    parts = [line.removeprefix(label) for line, label in zip(lines, labels, strict=True)]
    found = [phrase(part, language) for part in parts]
    if not (found and all(found)):
        return stated(f"{language.note} {bare}", bare)
    items = [f"{label}{text}" for label, text in zip(labels, found, strict=True)]
    return stated(("\n" if "\n" in bare else " ").join(items), items=items[1:] and items)


def phrase(text: str, language: Language) -> str:
    """The translation of a phrase from English or any other language, empty if it is unknown."""
    bare, mark = text.strip(), text.strip()[-1:]
    key = _key(bare)
    english = CUES.meaning("everyday phrase", key) or _english().get(key, "")
    found = language.phrases.get(key) or language.phrases.get(english) or ""
    if not (english or found) and ", " in bare:
        first, *rest = (phrase(part, language) for part in bare.split(", "))
        small = (each if each.startswith("I ") else lowered(each) for each in rest)
        return ", ".join((first, *small)) if all(rest) else ""
    if language is ENGLISH:
        return capitalized(english) + (mark if english and mark in "?!" else "")
    needs_mark = found and mark in ".!?" and found[-1] not in ".!?。？"
    return found + mark if needs_mark else found


def _key(text: str) -> str:
    return text.lower().replace("’", "'").strip(" .!?,;:¿¡。？！")


@cache
def _english() -> Mapping[str, str]:
    """English phrases by their translations in all languages."""
    tables = (each.phrases.items() for each in reversed([*languages().values()]))
    return {_key(other): english for table in tables for english, other in reversed([*table])}
