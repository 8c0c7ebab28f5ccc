"""Demands for a choice or a number: one of some labels, yes or no, a score within bounds."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import clause_around, clause_behind, is_negated
from mockserver.chat.model.demands.form import Echo, Form, Label, ScoreForm, Template
from mockserver.chat.model.demands.wording import QUOTE, Wording
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern

_SHOUT = r"(?:\b[01]\b|\b[A-Z][A-Z_]{1,24}\b|\b(?:Yes|No|True|False|yes|no|true|false)\b)"
CONDITION = pattern(
    rf"({QUOTE}|{_SHOUT})\s*(?:,\s*)?"
    r"(?:\bif\b|\bwhen\b|\bin case\b|\bfor (?:a |an )?|\bmeans\b)\s*([^.;\n]{0,160}?)"
    rf"(?=[.;\n]|,? (?:and|or)? ?(?:{QUOTE}|{_SHOUT})|$)"
)
"""An option and what it stands for: `"PASS" if it is right`."""

_OTHERWISE = pattern(
    rf"({QUOTE}|{_SHOUT}) (?:otherwise|if not\b)"
    rf"|(?:otherwise|if not|else),? (?:\w+ ){{0,3}}?({QUOTE}|{_SHOUT})",
    re.IGNORECASE,
)
_NO_OPTION = pattern(
    r"^(?:in|if|by|to|with|an?|the|please|your|my|(?-i:it)|more|less|fewer|why|how|that|this|me|nothing"
    r"|explain)\b|\b(?:sentences?|words?|lines?|paragraphs?|bullet|json|xml|yaml|csv|markdown)\b",
    re.IGNORECASE,
)
_ROW = pattern(
    r"^[ \t]*(?P<mark>[-*\u2022]|\d{1,2}[.)]|\(?[A-H][.):])?[ \t]*(?P<name>[^\n:\u2013]{1,60}?)"
    r"(?P<joint>[ \t]*(?::|\s-\s|\u2013|\s=\s)[ \t]*(?P<said>[^\n]{0,300}))?$"
)
_MARKED = pattern(r"\s*(?:[-*\u2022]|\d{1,2}[.)]|\(?[A-H][.)])\s")
_OPEN = pattern(r"(?:^|\n)[ \t]*([A-Za-z][\w ]{0,20}):\s*\Z")
_BRIEF_CHOICE = pattern(
    r"\b(?:one|single)[- ](?:\w+ )?(?:word|label|token|letter)|\b(?:only|just)\b"
    r"|\bnothing (?:but|else|more|except)\b"
    r"|\b(?:output|return|print|give) the (?:label|category)\b"
    r"|\bno (?:explanation|other|prose)|\bverbatim\b|\b\w+ only\b"
    r"|\b(?:one|out) of (?:these|them|those|the (?:two|three|four))\b",
    re.IGNORECASE,
)
_BRIEF = pattern(rf"{_BRIEF_CHOICE.pattern}|\blabel\b|\bclassif", re.IGNORECASE)
_LONG = pattern(r"\b(?:paragraphs|sentences|essay|at least)\b", re.IGNORECASE)
_PLACES = (
    ("first", (r"first line\b|\b(?:start|begin|open)\w*(?: your \w+| the \w+)? with\b"
               r"(?! (?:an?|your|the|some) (?:\w+ )?(?:expla|reas|anal|justif|think))")),
    ("last", (r"(?:last|final) line|at the (?:very )?end\b|\bfinally\b"
              r"|(?:expla|think|reason|justif|assess|paragraph)[^.;\n]{0,60}(?:[.;,] ?(?:and )?"
              r"(?:then|after that)\b| first\b|\bthen (?!explain))"
              r"|after (?:\w+ )?(?:your|an|the|that|this|a short|a brief) ?(?:expla|reason|anal)"
              r"|first,? (?:write|explain|think|reason|give|one sentence|a sentence)")),
    ("only", (r"\b(?:only|just)\b|single word|one word|nothing else|no explanation|no other text"
             r"|without (?:any )?explanation")),
    ("first", (r"then (?:(?:give|add|write) )?(?:me )?(?:a|one|your|the)\b[^.]{0,30}"
               r"\b(?:justif|reason|expla|why)")),
    ("last", (r"(?:last|final) line|then (?:answer|say|conclude|output|give|state|respond)"
             r"|end (?:your \w+ )?with|(?:think|reason) (?:step|out loud)"
             r"|(?:explain|explanation|reasoning) (?:first|before)"
             r"|begin your (?:evaluation|response) by|first,? (?:explain|think|reason)")),
    ("first", (r"first line|(?:start|begin) with|then (?:explain|justify|give (?:a|one|your) )"
              r"|followed by|and (?:explain|justify|why)|with (?:a|one|your) "
              r"(?:short |brief |one-sentence )?(?:explanation|reason|justification)")),
)  # fmt: skip
"""Where a label stands, by what the message says of it."""

_REPEATED = pattern(
    r"\brepeat\b[^.\n]{0,40}\b(?:letter|answer|label|word|verdict|option|grade|choice)\b[^.\n]*"
    r"\b(?:again|line)\b",
    re.IGNORECASE,
)
"""Said where the label is wanted a second time."""

_LOWER, _UPPER = re.compile(r"\blower|\bsmall letters"), re.compile(r"\bupper|\bcapital|\bcaps\b")
_NUMBER = pattern(
    r"\b(?:only|just|nothing but|with|as)\b[^.?!\n]{0,24}\b(?:number|digit"
    r"|integer|float|figure|score)\b"
    r"|\b(?:number|digit|integer|figure|score) (?:only|alone)\b|\bscore\b[^.?!\n]*\bnothing else\b",
    re.IGNORECASE,
)
_EXPLAINED = pattern(
    r"followed by|justif|explain|explanation|and (?:a |the )?reason", re.IGNORECASE
)
_ALONE = pattern(
    r"\b(?:only|just|single|alone|nothing else|no other|digit|float)\b|\bintegers?\b(?! and)",
    re.IGNORECASE,
)


def label(found: re.Match[str], wording: Wording) -> Form | None:
    """The options that stand behind the cue: in its line, else on lines of their own."""
    if is_negated(found, 30):
        return None
    about: tuple[str, ...] = ()
    options = _options_in(found.groupdict().get("list") or "", wording)
    if not options:
        rest = found.string[found.end() :].split("\n", 1)[0]
        if rest.strip(" :"):
            options = _options_in(re.split(r"[.!?](?:\s|$)|\)|\]", rest)[0], wording)
        else:
            options, about = _rows_behind(found.string, found.end(), wording)
    times = 2 if _REPEATED.search(wording.text) else 1
    lists = all("," in option for option in options)
    fits = 0 < len(options) <= 40 and not lists
    return Label(options, about, place_in(wording), times) if fits else None


def _options_in(masked: str, wording: Wording) -> tuple[str, ...]:
    """The options of a list within a line."""
    if len(re.findall(QUOTE, masked)) > 1:
        return tuple(dict.fromkeys(item for item in wording.items(masked) if len(item) <= 60))
    masked = re.sub(r"^\s*(?:either|one of|exactly|only|just|as)\s+", "", masked, flags=re.I)
    parts = re.split(r"\s*(?:[,;/|]|\bor\b|\band\b)\s*", masked)
    plain = (wording.plain(part).strip(" .:(){}<>\"'`*-") for part in parts)
    bare = (part if part.startswith("[[") else part.strip("[] ") for part in plain)
    items = [
        re.sub(
            r"^(?:(?:either|or|and|say|answer|reply|output|simple|an?(?= \w\w)"
            r"|(?:is|are|was) (?:it|this)) )+",
            "",
            item,
            flags=re.IGNORECASE,
        )
        for item in bare
    ]
    items = [item for item in items if item]
    unfit = (len(item) > 60 or (len(item) > 1 and _NO_OPTION.search(item)) for item in items)
    return () if len(items) < 2 or any(unfit) else tuple(dict.fromkeys(items))


def _rows_behind(text: str, at: int, wording: Wording) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Options on lines of their own, and what is said of each."""
    names, said = list[str](), list[str]()
    gaps, marked = 0, False
    for line in text[at:].split("\n")[1:]:
        if not line.strip():
            gaps += 1
            if names or gaps > 1:
                break
            continue
        row, was_marked, marked = _ROW.match(line), marked, bool(_MARKED.match(line))
        longest = 4 if names else 6
        if row is None or (not marked and len(line.split()) > longest and not row["joint"]):
            break
        if names and was_marked and not marked:
            break
        names.append(wording.plain(row["name"]).strip(" *`\"'"))
        said.append(wording.plain(row["said"] or "").strip())
    fits = len(names) > 1 and max(map(len, names)) <= 60
    return (tuple(names), tuple(said)) if fits else ((), ())


