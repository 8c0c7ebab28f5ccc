"""Answers about code or an error message in a message: what it does, and what to improve.

`cues.txt` has a sentence for each kind of line, the remarks of a reviewer, and explanations of
well-known error messages.
"""

from __future__ import annotations

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated

_MOST_POINTS = 12
_LONGEST_LINE = 200
_READ = 4_000


def about_code(question: str, message: str) -> Answer | None:
    """The answer to a question about the code or the error message in a message, or None."""
    request = CUES.find("asks about code", message)
    shown = request and CUES.find("code", message)
    if request and shown:
        source = (shown["fenced"] or shown["bare"]).strip()[:_READ]
        return _explained(source, wants_review=bool(request["reviewed"]))
    explanation = CUES.text("error message", message)
    is_requested = explanation and CUES.matches("asks about code", question)
    return stated(explanation) if is_requested else None


def _explained(source: str, *, wants_review: bool) -> Answer | None:
    """A sentence for each line of a program, or remarks of a reviewer; None for any other text."""
    lines = [line[:_LONGEST_LINE] for line in source.splitlines() if line.strip()]
    points = [step for line in lines if (step := CUES.text("step of a program", line))]
    if not points or len(points) * 3 < len(lines):
        return None
    head = "The code does this:"
    if wants_review:
        head = "In a review I would mention:"
        points = [*CUES.texts("remark of a review", source)] or ["I see nothing to change."]
    text = "\n".join([head, "", *(f"- {each}" for each in points[:_MOST_POINTS])])
    return Answer(text, points[0], points[:_MOST_POINTS])
