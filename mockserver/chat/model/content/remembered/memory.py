"""Memory: what the user said earlier in a conversation, and who the assistant is.

Statements are turned to the user (`You live in Oslo.`) with their corrections applied: `actually,
it is blue` replaces the value of the statement before. `grounding` answers from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, capitalized, stated
from mockserver.chat.model.content.remembered.lists import (
    enumerated_in,
    item_of_list,
    list_kept,
    list_shown,
)
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import sentences

_READ = 4_000
_MOST_TURNS = 60
_LONGEST_STATEMENT = 300
_MOST_TOLD = 3
_MOST_WORDS = 6
"""The most words of a bare reply."""
_ITSELF = "I am the model of a mock server: I write texts, lists and code, and answer questions."

# The user


def statements(question: str, earlier: Sequence[str]) -> list[str]:
    """Statements of the user before a question, turned to the user, the last message first."""
    *before, now = _corrected(earlier, question)
    beside = [now] if "?" in question else []
    told = (each for each in [*before, *beside] if not CUES.matches("is an order", each))
    return [*map(_to_the_user, filter(None, reversed([*told])))]


def replies(reading: Reading) -> list[str]:
    """The user's replies to questions of the assistant, as statements: `Your order number is 7.`"""
    found = list[str]()
    for (role, text, _), (_, reply, _) in pairwise(reading.turns[-_MOST_TURNS:]):
        asked = CUES.find("asks the user for", text[-_READ:]) if role == "assistant" else None
        if asked and len(reply.split()) <= _MOST_WORDS:
            told = CUES.changed("bare reply", reply).strip(" .")
            found.append(f"Your {asked['what']} is {told}.")
    return found


@lru_cache(maxsize=4)
def _corrected(earlier: Sequence[str], question: str) -> Sequence[str]:
    """The last messages of a user and the statements beside a question, corrected."""
    texts: list[str] = []
    now = " ".join(part for part in sentences(question) if not part.endswith("?"))
    for message in (*earlier[-_MOST_TURNS:], now):
        text = message[:_READ]
        if match := CUES.find("corrects", text):
            value = re.split(r",? (?:instead of|rather than|not) ", match["value"])[0].strip()
            if CUES.matches("predicate", value):  # The whole statement is said again.
                text = value
            elif _correct(texts, text, value):
                text = text[match.end() :]
        _replace_restated(texts, text)
        texts.append(text)
    return texts


def _correct(texts: list[str], correction: str, value: str) -> bool:
    """Put a value into the last text that it fits, those with words of the correction first."""
    words, latest_first = {*stems_of(correction)}, reversed(range(len(texts)))
    for index in sorted(latest_first, key=lambda index: words.isdisjoint(stems_of(texts[index]))):
        if changed := _replaced(texts[index], value):
            texts[index] = changed
            return True
    return False


def _replace_restated(texts: list[str], message: str) -> None:
    """Replace what earlier messages say of a subject of which a message says something else."""
    for told in filter(None, (CUES.find("predicate", part) for part in sentences(message))):
        subject = {*stems_of(told["subject"])}
        for index, text in enumerate(texts):
            known = CUES.find("predicate", text)
            if subject and known and subject <= {*stems_of(known["subject"])}:
                texts[index] = _replaced(text, told["what"]) or text


def _replaced(text: str, value: str) -> str:
    """A text with a value in place of its last part of the same kind; empty if it has none."""
    kinds = (row.pattern for row in CUES.rows("same kind") if row.pattern.fullmatch(value))
    for found in (*(kind.finditer(text) for kind in kinds), CUES.find_all("is so", text)):
        if parts := [*found]:
            start, end = parts[-1].span("value")
            return f"{text[:start]}{value}{text[end:]}"
    return ""


