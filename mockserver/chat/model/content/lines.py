"""Lines, questions and texts that a prompt brings, given back in another order or in other words.

`rewriting.txt` has the changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.given import items_in, request_and_text
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.tables import table

_TABLE = table("content/rewriting.txt")
_MOST = 200
_READ = 4_000
_MOST_VERSIONS = 20
_USUAL = 3
_LONGEST = 300
"""The most characters of a line; a longer one is a paragraph."""


def laid_out(message: str) -> Answer | None:
    """The items that a message brings, as a list: sorted, numbered, with bullets or boxes."""
    request, text = request_and_text(message)
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
    found = re.search(rf"(?s){marks}(.+?){marks}", message) if marks else None
    return stated(found[1].strip()) if found else None


def each_answered(message: str, system: str, ask: Callable[[str], str]) -> Answer | None:
    """The lines of a message, changed as it or the system message asks for; they keep their
    numbers. `ask` answers a question about one line."""
    request, text = request_and_text(message)
    instructions = f"{system}\n{request}"
    question = _TABLE.text("same question", instructions)
    way = _TABLE.text("change", instructions)
    lines = [line for line in text.split("\n") if line.strip()][:_MOST]
    is_each = len(lines) > 1 and _TABLE.matches("each of", instructions)
    if not is_each or not (question or way) or max(map(len, lines)) > _LONGEST:
        return None
    labels = [_TABLE.pattern("label of a line").match(line) for line in lines]
    heads = [label[0] if label else "" for label in labels]
    bare = [line[len(head) :].strip() for line, head in zip(lines, heads, strict=True)]
    items = [ask(question.replace("{x}", e)) if question else _TABLE.changed(way, e) for e in bare]
    rows = "\n".join(f"{head}{item}" for head, item in zip(heads, items, strict=True))
    return Answer(rows, rows, items) if all(items) else None


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
