"""The parts of a message: a question, and texts to answer it from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mockserver.chat.model.patterns import pattern

_READ = 12_000
"""Characters of a text that are looked at."""

_MOST_PASSAGES = 200

_BRINGS = (
    r"context|documents?|passages?|sources?|text|article|information|data|table|content|email"
    r"|e-mail|review|transcript|conversation|notes?|knowledge base|background|excerpt"
    r"|search results|results|facts|paragraph|story|report|input|snippets?|contexto|kontext"
    r"|contexte|conversation history|chat history|dialogue|observations?|csv|json|faq"
    r"|document \d+|reference"
)
_ASKS = (
    r"question|query|user question|user query|user|q|task|request|human|follow up input"
    r"|user input|frage|pregunta|domanda|customer"
)
_LABEL = pattern(
    rf"^[ \t>]*(?:#{{1,4}} ?|\*\*)?(?:the )?(?:given |provided |retrieved |following )?"
    rf"(?:(?P<brings>{_BRINGS})|(?P<asks>{_ASKS})|(?P<ends>(?:helpful |final |your )?answer"
    rf"|response|"
    rf"output|assistant|summary|concise summary))"
    rf"(?: information)?(?: is below\.?)?(?:\*\*)?[ \t]*(?::\**|$)[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_TAGGED = pattern(
    r"<(?P<tag>context|contexts|documents?|doc|passages?|source|sources|text|article|data|excerpt|"
    r"transcript|email|content|table|search_results?|result|info|information|knowledge)\b"
    r"(?P<with>[^<>]{0,200})>",
    re.IGNORECASE,
)
_QUESTION_TAG = pattern(r"<(question|query|user_query|user_question|input)>", re.IGNORECASE)
_RULE = pattern(r"^[ \t]*(?:-{3,}|={3,}|\"{3}|'{3}|`{3}\w*|#{5,}|\*{3,})[ \t]*$", re.MULTILINE)
_NUMBERED = pattern(
    r"^[ \t]*(?:\[(?:document |doc |source |passage )?(?P<a>\d{1,3})\]:?|"
    r"(?:document|doc|source|passage|snippet|result|chunk|context) ?#?(?P<b>\d{1,3})\b"
    r"(?: \([^()\n]{0,80}\))?[:.]?|\((?P<c>\d{1,3})\))[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_INLINE_NUMBERED = pattern(r"(?:(?<=[.!?:] )|^)\[(\d{1,3})\] ", re.MULTILINE)
_INSTRUCTS = pattern(
    r"[ \t]*(?:use|answer|given|based|you are|you will|respond|reply|if |please|only|do not|don't|"
    r"read|cite|always|think|your task|return|output|write|format|keep|limit|make|give|provide|"
    r"include|explain|be |start|end|begin|finish|list|say|tell|no |just|nothing)\b",
    re.IGNORECASE,
)
_QUOTED = pattern(r"[\"“]([^\"“”]{40,8000})[\"”]|(?<!\w)'([^'\n]{24,4000})'(?!\w)")
_PLEASE = pattern(
    r"^[^\n]{0,200}?\b(?:following|below|this|these|given|provided|text|article|passage|paragraph|"
    r"document|summari[sz]e|summary|tl;?dr|translate|rewrite|extract|list|table)\b[^\n]{0,160}?"
    r"(?::[ \t]*\n|:[ \t]|\n)",
    re.IGNORECASE,
)
_SENTENCE_END = pattern(
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bNo\.)"
    r"(?<![ .][A-Z]\.)(?<=[.!?…])[\"”')]?[ \t]+(?=[A-Z0-9\"“'(\[¿¡À-Þ\u0400-\u042f])"
    r"|(?<=[。！？])|\n+"
)


class Passage(NamedTuple):
    """A text to answer from, and the number it is cited by, if any."""

    number: str
    text: str


class Material(NamedTuple):
    """The question of a message, the texts it brings, and whether it says that they are texts."""

    question: str
    passages: tuple[Passage, ...]
    is_marked: bool


def material_of(message: str) -> Material:
    """The question of a message apart from the texts that it brings along."""
    text = (
        message if len(message) <= _READ else f"{message[: _READ // 2]}\n{message[-_READ // 2 :]}"
    )
    for split in (_by_tags, _by_labels, _by_rules, _by_quotes):
        if parts := split(text):
            question, texts = parts
            return Material(question, tuple(_passages(texts)), is_marked=True)
    return _by_sentences(text)


def passages_of(texts: Iterable[str]) -> tuple[Passage, ...]:
    """The passages of texts that came by themselves; several are numbered."""
    cut = [text[: _READ // 4] for text in texts][: _MOST_PASSAGES // 10]
    if len(cut) == 1:
        return tuple(_passages(cut))
    return tuple(Passage(str(number), text) for number, text in enumerate(cut, 1))


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text, without blanks around them."""
    return [each.strip() for each in _SENTENCE_END.split(text) if each and each.strip()]


