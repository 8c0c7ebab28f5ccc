"""Wishes of passengers to the planner, with all that its tools find: what the model says of a wish
is what they found."""

from __future__ import annotations

from typing import NamedTuple

from mockserver.core.model import Json, JsonObject


class DelegatedTask(NamedTuple):
    """A task of the planner for an agent of its own: to look up a rule, to book a place."""

    op: str
    question: str
    finding: str
    booking: str
    wanted: JsonObject
    booked: Json
    sold_out: str


class Wish(NamedTuple):
    """A passenger's wish, with the thoughts, the finds and the answer of the planner."""

    question: str
    thought: str
    answer: str
    arguments: JsonObject
    crossings: Json
    weather: JsonObject
    errand: DelegatedTask


EVENING: Json = [{"departs": "21:40", "pier": 4}]

WISHES = (
    Wish(
        "Plan a weekend on the islands for two adults and a dog, please.",
        "A dog needs the open deck, so the morning crossing. Then a room that takes dogs.",
        "## Your weekend\n\n| Day | Crossing | Pier |\n|---|---|---|\n| Sat | 08:10 | 2 |\n"
        "| Sun | 17:40 | 4 |\n\n1. Take the **open deck** with the dog.\n2. Room 12 is booked.\n\n"
        '```python\nprint("See you on board!")\n```',
        {"on": "Saturday", "guests": 2, "dog": True},
        [{"departs": "08:10", "pier": 2}, {"departs": "17:40", "pier": 4}],
        {"wind": 6, "unit": "m/s", "sea": "calm"},
        DelegatedTask(
            "find_lodging",
            "Are dogs allowed in rooms?",
            "Yes, small ones.",
            "book_room",
            {"guests": 2, "dog": True},
            {"room": 12},
            "no room for two adults and a dog on Saturday",
        ),
    ),
    Wish(
        "Wie komme ich mit dem Fahrrad zur Nordmole, wenn es stürmt? 🚲",
        "Bei Sturm fällt die Abendfähre aus; der Bus nimmt Fahrräder mit.",
        "Ab Windstärke 8 fährt **keine** Fähre. Nehmen Sie den Bus 12; Räder fahren kostenlos mit.",
        {"to": "Nordmole", "bicycle": True},
        [],
        {"wind": 21, "unit": "m/s", "sea": "rough"},
        DelegatedTask(
            "find_way_round",
            "What does a bicycle cost on the bus?",
            "Nothing.",
            "hold_bicycle_space",
            {"crossing": "21:40"},
            {"space": 3},
            "no crossing at 21:40, so no space for a bicycle",
        ),
    ),
    Wish(
        "明日の最終便は何時ですか。車椅子で乗れますか。",
        "最終便の時刻と、車椅子用の設備を調べる。",
        "最終便は **21時40分**、4番桟橋から出ます。車椅子のままご乗船いただけます。♿",
        {"on": "tomorrow", "wheelchair": True},
        EVENING,
        {"wind": 4, "unit": "m/s", "sea": "calm"},
        DelegatedTask(
            "check_access",
            "May a wheelchair stay on the passenger deck?",
            "Yes, beside the lift.",
            "hold_wheelchair_space",
            {"crossing": "21:40"},
            {"space": 1},
            "no space for a wheelchair at 21:40",
        ),
    ),
    Wish(
        "متى تغادر العبّارة الأخيرة إلى الجزيرة؟",
        "أبحث عن موعد آخر رحلة وعن حالة البحر.",
        "تغادر العبّارة الأخيرة الساعة **21:40** من الرصيف 4. البحر هادئ الليلة. ⛴️",
        {"on": "today", "last": True},
        EVENING,
        {"wind": 3, "unit": "m/s", "sea": "calm"},
        DelegatedTask(
            "check_seats",
            "How long before the last crossing does boarding end?",
            "Ten minutes.",
            "hold_seat",
            {"crossing": "21:40"},
            {"seat": "C7"},
            "no seat at 21:40",
        ),
    ),
)

FAILURES = (
    "RateLimitError: 429 Too many requests, try again in 2 s",
    "TimeoutError: no answer from timetable.harbour.example within 5 s",
    "ValueError: no tide table for 'Nordmole' on 2025-02-30",
    "KeyError: 'pier'",
    "PermissionError: booking needs the scope 'seats:write'",
)


def sold_out(errand: DelegatedTask) -> str:
    """The exception of a booking, with its stack."""
    return f"""Traceback (most recent call last):
  File "planner/agent.py", line 88, in run_step
    result = await tool(**arguments)
  File "planner/tools.py", line 41, in {errand.booking}
    response.raise_for_status()
SoldOut: {errand.sold_out}
"""
