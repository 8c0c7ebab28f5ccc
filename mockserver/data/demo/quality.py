"""The models, scorers and evaluations of the handbook."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.model import JsonObject
from mockserver.data.demo.cast import Cast, ago
from mockserver.data.demo.questions import ENTRIES, HandbookEntry

DAY = 24 * 60 * 60

SCORERS = ("correct", "names_its_source")
CALLS_PER_PREDICTION = 2 + len(SCORERS)
CALLS_PER_RUN = 2


class Contender(NamedTuple):
    """A version of a model, how long ago it was evaluated, how good and how quick it is."""

    model: str
    days: float
    quality: float
    seconds: float


CONTENDERS = (
    Contender("harbour-small:v0", 9, 0.5, 0.6),
    Contender("harbour-small:v1", 5, 0.7, 0.7),
    Contender("harbour-large:v0", 4, 0.95, 1.9),
    Contender("harbour-large:v1", 1, 0.45, 1.2),
)
LATEST = Contender("harbour-large:v2", 0.005, 0.95, 1.7)
"""The one whose evaluation has only begun."""

BEGUN = 3
"""Predictions of it so far."""


class Evaluated(NamedTuple):
    """The parts of the project, and how many calls they come to."""

    project: JsonObject
    calls: int


def quality(cast: Cast) -> Evaluated:
    """Everything about the handbook but the questions that were asked."""
    runs = [_run(cast, contender, len(ENTRIES)) for contender in CONTENDERS]
    begun = {**_run(cast, LATEST, BEGUN), "finished": False}
    predictions = len(ENTRIES) * len(runs) + BEGUN
    evaluation = {
        "name": "handbook-answers",
        "description": "Are answers right, and do they name their section?",
        "dataset": "handbook-questions",
        "scorers": SCORERS,
        "at": ago(10 * DAY),
        "runs": [*runs, begun],
    }
    calls = predictions * CALLS_PER_PREDICTION + CALLS_PER_RUN * len(runs) + 1
    return Evaluated({**_made(), "evaluations": [evaluation]}, calls)


def _made() -> JsonObject:
    """Files, datasets, models, scorers, a retriever and prices."""
    rows = [entry._asdict() for entry in ENTRIES]
    text = "".join(f"{row['section']} {row['answer']}\n" for row in rows)
    return {
        "files": [{"name": "handbook.txt", "text": text}],
        "datasets": [
            {"name": "handbook-questions", "at": ago(12 * DAY), "rows": rows[:5]},
            {"name": "handbook-questions", "at": ago(11 * DAY), "rows": rows},
        ],
        "objects": _retrievers(),
        "models": [
            _model("harbour-small", {"temperature": 0.7}, {"temperature": 0.2}),
            _model("harbour-large", {"top_k": 2}, {"top_k": 1}, {"top_k": 3, "rerank": True}),
        ],
        "scorers": [{"name": name, "at": ago(10 * DAY)} for name in SCORERS],
        "costs": [
            _price("harbour-small", 1.5e-7, 6e-7),
            _price("harbour-large", 2.5e-6, 1e-5),
            _price("harbour-embed", 2e-8, 0),
        ],
    }


def _retrievers() -> list[JsonObject]:
    older = {"index": "handbook-2024", "top_k": 2}
    newer = {"index": "handbook-2025", "top_k": 3}
    return [
        {"name": "handbook-retriever", "at": ago(13 * DAY), "versions": [older]},
        {"name": "handbook-retriever", "at": ago(6 * DAY), "versions": [newer]},
    ]


def _model(name: str, *versions: JsonObject) -> JsonObject:
    return {"name": name, "at": ago(10 * DAY), "versions": versions}


def _price(model: str, prompt: float, completion: float) -> JsonObject:
    return {"model": model, "prompt": prompt, "completion": completion, "at": ago(14 * DAY)}


def _run(cast: Cast, contender: Contender, rows: int) -> JsonObject:
    predictions = [_prediction(cast, contender, row) for row in range(rows)]
    at = ago(contender.days * DAY)
    return {"model": contender.model, "at": at, "predictions": predictions}


def _prediction(cast: Cast, contender: Contender, row: int) -> JsonObject:
    entry: HandbookEntry = ENTRIES[row]
    right, named = cast.chance(contender.quality), cast.chance(contender.quality)
    answer = entry.answer if right else "The handbook does not say."
    model, _, _ = contender.model.partition(":")
    return {
        "row": row,
        "output": f"{answer} ({entry.section})" if named else answer,
        "took": cast.took(contender.seconds),
        "usage": {"model": model, "prompt": 900, "completion": len(answer) // 4},
        "scores": {"correct": right, "names_its_source": named},
    }
