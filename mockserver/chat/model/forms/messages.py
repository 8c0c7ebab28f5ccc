"""Messages: the statements in a request that a mail, a notice or another document has to convey.

The rows `statement` in `demands/documents.txt` have their cues and wordings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.skeletons import RULES
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.texts import sentences

_JOINED = pattern(r"(?:[,;]|\band|\bby|\bplus) *$")
"""The end of the words between two messages."""


def messages_in(request: str, kind: str) -> list[tuple[str, str]]:
    """The messages of a request for a document, each as a clause and as a sentence.

    `kind` is a pattern for the names of the document.
    """
    parts = [each.removeprefix("- ") for each in sentences(request)]
    naming = next((each for each in parts if re.search(kind, each)), next(iter(parts), ""))
    found: list[tuple[str, str]] = []
    for sentence in parts:
        if sentence.endswith(":"):
            continue
        if sentence == naming and ": " in sentence:
            found.append((sentence.partition(": ")[2], "{x}."))
        elif messages := [*_messages_of(sentence)]:
            found += messages
        elif sentence != naming and not (RULES.text("order", sentence) or demands_in(sentence)):
            found.append((sentence, "{x}."))
    return [_turned(*each) for each in found]


def in_two(messages: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The same messages; a single one divided into two."""
    if len(messages) != 1:
        return messages
    return [
        (each, capitalized(each)) for each in sentences(RULES.changed("in two", messages[0][1]))
    ]


def _messages_of(sentence: str) -> Iterator[tuple[str, str]]:
    """The messages in a sentence, each up to the next cue, with the wording of its cue."""
    matches = ((row.pattern.search(sentence), row.text or "") for row in RULES.rows("statement"))
    cues = [(match, text) for match, text in matches if match]
    cues.sort(key=lambda each: (each[0].start(), -each[0].end()))
    kept: list[tuple[re.Match[str], str]] = []
    for cue, text in cues:
        if not kept or _JOINED.search(sentence[kept[-1][0].end() : cue.start()]):
            kept.append((cue, text))
    ends = [*(cue.start() for cue, _ in kept[1:]), len(sentence)]
    for (cue, text), end in zip(kept, ends, strict=False):
        message = sentence[cue.end() : end].strip(" .,:;")
        if message := re.sub(r"\s*(?:[,;]|\band\b|\bby\b)\s*$", "", message):
            yield message, text


def _turned(message: str, text: str) -> tuple[str, str]:
    """A message addressed to the reader, as a clause and as a sentence in its wording."""
    clause = RULES.changed("turned", message.strip().rstrip("."))
    return clause, re.sub(r"([.?!])\.", r"\1", capitalized(text.format(x=clause)))
