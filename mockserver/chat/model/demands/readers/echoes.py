"""Demands for a fixed text, which the reply repeats: quoted, after a colon, or a few words."""

from __future__ import annotations

import re

from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Form
from mockserver.chat.model.demands.readers.items import separator_in
from mockserver.chat.model.reading.wording import BLOCK, QUOTE
from mockserver.chat.model.text.literals import json_at
from mockserver.chat.model.text.numbers import amount_of

_MOST_TIMES, _MOST_WORDS = 200, 9
"""The most repetitions of a text, and the most words of it to repeat."""


def echo(place: Place) -> Form | None:
    """The text to reply with: in quotation marks, after a colon, or a few words after `only`. None
    for one that is only a fallback: `if you do not know, say "…"`."""
    lead = place.match.string[place.match.start() : place.match.start("text")]
    if CUES.matches("unless found", place.before(200) + lead):
        return None
    masked = place["text"].strip()
    again = CUES.find("said again", masked)
    if again and len(masked.split()) < _MOST_WORDS:
        text = place.wording.plain(masked[: again.start()]).strip()
        times = min(amount_of(again["low"]), _MOST_TIMES)
        return form.Echo(separator_in(again[0], usual=" ").join([text] * times))
    fill = f"{place['verb']} {place['fill']}".lower()
    if re.match(f"{QUOTE}|{BLOCK}", masked):
        text = _quoted(place, masked)
    elif place["colon"]:
        text = _after_colon(place, masked, fill)
    else:
        text = _few_words(place, masked, fill)
    return form.Echo(text) if text else None


def _quoted(place: Place, masked: str) -> str:
    """The quotation at the beginning of a text, unless it is one of several or a place to fill."""
    is_one_of_several = re.match(
        r".\s*,?\s*(?:or|if|is|when(?! you\b)|for|followed|,|/|first|\|)", masked
    )
    text = CUES.pattern("fence").sub("", place.wording.plain(masked[0]).strip())
    is_template = re.fullmatch(r"(?:<[^<>]+>\W+)+<[^<>]+>", text)
    if is_one_of_several or is_template or CUES.matches("score line", f'"{text}"'):
        return ""
    return _in_case(text, CUES.find("changed case", f"{masked[1:]}{place.rest[:40]}"))


def _after_colon(place: Place, masked: str, fill: str) -> str:
    """The text after a colon, if the prompt wants exactly that. `fill` are the words before it."""
    is_choice = CUES.pattern("pair").fullmatch(masked.rstrip(" .")) and "repeat" not in fill
    is_exact = CUES.matches("exactly that", fill) or CUES.matches("always", place.match[0])
    is_asked = masked.endswith("?") and CUES.matches("single value", fill)
    if is_asked or (not place.value and (is_choice or not is_exact)):
        return ""
    text = place.wording.as_written(masked)
    return re.sub(r"\s+(?:and nothing (?:else|more)|with no .+)\W*$", "", text)


def _few_words(place: Place, masked: str, fill: str) -> str:
    """A few words without a mark before them, if the prompt wants nothing else."""
    text, is_alone = CUES.pattern("and no more").subn("", place.plain("text").rstrip(".!"))
    changed = CUES.find("changed case", text)
    if changed:
        text = text[: changed.start()].strip()
    is_described = CUES.pattern("described text").match(text) or CUES.matches("the text of", fill)
    longest = 6 if re.search(r"\b(?:is|are|am|will)\b", text) else 3  # A whole clause.
    if is_described or len(text.split()) > longest:
        return ""
    is_brief = fill.endswith(" with") and (
        len(place.wording.text.split()) < 7 or (text.isupper() and len(place.around.split()) < 7)
    )
    is_wanted = (
        is_alone
        or CUES.matches("only that", f"{place.match[0][: -len(masked)]}{fill}")
        or (is_brief and not CUES.pattern("manner").match(text))
        or CUES.pattern("that is all").match(place.rest)
    )
    return _in_case(text, changed) if is_wanted else ""


def _in_case(text: str, changed: re.Match[str] | None) -> str:
    """A text in the case that a prompt asks for."""
    if changed is None:
        return text
    return text.lower() if changed["lower"] else text.upper()


def mirror(_: Place) -> Form:
    """The user's message, as a system message wants it back."""
    return form.Echo()


def literal(place: Place) -> Form | None:
    """A JSON object to repeat unchanged."""
    return form.Echo(place["text"]) if json_at(place["text"], 0) is not None else None


def when(place: Place) -> Demand | None:
    """A fixed reply to questions about a subject, or to all other questions."""
    text, about = place.plain("text") or place.value, place.plain("about") or place.plain("only")
    if CUES.matches("not found", about):
        return None  # It is for questions that the texts of the prompt do not answer.
    otherwise = bool(place["only"] or CUES.matches("other than", about))
    return form.ConditionalText(about, text, otherwise) if about and text else None
