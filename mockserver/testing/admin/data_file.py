"""A request as a data file, which has a server say or hold the same again."""

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
from mockserver.http.exchange import Exchange
from mockserver.testing.recording.replies import Replies, Said, line_of, line_of_completion

NAMES = ("id", "digest")
"""Fields by which a request may name a record."""

_TEXT = re.compile(rb'"([^"\\]{1,300})"')
_NO_RULE = (ApiError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of an answer that no rule can give."""


def data_file_of(exchange: Exchange, services: Services) -> Record:
    """Of a chat completion the rule that gives its answer; of any other request the records that
    it or its answer names, as they are now."""
    if rules := _rules(exchange):
        return {"mockserver": VERSION, "replies": rules}
    return {"mockserver": VERSION, "projects": _named(exchange, services)}


def _rules(exchange: Exchange) -> list[Record]:
    replies = Replies()
    try:
        asked: Any = decode_body(exchange.body)
        if exchange.operation == CHAT:
            headers = dict(exchange.answer_headers)
            media_type = headers.get(b"content-type", b"").decode("latin-1").partition(";")[0]
            said = Said(exchange.status, headers, media_type, exchange.content)
            replies.add(asked, line_of(said))
        elif exchange.operation in COMPLETIONS:
            response = decode_body(exchange.content)["response"]
            replies.add(asked["inputs"], line_of_completion(response))
    except _NO_RULE:
        return []
    return replies.rules()


def _named(exchange: Exchange, services: Services) -> Record:
    texts = {*_TEXT.findall(exchange.body), *_TEXT.findall(exchange.content)}
    named = {text.decode(errors="replace") for text in texts}
    projects = dump(services, exchange.project)["projects"] if exchange.project else {}
    return {
        name: {"records": _only(project["records"], named)} for name, project in projects.items()
    }


def _only(records: Record, named: set[str]) -> Record:
    found = {
        kind: [each for each in group if named.intersection(each.get(name) for name in NAMES)]
        for kind, group in records.items()
    }
    return {kind: group for kind, group in found.items() if group}
