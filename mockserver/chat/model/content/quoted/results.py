"""Results of tools as sentences; `results.toml` has sentences for common keys, and units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, capitalized, listed, stated
from mockserver.chat.model.content.quoted.aggregates import statistic
from mockserver.chat.model.content.quoted.datatable import DataTable
from mockserver.chat.model.content.quoted.grounding import grounded, not_there
from mockserver.chat.model.content.quoted.rows import rows_in
from mockserver.chat.model.reading.conversation import ToolResult
from mockserver.chat.model.reading.passages import Passage
from mockserver.chat.model.text.lists import data, words
from mockserver.chat.model.text.literals import as_json, as_text, pairs_of, value_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.values.labels import pair_for

_WORDS = data("content/quoted/results.toml")
_HANDED_OVER = pattern(r"\W*(?:successfully )?(?:transferr|hand(?:ed|ing))\w* \w+", re.IGNORECASE)
_LOOKED = pattern(r"tables|schema")
_ABOUT_NAME = pattern(r"[A-Z][\w .'-]{1,30}: [^\n:{}]{3,200}$")
"""A line about a name: `Oslo: 21 degrees`."""

_MOST_RESULTS, _MOST_FACTS, _MOST_RECORDS = 64, 6, 10
_LONGEST = 300
_FLAGS = ("true", "false")
_DONE = (("ok", "true"), ("success", "true"))
_AMOUNT = pattern(r"-?\d{1,18}(?:\.\d{1,18})?")
_SENTENCE = 40
"""The length from which a value is a text that may answer a question."""


def answer_from(
    results: Sequence[ToolResult], question: str, instructions: str = ""
) -> Answer | None:
    """The answer to a question from the results of tools, with its source if that is asked for."""
    results = _last_of(results)
    found = compared(results, question) if results else None
    if found or len(results) != 1:
        return found or (stated(results_in_words(results)) if results else None)
    text = results[0].text
    if text.lower() in _FLAGS and CUES.matches("asks yes or no", question):
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


def _last_of(results: Sequence[ToolResult]) -> list[ToolResult]:
    """The results without those that were looked up for the arguments of a later call."""
    kept, given = list[ToolResult](), set[str]()
    for result in reversed(results):
        arguments = {value for _, value in pairs_of(result.arguments) or ()}
        values = {value for _, value in pairs_of(result.text) or [("", result.text.strip())]}
        if given.isdisjoint(values - arguments):
            kept.append(result)
        given |= arguments
    return kept[::-1]


def _passages(result: ToolResult, *, cites: bool) -> Iterator[Passage]:
    """The texts in the records of a result, each with the source that its record names."""
    _, records = _records_of(result) or ("", [value_of(result.text)])
    for record in records:
        pairs = pairs_of(as_json(record)) or ()
        named = {name.rpartition(" ")[2]: value for name, value in pairs}
        source = next((named[key] for key in _WORDS["sources"] if cites and key in named), "")
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
        found = _records_of(results[0]) if pairs_of(results[0].text) else None
        rows = rows_in("", found[1]) if found else ()
    else:
        pairs = (pairs_of(each.text) or () for each in results)
        told = [dict(_with_unit(*pair) for pair in each) for each in pairs]
        names = (_subject(pairs_of(each.arguments) or ())[1] for each in results)
        is_same = all(each.keys() == told[0].keys() for each in told)
        cells = ([name, *each.values()] for name, each in zip(names, told, strict=True))
        rows = [["", *told[0]], *cells] if is_same else ()
    return statistic(DataTable(rows[0], rows[1:]), question) if rows else None


def facts_told(results: Sequence[ToolResult]) -> list[dict[str, str]]:
    """The values by name of each result and the arguments of its call, or of the records of a
    result that is a list."""
    facts = list[dict[str, str]]()
    for result in results:
        _, records = _records_of(result) or ("", ())
        pairs = [*(pairs_of(result.arguments) or ()), *(pairs_of(result.text) or ())]
        facts += [{name: as_text(each[name]) for name in each} for each in records] or [dict(pairs)]
    return facts


def results_in_words(results: Sequence[ToolResult]) -> str:
    """One sentence or more for each of the last results; a handoff is none if there are others,
    nor is a look at the tables of a database."""
    results = _last_of(results)
    handed = [each for each in results if _HANDED_OVER.match(each.text)]
    looked = [each for each in results if _LOOKED.search(each.name)]
    results = [each for each in results if each not in (*handed, *looked)] or results
    texts = (_sentence(each, is_one_of_many=len(results) > 1) for each in results[-_MOST_RESULTS:])
    return " ".join(dict.fromkeys(texts))


def _sentence(result: ToolResult, *, is_one_of_many: bool) -> str:
    """A result in words: `It is done.`, `The result is 5.`, `The sky is clear in Oslo.`"""
    pairs = pairs_of(result.text)
    if pairs is not None and (told := _records_or_error(result, pairs)):
        return told
    if not pairs:
        is_done = result.text.strip(" .\n").lower() in _WORDS["done"]
        told = _ended(CUES.changed("state", result.text))
        return "It is done." if is_done else told if pairs is None else "Nothing."
    arguments = [pair for pair in pairs_of(result.arguments) or () if pair[1] not in _FLAGS]
    asked = {value.lower() for _, value in arguments}
    pairs = [pair for pair in pairs if not pair[0] or pair[1].lower() not in asked] or pairs
    pairs = [pair for pair in _joined(pairs) if pair not in _DONE] or pairs[:1]
    (name, value), *others = pairs
    means_success = value.strip(" .").lower() in _WORDS["done"]
    is_done = means_success and not others and name not in _WORDS["claims"]
    if is_done and not is_one_of_many:
        return "It is done."
    if not (others or name or " " in value):
        return f"The result is {value}."
    facts = [_fact(*pair) if pair[0] else pair[1] for pair in pairs[:_MOST_FACTS]]
    text = "it is done" if is_done else listed(facts)
    argument, subject = _subject(arguments) if name else ("", "")
    is_place = argument.lower() in _WORDS["places"]
    if subject and is_one_of_many and not is_place:
        return _ended(f"For {subject}, {text}")
    return _ended(capitalized(f"{text} in {subject}" if is_place else text))


def _records_or_error(result: ToolResult, pairs: Sequence[tuple[str, str]]) -> str:
    """The records of a result, or what it tells of an error; empty if it has neither."""
    if records := _records_of(result):
        return _of_records(*records)
    is_error = ("status", "error") in pairs or any("error" in name for name, _ in pairs)
    told = [each for name, each in pairs if name.rpartition(" ")[2] in _WORDS["told_of_errors"]]
    return _ended(f"There was an error: {max(told, key=len)}") if is_error and told else ""


def _joined(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Facts in which the values of one name are together, and a unit is at the first number."""
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    joined = {name: listed(each) if name else "" for name, each in values.items()}
    amounts = [name for name, each in joined.items() if _AMOUNT.fullmatch(each)]
    unit = next((name for name in _WORDS["unit_keys"] if name in joined.keys() - amounts), "")
    amount = next(iter(amounts), "")
    if unit and amount:
        sign = joined.pop(unit)
        joined[amount] += f" {_WORDS['units'].get(sign.lower(), sign)}"
    named = [(name, each) for name, each in joined.items() if name]
    return [*named, *(pair for pair in pairs if not pair[0])]


