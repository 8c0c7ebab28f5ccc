"""Memory: what the user said earlier in a conversation, and who the assistant is.

Statements are turned to the user (`You live in Oslo.`) with their corrections applied: `actually,
it is blue` replaces the value of the statement before. `grounding` answers from them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.content.topic import NO_TOPIC, topic_of
from mockserver.chat.model.languages import language_of
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.numbers import place_of
from mockserver.chat.model.reading import Reading
from mockserver.chat.model.texts import bullets_in, sentences

_READ = 4_000
_MOST_TURNS = 60
_LONGEST_STATEMENT = 300

# The user


def statements(question: str, earlier: Sequence[str]) -> list[str]:
    """Statements of the user before a question, turned to the user, the last message first."""
    *before, now = corrected(earlier, question)
    beside = [now] if "?" in question else []
    return [*map(_to_the_user, filter(None, reversed([*before, *beside])))]


def said_before(reading: Reading) -> Answer | None:
    """The first or last message of the user, or an item of the last list, if they are asked for."""
    question, earlier = reading.payload.question[:_READ], reading.earlier
    if asked := CUES.find("asks what was said", question):
        text = earlier[0 if (asked["which"] or "").lower() == "first" else -1] if earlier else ""
        return stated(f"You said: {text[:500]}" if text else "This is your first message.")
    asked = CUES.find("asks for one of a list", question)
    found = bullets_in(reading.answers[-1]) if asked and reading.answers else []
    place = place_of(asked["place"]) if asked else 0
    item = found[place - (place > 0)].strip() if -1 <= place <= len(found) and found else ""
    return stated(as_sentence(item), item) if item else None


def acknowledged(message: str) -> Answer | None:
    """The reply to a message that only tells something about its user."""
    is_short = len(message) <= _LONGEST_STATEMENT and not message.endswith("?")
    parts = sentences(message) if is_short else []
    if not parts or not all(CUES.matches("tells of the user", part) for part in parts):
        return None
    known = f"Thank you, I will remember that: {as_sentence(_to_the_user(message))}"
    return stated(known)._replace(is_known=False)


def resolved(reading: Reading) -> Reading:
    """A conversation whose question names what its `it` refers to in the user's last messages."""
    match = CUES.find("refers back", reading.question) if reading.earlier else None
    if match is None or len(reading.question) > _LONGEST_STATEMENT:
        return reading
    topics = (topic_of(text).subjects for text in reversed(reading.earlier[-_MOST_TURNS:]))
    subjects = next((found for found in topics if found != NO_TOPIC), NO_TOPIC)
    texts = ["".join(each).strip() for each in subjects]
    subject = next((each for each in texts if not each.islower()), texts[0])
    start, end = match.span("it")
    return reading.asking(f"{reading.question[:start]}{subject}{reading.question[end:]}")


def _to_the_user(text: str) -> str:
    """A text by the user in the second person: `You live in Oslo.`"""
    turned = CUES.changed("second person", text)
    return re.sub(r"(?:\A|(?<=[.!?] ))[a-z]", lambda first: first[0].upper(), turned)


@lru_cache(maxsize=4)
def corrected(earlier: Sequence[str], question: str) -> Sequence[str]:
    """The last messages of a user with their corrections applied, and the statements beside the
    question at the end."""
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
        texts.append(text)
    return texts


def _correct(texts: list[str], correction: str, value: str) -> bool:
    """Put a value into the last text that it fits, those with words of the correction first."""
    words = {*_words(correction)}
    nearest = sorted(range(len(texts)), reverse=True)
    for index in sorted(nearest, key=lambda index: words.isdisjoint(_words(texts[index]))):
        if changed := _replaced(texts[index], value):
            texts[index] = changed
            return True
    return False


def _replaced(text: str, value: str) -> str:
    """A text with a value in place of its last part of the same kind; empty if it has none."""
    kinds = [row.pattern for row in CUES.rows("same kind") if row.pattern.fullmatch(value)]
    found = (found for kind in kinds if (found := [*kind.finditer(text)]))
    if last := next(found, []) or [*CUES.find_all("is so", text)]:
        start, end = last[-1].span("value")
        return f"{text[:start]}{value}{text[end:]}"
    return ""


def _words(text: str) -> tuple[str, ...]:
    return stems_of(re.sub(r"(?i)'s\b|(?<=avo)u(?=r)|(?<=olo)u(?=r)", "", text))


# The assistant


def introduced(question: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """The name, role, purpose and maker of the assistant, as far as a question asks for them.

    They are from the system message; a name that the user gave it comes first.
    """
    question, system = question[:_READ], system[:_READ]
    asks_what, asks_who, asks_maker = (
        CUES.matches(name, question)
        for name in ("asks what you do", "asks who you are", "asks who made you")
    )
    role, purpose = CUES.find("your role", system), CUES.find("your purpose", system)
    found = []
    if asks_who or (asks_what and (role or purpose)):
        as_what = [f"I am {role['role'].strip()}."] if role else []
        as_what += [f"I {purpose['purpose'].strip()}."] if purpose and asks_what else []
        found.append(_named(question, (*reversed(earlier), system), " ".join(as_what)))
    if asks_maker and (made := CUES.find("made you", system)):
        maker = made["who"].rstrip(".")
        found.append(stated(f"I was {made['how'].lower()} by {maker}.", maker))
    values = ", ".join(each.value for each in found)
    return stated(" ".join(each.text for each in found), values) if found else None


def _named(question: str, texts: Sequence[str], as_what: str) -> Answer:
    """The name of the assistant by the first of some texts that has one, and what it is."""
    found = (CUES.find("you are called", text[:_READ]) for text in texts[-_MOST_TURNS:])
    if called := next(filter(None, found), None):
        language, name = language_of(question), called["name"]
        text = language.introduction.format(name) if language else f"My name is {name}. {as_what}"
        return stated(text.rstrip(), name)
    return stated(as_what) if as_what else stated("I am the model of a mock server.", "mock")
