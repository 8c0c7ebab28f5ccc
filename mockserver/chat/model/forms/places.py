"""Values for named places: the lines of a template, the fields of DSPy, the keys of JSON.

The name and the type of a place decide which judge fills it: scores, reasons, verdicts and choices
agree with each other. A place without a judge takes its value from the text in the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mockserver.chat.model.content.quoted import judgement
from mockserver.chat.model.content.quoted.given import items_in
from mockserver.chat.model.content.quoted.listing import keywords
from mockserver.chat.model.content.quoted.summary import headline_of
from mockserver.chat.model.content.remembered.memory import facts_of_user
from mockserver.chat.model.content.remembered.questions import about
from mockserver.chat.model.demands import typed, without_demands
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label, Template
from mockserver.chat.model.demands.notations import PLACE
from mockserver.chat.model.demands.typed import Schema, object_of, schema_of_scalar, shown
from mockserver.chat.model.forms import judging
from mockserver.chat.model.forms.choosing import (
    chosen,
    chosen_row,
    lettered,
    offered,
    one_of,
    routed,
)
from mockserver.chat.model.forms.documents import part, variant
from mockserver.chat.model.forms.lists import count_requested
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.truth import holds, state_of_work
from mockserver.chat.model.forms.verdicts import has_property, verdict
from mockserver.chat.model.forms.words import NAMES, as_words, continued, is_named
from mockserver.chat.model.languages import named
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.payload import without_shapes
from mockserver.chat.model.reading.pieces import items_of
from mockserver.chat.model.text.meaning import stems_of
from mockserver.chat.model.text.numbers import number_of, numbers_in, plain_number
from mockserver.chat.model.text.texts import BULLET, sentences
from mockserver.chat.model.values.fields import NUMBERS, plain, type_of
from mockserver.chat.model.values.fill import filled_value, values_for
from mockserver.chat.model.values.labels import pair_for

_CLOSED = ("Is it true that {}?", "Does the text say that {}?")
"""Questions to which the answer is yes."""

_STEPS = (
    "Read the text and note what it says and what it leaves out.",
    "Hold it against the criterion: {}.",
    "Lower the score for each point that is missing or wrong.",
)
"""The steps of judging a text by a criterion."""


_LETTER = re.compile(r"\b(?:[XYZN]|HH|MM|SS)\b")
"""A place for a figure in a template: `X h Y min`, `HH:MM`."""

_HARMLESS = frozenset(("none", "safe", "ok"))
"""Options for a text that does no harm."""

_USUAL_COUNT = 5
_FEW = 5
"""The fewest words that tell what a text is about."""


class Slot(NamedTuple):
    """A place for a value: the words of its name, its schema, and the names of its neighbours."""

    words: str
    shape: Schema
    beside: Mapping[str, Schema] = {}
    found: Any = None
    """The value that the text has for the place."""

    is_free: bool = False
    """True if a text may be written for the place."""

    @property
    def about(self) -> str:
        """The description of the place in its schema."""
        return str(self.shape.get("description", ""))

    @property
    def options(self) -> list[Any]:
        """The values to choose from, none if the schema allows any."""
        options = self.shape.get("enum")
        return options if isinstance(options, list) else []

    @property
    def labels(self) -> tuple[str, ...]:
        """The options that are texts."""
        return tuple(each for each in self.options if isinstance(each, str))

    @property
    def is_text(self) -> bool:
        """True if the place takes any text."""
        is_string = self.shape.get("type", "string") == "string"
        return is_string and not {"enum", "format", "const"} & {*self.shape}


# Places in lines


def template(task: Task, form: Template) -> str:
    """The template with a value in each place, and an explanation before or after it."""
    lines = form.text.split("\n")
    items = judging.judged_items(task) if len(lines) == 1 else ()
    if items:
        return "\n".join(_of_item(task, form.text, *each) for each in enumerate(items, 1))
    own = re.compile(rf"[\"'`]?{re.escape(form.text)}[\"'`]?")  # Its own lines are no values.
    task = task.on(task.reading.asking(own.sub("", task.reading.question)))
    if task.known and (written := _with_figures(form.text, task.known.value)):
        return written
    following = [*lines[1:], ""]
    written = "\n".join(_row(task, *each) for each in zip(lines, following, strict=True))
    return f"{_reason(task)}\n\n{written}" if form.last and task.sentences else written


def _with_figures(text: str, value: str) -> str:
    """A template such as `X h Y min` with the figures of a value, empty if it is no such one."""
    letters, figures = _LETTER.findall(text), re.findall(r"\d+", value)
    if len(letters) < 2 or len(letters) != len(figures):
        return ""
    rest = iter(figures)
    return _LETTER.sub(lambda letter: next(rest).zfill(len(letter[0])), text)


def _of_item(task: Task, row: str, number: int, item: str) -> str:
    """The line of a template for one of several items: its number, and what is judged of it."""
    alone = task.on(Reading.of_text(item))

    def filled(place: re.Match[str]) -> str:
        name = place[0].strip("<>[]{}")
        if NAMES.pattern("number of a record").fullmatch(name):
            return str(number)
        options = shown(name, "label").get("enum")
        choice = Label(tuple(options)) if options else offered(task, name, is_only=True)
        return chosen(alone, choice) if choice else str(value_of(alone, name, name))

    return PLACE.sub(filled, row)


def _row(task: Task, row: str, following: str) -> str:
    """A line with its places filled. A label without one gets a value, unless it heads a list."""
    label = NAMES.pattern("name of a place").match(row)
    name = label["name"] if label else ""
    if PLACE.search(row):
        return PLACE.sub(lambda place: _at(task, name, place[0]), row)
    is_heading = row.lstrip().startswith("#") or re.match(rf"\s*{BULLET}", following)
    if label and row.rstrip().endswith(":") and not is_heading:
        return f"{row.rstrip()} {value_of(task, name)}"
    return row


def _at(task: Task, name: str, place: str) -> str:
    """The value at a place, by the label of the line or else by the text of the place."""
    description = re.sub(r"^(?:XX?|N)$", "", place.strip("<>()[]{}.…_# "))
    is_only = isinstance(task.form, Template) and len(PLACE.findall(task.form.text)) == 1
    is_rating = place.startswith("[[") and place.endswith("]]")
    usual = "score" if is_rating else "answer"
    value = value_of(task, name or description or usual, description, is_only=is_only)
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return f"[[{shown}]]" if is_rating else shown


def value_of(task: Task, name: str, description: str = "", *, is_only: bool = False) -> Any:
    """The value for a name, of the type and within the bounds that a description gives."""
    words, shape = as_words(name), shown(description, name) if description else {}
    if NAMES.matches("fake data", task.instructions):
        return filled_value(object_of({name: shape or {"type": "string"}}), {}, task.key, "")[name]
    bounds = NAMES.find("bounds", description)
    if bounds and (bounds[0] == description or NAMES.matches("score", description)):
        words, shape = "score", {"minimum": float(bounds["low"]), "maximum": float(bounds["high"])}
    elif shape.get("type") == "string" and "enum" not in shape:
        shape = {}
    if NAMES.matches("step", words) and not task.reading.payload.is_judged:
        return next(task.fillers)
    beside = {name: shape} if is_only else {}
    value = value_at(task, Slot(words, shape, beside, _read(task, name, shape), is_free=True))
    if value is None:
        return next(iter(task.sentences), task.title)
    return value.removeprefix("- ").replace("\n- ", " ") if isinstance(value, str) else value


def _read(task: Task, name: str, shape: Schema) -> Any:
    """The value that the prompt has for a name: after a label, else in its text, which has the
    values of all places of a template."""
    pair = None if shape else pair_for(as_words(name), task.reading.question)
    if pair and not (PLACE.search(pair.value) or pair.value.startswith("(")):
        return re.split(r"[.,;] ", pair.value)[0].rstrip(".")
    if NAMES.matches("gist", as_words(name)):
        return None
    rows = task.form.text.split("\n") if isinstance(task.form, Template) else ()
    labels = filter(None, map(NAMES.pattern("name of a place").match, rows))
    shapes = {each: schema_of_scalar(each) for each in (*(label["name"] for label in labels), name)}
    schema = object_of(shapes | ({name: shape} if shape else {}))
    return values_for(schema, task.material, task.now).get(name)


# Places for values of any source


def value_at(task: Task, slot: Slot) -> Any:
    """The value of a place from the first source that has one, else None."""
    for source in _sources_of(slot.words, slot.shape.get("type")):
        value = source(task, slot)
        if value is not None:
            return value
    return None


@lru_cache(maxsize=1024)
def _sources_of(words: str, kind: str | None) -> Sequence[Source]:
    """The sources for a place, by the words of its name and its type."""
    return [
        source
        for name, kinds, source in _SOURCES
        if (not kinds or kind in kinds) and (not name or NAMES.matches(name, words))
    ]


def judged_values(task: Task, schema: Schema) -> dict[str, Any]:
    """The values of an object that are judged, rather than stated beside their names."""
    shapes = shapes_of(schema)
    values = {
        name: value_at(task, Slot(as_words(name), shape, shapes)) for name, shape in shapes.items()
    }
    return {name: value for name, value in values.items() if value is not None}


def shapes_of(schema: Any) -> dict[str, Schema]:
    """The keys of an object with the schemas of their values, with bounds that they describe."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict):
        return {}
    shapes = properties.items()
    plains = {name: plain(shape, schema) for name, shape in shapes if isinstance(shape, dict)}
    return {
        name: typed.described(dict(shape), str(shape.get("description", "")))
        if shape.get("type") in NUMBERS and "minimum" not in shape
        else {**shape, "type": type_of(shape)}
        if "type" in shape
        else dict(shape)
        for name, shape in plains.items()
    }


