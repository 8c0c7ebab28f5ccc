"""The material of a request: the text that it is about, without the instructions around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from mockserver.chat.model.tables import table
from mockserver.chat.model.texts import sentences
from mockserver.chat.model.wording import in_plain_words

_TABLE = table("payload.txt")
_FEW_SENTENCES = 3


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
    return _TABLE.pattern("open label").sub("", text).strip()


def _is_instruction(block: str, *, is_first: bool) -> bool:
    """True if a paragraph is a rule, leads to another one, or mostly says how to reply."""
    parts = sentences(block)
    if _TABLE.pattern("ruled line").fullmatch(block):
        return True
    if len(parts) < _FEW_SENTENCES and block.rstrip().endswith(":"):
        return True
    if is_first and any(map(_instructs, (parts[0], parts[-1]))):
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
    """True if a sentence is an instruction, in English or in another language."""
    directive = _TABLE.pattern("directive")
    return bool(directive.search(sentence) or directive.search(in_plain_words(sentence)))
