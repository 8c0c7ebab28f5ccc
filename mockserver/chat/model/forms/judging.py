"""Judging what a prompt brings: which label fits, how many points, whether an answer is right."""

from __future__ import annotations

import re

from mockserver.chat.model import languages
from mockserver.chat.model.content import hours, judgement
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.demands.form import Label, ScoreForm
from mockserver.chat.model.demands.wording import in_plain_words
from mockserver.chat.model.forms.names import named
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.meaning import senses_of, stems_of
from mockserver.chat.model.numbers import NUMBER, numbers_in
from mockserver.chat.model.patterns import pattern

_NAMING = pattern(
    r"(?:the )?(?:(?:output|answer|response|text|it) )?(?:names?|mentions?|says?|states?|contains?"
    r"|gives?|includes?|explains?)(?: that)? (?P<what>[^.\n]{3,80})",
    re.IGNORECASE,
)
_DENIED = pattern(r"\b(?:not|never|no|without|avoids?)\b|n't\b", re.IGNORECASE)


_CONTENTS = tuple(
    (pattern(rf"\b(?:{name})s?\b", re.IGNORECASE), pattern(looks))
    for name, looks in (
        (r"(?:tele)?phone numbers?", r"\+?\(?\d[\d ()./-]{5,}\d"),
        (r"e-?mail(?: address(?:e)?)?", r"[\w.+-]+@[\w-]+\.\w"),
        (r"url|link|web address(?:e)?", r"https?://|\bwww\.\w"),
        (r"digit|number|numeral", r"\d"),
        (r"exclamation (?:mark|point)", r"!"),
        (r"question mark|question", r"\?"),
        (r"emoji", "[\U0001f000-\U0001faff\u2600-\u27bf]"),
    )
)
"""Things a rubric may want in a text, or not want, and their patterns."""


def judged(task: Task) -> judgement.Verdict | None:
    """The verdict on the answer that the prompt lays before a judge, if it does."""
    found = task.reading.exhibits
    return verdict_on(task, found.one("given")) if found and not found.claims else None


def verdict_on(task: Task, given: str) -> judgement.Verdict | None:
    """The verdict on an answer or a statement.

    What the prompt holds against it counts in this order: a reference, a source, a criterion, the
    demands of the question, and whether it speaks of what was asked for.
    """
    found = task.reading.exhibits
    if found is None:
        return None
    question, source, rubric = map(found.one, ("question", "source", "criterion"))
    given = given or found.one("text")
    if (reference := found.one("reference")) and given:
        return judgement.verdict(given, reference, question)
    if source and given and not (found.claims and _IS_RELEVANT.search(task.reading.system + found.asks) and question):
        return judgement.verdict(source, given)
    if rubric and given and not _IS_GENERAL.search(rubric):
        return _by_rubric(task, given, rubric)
    if question and (given or source):
        return _by_question(task, question, given or source)
    return _by_rubric(task, given, rubric) if rubric and given else None


_IS_RELEVANT = pattern(r"(?i)\brelevan")
_IS_GENERAL = pattern(
    r"(?i)\b(?:correct|accura|factual|right\b|relevan|helpful|complete|coheren|clarity|insight"
    r"|quality|well[- ]written|fluen)"
)
"""Said by a rubric that asks for what every answer should be."""


def _by_rubric(task: Task, given: str, rubric: str) -> judgement.Verdict:
    """By a property that the rubric names, what it asks to be named, or the words they share."""
    asked = _NAMING.match(rubric)
    kind = next((looks for name, looks in _CONTENTS if name.search(rubric)), None)
    if kind:
        holds = bool(kind.search(given))
    elif (demanded := demands_in(rubric)) and not asked:
        holds = all(each.met(given) for each in demanded)
    elif found := named("property").search(rubric):
        share = judgement.quality(given)
        labelled = judgement.label(given, [found[0].lower(), "none"]) != "none"
        holds = share > 0.5 if found[0].lower() in ("polite", "safe") else labelled
    elif asked and (known := task.answer_to(f"What is {asked['what']}?")):
        holds = known.value.lower() in given.lower()
    else:
        holds = judgement.verdict(given, _KIND.sub("", _NAMING.sub(r"\g<what>", rubric))).share >= 0.5
    if _DENIED.search(rubric):
        holds = not holds
    return judgement.by_share(1.0 if holds else 0.0)


