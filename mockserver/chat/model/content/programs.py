"""Answers about code or an error message in a message: what it does, and what to improve.

`cues.txt` has a sentence for each kind of line, the remarks of a reviewer, and explanations of
well-known error messages.
"""

from __future__ import annotations

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated

_MOST_STEPS = 12
_LONGEST_LINE = 200
_READ = 4_000


def about_code(question: str, message: str) -> Answer | None:
    """The answer to a question about the code or the error message in a message, or None."""
    request = CUES.find("asks about code", message)
    shown = request and CUES.find("code", message)
    if request and shown:
        source = (shown["fenced"] or shown["bare"]).strip()[:_READ]
        return _reviewed(source) if request["reviewed"] else _described(source)
    explanation = CUES.text("error message", message)
    is_requested = explanation and CUES.matches("asks about code", question)
    return stated(explanation) if is_requested else None


def _described(source: str) -> Answer | None:
    lines = (CUES.text("step of a program", line[:_LONGEST_LINE]) for line in source.splitlines())
    steps = [*filter(None, lines)][:_MOST_STEPS]
    return _points("The code does this:", steps) if steps else None


def _reviewed(source: str) -> Answer:
    remarks = [*CUES.texts("remark of a review", source)] or ["I see nothing to change."]
    return _points("In a review I would mention:", remarks)


def _points(head: str, points: list[str]) -> Answer:
    return Answer("\n".join([head, "", *(f"- {each}" for each in points)]), points[0], points)
