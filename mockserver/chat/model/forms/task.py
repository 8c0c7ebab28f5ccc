"""A task: one reply to be written, with everything that its writers ask for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property, lru_cache
from itertools import cycle

from mockserver.chat.model import languages
from mockserver.chat.model.content import Answer, answer
from mockserver.chat.model.content.material import material_of, sentences
from mockserver.chat.model.content.talk import reply
from mockserver.chat.model.content.topic import NO_TOPIC, topic_of
from mockserver.chat.model.demands import without_demands
from mockserver.chat.model.demands.demand import Bound, Demand, InLanguage
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import BULLETS, LINES, NUMBERED, WORDS
from mockserver.chat.model.forms import prose
from mockserver.chat.model.forms.names import alternatives
from mockserver.chat.model.forms.stock import stock
from mockserver.chat.model.patterns import pattern
from mockserver.chat.model.reading import Reading
from mockserver.chat.structured.draws import Draws

_QUOTED = pattern(
    r"[\"\u201c]([^\"\u201d]{3,4000})[\"\u201d]|```\w*\n(.+?)```|(?<!\w)'([^'\n]{12,400})'(?!\w)",
    re.DOTALL,
)
_GIVEN = pattern(
    r"(?:^|\n|(?<=[.?!] ))[ \t]*(?:(?:the |my |this )?(?:[A-Za-z]+ ){0,2}"
    rf"(?:{alternatives('text')})(?: to \w+)?"
    r"|[a-z]+ (?:this|the following)[^\n:]{0,40})?\s*:\s*(\S[^\n]*(?:\n(?!\s*\n)[^\n:]+)*)",
    re.IGNORECASE,
)
_DIRECTIVE = pattern(
    rf"\b(?:{alternatives('instruction')})\b|^(?:{alternatives('opening')})\b", re.IGNORECASE
)
"""Said in a sentence that instructs, and not in the text that the request is about."""

_BRIEF = pattern(
    r"\b(?:only|just|nothing but)\b[^.?!\n]{0,24}\b(?:numbers?|names?|answer"
    r"|value|result|word|city|country|date|year|figure|amount)\b"
    r"|\b(?:numbers?|names?|answer|value|result) (?:only|alone)\b|\b(?:in"
    r"|with) (?:one|a single) word\b|\bone[- ]word\b"
    r"|\bno (?:explanations?|other words|words|extra|additional)\b|\bnothing "
    r"else\b|\bwithout (?:any )?explanation",
    re.IGNORECASE,
)
"""Words that ask for the answer alone."""

_FEW = 4
"""Words of an answer that is the same in any language: a name, a number."""

_language_of = lru_cache(maxsize=256)(languages.language_of)
_SHAPE = pattern(
    r"\{[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*\}|(?:interface"
    r"|type) \w+ ?=?|(?:^|\n)class \w+\([^\n]*\n(?:[ \t]+[^\n]*\n?)+"
)


def without_shapes(text: str) -> str:
    """A text without the objects and classes that show the form of the answer."""
    if "{" not in text and "class " not in text:
        return text
    return _SHAPE.sub(" ", text[:12_000])


def _stands_in_shape(said: str, question: str) -> bool:
    """True for what only the form of the answer says: the comment at a key."""
    shapes = (found[0] for found in _SHAPE.finditer(question[:12_000]))
    told = any(said in shape and not _is_data(shape) for shape in shapes)
    return told and said not in without_shapes(question)


def _is_data(shape: str) -> bool:
    try:
        return json.loads(shape) is not None
    except (ValueError, RecursionError):
        return False


def _without_instructions(text: str) -> str:
    """A text without the sentences that instruct."""
    lines = (" ".join(filter(None, map(_given_by, sentences(line)))) for line in text.split("\n"))
    return "\n".join(filter(None, lines)).strip(" \"'")


def _given_by(sentence: str) -> str:
    """The text that a sentence gives: all of it, or what follows the colon of an instruction."""
    if not _DIRECTIVE.search(sentence):
        return sentence
    behind = sentence.rpartition(": ")[2] if ": " in sentence else ""
    return behind if len(behind.split()) > 3 and not _DIRECTIVE.search(behind) else ""


def _first(found: Sequence[str]) -> str:
    return next(filter(None, found), "")


def _has_topic(text: str, *, weak: bool) -> bool:
    return topic_of(text, weak=weak)[1] != NO_TOPIC


def _is_listing(demand: Demand) -> bool:
    return isinstance(demand, Bound) and demand.measure in (BULLETS, NUMBERED, LINES)


class Task:
    """One reply: the conversation, the demands beside its form, and the key of all chance."""

    def __init__(
        self, reading: Reading, demands: Sequence[Demand], key: bytes, now: datetime
    ) -> None:
        self.reading = reading
        self.demands = demands
        self.key = key
        self.now = now

    @cached_property
    def draws(self) -> Draws:
        """Chance of this reply."""
        return Draws(self.key)

    @cached_property
    def answer(self) -> Answer | None:
        """The answer to the question, if there is one.

        Where the form that is demanded hides the question, its sentence alone is asked again.
        """
        found = answer(self.reading, self.key, self.now)
        if found and _stands_in_shape(found.value, self.reading.question):
            found = None
        if self.demands and (found is None or not found.is_known):
            return self.answer_to(self.asked) or found
        return found

    @property
    def known(self) -> Answer | None:
        """The answer to the question, if it is more than talk."""
        return self.answer if self.answer and self.answer.is_known else None

    @cached_property
    def asked(self) -> str:
        """The last sentence that is a question."""
        question = re.sub(r"<[^<>\n]{1,30}>", "", self.reading.question[-4_000:])
        found = [each for each in sentences(question) if each.endswith("?")]
        return found[-1].rpartition(": ")[2] if found else ""

    def answer_to(self, question: str) -> Answer | None:
        """The answer to another question."""
        if not question or question == self.reading.question:
            return None
        alone = Reading(
            {"messages": [{"role": "user", "content": question}]}, [("user", question, 0)]
        )
        found = answer(alone, self.key, self.now)
        return found if found and found.is_known else None

    @property
    def sayings(self) -> Iterator[str]:
        """The answer as it can be said without any more words, the fittest way first."""
        found = self.answer
        if found is None or self._speaks_another or not (found.is_known or len(found.items) > 1):
            return
        if len(found.items) > 1 and self.demands:
            yield "\n".join(f"{number}. {item}" for number, item in enumerate(found.items, 1))
            yield "\n".join(f"- {item}" for item in found.items)
        if _BRIEF.search(self.reading.question[-1_000:]):
            yield found.value
        yield found.text
        yield found.value

    @cached_property
    def spare(self) -> Iterator[str]:
        """Plain sentences, none of them twice in a row."""
        lines = stock()
        start = self.draws.below(len(lines))
        return cycle([*lines[start:], *lines[:start]])

    @property
    def _is_brief(self) -> bool:
        """True if there is room for a few words only."""
        bounds = (each for each in self.demands if isinstance(each, Bound))
        return any(
            each.measure == WORDS and each.high is not None and each.high < 7 for each in bounds
        )

    @property
    def _speaks_another(self) -> bool:
        """True if the reply has to be in a language that the question is not in."""
        return any(isinstance(each, InLanguage) for each in self.demands)

    @cached_property
    def material(self) -> str:
        """The text that the request is about, else the whole request."""
        return self.given or self.reading.question

    @cached_property
    def given(self) -> str:
        """The text that the request brings along, without what it instructs; it may be none."""
        question = without_shapes(self.reading.question)
        quoted = max(map(_first, _QUOTED.findall(question)), key=len, default="")
        if len(quoted) > 18 or (len(quoted) > 8 and " " in quoted):
            return quoted
        parts = [part for part in re.split(r"\n\s*\n", question) if part.strip()]
        plain = [part for part in parts if not any(map(_DIRECTIVE.search, sentences(part)))]
        text = "\n\n".join(plain if 0 < len(plain) < len(parts) else parts)
        if given := _GIVEN.findall(text):
            return _without_instructions(given[-1])
        if found := material_of(text).passages:
            return _without_instructions("\n".join(passage.text for passage in found))
        return _without_instructions(text)

    @cached_property
    def subject(self) -> str:
        """The words of the user that tell the subject, without what he demands of the form."""
        last = self.reading.question
        for weak in (False, True):
            for text in (without_demands(last), last, *reversed(self.reading.earlier)):
                said = (each[:300] for each in sentences(text[:2_000]))
                if about := next((each for each in said if _has_topic(each, weak=weak)), ""):
                    return about
        return last[:300]

    @cached_property
    def topic(self) -> str:
        """The subject of the reply: `the sea`."""
        return "".join(topic_of(self.subject)[1][0]).strip()

    @property
    def title(self) -> str:
        """A title for the reply."""
        words = re.sub(r"^(?:the|an?|your) ", "", self.topic).split()
        return " ".join(word[:1].upper() + word[1:] for word in words)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences to be said: the answer, or sentences about the topic."""
        if self._speaks_another:
            brief = self.known is not None and len(self.known.value.split()) < _FEW
            return [f"{self.known.value}."] if self.known and brief else []
        if self._is_brief:
            return [self.known.value] if self.known else []
        if self.answer:
            return self._answered(self.answer)
        if self.language:
            return [each.format(a=self.title) for each in self.language.about][:2]
        return self.own_sentences[:3]

    def _answered(self, found: Answer) -> list[str]:
        """The sentences of an answer; of a page or of several things one for each."""
        if len(found.items) > 1 and any(
            isinstance(each, Items) or _is_listing(each) for each in self.demands
        ):
            return [f"{each[:1].upper()}{each[1:].rstrip('.')}." for each in found.items]
        return sentences(found.text if found.is_known else found.value)

    @cached_property
    def own_sentences(self) -> list[str]:
        """Sentences about the topic, of which nothing is known."""
        said = sentences("".join(reply(self.key, self.subject, 100)))
        return [*dict.fromkeys(said)]

    def prose(
        self,
        demands: Sequence[Demand] | None = None,
        *,
        first: str = "",
        said: Sequence[str] = (),
    ) -> str:
        """The reply in prose, as demanded. `first` or what is `said` replaces the answer."""
        complete = bool(first) or (self.answer is not None and not self._speaks_another)
        own = [first] if first else [*said] or self.sentences
        more = (
            []
            if first or self.language or self._speaks_another or self._is_brief
            else self.own_sentences
        )
        return prose.write(
            self.demands if demands is None else demands,
            [*own, *(each for each in more if each not in own)],
            title=self.title,
            start=self.draws.below(60),
            filler=self.language.sentences if self.language else (),
            least=len(own) if complete else 0,
        )

    @cached_property
    def language(self) -> languages.Language | None:
        """The language of the reply, unless it is English: the one that is asked for, else that
        of the question."""
        asked = next((each for each in self.demands if isinstance(each, InLanguage)), None)
        if asked:
            return languages.languages().get(asked.code)
        return _language_of(self.reading.question)
