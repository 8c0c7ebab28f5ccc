"""Judging what a prompt brings: which label fits, how many points, whether an answer is right."""

from __future__ import annotations

import re
from functools import cache

from mockserver.chat.model import languages
from mockserver.chat.model.content import dates, judgement
from mockserver.chat.model.content.judgement import Verdict
from mockserver.chat.model.demands.form import Label, ScoreForm
from mockserver.chat.model.demands.wording import in_plain_words
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.meaning import stems_of
from mockserver.chat.model.numbers import NUMBER, numbers_in
from mockserver.chat.model.rules import Rules, stored

_READ = 12_000


def chosen(task: Task, form: Label) -> str:
    """The option that the words of the text speak for."""
    ways = (_polar, _better, _language, _answering, _described)
    found = next(filter(None, (way(task, form) for way in ways)), None)
    return found or judgement.label(_material(task), form.options)


def chosen_row(task: Task) -> int | None:
    """The number of the listed choice that shares most with what is asked."""
    rows = {m[2]: m[1] for m in _rules().matches("row", task.reading.question)}
    asked = task.asked or task.material
    return int(rows[judgement.label(asked, [*rows])]) if len(rows) > 1 else None


def holds(task: Task) -> bool:
    """True if the answer to a question of yes or no is yes."""
    if verdict := judged(task):
        return verdict.holds
    if (stated := _stated(task)) is not None:
        return stated
    said = task.known.value.strip().lower() if task.known else ""
    if said.startswith(("yes", "true", "no", "false")):
        return said.startswith(("yes", "true"))
    if said and said in task.asked.lower():
        return True
    question = re.sub(r"[\"\u201c][^\"\u201d]*[\"\u201d]", "", task.reading.question)
    instructions = f"{question}\n{task.reading.system}".replace(task.material, "")
    if found := named("property").search(instructions):
        return _has(task.material, found[0].lower())
    return task.draws.chance(60)


def points(task: Task, low: float, high: float) -> tuple[str, str]:
    """A score within the bounds and the reason that agrees with it."""
    verdict = judged(task)
    share = _similarity(task)
    if share is None and verdict:
        share = max(verdict.share, 0.9) if verdict.holds else min(verdict.share, 0.3)
    elif share is None:
        share = judgement.quality(task.material)
    point = judgement.scaled(share, low, high)
    is_whole = float(point).is_integer() and high - low > 1
    reason = verdict.reason if verdict else judgement.reason(share)
    return str(int(point) if is_whole else point), reason


def scored(task: Task, form: ScoreForm) -> str:
    """The score, and a reason unless only the number is wanted."""
    point, reason = points(task, form.low, form.high)
    said = f"{point}{form.unit.removesuffix('s') if point == '1' else form.unit}"
    return said if form.alone else f"Score: {said}\n\n{reason}"


def judged(task: Task) -> Verdict | None:
    """The verdict on the answer that the prompt brings, if there is one to be judged."""
    found = _parts(task)

    def among(kind: str, but: str = "") -> list[str]:
        fitting = (name for name in found if named(kind).search(name))
        return [name for name in fitting if not (but and named(but).search(name))]

    answers = sorted(among("given", "reference"), key=lambda name: name != "answer")
    given = found[answers[-1]] if answers else ""
    if given and (references := among("reference")):
        return judgement.verdict(given, found[references[0]])
    question = found.get("question") or found.get("input") or found.get("query")
    rubrics, texts = among("rubric"), answers or among("text", "rubric")
    if texts and rubrics and not (question and named("right").search(found[rubrics[0]])):
        return _by_rubric(task, found[texts[-1]], found[rubrics[0]])
    sources, claims = among("source"), among("claim", "source")
    if sources and claims:
        return judgement.verdict(found[sources[0]], found[claims[-1]])
    return _by_knowledge(task, question, given) if given and question else None


def _parts(task: Task) -> dict[str, str]:
    """The labelled parts of the prompt: `Question:`, `Answer:`, `<Output>`."""
    text = task.reading.question[-_READ:]
    found = _rules().matches("part", text)
    return {m["name"].lower().strip(): m["text"].strip() for m in found if m["text"].strip()}


def _by_rubric(task: Task, given: str, rubric: str) -> Verdict:
    """By a property that the rubric names, what it asks to be named, or the words they share."""
    asked = _rules().search("asked to name", rubric)
    if looks := _rules().find("content", rubric):
        holds = bool(re.search(looks, given))
    elif found := named("property").search(rubric):
        holds = _has(given, found[0].lower())
    elif asked and (known := task.answer_to(f"What is {asked['what']}?")):
        holds = known.value.lower() in given.lower()
    else:
        wanted = {*stems_of(asked["what"] if asked else rubric)}
        holds = 2 * len(wanted & {*stems_of(given)}) > len(wanted)
    share = float(holds != bool(named("denied").search(rubric)))
    return Verdict(share > 0, share, judgement.reason(share))


def _has(text: str, quality: str) -> bool:
    """True if a text has a property; what is polite or safe sounds good and is not toxic."""
    if quality in ("polite", "safe", "appropriate"):
        return judgement.quality(text) > 0.5 and not _has(text, "toxic")
    return judgement.label(text, [quality, "none"]) == quality


