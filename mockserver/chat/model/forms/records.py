"""Records: the objects of a list and the rows of a table.

They are judged from the texts in the prompt, read from it, or made up on its topic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import cycle, filterfalse, islice, pairwise
from typing import Any

from mockserver.chat.model.content.found import capitalized, rotated
from mockserver.chat.model.content.known.article import list_items, remarks, text_about
from mockserver.chat.model.content.known.facts import recall
from mockserver.chat.model.content.quoted import given
from mockserver.chat.model.content.quoted.judgement import opinions_in
from mockserver.chat.model.content.quoted.results import facts_told
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.documents import columns_of, rows_asked_in, subjects_in
from mockserver.chat.model.demands.form import TableForm
from mockserver.chat.model.demands.keys import usual_record
from mockserver.chat.model.demands.typed import Schema, nullable, object_of, schema_of_key
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.choosing import chosen_row
from mockserver.chat.model.forms.documents import parts
from mockserver.chat.model.forms.lists import count_requested, known_things
from mockserver.chat.model.forms.places import judged_values
from mockserver.chat.model.forms.slots import Slot, shapes_of
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES, as_words, is_named
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.dates import WEEKDAYS
from mockserver.chat.model.text.meaning import words_of
from mockserver.chat.model.text.texts import as_text, enumerated, rows_of, sentences, table_of
from mockserver.chat.model.values.fields import NUMBERS
from mockserver.chat.model.values.fill import filled_value, values_for
from mockserver.chat.model.values.find import Find
from mockserver.chat.model.values.finds import finds_in
from mockserver.chat.model.values.records import records_in, rows_in, told_of_names
from mockserver.chat.model.values.words import DATA, known_text, named
from mockserver.chat.structured.draws import Draws

_KINDS_OF_NAMES = ["person", "organization", "place"]
_QUALITIES = ("good", "simple", "useful", "common", "quick", "light")
"""Values for the keys of which nothing is known."""

_SPANS = ("day", "week", "month")
_USUAL_COUNT = 3
_USUAL_OPTIONS = 4
_USUAL_ROWS, _MOST_ROWS = 3, 12
_MOST = 50
_FEW = 4
"""The most words of a name."""


# Records of the prompt


def records(task: Task, items: Schema, read: Any = None) -> list[dict[str, Any]]:
    """The objects of a list: judged claims, names with their kinds, or the records of the text.
    `read` are those that were found by the fields of the objects alone."""
    is_quiz = task.text and NAMES.matches("quiz requested", task.instructions)
    if is_quiz and (questions := quiz(task, items, count_requested(task) or 1)):
        return questions
    chosen = judged_values(task, items)
    if any(is_named("choice", name) for name in chosen) and chosen_row(task):
        return [chosen]
    makers = (_of_results, _judged, _names, _triples, _opinions)
    found = next(filter(None, (make(task, items) for make in makers)), [])
    if NAMES.matches("nulled", task.instructions):
        first, *others = shapes_of(items).items()
        shapes = dict([first, *((name, nullable(shape)) for name, shape in others)])
        items = {**items, "properties": shapes}
    return found or read or records_in(items, task.text, task.now)


def _of_results(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each record of the results of tools, if each has all values."""
    told = ("\n".join(map(": ".join, each.items())) for each in facts_told(task.reading.results))
    rows = [values_for(items, each, task.now) for each in told]
    return rows if all(each.keys() == shapes_of(items).keys() for each in rows) else []


def _judged(task: Task, items: Schema) -> list[dict[str, Any]]:
    """An object for each text that a prompt wants judged, with its number and what is judged of it.
    All values of an item that is no claim have to be judged."""
    shapes, is_judged = shapes_of(items), task.reading.payload.is_judged
    texts = [name for name in shapes if NAMES.pattern("claim").fullmatch(name)]
    numbered = [name for name in shapes if _takes_number(name, shapes[name])]
    made = []
    for number, (text, alone) in enumerate(judging.of_each(task)[:_MOST], 1):
        known = judged_values(alone, items) | dict.fromkeys(texts, text)
        known |= dict.fromkeys(numbered, number)
        if known and (is_judged or known.keys() == shapes.keys()):
            made.append(filled_value(_with_integers(items, numbered), known, task.key, ""))
    return made