def stated_items(task: Task, name: str) -> list[str]:
    """The items that a text has for a list, by the name of the list; empty if it asks for none."""
    return next(_stated_lists(task, name), [])


def _stated_lists(task: Task, name: str) -> Iterator[list[str]]:
    """The lists that a name may ask for, of which the first counts: facts about the user, sentences
    of a text, closed questions, a reason, what a text has of a criterion, or steps of judging it.
    """
    payload = task.reading.payload
    if len(task.text.split()) < _FEW and (
        spare := NAMES.find("list for little text", task.instructions)
    ):
        yield items_of(spare["list"])
    if is_named("facts of a user", name) and NAMES.matches("on the user", task.instructions):
        yield facts_of_user(task.reading.question)
    if is_named("stated", name):
        texts = (*map(payload.text_of, ("answer", "text", "source")), task.text)
        told = sentences(next(filter(None, texts), "") or task.material)
        if name == "opinions":
            is_held = NAMES.pattern("opinion").search
            told = [e for e in told if is_held(e) or any(judgement.sentiment(e))] or told
        if NAMES.matches("no pronouns", task.instructions):
            subject = NAMES.text("subject of a sentence", told[0])
            told = [re.sub(r"\A(?:He|She|It|They)\b", subject or r"\g<0>", each) for each in told]
        yield told if told[1:] or task.text else []
    if name.endswith("questions") and NAMES.matches("closed questions", task.instructions):
        told = [continued(each.rstrip(".")) for each in sentences(task.text)]
        every = [frame.format(each) for frame in _CLOSED for each in told]
        yield every[: count_requested(task) or len(told)]
    if payload.is_judged and is_named("reason", name):
        yield [_reason(task)]
    criterion = payload.text_of("criterion").strip().rstrip(".")
    if (kind := NAMES.text("side of a comparison", name)) and criterion and task.text:
        wanted = [each for each in items_in(criterion) if not re.search(r"\d", each)]
        yield [e for e in wanted if (e.lower() in task.text.lower()) == (kind == "there")]
    if (look := NAMES.text("told items", name)) and task.text:
        yield [each.rstrip(".") for each in sentences(task.text) if re.search(look, each)]
    if (look := NAMES.text("marked items", name)) and (marked := re.findall(look, task.text)):
        yield [*dict.fromkeys(marked)]
    if name == "steps" and task.known and not criterion:
        yield sentences(task.known.text)
    yield [each.format(criterion) for each in _STEPS] if criterion and name == "steps" else []