def _by_knowledge(task: Task, question: str, given: str) -> Verdict:
    """By what the model itself would answer, else by how the answer sounds."""
    if known := task.answer_to(question):
        return judgement.verdict(given, _rules().find("surname", known.value) or known.value)
    share = judgement.quality(given)
    return Verdict(share >= 0.5, share, judgement.reason(share))


def _stated(task: Task) -> bool | None:
    """True if a statement holds that can be computed or is known: `2 + 2 = 4`, `A is the B`."""
    question = task.reading.question[-4_000:]
    if (is_open := dates.is_open(task.asked or question, question)) is not None:
        return is_open
    text = in_plain_words(question)
    if figures := _rules().search("comparison", text):
        low, high = next(numbers_in(figures[1])), next(numbers_in(figures[3]))
        return low > high if figures[2] else low < high
    if (equation := _rules().search("equation", text)) and _rules().search(
        "operator", equation[1].strip(" -")
    ):
        found = task.answer_to(f"What is {equation[1].strip()}?")
        return found is not None and [*numbers_in(found.value)] == [*numbers_in(equation[2])]
    if identity := _rules().search("identity", text):
        found = task.answer_to(f"What is {identity[3]}?")
        said = (identity[1] or identity[2]).strip().lower()
        return found.value.strip().lower() == said if found else None
    return None


def _similarity(task: Task) -> float | None:
    """The share of words that two texts have in common, if that is asked for."""
    if not named("alike").search(f"{task.reading.system}\n{task.reading.question}"):
        return None
    found = [
        text
        for name, text in _parts(task).items()
        if re.search(r"\b(?:1|2|a|b|one|two|first|second)$", name)
    ]
    texts = (
        found
        if len(found) == 2
        else [m[1] for m in _rules().matches("quoted", task.reading.question)]
    )
    return judgement.overlap(*texts[:2]) if len(texts) > 1 else None


# Ways to choose an option


def _polar(task: Task, form: Label) -> str | None:
    """Of `yes` and `no`, `CORRECT` and `INCORRECT` and their like, by what is asked."""
    bare = {
        re.sub(r"(?i).*answer is\b", "", each).strip(" .'\"()[]"): each for each in form.options
    }
    good, bad = (
        next((each for said, each in bare.items() if named(kind).fullmatch(said)), None)
        for kind in ("good", "bad")
    )
    return (good if holds(task) else bad) if good and bad else None


def _better(task: Task, form: Label) -> str | None:
    """Of two answers the one that says more; a tie if they are the same."""
    bare = [option.strip("[]() ").upper() for option in form.options]
    if any(form.about):
        if not any(named("pairwise").search(about) for about in form.about):
            return None
    elif not {*bare} <= {"A", "B", "C", "TIE"} and {*bare} != {"1", "2"}:
        return None
    found = _parts(task)
    answers = [
        next((text for name, text in found.items() if name.split()[-1] in names), "")
        for names in (("a", "1", "first"), ("b", "2", "second"))
    ]
    if answers[0] and answers[0] == answers[1]:
        return next(
            (each for each in form.options if each.strip("[]() ")[:1] in "CcTt"), form.options[-1]
        )
    known = task.answer_to(found.get("question") or task.asked)
    first, second = (_worth(each, known.value if known else "") for each in answers)
    mark = ("A", "1") if first >= second else ("B", "2")
    return next(
        (each for each, said in zip(form.options, bare, strict=True) if said[:1] in mark), None
    )


def _worth(answer: str, wanted: str) -> float:
    """The merit of an answer: one that says what is wanted beats a longer one."""
    says_it = bool(wanted) and judgement.verdict(answer, wanted).holds
    return 20 * says_it + judgement.quality(answer) * 10 + min(len(answer), 600) / 100


def _language(task: Task, form: Label) -> str | None:
    """Of names of languages, that of the text."""
    codes = languages.languages()
    known = {each: codes.get(each.lower()) or languages.named(each) for each in form.options}
    english = next((each for each in form.options if each.lower() in ("english", "en")), None)
    if sum(map(bool, [*known.values(), english])) < 2:
        return None
    found = languages.language_of(task.material)
    return next((each for each, of in known.items() if found and of == found), english)


def _answering(task: Task, form: Label) -> str | None:
    """The option that is the answer, or stands for it."""
    bare = task.known.value.strip(" .").lower() if task.known else None
    said = zip(form.options, form.about or form.options, strict=True)
    return next((option for option, about in said if about.strip(" .\"'").lower() == bare), None)


def _described(task: Task, form: Label) -> str | None:
    """The option whose description shares most with the text."""
    said = {f"{each} {told}": each for each, told in zip(form.options, form.about, strict=False)}
    return said[judgement.label(task.material, [*said])] if any(form.about) else None


def _material(task: Task) -> str:
    """The text that a choice is about; it may be the conversation before the question."""
    earlier = task.reading.earlier if named("above").search(task.reading.question[:400]) else ()
    return "\n".join([*earlier, *task.reading.answers]) if earlier else task.material


@cache
def _rules() -> Rules:
    return Rules(stored("forms/judging.txt")[0].replace("{number}", NUMBER))
