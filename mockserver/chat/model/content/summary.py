"""Summaries: the leading sentences of each part of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from mockserver.chat.model.content.found import Answer, stated
from mockserver.chat.model.content.material import Passage, sentences
from mockserver.chat.model.meaning import STOP_WORDS
from mockserver.chat.model.numbers import number_of
from mockserver.chat.model.patterns import pattern

_ASKED = pattern(
    r"\b(?:summari[sz]e|summari[sz]ing|summary|tl;?\s?dr|key (?:points|takeaways|facts|ideas)|"
    r"main (?:points?|ideas?|message|topics?)|gist|condense|recap|boil (?:it|this|that) down"
    r"|shorten|key facts|highlights of|in a nutshell|abstract of"
    r"|abridge|digest of|shortened version|in brief|"
    r"zusammenfass\w*|fasse|résume[rz]?|resum\w+|riassum\w+|samenvat\w*)\b|要約|总结|摘要|概括|요약|لخص"
    r"|सारांश",
    re.IGNORECASE,
)
_MOST = 5
_COUNT = pattern(
    r"\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten) (?:\w+[ -]){0,2}?"
    r"(?:points?|facts?|takeaways?|bullets?|sentences?|ideas?|things|lessons?|items?"
    r"|highlights?)\b",
    re.IGNORECASE,
)


_CONVERSATION = pattern(
    r"\b(?:conversation|discussion|chat|exchange|so far"
    r"|we (?:have |'ve )?(?:talked|discussed|said))\b",
    re.IGNORECASE,
)
_HEADLINE = pattern(
    r"\b(?:headline|title|subject line)\b.{0,40}"
    r"\b(?:this|the|following|text|article|story|post|below)\b", re.IGNORECASE,
)  # fmt: skip
_TASKS = pattern(r"\b(?:action items?|to-?dos?|next steps|action points|who does what)\b", re.I)
_TASK = pattern(
    r"\b(?:will|shall|must|has to|have to|needs? to|(?:is|are) going to|should|is to|agreed to)\b"
)
_MOST_WORDS = pattern(
    r"\b(?:at most|max(?:imum)?(?: of)?|up to|no more than|under|within|fewer than|in|to|of)"
    r" (\d{1,3}) words|\b(\d{1,3}) words (?:or (?:fewer|less)|max|at most)", re.IGNORECASE,
)  # fmt: skip
_LONGEST_HEADLINE = 10


def is_of_conversation(question: str) -> bool:
    """True if a message asks for a summary of what was said before it."""
    return bool(_CONVERSATION.search(question)) and is_asked_for(question)


def is_headline(question: str) -> bool:
    """True if a message asks for a headline of its text."""
    return bool(_HEADLINE.search(question))


def headline(text: str, question: str) -> Answer | None:
    """The first sentence of a text, cut to the words of a headline."""
    parts = _parts(text)
    if not parts:
        return None
    most = min(_words_in(question) or _LONGEST_HEADLINE, _LONGEST_HEADLINE)
    return stated(_cut(parts[0][0], most))


def is_of_tasks(question: str) -> bool:
    """True if a message asks who has to do something by its text."""
    return bool(_TASKS.search(question))


def tasks(text: str) -> Answer | None:
    """The sentences of a text in which somebody has to do something."""
    text = re.sub(r"^[\w ]{1,30}:\s", "", text)
    found = [each for part in _parts(text) for each in part if _TASK.search(each)]
    return Answer("\n".join(f"- {each}" for each in found), found[0], found) if found else None


def _words_in(question: str) -> int:
    """The words that a summary may have; 0 if nothing is said."""
    found = _MOST_WORDS.search(question)
    return int(found[1] or found[2]) if found else 0


def _cut(sentence: str, most: int) -> str:
    """The first words of a sentence, without the small ones that would end it."""
    words = sentence.rstrip(".!?").split()[:most]
    while len(words) > 1 and words[-1].lower() in STOP_WORDS:
        words.pop()
    return " ".join(words).rstrip(",;:")


def is_asked_for(question: str) -> bool:
    """True if a message asks for a summary."""
    return bool(_ASKED.search(question[:2_000]))


def summarised(passages: Sequence[Passage], question: str = "") -> Answer | None:
    """As many sentences as are asked for, else the first of each part, or two of a single one."""
    parts = [part for passage in passages for part in _parts(passage.text)]
    if not parts:
        return None
    leads = [part[0] for part in parts][:_MOST]
    said = [sentence for part in parts for sentence in part]
    if (found := _COUNT.search(question)) and (count := int(number_of(found[1]))) <= len(said):
        leads = [said[number * len(said) // count] for number in range(count)]
    elif len(parts) == 1 and len(part := parts[0]) > 3:
        leads = [part[0], part[len(part) // 2]]
    if most := _words_in(question):
        totals = accumulate(len(lead.split()) for lead in leads)
        leads = [lead for lead, total in zip(leads, totals, strict=True) if total <= most]
        leads = leads or [_cut(said[0], most)]
    text = " ".join(lead if lead.endswith((".", "!", "?", "。")) else f"{lead}." for lead in leads)
    return Answer(text, leads[0], tuple(leads))


def _parts(text: str) -> list[list[str]]:
    """The sentences of each paragraph, without headings and marks of lists."""
    paragraphs = (sentences(part) for part in re.split(r"\n\s*\n", text[:16_000]))
    plain = ([re.sub(r"^(?:[-*•]|\d+\.)\s+", "", each) for each in part] for part in paragraphs)
    return [
        kept
        for part in plain
        if (kept := [each for each in part if not each.startswith("#") and len(each) > 8])
    ]
