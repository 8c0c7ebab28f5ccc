"""The material of a prompt: the text that a request is about, without the instructions around it.

Quotation marks, labels or paragraphs of their own set it apart. `payload.txt` has the patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from mockserver.chat.model.text.literals import spans_of_records
from mockserver.chat.model.text.tables import table
from mockserver.chat.model.text.texts import sentences

_TABLE = table("reading/payload.txt")


def longest_quote(prompt: str, material: str) -> str:
    """The longest quotation, unless it is short beside the material of a prompt or before it."""
    goes_on = _TABLE.pattern("goes on after a quote").match
    is_value = _TABLE.pattern("key before a quote").search
    found = (
        e for e in _TABLE.find_all("quoted", prompt) if not is_value(prompt[: e.start()][-40:])
    )
    quotes = [each for each in found if not goes_on(prompt[each.end() :][:20])]
    quote = max(quotes, key=lambda each: len(each[0]), default=None)
    if quote is None:
        return ""
    length = len(quote[0])
    is_text = length > 20 or (length > 10 and " " in quote[0])
    is_most = length * 2 > len(material) and material[:40] not in prompt[quote.end() :]
    is_most |= material.startswith(quote[0]) and not without_instructions(material[length:])
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
    share = sum(map(instructs, parts)) / len(parts)
    return share > 0.5 or (share == 0.5 and (is_first or _TABLE.matches("instruction", block)))


def without_instructions(text: str) -> str:
    """A text without its instructions; the text after an instruction's colon is kept."""
    lines = []
    for line in text.split("\n"):
        kept = (_after_colon(each) if instructs(each) else each for each in sentences(line))
        lines.append(" ".join(filter(None, kept)))
    return unquoted("\n".join(filter(None, lines)))


def unquoted(text: str) -> str:
    """A text without the quotation marks around it; a single one at an end is a part of it."""
    bare = text.strip(" \n\"'")
    return text.strip() if bare.count('"') % 2 else bare


def _after_colon(instruction: str) -> str:
    """The text after an instruction's last colon, if it has more than three words."""
    _, colon, text = instruction.rpartition(": ")
    return text if colon and len(text.split()) > 3 and not instructs(text) else ""


@lru_cache(maxsize=256)
def instructs(sentence: str) -> bool:
    """True if a sentence is an instruction."""
    return _TABLE.matches("directive", sentence)
