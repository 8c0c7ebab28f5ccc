"""Documents in their usual skeleton, filled with the topic: letters, reports, poems, dialogues.

`documents.json` holds the skeletons and everything that fills them beside the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import cycle, islice
from typing import Any

import orjson

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.form import Document
from mockserver.chat.model.forms.stock import stock
from mockserver.chat.model.forms.task import Task

_ADDRESSEE = re.compile(
    r"\b(?:to|for|asking|inviting|thanking|telling) (?:my (?:boss|manager|colleague|friend|teacher"
    r"|landlord|neighbou?r|team) )?((?:(?:Mr|Mrs|Ms|Dr|Frau|Herr|Herrn)\.? )?[A-Z][a-z]+)\b"
)
_ROLE = re.compile(
    r"\bto (?:my |our |the )?(boss|manager|team|landlord|teacher|customer|colleagues?|client|friend"
    r"|neighbou?r|professor|recruiter)\b"
)
_SENDER = re.compile(
    r"\b(?:from|[Ss]ign(?:ed)?(?: it)?(?: by| as)?|my name is|I am|I'm) ([A-Z][a-z]+)\b"
)
_SPEAKERS = re.compile(
    r"\b(?:between|with) (?:a |an |the )?(\w+)(?: named \w+)?,? and (?:a |an |the )?(\w+)"
)
_PLACE = re.compile(r"\$\{?(\w+)\}?")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+\w")


@cache
def stored() -> Any:
    """The contents of `documents.json`."""
    return orjson.loads((files(__package__) / "documents.json").read_bytes())


def document(task: Task, form: Document) -> str:
    """A document of the kind that was asked for."""
    if write := _KINDS.get(form.kind):
        return write(task, form)
    skeleton = stored()["skeletons"][form.kind]
    return _PLACE.sub(lambda place: _FILLERS[place[1]](task), skeleton)


def _addressee(task: Task) -> str:
    text = task.reading.question
    to, role = _ADDRESSEE.search(text), _ROLE.search(text)
    return to[1] if to else role[1].capitalize() if role else "there"


def _address(task: Task) -> str:
    found = _EMAIL.search(task.reading.question)
    return f"To: {found[0]}\n" if found else ""


def _version(task: Task) -> str:
    found = re.search(r"\bv?(\d+\.\d+(?:\.\d+)?)\b", task.reading.question)
    return found[1] if found else "1.0.0"


def _added(task: Task) -> str:
    found = re.findall(r"(?m)^\s*[-*]\s+(.+)$", task.reading.question)
    return "\n".join(f"- {each}" for each in found or [f"Support for {task.title.lower()}"])


def _sender(task: Task) -> str:
    found = _SENDER.search(task.reading.question)
    return found[1] if found else "Alex"


def _from_stock(task: Task, count: int) -> list[str]:
    """Sentences of middle length."""
    lines = stock()[22:52]
    start = task.draws.below(len(lines))
    return list(islice(cycle([*lines[start:], *lines[:start]]), count))


_FILLERS: dict[str, Callable[[Task], str]] = {
    "title": lambda task: task.title,
    "topic": lambda task: task.title.lower(),
    "to": _address,
    "name": _addressee,
    "sender": _sender,
    "answer": lambda task: " ".join(task.sentences[:3]),
    "opening": lambda task: " ".join(task.sentences[:2]),
    "more": lambda task: " ".join(task.sentences[2:]) or stock()[-1],
    "prose": lambda task: task.prose([]),
    "three": lambda task: " ".join(_from_stock(task, 3)),
    "four": lambda task: " ".join(_from_stock(task, 4)),
    "five": lambda task: task.draws.pick(stored()["five"]),
    "last": lambda task: task.draws.pick(stored()["last"]),
    "seven": lambda task: task.draws.pick(stored()["seven"]),
    "version": _version,
    "added": _added,
}
"""The text at a place of a skeleton, by its name."""


def _report(task: Task, form: Document) -> str:
    said = cycle([*task.sentences, *_from_stock(task, 6)])
    headings = form.headings or stored()["headings"]
    parts = (f"## {heading}\n\n{' '.join(islice(said, 2))}" for heading in headings)
    return "\n\n".join([f"# {task.title}", *parts])


def _outline(task: Task, form: Document) -> str:
    said = cycle(_from_stock(task, 6))
    headings = enumerate(form.headings or stored()["outline"], 1)
    rows = (f"{n}. {heading}\n   - {next(said)}\n   - {next(said)}" for n, heading in headings)
    return "\n".join([f"# {task.title}", "", *rows])


def _poem(task: Task, _: Document) -> str:
    bounds = (each for each in task.demands if isinstance(each, Bound))
    lines = next((each for each in bounds if each.measure == measures.LINES), Bound(measures.LINES))
    wanted = lines.low or lines.high or 0
    start = 4 * task.draws.below(3)
    known = stored()["verses"]
    verses = [f"{each}." for each in islice(cycle([*known[start:], *known[:start]]), wanted or 8)]
    if task.title:
        verses[0] = f"This is a song of {task.title.lower()}."
    if wanted:
        return "\n".join(verses)
    return "\n\n".join("\n".join(verses[n : n + 4]) for n in range(0, len(verses), 4))


def _sonnet(_: Task, __: Document) -> str:
    """Fourteen lines."""
    return "\n".join(f"{verse}." for verse in islice(cycle(stored()["verses"]), 14))


def _dialogue(task: Task, _: Document) -> str:
    found = _SPEAKERS.search(task.reading.question)
    speakers = [name.capitalize() for name in found.groups()] if found else ["Anna", "Ben"]
    said = [*task.sentences, *_from_stock(task, 6)][:6]
    return "\n".join(f"{who}: {what}" for who, what in zip(cycle(speakers), said, strict=False))


def _rewrite(task: Task, _: Document) -> str:
    """The text itself, as a proper sentence."""
    text = " ".join((task.given or task.reading.question.rpartition(": ")[2]).split())
    text = re.sub(r"\b(?:hey|hi)\b,? ?", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\bi\b", "I", re.sub(r"\bu\b", "you", text).strip())
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?" else ".")


def _acrostic(task: Task, _: Document) -> str:
    text = task.reading.question
    capitals = re.search(r"\b[A-Z]{2,12}\b", text)
    word = capitals or re.search(r"(?<=word |name )[\"']?\w{2,12}", text)
    known = {line[0]: line for line in reversed(stock())}
    letters = word[0].strip("\"'").upper() if word else "HOPE"
    return "\n".join(known.get(letter, f"{letter} is for what we keep.") for letter in letters)


_KINDS: dict[str, Callable[[Task, Document], str]] = {
    "report": _report, "outline": _outline, "poem": _poem, "sonnet": _sonnet,
    "dialogue": _dialogue, "rewrite": _rewrite, "acrostic": _acrostic,
}  # fmt: skip
"""Documents whose skeleton depends on how much is wanted; all others are texts with places."""
