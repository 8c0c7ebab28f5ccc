"""The project of the passengers' assistant: conversations of a few turns, some with a tool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.core.model import JsonObject
from mockserver.data.demo.cast import RELEASE, Cast, ago
from mockserver.data.demo.size import up_to
from mockserver.data.demo.turns import (
    ASIDES,
    MODEL,
    Trip,
    Turn,
    aside,
    booking,
    luggage,
    thanks,
    timetable,
    weather,
)

CALLS_PER_THREAD = 11.5
"""The mean number of calls of a conversation; only the pace of the moments depends on it."""

PAUSE = 45
"""Seconds between two turns."""

LAUNCH = ago(RELEASE * 3)
PROMPT = "weave:///acme/ferry-assistant/object/assistant-prompt"
FIRST = "You are the assistant of Harbour Ferries. Answer in one or two sentences."
SECOND = f"{FIRST} Give the day with every departure time, and say so when you do not know."
MIDDLE: tuple[Turn, ...] = (booking, luggage, weather)
LONG: tuple[Turn, ...] = (*MIDDLE, *(aside(*each) for each in ASIDES))
"""The questions of a passenger with many: with the first and the last, twenty turns."""

PRICES = (
    (MODEL, 1.5e-7, 6e-7),
    ("harbour-large", 2.5e-6, 1e-5),
    ("harbour-reasoner", 1.1e-6, 4.4e-6),
    ("harbour-vision", 3e-6, 1.2e-5),
)
"""Models with what a token of the prompt and one of the answer cost."""

COMPLAINTS = ("No day with the time.", "Wrong pier.", "Far too long.", "Not what I had asked.")


def assistant(cast: Cast, calls: int) -> JsonObject:
    """The whole project with about so many calls."""
    spec = {"name": "helpful", "field_schema": {"type": "boolean"}}
    return {
        "objects": [
            {"name": "assistant-prompt", "at": LAUNCH, "versions": [FIRST]},
            {"name": "assistant-prompt", "at": ago(RELEASE), "versions": [SECOND]},
            {"name": "helpful", "at": LAUNCH, "builtin": "AnnotationSpec", "versions": [spec]},
        ],
        "costs": [
            {"model": model, "prompt": prompt, "completion": completion, "at": LAUNCH}
            for model, prompt, completion in PRICES
        ],
        "calls": list(up_to(calls, _turns(cast, calls))),
        "feedback": [{"on": "assistant-prompt", "note": "Much better.", "creator": cast.people[0]}],
    }


def _turns(cast: Cast, calls: int) -> Iterator[JsonObject]:
    """Turn after turn, conversation after conversation."""
    yield from _conversation(cast, "regular-7", (len(LONG) + 2) * PAUSE + 600, LONG)
    for number, seconds in enumerate(cast.moments(calls / CALLS_PER_THREAD), 1001):
        middle = cast.some(MIDDLE, cast.number(0, len(MIDDLE)))
        yield from _conversation(cast, f"passenger-{number}", seconds, middle)


def _conversation(
    cast: Cast, thread: str, seconds: float, middle: Sequence[Turn]
) -> Iterator[JsonObject]:
    """A conversation with some turns between its first and its last."""
    new = seconds <= RELEASE
    trip = Trip(
        prompt=SECOND if new else FIRST,
        dated=new,
        passenger=cast.one(cast.people),
        port=cast.one(cast.ports),
        departs=f"{cast.number(20, 23)}:{cast.number(0, 5)}0",
        pier=cast.number(1, 5),
        wind=cast.number(3, 19),
    )
    attributes = {
        "release": f"2025.{2 + new}",
        "channel": cast.one(("web", "web", "app", "kiosk")),
        "prompt": f"{PROMPT}:v{new:d}",
    }
    for at, turn in enumerate([timetable, *middle, thanks]):
        yield {
            **turn(cast, trip),
            "at": ago(max(seconds - at * PAUSE, 60 - at)),
            "thread": thread,
            "user": trip.passenger,
            "attributes": attributes,
            "feedback": _feedback(cast, satisfied=0.9 if new else 0.5),
        }


def _feedback(cast: Cast, satisfied: float) -> list[JsonObject]:
    """One turn in four is judged, some of those by the staff as well."""
    if not cast.chance(0.25):
        return []
    good = cast.chance(satisfied)
    feedback: list[JsonObject] = [{"emoji": "👍" if good else "👎"}]
    if not good:
        feedback.append({"note": cast.one(COMPLAINTS)})
    if cast.chance(0.4):
        feedback.append(
            {"annotation": "helpful", "value": good, "creator": cast.one(cast.people[:4])}
        )
    return feedback
