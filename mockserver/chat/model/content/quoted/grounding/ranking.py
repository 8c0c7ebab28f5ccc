"""Ranking: the numbers of the passages in a prompt, the most relevant one first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.text.meaning import stems_of


def ranked(message: str, earlier: Sequence[str]) -> Answer | None:
    """The numbers of passages as a prompt shows them: `[2] > [1]`, `[2, 1]`, or with grades:
    `Doc: 2, Relevance: 9`; or the number of the first one."""
    asked = [each["it"] for each in CUES.find_all("query of a ranking", message)]
    form = CUES.find("form of a ranking", message)
    if not (asked and form):
        return None
    texts = "\n".join((*earlier, message))
    passages = {row["n"]: row["text"] for row in CUES.find_all("passage to rank", texts)}
    query = {*stems_of(asked[-1])}
    shares = {
        number: len(query & {*stems_of(text)}) / len(query)
        for number, text in passages.items()
        if query
    }
    order = sorted(shares, key=lambda number: -shares[number])
    if form["pairs"]:
        return stated(form["pairs"].join(f"[{each}]" for each in order))
    relevant = [each for each in order if shares[each]]
    if form["each"]:
        items = (re.sub(r"\d+", each, form["each"]) for each in relevant)
        return stated(f"{form['head']}{', '.join(items)}{form['tail']}")
    if form["one"]:
        return stated(order[0]) if order else None
    grades = [f"Doc: {each}, Relevance: {round(1 + 9 * shares[each])}" for each in relevant]
    return stated("\n".join(grades) or "None")
