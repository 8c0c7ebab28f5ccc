"""Citations: the source of an answer, in the form that a prompt asks for."""

from __future__ import annotations

from mockserver.chat.model.content.cues import CUES, MESSAGE_READ
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.text.patterns import pattern

_SOURCE = pattern(r"\[([^\[\]]+)\]$")
"""The number or file of a passage at the end of an answer, as `grounding` writes it."""


def cited(answer: Answer | None, reading: Reading) -> Answer | None:
    """An answer with its source, which belongs to the bare value too, in the form of the prompt."""
    source = _SOURCE.search(answer.text) if answer else None
    if not (answer and source):
        return answer
    message = reading.question[-MESSAGE_READ:]
    instructions = f"{reading.system}\n{message}"
    if asked := CUES.find("lists sources", instructions):
        label = asked.groupdict().get("label") or "SOURCES"
        return stated(CUES.changed("sources", answer.text).replace("SOURCES", label))
    form = CUES.find("form of a citation", instructions)
    opened, closed = (form["open"] or "(", form["close"] or ")") if form else ("[", "]")
    return stated(f"{answer.text[: source.start()]}{opened}{source[1]}{closed}", items=answer.items)
