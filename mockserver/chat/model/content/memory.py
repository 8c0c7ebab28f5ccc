"""Memory: facts about the user and the assistant in a conversation, such as names and preferences.

A statement of the user has a name and a value, such as `favourite colour` and `green`. The last one
with a name counts, and `actually, it is blue` corrects the one before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

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
_NO_NAMES = frozenset("A An The Not Very So Sorry Happy Glad Sure Looking Trying Going I".split())


class UserFact(NamedTuple):
    """Something that users say about themselves."""

    name: str
    value: str

    def __str__(self) -> str:
        if self.name == "work" and self.value.startswith(("a ", "an ")):
            return f"You are {self.value}."
        sentence = CUES.meaning("sentence of a fact", self.name) or f"Your {self.name} is {{}}."
        return sentence.format(self.value)


def remembered(question: str, earlier: Sequence[str]) -> Answer | None:
    """The answer to a question of users about themselves, from this message and earlier ones."""
    question = question[:_READ]
    mine = CUES.find("asks about the user", question)
    texts = corrected(earlier, question)
    facts = [each for text in texts for each in _user_facts_in(text)]
    several = CUES.find("recaps", question) or (
        mine if CUES.matches("asks for more", question) else None
    )
    if several and (found := _recap({*_words(several["what"])}, texts)):
        return found
    if found := _requested_facts(question, mine, facts):
        return found
    if match := CUES.find("asks what was given", question):
        return _of_a_name(match["what"], facts)
    if match := CUES.find("asks what was said", question):
        return _message(match["which"], earlier)
    return _of_a_name(mine["what"], facts) if mine else None


def _requested_facts(
    question: str, mine: re.Match[str] | None, facts: Sequence[UserFact]
) -> Answer | None:
    """The user's name, home and the like, as far as a question asks for them."""
    answers: list[UserFact] = []
    for row in CUES.likely_rows("requested fact", question):
        name = row.text
        asks_for_another = name == "name" and mine and not mine["what"].lower().startswith("name")
        if asks_for_another or not row.pattern.search(question):
            continue
        if known := next((each for each in reversed(facts) if each.name == name), None):
            answers.append(known)
        elif name == "name":
            return stated("You have not told me your name.")._replace(is_known=False)
    if answers:
        return stated(" ".join(map(str, answers)), ", ".join(each.value for each in answers))
    return None


def _message(which: str | None, earlier: Sequence[str]) -> Answer:
    """The first or the last message of the user."""
    if not earlier:
        return stated("This is your first message.")
    text = earlier[0 if (which or "").lower() == "first" else -1][:500]
    return stated(f"You said: {text}", text)


def _recap(words: set[str], texts: Sequence[str]) -> Answer | None:
    """Earlier statements of the user that have one of these words, with their corrections."""
    spoken = (each for text in texts[:-1] for each in sentences(text[:_READ]))
    repeated = [to_the_user(each) for each in spoken if words & {*_words(each)}]
    return stated(" ".join(repeated), items=repeated) if repeated else None


def listed_before(question: str, answers: Sequence[str]) -> Answer | None:
    """The item of the assistant's last list that a question names by its position."""
    match = CUES.find("asks for one of a list", question[:_READ])
    found = bullets_in(answers[-1]) if match and answers else []
    place = place_of(match["place"]) if match else 0
    if not found or not (-1 <= place <= len(found)):
        return None
    item = found[place - (place > 0)].strip()
    return stated(as_sentence(item), item)


def acknowledged(message: str) -> Answer | None:
    """The reply to a message that only tells something about its user."""
    parts = sentences(message[:_READ])
    if len(message) > _LONGEST_STATEMENT or message.endswith("?"):
        return None
    repeated = " ".join(map(str, _user_facts_in(message)))
    if not repeated or not all(CUES.matches("begins a statement", part) for part in parts):
        return None
    return stated(f"Thank you, I will remember that: {repeated}")._replace(is_known=False)


