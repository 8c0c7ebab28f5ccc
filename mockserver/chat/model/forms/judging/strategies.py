"""Strategies: ways of choosing an option by the meanings of all.

Each is for a kind of options, such as `yes` and `no`, and returns None for any other. `judging.txt`
has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce

from mockserver.chat.model import languages
from mockserver.chat.model.content.quoted.judgement import agreement, classification
from mockserver.chat.model.forms.judging.meanings import opposites
from mockserver.chat.model.forms.judging.properties import has_property
from mockserver.chat.model.forms.judging.rules import READ, RULES
from mockserver.chat.model.forms.judging.truth import holds
from mockserver.chat.model.forms.judging.verdicts import preferred, verdict
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import NAMES

_LISTED = re.compile(r"\[[^\[\]]{1,400}\]")
"""A list of all options, which names none of them."""

_MOST_LINES = 20
"""The last lines of a text of which the language is looked at."""

_MARKS = " .'\"()[]"
"""The marks around an option that are no part of it."""


def _announced(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The next speaker: another one whom the last turn names, or who fits what it asks, else one
    whom an earlier turn names."""
    body, turns = task.reading.body, task.reading.turns
    if not RULES.matches("next speaker", turns[-1][1]):
        return None
    said = zip(body["messages"], turns, strict=True)
    text = "\n".join(f"{each.get('name') or ''}:\n{text[-READ:]}" for each, (_, text, _) in said)
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
    asks = texts and not found[-1] and RULES.matches("asks somebody", texts[-1])
    fitting = classification.indicated(texts[-1], others) if asks else None
    return fitting or next((each[0] for each in reversed(found) if each), None)


def _evaded(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option for an answer that gives none, `NOT_ATTEMPTED`, or for one of which a source says
    nothing: `idk`."""
    is_open = (found := verdict(task)) and found.is_open
    if not is_open and not RULES.matches("evasion", task.reading.payload.text_of("answer")):
        return None
    named = ((each, f"{each} {about}") for each, about in meanings.items())
    return next((each for each, name in named if RULES.matches("no answer", name)), None)


def _related(task: Task, meanings: Mapping[str, str]) -> str | None:
    """The option that is true, if the options compare the facts of an answer and its reference."""
    if not any("superset" in each for each in meanings.values()):
        return None
    roles = ("answer", "reference", "question")
    answer, reference, question = map(task.reading.payload.text_of, roles)
    has_all = agreement.verdict(answer, reference, question).holds
    has_only = agreement.verdict(reference, answer, question).holds
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
    good, bad = opposites({name: each for name, each in names.items() if each != undecided})
    found = verdict(task)
    if found and any(meanings.values()) and not (good and bad):
        good, bad = _explained_opposites(meanings)
    if not (good and bad):
        return None
    if task.reading.payload.sides and RULES.matches("asks for the first", task.instructions):
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
    return classification.indicated(text, meanings) if text and any(meanings.values()) else None


def _explained_opposites(meanings: Mapping[str, str]) -> tuple[str | None, str | None]:
    """An option and one that is worse by its meaning."""
    named = ((each, kind) for kind in ("worst", "bad", "denied") for each in meanings)
    bad = next((each for each, kind in named if NAMES.matches(kind, meanings[each])), None)
    return next((each for each in meanings if each != bad), None), bad


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
    asked = RULES.text("question to choose for", task.reading.question[-READ:])
    return classification.indicated(asked, meanings) if asked else None


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


def _by_words(task: Task, meanings: Mapping[str, str]) -> str:
    """The option that has the most words in common with the text."""
    return classification.label(
        meanings, _judged_text(task, meanings), task.reading.payload.request
    )


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
    said = said or RULES.text("conversation", reading.system[-READ:])
    is_about = said and NAMES.matches("above", reading.turns[-1][1][:400])
    return re.sub(rf"\b(?:{'|'.join(map(re.escape, speakers))})\s*:", "", said) if is_about else ""


STRATEGIES: Sequence[Callable[[Task, Mapping[str, str]], str | None]] = (
    _announced,
    _evaded,
    _related,
    _polar,
    _better,
    _language,
    _of_question,
    _answering,
    _by_words,
)
"""The ways of choosing an option; the first that applies counts. The last one always does."""