# Sources: each finds the value of a place, or returns None


def _stated(task: Task, slot: Slot) -> Any:
    """The option that the text names for the place, unless it is for a verdict."""
    if "const" in slot.shape:
        return slot.shape["const"]
    if not slot.options and slot.shape.get("type") != "boolean":
        return None
    is_truth = slot.shape.get("type") == "boolean"
    is_verdict = is_truth or any(is_named(e, slot.words) for e in ("score", "good", "judged"))
    is_judged = (is_verdict and verdict(task)) or is_named("choice", slot.words)
    return None if is_judged else slot.found


def _mood(task: Task, slot: Slot) -> str | None:
    """The sentiment of what the text says about the thing that a key names: `{"food": "mixed"}`."""
    named, names = {*stems_of(slot.words)}, ["neutral", "positive", "negative", "mixed"]
    is_fit = {*map(str, slot.options or [slot.about])} <= {*names}
    if not is_fit or named.isdisjoint(stems_of(task.material)):
        return None
    clauses = judgement.opinions_in(task.material)
    moods = {2 - is_good for each, is_good in clauses if not named.isdisjoint(stems_of(each))}
    return names[sum(moods)]


def _state(task: Task, slot: Slot) -> str | None:
    """The state that is shown, `ok`, or its contrary if the text tells of a failure."""
    shown = slot.labels[0] if slot.labels else ""
    contrary = CUES.text("contrary of a state", f"{slot.words}: {shown}")
    is_pair = {*slot.labels} == {shown, contrary}
    return (contrary if NAMES.matches("failure", task.material) else shown) if is_pair else None


