"""The payload of a prompt: the texts that it is about, apart from what it says about them.

Some of them are labelled and have a role, see `pieces`; others are passages to answer from, or the
text of a request. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from mockserver.chat.model.reading.examples import without_examples
from mockserver.chat.model.reading.pieces import Piece, pieces_in, tagged_in, without
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import (
    is_question,
    json_at,
    rows_of,
    sentences,
    spans_of_records,
)

_TABLE = table("reading/payload.txt")

_READ = 24_000
"""The number of characters of a prompt that are read, at its end."""

_MARK = re.compile(r"[^\w\s.,;?!]|\n")
"""The characters without which a prompt marks no text."""

_RULE = re.compile(r"\n-{5,}\n")
"""A line below which a prompt has no more passages."""

_DATA = re.compile(r"(?:\[\s*)?\{\s*\"(?s:.*)\}(?:\s*\])?")
"""An object or a list of objects as JSON, with all that is between several of them."""

_MOST_PASSAGES = 200
_LONGEST_AROUND = 150
_MOST_REMARKS, _REACH = 3, 120


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


class _Division(NamedTuple):
    """A prompt divided into a question and texts; `is_marked` if labels or the request do so."""

    question: str
    texts: Sequence[str]
    is_marked: bool = True
    about_data: str = ""
    """The prompt without the data that its question is about, empty if it has none."""

    is_apart: bool = False
    """True if the question only stands in a paragraph of its own."""


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
        return tuple(_numbered(map(_unquoted, self._divided.texts)))

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
    def _divided(self) -> _Division:
        """The question and the texts of the prompt."""
        prompt = self._prompt
        if tagged := self._in("tag of a text"):
            asked = (piece.text for piece in self._in("tag of a question"))
            question = next(asked, "") or _question_of(without(prompt, tagged)) or prompt
            texts = [
                f"[{each.number}] {each.text}" if each.number else each.text for each in tagged
            ]
            return _Division(question, texts)
        if _TABLE.matches("typed place", prompt):
            prompt = self._shapeless.request
        for divide in (_by_rules, _by_data, _by_labels, _by_request):
            outside, texts = divide(prompt)
            if any(map(str.strip, texts)):
                is_about_data = divide is _by_data and prompt == self._prompt
                about_data = outside if is_about_data else ""
                return _Division(_question_of(outside) or prompt, texts, about_data=about_data)
        parts = sentences(prompt)
        question = _last_question(parts)
        if not question or len(parts) == 1:
            return _Division(prompt.strip(), [], is_marked=False)
        lines = "\n".join(prompt.rsplit(question, 1)).split("\n")
        others = (sentence for line in lines for sentence in sentences(line))
        instructs = _TABLE.pattern("instructs").match
        is_mail = _TABLE.matches("mail", prompt)  # Its `Please …` is for somebody else.
        text = "\n".join(each for each in others if is_mail or not instructs(each))
        is_apart = _TABLE.matches("question beside a text", prompt)
        return _Division(question, [text], is_marked=is_apart, is_apart=is_apart)

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
        turns = _after(text, _TABLE.find_all("turn", text))
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
        material = "\n\n".join(_by_rules(prompt)[1] or tagged) or material_of(prompt)
        return _longest_quote(prompt, material) or self.text_of("text") or material

    @cached_property
    def _shapeless(self) -> Payload:
        """The payload of the prompt without its schemas and classes."""
        prompt = self._prompt
        bare = without_shapes(prompt) if _MARK.search(prompt) else prompt
        return self if bare == self.request else Payload(bare)


# The ways to divide a prompt into a request and the texts that it is about


def _by_rules(text: str) -> tuple[str, list[str]]:
    """The rest of a prompt and the texts between two rules: lines of dashes or triple quotes."""
    found = [*_TABLE.find_all("text between rules", text)]
    outside = text
    for each in found:
        outside = outside.replace(each[0], "")
    return outside, [each["text"] for each in found]


def _by_data(text: str) -> tuple[str, list[str]]:
    """A question about data, and the data: JSON, a table, CSV, a log, or things with figures."""
    found = _DATA.search(text)
    if found and json_at(found[0], 0) is None:
        return text, []
    if found is None and (found := _TABLE.find("lines of data", text)) is None:
        blocks = _TABLE.find_all("lines with commas", text)
        found = next((e for e in blocks if len(rows_of(e[0])) == e[0].count("\n") + 1), None)
    if found is None:
        return text, []
    outside = re.sub(r"\s+(?=[?!.])", "", text.replace(found[0], "\n"))
    is_most = len(outside) < _LONGEST_AROUND + len(found[0])
    is_most = found[0][0] in "[{" or (is_most and not _TABLE.matches("line of a pair", outside))
    is_asked = is_most and is_question(_question_of(outside))
    return (outside, [found[0]]) if is_asked else (text, [])


def _by_labels(text: str) -> tuple[str, list[str]]:
    """The rest of a prompt, and its texts after labels such as `Context:`."""
    labels = [*_TABLE.find_all("label", text)][:_MOST_PASSAGES]
    asked = [label for label in labels if label["asks"]]
    if len(asked) > 1 and _TABLE.matches("answer below", text[asked[-1].end() :]):  # An FAQ.
        labels = [label for label in labels if not label["asks"]]
        asked = []
    outside = lead = text[: labels[0].start()] if labels else text
    texts = list[str]()
    for label, block in _after(text, labels):
        source = _TABLE.find("source below", f"{label[0]}{block}") if texts else None
        if not label["brings"]:
            outside += f"\n{label[0]}\n{block}"
        elif source:
            texts[-1] = f"[{source['name']}] {texts[-1]}"
        elif re.search(r"\w", block):
            texts.append(block)
    if not texts:
        tells = _TABLE.pattern("instructs").match
        told = [each for each in sentences(lead) if not (_instructs(each) or tells(each))]
        while _TABLE.pattern("instructs").match(lead):
            _, _, lead = lead.partition("\n")
        return outside, [lead] if asked and told else []
    if asked or is_question(lead):
        return outside, texts
    texts[-1], question = _without_question(texts[-1])
    return f"{outside}\n{question}", texts


def _without_question(text: str) -> tuple[str, str]:
    """A text without the question or the order in its last paragraphs, and these."""
    blocks = text.split("\n\n")
    for count, block in enumerate(blocks[1:], 1):
        if _TABLE.pattern("order on a text").match(block):
            return "\n\n".join(blocks[:count]), "\n\n".join(blocks[count:])
    for count in (1, 2):  # The question may have its options below it.
        before, last = "\n\n".join(blocks[:-count]), "\n\n".join(blocks[-count:])
        if before and _last_question(sentences(last)):
            return before, last
    return text, ""


def _by_request(text: str) -> tuple[str, list[str]]:
    """The request in the first line and the text below it, or after the colon of that line."""
    lead = _TABLE.pattern("asks of the following").match(text)
    if lead is None:
        return text, []
    rest = text[lead.end() :].strip()
    question = _question_of(rest)
    if question != rest and (is_question(rest) or rest.startswith(question)):
        return question, [rest.removeprefix(question).removesuffix(question).strip()]
    return lead[0], [rest]


def _question_of(text: str) -> str:
    """The question of a text: after a label, else the last one, else the whole text."""
    blocks = _after(text, _TABLE.find_all("label", text))
    asked = [block for label, block in blocks if label["asks"] and block]
    return asked[-1] if asked else _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(is_question, reversed(parts)), "")


# Numbered passages


def _numbered(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        marks = [*_TABLE.find_all("number of a passage", text)]
        marks = marks or [*_TABLE.find_all("number in a line", text)]
        before = text[: marks[0].start()] if marks else text
        if re.search(r"\w", before):
            yield Passage("", before.strip())
        for mark, part in _after(text, marks[:_MOST_PASSAGES]):
            # A mark without digits is the name of a file.
            yield Passage(str(mark[mark.lastgroup or 0]), _RULE.split(part)[0])


def _after(text: str, marks: Iterable[re.Match[str]]) -> list[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    marks = [*marks]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [(mark, text[mark.end() : end].strip()) for mark, end in zip(marks, ends, strict=False)]


# The text that a request is about, without the instructions around it


def _longest_quote(prompt: str, material: str) -> str:
    """The longest quotation, unless it is short beside the material of a prompt or before it."""
    goes_on = _TABLE.pattern("goes on after a quote").match
    found = _TABLE.find_all("quoted", prompt)
    quotes = [each for each in found if not goes_on(prompt[each.end() :][:20])]
    quote = max(quotes, key=lambda each: len(each[0]), default=None)
    if quote is None:
        return ""
    length = len(quote[0])
    is_text = length > 20 or (length > 10 and " " in quote[0])
    is_most = length * 2 > len(material) and material[:40] not in prompt[quote.end() :]
    return quote[quote.lastgroup or 0] if is_text and (is_most or not material) else ""


def without_shapes(text: str) -> str:
    """A text without the objects in braces, such as schemas, and without classes."""
    return _TABLE.pattern("declaration").sub(" ", " ".join(_apart(text)))


def _apart(text: str) -> Iterator[str]:
    """The parts of a text outside the objects in braces, unless these are data."""
    opened, end = list[int](), 0
    data = {*chain(*spans_of_records(text))} if "[" in text else ()
    for brace in re.finditer(r"[{}]", text):
        if brace.start() in data:
            continue
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened:
            start = opened.pop()
            if not opened:
                yield text[end:start]
                end = brace.end()
    yield text[end:]


def material_of(prompt: str) -> str:
    """The paragraphs that a prompt is about; empty if it has no others. They are those after its
    last label such as `Text:`, else the longest run of paragraphs without instructions, of which
    the last one counts twice."""
    runs, labelled = [list[str]()], list[list[str]]()
    for block in filter(None, _TABLE.pattern("between blocks").split(prompt)):
        label, above = _TABLE.pattern("label of a text").match(block), "\n\n".join(runs[-1])
        is_pair = len(block) < len(above) and _TABLE.matches("line of a pair", above)
        if label and block.count(label[0].strip()) == 1 and not is_pair:  # Nor a speaker.
            runs.append([block[label.end() :]])
            labelled.append(runs[-1])
        elif block.strip() and _is_instruction(block, is_first=not any(runs)):
            runs.append([])
        elif block.strip():
            runs[-1].append(block)
    if len(runs) == 1:
        return ""
    texts = [text for run in labelled if (text := "\n\n".join(run).strip())]
    if texts:
        return texts[-1]
    longest = max(runs, key=lambda run: len("".join(run)) * (2 if run is runs[-1] else 1))
    return "\n\n".join(longest).strip()


def _is_instruction(block: str, *, is_first: bool) -> bool:
    """True if a paragraph is a rule, leads to another one, or mostly says how to reply."""
    is_lead = is_first and block.endswith(":")
    if is_lead or _TABLE.pattern("ruled line").fullmatch(block):
        return True
    parts = sentences(block)
    share = sum(map(_instructs, parts)) / len(parts)
    return share > 0.5 or (share == 0.5 and (is_first or _TABLE.matches("instruction", block)))


def without_instructions(text: str) -> str:
    """A text without its instructions; the text after an instruction's colon is kept."""
    lines = []
    for line in text.split("\n"):
        kept = (_after_colon(each) if _instructs(each) else each for each in sentences(line))
        lines.append(" ".join(filter(None, kept)))
    return _unquoted("\n".join(filter(None, lines)))


def _unquoted(text: str) -> str:
    """A text without the quotation marks around it; a single one at an end is a part of it."""
    bare = text.strip(" \n\"'")
    return text.strip() if bare.count('"') % 2 else bare


def _after_colon(instruction: str) -> str:
    """The text after an instruction's last colon, if it has more than three words."""
    _, colon, text = instruction.rpartition(": ")
    return text if colon and len(text.split()) > 3 and not _instructs(text) else ""


@lru_cache(maxsize=256)
def _instructs(sentence: str) -> bool:
    """True if a sentence is an instruction."""
    return _TABLE.matches("directive", sentence)