def _with_integers(items: Schema, names: Sequence[str]) -> Schema:
    """The schema of an object in which some keys take integers."""
    integers = {name: {"type": "integer"} for name in names}
    return items | {"properties": shapes_of(items) | integers}


def _names(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names in the text with their kinds, for objects of a name and a kind."""
    shapes, is_kind = shapes_of(items), NAMES.pattern("kind of a name").fullmatch
    kinds = [name for name, each in shapes.items() if each.get("enum") or is_kind(as_words(name))]
    others = [name for name in shapes if name not in kinds and shapes[name].get("type") == "string"]
    if len(kinds) != 1 or len(others) != 1 or len(shapes) != 2:
        return []
    options = shapes[kinds[0]].get("enum")
    listed = CUES.find("labels to assign", task.instructions)
    stated = enumerated(listed["list"]) if listed else _KINDS_OF_NAMES
    options = options if options and isinstance(options, list) else stated
    names = {find.text: find for find in finds_in(task.material) if find.kind == "name"}
    return [{others[0]: name, kinds[0]: _option_for(find, options)} for name, find in names.items()]


def _triples(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The names that a sentence connects and the words between, for a relation's objects."""
    shapes = shapes_of(items)
    parts = [
        next((name for name in shapes if NAMES.pattern(part).fullmatch(as_words(name))), "")
        for part in ("subject of a relation", "relation", "object of a relation")
    ]
    made = list[dict[str, Any]]()
    for each in sentences(task.material) if all(parts) and len(shapes) == len(parts) else ():
        subject = made[-1][parts[0]] if made else ""
        text = NAMES.pattern("pronoun as a subject").sub(subject, each) if subject else each
        names = [find.text for find in finds_in(text) if find.kind in ("name", "date")]
        told = NAMES.pattern("simple statement").fullmatch(text) if len(names) < 2 else None
        if told:
            made.append(dict(zip(parts, told.group("subject", "verb", "object"), strict=True)))
        for one, other in pairwise(names):
            between = text.partition(one)[2].partition(other)[0].strip(" ,")
            made.append(dict(zip(parts, (one, between, other), strict=True)))
    return made


def _opinions(task: Task, items: Schema) -> list[dict[str, Any]]:
    """The things that a text praises or blames, for objects of a thing and a mood."""
    shapes = shapes_of(items)
    aspect = next((name for name in shapes if is_named("aspect", as_words(name))), "")
    mood = next((name for name in shapes if is_named("mood of it", as_words(name))), "")
    made = []
    for clause, is_good in opinions_in(task.material) if aspect and mood else ():
        options = shapes[aspect].get("enum") or [
            find.text for find in finds_in(clause) if find.kind in ("phrase", "name", "worded")
        ]
        named = next((each for each in options if str(each).lower() in clause.lower()), None)
        if named:
            known = {aspect: named, mood: "positive" if is_good else "negative"}
            made.append(filled_value(items, known, task.key, ""))
    return made


def _option_for(name: Find, options: Sequence[Any]) -> Any:
    """The option for a person, a company or a place, by what a name is of."""
    for kind in sorted(("person", "company", "place"), key=lambda kind: kind != name.likely):
        for option in options:
            if NAMES.pattern(f"of a {kind}").match(str(option)):
                return option
    return options[0]


# Made-up records


def made_up(task: Task, items: Schema, least: int = 0) -> list[dict[str, Any]]:
    """Objects that no text has, as many as requested; a single one if its values are judged."""
    requested = count_requested(task)
    if questions := quiz(task, items, max(requested or _USUAL_COUNT, least)):
        return questions
    is_varied = requested > 1 and not task.reading.payload.has_text
    known = {} if is_varied else judged_values(task, items)
    usual = len(_brought_names(task, items)) or (1 if known else _USUAL_COUNT)
    return _on_topic(task, items, max(requested or usual, least), known)


def quiz(task: Task, items: Schema, count: int) -> list[dict[str, Any]]:
    """Questions on the text or the topic with answers, or with options and the right one."""
    shapes = shapes_of(items)
    names = {_part_of_quiz(as_words(name)): name for name in reversed(shapes)}
    if "question" not in names or not ("options" in names or "answer" in names):
        return []
    made, payload = [], task.reading.payload
    read = [*about(payload).items()] if payload.has_text else []
    for number in range(min(count, _MOST)):
        if "options" in names:
            answer = shapes.get(names.get("answer", ""), {})
            row = _with_options(task, number, shapes[names["options"]], answer)
        else:
            parts = ("question", "answer")
            row = {part: _nth(f"study {part}s", task.topic, number) for part in parts}
            row |= zip(parts, read[number], strict=True) if number < len(read) else ()
        known = {names[part]: value for part, value in row.items() if part in names}
        made.append(filled_value(items, known, task.key, task.topic))
    return made


_part_of_quiz = lru_cache(maxsize=1024)(partial(NAMES.text, "part of a quiz"))


def _with_options(task: Task, number: int, shape: Schema, answer: Schema) -> dict[str, Any]:
    """A question on the topic with options, and the right one as a text or as its index."""
    most, least = shape.get("maxItems"), answer.get("minimum")
    count = min(most, _MOST) if isinstance(most, int) and most > 0 else _USUAL_OPTIONS
    place = number % count
    options = [_nth("false statements", task.topic, number * count + each) for each in range(count)]
    options[place] = _nth("true statements", task.topic, number)
    is_text = answer.get("type") == "string"
    return {
        "question": _nth("quiz questions", task.topic, number),
        "options": options,
        "answer": options[place] if is_text else place + (least if isinstance(least, int) else 0),
    }


def _nth(kind: str, topic: str, number: int) -> str:
    """The text with a number in a list on a topic, which begins again after its last text."""
    items = list_items(kind, topic)
    return items[number % len(items)]


def _on_topic(
    task: Task, items: Schema, count: int, known: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """Objects with a subject in each, its number, and what is known of it or plausible. They share
    the values of `known`."""
    shapes = shapes_of(items)
    brought = _brought_names(task, items)
    listed = subjects_in(task.reading.question) or (brought if len(brought) == count else [])
    compared = {each: one for each in shapes for one in listed if one.lower() == each.lower()}
    texts = [each for each, shape in shapes.items() if Slot(each, shape).is_text]
    numbered = [each for each in shapes if _takes_number(each, shapes[each])]
    numbered = [*filterfalse(compared.__contains__, numbered)]
    days = [each for each in numbered if each.lower() in _SPANS and each in texts]
    integers = [name for name in numbered if name not in days]
    plain = (name for name in texts if name not in (*numbered, *compared))
    title = next((name for name in plain if not is_named("remark", name)), "")
    schema = _with_integers(items, integers)
    rows = []
    count = min(count, _MOST)
    told = str(schema.get("title", ""))
    nouns = (told, *(word.removesuffix("s") for word in words_of(task.reading.question)))
    kinds = (each for each in nouns if each not in shapes)
    kind = next((e for e in kinds if any(_own_texts(e, name) for name in texts)), told)
    own = _own_texts(kind, title)
    texts = [name for name in texts if name != title or not own]
    if days and (known_ones := _known_items(task, as_words(title))):
        subjects = known_ones
    elif compared:
        subjects = list_items("views of compared things", "")
    elif own and not (brought and listed == brought):
        subjects = rotated(own, task.draws.below(60))
    else:
        columns = [*filter(title.__ne__, shapes)]
        subjects = _subjects(task, title, count, () if compared else listed, columns)
    for index, subject in enumerate(islice(cycle(subjects), count)):
        row: dict[str, Any] = {name: _told(task, name, index, subject, kind) for name in texts}
        row |= {name: _view(one, index) for name, one in compared.items()}
        if subject and title:
            row[title] = subject
        row |= {each: f"{each.capitalize()} {index + 1}" for each in days}
        if count == len(WEEKDAYS) and (day := {"day", "Day"}.intersection(days)):
            row |= dict.fromkeys(day, WEEKDAYS[index].capitalize())
        row |= dict.fromkeys(integers, index + 1)
        row = {name: value for name, value in row.items() if value} | {**known}
        rows.append(filled_value(schema, row, b"%b %d" % (task.key, index), subject))
    return rows


def _view(subject: str, row: int) -> str:
    """The text of a subject in a row of a comparison: its strength, its weakness or a remark."""
    views = [list_items(f"{side} {subject.lower()}", subject) for side in ("benefits", "risks")]
    side, turn = row % 3, row // 3
    known = [text_about(subject), *remarks(subject, 0)] if side == 2 else views[side]
    return capitalized([*filter(None, known)][turn % len(known)])


def _brought_names(task: Task, items: Schema) -> list[str]:
    """The names after the colon of a request, which are no keys: `My day: gym, call mom`."""
    listed = given.items_in(given.request_and_text(task.reading.question)[1])
    are_keys = not shapes_of(items).keys().isdisjoint(each.strip(".") for each in listed)
    are_names = len(listed) > 1 and all(len(each.split()) <= _FEW for each in listed)
    return listed if are_names and not are_keys else []


def _own_texts(kind: str, name: str) -> Sequence[str]:
    """The plausible texts that only things of a kind have for a key, as products have titles of
    their own; an empty one if they are not listed, and none if all things have the same."""
    own = known_text(f"{kind} {as_words(name)}") or ""
    if own in ("", known_text(as_words(name))):
        return ()
    listed = own.strip("{}")
    return named(listed) if listed in DATA else ("",)


def _takes_number(name: str, shape: Schema) -> bool:
    """True for a key that holds the number of a record."""
    is_plain = shape.get("type") in NUMBERS or shape == {"type": "string"}
    return is_plain and NAMES.pattern("number of a record").fullmatch(name) is not None


def _subjects(
    task: Task, title: str, count: int, listed: Sequence[str], columns: Sequence[str]
) -> list[str]:
    """The subjects of records: answers, those `listed` in the request, or items for the title. They
    are empty if the title has plausible values of its own. The answers may be of other columns."""
    answers = () if len(listed) > 1 else known_things(task, title)
    if any({*answers} & {*_known_items(task, each)} for each in columns):
        answers = ()
    known = (answers if len(answers) >= count else listed) or _known_items(task, title)
    others = (f"{task.title} {number + 1}" for number in range(len(known), count))
    return [*known, *("" if known_text(title) else each for each in others)][:count]


def _known_items(task: Task, words: str) -> list[str]:
    """The items of a known list for the words of a key, none for the full names of people."""
    is_of_person = words.endswith("name") and NAMES.find("people", task.reading.question)
    return [] if is_of_person else list_items(words, task.topic)


def _told(task: Task, name: str, row: int, subject: str, kind: str) -> str:
    """A fact about a subject, an item or a text for the name of a key, or a remark; empty if the
    key has plausible values of its own."""
    words = as_words(name)
    if fact := _fact(words, subject):
        return fact
    if own := [*filter(None, _own_texts(kind, name))]:
        return rotated(own, Draws(task.key + name.encode()).below(60))[row % len(own)]
    if words.lower() == "description" and (told := text_about(subject)):
        return told
    if items := _known_items(task, words) or parts(task, words, 5):
        return items[row % len(items)]
    if NAMES.matches("remark", words):
        return next(task.fillers).rstrip(".")
    return "" if known_text(name) else _QUALITIES[(row + len(name)) % len(_QUALITIES)]


def _fact(words: str, subject: str) -> str:
    """The value that a known subject has for the words of a key, empty if it is not known."""
    is_name = subject and not subject.isdecimal()
    fact = recall(f"What is the {words} of {subject}?") if is_name else None
    return fact.value if fact and len(fact.value) < 40 else ""


# Tables


def table(task: Task, form: TableForm) -> str:
    """A table of the requested columns: the records of the prompt, or a row for each subject."""
    rows = rows_of(task.known.text) if task.known else []
    asked = Wording(task.reading.question)
    named = form.columns or columns_of(asked)
    if len(rows) < 2:
        rows = _brought(task, named)
    if not rows:
        columns = named or _usual_columns(task.reading.question)
        usual = None if named else usual_record(task.reading.question)
        kinds = _columns(columns) | {each: {"type": "string"} for each in _compared(asked.text)}
        record = (usual or {}).get("items") or object_of({each: kinds[each] for each in columns})
        nouns = (each for each in asked.words - {*columns} if CUES.meaning("usual keys", each))
        record = {"title": min(nouns, default="").removesuffix("s"), **record}
        columns = [*shapes_of(record)]
        count = form.rows or rows_asked_in(asked)
        count = count or min(len(known_things(task, columns[0])), _MOST_ROWS) or _USUAL_ROWS
        rows = [[*columns]]
        for row in _on_topic(task, record, count, {}):
            subject = str(row[columns[0]])
            others = (_fact(e, subject) or as_text(row[e]).removesuffix(".0") for e in columns[1:])
            rows.append([subject, *others])
    if not form.csv:
        return table_of(rows)
    rows = rows[1:] if CUES.matches("no header", task.instructions) else rows
    return given.csv_of(rows, CUES.text("separator of cells", task.instructions))


def _brought(task: Task, columns: Sequence[str]) -> list[list[str]]:
    """The header and the rows of the records in the prompt, if it brings some."""
    is_apart = task.reading.payload.has_text or task.reading.system
    facts = facts_told(task.reading.results)
    told = "\n\n".join("\n".join(map(": ".join, each.items())) for each in facts)
    text = told or given.request_and_text(task.reading.question)[1]
    texts = [each for each in (text, task.text if is_apart or not text else "") if each]
    if columns:
        found = (rows_in(each, _columns(columns), task.now) for each in texts)
        rows = max(found, key=len, default=[])
        return [[*columns], *rows] if rows and (rows[1:] or is_apart or text) else []
    if facts and all(each.keys() == facts[0].keys() for each in facts):
        titles = [as_words(name).capitalize() for name in facts[0]]
        return [titles, *([*each.values()] for each in facts)]
    rows = max((given.as_written(given.items_in(each)) for each in texts), key=len, default=[])
    rows = rows or next(filter(None, map(told_of_names, texts)), [])
    if not rows:
        return []
    first, *others = rows[0]
    titles = [NAMES.text("first column", first), *(NAMES.text("column", each) for each in others)]
    return [titles, *rows]


def _usual_columns(request: str) -> list[str]:
    """The columns of a table that a request does not name: those of its subject, or the things
    that it compares."""
    compared = _compared(request)
    return ["Aspect", *compared] if compared else NAMES.text("columns", request).split(", ")


def _compared(request: str) -> list[str]:
    """The things that a request wants compared."""
    is_comparison = NAMES.matches("comparison", request)
    named = subjects_in(request) if is_comparison else []
    return [each.capitalize() if each.islower() else each for each in named]


def _columns(titles: Sequence[str]) -> dict[str, Schema]:
    """The columns of a table with the types of their values, by their titles."""
    kinds = {title: schema_of_key(title)["type"] for title in titles}
    plain = (*NUMBERS, "boolean")
    return {
        title: {"type": kinds[title] if kinds[title] in plain else "string"} for title in titles
    }
