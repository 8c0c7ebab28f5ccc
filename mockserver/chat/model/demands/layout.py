"""Demands on the layout: titles, sections, bullets, what stands first and last, two answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mockserver.chat.model.demands.cue import SAME, Cue, Q, cue, is_negated
from mockserver.chat.model.demands.demand import (
    Apart,
    Begins,
    Demand,
    Ends,
    InLanguage,
    Opening,
    Postscript,
    Repeats,
    Sections,
    Style,
    Titled,
    Wrapped,
)
from mockserver.chat.model.demands.wording import Wording
from mockserver.chat.model.languages import languages, named_in
from mockserver.chat.model.numbers import FIGURE, amount_of, place_of

_ORDINAL = r"(?P<place>\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final)"
_ANSWER = r"(?:response|answer|reply|output|message|letter|essay|e-?mail|post|poem|story|text|ad|note|it|everything|speech|song|article|blog)"
_MARKERS = r"(?:section|paragraph|day|audience|chapter|part|week|step|scene|act|verse|stanza|round|option|version|phase|stage|book|item|joke|point|topic)"
_PREFIX = r"(?:begin|start|open|preface|prefix|precede)"
_END = r"(?:end|finish|conclud|clos|sign off|wrap up|terminat|complet)"


def _begins(found: re.Match[str], wording: Wording) -> Demand | None:
    phrase = wording.plain(found["phrase"]).strip()
    around = found.string[max(found.start() - 40, 0) : found.end()].lower()
    if re.search(
        r"paragraph|postscript|p\.s|bullet|each (?!reply|answer|response|message)|line|section|list|sentence|title|p\.p|hashtag|words?\b",
        around,
    ):
        return None
    return Begins(phrase) if len(phrase) > 1 else None


def _ends(found: re.Match[str], wording: Wording) -> Demand | None:
    phrase = wording.plain(found["phrase"]).strip()
    around = found[0].lower()
    if is_negated(found, 20) or re.search(
        r"post ?-?script|p\.s|paragraph|each (?!reply|answer|response|message|of your)|every line|verse|bullet",
        around,
    ):
        return None
    if (
        re.match(r"(?:a|an|two|three|some|one|the following)\b(?! (?:way|day))", phrase)
        and Q not in found["phrase"]
    ):
        return None
    if re.search(r"<[^<>]+>|\bX\b", phrase):
        return None
    return Ends(phrase) if 1 < len(phrase) <= 300 else None


def _opening(found: re.Match[str], wording: Wording) -> Demand | None:
    word = wording.plain(found["word"]).strip().rstrip(".,;:!")
    return Opening(place_of(found["place"]), word) if word and " " not in word else None


def _numbered_opening(found: re.Match[str], wording: Wording) -> Demand | None:
    word = wording.plain(found["word"]).strip().rstrip(".,;:!")
    return (
        Opening(int(found["place"] or found["number"]), word) if word and " " not in word else None
    )


def _postscript(found: re.Match[str], wording: Wording) -> Demand | None:
    marker = re.search(r"P\.\s?P\.\s?S\.?|P\.\s?S\.|\bPP?S\b", wording.message)
    if marker is None:
        return Postscript("P.S.")
    said = marker[0].rstrip() if "P.P" not in marker[0] else marker[0].removesuffix(".")
    return Postscript(said)


def _parted(found: re.Match[str], wording: Wording) -> Demand:
    return Apart("******", 2)


def _sections(found: re.Match[str], wording: Wording) -> Iterator[Demand]:
    marker, text = found["marker"], wording.message
    numbers = [int(n) for n in re.findall(rf"\b{marker} (\d{{1,2}})\b", text)]
    noun = marker.lower()
    many = rf"(?:{noun}s?|sections?|parts?|chapters?|paragraphs?|days?)"
    counted = re.search(rf"\b({FIGURE})[- ](?:\w+[- ]){{0,2}}?{many}\b", text, re.IGNORECASE)
    count = amount_of(counted[1]) if counted else max(numbers, default=2)
    yield Sections(marker, min(max(count, *numbers, 1), 60))


def _repeats(found: re.Match[str], wording: Wording) -> Demand | None:
    """The request is what stands before or behind the paragraph that asks for the repeating."""
    text = wording.text
    if re.search(r"\brepeat\b", text[: found.start()], re.IGNORECASE):
        return None
    start = max(text.rfind("\n", 0, found.start()) + 1, 0)
    end = text.find("\n", found.end())
    before = text[:start].strip()
    behind = text[end:].strip() if end >= 0 else ""
    here = text[start : end if end >= 0 else len(text)]
    below = re.search(r"\b(?:below|following|next|that follows)\b", here, re.IGNORECASE)
    quoted = re.search(
        rf"repeat{SAME}*?(?:sentence|request|question|prompt|text|phrase|exact\w*|says?)?\W*({Q})",
        here,
        re.IGNORECASE,
    )
    colon = re.search(
        r"(?:request|question|prompt|text|instructions?|sentence)s?(?: below)?:\s*(\S[^\n]*)$",
        here,
        re.IGNORECASE,
    )
    if below and behind:
        said = text[text.find("\n\n", found.end()) :].strip() if "\n\n" in text[end:] else behind
    elif before:
        said = before
    elif colon:
        said = colon[1]
    elif behind:
        said = behind
    elif quoted:
        said = quoted[1]
    else:
        said = text[start : found.start()].strip() or text[:start]
    said = _unmask(said, wording)
    return Repeats(said) if said else None


def _unmask(masked: str, wording: Wording) -> str:
    """A stretch of the message as it was written, marks and all."""
    parts = [re.escape(part) for part in re.split(f"({Q})", masked.replace("\u2024", ".")) if part]
    for number, part in enumerate(parts):
        if re.fullmatch(Q, part):
            parts[number] = r"[\"'`*]{1,2}" + re.escape(wording.plain(part)) + r"[\"'`*]{1,2}"
    found = re.compile("".join(parts)).search(wording.message)
    return found[0].strip() if found else wording.plain(masked).strip()


_STYLES = {
    "pirate": ("Arr, matey!", "Ahoy!"),
    "shakespeare": ("Hark!", "Good morrow to thee!"),
    "shakespearean": ("Hark!", "Good morrow to thee!"),
    "robot": ("Beep boop.", "Query received."),
    "cowboy": ("Howdy, partner!", "Yeehaw!"),
    "yoda": ("Hmm, help you I will.", "Strong in you this question is."),
    "wizard": ("By my beard!", "Behold!"),
    "surfer": ("Dude!", "Totally!"),
    "valley girl": ("Like, totally!", "As if!"),
    "drill sergeant": ("Listen up!", "Move it!"),
    "knight": ("By my honour!", "Well met!"),
}
"""Whom the model can speak like, and what he says first."""


def _style(found: re.Match[str], _: Wording) -> Demand | None:
    return None if is_negated(found, 12) else Style(_STYLES[found["who"].lower()])


def _language(found: re.Match[str], wording: Wording) -> Demand | None:
    """A language that is asked for by name, but not one to translate into."""
    named = named_in(found.string)
    if (
        named is None
        or is_negated(found, 30)
        or re.search(r"\btranslat", found.string, re.IGNORECASE)
    ):
        return None
    return InLanguage(named.code)


_LANGUAGES = " ".join(
    name.lower() for language in languages().values() for name in language.names if " " not in name
)

CUES: tuple[Cue, ...] = (
    cue(
        " ".join(_STYLES),
        rf"\b(?:speak|talk|answer|write|respond|reply|sound|act|style|voice|tone|manner|as|like|are|be)\b[^.!?\n]{{0,30}}?\b(?P<who>{'|'.join(_STYLES)})s?\b(?! (?:story|poem|song|ship|movie))",
        _style,
    ),
    cue(_LANGUAGES, rf"\b(?:{'|'.join(_LANGUAGES.split())})\b", _language),
    cue("<", r"<<", lambda _f, _w: Titled()),
    cue("angular angle", r"\bdouble (?:angular|angle) brackets", lambda _f, _w: Titled()),
    cue(
        "postscript script p ps pps", r"\bpost ?-?script|\bP\.\s?P\.\s?S\b|\bP\.\s?S\.", _postscript
    ),
    cue(
        '"',
        rf"\b{_END}\w*\b(?:{SAME}{{0,60}}?)\b(?:with|by saying|by writing|using|saying|in)\b{SAME}{{0,60}}?(?P<phrase>{Q})",
        _ends,
    ),
    cue(
        ":",
        rf"\b{_END}\w*\b(?:{SAME}{{0,50}}?)\bwith(?: (?:this|the|these))?(?: exact)?(?: (?:phrase|words?|sentence|line|question))?(?: of)?\s*:\s*(?P<phrase>[^\ue000-\uf8ff\n]{{2,200}})(?=\n|$)",
        _ends,
    ),
    cue(
        "end finish conclude close",
        rf"\b{_END}\w*\b(?:{SAME}{{0,50}}?)\bwith (?:the|this) (?:exact )?(?:phrase|words?|sentence|line|question) (?P<phrase>[^\ue000-\uf8ff\n\":]{{2,200}}?[.?!]?)(?=$|\n| (?:and|with) no\b| no other)",
        _ends,
    ),
    cue(
        '"',
        rf"(?:(?:very )?(?:last|final) (?:words?|sentence|line|thing|phrase)\b{SAME}{{0,50}}?(?:be|is|:)|(?P<dummy>\x00))\s*(?:exactly )?(?P<phrase>{Q})",
        _ends,
    ),
    cue(
        "end",
        rf"\bend of (?:your|the)(?: \w+){{1,2}} (?:should|must) (?:read|be|say)(?: exactly)?(?: like| as)?:? ?(?P<phrase>{Q}|(?<=: )[^\n]+)",
        _ends,
    ),
    cue(
        '"',
        rf"(?P<phrase>{Q}) (?:should|must|has to|needs to) be the (?:very )?(?:last|final)",
        _ends,
    ),
    cue(
        '"',
        rf"\b{_PREFIX}\w*\b(?:{SAME}{{0,60}}?)\b(?:with|by saying)\b{SAME}{{0,40}}?(?P<phrase>{Q})",
        _begins,
    ),
    cue(
        '"',
        rf"\b(?:the )?first words? (?:of your \w+ )?(?:should|must|has to) be {SAME}{{0,20}}?(?P<phrase>{Q})",
        _begins,
    ),
    cue(
        "quotation quotations quote quotes quotemarks",
        rf"\b(?:wrap\w*|enclos\w*|surround\w*|put|place\w*|inside|within|between|in|with)\b{SAME}{{0,90}}?(?:double )?(?:quotation|quote)s?(?:[- ]?marks?)?",
        lambda found, _w: (
            None
            if is_negated(found, 20)
            or re.search(r"single|keyword|title\b", found[0], re.IGNORECASE)
            or not re.search(
                r"entire|whole|response|answer|everything|reply|output|wrap|surround|enclos|around|double|everyth",
                found[0],
                re.IGNORECASE,
            )
            else Wrapped()
        ),
    ),
    cue(
        "quotation quotations quote quotes",
        rf"\bdouble (?:quotation|quote)s?(?: ?marks?)?{SAME}{{0,30}}?\baround {SAME}{{0,30}}?(?:entire|whole|response|answer|reply)|\b(?:begin|start)\w* and (?:end|finish)\w* with (?:a )?(?:double )?quotation",
        lambda _f, _w: Wrapped(),
    ),
    cue(
        "*",
        r"(?:\*{6}|\b(?:six|6)\s+(?:\w+\s+){0,2}?(?:asterisks?|stars?|\*))",
        _parted,
    ),
    cue(
        "asterisk asterisks stars",
        r"\b(?:six|6)\s+(?:\w+\s+){0,2}?(?:asterisks?|stars?)\b",
        _parted,
    ),
    cue(
        "0 x n # [",
        rf"\b(?P<marker>{_MARKERS})\s(?:X\b|N\b|\[?(?:number|x|n|i)\]|#|\d+\b(?=[^.\n]{{0,40}}\b(?:and|,|section|respectively)))",
        _sections,
        raw=True,
    ),
    cue(
        "paragraph",
        rf"\b{_ORDINAL}\s+paragraph\b{SAME}{{0,50}}?\b(?:start|begin|first word|open)\w*{SAME}{{0,40}}?(?P<word>{Q}|(?<=word )[\w'-]+|(?<=with )[\w'-]+(?=[.,\n]|$))",
        _opening,
    ),
    cue(
        "paragraph",
        rf"\b(?:start|begin|open)\w*\s+(?:the\s+)?{_ORDINAL}\s+paragraph\b{SAME}{{0,30}}?(?P<word>{Q}|(?<=word )[\w'-]+|(?<=with )[\w'-]+(?=[.,\n]|$))",
        _opening,
    ),
    cue(
        "paragraph",
        rf"(?:\bparagraph\s+(?P<place>\d{{1,2}})\b{SAME}{{0,50}}?\b(?:start|begin|first word)\w*|\b(?:start|begin)\w* paragraph (?P<number>\d{{1,2}})\b){SAME}{{0,40}}?(?P<word>{Q}|(?<=word )[\w'-]+)",
        _numbered_opening,
    ),
    cue(
        "paragraph",
        rf"\bfirst word of the {_ORDINAL}\s+paragraph\b{SAME}{{0,40}}?(?P<word>{Q}|(?<=word )[\w'-]+)",
        _opening,
    ),
    cue(
        "repeat repeating restate copy",
        rf"\b(?:repeat|restate|copy)(?:ing)?\b{SAME}{{0,60}}?\b(?:request|question|prompt|sentence|phrase|text|above|below|it (?:at|as|first|word)|word[- ](?:for|by)[- ]word|exactly|verbatim|instruction)\w*",
        _repeats,
    ),
)
