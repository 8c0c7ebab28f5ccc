"""Answers of the file operations, in the listing's order."""

from __future__ import annotations

from mockserver.openapi.answers.model import Answered, Answers


class FileCreateRes(Answered):
    digest: str


class FilesStatsRes(Answered):
    total_size_bytes: int


ANSWERS: Answers = {
    "trace.files:create": FileCreateRes,
    "trace.files:content": bytes,
    "trace.files:stats": FilesStatsRes,
}
