"""The material of a request: the text that it is about, without the instructions around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.wording import in_plain_words

_TABLE = table("payload.txt")
_FEW_LINES = 3


def longest_quote(prompt: str, material: str) -> str:
    """The longest quotation, if it is named a text, or no longer text comes after it."""
    quotes = [*_TABLE.find_all("quoted", prompt)]
    quote = max(quotes, key=lambda each: len(each[0]), default=None)
    if quote is None or not (len(quote[0]) > 20 or (len(quote[0]) > 10 and " " in quote[0])):
        return ""
    is_named = _TABLE.find("named before a quote", prompt[: quote.start()][-80:])
    is_most = len(quote[0]) * 2 > len(material) and material[:40] not in prompt[quote.end() :]
    return quote[quote.lastgroup or 0] if is_named or is_most or not material else ""


def without_shapes(text: str) -> str:
    """A text without the objects in braces, such as schemas, and without classes."""
    return _TABLE.pattern("declaration").sub(" ", "".join(_apart(text, lambda _: " ")))


def without_schemas(text: str) -> str:
    """A text with its JSON schemas blanked out, and the sentences about them; positions stay."""
    is_schema = _TABLE.pattern("schema").search
    if not is_schema(text):
        return text
    plain = "".join(_apart(text, lambda each: _blank(each) if is_schema(each) else each))
    about = _TABLE.pattern("about a schema").search
    is_cut = plain != text
    return _TABLE.pattern("clause").sub(
        lambda each: _blank(each[0]) if is_cut and about(each[0]) else each[0], plain
    )


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _apart(text: str, change: Callable[[str], str]) -> Iterator[str]:
    """The parts of a text, the objects in braces changed."""
    opened, end = list[int](), 0
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            opened.append(brace.start())
        elif opened and (start := opened.pop()) >= end and not opened:
            yield text[end:start]
            yield change(text[start : brace.end()])
            end = brace.end()
    yield text[end:]


def material_of(prompt: str) -> str:
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


def _instructs(sentence: str) -> bool:
    """True if a sentence is an instruction, in English or in another language."""
    directive = _TABLE.pattern("directive")
    return bool(directive.search(sentence) or directive.search(in_plain_words(sentence)))
