"""The questions of the crew, and the passages of the handbook that answer them."""

from __future__ import annotations

from typing import NamedTuple


class HandbookEntry(NamedTuple):
    """A question, its answer and the section that has it."""

    question: str
    answer: str
    section: str


ENTRIES = (
    HandbookEntry(
        "From which wind speed on is the evening crossing cancelled?",
        "From 17 metres per second on, measured at the outer mole.",
        "4.2",
    ),
    HandbookEntry(
        "Who may open the bow door in port?",
        "The first mate, or the boatswain on the first mate's order.",
        "2.7",
    ),
    HandbookEntry(
        "How often is the rescue boat launched for practice?",
        "Every month in port, every third month at sea.",
        "6.1",
    ),
    HandbookEntry(
        "Where are the spare keys of the car deck kept?",
        "In the sealed box on the bridge; breaking the seal is logged.",
        "3.4",
    ),
    HandbookEntry(
        "What is announced when a crossing is delayed?",
        "The new time, the reason in one sentence, and where drinks are free.",
        "8.3",
    ),
    HandbookEntry(
        "How much fuel must be on board before the last crossing?",
        "Enough for two crossings and a quarter of the tank.",
        "5.2",
    ),
    HandbookEntry(
        "May electric cars be charged on board?",
        "Only on deck two, and never during the crossing.",
        "3.9",
    ),
    HandbookEntry(
        "Who decides to turn back?",
        "The captain alone; the office is told, not asked.",
        "1.1",
    ),
)
