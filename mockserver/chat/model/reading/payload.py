"""The payload of a prompt: the texts that it is about, apart from what it says about them.

Some of them are labelled and have a role, see `pieces`; others are `passages` to answer from, or
the `material` of a request. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from mockserver.chat.model.reading.material import (
    longest_quote,
    material_of,
    unquoted,
    without_instructions,
    without_shapes,
)
from mockserver.chat.model.reading.omissions import without_examples
from mockserver.chat.model.reading.passages import (
    Division,
    Passage,
    after,
    by_rules,
    division_of,
    numbered_passages,
    question_of,
)
from mockserver.chat.model.reading.pieces import Piece, pieces_in, tagged_in, without
from mockserver.chat.model.text.tables import table

_TABLE = table("reading/payload.txt")

_READ = 24_000
"""The number of characters of a prompt that are read, at its end."""

_MARK = re.compile(r"[^\w\s.,;?!]|\n")
"""The characters without which a prompt marks no text."""


class Payload:
    """The texts of a prompt. A prompt for a judge may have instructions in a system message."""

    def __init__(self, prompt: str, system: str = "", pieces: Sequence[Piece] = ()) -> None:
        self.request = prompt[-_READ:]
        """The prompt itself, or the end of a long one."""
        self._system = system
        if pieces:
            self.pieces = tuple(pieces)

    @cached_property
    def _prompt(self) -> str:
        """The prompt without its examples."""
        return without_examples(self.request)

    # Labelled texts

    @cached_property
    def _tagged(self) -> Sequence[Piece]:
        return [*tagged_in(self._prompt)] if re.search("</|<END ", self._prompt) else []

    def _in(self, tags: str) -> list[Piece]:
        """The texts in tags of a kind."""
        is_fit = _TABLE.pattern(tags).fullmatch
        return [piece for piece in self._tagged if piece.text and is_fit(piece.label)]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The labelled texts with a role: the last one of each role, and all texts to compare.
        Beside a single answer, letters are for grades rather than for texts."""
        if not any(mark in self._prompt for mark in (":", "<", "[", "#", "**")):
            return ()
        names = [turn["who"].lower() for turn in _TABLE.find_all("turn", self._prompt)]
        speakers = names if len({*names}) < len(names) else ()  # One speaks more than once.
        labelled = [e for e in pieces_in(self._prompt, self._tagged) if e.label not in speakers]
        is_place = _TABLE.pattern("typed place").search  # In nothing but the shape of an object.
        found = [e for e in labelled if not is_place(e.text) or without_shapes(e.text).strip()]
        ordered = sorted(found, key=lambda each: each.label != "instructions")
        last = {piece.role: piece for piece in ordered}.values()  # A question is no instruction.
        side = _TABLE.pattern("name of a side")
        kept = [piece for piece in found if piece in last or side.search(piece.label)]
        is_single = any(e.role == "answer" and not side.search(e.label) for e in kept)
        return tuple(e for e in kept if e.role or (not is_single and side.fullmatch(e.label)))

    def text_of(self, role: str) -> str:
        """The last text with a role, empty if there is none."""
        return next((piece.text for piece in reversed(self.pieces) if piece.role == role), "")

    @cached_property
    def sides(self) -> list[str]:
        """The two texts to compare, such as `A` and `B`; empty unless both exist."""
        others = (piece for piece in self.pieces if piece.role != "question")
        named = {word: each.text for each in others for word in re.split(r"[\W_]+", each.label)}
        for one, two in (("a", "b"), ("1", "2"), ("q1", "q2"), ("first", "second")):
            if one in named and two in named:
                return [named[one], named[two]]
        return []

    @cached_property
    def instructions(self) -> str:
        """The prompt without its labelled texts."""
        if not self.pieces:
            return self.request
        border = _TABLE.pattern("border")
        lines = without(self.request, self.pieces).split("\n")
        return "\n".join(line for line in lines if not border.match(line))

    @cached_property
    def is_judged(self) -> bool:
        """True if the prompt asks for a judgement that its labelled texts allow."""
        if not self.pieces:
            return False
        roles = {piece.role for piece in self.pieces}
        instructions = f"{self._system}\n{self.instructions}"
        if roles & {"answer", "claims"} or ("criterion" in roles and roles & {"text", "question"}):
            standard = roles & {"reference", "source", "criterion"}
            if standard or _TABLE.matches("judges", instructions):
                return True
        on_use = _TABLE.matches("on relevance", instructions)
        is_on_relevance = on_use and {"question", "source"} <= roles
        has_both = "source" in roles and roles & {"text", "reference"}
        is_on_support = has_both and _TABLE.matches("supports", instructions)
        return is_on_relevance or bool(is_on_support or self.sides)

    def replacing(self, role: str, text: str, label: str) -> Payload:
        """This payload with one text in place of all texts with a role."""
        kept = (piece for piece in self.pieces if piece.role not in (role, "claims"))
        payload = Payload(self.request, self._system, (*kept, Piece(label, text)))
        payload.instructions = self.instructions
        return payload

    # Texts to answer from

    @property
    def question(self) -> str:
        """The question about the texts, else the whole prompt."""
        return self._divided.question

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The texts to answer from."""
        return tuple(numbered_passages(map(unquoted, self._divided.texts)))

    @property
    def is_marked(self) -> bool:
        """True if labels, tags or the request mark the texts."""
        return self._divided.is_marked

    @property
    def about_data(self) -> str:
        """The prompt without the data that its question is about, empty if it has none."""
        return self._divided.about_data

    @property
    def is_apart(self) -> bool:
        """True if nothing but a paragraph of its own tells the question from the texts."""
        return self._divided.is_apart

    @cached_property
    def _divided(self) -> Division:
        """The question and the texts of the prompt."""
        prompt = self._prompt
        if tagged := self._in("tag of a text"):
            asked = (piece.text for piece in self._in("tag of a question"))
            question = next(asked, "") or question_of(without(prompt, tagged)) or prompt
            texts = [
                f"[{each.number}] {each.text}" if each.number else each.text for each in tagged
            ]
            return Division(question, texts)
        bare = self._shapeless.request if _TABLE.matches("typed place", prompt) else prompt
        found = division_of(bare)
        return found if bare == prompt else found._replace(about_data="")

    # The text of a request

    @cached_property
    def text(self) -> str:
        """The text in the prompt without its instructions, which may be empty."""
        if self._marked_text:
            return self._marked_text
        rest = self._shapeless
        passages = rest.passages if rest.is_marked or not self._system else ()
        return without_instructions("\n".join(each.text for each in passages) or rest.request)

    @cached_property
    def has_text(self) -> bool:
        """True if quotes, tags, labels or the request mark the text."""
        return bool(self._marked_text) or self._shapeless.is_marked

    @cached_property
    def conversation(self) -> str:
        """The turns of the conversation in the prompt, without the names of the speakers."""
        tagged = self._in("tag of a conversation")
        is_marked = tagged or _TABLE.matches("head of a conversation", self._prompt)
        text = tagged[-1].text if tagged else self._prompt
        turns = after(text, _TABLE.find_all("turn", text))
        speakers = {turn["who"].lower() for turn, _ in turns}
        if not speakers or (len(speakers) < 2 and not is_marked):
            return ""
        end = _TABLE.pattern("end of a turn")
        return "\n".join(filter(None, (end.sub("", part) for _, part in turns)))

    @cached_property
    def _marked_text(self) -> str:
        """The text that quotes, tags or labels mark, empty if there is none."""
        if not _MARK.search(self._prompt):
            return ""
        if self.conversation:
            return self.conversation
        prompt = self._shapeless.request
        tagged = [each.text for each in self._in("tag of a text")]
        material = "\n\n".join(by_rules(prompt)[1] or tagged) or material_of(prompt)
        return longest_quote(prompt, material) or self.text_of("text") or material

    @cached_property
    def _shapeless(self) -> Payload:
        """The payload of the prompt without its schemas and classes."""
        prompt = self._prompt
        bare = without_shapes(prompt) if _MARK.search(prompt) else prompt
        return self if bare == self.request else Payload(bare)