def _chosen(task: Task, slot: Slot) -> Any:
    """The option that fits the text."""
    options = slot.options
    if options in ([True, False], [False, True]):  # 1 and 0 are equal to true and false.
        return type(options[0])(holds(task, slot.words))
    if not options and slot.shape.get("type") in ("string", None):
        form = offered(task, slot.words, is_only=len(slot.beside) == 1)
        return chosen(task, form) if form else None
    is_whole = slot.labels and len(slot.labels) >= len(options)
    return one_of(task, slot.labels) if is_whole else None


def _reason(task: Task, slot: Slot | None = None) -> str:
    """A reason that agrees with the verdict, else with the answer."""
    if slot and "because" in slot.about and PLACE.search(slot.about):
        return _because(task, slot.about)
    if slot and state_of_work(task, slot.words) is not None:
        return "The work has only just begun."
    start = NAMES.find("start of a reason", task.instructions)
    named = re.findall(r"\w{4,}(?=s?\b)", slot.words) if slot and start else ()
    is_named_so = start and any(each.rstrip("s") in start["what"].lower() for each in named)
    lead = f"{start['it'].rstrip('.:')}: " if start and is_named_so else ""
    return f"{lead}{_plain_reason(task, slot)}"


def _plain_reason(task: Task, slot: Slot | None) -> str:
    """A reason by itself."""
    if found := verdict(task):
        return found.reason
    is_of_choice = slot is not None and any(is_named("choice", each) for each in slot.beside)
    if is_of_choice and (row := chosen_row(task)):
        return f"It is the one for this question: {row[1].strip()}"
    is_rated = any(NAMES.matches(kind, task.instructions) for kind in ("judging", "rates badness"))
    beside, has_text = slot.beside if slot else {}, task.reading.payload.has_text
    is_talk = bool(task.reading.payload.conversation)
    is_answer = not has_text or any(is_named("answer", each) for each in beside)
    if task.known and not (is_rated or is_talk) and (is_answer or judging.is_asked(task)):
        return task.known.text
    flags = [as_words(each) for each in beside if beside[each].get("type") == "boolean"]
    if flags:
        return judging.reason_for(task, flags[0])
    others = [each for each in beside if not NAMES.matches("share", each)]
    is_scored = slot is None or any(is_named("score", each) for each in others)
    if (has_text or task.form is None) and not is_scored and (words := judging.evidence(task)):
        return words
    return judging.graded(task, 0, 1)[1]


