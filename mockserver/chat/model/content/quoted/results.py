"""Results: answers from the results of tools, and the facts that they tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, stated
from mockserver.chat.model.content.quoted.grounding.grounding import grounded, not_there
from mockserver.chat.model.content.quoted.reports import (
    FLAGS,
    WORDS,
    records_of,
    results_in_words,
    subject_of_call,
    telling_results,
    with_unit,
)
from mockserver.chat.model.content.quoted.tables.aggregates import statistic
from mockserver.chat.model.content.quoted.tables.datatable import DataTable
from mockserver.chat.model.content.quoted.tables.rows import rows_in
from mockserver.chat.model.reading.conversation import ToolResult
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.text.literals import as_json, as_text, pairs_of, value_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.matching.labels import pair_for

_ABOUT_NAME = pattern(r"[A-Z][\w .'-]{1,30}: [^\n:{}]{3,200}$")
"""A line about a name: `Oslo: 21 degrees`."""

_MOST_FACTS, _LONGEST = 6, 300
"""The most facts, and the most characters of a text, that are reported whole."""

_SENTENCE = 40
"""The length from which a value is a text that may answer a question."""


def answer_from(
    results: Sequence[ToolResult], question: str, instructions: str = ""
) -> Answer | None:
    """The answer to a question from the results of tools, with its source if that is asked for."""
    results = telling_results(results)
    found = compared(results, question) if results else None
    if found or len(results) != 1:
        return found or (stated(results_in_words(results)) if results else None)
    text = results[0].text
    if text.lower() in FLAGS and CUES.matches("asks yes or no", question):
        return stated("Yes." if text.lower() == "true" else "No.")
    pairs = pairs_of(text)
    labelled = pair_for(question, text) if pairs is None and "\n" in text else None
    if labelled:
        return stated(f"The {labelled.label.lower()} is {labelled.value}.", labelled.value)
    cites = CUES.matches("cites", instructions)
    texts = [Passage("", text)] if pairs is None else [*_passages(results[0], cites=cites)]
    if not _ABOUT_NAME.match(text) and (texts or any(name for name, _ in pairs or ())):
        found = grounded(question, texts or [Passage("", text)])
    if found and pairs and texts:
        return found
    if not found and CUES.matches("or else", instructions) and len(text) > _SENTENCE:
        return not_there(instructions)
    is_short = len(text) < _LONGEST if pairs is None else len(pairs) <= _MOST_FACTS
    value = found.value if found else text.strip() if pairs is None else None
    return stated(results_in_words(results), value) if is_short else found


def _passages(result: ToolResult, *, cites: bool) -> Iterator[Passage]:
    """The texts in the records of a result, each with the source that its record names."""
    _, records = records_of(result) or ("", [value_of(result.text)])
    for record in records:
        pairs = pairs_of(as_json(record)) or ()
        named = {name.rpartition(" ")[2]: value for name, value in pairs}
        source = next((named[key] for key in WORDS["sources"] if cites and key in named), "")
        yield from (Passage(source, value) for _, value in pairs if len(value) > _SENTENCE)


def answer_of_query(result: str, question: str) -> Answer | None:
    """The answer to a question from the result of a query to a database."""
    value = CUES.changed("row of a database", result.strip())
    if "\n" not in value and (sentence := CUES.text("statement of a result", question)):
        return stated(capitalized(sentence.replace("\u2026", value)), value)
    return answer_from([ToolResult("", "", value)], question)


def compared(results: Sequence[ToolResult], question: str) -> Answer | None:
    """The result, or the record of a single result, that has most or least of what a question asks
    for; their total or average."""
    if len(results) == 1:
        found = records_of(results[0]) if pairs_of(results[0].text) else None
        rows = rows_in("", found[1]) if found else ()
    else:
        pairs = (pairs_of(each.text) or () for each in results)
        told = [dict(with_unit(*pair) for pair in each) for each in pairs]
        names = (subject_of_call(pairs_of(each.arguments) or ())[1] for each in results)
        is_same = all(each.keys() == told[0].keys() for each in told)
        cells = ([name, *each.values()] for name, each in zip(names, told, strict=True))
        rows = [["", *told[0]], *cells] if is_same else ()
    return statistic(DataTable(rows[0], rows[1:]), question) if rows else None


def facts_told(results: Sequence[ToolResult]) -> list[dict[str, str]]:
    """The values by name of each result and the arguments of its call, or of the records of a
    result that is a list."""
    facts = list[dict[str, str]]()
    for result in results:
        _, records = records_of(result) or ("", ())
        pairs = [*(pairs_of(result.arguments) or ()), *(pairs_of(result.text) or ())]
        facts += [{name: as_text(each[name]) for name in each} for each in records] or [dict(pairs)]
    return facts
