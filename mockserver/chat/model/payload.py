"""The payload of a prompt: the texts that it is about, apart from what it says about them.

Some of them are labelled, see `pieces`; others are in quotation marks, between rules, or below the
request. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from mockserver.chat.model.pieces import Piece, pieces_in, tagged_in, without, without_examples
from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.wording import in_plain_words

_TABLE = table("payload.txt")

_READ = 24_000
"""The number of characters of a prompt that are read, at its end."""

_MOST_PASSAGES = 200
_FEW_LINES = 3
_LONG = 200
"""The length from which a text is read for what it says, not for demands."""


class Passage(NamedTuple):
    """A text to answer from, and the number to cite it by, if any."""

    number: str
    text: str


class Payload:
    """The texts of a prompt. A prompt for a judge may have instructions in a system message."""

    def __init__(self, prompt: str, system: str = "", pieces: Sequence[Piece] = ()) -> None:
        self._whole = prompt[-_READ:]
        self._system = system
        if pieces:
            self.pieces = tuple(pieces)

    @cached_property
    def _prompt(self) -> str:
        """The prompt without its examples."""
        return without_examples(self._whole)

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
        return tuple(_passages(self._question_and_texts[1]))

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
        prompt = self._prompt
        if fields := [*_TABLE.find_all("marked field", prompt)]:
            asks = _TABLE.pattern("tag of a question").fullmatch
            asked = next((each["text"] for each in fields if asks(each["name"])), "")
            if texts := [each["text"] for each in fields if not asks(each["name"])]:
                return asked or prompt, texts, True
        if tagged := self._in("tag of a text"):
            outside = without(prompt, tagged)
            asked = next((piece.text for piece in self._in("tag of a question")), "")
            return asked or _question_of(outside) or prompt, [*map(_cited, tagged)], True
        for split in (_by_speakers, _by_labels, _by_rules, _by_quotes, _by_request):
            outside, texts = split(prompt)
            if any(map(str.strip, texts)):
                return _question_of(outside) or prompt, texts, True
        parts = sentences(prompt)
        if len(parts) < 2 or not (question := _last_question(parts)):
            return prompt.strip(), (), False
        rest = prompt.replace(question, "")
        for part in parts:
            if _TABLE.pattern("instructs").match(part):
                rest = rest.replace(part, "")
        return question, [rest.strip()], False

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
        return "" if _TABLE.find("speaks of the reply", self.text) else self.text * is_read

    @cached_property
    def conversation(self) -> str:
        """The turns of the conversation in the prompt, without the names of the speakers."""
        tagged = self._in("tag of a conversation")
        text = tagged[-1].text if tagged else self._prompt
        turns = [*_TABLE.find_all("turn", text)]
        speakers = {turn["who"].lower() for turn in turns}
        if not speakers or (len(speakers) < 2 and not tagged):
            return ""
        parts = (_TABLE.pattern("end of a turn").sub("", part) for _, part in _divided(text, turns))
        return "\n".join(filter(None, parts))

    @cached_property
    def _text(self) -> tuple[str, bool]:
        prompt = self._prompt
        fields = [each["text"].strip() for each in _TABLE.find_all("marked field", prompt)]
        if not (fields or self._in("tag of a request")):
            fields = [self.conversation]
        if text := "\n".join(filter(None, fields)):
            return text, True
        prompt = _without_shapes(prompt)
        material = _material(prompt)
        if found := _quoted(prompt, material):
            return found, True
        tagged = [piece.text for piece in self._in("tag of a request")]
        marked = tagged or [*filter(None, [self.text_of("text") or material])]
        if marked:
            return marked[-1], True
        if prompt.strip().count("\n") > _FEW_LINES:
            return prompt.strip(), False
        if labelled := _TABLE.pattern("labelled").findall(prompt):
            return _without_instructions(labelled[-1]), True
        payload = Payload(prompt)
        if payload.is_marked or not self._system:
            prompt = "\n".join(passage.text for passage in payload.passages) or prompt
        return _without_instructions(prompt), payload.is_marked


def passages_of(texts: Iterable[str]) -> tuple[Passage, ...]:
    """The passages of separate texts; several are numbered."""
    cut = [text[:3_000] for text in texts][: _MOST_PASSAGES // 10]
    if len(cut) == 1:
        return tuple(_passages(cut))
    return tuple(Passage(str(number), text) for number, text in enumerate(cut, 1))


# Texts to answer from


def _cited(piece: Piece) -> str:
    return f"[{piece.number}] {piece.text}" if piece.number else piece.text


def _by_speakers(text: str) -> tuple[str, list[str]]:
    """A transcript of two or more speakers before a question about it, sentence by sentence."""
    transcript, _, question = text.strip().rpartition("\n\n")
    found = [*_TABLE.find_all("speaker", transcript)]
    is_asked = _is_question(question) and not _TABLE.matches("speaker", question)
    if not is_asked or not len(found) > len({each["name"] for each in found}) > 1:
        return text, []
    said = ((each["name"], sentences(part)) for each, part in _divided(transcript, found))
    return question, ["\n".join(f"{name} says: {each}" for name, parts in said for each in parts)]


def _by_labels(text: str) -> tuple[str, list[str]]:
    """Texts after labels such as `Context:`, or else the paragraphs before a labelled question."""
    labels = [*_TABLE.find_all("label", text)][:_MOST_PASSAGES]
    outside = lead = text[: labels[0].start()] if labels else text
    texts = []
    for label, block in _divided(text, labels):
        if label["brings"]:
            is_numbered = _TABLE.pattern("number of a passage").match(label[0])
            texts.append(f"{label[0].strip(' :')}: {block}" if block and is_numbered else block)
        else:
            outside += f"\n{label[0]}{block}"
    texts = [*filter(None, texts)]
    has_question = any(label["asks"] for label in labels)
    if texts and not has_question and not _is_question(lead):
        before, _, last = texts[-1].rpartition("\n\n")
        if before and _is_question(last):
            return f"{outside}\n{last}", [*texts[:-1], before]
    if not texts and has_question:
        instructs = _TABLE.pattern("instructs").match
        texts = ["\n".join(line for line in lead.splitlines() if line and not instructs(line))]
    return outside, texts


def _by_rules(text: str) -> tuple[str, list[str]]:
    """Texts between rules: lines of dashes, triple quotes or code fences."""
    rules = [*_TABLE.pattern("rule").finditer(text)]
    if len(rules) < 2:
        return text, []
    inner = text[rules[0].end() : rules[-1].start()]
    outside = f"{text[: rules[0].start()]}\n{text[rules[-1].end() :]}"
    return outside, [part.strip() for part in _TABLE.pattern("rule").split(inner) if part.strip()]


def _by_quotes(text: str) -> tuple[str, list[str]]:
    """Long texts in quotation marks."""
    found = [*_TABLE.find_all("quotes a text", text)]
    outside = text
    for each in found:
        outside = outside.replace(each[0], " ")
    return outside, [each["text"] for each in found]


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
    for label, block in reversed([*_divided(text, [*_TABLE.find_all("label", text)])]):
        if label["asks"] and block:
            return block
    return _last_question(sentences(text)) or text.strip()


def _last_question(parts: list[str]) -> str:
    return next(filter(_is_question, reversed(parts)), "")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def _passages(texts: Iterable[str]) -> Iterator[Passage]:
    """The numbered parts of texts, each as a passage."""
    for text in texts:
        names = ("number of a passage", "number in a line")
        marks = next(filter(None, ([*_TABLE.find_all(name, text)] for name in names)), [])
        before = text[: marks[0].start()] if marks else text
        if before.strip():
            yield Passage("", before.strip())
        for mark, part in _divided(text, marks[:_MOST_PASSAGES]):
            yield Passage(str(mark[mark.lastgroup or 0]), part)


def _divided(text: str, marks: Sequence[re.Match[str]]) -> Iterator[tuple[re.Match[str], str]]:
    """Each mark in a text with the part after it, up to the next mark."""
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        yield mark, text[mark.end() : end].strip()


# The text of a request


def _quoted(prompt: str, material: str) -> str:
    """The longest quotation, if it is named a text, or no longer text comes after it."""
    quotes = [*_TABLE.find_all("quoted", prompt)]
    quote = max(quotes, key=lambda each: len(each[0]), default=None)
    if quote is None or not (len(quote[0]) > 20 or (len(quote[0]) > 10 and " " in quote[0])):
        return ""
    is_named = _TABLE.find("named before a quote", prompt[: quote.start()][-80:])
    is_most = len(quote[0]) * 2 > len(material) and material[:40] not in prompt[quote.end() :]
    return quote[quote.lastgroup or 0] if is_named or is_most or not material else ""


def _without_shapes(text: str) -> str:
    """A text without the objects in braces, such as schemas, and without classes."""
    opened, kept, end = list[int](), "", 0
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened and (start := opened.pop()) >= end and not opened:
            kept, end = f"{kept}{text[end:start]} ", brace.end()
    return _TABLE.pattern("declaration").sub(" ", kept + text[end:])


def _material(prompt: str) -> str:
    """The paragraphs that a prompt is about; empty if it has no others.

    They are the last ones after a label such as `Text:`, else the longest run of paragraphs most of
    whose sentences do not say how to reply.
    """
    runs: list[tuple[bool, str]] = []
    has_others = is_open = False
    for block in _TABLE.pattern("between blocks").split(prompt):
        if block is None:
            continue
        if _TABLE.pattern("ruled line").fullmatch(block):
            has_others, is_open = True, False
            continue
        label = _TABLE.pattern("label of a text").match(block)
        if label and block.count(label[0].strip()) > 1:  # A speaker of a dialogue.
            label = None
        text = block[label.end() :] if label else block
        parts = sentences(text)
        is_lead = len(parts) < _FEW_LINES and text.rstrip().endswith(":")
        is_lead = is_lead or (not runs and any(map(_instructs, (*parts[:1], *parts[-1:]))))
        share = 2 * sum(map(_instructs, parts)) - len(parts)
        is_even = share == 0 and (not runs or _TABLE.matches("instruction", text))
        if not label and (is_lead or is_even or share > 0 or not parts):
            has_others, is_open = has_others or bool(parts), is_open and not parts
        elif label or not is_open:
            runs.append((bool(label), text))
            has_others, is_open = has_others or bool(label), True
        else:
            runs[-1] = (runs[-1][0], f"{runs[-1][1]}\n\n{text}")
    labelled = [text for is_labelled, text in runs if is_labelled and text.strip()]
    text = (
        labelled[-1]
        if labelled
        else max(
            (text for _, text in runs),
            key=lambda text: len(text) * (1 + (text is runs[-1][1])),
            default="",
        )
    )
    return _TABLE.pattern("open label").sub("", text).strip() if has_others else ""


def _without_instructions(text: str) -> str:
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


def _instructs(sentence: str) -> bool:
    """True if a sentence is an instruction, in English or in another language."""
    directive = _TABLE.pattern("directive")
    return bool(directive.search(sentence) or directive.search(in_plain_words(sentence)))