def _of_judge(task: Task, slot: Slot) -> str | None:
    """The criterion of a judge, which the instructions may begin with, or the text to judge."""
    payload = task.reading.payload
    if not (payload.is_judged and slot.is_free):
        return None
    if is_named("criterion", slot.words):
        return payload.text_of("criterion") or next(iter(sentences(task.instructions)), None)
    return payload.text_of("answer") or None


def _because(task: Task, frame: str) -> str:
    """The frame of a reason, filled with the score that a prompt states and the reasons that it
    lists: `The score is <score> because <your_reason>.`"""
    stated = NAMES.find("stated score", task.reading.question)
    score = stated["it"] if stated else "1"
    listed = [each[0] for each in NAMES.find_all("list of texts", task.reading.question)]
    why = " ".join(items_of(listed[-1])[:3]) if listed else judgement.reason(float(score))
    texts = (continued(why.rstrip(".")), score)
    return PLACE.sub(lambda place: texts["score" in place[0]], frame)


def _score(task: Task, slot: Slot) -> int | float:
    """A score within the bounds of the schema or the prompt. As in rubrics, a score next to `pass`
    is a share of 1."""
    is_share = is_named("share", slot.words)
    low, high = _bounds(task, slot, is_share=is_share or "pass" in slot.beside)
    point = 0.9 if is_share and high <= 1 else float(judging.graded(task, low, high)[0])
    stated = None if verdict(task) or is_share else NAMES.find("rating", task.material)
    if stated and low <= (own := float(number_of(stated["it"]))) <= high:
        point = own
    is_key = bool(slot.beside) and slot.shape.get("type") == "number"
    is_whole = slot.shape.get("type") == "integer" or (point.is_integer() and not is_key)
    return round(point) if is_whole else point


def _rated(task: Task, slot: Slot) -> int | float | None:
    """The rating of a number, or of a place with two of a verdict, a scale and freedom."""
    is_open = slot.found is None and slot.shape.get("type") in NUMBERS
    cues = (slot.is_free, NAMES.matches("scale", task.instructions), bool(verdict(task)))
    return _score(task, slot) if is_open or sum(cues) > 1 else None


def _bounds(task: Task, slot: Slot, *, is_share: bool) -> tuple[float, float]:
    """The least and the greatest score: those of the schema, else of its text or the prompt."""
    low, high = slot.shape.get("minimum"), slot.shape.get("maximum")
    if isinstance(low, int | float) and isinstance(high, int | float):
        return low, high
    if is_share:
        return 0.0, 1.0
    if found := NAMES.find("scale", slot.about) or NAMES.find("scale", task.instructions):
        low, high = sorted((float(found["low"]), float(found["high"])))
        if low < high <= 100:
            return low, high
    if most := NAMES.find("highest score", slot.about or task.instructions):
        return 0, int(most["it"])
    points = [int(each["it"]) for each in NAMES.find_all("point of a rubric", task.instructions)]
    return (min(points), max(points)) if len({*points}) > 1 else (1, 10)


def _usual(task: Task, slot: Slot) -> str | None:
    """One of the options that are usual for a key, such as a priority."""
    options = NAMES.text("usual options", f"{slot.words}\n{task.instructions}")
    return one_of(task, options.split(", ")) if options else None


def _flagged(task: Task, slot: Slot) -> bool | None:
    """True if the option of a key beside it is something other than `none`, which it may be."""
    kinds = (each.get("enum") or () for each in slot.beside.values())
    options = next((each for each in kinds if _HARMLESS & {*map(str, each)}), None)
    return one_of(task, options) not in _HARMLESS if options else None


def _lettered(task: Task, _: Slot) -> str | None:
    """One of the choices that the prompt lists under letters."""
    rows = lettered(task) if verdict(task) else {}
    return chosen(task, Label((*rows,), (*rows.values(),))) if len(rows) > 1 else None


