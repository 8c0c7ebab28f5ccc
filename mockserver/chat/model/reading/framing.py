"""Framing: what frameworks and people put around a task, which a conversation is read without.

`plain` is the conversation as somebody would have it who asks for the task alone.
"""

from __future__ import annotations

import re

from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.omissions import without_worked_cases
from mockserver.chat.model.text.tables import table

_TABLE = table("reading/payload.txt")

_MODELS = frozenset({"ai", "assistant", "bot"})
"""The names of speakers that are models."""

_TURN = re.compile(
    r"(?im)^[ \t]*(human|user|assistant|ai|bot|new (?:input|message|question))[ \t]*:[ \t]*"
)
"""The name of a speaker at the beginning of a line."""

_HISTORY = re.compile(r"(?im)^(?:.{0,60}\b(?:history|conversation so far)[ \t]*:|begin!)[ \t]*\n")
"""The line above the turns of a conversation."""

_GAP = re.compile(r"\s{200,}")
"""A long blank part of a text."""

_OF_EACH = re.compile(r"(?i)\b(?:each|every|these|following|all)\b[^\n]*\Z")
_NEAR = 200
_ITEMS_IN_LINE = re.compile(r"(?i)(?<=[:?.]) (?:1|a)([.)]) [^\n]{1,400}? (?:2|b)\1 (?=[^\n])")
"""The first item in a line, up to the text of the second one."""

_ITEM_IN_LINE = re.compile(r" (?=(?:\d{1,2}|[a-h])[.)] )")
"""The blank before an item in a line."""


def plain(reading: Reading) -> Reading:
    """A conversation without frames: its items on lines, its roles and turns as messages."""
    bare = _in_lines(unframed(without_gaps(reading)))
    return _under_order(_in_turns(_in_role(bare)))


def without_gaps(reading: Reading) -> Reading:
    """A conversation with its long blank parts cut, which are slow to search."""
    if not any(_GAP.search(text) for _, text, _ in reading.turns):
        return reading
    turns = [(role, _GAP.sub("\n\n", text), media) for role, text, media in reading.turns]
    return Reading(reading.body, turns)


def unframed(reading: Reading) -> Reading:
    """A conversation with the task alone, if a framework frames its last message; the sign `␞` ends
    what is a role in it."""
    bare = without_worked_cases(_TABLE.changed("framed", reading.question))
    if bare == reading.question:
        return reading
    role, _, task = bare.rpartition("␞")
    return reading.ending(("system", role), ("user", task)) if role else reading.asking(task)


def _in_lines(reading: Reading) -> Reading:
    """A conversation with the numbered items in a line on lines of their own."""
    for found in _ITEMS_IN_LINE.finditer(reading.question):
        start = found.start()
        if _OF_EACH.search(reading.question[max(start - _NEAR, 0) : start]):
            line, end, rest = reading.question[start:].partition("\n")
            items = _ITEM_IN_LINE.sub("\n", line)
            return reading.asking(f"{reading.question[:start]}{items}{end}{rest}")
    return reading


def _in_role(reading: Reading) -> Reading:
    """A conversation with the role that its last message begins with as a system message:
    `Pretend you are a pirate and greet me.`"""
    found = _TABLE.find("role to play", reading.question)
    if found is None:
        return reading
    return reading.ending(("system", f"You are {found['role']}."), ("user", found["order"]))


def _under_order(reading: Reading) -> Reading:
    """A conversation with the order of its system message to convert data before the pairs that its
    last message consists of: `port is 22, debug is false`."""
    order = _TABLE.text("order to convert", reading.system)
    is_data = order and _TABLE.matches("pairs in words", reading.question)
    return reading.asking(f"{order}: {reading.question}") if is_data else reading


def _in_turns(reading: Reading) -> Reading:
    """A conversation with the turns that its last message writes out.

    Prompts made for text completion do so: `Human: …`, `AI: …`, and an open `AI:` at the end.
    """
    start = max((each.end() for each in _HISTORY.finditer(reading.question)), default=0)
    lead, *parts = _TURN.split(reading.question[start:])
    texts = [part.strip() for part in parts[1::2]]
    roles = ["assistant" if name.lower() in _MODELS else "user" for name in parts[::2]]
    is_labelled = start and parts and parts[-2].lower().startswith("new")
    if not is_labelled:
        if texts[-1:] != [""] or roles[-2:] != ["user", "assistant"]:
            return reading
        roles, texts = roles[:-1], texts[:-1]
    lead = f"{reading.question[:start]}{lead}".strip()
    return reading.ending(("system", lead), *zip(roles, texts, strict=True))