_KIND = pattern(
    r"(?i)\b(?:is|a|an|the|poem|haiku|story|list|text|answer|response|output|e-?mail|joke|article"
    r"|sentences?|code|about|year|word|number|name|must|should|has to)\b"
)
"""Words of a rubric that the text itself need not hold."""

_SURNAME = pattern(r"[A-Z]\w+ ([A-Z]\w+)")
"""A name of which the last word says enough."""

_EVASION = pattern(
    r"(?i)\b(?:i (?:don['\u2019]?t|do not) know|no idea|banana|can(?:no|['\u2019])t help|lorem"
    r"|not sure)\b"
)


def _by_question(task: Task, question: str, given: str) -> judgement.Verdict:
    """By what the model itself would answer, the demands of the question, and its subject."""
    if (demanded := demands_in(question)) and not all(each.met(given) for each in demanded):
        return judgement.by_share(0.1)
    if demanded and not question.rstrip().endswith("?"):
        return judgement.by_share(0.9)
    if _EVASION.search(given):
        return judgement.by_share(0.1)
    if (known := task.answer_to(question)) and not _IS_RELEVANT.search(task.reading.system):
        surname = _SURNAME.fullmatch(known.value)
        return judgement.verdict(given, surname[1] if surname else known.value)
    if len(given.split()) > _FEW and not judgement.is_about(given, question):
        return judgement.by_share(0.0)
    return judgement.by_share(judgement.quality(given))


_FEW = 4
"""So many words may answer a question without naming its subject."""


def chosen(task: Task, form: Label) -> str:
    """The option that the words of the text speak for."""
    for find in (_entailed, _polar, _better, _language, _known_option, _described, _named):
        if found := find(task, form):
            return found
    return judgement.label(_material(task), form.options)


_ROWS = pattern(r"(?m)^[ \t]*\(?(\d{1,2})[.):]\)?[ \t]+(\S[^\n]*)$")


def chosen_row(task: Task) -> int | None:
    """The number of the listed choice that shares most with what is asked."""
    rows = dict(_ROWS.findall(task.reading.question))
    if len(rows) < _TWO:
        return None
    told = [*rows.values()]
    return int([*rows][told.index(judgement.label(task.asked or task.material, told))])


_ABOVE = pattern(r"(?i)\b(?:above|conversation|dialogue|chat|so far)\b")


def _material(task: Task) -> str:
    """The text that a choice is about; it may be the conversation before the question."""
    earlier = task.reading.earlier if _ABOVE.search(task.reading.question[:400]) else ()
    return "\n".join([*earlier, *task.reading.answers]) if earlier else task.material


def _known_option(task: Task, form: Label) -> str | None:
    """The option that is the answer, or stands for it."""
    if task.known is None:
        return None
    bare = task.known.value.strip(" .").lower()
    said = zip(form.options, form.about or form.options, strict=True)
    return next((option for option, about in said if about.strip(" .\"'").lower() == bare), None)


def _described(task: Task, form: Label) -> str | None:
    """The option whose description shares most with the text."""
    if not any(form.about):
        return None
    told = [f"{option} {about}" for option, about in zip(form.options, form.about, strict=True)]
    return form.options[told.index(judgement.label(task.material, told))]


def _named(task: Task, form: Label) -> str | None:
    """The one option that the text itself names."""
    words = set(re.findall(r"\w+", task.given.lower()))
    named = [option for option in form.options if option.lower() in words]
    return named[0] if len(named) == 1 else None


def _language(task: Task, form: Label) -> str | None:
    """Of names of languages, that of the text."""
    codes = languages.languages()
    known = {each: codes.get(each.lower()) or languages.named(each) for each in form.options}
    english = next((each for each in form.options if each.lower() in ("english", "en")), None)
    if sum(each is not None for each in known.values()) + (english is not None) < 2:
        return None
    found = languages.language_of(task.material)
    if found is None:
        return english
    return next(
        (option for option, each in known.items() if each and each.code == found.code), None
    )


def _entailed(task: Task, form: Label) -> str | None:
    """Of entailment, contradiction and neither, what a hypothesis is to its premise."""
    known = {
        kind: option
        for option in form.options
        for kind in ("entail", "contradict", "neutral")
        if option.lower().startswith(kind)
    }
    found = task.reading.exhibits
    if len(known) < _TWO or found is None:
        return None
    premise, hypothesis = (found.one(role).split("\n")[0] for role in ("source", "given"))
    verdict = judgement.verdict(premise, hypothesis)
    if verdict.holds or (verdict.share and _is_akin(premise, hypothesis)):
        return known.get("entail")
    return known.get("neutral" if verdict.share else "contradict")


