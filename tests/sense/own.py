"""The project's own cases: is the answer what the prompt asks for?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mockserver import InProcess, Settings
from tests.chat.asking import PATH
from tests.sense.cases import CASES, Case


def measure() -> dict[str, float]:
    """Shares of cases in percent, by chapter and of all."""
    with InProcess(Settings(auth="none")) as server, server.client() as client:
        missed = {chapter: missed_of(client, cases) for chapter, cases in CASES.items()}
    figures = {
        f"own cases: {chapter}": 100 * (1 - len(missed[chapter]) / len(cases))
        for chapter, cases in CASES.items()
    }
    count = sum(map(len, CASES.values()))
    return figures | {"own cases": 100 * (1 - sum(map(len, missed.values())) / count)}


def missed_of(client: Any, cases: Iterable[Case]) -> list[tuple[str, str]]:
    """Prompts and answers of the cases whose answer is not what was asked for."""
    answered = [(case, answer(client, case)) for case in cases]
    return [(case.prompt, text) for case, text in answered if not is_right(case, text)]


def answer(client: Any, case: Case) -> str:
    """What the model says to the conversation of a case."""
    body = {"model": "m1", "messages": case.messages}
    response = client.post(PATH, json=body)
    assert response.status_code == 200, response.text
    return response.json()["choices"][0]["message"]["content"]


def is_right(case: Case, text: str) -> bool:
    """True if the check holds; an answer that cannot even be read is wrong."""
    try:
        return bool(case.check(text))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return False
