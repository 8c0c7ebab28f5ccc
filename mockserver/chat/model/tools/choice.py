"""The choice of a tool for a text, by the words of both and by the values that the text has for it.

The weights are rounded from a fit to questions that a tool answers and questions that none does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from itertools import chain, compress

from mockserver.chat.model.content.cues import shared
from mockserver.chat.model.text.lists import lists, words
from mockserver.chat.model.text.meaning import STOP_WORDS, stem
from mockserver.chat.model.tools.candidates import Candidate, candidate
from mockserver.chat.model.tools.offered import (
    SEARCH,
    WORDINGS,
    OfferedTool,
    Vocabulary,
    stems_of_all,
)
from mockserver.chat.model.values.finding.finds import finds_in
from mockserver.chat.model.values.finding.scan import bounded, tokens_of

_GENERIC = frozenset(map(stem, words("tools.generic") | STOP_WORDS))
"""Words that many tools have, which weigh little."""

_UNSPECIFIC = frozenset(map(stem, words("tools.unspecific")))
"""Words for a thing of any kind."""

_CHANGES = frozenset(map(stem, words("tools.changes")))
FINDING = frozenset(map(stem, words("tools.finding")))
"""The first words of the names of tools that change something, and of those that find something."""

_PAIRS = [tuple(map(stem, pair.split("/"))) for pair in lists("opposites")["pairs"]]
_OPPOSITES = [*_PAIRS, *(pair[::-1] for pair in _PAIRS)]
"""Words of which a text and a tool for it have not one each: `buy` and `sell`."""

_CLOSEST = 4
"""The number of tools whose arguments are searched for before one tool is chosen."""

_BAR = 3.8
"""The lowest score, for words and arguments together, at which a tool is called."""


def best_candidates(
    tools: Sequence[OfferedTool], text: str, now: datetime, context: str = ""
) -> list[Candidate]:
    """The closest tools for a text, the best first.

    `context` counts for the choice, but is not searched for values.
    """
    read = f"{context}\n{text}" if context else text
    counted = Counter(each for tool in tools for each in tool.named)
    common = _GENERIC | {each for each, count in counted.items() if count > 1}
    meant = _meant_by(read, tuple(tools))
    kinds = {find.kind for find in finds_in(text)} & {"url", "path"}
    scored = []
    for tool in tools:
        score = _score_by_words(tool, read, common, is_meant=tool in meant) - _BAR
        takes_address = not kinds.isdisjoint(field.kind for field in tool.required)
        scored.append((score + 3.0 * takes_address, score, tool))
    scored.sort(key=lambda each: -each[0])
    finders = (tool for tool in tools if tool.verb in FINDING and not tool.needs_id)
    found = {word for each in finders for word in each.named}
    closest = []
    for _, score, tool in scored[:_CLOSEST]:
        one = candidate(tool, text, now)
        before = candidate(tool, context, now).score if context else one.score
        ids = (field.words - tool.named for field in tool.required if field.is_reference)
        by_id = 1.5 * any(not stems.isdisjoint(found) for stems in ids)
        closest.append(one._replace(score=score + by_id + max(one.score, before)))
    return sorted(closest, key=lambda each: -each.score)


@lru_cache(maxsize=64)
def _question_of(text: str) -> tuple[Vocabulary, frozenset[str], frozenset[str]]:
    """The vocabulary of a question, its stems that are not part of a value, and those of the thing
    that it asks for."""
    read = (
        token.text
        for token in tokens_of(bounded(text))
        if token.kind in ("word", "date") and "_" not in token.text
    )
    stems = frozenset(each for each in stems_of_all(read) if not each.isdigit())
    values = (find.text for find in finds_in(text) if find.kind not in ("phrase", "number"))
    asked = WORDINGS.find("thing asked for", text)
    thing = stems_of_all([asked["thing"]]) - _UNSPECIFIC if asked else frozenset[str]()
    return Vocabulary(stems), stems - stems_of_all(values) or stems, thing


@lru_cache(maxsize=64)
def _meant_by(text: str, tools: Sequence[OfferedTool]) -> Sequence[OfferedTool]:
    """The tools that everyday wordings in a text mean, such as `do I need an umbrella`: those with
    the first of a row's words in their names, else in their descriptions, and of these the ones
    with most of the words."""
    unquoted = WORDINGS.pattern("quotation").sub("''", bounded(text))
    meant: list[OfferedTool] = []
    for wording in WORDINGS.texts("purposes", unquoted):
        stems = [*map(stem, wording.split())]
        named = ([tool for tool in tools if word in tool.named] for word in stems)
        described = ([tool for tool in tools if word in tool.described] for word in stems)
        found = next(filter(None, chain(named, described)), [])
        counts = [len(tool.named.intersection(stems)) for tool in found]
        meant += compress(found, [count == max(counts) for count in counts])
    return meant


def _score_by_words(
    tool: OfferedTool, text: str, common: frozenset[str], *, is_meant: bool
) -> float:
    """The score of a tool for a question by their words."""
    question, task, thing = _question_of(text)
    stems, known = question.stems, tool.known
    score = 3.0 * question.covers(tool.named, common) + 3.5 * tool.vocabulary.covers(task, common)
    score += 0.25 * min(len(tool.described & stems), 4)
    if is_meant:
        score += 4.0
    elif thing and not (tool.query or tool.verb in _CHANGES or shared([*thing], [*tool.given])):
        score -= 2.8  # It gives something else than what is asked for.
    elif WORDINGS.pattern("asks how").match(text) and not tool.query:
        score -= 4.5  # `How do I book a room?` books none.
    if not tool.options.isdisjoint(stems):
        score += 1.25
    if tool.query and not SEARCH.isdisjoint(stems):
        score += 1.5
    is_asked = tool.verb in _CHANGES and WORDINGS.pattern("question").fullmatch(text)
    if is_asked or (tool.verb in FINDING and WORDINGS.pattern("order to change").match(text)):
        score -= 3.0  # A question changes nothing, and an order to change finds nothing.
    if any(one in task and other in known and one not in known for one, other in _OPPOSITES):
        score -= 5.0
    return score
