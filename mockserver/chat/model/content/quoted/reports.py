"""Reports: the results of tools in sentences.

`results.toml` has sentences for common keys, and units.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import capitalized, listed
from mockserver.chat.model.reading.conversation import ToolResult
from mockserver.chat.model.text.lists import data, words
from mockserver.chat.model.text.literals import pairs_of, value_of
from mockserver.chat.model.text.patterns import pattern

WORDS = data("content/quoted/results.toml")
FLAGS = ("true", "false")
_HANDED_OVER = pattern(r"\W*(?:successfully )?(?:transferr|hand(?:ed|ing))\w* \w+", re.IGNORECASE)
_LOOKED = pattern(r"tables|schema")
"""The name of a tool that looks at the tables of a database."""

_MOST_RESULTS, _MOST_FACTS, _MOST_RECORDS = 64, 6, 10
_LONGEST = 300
"""The most characters of a sentence."""

_DONE = (("ok", "true"), ("success", "true"))
_AMOUNT = pattern(r"-?\d{1,18}(?:\.\d{1,18})?")


def results_in_words(results: Sequence[ToolResult]) -> str:
    """One sentence or more for each of the last results; a handoff is none if there are others,
    nor is a look at the tables of a database."""
    results = telling_results(results)
    handed = [each for each in results if _HANDED_OVER.match(each.text)]
    looked = [each for each in results if _LOOKED.search(each.name)]
    results = [each for each in results if each not in (*handed, *looked)] or results
    texts = (_sentence(each, is_one_of_many=len(results) > 1) for each in results[-_MOST_RESULTS:])
    return " ".join(dict.fromkeys(texts))


def telling_results(results: Sequence[ToolResult]) -> list[ToolResult]:
    """The results without those that were looked up for the arguments of a later call."""
    kept, given = list[ToolResult](), set[str]()
    for result in reversed(results):
        arguments = {value for _, value in pairs_of(result.arguments) or ()}
        values = {value for _, value in pairs_of(result.text) or [("", result.text.strip())]}
        if given.isdisjoint(values - arguments):
            kept.append(result)
        given |= arguments
    return kept[::-1]


def _sentence(result: ToolResult, *, is_one_of_many: bool) -> str:
    """A result in words: `It is done.`, `The result is 5.`, `The sky is clear in Oslo.`"""
    pairs = pairs_of(result.text)
    if pairs is not None and (told := _records_or_error(result, pairs)):
        return told
    if not pairs:
        is_done = result.text.strip(" .\n").lower() in WORDS["done"]
        told = _ended(CUES.changed("state", result.text))
        return "It is done." if is_done else told if pairs is None else "Nothing."
    arguments = [pair for pair in pairs_of(result.arguments) or () if pair[1] not in FLAGS]
    asked = {value.lower() for _, value in arguments}
    pairs = [pair for pair in pairs if not pair[0] or pair[1].lower() not in asked] or pairs
    pairs = [pair for pair in _joined(pairs) if pair not in _DONE] or pairs[:1]
    (name, value), *others = pairs
    means_success = value.strip(" .").lower() in WORDS["done"]
    is_done = means_success and not others and name not in WORDS["claims"]
    if is_done and not is_one_of_many:
        return "It is done."
    if not (others or name or " " in value):
        return f"The result is {value}."
    facts = [_fact(*pair) if pair[0] else pair[1] for pair in pairs[:_MOST_FACTS]]
    text = "it is done" if is_done else listed(facts)
    argument, subject = subject_of_call(arguments) if name else ("", "")
    is_place = argument.lower() in WORDS["places"]
    if subject and is_one_of_many and not is_place:
        return _ended(f"For {subject}, {text}")
    return _ended(capitalized(f"{text} in {subject}" if is_place else text))


def _records_or_error(result: ToolResult, pairs: Sequence[tuple[str, str]]) -> str:
    """The records of a result, or what it tells of an error; empty if it has neither."""
    if records := records_of(result):
        return _of_records(*records)
    is_error = ("status", "error") in pairs or any("error" in name for name, _ in pairs)
    told = [each for name, each in pairs if name.rpartition(" ")[2] in WORDS["told_of_errors"]]
    return _ended(f"There was an error: {max(told, key=len)}") if is_error and told else ""


def _joined(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Facts in which the values of one name are together, and a unit is at the first number."""
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    joined = {name: listed(each) if name else "" for name, each in values.items()}
    amounts = [name for name, each in joined.items() if _AMOUNT.fullmatch(each)]
    unit = next((name for name in WORDS["unit_keys"] if name in joined.keys() - amounts), "")
    amount = next(iter(amounts), "")
    if unit and amount:
        sign = joined.pop(unit)
        joined[amount] += f" {WORDS['units'].get(sign.lower(), sign)}"
    named = [(name, each) for name, each in joined.items() if name]
    return [*named, *(pair for pair in pairs if not pair[0])]


def records_of(result: ToolResult) -> tuple[str, list[Mapping[str, Any]]] | None:
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
        name = "results" if key.endswith("id") or key in WORDS["titles"] else f"{key}s"
    return name, value


def _of_records(name: str, records: Sequence[Mapping[str, Any]]) -> str:
    """`I found 2 flights: SK101 (price 120) and AZ22 (price 99).`"""
    if not records:
        return f"I found no {name.replace('_', ' ')}."
    texts = []
    for record in records[:_MOST_RECORDS]:
        title = next((key for key in WORDS["titles"] if key in record), "")
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
    is_claim = claim != name or claim in words("keys.claims") or claim in WORDS["claims"]
    if is_claim and value.lower() in FLAGS:
        return f"it is {'not ' if value.lower() == 'false' else ''}{claim}"
    bare, shown = with_unit(name, value)
    usual = f"the {bare} is {{}}" if bare[1:] else f"{bare} is {{}}"
    sentence: str = WORDS["sentences"].get(bare.lower(), usual)
    return sentence.format(shown)


def with_unit(name: str, value: str) -> tuple[str, str]:
    """The name without the unit at its end, and the value with it: `temp c` and `18`."""
    *front, last = name.split() or [""]
    unit = WORDS["units"].get(last, "") if front or last in WORDS["sentences"] else ""
    return " ".join(front) if unit else name, f"{value} {unit}".rstrip()


def subject_of_call(arguments: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The first argument of a call that has a letter."""
    return next((each for each in arguments if re.search(r"[^\W\d_]", each[1])), ("", ""))


def _ended(text: str) -> str:
    if "\n" in text.strip() and len(text) <= _LONGEST:
        return text.strip()
    text = " ".join(text[: 2 * _LONGEST].split())
    if len(text) > _LONGEST:
        return text[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return text if text.endswith((".", "!", "?", "…", "。")) else f"{text}."
