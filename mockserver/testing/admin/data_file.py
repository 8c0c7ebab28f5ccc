"""Data files made of a logged request, to repeat its reply or its records."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.data.dump import dump
from mockserver.data.models import VERSION
from mockserver.http.context import Services
from mockserver.http.requests import LoggedRequest
from mockserver.testing.recording.replies import (
    Replies,
    UpstreamResponse,
    line_of,
    line_of_completion,
)

NAMES = ("id", "digest")
"""Fields by which a request may name a record."""

_TEXT = re.compile(rb'"([^"\\]{1,300})"')
_NO_RULE = (ApiError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a response that no rule can repeat."""


def data_file_of(request: LoggedRequest, services: Services) -> Record:
    """Make a data file: of a chat completion, the rule that repeats its reply; of any other
    request, the records that it or its response names, as they are now."""
    if rules := _rules(request):
        return {"mockserver": VERSION, "replies": rules}
    return {"mockserver": VERSION, "projects": _named(request, services)}


def _rules(request: LoggedRequest) -> list[Record]:
    replies = Replies()
    try:
        body: Any = decode_body(request.body)
        if request.operation == CHAT:
            headers = dict(request.answer_headers)
            media_type = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0]
            response = UpstreamResponse(request.status, headers, media_type, request.content)
            replies.add(body, line_of(response))
        elif request.operation in COMPLETIONS:
            completion = decode_body(request.content)["response"]
            replies.add(body["inputs"], line_of_completion(completion))
    except _NO_RULE:
        return []
    return replies.rules()


def _named(request: LoggedRequest, services: Services) -> Record:
    texts = {*_TEXT.findall(request.body), *_TEXT.findall(request.content)}
    named = {text.decode(errors="replace") for text in texts}
    projects = dump(services, request.project)["projects"] if request.project else {}
    return {
        name: {"records": _only(project["records"], named)} for name, project in projects.items()
    }


def _only(records: Record, named: set[str]) -> Record:
    found = {
        kind: [each for each in group if named.intersection(each.get(name) for name in NAMES)]
        for kind, group in records.items()
    }
    return {kind: group for kind, group in found.items() if group}
