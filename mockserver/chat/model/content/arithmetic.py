"""Sums: what a message asks to be worked out, in figures, in words or as a small story.

`_WAYS` is a table of ways to ask. To teach the model another, add a line: `#` stands for a number,
of figures or words, and the result is told with `{0}`, `{1}` for the numbers and `{r}` for it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from mockserver.chat.model.content import expressions
from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.numbers import FIGURES, NUMBER, number_of, numbers_in, written
from mockserver.chat.model.patterns import pattern

_LONGEST = 700
"""Characters at the end of a message in which sums are looked for."""

_ASKS = pattern(
    r"\b(?:what|what's|whats|how much|how many|calculate|compute|evaluate|solve|sum|result"
    r"|work out|answer|add|multiply|divide|subtract|equals?|simplify|expression|tell me|find|math"
    r"|wie viel|was ist|combien|cuánto|cuanto|quanto|hoeveel)\b|[=?？]",
    re.IGNORECASE,
)
_NO_SUMS = pattern(r"\d{4}-\d\d?-\d\d?|\d\d?/\d\d?/\d{2,4}|\d{3}-\d{3,4}(?:-\d{4})?\b")
"""Dates and telephone numbers."""

_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_SHARE = pattern(
    rf"\b(a|an|one|two|three|four|five|seven)[ -]({'|'.join(_PARTS)}|halve)s? of\b", re.I
)
_POWER = pattern(r"\bto the (\d{1,3})(?:st|nd|rd|th)(?: power)?\b", re.IGNORECASE)


def calculate(question: str) -> Answer | None:
    """The result of what a message asks to be worked out."""
    text = _plain(_NO_SUMS.sub(" ; ", question[-_LONGEST:]))
    try:
        for find in (_sequence, _equation, _by_ways, _largest, _measure, _rounded, _expression):
            if found := find(text):
                return found
    except ZeroDivisionError:
        return stated("Division by zero is not defined.", "undefined")
    except (ArithmeticError, LookupError, ValueError):
        return None
    return None


def _plain(text: str) -> str:
    """A text with `three quarters of` and `to the 10th power` in figures."""
    text = _POWER.sub(r"to the power of \1", text)
    return _SHARE.sub(lambda found: f"{_share(found[1], found[2])} *", text)


def _share(count: str, part: str) -> str:
    of = _PARTS.get(part.lower(), 2)
    number = Fraction(1 if count.lower() in ("a", "an") else number_of(count)) / of
    return written(number) if 1000 % of == 0 else f"({number.numerator} / {number.denominator})"


class _Way(NamedTuple):
    """A way to ask for a figure, how it is worked out, and how it is told."""

    cue: re.Pattern[str]
    work: Callable[..., Any]
    told: str


def _way(cue: str, work: Callable[..., Any], told: str) -> _Way:
    number = rf"[$€£]?(?<![\w.,])({NUMBER})"
    return _Way(pattern(cue.replace("#", number), re.IGNORECASE | re.DOTALL), work, told)


_UNIT = r"(?: ?[a-z°€$]{1,12})?"
_MORE = r"(?:greater|larger|bigger|more|higher|taller|longer|older|heavier)"
_LESS = r"(?:less|smaller|lower|fewer|shorter|younger|lighter)"
_EACH = r"(?: each| apiece| per \w+| a piece)"
_WAYS = (
    # shares
    _way(r"what (?:percent\w*|%|per cent) of # is #", lambda a, b: b / a * 100,
         "{1} is {r}% of {0}."),
    _way(r"# (?:is|are|was) what (?:percent\w*|%|per cent) of #", lambda a, b: a / b * 100,
         "{0} is {r}% of {1}."),
    _way(r"# as a percent\w* of #", lambda a, b: a / b * 100, "{0} is {r}% of {1}."),
    _way(r"(?:increase|raise|grow|rise)\w* (?:from )?# by # ?(?:%|percent)",
         lambda a, b: a + a * b / 100, "{0} increased by {1}% is {r}."),
    _way(r"(?:decrease|reduce|lower|discount|cut)\w* # by # ?(?:%|percent)",
         lambda a, b: a - a * b / 100, "{0} reduced by {1}% is {r}."),
    _way(rf"#{_UNIT}[^?%\d]{{0,60}}(?:reduc|discount|lower|cut|drop|fall|cheaper"
         rf"|off)[^?%\d]{{0,20}}"
         r"# ?(?:%|percent)", lambda a, b: a - a * b / 100, "{0} less {1}% is {r}."),
    _way(rf"#{_UNIT}[^?%\d]{{0,60}}(?:increas|rais|ris|grow|grew|goes up)[^?%\d]{{0,20}}"
         r"# ?(?:%|percent)", lambda a, b: a + a * b / 100, "{0} plus {1}% is {r}."),
    _way(r"# ?(?:%|percent) (?:off|discount on)(?: of)?(?: an?| the)?[^?\d]{0,30} ?#",
         lambda a, b: b - a * b / 100, "{1} less {0}% is {r}."),
    _way(r"# ?(?:%|percent) (?:tip|tax|vat|interest) on(?: an?)?[^?\d]{0,30}? ?#",
         lambda a, b: a * b / 100, "{0}% of {1} is {r}."),
    _way(r"# ?(?:%|percent) (?:of|from)(?: the)? #(?![\d.]*\d)(?! ?(?:[-+*/]|plus|minus|times))",
         lambda a, b: a * b / 100, "{0}% of {1} is {r}."),
    # two numbers
    _way(r"subtract # from #", lambda a, b: b - a, "{1} - {0} = {r}"),
    _way(r"(?:difference )?between # and #[^.]{0,20}difference", lambda a, b: abs(a - b),
         "The difference between {0} and {1} is {r}."),
    _way(r"difference (?:between|of) # and #", lambda a, b: abs(a - b),
         "The difference between {0} and {1} is {r}."),
    _way(r"add # (?:to|and) #", lambda a, b: a + b, "{0} + {1} = {r}"),
    _way(r"multiply # (?:by|and|with) #", lambda a, b: a * b, "{0} × {1} = {r}"),
    _way(r"(?:divide|split|share)s? #[^?\d]{0,50}?(?:by|between|among|into|with) #",
         lambda a, b: a / b, "{0} ÷ {1} = {r}"),
    _way(r"remainder (?:of|when) # (?:is )?divided by #", lambda a, b: a % b,
         "The remainder of {0} divided by {1} is {r}."),
    _way(r"(?:gcd|greatest common divisor|greatest common factor) (?:of )?#(?: and|,) #",
         lambda a, b: math.gcd(int(a), int(b)), "The greatest common divisor of {0} and {1} is"
                                                " {r}."),
    _way(r"(?:lcm|least common multiple) (?:of )?#(?: and|,) #",
         lambda a, b: math.lcm(int(a), int(b)), "The least common multiple of {0} and {1} is {r}."),
    _way(rf"(?:how much|how many|what)\b[^?\d]{{0,20}}# (?:is )?{_MORE} than #",
         lambda a, b: a - b, "{0} - {1} = {r}"),
    _way(rf"(?:how much|how many|what)\b[^?\d]{{0,20}}# (?:is )?{_LESS} than #",
         lambda a, b: b - a, "{1} - {0} = {r}"),
    # yes or no
    _way(rf"(?:\bis )?# (?:is )?{_MORE} than #", lambda a, b: a > b, "{r}, {0} is {no}more than"
                                                                     " {1}."),
    _way(rf"(?:\bis )?# (?:is )?{_LESS} than #", lambda a, b: a < b, "{r}, {0} is {no}less than"
                                                                     " {1}."),
    _way(r"(?:\bis )?# (?:is )?divisible by #", lambda a, b: a % b == 0,
         "{r}, {0} is {no}divisible by {1}."),
    _way(r"\bis # (?:an? )?(?:even or odd|odd or even)\b",
         lambda a: "odd" if a % 2 else "even", "{0} is {r}."),
    _way(r"\bis # (?:an? )?prime\b", lambda a: _is_prime(int(a)), "{r}, {0} is {no}prime."),
    _way(r"\bis # (?:an? )?even\b", lambda a: a % 2 == 0, "{r}, {0} is {no}even."),
    _way(r"\bis # (?:an? )?odd\b", lambda a: a % 2 == 1, "{r}, {0} is {no}odd."),
    _way(r"\bis # (?:an? )?perfect square\b", lambda a: math.isqrt(int(a)) ** 2 == a,
         "{r}, {0} is {no}a perfect square."),
    # one number
    _way(r"(?:half|twice|double) of (?:a|the|my|some) number is #", lambda a: a * 2,
         "The number is {r}."),
    _way(r"\b(?:what|find|calculate|compute)\b[^?\d]{0,20}factorial (?:of )?#",
         expressions.factorial, "The factorial of {0} is {r}."),
    _way(r"\b(?:what|find|calculate|compute)\b[^?\d]{0,20}\bsquare (?:of )?#", lambda a: a**2,
         "The square of {0} is {r}."),
    _way(r"\b(?:what|find|calculate|compute)\b[^?\d]{0,20}\bcube (?:of )?#", lambda a: a**3,
         "The cube of {0} is {r}."),
    _way(r"\b(?:double|twice) (?:of )?#", lambda a: a * 2, "Twice {0} is {r}."),
    _way(r"# ?(?:%|percent) (?:less|lower|fewer) than #",
         lambda a, b: b - a * b / 100, "{1} less {0}% is {r}."),
    _way(r"# ?(?:%|percent) (?:more|higher|greater) than #",
         lambda a, b: b + a * b / 100, "{1} plus {0}% is {r}."),
    _way(r"\btriple (?:of )?#", lambda a: a * 3, "Three times {0} is {r}."),
    _way(r"\bhalf (?:of )?#", lambda a: a / 2, "Half of {0} is {r}."),
)  # fmt: skip
_STORIES = (
    _way(rf"#{_UNIT}[^?%\d]{{0,40}}?(?<![\d.,])({FIGURES}) ?"
         rf"(?:%|percent) (?:off|discount|reduction|cheaper|less)\b",
         lambda a, b: a - a * b / 100, "{0} less {1}% is {r}."),
    _way(r"# (?P<unit>\w+) in # (?P<per>hour|minute|second)s?\b[^?]{0,60}\b(?:speed|fast)\b",
         lambda a, b: a / b, "The average speed is {r} {unit} per {per}."),
    _way(r"# (?P<unit>km|mi|m)(?:/h|/s|ph)\b[^?]{0,40}? # (?:hour|second)s?\b[^?]{0,60}"
         r"\b(?:far|distance)\b", lambda a, b: a * b, "{0} × {1} = {r} {unit}"),
    _way(r"# [a-z]+ (?:of|with) # [a-z]+\b[^?]{0,60}\bhow many\b", lambda a, b: a * b,
         "{0} × {1} = {r}"),
    _way(rf"#[^?.\d]{{1,40}}?(?:at|for|costing) #{_UNIT}{_EACH}[^?.\d]{{0,20}}? #[^?.\d]{{1,40}}?"
         rf"(?:at|for|costing) #{_UNIT}{_EACH}", lambda a, b, c, d: a * b + c * d,
         "{0} × {1} + {2} × {3} = {r}"),
    _way(rf"#[^?.\d]{{1,40}}?#{_UNIT}(?: \w+)?{_EACH}", lambda a, b: a * b, "{0} × {1} = {r}"),
    _way(rf"\b(?:a|an|one|each|every|per) [^?.\d]{{1,30}}?(?:costs?|is|holds?|has|weighs?"
         rf"|contains?|"
         rf"takes?|needs?|sells? for|of) #{_UNIT}[^?\d]{{0,60}}?(?:how|what)[^?\d]{{1,40}} #",
         lambda a, b: a * b, "{0} × {1} = {r}"),
    _way(r"# (?P<unit>miles|km|kilometers|kilometres|meters|metres) (?:per|an|a) (?P<per>hour"
         r"|second"
         r"|minute)\b[^?]{0,40}? # (?P=per)s?\b[^?]{0,60}\b(?:how far|distance)",
         lambda a, b: a * b, "{r} {unit}"),
    _way(rf"\bis # ?(?:years? |cm |kg |m )?{_MORE} than (?P<who>\w+)\b.*?\b(?P=who) (?:is|has"
         rf"|weighs) #",
         lambda a, b: a + b, "{0} + {1} = {r}"),
    _way(rf"\bis # ?(?:years? |cm |kg |m )?{_LESS} than (?P<who>\w+)\b.*?\b(?P=who) (?:is|has"
         rf"|weighs) #",
         lambda a, b: b - a, "{1} - {0} = {r}"),
    # shapes
    _way(rf"\b(?:rectang|room|garden|field|floor|wall"
         rf"|carpet)\w*[^?\d]{{0,40}}#{_UNIT}[^?\d]{{1,30}}#"
         r"[^?]{0,60}\barea", lambda a, b: a * b, "The area is {0} × {1} = {r}."),
    _way(rf"\barea of an? (?:rectang|room|garden|field)\w*[^?\d]{{0,40}}#{_UNIT}[^?\d]{{1,30}}#",
         lambda a, b: a * b, "The area is {0} × {1} = {r}."),
    _way(rf"\bperimeter of an? rectang\w*[^?\d]{{0,40}}#{_UNIT}[^?\d]{{1,30}}#",
         lambda a, b: 2 * (a + b), "The perimeter is 2 × ({0} + {1}) = {r}."),
    _way(rf"\barea of an? triang\w*[^?\d]{{0,40}}#{_UNIT}[^?\d]{{1,30}}#", lambda a, b: a * b / 2,
         "The area is {0} × {1} ÷ 2 = {r}."),
    _way(r"\barea of an? square[^?\d]{0,40}#", lambda a: a * a, "The area is {0} × {0} = {r}."),
    _way(r"\barea of an? circle[^?\d]{0,40}radius[^?\d]{0,10}#",
         lambda a: Fraction(math.pi) * a * a, "The area is π × {0}² = {r}."),
)  # fmt: skip
"""The same for messages of several sentences."""

_HINTS = pattern(
    r"%|\b(?:percent\w*|per cent|subtract|difference|add|multiply|divide|split|share|remainder"
    r"|gcd|lcm"
    r"|greatest|least|than|divisible|prime|even|odd|square|half|twice|double|triple|factorial|cube"
    r"|each|apiece|off|in|of|with|costs?|holds?|weighs?|per|area|perimeter|an?|one|every)\b",
    re.IGNORECASE,
)


def _by_ways(text: str, ways: Sequence[_Way] = _WAYS) -> Answer | None:
    for cue, work, told in ways if _HINTS.search(text) else ():
        if not (found := cue.search(text)):
            continue
        named = {name: value for name, value in found.groupdict().items() if value}
        groups = [each for each in found.groups() if each not in named.values()]
        numbers = [number_of(each) for each in groups if _NUMBER.fullmatch(each)]
        result = work(*numbers)
        if isinstance(result, bool):
            value = said = "Yes" if result else "No"
        else:
            said = result if isinstance(result, str) else written(Fraction(result))
            value = f"{said}%" if "{r}%" in told else said
        no = "" if result else "not "
        return stated(told.format(*map(written, numbers), r=said, no=no, **named), value)
    return None


_NUMBER = pattern(NUMBER, re.IGNORECASE)


def _is_prime(number: int) -> bool:
    divisors = range(2, math.isqrt(max(number, 1)) + 1)
    return 1 < number < 10**8 and all(number % divisor for divisor in divisors)


def story(message: str) -> Answer | None:
    """The apples that are left after some were bought and some were eaten, or what they cost."""
    if len(message) > _LONGEST or not _QUESTION.search(message):
        return None
    text = _plain(message)
    changes = [*_CHANGE.finditer(text)] if _HOW_MANY_NOW.search(text) else []
    if len(changes) < 2 or " each" in text or all(map(_is_state, changes)):
        return _by_ways(text, (*_STORIES, *_WAYS))
    steps = [
        (number_of(each["count"] or each["further"]), "-" if each["loss"] else "+")
        for each in changes
    ]
    total = written(sum((-n if sign == "-" else n for n, sign in steps), Fraction(0)))
    shown = " ".join(f"{sign} {written(n)}" for n, sign in steps).removeprefix("+ ")
    return stated(f"{shown} = {total}", total)


_QUESTION = pattern(r"\b(?:how|what|who|when)\b.{0,200}\?", re.IGNORECASE | re.DOTALL)


def _is_state(found: re.Match[str]) -> bool:
    """True for `has`, which may be what another one has, and no change."""
    return (found["gain"] or "").lower().startswith(("ha", "there"))


_GAINS = (
    "have|has|had|there (?:are|were)|buys?|bought|gets?|got|finds?|found|receives?|received"
    "|picks?|picked|adds?|added|wins?|won|bakes?|start with|starts with|more come|come|arrives?"
    "|join(?:ed)?|board(?:ed)?|get on|got on|earns?|earned|saves?|saved"
)
_LOSES = (
    "eats?|ate|eaten|gives?|gave|loses?|lost|sells?|sold|spends?|spent|uses?|used|drops?|dropped"
    "|throws?|breaks?|broke|donates?|leaves?|left|fly away|flew away|die[sd]?|get off|got off|pays?"
    "|paid|lends?|lent|removes?|removed"
)
_CHANGE = pattern(
    rf"\b(?:(?P<gain>{_GAINS})|(?P<loss>{_LOSES}))\b"
    rf"(?: (?:away|up|back|another|me|him|her|them|out|in))? [$€£]?(?P<count>{NUMBER})"
    rf"|(?P<and>\b(?:and|then)) [$€£]?(?P<further>{NUMBER}) more\b",
    re.IGNORECASE,
)
_HOW_MANY_NOW = pattern(
    r"\bhow (?:many|much)\b[^.?!]{0,60}"
    r"(?:\b(?:have|has|own|left|remain\w*|now|total|altogether|still|there)\b)",
    re.IGNORECASE,
)


_SHORT = 80
_WORDED_SUM = pattern(
    rf"(?:{NUMBER}|plus|minus|times|squared|cubed|to the power of|divided by|multiplied by"
    r"|[-+*/^(). ?,])+",
    re.IGNORECASE,
)


def _expression(text: str) -> Answer | None:
    """The longest expression in a message that asks for one, or that is nothing else."""
    run = max(expressions.runs_in(text), key=len, default=None)
    if run is None:
        return None
    is_tight = len(run) == 3 and run[1] in "-/" and re.search(r"\d[-/]\d", text)
    if re.search(r"[^\W\d_]{2,}", text):
        is_last = re.search(r"\d+[-/]\d+\W*$", text)
        is_bare = len(text) < _SHORT and _WORDED_SUM.fullmatch(text)
        if not (is_bare or _ASKS.search(text)) or (is_tight and not is_last):
            return None
    result = expressions.evaluated(run)
    if result is None:
        return None
    return stated(f"{expressions.shown(run)} = {written(result)}", written(result))


_GREATER = "larger|bigger|greater|higher|more|largest|biggest|greatest|highest|maximum|max"
_LESSER = "smaller|lower|less|fewer|smallest|lowest|minimum|min|least"
_COMPARED = pattern(
    rf"(?:which|what)(?: number| one| of)?[^.?\n]{{0,40}}\b(?:(?P<more>{_GREATER})|{_LESSER})\b"
    r"[^\n]{0,20}?(?P<rest>[-\d].{0,400})",
    re.IGNORECASE | re.DOTALL,
)
_FRACTION = pattern(r"(?<![\w.])-?\d{1,9}/\d{1,9}(?!\d)")


def _largest(text: str) -> Answer | None:
    """The largest or smallest of several numbers or fractions."""
    found = _COMPARED.search(text)
    if not found:
        return None
    shown = _FRACTION.findall(found["rest"]) or [*map(written, numbers_in(found["rest"]))]
    if len(shown) < 2:
        return None
    best = (max if found["more"] else min)(shown, key=Fraction)
    others = listed([each for each in shown if each != best])
    return stated(f"{best} is {'greater' if found['more'] else 'smaller'} than {others}.", best)


def _median(numbers: Sequence[Fraction]) -> Fraction:
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


_MEASURES: tuple[tuple[str, str, Callable[[Sequence[Fraction]], Any]], ...] = (
    ("sum|total|add(?: up)?", "sum", sum),
    ("product|multiply", "product", math.prod),
    ("average|mean", "average", lambda all_: sum(all_, Fraction(0)) / len(all_)),
    ("median", "median", _median),
    ("range", "range", lambda all_: max(all_) - min(all_)),
    ("maximum|largest|biggest|highest", "largest", max),
    ("minimum|smallest|lowest", "smallest", min),
)
_MEASURED = tuple(
    (pattern(
        rf"\b(?:{cues})\b[^\d\n.]{{0,60}}?[:\n ]\s*[\[(]?(?P<all>-?{FIGURES}"
        rf"(?:(?:\s*,\s*|\s*;\s*|\s+)(?:and\s+|&\s*)?-?{FIGURES}){{1,200}})", re.I,
    ), name, work)
    for cues, name, work in _MEASURES
)  # fmt: skip


def _measure(text: str) -> Answer | None:
    """The sum, average or another measure of all numbers in a row."""
    for cue, name, work in _MEASURED:
        if found := cue.search(text):
            numbers = [*numbers_in(found["all"])]
            result = written(Fraction(work(numbers)))
            shown = listed([written(number) for number in numbers])
            return stated(f"The {name} of {shown} is {result}.", result)
    return None


_ROUNDED = pattern(
    rf"\bround ({FIGURES}) to (?:the nearest )?(?:({NUMBER}) (?:decimal|digit|place)|(\w+))", re.I
)
_PLACES = {"whole": 0, "integer": 0, "ten": -1, "tens": -1, "hundred": -2, "thousand": -3,
           "tenth": 1, "hundredth": 2, "thousandth": 3}  # fmt: skip


def _rounded(text: str) -> Answer | None:
    found = _ROUNDED.search(text)
    if not found:
        return None
    places = int(number_of(found[2])) if found[2] else _PLACES.get(found[3].lower())
    if places is None or places > 12:
        return None
    unit = Fraction(10) ** -places
    near = math.floor(number_of(found[1]) / unit + Fraction(1, 2)) * unit
    value = f"{float(near):.{places}f}" if places > 0 else written(near)
    return stated(f"{found[1]} rounded is {value}.", value)


_EQUATION = pattern(
    r"(?<![\w.])(-?\d{0,9}) ?\*? ?([a-z]) ?(?:([+-]) ?(\d{1,12}))? ?= ?(-?\d{1,12})(?![\w.])"
)


def _equation(text: str) -> Answer | None:
    """The unknown of a linear equation."""
    found = _EQUATION.search(text)
    if not found or not re.search(r"\bsolve\b|\bfind\b|\bwhat is\b|\bvalue of\b", text, re.I):
        return None
    factor = Fraction({"": "1", "-": "-1"}.get(found[1], found[1]))
    constant = Fraction(f"{found[3] or '+'}{found[4] or 0}")
    result = written((Fraction(found[5]) - constant) / factor)
    return stated(f"{found[2]} = {result}", result)


_SEQUENCE = pattern(
    r"\b(?:sequence|series|next|pattern)\b[^\d\n]{0,40}?"
    rf"((?:-?{FIGURES}\s*,\s*){{2,30}}-?{FIGURES})",
    re.IGNORECASE,
)


def _sequence(text: str) -> Answer | None:
    """The next number of a sequence, by a step or a factor of one size or by its last two."""
    found = _SEQUENCE.search(text)
    numbers = [*numbers_in(found[1])] if found else []
    following = next(_following(numbers), None) if len(numbers) > 2 else None
    if following is None:
        return None
    return stated(f"The next number is {written(following)}.", written(following))


def _following(numbers: Sequence[Fraction]) -> Iterator[Fraction]:
    pairs = [*pairwise(numbers)]
    last = numbers[-1]
    if len({after - before for before, after in pairs}) == 1:
        yield last * 2 - numbers[-2]
    if len({before and after / before for before, after in pairs}) == 1 and last:
        yield last * last / numbers[-2]
    triples = zip(numbers, numbers[1:], numbers[2:], strict=False)
    if all(one + two == three for one, two, three in triples):
        yield last + numbers[-2]
