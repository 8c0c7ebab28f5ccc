"""Choosing: the option of a label that fits the text of a prompt best.

The options have names, and perhaps meanings that the prompt explains. A strategy for a kind of
options, such as `yes` and `no`, comes before the words that a text has in common with an option.
`judging.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from mockserver.chat.model import languages
from mockserver.chat.model.content.quoted import judgement
from mockserver.chat.model.content.quoted.lexicon import is_of_topic
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label
from mockserver.chat.model.forms.judging.truth import holds
from mockserver.chat.model.forms.judging.verdicts import has_property, preferred, verdict
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import is_question

_TABLE = table("forms/judging/judging.txt")

_READ = 8_000
_LISTED = re.compile(r"\[[^\[\]]{1,400}\]")
"""A list of all options, which names none of them."""

_CLAUSE = re.compile(r"[.;!?]\s|\n")
_NAMED = r"(?i)(?<![\w-])(?:{})(?=s?(?![\w-]))"
_MOST_LINES = 20
_FEWEST_WORDS = 5
_MARKS = " .'\"()[]"
"""The marks around an option that are no part of it."""


def chosen(task: Task, form: Label) -> str:
    """The option that fits the text of the prompt best."""
    meanings = _meanings(task, form)
    for choose in _STRATEGIES:
        if option := choose(task, meanings):
            return option
    return judgement.label(meanings, _judged_text(task, meanings), task.reading.payload.request)


def one_of(task: Task, options: Iterable[str]) -> str:
    """The one of some options that fits the text best."""
    return chosen(task, Label((*options,)))


def fitting(task: Task, options: Sequence[str]) -> list[str]:
    """The options that a text names or is about, else one, unless they are faults."""
    items = [each for each in (task.known.items if task.known else ()) if each not in options]
    text = "\n".join(items) or (task.text or task.material).replace(", ".join(options), "")
    if len(text.split()) < _FEWEST_WORDS:  # The text is the list of options alone.
        text = task.last_question or text
    low = text.lower()
    named = {each for each in options if each.lower().removesuffix("s") in low}
    fit = [e for e in options if e in named or is_of_topic(text, e) or has_property(text, e)]
    are_faults = _TABLE.matches("fault", " ".join(options))
    return fit or ([] if are_faults else [one_of(task, options)])


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


def chosen_row(task: Task) -> tuple[int, str] | None:
    """The listed choice that has the most words in common with the question, with its number."""
    rows = {row[1]: row[2] for row in _TABLE.find_all("row", task.reading.question)}
    if len(rows) < 2:
        return None
    number = judgement.label(rows, task.last_question or task.material)
    return int(number), rows[number]


def lettered(task: Task) -> dict[str, str]:
    """The choices that the prompt lists under letters, such as `(A) …`."""
    text = f"{task.reading.system}\n{task.reading.payload.instructions}"
    return {row["option"]: row["about"] for row in CUES.find_all("lettered", text)}


# The options and their meanings


def _meanings(task: Task, form: Label) -> dict[str, str]:
    """The options with the meanings that the prompt explains, beside them or elsewhere."""
    known = dict(zip(form.options, form.about, strict=False)) if any(form.about) else {}
    rows = [*_TABLE.find_all("gloss", task.instructions[-_READ:])]  # The first of a name counts.
    known = known or lettered(task) or {row["name"]: row["about"] for row in reversed(rows)}
    known = {name: about for name, about in known.items() if not is_question(about.strip("# "))}
    options = _at_work(task, form.options)
    is_polar = all(_opposites({each: each for each in options}))
    if known.keys() >= {*options} or task.reading.payload.sides or is_polar:
        return {each: known.get(each, "") for each in options}
    return _explained(task, options)


def _explained(task: Task, options: Sequence[str]) -> dict[str, str]:
    """Options with the clauses of the prompt that name only this option."""
    said, names = dict.fromkeys(options, ""), {_joined(each): each for each in options}
    spelled = ("[-_ ]?".join(map(re.escape, each)) for each in sorted(names, key=len, reverse=True))
    any_name = re.compile(_NAMED.format("|".join(spelled)))
    texts = (task.reading.system, *task.reading.earlier, task.reading.payload.instructions)
    for each in _CLAUSE.split("\n".join(text[-_READ:] for text in texts)):
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
    reports = "\n".join(text for _, text, _ in task.reading.turns[-2:])[-_READ:]
    is_over = not {*names, last}.isdisjoint(options) or NAMES.matches("work is done", reports)
    named = [each["it"] for each in _TABLE.find_all("end of work", task.instructions[-_READ:])]
    options = [*dict.fromkeys((*options, *named[:1]))]
    ends = [each for each in options if NAMES.pattern("end of work").fullmatch(each)]
    kept = [each for each in options if (each in ends) == is_over]
    is_apart = bool(ends and kept) and not task.reading.payload.conversation
    return kept if is_apart else options


# The text to choose for


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
    speaker = rf"({names}|[Uu]ser|[Hh]uman) ?:"
    conversation = _LISTED.sub("", re.sub(rf"\n(?!{speaker}).*\Z", "", text.rstrip()))
    for each in filter(meanings.get, meanings):  # What a role is for is not said by it.
        conversation = conversation.replace(f"{each}: {meanings[each]}", "")
    _, *spoken = re.split(f"(?m)^{speaker}", conversation)
    speakers, texts = spoken[::2], spoken[1::2]
    last = "".join(speakers[-1:]) or "\n"
    ruled = rf"\b[Aa]fter {last}\b[^.\n]*,? it(?: is|['’]s) ({names})['’]s turn"
    if turn := re.search(ruled, text):
        return turn[1]
    others = {name: about for name, about in meanings.items() if name not in speakers[-1:]}
    found = [[n for n in re.findall(rf"\b(?:{names})\b", each) if n in others] for each in texts]
    asks = texts and not found[-1] and _TABLE.matches("asks somebody", texts[-1])
    fitting = judgement.indicated(texts[-1], others) if asks else None
    return fitting or next((each[0] for each in reversed(found) if each), None)


def _evaded(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for an answer that gives none, `NOT_ATTEMPTED`, or for one of which a source says
    nothing: `idk`."""
    is_open = (found := verdict(task)) and found.is_open
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
    found = verdict(task)
    if found and any(meanings.values()) and not (good and bad):
        good, bad = _explained_opposites(meanings)
    if not (good and bad):
        return None
    if task.reading.payload.sides and _TABLE.matches("asks for the first", task.instructions):
        return bad if preferred(task) else good
    if undecided and found and found.is_open:
        return undecided
    if not found and (option := _by_meaning(_judged_text(task, meanings), meanings, good, bad)):
        return option
    is_literal = NAMES.pattern("literal").fullmatch(good.strip(_MARKS))
    return good if holds(task, "" if is_literal else "good") else bad