def _is_akin(premise: str, hypothesis: str) -> bool:
    """True if every word of a hypothesis is one of the premise or has its sense."""
    mine = stems_of(premise)
    return all(each in mine or senses_of([each]) & senses_of(mine) for each in stems_of(hypothesis))


def _polar(task: Task, form: Label) -> str | None:
    """Of `yes` and `no`, `CORRECT` and `INCORRECT` and their like, by what is asked."""
    good, bad = (
        next((option for option in form.options if _says(option, kind)), None)
        for kind in ("good", "bad")
    )
    return (good if holds(task) else bad) if good and bad else None


def _says(option: str, kind: str) -> bool:
    """True if an option says yes, or no, to what is asked."""
    bare = re.sub(r"(?i).*answer is\b", "", option).strip(" .'\"()[]")
    return bool(named(kind).fullmatch(bare))


def holds(task: Task) -> bool:
    """True if the answer to a question of yes or no is yes."""
    if verdict := judged(task):
        return verdict.holds
    if (stated := _is_open(task)) is not None or (stated := _stated(task)) is not None:
        return stated
    if task.known:
        said = task.known.value.strip().lower()
        if said.startswith(("yes", "true", "no", "false")):
            return said.startswith(("yes", "true"))
        if said in task.asked.lower():
            return True
    question = re.sub(r"[\"\u201c][^\"\u201d]*[\"\u201d]", "", task.reading.question)
    instructions = f"{question}\n{task.reading.system}"
    if found := named("property").search(instructions.replace(task.material, "")):
        name = found[0].lower()
        return judgement.label(task.material, [name, "none"]) == name
    return task.draws.chance(60)


_EQUATION = pattern(
    rf"(?i)((?:[\d(]|{NUMBER}\s|the (?:sum|product|difference) (?:of|between) )"
    rf"(?:[\d\s+*/x^().-]|{NUMBER}|and|plus|minus|times|divided by|over)*?)\s*"
    rf"(?:=|equals|is equal to|makes|is)\s*(-?{NUMBER})(?![\w.]*\d)"
)
_SAME = pattern(
    r"(?i)\b(?:match|same|identical|equal)\b[^\n]*?[?:.]\s*[\"']?([\w.-]+)[\"']?"
    r"\s*(?:,? and |,|/|\n)\s*[\"']?([\w.-]+\b)"
)
_OPERATOR = pattern(r"(?i)[+*/^-]|\b(?:sum|product|difference|x|plus|minus|times|divided|over)\b")
_IDENTITY = pattern(
    r"(?i)\bis (?P<one>[\w .'-]{2,40}?) (?P<what>the [\w '-]{3,60}?)[?.](?:\s"
    r"|$)|\b(?P<it>[A-Z][\w '-]{1,40}?) is (?P<its>the [\w '-]{3,60})(?:[.\n]"
    r"|$)"
)
_FIGURES = pattern(
    rf"(?i)(?P<one>\b{NUMBER}) (?:(?:is|ist|est|es) )?"
    r"(?:(?P<more>greater|more|larger|bigger|higher)"
    rf"|less|smaller|lower|fewer) than (?P<other>{NUMBER})"
)
_COMPARED = pattern(
    r"(?i)(?:^|[.:?!])\s*(?:the )?([\w.+*/ -]{1,40}?) is ((?:\w+er|more"
    r"|less|greater) than [\w.+*/ -]{1,40})"
)


def _is_open(task: Task) -> bool | None:
    """True if a shop is open at the time that is asked for."""
    question = task.reading.question[-4_000:]
    return hours.is_open(task.asked or question, question)


