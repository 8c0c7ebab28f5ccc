"""Questions of the crew to their handbook: retrieval in three steps, then an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mockserver.core.model import JsonObject
from mockserver.data.demo.cast import Cast, ago
from mockserver.data.demo.chat import Talk, chat
from mockserver.data.demo.questions import ENTRIES, HandbookEntry
from mockserver.data.demo.size import up_to

CALLS_PER_ANSWER = 6.0

HOUR = 60 * 60
REBUILD = range(26 * HOUR, 30 * HOUR)
"""Seconds before now in which the index was rebuilt."""

PROMPT = "Answer from the sections given, and name them."
LARGE = Talk("harbour-large", PROMPT, 1.8)
SMALL = Talk("harbour-small", PROMPT, 0.8)
SHIPS = ("Gannet", "Puffin", "Fulmar")
FAILURE = "IndexUnavailable: handbook-2025 did not answer within 5 s"
RETRIEVER = "weave:///acme/handbook/object/handbook-retriever:latest"


def handbook(cast: Cast, calls: int) -> list[JsonObject]:
    """About so many calls, and the rebuilding that some of them suffered from."""
    rebuilt = {
        "op": "rebuild_index",
        "at": ago(REBUILD.stop),
        "took": "4h",
        "inputs": {"index": "handbook-2025", "sections": 214},
        "output": {"chunks": 1630},
    }
    running = {
        "op": "rebuild_index",
        "at": "-13m",
        "inputs": {"index": "handbook-2025", "sections": 217},
        "children": [{"op": "split_sections", "took": "38s", "output": {"chunks": 1652}}],
    }
    return [rebuilt, *up_to(calls, _answers(cast, calls)), running]


def _answers(cast: Cast, calls: int) -> Iterator[JsonObject]:
    yield _question_at(cast, REBUILD[len(REBUILD) // 2], _failed)
    for seconds in cast.moments(calls / CALLS_PER_ANSWER):
        fails = int(seconds) in REBUILD and cast.chance(0.6)
        yield _question_at(cast, seconds, _failed if fails else _answer)


def _question_at(
    cast: Cast, seconds: float, ending: Callable[[Cast, HandbookEntry, float], JsonObject]
) -> JsonObject:
    """A question of the crew, so many seconds before now."""
    entry = cast.one(ENTRIES)
    return {
        "op": "answer_from_handbook",
        "at": ago(seconds),
        "attributes": {"release": "2025.3", "ship": cast.one(SHIPS), "retriever": RETRIEVER},
        "inputs": {"question": entry.question},
        **ending(cast, entry, 6.0 if int(seconds) in REBUILD else 0.07),
    }


def _answer(cast: Cast, entry: HandbookEntry, searching: float) -> JsonObject:
    sections = [entry.section, f"{cast.number(1, 9)}.{cast.number(1, 9)}"]
    scores = [cast.number(70, 95) / 100, cast.number(30, 60) / 100]
    hits = [{"section": at, "score": score} for at, score in zip(sections, scores, strict=True)]
    talk = LARGE if cast.chance(0.7) else SMALL
    retrieve = {
        "op": "retrieve",
        "inputs": {"question": entry.question},
        "output": sections,
        "children": [
            _embed(cast, entry),
            {**_search(cast, searching), "output": hits},
            {"op": "rerank", "took": cast.took(0.2), "output": sections},
        ],
    }
    return {
        "output": {"answer": entry.answer, "sources": [entry.section]},
        "children": [retrieve, chat(cast, talk, entry.question, entry.answer)],
        "feedback": _feedback(cast),
    }


def _failed(cast: Cast, entry: HandbookEntry, searching: float) -> JsonObject:
    search = {**_search(cast, searching), "took": "5s", "exception": FAILURE}
    retrieve = {
        "op": "retrieve",
        "inputs": {"question": entry.question},
        "exception": FAILURE,
        "children": [_embed(cast, entry), search],
    }
    return {"exception": FAILURE, "children": [retrieve]}


def _embed(cast: Cast, entry: HandbookEntry) -> JsonObject:
    return {
        "op": "embed",
        "took": cast.took(0.09),
        "inputs": {"texts": 1},
        "output": {"dimensions": 384},
        "usage": {"model": "harbour-embed", "prompt": len(entry.question) // 4},
    }


def _search(cast: Cast, usual: float) -> JsonObject:
    inputs = {"index": "handbook-2025", "top_k": 3}
    return {"op": "search_index", "took": cast.took(usual), "inputs": inputs}


def _feedback(cast: Cast) -> list[JsonObject]:
    if not cast.chance(0.1):
        return []
    if cast.chance(0.8):
        return [{"emoji": "👍"}]
    return [
        {"emoji": "👎"},
        {"note": "That section was replaced.", "creator": cast.one(cast.people)},
    ]
