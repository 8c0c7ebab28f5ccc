"""The first look at a conversation: nothing that asks for more than talk is taken for talk."""

from __future__ import annotations

import re

import pytest

from mockserver.chat.model.content.known import article
from mockserver.chat.model.demands import ROWS
from mockserver.chat.model.languages import languages
from mockserver.chat.model.reading import look
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.talk.phrases import PLAIN_WORDS
from mockserver.chat.model.text.lists import data
from tests.sense.cases import CASES

USUAL = PLAIN_WORDS | frozenset("book books index name names number page program reading".split())
NOT_TELLING = {"what", "when", "where", "why", "many", "first", "far", "i", "assistant"}


def words_of_facts() -> set[str]:
    """Words that occur in questions about facts: each question has at least one of them."""
    known = data("content/known/facts.json")
    relations = (
        *known["relations"],
        *(fact for each in languages().values() for fact in each.facts),
    )
    cues = {cue for each in relations for cue in (*each["cues"], *each.get("whole", ()))}
    listed = (each["words"] for each in (*known["lists"], *known["facts"]))
    return cues.union(*listed) - NOT_TELLING


def words_of_things() -> set[str]:
    """The longest word of each name of a thing or a list, except common words."""
    named, lists = article.known()
    names = (*named, *(each.words for several in lists.values() for each in several))
    return {max(words, key=len) for words in names} - USUAL


def test_every_word_of_the_tables_stands_in_the_file():
    units = (
        words
        for kind in data("content/quantities/units.json").values()
        for _, words, *_ in kind.values()
    )
    names = {name.lower() for each in languages().values() for name in each.names}
    long_units = {word for words in units for word in words.split() if len(word) > 1}
    common = {word for each in languages().values() if not each.script for word in each.words}
    known = (words_of_facts() | words_of_things() | long_units | common | names) - PLAIN_WORDS
    words = known.union(*(row.words for row in ROWS))
    missing = {word for word in words if word.isascii() and word.isalpha()} - look.CUES
    assert not missing, (
        f"add to mockserver/chat/model/reading/look.txt: {' '.join(sorted(missing))}"
    )


@pytest.mark.parametrize(
    "plain",
    [
        "Where do I find the book with number 000000004711, please?",
        "Where do I find the book with the map of the harbour?",
    ],
)
def test_a_plain_chat_costs_no_more_than_the_look(plain):
    system = ("system", "You are a careful assistant for a small library.", 0)
    assert look.is_talk(Reading({"messages": []}, [system, ("user", plain, 0)]))


@pytest.mark.parametrize(
    "asked", ["2+2?", "What is five plus six, please?", "Give me 3 ideas for a party", "Say hello"]
)
def test_what_asks_for_something_is_looked_at_closely(asked):
    assert not look.is_talk(Reading({"messages": []}, [("user", asked, 0)]))


def test_none_of_our_own_cases_is_taken_for_talk():
    cases = [case for name, chapter in CASES.items() if name != "talk" for case in chapter]
    turns = [[(m["role"], m["content"], 0) for m in case.messages] for case in cases]
    assert not [each for each in turns if look.is_talk(Reading({"messages": []}, each))]


def test_the_words_of_a_pattern_hide_no_match():
    texts = [case.messages[-1]["content"] for cases in CASES.values() for case in cases][::9]
    for cue in ROWS:
        search = re.compile(cue.pattern.pattern, re.IGNORECASE).search
        assert [*map(bool, map(cue.pattern.search, texts))] == [*map(bool, map(search, texts))]
