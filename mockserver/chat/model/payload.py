"""The payload of a prompt: the texts that it is about, apart from what it says about them.

Some of them are labelled, see `pieces`; others are passages to answer from, see `passages`, or the
text of a request, see `material`. `payload.txt` has the patterns of all four modules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from mockserver.chat.model.material import (
    longest_quote,
    material_of,
    without_instructions,
    without_schemas,
    without_shapes,
)
from mockserver.chat.model.passages import Passage, divided, numbered_parts, question_and_texts
from mockserver.chat.model.pieces import Piece, pieces_in, tagged_in, without, without_examples
from mockserver.chat.model.tables import table

_TABLE = table("payload.txt")

_READ = 24_000
"""The number of characters of a prompt that are read, at its end."""

_MARK = re.compile(r"[^\w\s.,;?!]|\n")
"""The characters without which a prompt marks no text."""

_FEW_LINES = 3
_LONG = 200
"""The length from which a text is read for what it says, not for demands."""


class Payload:
    """The texts of a prompt. A prompt for a judge may have instructions in a system message."""

    def __init__(self, prompt: str, system: str = "", pieces: Sequence[Piece] = ()) -> None:
        self._whole = prompt[-_READ:]
        self._system = system
        if pieces:
            self.pieces = tuple(pieces)

    @cached_property
    def _prompt(self) -> str:
        """The prompt without its examples and without the JSON schema of the reply."""
        return without_examples(self.request)

    @cached_property
    def request(self) -> str:
        """The prompt without the JSON schema of the reply."""
        return without_schemas(self._whole)

    # Labelled texts

    @cached_property
    def _tagged(self) -> Sequence[Piece]:
        return [*tagged_in(self._prompt)] if "</" in self._prompt else []

    def _in(self, tags: str) -> list[Piece]:
        """The texts in tags of a kind."""
        is_fit = _TABLE.pattern(tags).fullmatch
        return [piece for piece in self._tagged if piece.text and is_fit(piece.label)]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The labelled texts with a role: the last one of each role, and all texts to compare.

        If labels are repeated, as in examples, the last ones count.
        """
        if not any(mark in self._prompt for mark in (":", "<", "[", "#", "**")):
            return ()
        settled = pieces_in(self._prompt, self._tagged)
        last = {piece.role: piece for piece in settled}.values()
        is_side = _TABLE.pattern("name of a side").search
        is_whole_side = _TABLE.pattern("name of a side").fullmatch
        found = (piece for piece in settled if piece in last or is_side(piece.label))
        return tuple(piece for piece in found if piece.role or is_whole_side(piece.label))

    def text_of(self, role: str) -> str:
        """The last text with a role, empty if there is none."""
        return next((piece.text for piece in reversed(self.pieces) if piece.role == role), "")

    @cached_property
    def sides(self) -> list[str]:
        """The two texts to compare, such as `A` and `B`; empty unless both exist."""
        named = {
            word: piece.text
            for piece in self.pieces
            if piece.role != "question"
            for word in re.split(r"[\W_]+", piece.label)
        }
        pairs = (("a", "b"), ("1", "2"), ("first", "second"))
        return next(([named[one], named[two]] for one, two in pairs if {one, two} <= {*named}), [])

    @cached_property
    def instructions(self) -> str:
        """The prompt without its labelled texts."""
        if not self.pieces:
            return self._whole
        is_border = _TABLE.pattern("border").match
        rest = without(self._whole, self.pieces)
        return "\n".join(line for line in rest.split("\n") if not is_border(line))

    @cached_property
    def is_judged(self) -> bool:
        """True if the prompt asks for a judgement that its labelled texts allow."""
        roles = {piece.role for piece in self.pieces}
        has_standard = not roles.isdisjoint({"reference", "source", "criterion"})
        has_subject = not roles.isdisjoint({"answer", "claims"})
        has_subject = has_subject or ("criterion" in roles and bool(roles & {"text", "question"}))
        instructions = f"{self._system}\n{self.instructions}"
        return bool(roles) and (
            (has_subject and has_standard)
            or (has_subject and _TABLE.matches("judges", instructions))
            or {"reference", "source"} <= roles
            or ({"question", "source"} <= roles and "relevan" in instructions.lower())
            or bool(self.sides)
        )

    def replacing(self, role: str, text: str, label: str = "claim") -> Payload:
        """This payload with one text in place of all texts with a role."""
        kept = (piece for piece in self.pieces if piece.role not in (role, "claims"))
        payload = Payload(self._whole, self._system, (*kept, Piece(label, text)))
        payload.instructions = self.instructions
        return payload

    # Texts to answer from

    @property
    def question(self) -> str:
        """The question about the texts, else the whole prompt."""
        return self._question_and_texts[0]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The texts to answer from."""
        return tuple(numbered_parts(self._question_and_texts[1]))

    @property
    def is_marked(self) -> bool:
        """True if labels, tags, rules, quotes or the request mark the texts."""
        return self._question_and_texts[2]

    @property
    def is_cited(self) -> bool:
        """True if the texts are marked as such, or numbered."""
        return self.is_marked or any(each.number for each in self.passages)

    @cached_property
    def _question_and_texts(self) -> tuple[str, Sequence[str], bool]:
        texts, questions = self._in("tag of a text"), self._in("tag of a question")
        return question_and_texts(self._prompt, texts, questions)

    # The text of a request

    @property
    def text(self) -> str:
        """The text in the prompt without its instructions, which may be empty."""
        return self._text[0]

    @property
    def has_text(self) -> bool:
        """True if quotes, tags, labels or the request mark the text."""
        return self._text[1]

    @property
    def document(self) -> str:
        """The text if it is long and makes no demands on the reply, else an empty one."""
        is_read = self.has_text and len(self.text) > _LONG
        return self.text if is_read and not self.makes_demands else ""

    @property
    def makes_demands(self) -> bool:
        """True if the text speaks of the reply, as instructions do."""
        return _TABLE.find("speaks of the reply", self.text) is not None

    @cached_property
    def conversation(self) -> str:
        """The turns of the conversation in the prompt, without the names of the speakers."""
        tagged = self._in("tag of a conversation")
        text = tagged[-1].text if tagged else self._prompt
        turns = [*_TABLE.find_all("turn", text)]
        speakers = {turn["who"].lower() for turn in turns}
        if not speakers or (len(speakers) < 2 and not tagged):
            return ""
        parts = (_TABLE.pattern("end of a turn").sub("", part) for _, part in divided(text, turns))
        return "\n".join(filter(None, parts))

    @cached_property
    def _text(self) -> tuple[str, bool]:
        prompt = self._prompt
        if _MARK.search(prompt):
            prompt = without_shapes(prompt)
            if text := self._marked_text(prompt):
                return text, True
        if prompt.strip().count("\n") > _FEW_LINES:
            return prompt.strip(), False
        if labelled := _TABLE.pattern("labelled").findall(prompt):
            return without_instructions(labelled[-1]), True
        payload = Payload(prompt)
        if payload.is_marked or not self._system:
            prompt = "\n".join(passage.text for passage in payload.passages) or prompt
        return without_instructions(prompt), payload.is_marked

    def _marked_text(self, prompt: str) -> str:
        """The text that fields, speakers, quotes, tags or labels mark, empty if there is none."""
        marked = _TABLE.find_all("marked field", self._prompt)
        fields = [each["text"].strip() for each in marked]
        if not (fields or self._in("tag of a request")):
            fields = [self.conversation]
        if text := "\n".join(filter(None, fields)):
            return text
        material = material_of(prompt)
        if found := longest_quote(prompt, material):
            return found
        tagged = [piece.text for piece in self._in("tag of a request")]
        is_whole = len(self.pieces) == 1 and self.text_of("text") in material
        text = material if is_whole else self.text_of("text") or material
        return tagged[-1] if tagged else text
