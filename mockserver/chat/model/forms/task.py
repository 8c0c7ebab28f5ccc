"""A task: one reply to write, with everything that its writers need to know of the request."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from itertools import cycle

from mockserver.chat.model import languages
from mockserver.chat.model.content.answers import answer
from mockserver.chat.model.content.found import (
    Answer,
    as_sentence,
    capitalized,
    plain_sentences,
    rotated,
    titled,
)
from mockserver.chat.model.content.known import translation
from mockserver.chat.model.content.known.article import remarks
from mockserver.chat.model.content.known.topical import sentences_in, topic_in
from mockserver.chat.model.content.quoted.reports import results_in_words
from mockserver.chat.model.demands import demands_in, without_demands
from mockserver.chat.model.demands.demand import Bound, D, Demand, Each, InLanguage, first_of
from mockserver.chat.model.demands.form import (
    Document,
    Echo,
    Form,
    Items,
    JsonForm,
    Label,
    MarkedFields,
    Steps,
    Tags,
)
from mockserver.chat.model.demands.measures import BULLETS, LINES, NUMBERED
from mockserver.chat.model.demands.skeletons import localized, sentence_of, statements_in
from mockserver.chat.model.forms import prose
from mockserver.chat.model.forms.words import NAMES, stock
from mockserver.chat.model.reading.conversation import Reading
from mockserver.chat.model.reading.material import without_shapes
from mockserver.chat.model.reading.omissions import without_examples
from mockserver.chat.model.talk.sentences import reply
from mockserver.chat.model.talk.topic import NO_TOPIC, subject_of, topic_of
from mockserver.chat.model.text.patterns import pattern
from mockserver.chat.model.text.texts import sentences
from mockserver.chat.structured.draws import Draws

_READ, _LONGEST = 2_000, 8_000
"""The characters that are read of a message, and of all instructions."""

_VERB = pattern(r"\b(?:is|are|was|were|will|has|have|had|can|cannot|must|should|may|\w{2,}ed)\b")
_LINKS = r"(?:and|or|of|in|on|at|to|for|from|with|by|as|is|are|that|which|called|named)\b"
"""Words before which another word is no part of a name."""

_FEW = 4
"""Answers of fewer words, such as names and numbers, are the same in any language."""


class Task:
    """One reply to a conversation. `demands` are its requirements, `key` seeds its draws."""

    def __init__(
        self, reading: Reading, demands: Sequence[Demand], key: bytes, now: datetime
    ) -> None:
        self.reading = reading
        self.demands = demands
        self.key = key
        self.now = now

    def on(self, reading: Reading) -> Task:
        """The same task for another text."""
        return Task(reading, self.demands, self.key, self.now)

    def demand(self, kind: type[D]) -> D | None:
        """The first demand of a kind."""
        return first_of(kind, self.demands)

    @cached_property
    def bounds(self) -> list[Bound]:
        """The bounds on what can be counted in the reply."""
        return [each for each in self.demands if isinstance(each, Bound)]

    @cached_property
    def bounds_of_parts(self) -> list[Bound]:
        """The bounds on what can be counted in each part of the reply, such as a section."""
        return [each.bound for each in self.demands if isinstance(each, Each)]

    @property
    def every_bound(self) -> list[Bound]:
        """The bounds on the reply, then those on its parts."""
        return self.bounds + self.bounds_of_parts

    @cached_property
    def draws(self) -> Draws:
        """The draws of this reply."""
        return Draws(self.key)

    @cached_property
    def form(self) -> Form | None:
        """The form of the whole reply, None for prose. Results of tools, and a language without a
        skeleton for the document, need prose instead."""
        form = self.demand(Form)
        if isinstance(form, Label) and self.reading.results and self.known:
            is_option = self.known.value.lower() in map(str.lower, form.options)
            is_brief = NAMES.matches("brief", self.reading.question[-1_000:])
            return form if is_option or is_brief else None
        if not isinstance(form, Document):
            return form
        is_title = form.kind == "chat title"
        is_foreign = self.language and not (is_title or localized(form.kind, self.language))
        is_list = form.kind == "rewrite" and self.known and len(self.known.items) > 1
        is_list = is_list and not NAMES.matches("as a paragraph", self.reading.question)
        needs_prose = is_foreign or is_list or self.reading.results
        return None if needs_prose else form

    @cached_property
    def tags(self) -> Tags | None:
        """The tags around the reply, unless its form has tags itself."""
        is_xml = isinstance(self.form, JsonForm) and self.form.notation == "xml"
        if is_xml or isinstance(self.form, Echo | MarkedFields | Steps):
            return None
        return self.demand(Tags)

    @cached_property
    def others(self) -> list[Demand]:
        """The demands other than the form and the tags."""
        return [each for each in self.demands if each not in (self.form, self.tags)]

    @cached_property
    def answer(self) -> Answer | None:
        """The answer to the question, if there is one.

        Demands in the same message can hide the question, so its sentence is also tried alone,
        and the message without them.
        """
        found = answer(self.reading, self.key, self.now)
        if not self.demands or (found and found.is_known and not self.is_list):
            return found
        is_known = found is not None and found.is_known
        if not is_known and (asked := self.answer_to(self.last_question)):
            return asked
        bare = without_demands(self.reading.question)
        is_whole = bare.split()[:1] == self.reading.question.split()[:1]
        told = self.answer_to(bare) if is_known or is_whole or not found else None
        if found and is_known:
            return told if told and len(told.items) > max(len(found.items), 1) else found
        return told or found

    @property
    def known(self) -> Answer | None:
        """The answer to the question, if the model knows it."""
        return self.answer if self.answer and self.answer.is_known else None

    @cached_property
    def last_question(self) -> str:
        """The last sentence of the message that is a question, else an empty text."""
        parts = sentences(self.reading.question[-4_000:])
        found = [bare for each in parts if (bare := each.rstrip("'\"”’")).endswith("?")]
        return found[-1].rpartition(": ")[2].lstrip("'\"“‘") if found else ""

    def answer_to(self, question: str) -> Answer | None:
        """The answer to another question, if the model knows it."""
        if not question or question == self.reading.question:
            return None
        found = answer(Reading.of_text(question), self.key, self.now)
        return found if found and found.is_known else None

    @cached_property
    def fillers(self) -> Iterator[str]:
        """Plain sentences, none of them twice in a row."""
        return cycle(rotated(stock(), self.draws.below(len(stock()))))

    @property
    def speaks_another(self) -> bool:
        """True if the reply has to be in a language that the question is not in."""
        is_demanded = self.demand(InLanguage) is not None
        return is_demanded and self.language is not languages.language_of(self.reading.question)

    @property
    def instructions(self) -> str:
        """The text of the system message and the question."""
        return f"{self.reading.system}\n{self.reading.question}"

    @property
    def directions(self) -> str:
        """The instructions without their examples and the text that they are about."""
        return without_examples(self.instructions).replace(self.material, "\n")[-_LONGEST:]

    @property
    def material(self) -> str:
        """The text in the request, else the whole request."""
        return self.text or self.reading.payload.request

    @cached_property
    def text(self) -> str:
        """The text in the request without its instructions, which may be empty. If the system
        message has the instructions, it is the whole message."""
        payload = self.reading.payload
        if self.reading.results and not payload.has_text:
            return results_in_words(self.reading.results)
        is_part = not payload.pieces and 2 * len(payload.text) < len(payload.request)
        is_own = self.reading.system and (is_part or not payload.has_text)
        is_all = is_own and not demands_in(payload.request)
        return payload.request if is_all else payload.text

    @property
    def record(self) -> str:
        """The text in the request with the labelled values above it."""
        above, _, _ = self.reading.payload.request.partition(self.text or "\n")
        pairs = NAMES.find("pairs before a text", above)
        return f"{pairs[0]}{self.text}" if pairs else self.text

    def allowed(self, text: str) -> str:
        """A text without forbidden words before another one."""
        for word in (e.measure.object for e in self.bounds if e.high == 0 and e.measure.object[1:]):
            text = re.sub(rf"(?i)\b{re.escape(word)} (?!{_LINKS})(?=\w)", "", text)
        return text

    @cached_property
    def subject(self) -> str:
        """The user's sentence that names the subject, without demands on the form."""
        payload = self.reading.payload
        if labelled := NAMES.text("labelled topic", payload.request[:_READ]):
            return labelled
        request = self.allowed(without_demands(without_shapes(payload.request[:_READ])))
        for text in (payload.conversation, request, *reversed(self.reading.earlier)):
            every = sentences(text[:_READ])
            parts = [each for each in every if not NAMES.matches("about the format", each)]
            best = min(parts, key=lambda each: topic_of(each).rank, default="")
            if topic_of(best).subjects != NO_TOPIC:
                return best[:300]
        return self.reading.payload.request[:300]

    @cached_property
    def topic(self) -> str:
        """The subject of the reply: `the sea`."""
        return NAMES.changed("name of its kind", subject_of(self.subject))

    @property
    def title(self) -> str:
        """A title for the reply."""
        return titled(self.topic)

    @cached_property
    def sentences(self) -> list[str]:
        """The sentences of the reply: items, the answer, statements to make, or remarks."""
        value = self.known.value.rstrip(".") if self.known else ""
        short = [f"{capitalized(value)}."] if 0 < len(value.split()) < _FEW else []
        if self._told:
            return sentences(self._told)
        if self.language and (self.speaks_another or not self.answer):
            name = self.topic if self.topic[:1].isupper() else ""  # The same in any language.
            topic = name if self.speaks_another else topic_in(self.subject, self.language)
            return sentences_in(self.language, topic, self.key)
        if (found := self.answer) and not self.speaks_another:
            if len(found.items) > 1 and not found.is_known:
                return [*map(as_sentence, found.items)]
            whole = plain_sentences(found.text if found.is_known else found.value)
            return whole if self._fits(found.text) else [*whole, *short]
        if topic_of(self.reading.question).act == "greet":
            return sentences("".join(reply(self.key, self.reading.question)))
        return [*self._conveyed, *self._remarks[:3]]

    @cached_property
    def _told(self) -> str:
        """The answer in the language of the reply if the question is in another, else empty."""
        if not self.speaks_another:
            return ""
        if self.language is None:
            return as_sentence(self.known.value) if self.known else ""
        asked = self.last_question or without_demands(self.reading.question).strip()
        return translation.answered_in(self.language, asked, self.known)

    @property
    def _conveyed(self) -> list[str]:
        """The statements that the request wants to be made, as sentences."""
        request = without_demands(self.reading.payload.request[:_READ])
        parts = [each for each in sentences(request) if not each.endswith("?")]
        found = [statement for each in parts for statement in statements_in(each)]
        return [sentence_of(each) for each in found if each[1] != "{x}." or _VERB.search(each[0])]

    @property
    def is_list(self) -> bool:
        """True if the reply is a list."""
        allowed = {each.measure for each in self.every_bound if each.high != 0}
        return self.demand(Items) is not None or not allowed.isdisjoint((BULLETS, NUMBERED, LINES))

    def _fits(self, text: str) -> bool:
        """True if a text is within all upper bounds."""
        high = [(each.measure, each.high) for each in self.every_bound if each.high is not None]
        return all(measure.count(text) <= most for measure, most in high)

    @cached_property
    def _remarks(self) -> list[str]:
        """Sentences that name the topic and need no knowledge of it."""
        if topic_of(self.subject).subjects == NO_TOPIC:
            return []
        found = remarks(self.topic, self.draws.below(60))
        if not (self.is_list or self.answer):
            found = sentences("".join(reply(self.key, self.subject, 100))) + found
        return [each for each in dict.fromkeys(found) if self.topic.lower() in each.lower()]

    def prose(
        self,
        demands: Sequence[Demand] | None = None,
        *,
        first: str = "",
        instead: Sequence[str] = (),
    ) -> str:
        """The reply in prose, as demanded. The sentences `instead`, or the text `first`, replace
        the answer."""
        own = [*instead] or ([] if first else self.sentences)
        more = [] if self.language else [each for each in self._remarks if each not in own]
        is_complete = bool(instead or (self.answer and not self.speaks_another) or self._told)
        return prose.write(
            self.others if demands is None else demands,
            [*own, *more],
            title=self.title,
            start=self.draws.below(60),
            filler=self.language.sentences if self.language else (),
            least=len(own) if is_complete else 0,
            first=first,
        )

    @cached_property
    def language(self) -> languages.Language | None:
        """The language of the reply, None for English: the demanded one, else the question's."""
        if demanded := self.demand(InLanguage):
            return languages.languages().get(demanded.code)
        return languages.language_of(self.reading.question)