def _by_meaning(text: str, meanings: Mapping[str, str], good: str, bad: str) -> str | None:
    """The true one of two opposite options for a text, if their meanings tell."""
    is_so = has_property(text, meanings[good]) if text else None
    if is_so is not None:
        return good if is_so else bad
    return judgement.indicated(text, meanings) if text and any(meanings.values()) else None


def _explained_opposites(meanings: Mapping[str, str]) -> tuple[str | None, str | None]:
    """An option and one that is worse by its meaning."""
    named = ((each, kind) for kind in ("worst", "bad", "denied") for each in meanings)
    bad = next((each for each, kind in named if NAMES.matches(kind, meanings[each])), None)
    return next((each for each in meanings if each != bad), None), bad


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
    initials: tuple[str, ...] = ("B", "2", "S") if preferred(task) else ("A", "1", "F")
    if len({*task.reading.payload.sides}) == 1:
        initials = ("C", "T")
    return next((each for each, name in names.items() if name.startswith(initials)), None)


def _language(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for the language of the text, if the options are names of languages."""
    options = {spoken.code: each for each in meanings if (spoken := languages.called(each))}
    if len(options) < 2:
        return None
    lines = _judged_text(task, meanings).split("\n")[::-1][:_MOST_LINES]
    found = {spoken.code for line in lines if (spoken := languages.language_of(line))}
    fitting = (each for code, each in options.items() if code in found)
    return next(fitting, options.get(languages.ENGLISH.code))


def _of_question(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option that fits the quoted question that the prompt chooses for."""
    asked = _TABLE.text("question to choose for", task.reading.question[-_READ:])
    return judgement.indicated(asked, meanings) if asked else None


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


_STRATEGIES = (_announced, _evaded, _related, _polar, _better, _language, _of_question, _answering)
"""The ways of choosing an option; the first that applies counts."""