def _records_of(result: ToolResult) -> tuple[str, list[Mapping[str, Any]]] | None:
    """The name and the records of a result that is, or has, one list of records; None for others.

    If the result has no name for them, the tool may have one: `list_events`.
    """
    if pairs_of(result.text) is None:
        return None
    value, name = value_of(result.text), result.name.rpartition("_")[2]
    lists = (
        [each for each in value.items() if isinstance(each[1], list)]
        if isinstance(value, dict)
        else []
    )
    if len(lists) == 1:
        [(name, value)] = lists
    is_records = isinstance(value, list) and all(isinstance(each, dict) for each in value)
    if not is_records or len(value) == 1:
        return None
    if not name.endswith("s"):
        key = next(iter(value[0]), "id") if value else "id"
        name = "results" if key.endswith("id") or key in _WORDS["titles"] else f"{key}s"
    return name, value


def _of_records(name: str, records: Sequence[Mapping[str, Any]]) -> str:
    """`I found 2 flights: SK101 (price 120) and AZ22 (price 99).`"""
    if not records:
        return f"I found no {name.replace('_', ' ')}."
    texts = []
    for record in records[:_MOST_RECORDS]:
        title = next((key for key in _WORDS["titles"] if key in record), "")
        named = sorted(record.items(), key=lambda pair: pair[0] != title) or [("", "nothing")]
        first, *rest = named[: _MOST_FACTS + 1]
        more = ", ".join(_remark(key.replace("_", " "), value) for key, value in rest)
        texts.append(f"{first[1]} ({more})" if more else str(first[1]))
    return f"I found {len(records)} {name.replace('_', ' ')}: {listed(texts)}."


def _remark(name: str, value: Any) -> str:
    """`price 120`; `open` or `not open` for a claim."""
    claim = name.removeprefix("is ")
    return f"{'' if value else 'not '}{claim}" if isinstance(value, bool) else f"{name} {value}"


def _fact(name: str, value: str) -> str:
    """`temperature c` and `18` as `it is 18 °C`, `is open` and `false` as `it is not open`."""
    value = " ".join(value.split()).removesuffix(".")
    claim = name.removeprefix("is ")
    is_claim = claim != name or claim in words("keys.claims") or claim in _WORDS["claims"]
    if is_claim and value.lower() in _FLAGS:
        return f"it is {'not ' if value.lower() == 'false' else ''}{claim}"
    bare, shown = _with_unit(name, value)
    usual = f"the {bare} is {{}}" if bare[1:] else f"{bare} is {{}}"
    sentence: str = _WORDS["sentences"].get(bare.lower(), usual)
    return sentence.format(shown)


def _with_unit(name: str, value: str) -> tuple[str, str]:
    """The name without the unit at its end, and the value with it: `temp c` and `18`."""
    *front, last = name.split() or [""]
    unit = _WORDS["units"].get(last, "") if front or last in _WORDS["sentences"] else ""
    return " ".join(front) if unit else name, f"{value} {unit}".rstrip()


def _subject(arguments: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The first argument of a call that has a letter."""
    return next((each for each in arguments if re.search(r"[^\W\d_]", each[1])), ("", ""))


def _ended(text: str) -> str:
    if "\n" in text.strip() and len(text) <= _LONGEST:
        return text.strip()
    text = " ".join(text[: 2 * _LONGEST].split())
    if len(text) > _LONGEST:
        return text[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."
