"""Roles: replies in the part that a system message gives to the assistant, such as a service."""

from __future__ import annotations

import re

from mockserver.chat.model.content.cues import CUES, LONGEST_REQUEST, LONGEST_SYSTEM
from mockserver.chat.model.content.found import Answer, lowered, stated
from mockserver.chat.model.content.known import facts
from mockserver.chat.model.content.quoted.grounding import grounding
from mockserver.chat.model.content.remembered.background import OR_ELSE, told_before
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.talk.topic import subject_of
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.texts import is_question

_MINE = re.compile(r"(?i)\b(?:my|our)\b")


def in_role(reading: Reading, message: str) -> Answer | None:
    """The words of a role that begins the talk or leads it: the questions of an interviewer, the
    scenes of a game."""
    role = f"{reading.system}\n{message}"[-LONGEST_SYSTEM:]
    if not reading.answers and (opening := CUES.text("opening of a role", role)):
        return stated(opening)
    if reading.answers and CUES.matches("sets questions", reading.system):
        asked = reading.answers[-1].rpartition("\n")[2].rpartition(": ")[2]
        if known := facts.recall(asked):
            is_right = {*stems_of(known.value)} <= {*stems_of(message)}
            return stated(f"{'Correct!' if is_right else 'Not quite.'} {known.text}")
    turns = "" if is_question(message) else CUES.text("turns of a role", role)
    texts = turns.split(" | ")
    return stated(texts[len(reading.answers) % len(texts)]) if turns else None


def of_service(reading: Reading, message: str) -> Answer | None:
    """The reply to a customer who asks for a service or tells of trouble, if no tool can help."""
    if reading.tools or len(message) > LONGEST_REQUEST:
        return None
    reply = CUES.text("request of a service", _MINE.sub("your", lowered(message)))
    is_rule = reading.system and told_before(reading, message)
    return stated(reply, is_known=False) if reply and not is_rule else None


def no_information(reading: Reading, question: str) -> Answer | None:
    """The reply to a question that only live data or the texts of a system message can answer."""
    if not reading.tools and (no_data := CUES.text("asks of now", question)):
        return stated(no_data.replace("<subject>", subject_of(question)), is_known=False)
    has_rule = any(CUES.matches(rule, reading.system) for rule in OR_ELSE)
    if has_rule and CUES.matches("asks or tells of trouble", question):
        return grounding.not_there(reading.system)
    offer = CUES.matches("asks for an offer", question) and reading.system and subject_of(question)
    if unknown := offer or CUES.text("asks of a business", question):
        return stated(f"I have no information about {unknown}.", is_known=False)
    return None


def fallback(reading: Reading, question: str) -> Answer | None:
    """The words of a system message for questions that the assistant cannot answer, or a welcome
    to somebody who has not asked yet."""
    if is_question(question) and CUES.matches("admits", reading.system):
        return grounding.not_there(reading.system)
    welcome = CUES.text("welcome", question[:LONGEST_REQUEST])
    return stated(welcome) if welcome and reading.system else None
