"""Data files, over HTTP; a logged request is one too, to repeat its reply or its records."""

from __future__ import annotations

import re
from typing import Any

from mockserver.chat.script.question import CHAT, COMPLETIONS
from mockserver.core.codec import decode_body
from mockserver.core.errors import ApiError
from mockserver.core.model import Record
from mockserver.data.dump import dump, layout
from mockserver.data.load import load as load_sources
from mockserver.data.models import VERSION
from mockserver.data.source import DataError, Source
from mockserver.http.answers import JsonBytes
from mockserver.http.bodies import Raw
from mockserver.http.context import Context, Services
from mockserver.http.parsers import queried
from mockserver.http.request_log import LoggedRequest
from mockserver.testing.admin.models import ExportQuery, LoadQuery
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


@queried
def load(body: Raw, ctx: Context, query: LoadQuery) -> Record:
    """Add the content of a data file, or replace the whole state by it.

    An invalid file changes nothing: a 400 with every problem and its line.
    """
    if query.mode == "replace":
        ctx.store.restore({})
    try:
        notices = load_sources([Source(query.name, body.content)], ctx.services)
    except DataError as error:
        raise ApiError(400, str(error), {"problems": error.problems}) from None
    return {"counts": ctx.store.counts(), "notices": notices}


@queried
def export(ctx: Context, query: ExportQuery) -> JsonBytes[Any]:
    """The state as a data file, of one project if `?project=` names it."""
    return b"".join(layout(dump(ctx.services, query.project)))


def data_file_of(request: LoggedRequest, services: Services) -> Record:
    """Make a data file: of a chat completion, the rule that repeats its reply; of any other
    request, the current records that it or its response names."""
    if rules := _rules(request):
        return {"mockserver": VERSION, "replies": rules}
    texts = {*_TEXT.findall(request.body), *_TEXT.findall(request.content)}
    names = {text.decode(errors="replace") for text in texts}
    projects = dump(services, request.project)["projects"] if request.project else {}
    records = {name: _named(project["records"], names) for name, project in projects.items()}
    return {
        "mockserver": VERSION,
        "projects": {name: {"records": found} for name, found in records.items()},
    }


def _rules(request: LoggedRequest) -> list[Record]:
    replies = Replies()
    try:
        body: Any = decode_body(request.body)
        if request.operation == CHAT:
            headers = request.answer_headers
            media_type = dict(headers).get(b"content-type", b"").decode("latin-1").partition(";")[0]
            response = UpstreamResponse(request.status, headers, media_type, request.content)
            replies.add(body, line_of(response))
        elif request.operation in COMPLETIONS:
            completion = decode_body(request.content)["response"]
            replies.add(body["inputs"], line_of_completion(completion))
    except _NO_RULE:
        return []
    return replies.rules()


def _named(records: Record, names: set[str]) -> Record:
    found = {
        kind: [each for each in group if names.intersection(each.get(name) for name in NAMES)]
        for kind, group in records.items()
    }
    return {kind: group for kind, group in found.items() if group}
