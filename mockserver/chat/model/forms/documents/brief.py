"""A brief: everything that a request says of the document it wants.

`demands/documents.txt` has the patterns that find it. What the request brings comes before lists
and sentences about its topic.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import as_sentence, titled
from mockserver.chat.model.content.known.article import list_items, remarks
from mockserver.chat.model.content.quoted.lists.given import items_in, request_and_text
from mockserver.chat.model.content.quoted.summary import headline_of
from mockserver.chat.model.demands import demands_in, without_demands
from mockserver.chat.model.demands.measures import WORDS
from mockserver.chat.model.demands.skeletons import (
    RULES,
    Statement,
    sentence_of,
    skeletons,
    statements_in,
)
from mockserver.chat.model.forms.task import Task
from mockserver.chat.model.text.texts import bullets_in, sentences, stripped

_READ = 4_000
"""The characters of a message that are read."""

_MOST_IN_TAG = 3
"""The most words of a hashtag."""

_LONGEST_ITEM, _LONGEST_AFTER_COLON = 4, 20
"""The most words of an item of a list in a sentence."""

_LEAST_GIVEN, _RESERVED = 40, " " * 18
"""The characters of a text for a post, and room for a hashtag after it."""

_SYLLABLES = ("", "now", "again", "in the light", "in the morning")
"""Ends of a line by the number of their syllables."""


class Brief:
    """A request for one kind of document."""

    def __init__(self, task: Task, kind: str) -> None:
        self.task = task
        self.kind = kind
        self.request = task.allowed(task.reading.question[:_READ])

    # What it says

    @cached_property
    def statements(self) -> list[Statement]:
        """The statements that the document has to convey."""
        text = without_demands(self.request)
        parts = [each.removeprefix("- ") for each in sentences(text)]
        usual = "" if self.task.reading.system else next(iter(parts), "")
        naming = next(filter(self._name.search, parts), usual)
        said = chain(*(_statements_of(each, is_naming=each == naming) for each in parts))
        return [
            (RULES.changed("turned", each.strip(' "“”').rstrip(".")), how) for each, how in said
        ]

    def told(self, headings: Sequence[str] = ()) -> list[str]:
        """The items of the text that the request brings, else its statements, as sentences; without
        orders on the document, which name its headings."""
        listed = items_in(self.text)
        facts = listed if len(listed) > 1 else [*map(sentence_of, self.statements)]
        names = [each.lower() for each in headings]
        named = ((each, sum(name in each.lower() for name in names)) for each in facts)
        if facts is listed:
            return [as_sentence(each) for each, count in named if count < 2]
        return [as_sentence(e) for e, n in named if not (n or (names and RULES.text("order", e)))]

    @cached_property
    def text(self) -> str:
        """The text that the request brings: all of it, if it is for the order of the system."""
        request, text = request_and_text(self.request)
        is_apart = self.task.reading.system and not request.endswith(":")
        return self.request if is_apart and not demands_in(request) else text

    @cached_property
    def listed(self) -> list[str]:
        """The items that the request lists, one per line or in a sentence."""
        if rows := bullets_in(self.request):
            return rows
        after_colon = "".join(re.split(r":\s", self._after_name, maxsplit=1)[1:])
        text = after_colon or RULES.changed("lead", self._after_name)
        text = RULES.changed("lead", text.strip())
        if "\n" in text or ";" in text:
            return [each for each in items_in(text) if not RULES.text("no item", each)]
        first = re.split(r"[.!?](?:\s|$)", text)[0]
        parts = stripped(RULES.pattern("between items").split(first), " .")
        items = [each for each in parts if not (RULES.text("no item", each) or demands_in(each))]
        longest = _LONGEST_AFTER_COLON if after_colon else _LONGEST_ITEM
        is_list = len(items) > 1 and all(len(each.split()) <= longest for each in items)
        return items if is_list else []

    @cached_property
    def _name(self) -> re.Pattern[str]:
        """The names of the kind of document."""
        words = "|".join(map(re.escape, skeletons()[self.kind].words))
        return re.compile(rf"(?i)\b(?:{words})")

    @cached_property
    def _after_name(self) -> str:
        """The request after the name of the kind of document, else the whole request."""
        named = rf"{self._name.pattern}s?\b"
        rest = re.split(named, self.request, maxsplit=1)[-1]
        return RULES.changed("shown labels", rest).strip(" .,\n")

    def facts(self) -> str:
        """The statements of the request, or the text that it brings for a post."""
        is_given = RULES.text("sold", self.kind) == "given"
        return (is_given and self.given()) or " ".join(map(sentence_of, self.statements))

    def subject_line(self) -> str:
        """The subject line of a mail."""
        if given := RULES.text("subject given", self.request):
            return given
        clause = self.statements[0][0] if self.statements else ""
        words = RULES.changed("subject line", clause).split()[:8]
        return " ".join(words).rstrip(",.;") or self.task.title

    def change(self) -> str:
        """The change of a commit, in the imperative."""
        after = self._after_name.partition(": ")[2] or self._after_name
        text = RULES.changed("made", re.split(r"\.(?!\w)|\n", after)[0]).strip()
        verb, _, rest = text.partition(" ")
        return f"{RULES.text('command', verb)} {rest}"[:72].strip()

    # The text that it brings

    def given(self) -> str:
        """The first sentences of the text in the request, as many as the bounds allow."""
        if not self.task.reading.payload.has_text or len(self.task.text) < _LEAST_GIVEN:
            return ""
        bounds = [each for each in self.task.bounds if each.high]
        text = ""
        for each in sentences(RULES.changed("own labels", self.task.text)):
            longer = f"{text} {as_sentence(each)}".strip()
            if not all(bound.is_met_by(f"{longer}{_RESERVED}") for bound in bounds):
                break
            text = longer
        return text

    def headline(self) -> str:
        """The headline of the text in the request, or of the messages before it."""
        is_of_talk = CUES.matches("of the conversation", self.task.instructions)
        is_of_text = self.task.reading.payload.has_text or not is_of_talk
        told = () if is_of_text else self.task.reading.earlier
        words = headline_of(next((each for each in told if " " in each), self.task.text)).split()
        most = next((each.high for each in self.task.bounds if each.measure == WORDS), None)
        return RULES.changed("cut title", " ".join(words[:most])) if most else " ".join(words)

    # Its topic

    @cached_property
    def values(self) -> dict[str, str]:
        """The subject in several shapes, and the date."""
        rule = RULES.text("name by its kind", self.kind)
        named = RULES.text(rule, self.request) if rule else ""
        is_apart = self.task.reading.system and not self._name.search(self.request)
        subject = named or (is_apart and RULES.text("only thing", self.request)) or self.task.topic
        title = RULES.text("titled", self.request) or titled(subject)
        mine = "our " if re.search(r"(?i)\bour\b", self.request) else "my "
        bare, now = RULES.changed("bare", subject), self.task.now
        return {
            "title": title,
            "such": subject,
            "topic": re.sub(r"^an? ", "the ", re.sub(r"^your ", mine, subject)),
            "bare": bare,
            "tag": re.sub(
                r"\W", "", " ".join(RULES.changed("first noun", title).split()[:_MOST_IN_TAG])
            ),
            "slug": re.sub(r"\W+", "-", bare.lower()),
            "date": f"{now:%B} {now.day}, {now.year}",
        }

    def about(self, name: str) -> list[str]:
        """The items of a list about the topic; `line` is the list of sentences about it."""
        topic, bare = self.values["topic"], self.values["bare"]
        if name == "line":
            is_dialogue = self.kind == "dialogue"
            named = (RULES.text("about", self.request) or "this") if is_dialogue else ""
            return remarks(named or topic, self.task.draws.below(60))
        further = list_items(f"further {name}", topic)
        return [*dict.fromkeys(list_items(name, topic, bare) + further)]

    def steps(self) -> str:
        """The steps to the answer to a question of fact, else those of the topic, one per line."""
        question = self.task.last_question
        if question and CUES.matches("question of fact", question):
            return f"Find out: {question}\nReport the answer"
        return "\n".join(self.about("steps"))

    def five_syllables(self) -> str:
        """A line of five syllables, about the topic if that is short enough."""
        named = RULES.text("about", self.request) or self.values["bare"]
        bare = RULES.changed("bare", RULES.changed("first noun", named))
        missing = 5 - max(len(re.findall("[aeiouy]+", RULES.changed("silent", bare.lower()))), 1)
        return f"{bare} {_SYLLABLES[missing]}".strip() if 0 <= missing < 5 else "A quiet wind moves"


def _statements_of(sentence: str, *, is_naming: bool) -> list[Statement]:
    """The statements in a sentence of a request; one `is_naming` the document itself."""
    if sentence.endswith(":"):
        return []
    labelled = RULES.pattern("labelled fact").fullmatch(sentence)
    place = RULES.text("labelled place", labelled["label"]) if labelled else ""
    if labelled and place:
        return [(each, "") for each in labelled["value"].split("; ")] if place == "facts" else []
    told = re.match(r"(?s)(?:\([^()]*\)|[^(:;]|[:;](?! ))*[:;] (.+)", sentence)
    if is_naming and told:
        return [(told[1], "")]
    if cued := [*statements_in(sentence)]:
        return cued
    is_order = is_naming or RULES.text("order", sentence) or demands_in(sentence)
    return [] if is_order else [(sentence, "")]
