"""Documents in their usual skeleton, filled with the topic: letters, reports, poems, tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.answers import PLACE, Echo, Label, Template
from mockserver.chat.model.demands.demand import Bound
from mockserver.chat.model.demands.documents import Document, Inline, TableForm
from mockserver.chat.model.demands.measures import SENTENCES
from mockserver.chat.model.forms.places import value_of
from mockserver.chat.model.forms.stock import stock
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.numbers import FIGURE, amount_of

_FIVE = (
    "Morning light returns",
    "A quiet wind moves",
    "Old trees wait for spring",
    "The river runs slow",
    "Soft rain on the roof",
)
_SEVEN = (
    "the small things find their places",
    "a single bird begins to sing",
    "and nobody counts the hours",
    "the long road bends to the hills",
)
_VERSES = (
    "The morning comes with open hands", "and light on every stone", "a quiet song across the lands",
    "for those who walk alone", "The river keeps its patient way", "the hills look on and wait",
    "and what was heavy yesterday", "is lighter at the gate", "So let the evening find us here",
    "with bread and words to share", "the road is long the stars are near", "and there is time to spare",
)  # fmt: skip
_HEADINGS = ("Summary", "Background", "Findings", "Next Steps")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+\w")


def document(task: Task, form: Document) -> str:
    """A document of the kind that was asked for."""
    return _KINDS[form.kind](task, form)


def _names(task: Task) -> tuple[str, str]:
    text = task.reading.question
    to = re.search(
        r"\b(?:to|for|asking|inviting|thanking|telling) (?:my (?:boss|manager|colleague|friend|teacher|landlord|neighbou?r|team) )?((?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][a-z]+)\b",
        text,
    )
    sender = re.search(r"\b(?:from|signed?(?: by| as)?|my name is|I am|I'm) ([A-Z][a-z]+)\b", text)
    role = re.search(
        r"\bto (?:my |our |the )?(boss|manager|team|landlord|teacher|customer|colleagues?|client|friend|neighbou?r|professor|recruiter)\b",
        text,
    )
    return (to[1] if to else role[1].capitalize() if role else "there"), (
        sender[1] if sender else "Alex"
    )


def _email(task: Task, form: Document) -> str:
    to, sender = _names(task)
    address = _EMAIL.search(task.reading.question)
    head = [f"To: {address[0]}"] if address else []
    body = " ".join(task.sentences[:3])
    return "\n".join(
        [*head, f"Subject: {task.title}", "", f"Dear {to},", "", body, "", "Best regards,", sender]
    )


def _letter(task: Task, form: Document) -> str:
    to, sender = _names(task)
    return f"Dear {to},\n\n{' '.join(task.sentences[:2])}\n\n{' '.join(task.sentences[2:]) or stock()[-1]}\n\nSincerely,\n{sender}"


def _report(task: Task, form: Document) -> str:
    said = cycle([*task.sentences, *_from_stock(task, 6)])
    parts = [
        f"## {heading}\n\n{' '.join(islice(said, 2))}" for heading in form.headings or _HEADINGS
    ]
    return "\n\n".join([f"# {task.title}", *parts])


def _from_stock(task: Task, count: int) -> list[str]:
    lines = stock()[22:52]
    start = task.draws.below(len(lines))
    return list(islice(cycle([*lines[start:], *lines[:start]]), count))


def _essay(task: Task, form: Document) -> str:
    return f"# {task.title}\n\n{task.prose([])}\n\n{' '.join(_from_stock(task, 4))}\n\n{' '.join(_from_stock(task, 3))}"


def _story(task: Task, form: Document) -> str:
    return f"Once upon a time there was {task.title.lower()}. {' '.join(_from_stock(task, 3))}\n\n{' '.join(_from_stock(task, 4))}\n\nAnd so it ended well."


def _lines_wanted(task: Task) -> int:
    for demand in task.demands:
        if isinstance(demand, Bound) and demand.measure == measures.LINES:
            return demand.low or demand.high or 4
    return 0


def _poem(task: Task, form: Document) -> str:
    wanted = _lines_wanted(task)
    start = 4 * task.draws.below(3)
    verses = [
        f"{verse}." for verse in islice(cycle([*_VERSES[start:], *_VERSES[:start]]), wanted or 8)
    ]
    if task.title:
        verses[0] = f"This is a song of {task.title.lower()}."
    if wanted:
        return "\n".join(verses)
    return "\n\n".join("\n".join(verses[n : n + 4]) for n in range(0, len(verses), 4))


def _sonnet(task: Task, form: Document) -> str:
    """Fourteen lines."""
    return "\n".join(f"{verse}." for verse in islice(cycle(_VERSES), 14))


def _haiku(task: Task, form: Document) -> str:
    first = task.draws.below(len(_FIVE))
    return f"{_FIVE[first]}\n{task.draws.pick(_SEVEN)}\n{_FIVE[(first + 2) % len(_FIVE)].lower()}"


def _limerick(task: Task, form: Document) -> str:
    return (
        f"There once was a tale told of {task.title.lower()}\nthat nobody ever called small.\nIt grew every day\n"
        "in its own little way\nand ended by pleasing them all."
    )


def _dialogue(task: Task, form: Document) -> str:
    names = re.findall(
        r"\b(?:between|with) (?:a |an |the )?(\w+)(?: named \w+)?,? and (?:a |an |the )?(\w+)",
        task.reading.question,
    )
    one, other = (name.capitalize() for name in (names[0] if names else ("Anna", "Ben")))
    said = [*task.sentences, *_from_stock(task, 6)]
    return "\n".join(
        f"{who}: {what}" for who, what in zip(cycle((one, other)), said[:6], strict=False)
    )


def _outline(task: Task, form: Document) -> str:
    headings = form.headings or ("Introduction", "Main Part", "Conclusion")
    said = cycle(_from_stock(task, 6))
    rows = [
        f"{n}. {heading}\n   - {next(said)}\n   - {next(said)}"
        for n, heading in enumerate(headings, 1)
    ]
    return "\n".join([f"# {task.title}", "", *rows])


def _changelog(task: Task, form: Document) -> str:
    version = re.search(r"\bv?(\d+\.\d+(?:\.\d+)?)\b", task.reading.question)
    items = re.findall(r"(?m)^\s*[-*]\s+(.+)$", task.reading.question) or [
        f"Support for {task.title.lower()}"
    ]
    added = "\n".join(f"- {item}" for item in items)
    return f"# Changelog\n\n## {version[1] if version else '1.0.0'}\n\n### Added\n\n{added}\n\n### Fixed\n\n- Small problems that users had found"


def _recipe(task: Task, form: Document) -> str:
    return (
        f"# {task.title}\n\n## Ingredients\n\n- 2 cups of flour\n- 1 cup of water\n- 1 pinch of salt\n\n## Steps\n\n"
        "1. Mix everything in a large bowl.\n2. Let it rest for ten minutes.\n3. Bake it until it is golden.\n4. Serve it warm."
    )


def _rewrite(task: Task, form: Document) -> str:
    """The text itself, as a proper sentence."""
    text = " ".join((task.given or task.reading.question.rpartition(": ")[2]).split())
    text = re.sub(
        r"\bu\b", "you", re.sub(r"\b(?:hey|hi)\b,? ?", "", text, flags=re.IGNORECASE)
    ).strip()
    text = re.sub(r"\bi\b", "I", text)
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?" else ".")


def _acrostic(task: Task, form: Document) -> str:
    text = task.reading.question
    word = re.search(r"\b[A-Z]{2,12}\b", text) or re.search(
        r"(?<=word |name )[\"']?(\w{2,12})", text
    )
    known = {line[0]: line for line in reversed(stock())}
    letters = word[0].strip("\"'").upper() if word else "HOPE"
    return "\n".join(known.get(letter, f"{letter} is for what we keep.") for letter in letters)


_KINDS: dict[str, Callable[[Task, Document], str]] = {
    "email": _email, "letter": _letter, "report": _report, "poem": _poem, "haiku": _haiku, "sonnet": _sonnet, "limerick": _limerick,
    "dialogue": _dialogue, "outline": _outline, "changelog": _changelog, "recipe": _recipe, "essay": _essay, "story": _story,
    "rewrite": _rewrite, "acrostic": _acrostic,
}  # fmt: skip


def table(task: Task, form: TableForm) -> str:
    """Rows about the subjects under the columns that were asked for."""
    subjects = _subjects(task, form.rows)
    rows = [
        [_cell(task, column, subject, number) for column in form.columns]
        for number, subject in enumerate(subjects)
    ]
    if form.csv:
        return "\n".join(",".join(row) for row in [list(form.columns), *rows])
    lines = [list(form.columns), ["---"] * len(form.columns), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jan")


def _subjects(task: Task, count: int) -> list[str]:
    if task.answer and len(task.answer.items) >= count:
        return [*task.answer.items][:count]
    text = task.reading.question
    listed = re.search(
        r"(?i)(?:compar\w+|of|for|about|between|with rows? for)\s+((?:[A-Z]?[\w+#.-]+(?:, (?:and )?| and | vs\.? )){1,9}[A-Z]?[\w+#.-]+)",
        text,
    )
    named = (
        [each.strip() for each in re.split(r",\s*(?:and )?| and | vs\.? ", listed[1])]
        if listed
        else []
    )
    known = [each for each in named if each and each.lower() not in ("columns", "rows", "the")]
    if len(known) < count:
        known += [f"{task.title or 'Item'} {number}" for number in range(len(known) + 1, count + 1)]
    return known[:count]


_SUBJECTS = re.compile(
    r"name|item|product|language|city|country|feature|title|task|option|planet|fruit|animal|book|subject|topic|person|word|tool|framework|database"
)
_CELLS: tuple[tuple[str, Callable[[int], str]], ...] = (
    (r"e-?mail", lambda row: f"{_NAMES[row % len(_NAMES)].lower()}@example.com"),
    (r"date|\bday", lambda row: f"2026-0{row % 9 + 1}-15"),
    (r"year", lambda row: str(1990 + 5 * row)),
    (r"\bid\b|#|rank|step|\bno\b", lambda row: str(row + 1)),
    (
        r"price|cost|\bage|quantity|amount|population|score|count|number|size|salary|stock|rating|qty|total",
        lambda row: str(10 + 7 * row),
    ),
)
"""The text of a cell, by the name of its column and the number of its row."""

_SAID = re.compile(
    r"action|description|note|what|detail|instruction|summary|reason|comment|benefit|use"
)
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")


def _cell(task: Task, column: str, subject: str, row: int) -> str:
    words = column.lower()
    if words.strip() in ("name", "person", "first name") and task.title in subject:
        return _NAMES[row % len(_NAMES)]
    if _SUBJECTS.search(words):
        return subject
    for pattern, written in _CELLS:
        if re.search(pattern, words):
            return written(row)
    return (
        next(task.spare).rstrip(".") if _SAID.search(words) else _QUALITIES[(row + len(words)) % 6]
    )


def wanted(task: Task) -> int:
    """The number of items that the request names, or 0."""
    counted = re.search(
        rf"\b({FIGURE})\s+(?:\w+\s+){{0,2}}\w+s\b", task.reading.question, re.IGNORECASE
    )
    return min(amount_of(counted[1]), 50) if counted else 0


def things(task: Task, count: int) -> list[str]:
    """So many things: those that answer, else words of the request, else words of everyday."""
    if task.answer and task.answer.items:
        items = [*task.answer.items]
    else:
        words = [
            each
            for each in dict.fromkeys(re.findall(r"\b[a-z]{4,}\b", task.material.lower()))
            if each not in _COMMON
        ]
        items = [*words] if task.given else []
    return [*islice(cycle(dict.fromkeys([*items, *_THINGS])), count)]


def inline(task: Task, form: Inline) -> str:
    """Items in one line."""
    return form.separator.join(things(task, form.count or 4))


_THINGS = (
    "time",
    "care",
    "practice",
    "patience",
    "trust",
    "courage",
    "focus",
    "balance",
    "order",
    "rest",
    "light",
    "water",
    "bread",
    "music",
    "stone",
    "river",
    "cloud",
    "garden",
    "window",
    "letter",
)
_COMMON = frozenset(
    "comma separated list give with that only this from them what have following text words your items return provide please respond answer names name five three four keywords extract output".split()
)


def template(task: Task, form: Template) -> str:
    """Every place of the template with a value for its label."""
    rows = []
    given = form.text.split("\n")
    for row, following in zip(given, [*given[1:], ""], strict=True):
        label = re.match(r"[\W]*([A-Za-z][\w /()-]{0,40}?)\W*:", row)
        name = label[1] if label else ""
        if PLACE.search(row):
            rows.append(PLACE.sub(partial(_at, task, name), row))
        elif (
            label
            and row.rstrip().endswith(":")
            and not re.match(r"\s*(?:\d+[.)]|[-*])", following)
            and not row.lstrip().startswith("#")
        ):
            rows.append(f"{row.rstrip()} {value_of(task, name)}")
        else:
            rows.append(row)
    filled = "\n".join(rows)
    return f"{task.sentences[0]}\n\n{filled}" if form.last and task.sentences else filled


def _at(task: Task, name: str, found: re.Match[str]) -> str:
    return _filled(task, name, found[0])


def _filled(task: Task, name: str, place: str) -> str:
    said = place.strip("<>[]{}.…_# ")
    double = place.startswith("[[") and place.endswith("]]")
    bare = "" if said in ("X", "XX", "N") else said
    value = value_of(task, name or bare or "answer", bare)
    return f"[[{value}]]" if double else str(value)


__all__ = ["SENTENCES", "Echo", "Label", "document", "inline", "table", "template"]