def _holds(task: Task, slot: Slot) -> int | float | None:
    """A verdict as a number: 1 or 0, or a share of 1."""
    if not (found := verdict(task)):
        return None
    return float(found.share) if slot.shape["type"] == "number" else int(holds(task))


def _flag(task: Task, slot: Slot) -> int | None:
    """1 if the text is as the name says, else 0; None if the name says nothing of a text."""
    is_so = has_property(task.reading.payload.text_of("answer") or task.material, slot.words)
    return None if is_so is None else int(is_so)


def _asked(task: Task, slot: Slot) -> str | None:
    """The question that a prompt wants about its text, or the answer to it."""
    is_answer = is_named("answer", slot.words)
    has_question = isinstance(task.form, Template) and "question" in task.form.text.lower()
    is_wanted = NAMES.matches("quiz requested", task.instructions)
    is_wanted = is_wanted and (has_question or not is_answer)
    asked = next(iter(about(task.reading.payload).items()), None) if is_wanted else None
    return asked[is_answer] if asked else None


def _gist(task: Task, slot: Slot) -> str | None:
    """The first sentence of the text that has more than a greeting, or the headline of it."""
    every = (each for each in sentences(task.text) if len(each.split()) > 3)
    told = (each for each in every if not NAMES.matches("says who", each))
    is_short = isinstance(slot.found, str) and len(slot.found.split()) < _FEW
    is_labelled = is_short and pair_for(slot.words, task.text) is not None
    is_open = slot.found is None or (is_short and not is_labelled)
    is_told = is_open and slot.is_text and not NAMES.matches("made up", task.text)
    if is_named("headline", slot.words):
        is_text = isinstance(task.form, Template) and len(sentences(task.text)) > 1
        return headline_of(task.text) if is_text and slot.found is None else None
    return next(told, None) if is_told else None


def _headline(task: Task, slot: Slot) -> str | None:
    """The headline of a text for a title that the text does not state. Beside a summary, a name is
    no title, unless the text begins with it."""
    found, text = str(slot.found or ""), task.text.lstrip("\"'“")
    is_of_text = any(is_named("beside a headline", each) for each in slot.beside)
    is_name = found[:1].isupper() and (text.startswith(found) or not is_of_text)
    is_stated = is_name or len(found.split()) > 2 or pair_for(slot.words, task.text)
    is_prose = slot.is_text and len(text.split()) > _FEW and text.count(".") and task.form
    is_open = is_prose and not is_stated and f"“{found}”" not in text.replace('"', "“")
    return headline_of(text) if is_open and not NAMES.matches("made up", text) else None


def _language(task: Task, slot: Slot) -> str | None:
    """The language of the text, unless the text names a language."""
    if not task.text or named(str(slot.found)):
        return None
    kind = "ISO code" if NAMES.matches("code", f"{slot.words} {slot.about}") else "name"
    found = task.answer_to(f'What is the {kind} of the language of this text?\n\n"{task.text}"')
    return found.value if found else None


def _truth(task: Task, slot: Slot) -> bool:
    """True if the text is as the name or the description says, or if the name is the best of those
    of which only one may be true."""
    flags = [each for each in slot.beside if slot.beside[each].get("type") == "boolean"]
    if len(flags) > 1 and NAMES.matches("only one true", task.instructions):
        return as_words(one_of(task, flags)) == slot.words
    described = has_property(task.material, slot.about) if slot.about else None
    return holds(task, slot.words) if described is None else described


def _answer(task: Task, slot: Slot) -> Any:
    """The answer to the question, for its name or for an only place."""
    is_itself = is_named("answer itself", slot.words)
    is_open = slot.found is None and is_named("answer", slot.words)
    is_single = len(slot.beside) == 1 and not (task.known and task.known.items[1:])
    is_single = is_single and not task.reading.payload.conversation
    known = task.known if is_itself or is_open or is_single else None
    if known is None and is_itself:
        known = task.answer_to(without_demands(without_shapes(task.reading.question)))
    if known:
        # A value in small letters is a part of a sentence, which is a better text.
        is_part = known.value[:1].islower() and " " in known.text
        may_be_long = slot.is_text and not NAMES.matches("brief", task.instructions)
        is_sentence = is_part and is_itself and may_be_long
        return _of_type(known.text if is_sentence else known.value, slot)
    is_question = is_itself and slot.is_text and task.last_question
    return task.answer.text if task.answer and slot.is_free and is_question else None


