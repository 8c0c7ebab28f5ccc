"""The payload of a prompt: the texts that it is about, apart from what it says about them.

Some of them are labelled and have a role, see `pieces`; others are passages to answer from, or the
text of a request. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from mockserver.chat.model.pieces import Piece, pieces_in, tagged_in, without, without_examples
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences

_TABLE = table("payload.txt")

_READ = 24_000
"""The number of characters of a prompt that are read, at its end."""

_MARK = re.compile(r"[^\w\s.,;?!]|\n")
"""The characters without which a prompt marks no text."""

_MOST_PASSAGES = 200


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


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
        is_side = _TABLE.pattern("name of a side")
        found = (piece for piece in settled if piece in last or is_side.search(piece.label))
        return tuple(piece for piece in found if piece.role or is_side.fullmatch(piece.label))

    def text_of(self, role: str) -> str:
        """The last text with a role, empty if there is none."""
        return next((piece.text for piece in reversed(self.pieces) if piece.role == role), "")

    @cached_property
    def sides(self) -> list[str]:
        """The two texts to compare, such as `A` and `B`; empty unless both exist."""
        others = (piece for piece in self.pieces if piece.role != "question")
        named = {word: each.text for each in others for word in re.split(r"[\W_]+", each.label)}
        pairs = (("a", "b"), ("1", "2"), ("first", "second"))
        return next(([named[one], named[two]] for one, two in pairs if {one, two} <= {*named}), [])

    @cached_property
    def instructions(self) -> str:
        """The prompt without its labelled texts."""
        is_border = _TABLE.pattern("border").match
        rest = without(self.request, self.pieces).split("\n")
        return "\n".join(line for line in rest if not (self.pieces and is_border(line)))

    @cached_property
    def is_judged(self) -> bool:
        """True if the prompt asks for a judgement that its labelled texts allow."""
        roles = {piece.role for piece in self.pieces}
        has_subject = bool(roles & {"answer", "claims"})
        has_subject = has_subject or ("criterion" in roles and bool(roles & {"text", "question"}))
        instructions = f"{self._system}\n{self.instructions}" if roles else ""
        return bool(roles) and (
            (has_subject and bool(roles & {"reference", "source", "criterion"}))
            or (has_subject and _TABLE.matches("judges", instructions))
            or ({"question", "source"} <= roles and "relevan" in instructions.lower())
            or bool(self.sides)
        )

    def replacing(self, role: str, text: str, label: str = "claim") -> Payload:
        """This payload with one text in place of all texts with a role."""
        kept = (piece for piece in self.pieces if piece.role not in (role, "claims"))
        payload = Payload(self.request, self._system, (*kept, Piece(label, text)))
        payload.instructions = self.instructions
        return payload

    # Texts to answer from

    @property
    def question(self) -> str:
        """The question about the texts, else the whole prompt."""
        return self._divided[0]

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """The texts to answer from."""
        return tuple(_numbered(self._divided[1]))

    @property
    def is_marked(self) -> bool:
        """True if labels, tags, quotes or the request mark the texts."""
        return self._divided[2]

    @cached_property
    def _divided(self) -> tuple[str, Sequence[str], bool]:
        """The question of the prompt, its texts, and whether they are marked as such."""
        prompt = self._prompt
        if tagged := self._in("tag of a text"):
            asked = (piece.text for piece in self._in("tag of a question"))
            question = next(asked, "") or _question_of(without(prompt, tagged)) or prompt
            return question, [*map(_cited, tagged)], True
        for divide in (_by_labels, _by_request):
            outside, texts = divide(prompt)
            if any(map(str.strip, texts)):
                return _question_of(outside) or prompt, texts, True
        parts = sentences(prompt)
        question = _last_question(parts) if len(parts) > 1 else ""
        instructs = _TABLE.pattern("instructs").match
        rest = (each for each in prompt.replace(question, "\n").split("\n") if question)
        texts = [each for line in rest for each in sentences(line) if not instructs(each)]
        return question or prompt.strip(), ["\n".join(texts)][: bool(question)], False

    # The text of a request

    @property
    def text(self) -> str:
        """The text in the prompt without its instructions, which may be empty."""
        return self._text[0]

    @property
    def has_text(self) -> bool:
        """True if quotes, tags, labels or the request mark the text."""
        return self._text[1]

    @cached_property
    def conversation(self) -> str:
        """The turns of the conversation in the prompt, without the names of the speakers."""
        tagged = self._in("tag of a conversation")
        text = tagged[-1].text if tagged else self._prompt
        turns = [*_TABLE.find_all("turn", text)]
        speakers = {turn["who"].lower() for turn in turns}
        if not speakers or (len(speakers) < 2 and not tagged):
            return ""
        parts = (_TABLE.pattern("end of a turn").sub("", part) for _, part in _after(text, turns))
        return "\n".join(filter(None, parts))

    @cached_property
    def _text(self) -> tuple[str, bool]:
        prompt = self._prompt
        if _MARK.search(prompt):
            prompt = without_shapes(prompt)
            if text := self._marked_text(prompt):
                return text, True
        payload = Payload(prompt)
        if payload.is_marked or not self._system:
            prompt = "\n".join(passage.text for passage in payload.passages) or prompt
        return without_instructions(prompt), payload.is_marked

    def _marked_text(self, prompt: str) -> str:
        """The text that fields, quotes, tags or labels mark, empty if there is none."""
        material = material_of(prompt)
        quote = self.conversation or longest_quote(prompt, material)
        return quote or self.text_of("text") or material


# The ways to divide a prompt into a question and texts


def _by_labels(text: str) -> tuple[str, list[str]]:
    """Texts after labels such as `Context:`, or else the paragraphs before a labelled question."""
    labels = [*_TABLE.find_all("label", text)][:_MOST_PASSAGES]
    asked = [label for label in labels if label["asks"]]
    if len(asked) > 1 and _TABLE.matches("answer below", text[asked[-1].end() :]):  # An FAQ.
        labels = [label for label in labels if not label["asks"]]
    outside = lead = text[: labels[0].start()] if labels else text
    texts = list[str]()
    for label, block in _after(text, labels):
        if not label["brings"]:
            outside += f"\n{label[0]}{block}"
            continue
        source = _TABLE.find("source below", f"{label[0]}{block}") if texts else None
        if source:
            texts[-1] = f"[{source['name']}] {texts[-1]}"
        else:
            texts.append(block)
    texts = [*filter(None, texts)]
    has_question = any(label["asks"] for label in labels)
    blocks = texts[-1].split("\n\n") if texts and not (has_question or _is_question(lead)) else []
    for count in (1, 2):  # The question may have its options below it.
        before, last = "\n\n".join(blocks[:-count]), "\n\n".join(blocks[-count:])
        if before and any(map(_is_question, sentences(last))):
            return f"{outside}\n{last}", [*texts[:-1], before]
    if not texts and has_question:
        texts = [lead]
    return outside, texts


def _by_request(text: str) -> tuple[str, list[str]]:
    """The text below a first line that asks about it, or after the colon of that line."""
    lead = _TABLE.pattern("asks of the following").match(text)
    rest = text[lead.end() :].strip() if lead else ""
    question = _question_of(rest) if _is_question(rest) else rest
    if question != rest:
        return question, [rest.removesuffix(question).strip()]
    return (lead[0] if lead else text), [rest]


def _question_of(text: str) -> str:
    """The question of a text: after a label, else the last one, else the whole text."""
    for label, block in reversed([*_after(text, [*_TABLE.find_all("label", text)])]):
        if label["asks"] and block:
            return block
    return _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(_is_question, reversed(parts)), "")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


# Numbered passages


def _numbered(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        names = ("number of a passage", "number in a line")
        marks = next(filter(None, ([*_TABLE.find_all(name, text)] for name in names)), [])
        before = text[: marks[0].start()] if marks else text
        if before.strip():
            yield Passage("", before.strip())
        for mark, part in _after(text, marks[:_MOST_PASSAGES]):
            yield Passage(str(mark[mark.lastgroup or 0]), part)


def _after(text: str, marks: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark, text[mark.end() : end].strip()


def _cited(piece: Piece) -> str:
    return f"[{piece.number}] {piece.text}" if piece.number else piece.text


# The text that a request is about, without the instructions around it


def longest_quote(prompt: str, material: str) -> str:
    """The longest quotation, if it is named a text, or no longer text comes after it."""
    goes_on = _TABLE.pattern("goes on after a quote").match
    found = _TABLE.find_all("quoted", prompt)
    quotes = [each for each in found if not goes_on(prompt[each.end() :][:20])]
    quote = max(quotes, key=lambda each: len(each[0]), default=None)
    if quote is None or not (len(quote[0]) > 20 or (len(quote[0]) > 10 and " " in quote[0])):
        return ""
    is_most = len(quote[0]) * 2 > len(material) and material[:40] not in prompt[quote.end() :]
    return quote[quote.lastgroup or 0] if is_most or not material else ""


def without_shapes(text: str) -> str:
    """A text without the objects in braces, such as schemas, and without classes."""
    return _TABLE.pattern("declaration").sub(" ", " ".join(_apart(text)))


def _apart(text: str) -> Iterator[str]:
    """The parts of a text outside the objects in braces."""
    opened, end = list[int](), 0
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened and (start := opened.pop()) >= end and not opened:
            yield text[end:start]
            end = brace.end()
    yield text[end:]


def material_of(prompt: str) -> str:
    """The paragraphs that a prompt is about; empty if it has no others.

    They are those after its last label such as `Text:`, else the longest run of paragraphs without
    instructions, of which the last one counts twice.
    """
    runs, labelled = [list[str]()], list[list[str]]()
    for block in filter(None, _TABLE.pattern("between blocks").split(prompt)):
        label = _TABLE.pattern("label of a text").match(block)
        if label and block.count(label[0].strip()) == 1:  # No speaker of a dialogue.
            runs.append([block[label.end() :]])
            labelled.append(runs[-1])
        elif block.strip() and _is_instruction(block, is_first=not any(runs)):
            runs.append([])
        elif block.strip():
            runs[-1].append(block)
    if len(runs) == 1:
        return ""
    texts = ["\n\n".join(run) for run in labelled if "".join(run).strip()]
    longest = max(runs, key=lambda run: len("".join(run)) * (1 + (run is runs[-1])))
    text = texts[-1] if texts else "\n\n".join(longest)
    return text.strip()


def _is_instruction(block: str, *, is_first: bool) -> bool:
    """True if a paragraph is a rule, leads to another one, or mostly says how to reply."""
    parts = sentences(block)
    if _TABLE.pattern("ruled line").fullmatch(block):
        return True
    share = sum(map(_instructs, parts)) / len(parts)
    return share > 0.5 or (share == 0.5 and (is_first or _TABLE.matches("instruction", block)))


def without_instructions(text: str) -> str:
    """A text without its instructions; the text after an instruction's colon is kept."""
    lines = []
    for line in text.split("\n"):
        kept = (_after_colon(each) if _instructs(each) else each for each in sentences(line))
        lines.append(" ".join(filter(None, kept)))
    return "\n".join(filter(None, lines)).strip(" \"'")


def _after_colon(instruction: str) -> str:
    """The text after an instruction's last colon, if it has more than three words."""
    _, colon, text = instruction.rpartition(": ")
    return text if colon and len(text.split()) > 3 and not _instructs(text) else ""


@lru_cache(maxsize=256)
def _instructs(sentence: str) -> bool:
    """True if a sentence is an instruction."""
    return _TABLE.matches("directive", sentence)
