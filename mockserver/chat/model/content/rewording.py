"""Questions in other words, for search: several versions of one, or one that stands alone.

Programs that search with a model ask it for these. The names of the question stay in every version.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.numbers import amount_of

_READ = 4_000
_MOST = 20
_USUAL = 3


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
    number = min(max(counts, default=_USUAL), _MOST)
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
