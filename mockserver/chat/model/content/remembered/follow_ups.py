"""Follow-ups: messages that mean something only after the messages before them.

`follow_ups.txt` has the ways in which a message follows up on the last request or its answer. Each
way is a function of this module that writes the request out, so that it can be read alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import as_sentence, capitalized
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.remembered.lists import (
    changed_by,
    changes_of,
    enumerated_in,
    item_of_list,
    items_shown,
    last_list,
)
from mockserver.chat.model.content.remembered.questions import standalone
from mockserver.chat.model.languages import named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.talk.topic import NO_TOPIC, subject_of, topic_of
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import FIGURE, FIGURES, amount_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import BULLET

_TABLE = table("content/remembered/follow_ups.txt")
_LONGEST = 600
"""The most characters of a follow-up."""

_COUNT = pattern(rf"(?i)\b(?:{FIGURE}|some|a few|several)\b(?= \w)")
"""The number of things that a request is for: `3 names`."""

_NUMBER = pattern(FIGURES)
_NAME = pattern(r"(?<=[\w,] )[^\W\d_a-z][\w&’'-]*(?: [^\W\d_a-z][\w&’'-]*)*")
"""A name, which does not begin a sentence."""

_OWNER = pattern(r"\bof ((?!these|those|them|this|that|it\b)[^?.,:\n]{2,40}?)\W*\Z")
_QUOTED = pattern(r"(?<![\w\"'])[\"'“‘]([^\"'“”‘’\n]{1,60})[\"'”’](?!\w)")
_YEAR = pattern(r"\b(?:19|20)\d\d\b")
_PERCENT = pattern(r"\d[\d.,]*%")


def resolved(reading: Reading) -> Reading:
    """A conversation whose last message can be read without the messages before it."""
    question = reading.question
    if not reading.earlier or len(question) > _LONGEST:
        return reading
    if reading.answers and (followed := _follow_up(question)):
        way, _, argument = followed.partition(": ")
        if way == "once more":
            return _once_more(reading)
        changed = way in ("edit", "replace") and _data(reading, question)
        if request := changed or _WAYS[way](reading, argument):
            return reading.asking(request)
    asks_of_it = CUES.matches("asks of it", question)
    if not (asks_of_it or CUES.matches("refers back", question)):
        return reading
    said = stems_of(reading.answers[-1]) if reading.answers else ()
    is_on_it = asks_of_it and not CUES.matches("asks for a search query", reading.system)
    if is_on_it and not {*stems_of(question)}.isdisjoint(said):
        return reading.asking(_rework(reading, question))
    return reading.asking(standalone(question, reading.earlier, reading.answers))


def _once_more(reading: Reading) -> Reading:
    """The conversation before the last reply, if that reply is data, which has a fault."""
    (role, reply, _), _ = reading.turns[-2:]
    if role != "assistant" or not reply.lstrip("`json \n").startswith(("{", "[")):
        return reading
    messages = reading.body["messages"][:-2]
    return Reading({**reading.body, "messages": messages}, reading.turns[:-2])


def _request(reading: Reading) -> str:
    """The last message of the user that is no follow-up itself, as the first one cannot be."""
    requests = (
        text for text in reversed(reading.earlier) if len(text) > _LONGEST or not _follow_up(text)
    )
    return next(requests, reading.earlier[0])


def _follow_up(text: str) -> str:
    """The way in which a message follows up and its argument, `again: 2`; empty if it does not."""
    return _TABLE.text("follow-up", text)


def _again(reading: Reading, number: str) -> str:
    """The last request, for another number of things; known ones are not told again."""
    request = _COUNT.sub(number, _request(reading), count=1)
    told = last_list(reading) if recall(request) else ()
    return f"{request.rstrip(' .!')} other than {', '.join(told)}." if told else request


def _instead(reading: Reading, other: str) -> str:
    """The last request about another year, number or name, else about another subject."""
    request = _request(reading)
    kinds = (kind for kind in (_YEAR, _PERCENT, _NUMBER, _NAME) if kind.fullmatch(f"in {other}", 3))
    named = [each[0] for kind in kinds for each in kind.finditer(request)]
    parts = [subject_of(request), *_OWNER.findall(request), *_QUOTED.findall(request), *named]
    start, found, end = request.rpartition(parts[-1])
    return f"{start}{other}{end}" if found else ""


def _calculate(reading: Reading, operation: str) -> str:
    """The last number of the last answer with an operation: `What is 96 + 10?`"""
    numbers = _NUMBER.findall(reading.answers[-1])
    return f"What is {numbers[-1]} {operation}?" if numbers else ""


def _count(reading: Reading, end: str) -> str:
    """A request for the numbers that go on from the last two of the last answer, up to an end."""
    said = [int(amount_of(each)) for each in _NUMBER.findall(reading.answers[-1])][-2:]
    step = said[-1] - said[0] if said else 0
    following = range(said[-1] + step, amount_of(end) + 1, step) if step > 0 else ()
    return _repeat([*map(str, following[:200])], ", ") if following else ""


def _superlative(reading: Reading, other: str) -> str:
    """The last request with another superlative, else a question about the items it led to."""
    request, changed = _TABLE.pattern("superlative").subn(other, _request(reading), count=1)
    if changed:
        return request
    items = ", ".join(last_list(reading))
    return f"Which of these is the {other} one: {items}?" if items else ""


def _numbers(reading: Reading, question: str) -> str:
    """A question about the numbers of the last answer, if it has several."""
    return _rework(reading, question) if len(_NUMBER.findall(reading.answers[-1])) > 1 else ""


def _code(reading: Reading, order: str) -> str:
    """An order for the code of the last answer, if it is code."""
    block = CUES.find("block of code", reading.answers[-1])
    return f"{order}\n\n{block[0]}" if block else ""


def _data(reading: Reading, order: str) -> str:
    """A request to change the last answer, if it is JSON."""
    is_data = reading.answers[-1].lstrip("`json \n").startswith(("{", "[{"))
    return _rework(reading, f"{order.rstrip('. ')} in this JSON") if is_data else ""


def _rework(reading: Reading, order: str) -> str:
    """A request to change the last answer, or the items that it lists: an order, else the message
    itself."""
    asked, said = (order or reading.question).rstrip(" .!:"), reading.answers[-1]
    items = enumerated_in(said) if _TABLE.matches("wants a list", asked) else []
    said = ", ".join(items) if len(items) > 1 and said.count(". ") == 0 else said
    return f"{asked}{'' if asked.endswith('?') else ':'}\n\n{said}"


def _in_language(reading: Reading, name: str) -> str:
    """A request to translate the last answer, or to write its code in another language; the last
    request again if it names a language itself, if a fact answers it, or if the name is of no
    language."""
    if named(name):
        request = _request(reading)
        spoken = [each for each in re.findall(r"[^\W\d_]{4,}", request) if named(each)]
        if spoken and len(request) <= _LONGEST:
            return name.join(request.rsplit(spoken[-1], 1))
        if recall(request):
            return f"{request} Answer in {name}."
        return _rework(reading, f"Translate to {name}")
    if "```" not in reading.answers[-1]:
        return _instead(reading, name)
    return f"{_TABLE.pattern('in code of').sub('', _request(reading)).rstrip(' .!')} in {name}"


def _more_about(reading: Reading, which: str) -> str:
    """A request for more about an item of the last list, which is named by its place."""
    item = item_of_list(reading, which)
    return f"Tell me more about {item.value}." if item else ""


def _edit(reading: Reading, _: str) -> str:
    """A request for the last list without some items and with others at its end, or the last
    request for code with an addition."""
    added, gone = changes_of(reading.question)
    if "```" in reading.answers[-1]:
        return f"{_request(reading)} with {' and '.join(added)}" if added else ""
    items, (rows, joint) = last_list(reading), _rows(reading)
    if items_shown(reading.answers[-1]):
        changed = changed_by(items, reading.question)
        return _repeat([json.dumps(changed, ensure_ascii=False)], "")
    if not items:
        return ""
    mark = re.match(rf"\s*{BULLET}(?: \[ \])? ", rows[-1])
    form = _TABLE.find("form of a list", reading.question)
    is_list = len(rows) > 1 and (mark or joint != "\n") and ": " not in rows[0]
    if form or not is_list or " and " in rows[-1]:
        rows, joint, mark = [each.strip(" .") for each in items], ", ", None
    kept = [row for row in rows if gone.isdisjoint(stems_of(row))]
    first = mark[0] if mark else ""
    is_capital = rows[-1][len(first) :][:1].isupper()
    kept += [f"{first}{capitalized(item) if is_capital else item}" for item in added]
    if form:
        return f"Put this in {form['form']}:\n\n{joint.join(kept)}"
    return _repeat(kept, joint) if kept != rows else ""


def _only(reading: Reading, number: str) -> str:
    """A request for the first items of the list of the last answer."""
    items, (rows, joint) = last_list(reading), _rows(reading)
    listed = [row for row in rows if any(each in row for each in items)]
    return _repeat(listed[: amount_of(number)], joint) if listed else ""


def _replace(reading: Reading, words: str) -> str:
    """A request for the last answer with a word or a named item in place of another."""
    old, new = words.split(" -> ")
    item = item_of_list(reading, f"the {old}")
    old = item.value if item else old
    text, count = re.subn(rf"(?i)\b{re.escape(old)}\b", new, reading.answers[-1])
    return _repeat([text], "") if count else ""


def _mention(reading: Reading, clause: str) -> str:
    """A request for the last answer with another sentence, which is before the end of a letter."""
    blocks = reading.answers[-1].rstrip().split("\n\n")
    blocks[-2 if len(blocks) > 2 else -1] += f" {as_sentence(clause)}"
    return _repeat(blocks, "\n\n")


def _shorter(reading: Reading, _: str) -> str:
    """A request for the last answer in short, without the greeting and the close of a letter."""
    text = _TABLE.changed("frame of a letter", reading.answers[-1])
    return f"Summarize the following text:\n\n{text.strip()}"


def _rows(reading: Reading) -> tuple[Sequence[str], str]:
    """The lines of the last answer, or the items that commas divide, and what is between them."""
    answer = reading.answers[-1].rstrip(" \n.")
    joint = "\n" if "\n" in answer else ", "
    return answer.split(joint), joint


def _repeat(rows: Sequence[str], joint: str) -> str:
    """A request to say a list, with its numbers in order."""
    numbers = count(1)
    listed = (re.sub(r"^\d+(?=[.)] )", lambda _: str(next(numbers)), row) for row in rows)
    return f"Repeat the following text exactly:\n\n{joint.join(listed)}"


def _ask(reading: Reading, question: str) -> str:
    """A question about the topic of the last request, if it has one."""
    request = _request(reading)
    has_topic = topic_of(request).subjects != NO_TOPIC
    return question.replace("<topic>", subject_of(request)) if has_topic else ""


_WAYS: Mapping[str, Callable[[Reading, str], str]] = {
    "again": _again, "instead": _instead, "calculate": _calculate, "ask": _ask, "count": _count,
    "edit": _edit, "more about": _more_about,
    "only": _only, "replace": _replace, "mention": _mention, "shorter": _shorter,
    "rework": _rework, "code": _code, "data": _data, "numbers": _numbers,
    "superlative": _superlative, "in language": _in_language,
}  # fmt: skip