def place_in(wording: Wording) -> str:
    """The place of the label: at the end of an explanation, at its beginning, or alone."""
    text = wording.text.lower()
    return next((place for place, said in _PLACES if re.search(said, text)), "only")


def brief_choice(found: re.Match[str], wording: Wording) -> Form | None:
    """Options in a message that asks for no more than one of them."""
    brief = _BRIEF_CHOICE.search(wording.text) and not _LONG.search(wording.text)
    return label(found, wording) if brief else None


def divided_by_strokes(found: re.Match[str], wording: Wording) -> Form | None:
    """Options at the end of a message: `spam/ham`."""
    is_path = "://" in wording.text or len(wording.text) <= len(found[0]) + 12
    return None if is_path else label(found, wording)


def question_of_two(found: re.Match[str], wording: Wording) -> Form | None:
    """`Is it this or that?`, if no more than one of both is wanted."""
    made = label(found, wording) if _BRIEF.search(wording.text) else None
    if not isinstance(made, Label):
        return None
    first, *others = made.options
    return Label((first.split()[-1], *others), (), made.place)


def few_shots(_: re.Match[str], wording: Wording) -> Form | None:
    """Examples with their labels, of which the last one is open."""
    last = _OPEN.search(wording.message)
    if last is None:
        return None
    before = re.split(rf"(?im)^[ \t]*{re.escape(last[1])}:[ \t]*([^\n]*)$", wording.message)
    known = [label.strip(" '\"") for label in before[1:-2:2] if label.strip()]
    if len(known) < 2:
        return None
    before = before[0::2]
    about = {label: text.strip()[-200:] for label, text in zip(known, before, strict=False)}
    brief = all(len(each) < 40 for each in about)
    return Label(tuple(about), tuple(about.values())) if brief else None


