"""Judging what a prompt brings: which label fits, how many points, whether an answer is right."""

from __future__ import annotations

import re
from dataclasses import replace

from mockserver.chat.model import languages
from mockserver.chat.model.content import dates, judgement
from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.form import Label, ScoreForm
from mockserver.chat.model.demands.wording import in_plain_words
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.verdicts import RULES, has, judged, preferred, related
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.numbers import numbers_in
from mockserver.chat.model.patterns import pattern

_FIRST_BETTER = pattern(r"(?i)\bis the first\b[^.?\n]*\bbetter\b")


def chosen(task: Task, form: Label) -> str:
    """The option that the words of the text speak for."""
    verdict = judged(task)
    is_scale = not any(form.about) and all(each.isdigit() for each in form.options)
    if verdict and is_scale and not _sides(task):
        best = sorted(form.options, key=int)
        return best[-1] if verdict.holds else best[0]
    if not any(form.about) and (rows := lettered(task)).keys() >= {*form.options}:
        form = replace(form, about=tuple(rows[each] for each in form.options))
    ways = (
        _entailed, _related, _polar, _better, _language, _answering, _described,
    )  # fmt: skip
    found = next(filter(None, (way(task, form) for way in ways)), None)
    return found or judgement.label(_material(task), form.options)


def lettered(task: Task) -> dict[str, str]:
    """Choices that the prompt lists under letters: `(A) …`."""
    found = task.reading.exhibits
    asks = f"{task.reading.system}\n{found.asks if found else task.reading.question}"
    return {row["option"]: row["about"] for row in CUES.find_all("lettered", asks)}


def chosen_row(task: Task) -> int | None:
    """The number of the listed choice that shares most with what is asked."""
    rows = {m[2]: m[1] for m in RULES.find_all("row", task.reading.question)}
    asked = task.asked or task.material
    return int(rows[judgement.label(asked, [*rows])]) if len(rows) > 1 else None


def holds(task: Task) -> bool:
    """True if the answer to a question of yes or no is yes."""
    if verdict := judged(task):
        exhibits = task.reading.exhibits
        prefers = exhibits and exhibits.sides and _FIRST_BETTER.search(exhibits.asks)
        return preferred(task) == 0 if prefers else verdict.holds
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
        return has(task.material, found[0].lower())
    return task.draws.chance(60)


def points(task: Task, low: float, high: float) -> tuple[str, str]:
    """A score within the bounds and the reason that agrees with it."""
    share, verdict = _similarity(task), None
    if share is None and (verdict := judged(task)):
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


def _stated(task: Task) -> bool | None:
    """True if a statement holds that can be computed or is known: `2 + 2 = 4`, `A is the B`."""
    question = task.reading.question[-4_000:]
    if (is_open := dates.is_open(task.asked or question, question)) is not None:
        return is_open
    text = in_plain_words(question)
    if figures := RULES.find("comparison", text):
        low, high = next(numbers_in(figures[1])), next(numbers_in(figures[3]))
        return low > high if figures[2] else low < high
    if (equation := RULES.find("equation", text)) and RULES.find(
        "operator", equation[1].strip(" -")
    ):
        found = task.answer_to(f"What is {equation[1].strip()}?")
        return found is not None and [*numbers_in(found.value)] == [*numbers_in(equation[2])]
    if identity := RULES.find("identity", text):
        found = task.answer_to(f"What is {identity[3]}?")
        said = (identity[1] or identity[2]).strip().lower()
        return found.value.strip().lower() == said if found else None
    return None


def _similarity(task: Task) -> float | None:
    """The share of words that two texts have in common, if that is asked for."""
    if not named("alike").search(f"{task.reading.system}\n{task.reading.question}"):
        return None
    quoted = [] if judged(task) else [m[1] for m in RULES.find_all("quoted", task.reading.question)]
    texts = _sides(task) or quoted
    return judgement.overlap(*texts[:2]) if len(texts) > 1 else None


def _sides(task: Task) -> list[str]:
    """The two texts that a prompt compares, if it does."""
    return task.reading.exhibits.sides if task.reading.exhibits else []


# Ways to choose an option


def _entailed(task: Task, form: Label) -> str | None:
    """Of entailment, contradiction and neither, what a hypothesis is to its premise."""
    if not (verdict := judged(task)):
        return None
    kind = "entail" if verdict.holds else "neutral" if verdict.share else "contradict"
    return next((each for each in form.options if each.lower().startswith(kind)), None)


def _related(task: Task, form: Label) -> str | None:
    """Of answers that say more, less, the same or something else than the reference, this one."""
    relation = related(task) if any("superset" in each for each in form.about) else ""
    cue = {"same": "same", "more": "superset", "less": "subset"}.get(relation, "agree|conflict")
    told = zip(form.options, form.about, strict=False)
    return next((each for each, about in told if relation and re.search(cue, about)), None)


def _polar(task: Task, form: Label) -> str | None:
    """Of `yes` and `no`, `CORRECT` and `INCORRECT` and their like, by what is asked."""
    bare = {
        re.sub(r"(?i).*answer is\b", "", each).strip(" .'\"()[]"): each for each in form.options
    }
    good, bad = (
        next((each for said, each in bare.items() if named(kind).fullmatch(said)), None)
        for kind in ("good", "bad")
    )
    if not (good and bad) and len(form.about) == 2 and judged(task):
        ill = [bool(named("bad").search(about)) for about in form.about]
        sorted_options = {is_bad: each for each, is_bad in zip(form.options, ill, strict=True)}
        good, bad = sorted_options.get(False), sorted_options.get(True)
    return (good if holds(task) else bad) if good and bad else None


def _better(task: Task, form: Label) -> str | None:
    """Of two answers the one that says more; a tie if they are the same."""
    bare = [option.strip("[]() ").upper() for option in form.options]
    if any(form.about):
        if not any(named("pairwise").search(about) for about in form.about):
            return None
    elif not {*bare} <= {"A", "B", "C", "TIE"} and {"1", "2"} != {*bare} - {"TIE"}:
        return None
    if len({*_sides(task)}) == 1:
        return next(
            (each for each in form.options if each.strip("[]() ")[:1] in "CcTt"), form.options[-1]
        )
    mark = ("A", "1") if preferred(task) == 0 else ("B", "2")
    return next(
        (each for each, said in zip(form.options, bare, strict=True) if said[:1] in mark), None
    )


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
    if task.known and len({*task.known.items} & {*form.about}) > 1:
        return None
    return next((option for option, about in said if about.strip(" .\"'").lower() == bare), None)


def _described(task: Task, form: Label) -> str | None:
    """The option whose description shares most with the text."""
    said = {f"{each} {told}": each for each, told in zip(form.options, form.about, strict=False)}
    return said[judgement.label(task.material, [*said])] if any(form.about) else None


def _material(task: Task) -> str:
    """The text that a choice is about; it may be the conversation before the question."""
    earlier = task.reading.earlier if named("above").search(task.reading.question[:400]) else ()
    return "\n".join([*earlier, *task.reading.answers]) if earlier else task.material
