"""Verdicts on what a prompt lays before a judge: is the answer right, supported, to the point?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.content import judgement
from mockserver.chat.model.content.judgement import Verdict
from mockserver.chat.model.content.material import sentences
from mockserver.chat.model.demands import demands_in
from mockserver.chat.model.exhibits import Exhibits, listed
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.forms.words import named
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.tables import table

RULES = table("forms/judging.txt")
_RELEVANT = pattern(r"(?i)\b(?:ir)?relevan")
_GENERAL = pattern(
    r"(?i)\b(?:correct|accura|factual|right\b|relevan|helpful|complete|coheren|clarity|insight"
    r"|quality|well[- ]written|fluen|concis|brief|to the point|depth|detail|creativ)"
)
"""Said by a rubric that asks for what every answer should be."""

_KIND = pattern(
    r"(?i)\b(?:is|an?|the|poem|haiku|story|list|text|answer|response|output|e-?mail|joke|article"
    r"|sentences?|code|about|year|word|number|name|must|should|has to)\b"
)
"""Words of a rubric that the text itself need not hold."""

_EVASION = pattern(
    r"(?i)\b(?:i (?:don['\u2019]?t|do not) know|no idea|banana|can(?:no|['\u2019])t help|lorem"
    r"|not sure)\b"
)
_FEW = 4
"""So many words may answer a question without naming its subject."""


def judged(task: Task) -> Verdict | None:
    """The verdict on the answer that the prompt lays before a judge, of two on the better one."""
    found = task.reading.exhibits
    if not found or not found.judges:
        return None
    given = found.sides[preferred(task)] if found.sides else found.one("given")
    return verdict_on(task, given)


def verdict_on(task: Task, given: str) -> Verdict | None:
    """The verdict on an answer or a statement.

    What the prompt holds against it counts in this order: a reference, a source, a criterion, the
    demands of the question, and whether it speaks of what was asked for.
    """
    if (found := task.reading.exhibits) is None:
        return None
    question, source, rubric, text, reference = map(
        found.one, ("question", "source", "criterion", "text", "reference")
    )
    source, given = source or (text if given else ""), given or text
    instructions = f"{task.reading.system}\n{found.asks}"
    is_for_question = bool(question and _RELEVANT.search(instructions)) and _is_claim(found)
    if not given:
        return _by_question(task, question, source) if question and source else None
    if reference:
        return judgement.verdict(given, reference, question)
    if source and not is_for_question:
        return judgement.verdict(source, given)
    if rubric and not (question and _GENERAL.search(rubric)):
        return _by_rubric(task, given, rubric)
    return _by_question(task, question, given)


def _is_claim(found: Exhibits) -> bool:
    """True for the exhibits by which one of several texts is judged."""
    return found.pieces[-1].name == "claim"


def claims_in(found: Exhibits) -> Iterator[tuple[str, Exhibits]]:
    """Several texts to be judged one by one, each with the exhibits that it is judged by."""
    each = _EACH.search(found.asks)
    name = "claim"
    if told := found.one("claims"):
        role, claims = "given", listed(told)
    elif each and each["whole"] and found.one("source").startswith("["):
        role, claims = "source", listed(found.one("source"))
        name = "source" if found.one("given") else name
    elif each:
        role = next(filter(found.one, ("given", "reference", "source")), "")
        claims = sentences(found.one(role))
    else:
        return
    yield from ((claim, found.instead(role, claim, name)) for claim in claims)


_EACH = pattern(
    r"(?i)\b(?:each|every) (?:of the )?(?:sentence|statement|claim"
    r"|(?P<whole>node|document|context|passage))\b"
)


def related(task: Task) -> str:
    """`same`, `more`, `less` or `other`: what an answer says beside its reference."""
    if (found := task.reading.exhibits) is None or not found.one("reference"):
        return ""
    given, reference, question = map(found.one, ("given", "reference", "question"))
    has_all = judgement.verdict(given, reference, question).holds
    has_only = judgement.verdict(reference, given, question).holds
    return {(True, True): "same", (True, False): "more", (False, True): "less"}.get(
        (has_all, has_only), "other"
    )


def _by_rubric(task: Task, given: str, rubric: str) -> Verdict:
    """By a property that the rubric names, what it asks to be named, or the words they share."""
    asked = RULES.find("asked to name", rubric)
    if looks := RULES.text("content", rubric):
        holds = bool(re.search(looks, given))
    elif (demanded := demands_in(rubric)) and not asked:
        return judgement.by_share(float(all(each.met(given) for each in demanded)))
    elif found := named("property").search(rubric):
        holds = has(given, found[0].lower())
    elif asked and (known := task.answer_to(f"What is {asked['what']}?")):
        holds = known.value.lower() in given.lower()
    else:
        wanted = _KIND.sub("", asked["what"] if asked else rubric)
        holds = judgement.verdict(given, wanted).share >= 0.5
    return judgement.by_share(float(holds != bool(named("denied").search(rubric))))


def has(text: str, quality: str) -> bool:
    """True if a text has a property; what is polite or safe sounds good and is not toxic."""
    if quality in ("polite", "safe", "appropriate"):
        return judgement.quality(text) > 0.5 and not has(text, "toxic")
    return judgement.label(text, [quality, "none"]) == quality


def _by_question(task: Task, question: str, given: str) -> Verdict:
    """By the demands of the question, what the model itself would answer, and the subject."""
    demanded = demands_in(question) if question else []
    if not all(each.met(given) for each in demanded) or _EVASION.search(given):
        return judgement.by_share(0.1)
    if demanded and not question.rstrip().endswith("?"):
        return judgement.by_share(0.9)
    if question and (known := task.answer_to(question)):
        return judgement.verdict(given, RULES.text("surname", known.value) or known.value)
    if len(given.split()) > _FEW and not judgement.is_about(given, question):
        return judgement.by_share(0.0)
    return judgement.by_share(judgement.quality(given))


def preferred(task: Task) -> int:
    """The place of the better one of two answers, 0 or 1: to be right beats to be longer."""
    sides = task.reading.exhibits.sides if task.reading.exhibits else []
    worths = [_worth(task, side) for side in sides]
    return worths.index(max(worths)) if worths else 0


def _worth(task: Task, answer: str) -> float:
    verdict = verdict_on(task, answer)
    right = 20 if verdict and verdict.holds else 0
    evading = 20 if _EVASION.search(answer) else 0
    return right - evading + 10 * judgement.quality(answer) + min(len(answer), 600) / 100
