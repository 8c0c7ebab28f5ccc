"""Meanings: what a prompt explains of the options of a label.

`judging.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.text.texts import is_question

_CLAUSE = re.compile(r"[.;!?]\s|\n")
"""The end of a clause."""

_NAMED = r"(?i)(?<![\w-])(?:{})(?=s?(?![\w-]))"
"""The pattern for one of some names, perhaps in the plural."""


def lettered(task: Task) -> dict[str, str]:
    """The choices that the prompt lists under letters, such as `(A) …`."""
    text = f"{task.reading.system}\n{task.reading.payload.instructions}"
    return {row["option"]: row["about"] for row in CUES.find_all("lettered", text)}


def meanings_of(task: Task, form: Label) -> dict[str, str]:
    """The options with the meanings that the prompt explains, beside them or elsewhere."""
    known = dict(zip(form.options, form.about, strict=False)) if any(form.about) else {}
    rows = [*RULES.find_all("gloss", task.instructions[-READ:])]  # The first of a name counts.
    known = known or lettered(task) or {row["name"]: row["about"] for row in reversed(rows)}
    known = {name: about for name, about in known.items() if not is_question(about.strip("# "))}
    options = _at_work(task, form.options)
    is_polar = all(opposites({each: each for each in options}))
    if known.keys() >= {*options} or task.reading.payload.sides or is_polar:
        return {each: known.get(each, "") for each in options}
    return _explained(task, options)


def _explained(task: Task, options: Sequence[str]) -> dict[str, str]:
    """Options with the clauses of the prompt that name only this option."""
    said, names = dict.fromkeys(options, ""), {_joined(each): each for each in options}
    spelled = ("[-_ ]?".join(map(re.escape, each)) for each in sorted(names, key=len, reverse=True))
    any_name = re.compile(_NAMED.format("|".join(spelled)))
    texts = (task.reading.system, *task.reading.earlier, task.reading.payload.instructions)
    for each in _CLAUSE.split("\n".join(text[-READ:] for text in texts)):
        named_in = {*map(_joined, any_name.findall(each))}
        name = names[named_in.pop()] if len(named_in) == 1 else ""
        if len(name) > 1 and not (each.startswith(f"{name}:") and said.get(name)):
            said[name] += each.replace(name, " ").rstrip()
    return said


def _joined(name: str) -> str:
    """A name without what joins its words: `web search`, `web-search` and `websearch` are one."""
    return re.sub("[-_ ]", "", name.lower())


def _at_work(task: Task, options: Sequence[str]) -> Sequence[str]:
    """The options without one such as `FINISH`, or only that one after a report, whose speaker has
    the name of another option, or which says that all is done."""
    names = {message.get("name") for message in task.reading.body["messages"][-2:]}
    last = task.reading.question.strip().rpartition("\n")[2].partition(":")[0]
    reports = "\n".join(text for _, text, _ in task.reading.turns[-2:])[-READ:]
    is_over = not {*names, last}.isdisjoint(options) or NAMES.matches("work is done", reports)
    named = [each["it"] for each in RULES.find_all("end of work", task.instructions[-READ:])]
    options = [*dict.fromkeys((*options, *named[:1]))]
    ends = [each for each in options if NAMES.pattern("end of work").fullmatch(each)]
    kept = [each for each in options if (each in ends) == is_over]
    is_apart = bool(ends and kept) and not task.reading.payload.conversation
    return kept if is_apart else options


def opposites(names: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The first option that is good by its name, and the first bad one."""
    good = (each for name, each in names.items() if NAMES.pattern("good").fullmatch(name))
    bad = (each for name, each in names.items() if NAMES.pattern("bad").fullmatch(name))
    return next(good, None), next(bad, None)