def _stated(task: Task) -> bool | None:
    """True if a statement holds that can be computed or is known: `2 + 2 = 4`, `A is the B`."""
    text = in_plain_words(task.reading.question[-4_000:])
    if figures := _FIGURES.search(text):
        low, high = next(numbers_in(figures["one"])), next(numbers_in(figures["other"]))
        return low > high if figures["more"] else low < high
    if (equation := _EQUATION.search(text)) and _OPERATOR.search(equation[1].strip(" -")):
        found = task.answer_to(f"What is {equation[1].strip()}?")
        return found is not None and [*numbers_in(found.value)] == [*numbers_in(equation[2])]
    if same := _SAME.search(text):
        return same[1].rstrip(".") == same[2].rstrip(".")
    if compared := _COMPARED.search(text):
        found = task.answer_to(f"Is {compared[1].strip()} {compared[2].strip()}?")
        if found and found.value.lower().startswith(("yes", "no")):
            return found.value.lower().startswith("yes")
    if identity := _IDENTITY.search(text):
        one, what = identity["one"] or identity["it"], identity["what"] or identity["its"]
        found = task.answer_to(f"What is {what}?")
        return found.value.strip().lower() == one.strip().lower() if found else None
    return None


def _better(task: Task, form: Label) -> str | None:
    """Of two answers the one that says more; a tie if they are the same."""
    bare = [option.strip("[]() ").upper() for option in form.options]
    if any(len(each) > 1 and each != "TIE" for each in bare) and not any(form.about):
        return None
    marks = {each[:1]: option for each, option in zip(bare, form.options, strict=True)}
    if marks.keys() == {"1", "2"} and not any(form.about):
        marks = {"A": marks["1"], "B": marks["2"]}
    compares = any(_PAIRWISE.search(about) for about in form.about)
    if not compares and (any(form.about) or not marks.keys() <= {"A", "B", "C", "T"}):
        return None
    one, other = _answer_of(task, "a", "1", "first"), _answer_of(task, "b", "2", "second")
    if one and one == other:
        return marks.get("C") or marks.get("T") or form.options[-1]
    found = task.reading.exhibits
    question = (found.one("question") if found else "") or task.asked
    known = task.answer_to(question)
    wanted = (found.one("reference") if found else "") or (known.value if known else "")
    first = _worth(one, wanted) >= _worth(other, wanted)
    return marks.get("A" if first else "B", form.options[0 if first else 1])


_PAIRWISE = pattern(r"\bassistant a|\bfirst\b.*better|response (?:1|a)\b", re.IGNORECASE)


def _answer_of(task: Task, *names: str) -> str:
    return found.side(*names) if (found := task.reading.exhibits) else ""


def _worth(answer: str, wanted: str) -> float:
    """The merit of an answer: one that says what is wanted beats a longer one."""
    says_it = bool(wanted) and judgement.verdict(answer, wanted).holds
    evades = bool(_EVASION.search(answer))
    return 20 * says_it - 20 * evades + judgement.quality(answer) * 10 + min(len(answer), 600) / 100


def points(task: Task, low: float, high: float) -> tuple[str, str]:
    """A score within the bounds and the reason that agrees with it."""
    if (alike := _similarity(task)) is not None:
        point = judgement.scaled(alike, low, high)
        return _figure(point, high - low), judgement.reason(alike)
    if verdict := judged(task):
        share = max(verdict.share, 0.9) if verdict.holds else min(verdict.share, 0.3)
    else:
        share = judgement.quality(task.material)
    point = judgement.scaled(share, low, high)
    reason = verdict.reason if verdict else judgement.reason(share)
    return _figure(point, high - low), reason


def _figure(point: float, width: float) -> str:
    """A point as it is written: with a decimal where the scale has nothing between its ends."""
    return str(int(point)) if float(point).is_integer() and width > 1 else str(point)


_ALIKE = pattern(r"(?i)\b(?:simil|alike\b|paraphras|same meaning|equivalen|overlap)\w*")
_TWO = 2
_QUOTED = pattern(r"[\"\u201c]([^\"\u201d\n]{3,400})[\"\u201d]")


def _similarity(task: Task) -> float | None:
    """The share of words that two texts have in common, if that is asked for."""
    if not _ALIKE.search(f"{task.reading.system}\n{task.reading.question}"):
        return None
    sides = [_answer_of(task, *names) for names in (("a", "1", "first"), ("b", "2", "second"))]
    texts = sides if all(sides) else _QUOTED.findall(task.reading.question)
    return judgement.overlap(*texts[:_TWO]) if len(texts) >= _TWO else None


def scored(task: Task, form: ScoreForm) -> str:
    """The score, and a reason unless only the number is wanted."""
    point, reason = points(task, form.low, form.high)
    said = f"{point}{form.unit}" if point != "1" else f"{point}{form.unit.removesuffix('s')}"
    return said if form.alone else f"Score: {said}\n\n{reason}"