def _found(task: Task, slot: Slot) -> Any:
    """The value that the text has, unless the place is for the answer to a message without one."""
    is_talk = task.last_question or not task.reading.payload.has_text
    is_answer = is_named("answer itself", slot.words) and is_talk and slot.is_text
    return None if is_answer else slot.found


def _talk(task: Task, slot: Slot) -> str | None:
    """The first sentence of a reply that is free."""
    return next(iter(task.sentences), None) if slot.is_free else None


def _of_type(text: str, slot: Slot) -> Any:
    """An answer as a number if a schema requires one; None if it is none."""
    if slot.shape.get("type") not in NUMBERS:
        return text
    number = next(numbers_in(text), None) if NAMES.pattern("bare figure").fullmatch(text) else None
    return None if number is None else plain_number(number)


def _keywords(task: Task, _: Slot) -> str | None:
    """The keywords of the text, as many as the prompt asks for."""
    return ", ".join(keywords(task.text)[: count_requested(task) or _USUAL_COUNT]) or None


def _part(task: Task, slot: Slot, *, is_open: Any) -> str | None:
    """The text for a part of a document, such as a title."""
    return (part(task, slot.words) or None) if is_open and slot.is_text else None


Source = Callable[[Task, Slot], Any]
_TEXT = ("string", None)
_SOURCES: Sequence[tuple[str, Sequence[str | None], Source]] = (
    ("", _TEXT, lambda task, slot: _part(task, slot, is_open=task.reading.payload.conversation)),
    ("variant", _TEXT, lambda task, slot: variant(task, slot.words) if slot.is_free else None),
    ("flag of harm", ("boolean",), _flagged),
    ("", ("boolean",), lambda task, slot: state_of_work(task, slot.words)),
    ("", (), _stated),
    ("", _TEXT, _mood),
    ("state", _TEXT, _state),
    ("", (), _chosen),
    ("answered", ("boolean",), lambda task, _: task.known is not None),
    ("", ("boolean",), _truth),
    ("score", (*NUMBERS, None), _score),
    ("bad quality", NUMBERS, _score),
    ("polarity", NUMBERS, _score),
    ("rated", (*NUMBERS, None), _rated),
    ("choice", NUMBERS, lambda task, _: (chosen_row(task) or (None,))[0]),
    ("reason", _TEXT, _reason),
    ("criterion", _TEXT, _of_judge),
    ("claim", _TEXT, _of_judge),
    ("usual", _TEXT, _usual),
    ("judged", NUMBERS, _holds),
    ("letter", _TEXT, _lettered),
    ("route", _TEXT, lambda task, _: routed(task)[0]),
    ("routed input", _TEXT, lambda task, _: routed(task)[1]),
    ("flag", ("integer",), _flag),
    ("question", _TEXT, _asked),
    ("answer", _TEXT, _asked),
    ("words", _TEXT, _keywords),
    ("gist", _TEXT, _gist),
    ("answer itself", _TEXT, lambda task, slot: variant(task, "a") if slot.is_free else None),
    ("", (*_TEXT, *NUMBERS), _answer),
    ("quote", _TEXT, lambda task, _: task.known.text if task.known else None),
    ("headline", _TEXT, _headline),
    ("language of a text", _TEXT, _language),
    ("", (), _found),
    ("answer itself", _TEXT, _talk),
    ("", ("string",), lambda task, slot: _part(task, slot, is_open=slot.is_free)),
)
"""The sources of values, asked in order: the kind of name in `names.txt` and the types of value
that each is for. An empty kind is any name, no types are all types, and None is an unknown type."""
