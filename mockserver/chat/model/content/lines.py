"""Lines, questions and texts that a prompt brings, given back in another order or in other words.

`rewriting.txt` has the changes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any

from mockserver.chat.model import dates
from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, as_sentence, stated
from mockserver.chat.model.content.given import divided, items_in
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import json_at

_TABLE = table("content/rewriting.txt")
_MOST = 200
_READ = 4_000
_MOST_VERSIONS = 20
_USUAL = 3
_LONGEST = 300
"""The most characters of a line; a longer one is a paragraph."""


def laid_out(message: str) -> Answer | None:
    """The items that a message brings, as a list: sorted, numbered, with bullets or boxes."""
    request, text = divided(message)
    is_sorted, is_list = (_TABLE.matches(name, request) for name in ("sorted", "as a list"))
    items = items_in(text) if is_sorted or is_list else []
    if len(items) < 2 or "?" in request or len(request) > _LONGEST:
        return None
    if is_sorted:
        items.sort(key=str.lower, reverse=_TABLE.matches("backwards", request))
    if _TABLE.matches("with boxes", request):
        items = [f"[ ] {each}" for each in items]
    if _TABLE.matches("numbered", request):
        rows = [f"{number}. {each}" for number, each in enumerate(items, 1)]
    else:
        rows = [f"- {each}" if is_list else each for each in items]
    mark = "\n" if is_list or "\n" in text else ", "
    return Answer(mark.join(rows), mark.join(rows), items)


def between_marks(message: str, system: str) -> Answer | None:
    """The text between the marks that a prompt names, if it is to be repeated."""
    marks = _TABLE.text("between marks", f"{system}\n{message}"[:_READ])
    found = re.search(rf"(?s){marks}\s*(\S.*?)\s*{marks}", message) if marks else None
    return Answer(found[1], found[1]) if found else None


Ask = Callable[[str], str]
"""Answers a question about one line, or returns an empty text."""


def each_answered(message: str, system: str, now: datetime, ask: Ask) -> Answer | None:
    """The lines of a message, changed as it or the system message asks for."""
    request, text = _divided(message)
    request = f"{system}\n{request}"
    change = _change(request, now, ask)
    if change is None:
        return None
    if (value := json_at(text, 0)) and isinstance(value, dict | list):
        with suppress(RecursionError):
            changed = _each_text(value, change)
            written = json.dumps(changed, indent=2, ensure_ascii=False)
            return Answer(written, written, [*map(str, changed)])
    lines = [line for line in text.split("\n") if line.strip()][:_MOST]
    is_each = len(lines) > 1 and _TABLE.matches("each of", request)
    if not is_each or max(map(len, lines)) > _LONGEST:
        return None
    labels = [_TABLE.pattern("label of a line").match(line) for line in lines]
    heads = [label[0] if label else "" for label in labels]
    items = [change(line[len(head) :].strip()) for line, head in zip(lines, heads, strict=True)]
    if not all(items):
        return None
    rows = [f"{head}{item}" for head, item in zip(heads, items, strict=True)]
    return Answer("\n".join(rows), "\n".join(rows), items)


def _divided(message: str) -> tuple[str, str]:
    """The request of a message, and the lines or the JSON below it."""
    if json_at(message, 0):
        return "", message
    request, _, text = message.strip().partition("\n")
    label, _, below = text.strip().partition("\n")
    is_title = _TABLE.pattern("title of a text").fullmatch(label)
    return request, (below if is_title else text).strip()


def _change(request: str, now: datetime, ask: Ask) -> Callable[[str], str] | None:
    """The change that a request asks for."""
    if question := _TABLE.text("same question", request):
        return lambda line: ask(question.replace("{x}", line))
    name = _TABLE.text("change", request)
    functions: Mapping[str, Callable[[str], str]] = {
        "dates": lambda line: _redated(line, request, now),
        "title case": str.title,
        "spoken words": lambda line: as_sentence(
            _TABLE.changed(name, _TABLE.changed("mended", line))
        ),
    }
    return functions.get(name) or ((lambda line: _TABLE.changed(name, line)) if name else None)


def _redated(line: str, request: str, now: datetime) -> str:
    day = next(dates.dates_in(line, now), None)
    return dates.written(day, request) if day else line


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """A JSON value with all of its texts changed, apart from places in braces."""
    if isinstance(value, dict):
        return {name: _each_text(each, change) for name, each in value.items()}
    if isinstance(value, list):
        return [_each_text(each, change) for each in value]
    if not isinstance(value, str):
        return value
    text, *places = re.split(r"(\s*\{\w+\})", value)
    return "".join([change(text) or text, *places])


# Questions in other words


def versions(message: str, system: str) -> Answer | None:
    """Several versions of a question or a query, if a prompt asks for them."""
    instructions = " ".join(f"{system}\n{message}"[-_READ:].split())
    request = CUES.find("asks for versions", instructions)
    query, label = _query_in(message)
    if request is None or not (label or system):
        return None
    counts = [
        amount_of(each["count"]) for each in CUES.find_all("number of versions", instructions)
    ]
    number = min(max(counts, default=_USUAL), _MOST_VERSIONS)
    terms = CUES.changed("terms of a question", query).strip(" ?.")
    rows = CUES.rows("version")
    made = [str(row.text).replace("<query>", query).replace("<terms>", terms) for row in rows]
    items = [*islice((each for each in dict.fromkeys(made) if each != query), number)]
    return stated("\n".join(items), items=items)


def standalone(message: str, system: str, earlier: Sequence[str]) -> Answer | None:
    """A follow-up question with the name that it refers to, if a prompt asks for that."""
    if not CUES.matches("asks for one alone", f"{system}\n{message}"[-_READ:]):
        return None
    query, label = _query_in(message)
    before = message[: label.start()] if label else "\n".join(earlier)
    names = [match["name"] for match in CUES.find_all("name in a history", before[-_READ:])]
    named = [name for name in names if name not in query]
    text = re.sub(CUES.pattern("pronoun").pattern, named[-1], query, count=1) if named else query
    return stated(text)


def _query_in(message: str) -> tuple[str, re.Match[str] | None]:
    """The last labelled query of a message with its match, else the whole message."""
    *_, label = (None, *CUES.find_all("labelled query", message[-_READ:]))
    query = (label["text"] or label["more"]) if label else message
    return query.strip(), label
