"""Exhibits: the labelled texts of a prompt that asks for a judgement.

Labels are `Question: …`, `[Submission]: …`, `<context>…</context>`, `### Reference answer`, or the
keys of a JSON object after `input:`. If labels are repeated, as in examples, the last ones count.
Demands inside an exhibit do not apply to the reply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mockserver.chat.model.patterns import pattern

_READ = 24_000

_ROLES = {
    role: pattern(rf"\b(?:{words})\b", re.IGNORECASE)
    for role, words in {
        "source": "contexts?|sources?|documents?|passages?|articles?|premise|facts|retriev\\w*",
        "reference": "reference|expected|expert|ground|gold|true|truth|ideal|answer key|targets?"
        "|correct",
        "criterion": "rubric|criteri\\w+|expectations?|requirements?|policy|rules?|guidelines?",
        "claims": "claims|statements|sentences",
        "answer": "submission|reply|submitted|student|response|predict\\w*|actual|candidate"
        "|generat\\w*|model|assistant|outputs?|answer|claim|statement|hypothesis|summary|fact|assertion"
        "|translation|information|completion",
        "question": "question|query|task|inputs?|instructions?|prompt|problem|history|request",
        "text": "text|review|message|content",
    }.items()
}
"""The roles of exhibits, with the words in their labels. The first match counts."""

_NO_LABEL = pattern(r"^example|\b(?:with|only|formats?|json|as|when|these|this|following)\b")
"""Labels that name an example or an instruction, not an exhibit."""

_LABEL = pattern(
    r"[ \t]*(?:[>*-]+[ \t]+)?(?:[^:\n]{0,60}\bhere (?:is|are) (?:an? )?)?"
    r"(?P<mark>#{1,4}[ \t]*|[\[(*_]{1,3})?(?:the )?"
    r"(?P<name>[a-z][\w' -]{0,40}?)[\])*_]{0,3}(?: \([^()\n]*\))?[ \t]*"
    r"(?::[\])*_]{0,3}[ \t]*(?P<text>[^\n]*)|\Z)",
    re.IGNORECASE,
)
"""A label at the beginning of a line. Without a colon it is the whole line."""

_INLINE = pattern(
    r"(?<=[.?!;\"']) (?=(?:[a-z']+ ){0,2}(?:question|answer|reference|context|claim|response"
    r"|submission|output|statement|summary)\s*:|\[[a-z' ]{3,30}\]\n)",
    re.IGNORECASE,
)
_RULE = pattern(r"[ \t]*(?:[-=*#>]{3,}|`{3}\w*|\"{3})[ \t]*\Z")
_BORDER = pattern(rf"{_RULE.pattern}|\s*\[(?:begin|end|the end)\b", re.IGNORECASE)
_TAGGED = pattern(r"<([a-z][\w -]{1,40})>(.{0,12000}?)</\1>", re.IGNORECASE | re.DOTALL)
_EXAMPLE = pattern(r"\W*(?:few[- ]?shots?|examples?)\b[\w ]{0,12}\W*\Z", re.IGNORECASE)
_OBJECT = pattern(r"\binput: *(?=\{)", re.IGNORECASE)
_INSTRUCTS = pattern(
    r"\W*(?:does|do|did|is|are|was|compare|determine|respond|answer|reply|output|rate|score|return"
    r"|please|say|give|judge|use|evaluate|critique|only|first|print|think|if|your|you|based|now|consider"
    r"|choose|select|grade|write|which|decide|explain|provide|after|note|here|finally|json"
    r"|important|begin|assign|indicate|carefully|read|generate|ignore|keep)\b",
    re.IGNORECASE,
)
_JUDGES = pattern(
    r"\b(?:evaluat|judg|grad(?:e|ing)|scor(?:e|ing)|rat(?:e|ing)\b|assess|compar|verdict|whether"
    r"|classif|determin|correct|right\b|support|faithful|relevan|attribut|contradict|meets?\b"
    r"|mean|similar|better\b|follow|true\b|entail|hallucinat|analy[sz]e|address|match)",
    re.IGNORECASE,
)
_SIDE = pattern(r"\b(?:[ab12]|first|second)\b")


class Piece(NamedTuple):
    """A text, its label, and its position in the prompt."""

    name: str
    text: str
    start: int = 0
    end: int = 0

    @property
    def role(self) -> str:
        """The role that the label names, if any."""
        if _NO_LABEL.search(self.name):
            return ""
        return next((role for role, words in _ROLES.items() if words.search(self.name)), "")


class Exhibits(NamedTuple):
    """The exhibits of a prompt. `instructions` are the rest of the last message.

    `judges` is true if the prompt asks for a judgement that the exhibits allow.
    """

    pieces: tuple[Piece, ...]
    instructions: str
    judges: bool = True

    def text_of(self, role: str) -> str:
        """The last text with a role, empty if there is none."""
        return next((piece.text for piece in reversed(self.pieces) if piece.role == role), "")

    def replacing(self, role: str, text: str, name: str = "claim") -> Exhibits:
        """These exhibits with one text in place of all texts with a role."""
        kept = (piece for piece in self.pieces if piece.role not in (role, "claims"))
        return self._replace(pieces=(*kept, Piece(name, text)))

    @property
    def sides(self) -> list[str]:
        """The two texts to compare, such as `A` and `B`; empty unless both exist."""
        named = {
            word: piece.text
            for piece in self.pieces
            if piece.role != "question"
            for word in re.split(r"[\W_]+", piece.name)
        }
        pairs = (("a", "b"), ("1", "2"), ("first", "second"))
        return next(([named[one], named[two]] for one, two in pairs if {one, two} <= {*named}), [])


def listed(text: str) -> list[str]:
    """The items of a list in JSON or Python, with numbers or bullets, or one per line."""
    if text.startswith("[") and text.endswith("]"):
        return [each.replace("\\'", "'") for _, each in _QUOTED.findall(text)]
    lines = (re.sub(r"^\s*(?:\d{1,2}[.)]|[-*])\s+", "", line) for line in text.split("\n"))
    return [line.strip() for line in lines if line.strip()]


_QUOTED = pattern(r"([\"'])((?:\\.|(?!\1).|(?<=\w)\1(?=\w))*)\1")


def exhibits_in(text: str, system: str = "") -> Exhibits | None:
    """The exhibits of a prompt, if it has any."""
    text = text[-_READ:]
    if not any(mark in text for mark in (":", "<", "[", "#", "**")):
        return None
    settled = _settled(_pieces(text))
    last = {piece.role: piece for piece in settled}
    found = [each for each in settled if each in last.values() or _SIDE.search(each.name)]
    found = [each for each in found if each.role or len(each.name) == 1]
    roles = {piece.role for piece in found}
    rest = text
    for start, end in sorted({(piece.start, piece.end) for piece in found}, reverse=True):
        rest = f"{rest[:start]}{rest[end:]}"
    rest = "\n".join(line for line in rest.split("\n") if not _BORDER.match(line))
    made = Exhibits(tuple(found), rest)
    has_standard = not roles.isdisjoint({"reference", "source", "criterion"})
    has_subject = not roles.isdisjoint({"answer", "claims"}) or {"text", "criterion"} <= roles
    everything = f"{system}\n{rest}"
    judges = (
        (has_subject and has_standard)
        or (has_subject and "question" in roles and bool(_JUDGES.search(everything)))
        or {"reference", "source"} <= roles
        or ({"question", "source"} <= roles and "relevan" in everything.lower())
        or bool(made.sides)
    )
    return made._replace(judges=judges) if found else None


def _settled(pieces: Iterable[Piece]) -> list[Piece]:
    """One piece for each label: the last one, or one in an example if there is no other."""
    blocks: list[dict[str, Piece]] = [{}]
    are_examples = [False]
    for piece in pieces:
        if piece.name == "example":
            blocks.append({})
            are_examples.append(True)
            continue
        if piece.name in blocks[-1]:
            blocks.append({})
            are_examples.append(False)
        blocks[-1][piece.name] = piece
    kept: dict[str, Piece] = {}
    for block, is_example in zip(blocks, are_examples, strict=True):
        if not (is_example and {*block} & {*kept}):
            kept |= block
    whole = (each for each in kept.values() if each.text.strip("<>.") == each.text.strip("."))
    return sorted(filter(lambda piece: piece.text, whole), key=lambda piece: piece.start)


def _pieces(text: str) -> Iterator[Piece]:
    """All labelled texts, in their order."""
    if (objects := [*_OBJECT.finditer(text)]) and (labelled := _object(text, objects[-1].end())):
        before = _in_lines(text[: objects[-1].start()])
        yield from (piece for piece in before if piece.role == "criterion")
        for name, value in labelled.items():
            yield Piece(_plain(name), value if isinstance(value, str) else json.dumps(value))
        return
    tagged = [*_in_tags(text)] if "</" in text else []
    rest = text
    for piece in tagged:
        rest = f"{rest[: piece.start]}{' ' * (piece.end - piece.start)}{rest[piece.end :]}"
    yield from sorted([*_in_lines(rest), *tagged], key=lambda piece: piece.start)


def _object(text: str, start: int) -> Mapping[str, object]:
    try:
        value, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _in_tags(text: str, room: int = 4) -> Iterator[Piece]:
    """The texts in tags; inner tags replace the outer one."""
    for found in _TAGGED.finditer(text):
        inner = _in_tags(found[2], room - 1) if room else ()
        pieces = [piece._replace(start=found.start(), end=found.end()) for piece in inner]
        yield from pieces or [Piece(_plain(found[1]), found[2].strip(), *found.span())]


def _in_lines(text: str) -> Iterator[Piece]:
    """The texts after the labels of lines."""
    name, lines, start, text_start, position = "", list[str](), 0, 0, 0
    is_block = gap = False
    for line in [*_INLINE.sub("\n", text).split("\n"), "[end]"]:
        label = _label_of(line)
        is_over = bool(lines) and _ends(line, gap=gap, is_block=is_block)
        if label or is_over or _EXAMPLE.match(line):
            if name:
                content = "\n".join(lines).rstrip()
                content = content if is_block else _ASKS.split(content)[0]
                yield Piece(
                    name,
                    _unquoted(content.strip()),
                    start,
                    position if is_block else text_start + len(content),
                )
            name, lines, gap = "", [], False
        if _EXAMPLE.match(line):
            yield Piece("example", "", position, position)
        elif label:
            name, is_block, start = _plain(label["name"]), not label["text"], position
            text_start = position + len(line) - len(label["text"] or "")
            lines = [label["text"]] if label["text"] else []
        elif name and line.strip() and not _RULE.match(line):
            lines.append(line)
        gap = not line.strip()
        position += len(line) + 1


def _label_of(line: str) -> re.Match[str] | None:
    """The label at the beginning of a line. One without a colon is a heading or in brackets."""
    found = _LABEL.match(line)
    if found is None or len(found["name"].split()) > 6:
        return None
    is_marked = (found["mark"] or "").startswith(("#", "[", "**"))
    return found if found["text"] is not None or is_marked else None


def _ends(line: str, *, gap: bool, is_block: bool) -> bool:
    """True if a line ends the text before it."""
    if _BORDER.match(line) or line.lstrip().startswith("</"):
        return True
    return bool(line.strip()) and ((gap and not is_block) or bool(_INSTRUCTS.match(line)))


_ASKS = pattern(
    r"(?i)(?<=[.?!\"']) +(?=(?:is|are|does|did|correct|right|answer|respond|reply|say|output|return"
    r"|rate|score|judge|grade)\b(?:[^.?!\n]*\b)?(?:answer|response|reply|correct|right|yes|json"
    r"|xml|score|verdict|supported|relevant|true|only|with|one|\?))"
)
"""The space between a text and an instruction in the same line."""


def _unquoted(text: str) -> str:
    quoted = re.fullmatch(r"([\"'])([^\"']*)\1\.?", text)
    return quoted[2] if quoted else text


def _plain(name: str) -> str:
    """`STUDENT_ANSWER` as `student answer`."""
    return re.sub(r"[_\s]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).strip().lower()
