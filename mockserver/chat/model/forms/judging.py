"""Judging a text in a prompt: which label fits it, how high it scores, whether something is true.

A prompt for a judge has labelled texts, which have a verdict, see `verdicts`. The text of any other
prompt is judged by its words. `judging.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

from mockserver.chat.model import languages
from mockserver.chat.model.content.found import capitalized
from mockserver.chat.model.content.quoted import judgement
from mockserver.chat.model.content.quoted.given import items_in, request_and_text
from mockserver.chat.model.demands import demands_in, is_about
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label, ScoreForm
from mockserver.chat.model.forms import verdicts
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.reading.payload import Payload
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import is_question, numbered, sentences

_TABLE = table("forms/judging.txt")

_READ = 8_000
_LISTED = re.compile(r"\[[^\[\]]{1,400}\]")
"""A list of all options, which names none of them."""

_CLAUSE = re.compile(r"[.;!?]\s|\n")
_NAMED = r"(?i)(?<![\w-])(?:{})(?=s?(?![\w-]))"
_MOST_LINES = 20
_FEW = 4
"""Answers of at most so many words may be a yes or a no."""

_MARKS = " .'\"()[]"
"""The marks around an option that are no part of it."""

# Forms


def label(task: Task, form: Label) -> str:
    """The chosen option, with an explanation before or after it if the prompt asks for one."""
    if form.many or CUES.matches("all that apply", task.reading.system):
        known = [*task.known.items] if task.known else []
        found = known if {*known} <= {*form.options} else []
        return ", ".join(found or fitting(task, form.options) or [chosen(task, form)])
    if rows := _each_item(task, replace(form, place="only"), label):
        return rows
    option = chosen(task, form)
    last = "\n".join([option] * form.times)
    if form.place == "only":
        return last
    if rule := _TABLE.find("codes below", task.instructions):
        codes = {row["name"]: row["about"] for row in _TABLE.find_all("code", task.instructions)}
        is_wanted = codes and option.lower() == rule["it"].lower()
        return f"{option}\n{judgement.label(codes, task.material)}" if is_wanted else option
    parts = (_explanation(task), last) if form.place == "last" else (option, _explanation(task))
    return _between(task).join(parts)


def score(task: Task, form: ScoreForm) -> str:
    """The score, with a reason unless the prompt asks for the number only."""
    if rows := _each_item(task, replace(form, alone=True), score):
        return rows
    if form.drawn:
        return str(int(form.low) + task.draws.below(int(form.high - form.low) + 1))
    number, reason = graded(task, form.low, form.high)
    shown = f"{number}{form.unit.removesuffix('s') if number == '1' else form.unit}"
    if form.alone:
        return shown
    headed = f"{form.head} {shown}".strip()
    return _between(task).join((reason, headed) if form.last else (headed, reason))


def _between(task: Task) -> str:
    """The space between a judgement and its explanation, a line break if lines count."""
    return "\n" if _TABLE.matches("on the next line", task.instructions) else "\n\n"


def _each_item(task: Task, form: Any, judge: Callable[[Task, Any], str]) -> str:
    """The judgement of each line of a prompt that asks for it, one on a line; else empty."""
    judged = [(text, judge(each, form)) for text, each in of_each(task) if judged_items(task)]
    has_text = _TABLE.matches("with its text", task.instructions)
    rows = [": ".join(each) if has_text else each[1] for each in judged]
    if _TABLE.matches("with its number", task.instructions):
        return numbered(rows, mark=":")
    return numbered(rows) if _TABLE.matches("as numbers", task.instructions) else "\n".join(rows)


def judged_items(task: Task) -> Sequence[str]:
    """The items of a prompt that asks for a judgement of each, or whose system message does; empty
    for any other prompt."""
    whole = task.reading.payload.request[:_READ]
    request, text = request_and_text(whole)
    for told, listed in ((request, text), (task.reading.system, whole)):
        lines = _TABLE.changed("items in a line", listed)
        items = items_in(lines) if "\n" in lines else []
        asks = any(_TABLE.matches(each, told) for each in ("judges each", "of each line"))
        if items[1:] and asks and not task.reading.payload.text_of("answer"):
            return items
    return ()


def labels_of(task: Task) -> list[str]:
    """All labels that fit the text of a prompt, or the label of each of its items, if the prompt
    wants a list of them; else empty."""
    form = offered(task, "", is_only=True)
    if form is None:
        return []
    if form.many or not of_each(task):
        return fitting(task, form.options)
    return [chosen(each, form) for _, each in of_each(task)]


def of_each(task: Task) -> list[tuple[str, Task]]:
    """The claims or else the items to judge one by one, each with the task for judging it: a claim
    is judged by the source beside it."""
    payload = task.reading.payload
    claims = [*verdicts.claims_in(payload)] if payload.is_judged else []
    own = claims or [(each, Payload(each)) for each in judged_items(task)]
    return [(text, task.on(task.reading.with_payload(each))) for text, each in own]


def _explanation(task: Task) -> str:
    """A reason for a label: that of the verdict, else the answer, else the words of the text."""
    if found := verdicts.verdict(task):
        return found.reason
    if task.reading.payload.has_text and not is_asked(task) and (words := evidence(task)):
        return words
    told = " ".join(task.sentences[: 1 if task.known else 2])
    return capitalized(re.sub(r"^(?:Yes|No), ", "", told))


def is_asked(task: Task) -> bool:
    """True if the answer is to a question about the text, but for yes or no, which a label is."""
    known = task.known.text if task.known and task.last_question not in task.material else "No"
    return not _TABLE.matches("polar", known)


def reason_for(task: Task, about: str) -> str:
    """A reason for what holds or does not hold of the text."""
    is_so = holds(task, about)
    return (is_so != NAMES.matches("good", about) and evidence(task)) or _SHOWN[is_so]


def evidence(task: Task) -> str:
    """The words of the text that a judgement depends on most, empty if all are questions."""
    told = (e for e in sentences(task.material[:_READ]) if not (is_question(e) or e[0] in "<-="))
    best = max(told, key=lambda each: abs(judgement.quality(each, 0.75) - 0.75), default="")
    words = best[:200].strip(".")
    return f"The text says “{words}”." if words else ""


_SHOWN = ("The text shows nothing of it.", "The text shows it clearly.")
"""The reasons for a property that a text lacks, and for one that it has."""


def graded(task: Task, low: float, high: float) -> tuple[str, str]:
    """A score within the bounds, and a reason that agrees with it. If the prompt says that the
    lowest point is for what is good, the scale is reversed."""
    found = verdicts.verdict(task)
    rubric = "" if found else verdicts.property_asked(task.directions)
    share = found.share if found else judgement.quality(task.material)
    is_of_property = bool(rubric) and not re.search("(?i)positive|negative|sentiment", rubric)
    if is_of_property:
        share = 0.9 if verdicts.has_property(task.material, rubric) else 0.1
    anchors = {each[1]: each[2] for each in _TABLE.find_all("anchor", task.reading.question)}
    worst, best = (judgement.quality(anchors.get(f"{bound:g}", "")) for bound in (low, high))
    is_fault = NAMES.matches("rates a fault", task.instructions)
    is_reversed = (is_fault and not found.is_fault) if found else worst > best
    point = judgement.scaled(1 - share if is_reversed else share, low, high)
    is_whole = float(point).is_integer() and high - low > 1
    reason = _SHOWN[share > 0.5] if is_of_property else judgement.reason(share)
    return str(int(point) if is_whole else point), found.reason if found else reason


# Truth


def holds(task: Task, about: str = "") -> bool:
    """True if the answer to a yes-or-no question is yes. The name of a key, such as `is urgent`,
    says more than the prompt what it is about: a verdict, a property, praise, alarm or a topic."""
    praises = NAMES.find("good", about) or "sentiment" in about
    if found := verdicts.verdict(task):
        if NAMES.matches("bad", about) or _TABLE.matches("against", task.last_question):
            return not found.is_good
        return found.is_good if praises else found.holds
    rubrics = [about]
    if task.reading.payload.has_text:
        rubrics.append(verdicts.property_asked(task.directions))
    for is_true in _decided(task, rubrics):
        if is_true is not None:
            return is_true
    if not about or any(NAMES.matches(kind, about) for kind in ("judged", "answer")):
        return _is_true_of_text(task)
    if not (praises or NAMES.matches("alarm", about)):
        return is_about(task.material, about)
    is_toxic = bool(verdicts.has_property(task.material, "harmful"))
    return (judgement.quality(task.material) < 0.5 or is_toxic) != bool(praises)


def _decided(task: Task, rubrics: Sequence[str]) -> Iterator[bool | None]:
    """The truths by the properties that rubrics name, then by what the model knows."""
    if _TABLE.matches("against", task.last_question):
        texts = (*map(task.reading.payload.text_of, ("text", "question")), task.material)
        yield bool(verdicts.has_property(next(filter(None, texts)), "harmful"))
    if rubrics[0] in ("", "on topic", "in scope"):
        topic = _TABLE.find("of a topic", task.directions)
        yield is_about(task.material, topic["it"]) if topic else None
    is_of_rules, praises = (NAMES.matches(kind, rubrics[0]) for kind in ("ruled", "good"))
    for rule in _TABLE.find_all("forbidden", task.directions) if is_of_rules else ():
        if verdicts.has_property(task.material, rule["it"]):
            yield not praises
    for each in filter(None, rubrics):
        is_so = verdicts.has_property(task.material, each)
        is_fault = praises and each != rubrics[0] and _TABLE.matches("fault", each)
        yield is_so if is_so is None else is_so != is_fault
    yield _known(task)


def state_of_work(task: Task, about: str) -> bool | None:
    """The truth of a claim on the work of a team that has not begun; None for any other."""
    is_of_team = not task.reading.answers and _TABLE.matches("next speaker", task.instructions)
    state = _TABLE.text("state of work", about) if is_of_team else ""
    return state == "yes" if state else None


def _known(task: Task) -> bool | None:
    """True or False for what the model computes or knows, as an answer or as a statement."""
    answer = task.known.value if task.known else ""
    if 0 < len(answer.split()) <= _FEW:
        for kind in ("good", "bad"):
            if NAMES.matches(kind, answer):
                return kind == "good"
    return verdicts.truth_in(task, task.reading.payload.request[-_READ:])


def _is_true_of_text(task: Task) -> bool:
    """True if the text has the property that the instructions ask for, or supports the question."""
    if rubric := verdicts.property_asked(task.directions):
        return bool(verdicts.has_property(task.material, rubric))
    question = task.last_question or task.reading.payload.question
    text = task.material.replace(question, "") or task.reading.background.text
    language = languages.language_of(question)
    common = language.words if language else ()
    given = " ".join((*_TABLE.pattern("asks of a text").findall(question), *common))
    return judgement.verdict(text, question, given).holds


# Choices


def offered(task: Task, name: str, *, is_only: bool = False) -> Label | None:
    """The choice that the prompt describes for a place with the name of one, or an only place, or
    for what it classifies: `Classify leads as hot or cold`."""
    classified = re.search(rf"(?i)\b{re.escape(name)}s? (as|into) ", task.instructions[-_READ:])
    if not (is_only or classified or NAMES.pattern("classified").fullmatch(name)):
        return None
    texts = (task.reading.question, task.reading.system)
    found = (each for text in texts for each in demands_in(text) if isinstance(each, Label))
    return next((each for each in found if "false" not in each.options), None)


def routed(task: Task) -> tuple[str, str] | tuple[None, None]:
    """The candidate of a router whose meaning fits the input best, and the input."""
    read = task.reading.question[-_READ:]
    listed, text = _TABLE.find("candidates", read), _TABLE.text("input", read)
    if not (listed and text):
        return None, None
    rows = {row["name"]: row["about"] for row in _TABLE.find_all("gloss", listed["rows"])}
    return judgement.label(rows, text), text.strip()


def _names(text: str, option: str) -> bool:
    """True if a text has the words of an option."""
    return option.lower() in text.lower()


def fitting(task: Task, options: Sequence[str]) -> list[str]:
    """The options that a text names or is about, else one, unless they are faults."""
    items = [each for each in (task.known.items if task.known else ()) if each not in options]
    text = "\n".join(items) or (task.text or task.material).replace(", ".join(options), "")
    tests = (_names, judgement.is_of_topic, verdicts.has_property)
    fit = [each for each in options if any(test(text, each) for test in tests)]
    are_faults = _TABLE.matches("fault", " ".join(options))
    return fit or ([] if are_faults else [chosen(task, Label((*options,)))])


def chosen(task: Task, form: Label) -> str:
    """The option that fits the text of the prompt best."""
    meanings = _meanings(task, form)
    for choose in _STRATEGIES:
        if option := choose(task, meanings):
            return option
    return judgement.label(meanings, *(_judged_text(task, meanings), task.reading.payload.request))


def _judged_text(task: Task, meanings: Mapping[str, str]) -> str:
    """The conversation or the text to choose an option for, which is more than their list."""
    text = _conversation(task, meanings) or task.material
    rest = text.lower()
    for each in (*meanings, *meanings.values()):
        rest = rest.replace(each.lower(), "")
    is_more = len(re.findall(r"[^\W\d_]\w*", rest)) > 2
    if is_more and all(each and each in text for each in meanings.values()):
        text = reduce(lambda left, each: left.replace(each, ""), meanings.values(), text)
    return text if is_more else task.reading.payload.request.replace(text, "\n")


def _at_work(task: Task, options: Sequence[str]) -> Sequence[str]:
    """The options without one such as `FINISH`, or only that one after a report, whose speaker has
    the name of another option, or which says that all is done."""
    names = {message.get("name") for message in task.reading.body["messages"][-2:]}
    last = task.reading.question.strip().rpartition("\n")[2].partition(":")[0]
    reports = "\n".join(text for _, text, _ in task.reading.turns[-2:])[-_READ:]
    is_over = not {*names, last}.isdisjoint(options) or NAMES.matches("work is done", reports)
    named = [each["it"] for each in _TABLE.find_all("end of work", task.instructions[-_READ:])]
    options = [*dict.fromkeys((*options, *named[:1]))]
    ends = [each for each in options if NAMES.pattern("end of work").fullmatch(each)]
    kept = [each for each in options if (each in ends) == is_over]
    is_apart = bool(ends and kept) and not task.reading.payload.conversation
    return kept if is_apart else options


def _meanings(task: Task, form: Label) -> dict[str, str]:
    """The options with their meanings, which are explained beside them or elsewhere in the prompt:
    by the sentences that name only this option."""
    known = dict(zip(form.options, form.about, strict=False)) if any(form.about) else {}
    rows = [*_TABLE.find_all("gloss", task.instructions[-_READ:])]  # The first of a name counts.
    known = known or lettered(task) or {row["name"]: row["about"] for row in reversed(rows)}
    known = {name: about for name, about in known.items() if not is_question(about.strip("# "))}
    options = _at_work(task, form.options)
    is_polar = all(_opposites({each: each for each in options}))
    if known.keys() >= {*options} or task.reading.payload.sides or is_polar:
        return {each: known.get(each, "") for each in options}
    said, names = dict.fromkeys(options, ""), {_joined(each): each for each in options}
    spelled = ("[-_ ]?".join(map(re.escape, each)) for each in sorted(names, key=len, reverse=True))
    any_name = re.compile(_NAMED.format("|".join(spelled)))
    texts = (task.reading.system, *task.reading.earlier, task.reading.payload.instructions)
    for each in _CLAUSE.split("\n".join(text[-_READ:] for text in texts)):
        named_in = {*map(_joined, any_name.findall(each))}
        name = names[named_in.pop()] if len(named_in) == 1 else ""
        if len(name) > 1 and not (each.startswith(f"{name}:") and said.get(name)):
            said[name] += each.replace(name, " ")
    return said


def _joined(name: str) -> str:
    """A name without what joins its words: `web search`, `web-search` and `websearch` are one."""
    return re.sub("[-_ ]", "", name.lower())


def lettered(task: Task) -> dict[str, str]:
    """The choices that the prompt lists under letters, such as `(A) …`."""
    text = f"{task.reading.system}\n{task.reading.payload.instructions}"
    return {row["option"]: row["about"] for row in CUES.find_all("lettered", text)}


def chosen_row(task: Task) -> tuple[int, str] | None:
    """The listed choice that has the most words in common with the question, with its number."""
    rows = {row[1]: row[2] for row in _TABLE.find_all("row", task.reading.question)}
    if len(rows) < 2:
        return None
    number = judgement.label(rows, task.last_question or task.material)
    return int(number), rows[number]


def _conversation(task: Task, speakers: Iterable[str]) -> str:
    """The conversation above the question, if that is about it, without the speakers' names."""
    reading = task.reading
    said = "\n".join((*reading.earlier, *reading.answers))
    said = said or _TABLE.text("conversation", reading.system[-_READ:])
    is_about = said and NAMES.matches("above", reading.turns[-1][1][:400])
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, speakers))})\s*:", "", said) if is_about else ""