def _to_the_user(text: str) -> str:
    """A text by the user in the second person: `You live in Oslo.`"""
    turned = text if language_of(text) else CUES.changed("second person", text)
    return re.sub(r"(?:\A|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), turned)


def facts_of_user(text: str) -> list[str]:
    """The facts that a user tells of himself in a text or his turns of it: `Lives in Oslo`."""
    turns = [each["it"] for each in CUES.find_all("turn of the user", text)]
    told = (part for each in turns or [text] for part in sentences(_to_the_user(each)))
    said = filter(CUES.pattern("said of the user").match, told)
    return [capitalized(CUES.changed("as a fact", each)) for each in said]


def recalled(reading: Reading) -> Answer | None:
    """A list, a message, an item of a list or all about the user, if a conversation keeps it or its
    last message asks for it."""
    return list_kept(reading) or _said_before(reading) or list_shown(reading)


def _said_before(reading: Reading) -> Answer | None:
    """A message, an item of a list, or all about the user, if a question asks for it."""
    is_one = len(reading.question) <= _LONGEST_STATEMENT and "\n\n" not in reading.question
    question = reading.question if is_one else reading.payload.question[:_READ]
    earlier = reading.earlier
    if asked := CUES.find("asks what was said", question):
        if not earlier:
            return stated("This is your first message.")
        which = (asked["which"] or "").lower()
        said = earlier[0] if CUES.matches("at the beginning", which) else earlier[-1]
        number = f"{len(earlier) + 1} with this one."
        return stated(number if which == "how many" else f"You said: {said[:500]}")
    if CUES.matches("asks how i am called", question):
        told = filter(None, (CUES.find("own name told", each) for each in reversed(earlier)))
        return next((stated(each["it"]) for each in told), None)
    if reading.answers and CUES.matches("asks what the assistant said", question):
        return stated(f"I said: {reading.answers[-1][:500]}")
    if earlier and CUES.matches("asks about the user", question):
        return stated(" ".join(map(as_sentence, reversed(statements("", earlier)))))
    return item_of_list(reading, question) if earlier else None


def not_told(question: str, reading: Reading) -> Answer | None:
    """The reply to a question about the user that nothing in the conversation answers directly:
    what the user said about himself, if the question is about that."""
    asks = any(CUES.matches(e, question) for e in ("asks what i said", "asks of my life"))
    if reading.earlier and asks:
        told = (part for each in reading.earlier for part in sentences(each[:_READ]))
        about = [_to_the_user(each) for each in told if CUES.matches("of oneself", each)]
        if about:
            items = next(filter(None, map(enumerated_in, reversed(about))), [])
            known = " ".join(map(as_sentence, about[-_MOST_TOLD:]))
            counts = items and CUES.matches("asks for a count", question)
            return stated(f"{len(items)}: {known}" if counts else known, items=items)
    asked = CUES.find("asks what is mine", question)
    if asked is None and not (reading.earlier and CUES.matches("asks of myself", question)):
        return None
    what = asked["what"].replace("my ", "your ") if asked else "that"
    if asked and asked["how"]:
        what = f"{asked['how'].lower()} {what} {asked['is'] or 'is'}"
    return stated(f"You have not told me {what}.", is_known=False)


def acknowledged(reading: Reading) -> Answer | None:
    """The reply to a message that only tells something about its user, or what he was asked for."""
    message = reading.question
    if len(message) > _LONGEST_STATEMENT or message.endswith("?"):
        return None
    parts = sentences(message)
    replied = "".join(replies(Reading(reading.body, reading.turns[-2:])))
    if CUES.matches("detail of the user", replied):
        return stated(f"Thank you. {replied}", is_known=False)
    if not parts or not all(CUES.matches("tells of the user", part) for part in parts):
        is_changed = reading.earlier and CUES.matches("corrects a fact", message)
        return stated("Thank you, I have corrected that.", is_known=False) if is_changed else None
    known = as_sentence(_to_the_user(message))
    return stated(f"Thank you, I will remember that: {known}", is_known=False)


# The assistant


def introduced(question: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """The name, role, purpose and maker of the assistant, as far as a question asks for them.

    They are from the system message; a name that the user gave it comes first.
    """
    question, system = question[:_READ], system[:_READ]
    asks_who = CUES.matches("asks who you are", question)
    asks_what = CUES.matches("asks what you do", question)
    descriptions = []
    if role := CUES.find("your role", system):
        descriptions.append(f"I am {role['role'].strip()}.")
    if asks_what and (purpose := CUES.find("your purpose", system)):
        descriptions.append(f"I {purpose['purpose'].strip()}.")
    found = []
    if asks_who or (asks_what and descriptions):
        found.append(_named(question, (*reversed(earlier), system), " ".join(descriptions)))
    if CUES.matches("asks who made you", question) and (made := CUES.find("made you", system)):
        maker = made["who"].rstrip(".")
        found.append(stated(f"I was {made['how'].lower()} by {maker}.", maker))
    values = ", ".join(each.value for each in found)
    return stated(" ".join(each.text for each in found), values) if found else None


def _named(question: str, texts: Sequence[str], description: str) -> Answer:
    """The name of the assistant by the first of some texts that has one, and what it is."""
    language = language_of(question)
    before, after = (language.introduction if language else "My name is {}. ").split("{}")
    for text in texts[-_MOST_TURNS:]:
        if called := CUES.find("you are called", text[:_READ]):
            name = called["name"].rstrip(".")
            told = "" if language else description
            return stated(f"{before}{name}{after}{told}".rstrip(), name)
    itself = stated((language and language.itself) or _ITSELF, "mock")
    return stated(description) if description else itself