def _by_tags(text: str) -> tuple[str, list[str]] | None:
    """`<context>…</context>`: what stands in tags is brought along."""
    texts: list[str] = []
    rest: list[str] = []
    at = 0
    lowered = text.lower()
    while (found := _TAGGED.search(text, at)) and len(texts) < _MOST_PASSAGES:
        end = lowered.find(f"</{found['tag'].lower()}>", found.end())
        if end < 0:
            break
        inner = text[found.end() : end]
        number = re.search(r"(?:index|id|n|number)=\"?(\d{1,3})", found["with"])
        texts.append(f"[{number[1]}] {inner.strip()}" if number else inner)
        rest.append(text[at : found.start()])
        at = end + len(found["tag"]) + 3
    if not texts:
        return None
    outside = "".join(rest) + text[at:]
    if len(texts) == 1 and (within := _by_tags(texts[0])):
        texts = within[1]
    if tag := _QUESTION_TAG.search(outside):
        return outside[tag.end() :].split("</")[0].strip(), texts
    if labelled := _by_labels(outside):
        return labelled[0], texts
    return _asked(outside), texts


def _by_labels(text: str) -> tuple[str, list[str]] | None:
    """`Context: …  Question: …`: what stands behind such a label is what it says."""
    labels = [*_LABEL.finditer(text)][:_MOST_PASSAGES]
    if not any(label["brings"] for label in labels):
        return _before_a_question(text, labels)
    lead = text[: labels[0].start()]
    ends = [label.start() for label in labels[1:]] + [len(text)]
    blocks = [
        (label, text[label.end() : end].strip()) for label, end in zip(labels, ends, strict=True)
    ]
    brought = [
        f"{label[0].strip(' :')}: {block}" if _NUMBERED.match(label[0]) else block
        for label, block in blocks
        if label["brings"] and block
    ]
    if not brought:
        return None
    questions = [block for label, block in blocks if label["asks"] and block]
    if questions:
        return questions[-1], brought
    if _LABEL.match(brought[-1]) is None and not _has_question(lead):
        *texts, last = brought[-1].rsplit("\n\n", 1)
        if texts and _has_question(last):
            return _asked(last), [*brought[:-1], *texts]
    return _asked(lead) or _asked(text), brought


def _before_a_question(text: str, labels: list[re.Match[str]]) -> tuple[str, list[str]] | None:
    """Instructions, paragraphs and `Question: …`: the paragraphs are what is brought along."""
    asking = [place for place, label in enumerate(labels) if label["asks"]]
    if not asking:
        return None
    last = asking[-1]
    end = labels[last + 1].start() if last + 1 < len(labels) else len(text)
    lead = text[: labels[asking[0]].start()]
    told = [
        part
        for part in re.split(r"\n\s*\n|\n", lead)
        if part.strip() and not _INSTRUCTS.match(part)
    ]
    return (text[labels[last].end() : end].strip(), ["\n".join(told)]) if told else None


def _by_rules(text: str) -> tuple[str, list[str]] | None:
    """A text between two rules: lines of dashes, three quotes or a code fence."""
    rules = [*_RULE.finditer(text)]
    if len(rules) < 2:
        return None
    inner = text[rules[0].end() : rules[-1].start()].strip()
    outside = f"{text[: rules[0].start()]}\n{text[rules[-1].end() :]}"
    texts = [part.strip() for part in _RULE.split(inner) if part.strip()]
    if not texts:
        return None
    labelled = [label for label in _LABEL.finditer(outside) if label["asks"]]
    if labelled:
        end = outside.find("\n", labelled[-1].end())
        return outside[labelled[-1].end() : end if end > 0 else None].strip(), texts
    return _asked(outside), texts


def _by_quotes(text: str) -> tuple[str, list[str]] | None:
    """A long text in quotation marks."""
    found = [quoted[1] or quoted[2] for quoted in _QUOTED.finditer(text)]
    return (_asked(_QUOTED.sub(" ", text)), found) if found else None


def _by_sentences(text: str) -> Material:
    """A message that marks nothing: the last question in it, and what is told beside it."""
    if (lead := _PLEASE.match(text)) and text[lead.end() :].strip():
        question, rest = lead[0].strip(), text[lead.end() :].strip()
        if _has_question(rest) and (asked := _asked(rest)) != rest:
            question, rest = asked, rest.removesuffix(asked).strip()
        return Material(question, tuple(_passages([rest])), is_marked=True)
    parts = sentences(text)
    asking = [place for place, part in enumerate(parts) if part.endswith(("?", "？"))]
    if len(parts) < 2 or not asking:
        return Material(text.strip(), (), is_marked=False)
    rest = text.replace(parts[asking[-1]], "").strip()
    for part in parts:
        if _INSTRUCTS.match(part):
            rest = rest.replace(part, "").strip()
    return Material(parts[asking[-1]], tuple(_passages([rest])) if rest else (), is_marked=False)


def _asked(text: str) -> str:
    """The last question of a text, else the text."""
    asking = [part for part in sentences(text) if part.endswith(("?", "？"))]
    return asking[-1] if asking else text.strip()


def _has_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def _passages(texts: Iterable[str]) -> Iterator[Passage]:
    """Texts as passages: each numbered part is one of its own."""
    for text in texts:
        marks = [*_NUMBERED.finditer(text)] or [*_INLINE_NUMBERED.finditer(text)]
        if not marks:
            yield Passage("", text.strip())
            continue
        if before := text[: marks[0].start()].strip():
            yield Passage("", before)
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        for mark, end in zip(marks[:_MOST_PASSAGES], ends, strict=False):
            number = next(group for group in mark.groups() if group)
            yield Passage(number, text[mark.end() : end].strip())