def resolved(reading: Reading) -> Reading:
    """A conversation whose question names what its `it` refers to in the user's last messages."""
    match = CUES.find("refers back", reading.question) if reading.earlier else None
    if match is None or len(reading.question) > _LONGEST_STATEMENT:
        return reading
    topics = (topic_of(text) for text in reversed(reading.earlier[-_MOST_TURNS:]))
    subjects = next((found for _, found in topics if found != NO_TOPIC), NO_TOPIC)
    texts = ["".join(each).strip() for each in subjects]
    subject = next((each for each in texts if not each.islower()), texts[0])
    start, end = match.span("it")
    return reading.asking(f"{reading.question[:start]}{subject}{reading.question[end:]}")


def to_the_user(text: str) -> str:
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
            words, value = {*_words(text)}, match["value"].strip()
            nearest = sorted(range(len(texts)), reverse=True)
            nearest.sort(key=lambda index: words.isdisjoint(_words(texts[index])))
            for index in nearest:
                if changed := _replaced(texts[index], value):
                    texts[index] = changed
                    text = text[match.end() :]
                    break
        texts.append(text)
    return texts


def _replaced(text: str, value: str) -> str:
    """A text with a value in place of its last part of the same kind; empty if it has none."""
    kinds = [row.pattern for row in CUES.rows("same kind") if row.pattern.fullmatch(value)]
    found = (found for kind in kinds if (found := [*kind.finditer(text)]))
    if last := next(found, []) or [*CUES.find_all("is so", text)]:
        start, end = last[-1].span("value")
        return f"{text[:start]}{value}{text[end:]}"
    return ""


def introduced(question: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """The name, role, purpose and maker of the assistant, as far as a question asks for them."""
    question, system = question[:_READ], system[:_READ]
    found = [each] if (each := _named(question, system, earlier)) else []
    made = CUES.find("made you", system) if CUES.matches("asks who made you", question) else None
    if made:
        maker = made["who"].rstrip(".")
        found.append(stated(f"I was {made['how'].lower()} by {maker}.", maker))
    values = ", ".join(each.value for each in found)
    return stated(" ".join(each.text for each in found), values) if found else None


def _named(question: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """The name, the role and the purpose of the assistant from the system message, if a question
    asks for one of them. A name that the user gave it comes first."""
    role, purpose = CUES.find("your role", system), CUES.find("your purpose", system)
    asks_what = CUES.matches("asks what you do", question) and bool(role or purpose)
    if not (asks_what or CUES.matches("asks who you are", question)):
        return None
    texts = (*reversed(earlier[-_MOST_TURNS:]), system)
    names = (CUES.find("you are called", text[:_READ]) for text in texts)
    called = next(filter(None, names), None)
    as_what = f"I am {role['role'].strip()}." if role else ""
    if purpose and asks_what:
        as_what = f"{as_what} I {purpose['purpose'].strip()}.".strip()
    if called:
        name = called["name"]
        if language := language_of(question):
            return stated(language.introduction.format(name), name)
        return stated(f"My name is {name}. {as_what}".rstrip(), name)
    if as_what:
        return stated(as_what, role["role"].strip() if role else as_what)
    return stated("I am the model of a mock server.", "mock")


def _of_a_name(name: str, facts: Sequence[UserFact]) -> Answer | None:
    """The last statement with a name: `Your dog is Rex` for `what is my dog called`."""
    words = {*_words(name)} - {*_words("name called")} or {*_words(name)}
    for each in reversed(facts):
        known = {*_words(each.name)}
        if known and (known <= words or words <= known):
            shown = re.sub(r"\s+called$", " is called", name.strip())
            verb = "" if shown.endswith(" called") else " is"
            return stated(f"Your {shown}{verb} {each.value}.", each.value)
    return None


def _words(text: str) -> tuple[str, ...]:
    return stems_of(re.sub(r"(?i)'s\b|(?<=avo)u(?=r)|(?<=olo)u(?=r)", "", text))


def _user_facts_in(text: str) -> list[UserFact]:
    found = []
    for row in CUES.likely_rows("stated fact", text):
        for match in row.pattern.finditer(text):
            name, value = row.filled(match).strip().lower(), match["value"].strip(" .")
            is_question = value.lower().startswith(("what", "who", "which"))
            if not is_question and not (name == "name" and value.partition(" ")[0] in _NO_NAMES):
                found.append((match.start(), UserFact(name, value)))
    return [fact for _, fact in sorted(found)]
