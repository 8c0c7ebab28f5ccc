"""Summaries: the leading sentences of each part of a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mockserver.chat.model.content.found import Answer
from mockserver.chat.model.content.material import Passage, sentences
from mockserver.chat.model.numbers import number_of
from mockserver.chat.model.patterns import pattern

_ASKED = pattern(
    r"\b(?:summari[sz]e|summari[sz]ing|summary|tl;?\s?dr|key (?:points|takeaways|facts|ideas)|"
    r"main (?:points?|ideas?|message|topics?)|gist|condense|recap|boil (?:it|this|that) down"
    r"|shorten|key facts|highlights of|in a nutshell|abstract of|"
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