def conditional(found: re.Match[str], wording: Wording) -> Form | None:
    """`Say "PASS" if ..., "FAIL" otherwise`: options that say themselves what they stand for."""
    known = {
        wording.plain(row[1]).strip(): wording.plain(row[2]).strip(" ,.")
        for row in CONDITION.finditer(found.string)
    }
    if otherwise := _OTHERWISE.search(found.string):
        known.setdefault(wording.plain(otherwise[1] or otherwise[2]).strip(), "otherwise")
    if len(known) < 2 or any(len(each) > 40 for each in known):
        return None
    return Label(tuple(known), tuple(known.values()), place_in(wording))


def yes_no(found: re.Match[str], wording: Wording) -> Form:
    """Yes or no, true or false, in the case that is asked for or in which the message says it."""
    yes, *_, no = re.findall(r"\w+", found[0])
    around = f"{clause_around(found)} {clause_behind(found, 120)}".lower()
    if _LOWER.search(around):
        yes, no = yes.lower(), no.lower()
    elif _UPPER.search(around):
        yes, no = yes.upper(), no.upper()
    elif yes[0].isupper() and no.islower():
        no = no.capitalize()
    return Label((yes, no), (), place_in(wording), 2 if _REPEATED.search(wording.text) else 1)


def tagged(found: re.Match[str], wording: Wording) -> Form | None:
    """Options that are shown in their tags: `<verdict>yes</verdict> or <verdict>no</verdict>`."""
    shown = re.findall(rf"<{found['tag']}>([^<>\n]{{1,40}})</{found['tag']}>", wording.message)
    options = tuple(dict.fromkeys(each.strip() for each in shown))
    return Label(options, (), place_in(wording)) if len(options) > 1 else None


def letters(_: re.Match[str], wording: Wording) -> Form | None:
    """Multiple choice, of which only the letter is wanted."""
    rows = re.findall(
        r"(?m)(?:^|(?<=\s))\(?([A-Ha-h1-9])[.)]\s*([^\n]+?)(?=\.?\s+\(?[B-Hb-h2-9][.)]\s|\. |$)",
        wording.message,
    )
    known = dict(rows)
    fits = len(known) > 1
    return Label(tuple(known), tuple(known.values()), place_in(wording)) if fits else None