# Strategies for choosing an option by the meanings of all; each returns None if it does not apply


def _announced(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The next speaker: another one whom the last turn names, or who fits what it asks, else one
    whom an earlier turn names."""
    body, turns = task.reading.body, task.reading.turns
    if not _TABLE.matches("next speaker", turns[-1][1]):
        return None
    said = zip(body["messages"], turns, strict=True)
    text = "\n".join(f"{each.get('name') or ''}:\n{text[-_READ:]}" for each, (_, text, _) in said)
    names = "|".join(map(re.escape, meanings))
    conversation = _LISTED.sub("", text.rstrip().rpartition("\n")[0])
    for each in filter(meanings.get, meanings):  # What a role is for is not said by it.
        conversation = conversation.replace(f"{each}: {meanings[each]}", "")
    _, *spoken = re.split(rf"(?m)^({names}|[Uu]ser|[Hh]uman) ?:", conversation)
    speakers, texts = spoken[::2], spoken[1::2]
    others = {name: about for name, about in meanings.items() if name not in speakers[-1:]}
    found = [[n for n in re.findall(rf"\b(?:{names})\b", each) if n in others] for each in texts]
    asks = texts and not found[-1] and _TABLE.matches("asks somebody", texts[-1])
    fitting = judgement.indicated(texts[-1], others) if asks else None
    return fitting or next((each[0] for each in reversed(found) if each), None)


def _evaded(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for an answer that gives none, `NOT_ATTEMPTED`, or for one of which a source says
    nothing: `idk`."""
    is_open = (found := verdicts.verdict(task)) and found.is_open
    if not is_open and not _TABLE.matches("evasion", task.reading.payload.text_of("answer")):
        return None
    named = ((each, f"{each} {about}") for each, about in meanings.items())
    return next((each for each, name in named if _TABLE.matches("no answer", name)), None)


def _related(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option that is true, if the options compare the facts of an answer and its reference."""
    if not any("superset" in each for each in meanings.values()):
        return None
    roles = ("answer", "reference", "question")
    answer, reference, question = map(task.reading.payload.text_of, roles)
    has_all = judgement.verdict(answer, reference, question).holds
    has_only = judgement.verdict(reference, answer, question).holds
    cues = {(True, True): "same", (True, False): "superset", (False, True): "subset"}
    cue = cues.get((has_all, has_only), "agree|conflict")
    return next((each for each, about in meanings.items() if re.search(cue, about)), None)


def _polar(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The true one of two opposite options, such as `yes` and `no`, or of their meanings; with a
    third one for what a text says nothing of."""
    # `yes` for `The answer is yes`, `correct` for `Verdict: [correct]`.
    names = {
        re.sub(r"(?i).*(?:answer is\b|: ?)", "", each).strip(_MARKS): each for each in meanings
    }
    open_name = NAMES.pattern("undecided").fullmatch
    undecided = next((each for name, each in names.items() if open_name(name)), None)
    good, bad = _opposites({name: each for name, each in names.items() if each != undecided})
    found, is_explained = verdicts.verdict(task), any(meanings.values())
    if found and is_explained and not (good and bad):
        named = ((each, kind) for kind in ("worst", "bad", "denied") for each in meanings)
        bad = next((each for each, kind in named if NAMES.matches(kind, meanings[each])), None)
        good = next((each for each in meanings if each != bad), None)
    if not (good and bad):
        return None
    if task.reading.payload.sides and _TABLE.matches("asks for the first", task.instructions):
        return bad if verdicts.preferred(task) else good
    if undecided and found and found.is_open:
        return undecided
    text = "" if found else _judged_text(task, meanings)
    if text and (is_so := verdicts.has_property(text, meanings[good])) is not None:
        return good if is_so else bad
    if is_explained and text and (option := judgement.indicated(text, meanings)):
        return option
    is_literal = NAMES.pattern("literal").fullmatch(good.strip(_MARKS))
    return good if holds(task, "" if is_literal else "good") else bad


def _opposites(names: Mapping[str, str]) -> tuple[str | None, str | None]:
    """The first option that is good by its name, and the first bad one."""
    good = (each for name, each in names.items() if NAMES.pattern("good").fullmatch(name))
    bad = (each for name, each in names.items() if NAMES.pattern("bad").fullmatch(name))
    return next(good, None), next(bad, None)


def _better(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for the better of two answers, or for a tie if they are the same."""
    names = {each: each.rpartition(":")[2].strip("[](). ").upper() for each in meanings}
    sides = {*names.values()} - {"TIE"}
    if any(meanings.values()):
        is_fit = any(NAMES.matches("pairwise", about) for about in meanings.values())
    else:
        is_fit = sides <= {"A", "B", "C"} or sides in ({"1", "2"}, {"FIRST", "SECOND"})
    if not is_fit:
        return None
    initials: tuple[str, ...] = ("B", "2", "S") if verdicts.preferred(task) else ("A", "1", "F")
    if len({*task.reading.payload.sides}) == 1:
        initials = ("C", "T")
    return next((each for each, name in names.items() if name.startswith(initials)), None)


def _language(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for the language of the text, if the options are names of languages."""
    codes = languages.languages()
    known = {each: codes.get(each.lower()) or languages.named(each) for each in meanings}
    english = next((each for each in meanings if each.lower() in ("english", "en")), None)
    if sum(map(bool, [*known.values(), english])) < 2:
        return None
    lines = _judged_text(task, meanings).split("\n")[::-1][:_MOST_LINES]
    found = [languages.language_of(line) for line in lines]
    return next(
        (each for each, language in known.items() if language and language in found), english
    )


def _answering(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option that is the answer to the question or alone in it."""
    if not task.known:
        return None
    answer, text = task.known.value.strip(_MARKS).lower(), task.known.text.lower()
    bare = {each: (about or each).strip(_MARKS).lower() for each, about in meanings.items()}
    names = {each: each.lower() for each in bare if each.lower() != bare[each]}
    if any(text.startswith(name) and bare[each] in text for each, name in names.items()):
        return None  # A row of the list of options.
    named_in = [each for each, about in bare.items() if any(meanings.values()) and about in text]
    equal = [each for each, about in bare.items() if about == answer]
    return next(iter(equal), named_in[0] if len(named_in) == 1 else None)


_STRATEGIES = (_announced, _evaded, _related, _polar, _better, _language, _answering)
"""The ways of choosing an option; the first that applies counts."""
