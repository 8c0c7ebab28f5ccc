"""What operations answer, as models that only the description of the interface imports."""

from __future__ import annotations

from mockserver.openapi.answers import (
    calls,
    chat,
    costs,
    feedback,
    files,
    info,
    objects,
    resources,
    tables,
)
from mockserver.openapi.answers.model import Answers
from mockserver.openapi.answers.refusals import ErrorResponse

ANSWERS: Answers = {
    **calls.ANSWERS,
    **objects.ANSWERS,
    **tables.ANSWERS,
    **files.ANSWERS,
    **feedback.ANSWERS,
    **costs.ANSWERS,
    **info.ANSWERS,
    **resources.ANSWERS,
    **chat.ANSWERS,
}
EVENTS: Answers = {"chat:chat": chat.ChatCompletionChunk | ErrorResponse}
"""The model of each event's data; a failure may end a stream."""