def sentiment(_: re.Match[str], wording: Wording) -> Form | None:
    """The usual three, if no more than one is wanted."""
    brief = re.search(r"\b(?:one|single) word|\bonly\b|\bclassify\b", wording.text, re.IGNORECASE)
    return Label(("positive", "negative", "neutral")) if brief else None


def score(found: re.Match[str], wording: Wording) -> Form | None:
    """A number between two others."""
    low, high = float(found["low"]), float(found["high"])
    return ScoreForm(low, high, _is_alone(wording)) if low < high <= 1_000 else None


_IS_SUM = pattern(r" ?\)? ?[-+*/×÷^] ?[\d(]")


def score_alone(found: re.Match[str], wording: Wording) -> Form | None:
    """A range of numbers in a message that wants no more than one of them."""
    if _IS_SUM.match(found.string, found.end("high")):
        return None
    low, high = (_number(found[name]) for name in ("low", "high"))
    return ScoreForm(low, high, alone=True) if low < high and _NUMBER.search(wording.text) else None


def score_in_unit(found: re.Match[str], wording: Wording) -> Form | None:
    """A number of stars, or a share of a hundred."""
    if "star" not in found[0].lower():
        bare = re.search(r"\b(?:digits|number|integer|figure)s?\b", wording.text, re.IGNORECASE)
        return ScoreForm(0, 100, alone=True, unit="" if bare else "%")
    shown = re.search(r"(?:\b[1-5NX]|>|\]) stars?\b", wording.message)
    bounds = re.search(r"\b(\d)\s?(?:-|\u2013|to|and)\s?(\d\d?)\b", wording.message)
    low, high = (float(bounds[1]), float(bounds[2])) if bounds else (1.0, 5.0)
    return ScoreForm(low, high, alone=True, unit=" stars") if shown and low < high else None


def named_scores(found: re.Match[str], wording: Wording) -> Form | None:
    """Several scores, each on a line under its name."""
    bounds = re.search(r"\b(\d)\D{1,20}?(\d{1,3})\b", wording.text)
    names = _options_in(re.sub(r"\([^)]*\)", "", found["list"]), wording)
    is_listed = re.search(r"\blines?\b|: ?(?:<|\d|number|score|n\b|x\b)", wording.message, re.I)
    if not (bounds and names and is_listed):
        return None
    return Template("\n".join(f"{name}: <score {bounds[1]}-{bounds[2]}>" for name in names))


def _number(said: str) -> float:
    return float(said) if re.match(r"-?\d", said) else amount_of(said)


def out_of(found: re.Match[str], wording: Wording) -> Form | None:
    """A number out of 5, 10 or 100."""
    scored = re.search(r"\b(?:scor|rat)", wording.text, re.IGNORECASE)
    return ScoreForm(1, float(found["high"]), _is_alone(wording)) if scored else None


def _is_alone(wording: Wording) -> bool:
    return bool(_ALONE.search(wording.text)) and not _EXPLAINED.search(wording.text)


def legend(found: re.Match[str], _: Wording) -> Form:
    """Options with what they stand for: `A = animal, V = vehicle`."""
    pairs = (each.split("=", 1) for each in found["list"].split(","))
    known = {option.strip(): about.strip() for option, about in pairs}
    return Label(tuple(known), tuple(known.values()))


def grades(found: re.Match[str], _: Wording) -> Form:
    """Grades as letters: from A to F."""
    low, high = (ord(found[name].upper()) for name in ("low", "high"))
    return Label(tuple(map(chr, range(low, high + 1))))


def counting(found: re.Match[str], wording: Wording) -> Form | None:
    """The numbers from one to another."""
    first, last = int(found["first"]), int(found["last"])
    is_code = not wording.words.isdisjoint(("loop", "function", "program", "script", "code"))
    if is_code or abs(last - first) > 200:
        return None
    numbers = map(str, range(first, last + 1) if first <= last else range(first, last - 1, -1))
    text = wording.text.lower()
    return Echo(("\n" if "line" in text else " " if "space" in text else ", ").join(numbers))


MAKERS = {
    each.__name__: each
    for each in (
        label, brief_choice, divided_by_strokes, question_of_two, few_shots, conditional, yes_no,
        tagged, letters, legend, grades, sentiment, score, score_alone, score_in_unit, named_scores,
        out_of, counting,
    )
}  # fmt: skip
