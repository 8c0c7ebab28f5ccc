"""Background: answers from the system message and from earlier messages of the user."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from mockserver.chat.model.content.computed.arithmetic import for_several
from mockserver.chat.model.content.cues import CUES, MESSAGE_READ
from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.content.quoted.grounding import grounding
from mockserver.chat.model.content.remembered import memory
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.passages import Passage

OR_ELSE = ("or else", "declines", "admits and connects", "admits and refers")
"""The rules of a system message on questions that it does not answer."""

_MOST_TURNS = 20
_STRICT = ("only from the context", "nothing there", *OR_ELSE)
"""The rules of a system message to answer from its texts."""


def binding_texts(reading: Reading) -> Sequence[Passage]:
    """The texts that a system message allows no answers but from: marked ones, or its FAQ."""
    is_strict = reading.system and any(CUES.matches(name, reading.system) for name in _STRICT)
    if not is_strict or reading.payload.is_marked:
        return ()
    are_pairs = CUES.matches("questions with answers", reading.system)
    whole = [Passage("", reading.system[:MESSAGE_READ])] if are_pairs else ()
    return reading.background.passages if reading.background.is_marked else whole


def from_before(reading: Reading, message: str, now: datetime) -> Answer | None:
    """An answer from the system message or earlier messages of the user."""
    question = CUES.changed("indirect question", reading.payload.question)
    if CUES.matches("asks for the own name", question):  # `My name is Ada. Who am I?`
        said = "" if reading.earlier else message.replace(question, "")
        question = f"{said}What is my name?"
    return for_several(told_before(reading, question), question, now)


def told_before(reading: Reading, question: str) -> Answer | None:
    """The answer to a question from the system message or earlier messages of the user."""
    if not CUES.matches("asks something", question):
        return None
    background = reading.background
    if binding := binding_texts(reading):
        return grounding.grounded(question, binding) or grounding.not_there(reading.system)
    before = memory.replies(reading) + memory.statements(question, reading.earlier)[:_MOST_TURNS]
    whole = [Passage("", reading.system[:MESSAGE_READ])]
    length = sum(len(each.text) for each in background.passages)
    is_text = 2 * length > len(reading.system) or any(each.number for each in background.passages)
    texts = background.passages if background.is_marked and is_text else whole
    passages = [*texts, *(Passage("", text) for text in before)]
    return (
        grounding.grounded(question, [each for each in passages if each.text])
        or grounding.grounded(question, [Passage("", each) for each in reading.answers[::-1]])
        or memory.not_told(question, reading)
    )
