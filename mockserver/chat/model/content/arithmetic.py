"""Sums: expressions in figures or words, shares, comparisons, and what is said of one number."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from mockserver.chat.model.content.found import Answer, listed, stated
from mockserver.chat.model.numbers import FIGURES, NUMBER, number_of, numbers_in, written
from mockserver.chat.model.patterns import pattern

_LARGEST = 10**60
_LONGEST = 1_500
"""Characters at the end of a message in which sums are looked for."""

_WORDED = {
    "plus": "+", "added to": "+", "and then add": "+", "minus": "-", "less": "-", "subtract": "-",
    "take away": "-", "times": "*", "multiplied by": "*", "divided by": "/", "over": "/",
    "modulo": "%", "mod": "%", "to the power of": "^", "raised to": "^", "squared": "²", "mal": "*", "por": "*", "fois": "*", "keer": "*", "más": "+", "moins": "-",
    "menos": "-", "geteilt durch": "/", "dividido por": "/", "divisé par": "/", "factorial": "!",
    "cubed": "³", "percent of": "% of", "per cent of": "% of",
}  # fmt: skip
_SIGNS = {"×": "*", "x": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "**": "^"}
_PARTS = pattern(
    rf"(?P<number>{NUMBER})"
    r"|(?P<sign>% of\b|\*\*|[-+*/^×÷·−–²³!()]|(?<=[\d)] )%(?= ?[\d(])|(?<=\d)x(?=\d)|(?<= )x(?= ))"
    rf"|(?P<words>\b(?:{'|'.join(sorted(_WORDED, key=len, reverse=True))})\b)"
    r"|(?P<root>\b(?:the )?square root of\b|\bsqrt\b|√)"
    r"|(?P<blank>[ \t$€£]+)"
    r"|(?P<other>[^\W\d_]+|.)",
    re.IGNORECASE | re.DOTALL,
)
_ASKS = pattern(
    r"\b(?:what|what's|whats|how much|how many|calculate|compute|evaluate|solve|sum|result|work out|"
    r"answer|add|multiply|divide|subtract|equals?|simplify|expression|tell me|find|math|wie viel|"
    r"combien|cuánto|cuanto|quanto|hoeveel)\b|[=?？]",
    re.IGNORECASE,
)
_TIGHT = pattern(r"\d[-/]\d")
"""`1-10` and `9/11` are seldom sums."""

_NO_SUMS = pattern(r"\d{4}-\d\d?-\d\d?|\d\d?/\d\d?/\d{2,4}|\d{3}-\d{3,4}(?:-\d{4})?\b")
"""Dates and telephone numbers."""


class ArithmeticOperator(NamedTuple):
    """Its precedence, and its function of two numbers."""

    strength: int
    apply: Callable[[Fraction, Fraction], Fraction]


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > 200 or abs(base) > 10**9:
        return Fraction(float(base) ** float(exponent))
    return base ** int(exponent)


_OPERATORS = {
    "+": ArithmeticOperator(1, operator.add),
    "-": ArithmeticOperator(1, operator.sub),
    "*": ArithmeticOperator(2, operator.mul),
    "/": ArithmeticOperator(2, operator.truediv),
    "%": ArithmeticOperator(2, operator.mod),
    "% of": ArithmeticOperator(3, lambda share, whole: share * whole / 100),
    "^": ArithmeticOperator(4, _power),
}
_AFTER: dict[str, Callable[[Fraction], Fraction]] = {
    "²": lambda number: number**2,
    "³": lambda number: number**3,
    "!": lambda number: Fraction(_factorial(number)),
}
_OPENING = frozenset("(√")
_SHOWN = {"*": "×", "/": "÷", "-": "-", "% of": "% of"}


def calculate(question: str) -> Answer | None:
    """The result of what a message asks to be worked out."""
    text = _NO_SUMS.sub(" ; ", question[-_LONGEST:])
    try:
        for find in _FINDERS:
            if found := find(text):
                return found
    except ZeroDivisionError:
        return stated("Division by zero is not defined.", "undefined")
    except (ArithmeticError, LookupError, ValueError):
        return None
    return None


def story(message: str) -> Answer | None:
    """The apples that are left after some were bought and some were eaten."""
    text = message[-_LONGEST:]
    if found := _SPEED.search(text):
        far = written(number_of(found[1]) * number_of(found[4]))
        return (
            stated(f"{far} {found[2]}", far)
            if re.search(r"\bhow far|distance", text, re.I)
            else None
        )
    changes = (
        [*_CHANGE.finditer(text)] if _HOW_MANY_NOW.search(text) and " each " not in text else []
    )
    if len(changes) < 2 or not any(map(_is_change, changes)):
        return None
    steps = [
        (number_of(each["count"] or each["further"]), "-" if each["loss"] else "+")
        for each in changes
    ]
    total = written(sum((-n if sign == "-" else n for n, sign in steps), Fraction(0)))
    shown = " ".join(f"{sign} {written(n)}" for n, sign in steps).removeprefix("+ ")
    return stated(f"{shown} = {total}", total)


def _is_change(found: re.Match[str]) -> bool:
    """True for what changes an amount, and not for `has`, which may be another one's."""
    return not (found["gain"] or "").lower().startswith("ha")


def _expression(text: str) -> Answer | None:
    """The longest expression in a message that asks for one, or that is nothing else."""
    runs = [run for run in _runs(text) if {*run[1:]} & {*_OPERATORS, *_AFTER} or run[:1] == ["√"]]
    if not runs:
        return None
    run = max(runs, key=len)
    tight = _TIGHT.search(text) and len(run) == 3 and run[1] in "-/"
    alone = not re.search(r"[^\W\d_]{2,}", text)
    if not alone and (not _ASKS.search(text) or (tight and not _stands_last(text))):
        return None
    result = _evaluated(run)
    if result is None or abs(result) > _LARGEST:
        return None
    return stated(f"{_shown(run)} = {written(result)}", written(result))


def _stands_last(text: str) -> bool:
    return bool(re.search(r"(?:is|what's|calculate|compute|solve)?[ :]*\d+[-/]\d+\W*$", text))


def _runs(text: str) -> Iterator[list[str]]:
    """Numbers and signs that stand side by side, the words between them left out."""
    parts = [part for found in _PARTS.finditer(text) if (part := _part(found)) is not None]
    for is_sum, run in groupby(parts, key=bool):
        if is_sum:
            yield _trimmed(list(run))


def _part(found: re.Match[str]) -> str | None:
    """A part of an expression; nothing for what interrupts it, None for a blank."""
    kind, text = found.lastgroup, found[0].lower()
    if kind == "number":
        return written(number_of(text)) if "." not in text else text.replace(",", "")
    if kind == "sign":
        return _SIGNS.get(text, text)
    if kind == "words":
        return _WORDED[text]
    if kind == "root":
        return "√"
    return None if kind == "blank" else ""


def _trimmed(run: list[str]) -> list[str]:
    """An expression without signs that have nothing to join, such as the dash of a bullet."""
    while run and (run[-1] in _OPERATORS or run[-1] in "(√"):
        run.pop()
    while run and (run[0] in "+*/^%²³!)" or run[0] == "% of"):
        run.pop(0)
    opened, closed = run.count("("), run.count(")")
    while run and closed > opened and run[-1] == ")":
        run.pop()
        closed -= 1
    while run and opened > closed and run[0] == "(":
        run.pop(0)
        opened -= 1
    return run


def _evaluated(run: Sequence[str]) -> Fraction | None:
    """The value of an expression, by two stacks; None if it is none."""
    values: list[Fraction] = []
    signs: list[str] = []
    due = True  # a number is due, rather than a sign
    for part in run:
        if part in _AFTER:
            values[-1] = _AFTER[part](values[-1])
        elif part == ")":
            _close(signs, values)
        elif part in _OPERATORS:
            if due and part != "-":
                return None
            if due:
                values.append(Fraction(0))
            _apply_before(part, signs, values)
            signs.append(part)
        elif part in _OPENING:
            signs += [part] if due else ["*", part]
        elif due:
            values.append(Fraction(part))
        else:
            return None
        due = part in _OPERATORS or part in _OPENING
    while signs:
        _apply(signs.pop(), values)
    return values[0] if len(values) == 1 and not due else None


def _close(signs: list[str], values: list[Fraction]) -> None:
    """Apply all signs back to the bracket that opened. Raises IndexError if none did."""
    while (sign := signs.pop()) != "(":
        _apply(sign, values)


def _apply_before(sign: str, signs: list[str], values: list[Fraction]) -> None:
    """Apply all signs that bind as strongly as this one or more."""
    while signs and signs[-1] != "(" and not _waits(signs[-1], sign):
        _apply(signs.pop(), values)


def _waits(first: str, second: str) -> bool:
    """True if the first of two signs is applied after the second."""
    if first == "√":
        return False
    return _OPERATORS[first].strength < _OPERATORS[second].strength or first == second == "^"


def _apply(sign: str, values: list[Fraction]) -> None:
    if sign == "√":
        values[-1] = _root(values[-1])
    elif sign in _OPERATORS and len(values) > 1:
        right = values.pop()
        values[-1] = _OPERATORS[sign].apply(values[-1], right)
        if abs(values[-1]) > _LARGEST:
            raise OverflowError
    else:
        raise ValueError(sign)


def _root(number: Fraction) -> Fraction:
    whole = math.isqrt(int(number)) if number >= 0 else 0
    return Fraction(whole) if whole**2 == number else Fraction(math.sqrt(number))


def _factorial(number: Fraction) -> int:
    if number.denominator != 1 or not 0 <= number <= 40:
        raise ValueError(number)
    return math.factorial(int(number))


def _shown(run: Sequence[str]) -> str:
    """An expression as people print it."""
    text = " ".join(_SHOWN.get(part, part) for part in run)
    tight = re.sub(r"(?<=\() | (?=[)²³!])|(?<=√) | (?=% of)|^- ", "", text)
    return f"-{tight}" if text.startswith("- ") else tight


class _Pattern(NamedTuple):
    """A way to ask for a figure, how it is worked out, and how it is told."""

    cue: re.Pattern[str]
    work: Callable[[Fraction, Fraction], Fraction]
    told: str


def _pattern(cue: str, work: Callable[[Fraction, Fraction], Fraction], told: str) -> _Pattern:
    number = rf"[$€£]?({NUMBER})"
    return _Pattern(pattern(cue.replace("#", number), re.IGNORECASE), work, told)


_PATTERNS = (
    _pattern(r"what (?:percent\w*|%|per cent) of # is #", lambda a, b: b / a * 100,
             "{1} is {2}% of {0}."),
    _pattern(r"# (?:is|are|was) what (?:percent\w*|%|per cent) of #", lambda a, b: a / b * 100,
             "{0} is {2}% of {1}."),
    _pattern(r"# as a percent\w* of #", lambda a, b: a / b * 100, "{0} is {2}% of {1}."),
    _pattern(r"(?:increase|raise|grow) # by # ?(?:%|percent)", lambda a, b: a + a * b / 100,
             "{0} increased by {1}% is {2}."),
    _pattern(r"(?:decrease|reduce|lower|discount) # by # ?(?:%|percent)",
             lambda a, b: a - a * b / 100, "{0} reduced by {1}% is {2}."),
    _pattern(r"# ?(?:%|percent) (?:off|discount on)(?: of)? #", lambda a, b: b - a * b / 100,
             "{1} less {0}% is {2}."),
    _pattern(r"# ?(?:%|percent) (?:tip|tax|vat|interest) on(?: an?)? #", lambda a, b: a * b / 100,
             "{0}% of {1} is {2}."),
    _pattern(r"# ?(?:%|percent) (?:of|from)(?: the)? #(?![\d.]*\d)(?! ?(?:[-+*/]|plus|minus|times))", lambda a, b: a * b / 100,
             "{0}% of {1} is {2}."),
    _pattern(r"subtract # from #", lambda a, b: b - a, "{1} - {0} = {2}"),
    _pattern(r"(?:difference )?between # and #[^.]{0,20}difference", lambda a, b: abs(a - b),
             "The difference between {0} and {1} is {2}."),
    _pattern(r"difference (?:between|of) # and #", lambda a, b: abs(a - b),
             "The difference between {0} and {1} is {2}."),
    _pattern(r"add # (?:to|and) #", lambda a, b: a + b, "{0} + {1} = {2}"),
    _pattern(r"multiply # (?:by|and|with) #", lambda a, b: a * b, "{0} × {1} = {2}"),
    _pattern(r"divide # by #", lambda a, b: a / b, "{0} ÷ {1} = {2}"),
    _pattern(r"remainder (?:of|when) # (?:is )?divided by #", lambda a, b: a % b,
             "The remainder of {0} divided by {1} is {2}."),
    _pattern(r"(?:gcd|greatest common divisor|greatest common factor) (?:of )?#(?: and|,) #",
             lambda a, b: Fraction(math.gcd(int(a), int(b))),
             "The greatest common divisor of {0} and {1} is {2}."),
    _pattern(r"(?:lcm|least common multiple) (?:of )?#(?: and|,) #",
             lambda a, b: Fraction(math.lcm(int(a), int(b))),
             "The least common multiple of {0} and {1} is {2}."),
)  # fmt: skip


def _worded(text: str) -> Answer | None:
    for cue, work, told in _PATTERNS:
        if found := cue.search(text):
            numbers = number_of(found[1]), number_of(found[2])
            shown = [written(number) for number in (*numbers, work(*numbers))]
            return stated(told.format(*shown), shown[2] + ("%" if "{2}%" in told else ""))
    return None


_GREATER = "larger|bigger|greater|higher|more|largest|biggest|greatest|highest|maximum|max"
_LESSER = "smaller|lower|less|fewer|smallest|lowest|minimum|min|least"
_COMPARED = pattern(
    rf"(?:which|what)(?: number| one| of)?[^.?\n]{{0,40}}\b(?:(?P<more>{_GREATER})|{_LESSER})\b"
    rf"[^\n]{{0,20}}?(?P<rest>[-\d].{{0,400}})",
    re.IGNORECASE | re.DOTALL,
)
_WHETHER = pattern(
    rf"(?:\bis )?(?<![\w.])(?P<a>{NUMBER}) (?:is )?(?:(?P<more>greater|larger|bigger|more|higher)|(?:less|smaller|lower)) "
    rf"than (?P<b>{NUMBER})",
    re.IGNORECASE,
)
_DIVISIBLE = pattern(
    rf"(?:\bis )?(?<![\w.])({FIGURES}) (?:is )?divisible by ({FIGURES})", re.IGNORECASE
)
_FRACTION = pattern(r"(?<![\w.])-?\d{1,9}/\d{1,9}(?!\d)")
_SEQUENCE = pattern(
    rf"\b(?:sequence|series|next|pattern)\b[^\d\n]{{0,40}}?((?:-?{FIGURES}\s*,\s*){{2,30}}-?{FIGURES})",
    re.IGNORECASE,
)


def _comparison(text: str) -> Answer | None:
    if found := _WHETHER.search(text):
        a, b = number_of(found["a"]), number_of(found["b"])
        holds = a > b if found["more"] else a < b
        sign = ">" if a > b else "<" if a < b else "="
        said = "Yes" if holds else "No"
        return stated(f"{said}, {written(a)} {sign} {written(b)}.", said)
    if found := _DIVISIBLE.search(text):
        over = number_of(found[1]) % number_of(found[2])
        said = f"No, the remainder of {found[1]} divided by {found[2]} is {written(over)}."
        return (
            stated(said, "No")
            if over
            else stated(f"Yes, {found[1]} is divisible by {found[2]}.", "Yes")
        )
    found = _COMPARED.search(text)
    rest = found["rest"] if found else ""
    if found and (fractions := _FRACTION.findall(rest)):
        best = (max if found["more"] else min)(fractions, key=Fraction)
        return stated(f"{best} is the {'greater' if found['more'] else 'smaller'} one.", best)
    numbers = [*numbers_in(rest)]
    if not found or len(numbers) < 2:
        return None
    best = max(numbers) if found["more"] else min(numbers)
    others = listed([written(number) for number in numbers if number != best])
    return stated(
        f"{written(best)} is {'greater' if found['more'] else 'smaller'} than {others}.",
        written(best),
    )


_MEASURES: dict[str, tuple[str, Callable[[Sequence[Fraction]], Fraction]]] = {
    "sum": ("The sum of {} is {}.", lambda all_: Fraction(sum(all_))),
    "total": ("The sum of {} is {}.", lambda all_: Fraction(sum(all_))),
    "product": ("The product of {} is {}.", lambda all_: Fraction(math.prod(all_))),
    "average": ("The average of {} is {}.", lambda all_: Fraction(sum(all_)) / len(all_)),
    "mean": ("The mean of {} is {}.", lambda all_: Fraction(sum(all_)) / len(all_)),
    "median": ("The median of {} is {}.", lambda all_: _median(sorted(all_))),
    "maximum": ("The largest of {} is {}.", max),
    "largest": ("The largest of {} is {}.", max),
    "minimum": ("The smallest of {} is {}.", min),
    "smallest": ("The smallest of {} is {}.", min),
    "add": ("The sum of {} is {}.", lambda all_: Fraction(sum(all_))),
}
_MEASURED = pattern(
    rf"\b({'|'.join(_MEASURES)})\b[^\d\n?.]{{0,60}}?[:\n ]\s*[\[(]?(?P<all>-?{FIGURES}"
    rf"(?:(?:\s*,\s*|\s*;\s*|\s+)(?:and\s+|&\s*)?-?{FIGURES}){{1,200}})",
    re.IGNORECASE,
)


def _median(numbers: Sequence[Fraction]) -> Fraction:
    half = len(numbers) // 2
    return numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2


def _measure(text: str) -> Answer | None:
    found = _MEASURED.search(text)
    if not found:
        return None
    told, work = _MEASURES[found[1].lower()]
    numbers = [*numbers_in(found["all"])]
    if len(numbers) < 2:
        return None
    result = written(work(numbers))
    return stated(told.format(listed([written(number) for number in numbers]), result), result)


_QUALITY = pattern(
    rf"\bis ({FIGURES}) (?:an? )?(prime|even|odd|perfect square)\b|"
    rf"\b(?:prime|even or odd)\b[^\d\n]{{0,30}}({FIGURES})",
    re.IGNORECASE,
)
_EITHER = pattern(rf"\bis ({FIGURES}) (?:an? )?(?:even or odd|odd or even)\b", re.IGNORECASE)
_ROOT_OR_FACTORIAL = pattern(
    rf"\b(factorial|square|cube|double|triple|half) (?:of )?({NUMBER})", re.IGNORECASE
)
_OF_ONE: dict[str, Callable[[Fraction], Fraction]] = {
    "factorial": lambda number: Fraction(_factorial(number)),
    "square": lambda number: number**2,
    "cube": lambda number: number**3,
    "double": lambda number: number * 2,
    "triple": lambda number: number * 3,
    "half": lambda number: number / 2,
}


def _of_one_number(text: str) -> Answer | None:
    if found := _EITHER.search(text):
        said = "odd" if number_of(found[1]) % 2 else "even"
        return stated(f"{found[1]} is {said}.", said)
    if (found := _QUALITY.search(text)) and found[2]:
        number, kind = int(number_of(found[1])), found[2].lower()
        holds = _QUALITIES[kind](number)
        article = "" if kind in ("prime", "even", "odd") else "a "
        said = "Yes" if holds else "No"
        return stated(f"{said}, {found[1]} is {'' if holds else 'not '}{article}{kind}.", said)
    if (found := _ROOT_OR_FACTORIAL.search(text)) and _ASKS.search(text):
        kind, number_ = found[1].lower(), number_of(found[2])
        result = written(_OF_ONE[kind](number_))
        return stated(f"The {kind} of {written(number_)} is {result}.", result)
    return None


_QUALITIES: dict[str, Callable[[int], bool]] = {
    "prime": lambda number: (
        number > 1
        and number < 10**8
        and all(number % divisor for divisor in range(2, math.isqrt(number) + 1))
    ),
    "even": lambda number: number % 2 == 0,
    "odd": lambda number: number % 2 == 1,
    "perfect square": lambda number: math.isqrt(number) ** 2 == number,
}

_GAINS = "have|has|had|buys?|bought|gets?|got|finds?|found|receives?|received|picks?|picked|adds?|wins?|won|bakes?|start with|starts with|more come|arrive"
_LOSES = "eats?|ate|gives?|gave|loses?|lost|sells?|sold|spends?|spent|uses?|used|drops?|dropped|throws?|breaks?|broke|donates?|leaves?|left|fly away|die"
_CHANGE = pattern(
    rf"\b(?:(?P<gain>{_GAINS})|(?P<loss>{_LOSES}))\b(?: (?:away|up|back|another|me|him|her|them|out))? \$?(?P<count>{NUMBER})"
    rf"|(?P<and>\b(?:and|then)) \$?(?P<further>{NUMBER}) more\b",
    re.IGNORECASE,
)
_HOW_MANY_NOW = pattern(
    r"\bhow (?:many|much)\b[^.?!]{0,60}(?:\b(?:have|has|left|remain\w*|now|total|altogether)\b)",
    re.I,
)
_SPEED = pattern(
    rf"({NUMBER}) (miles|km|kilometers|kilometres|meters|metres) (?:per|an|a) (hour|second|minute)\b[^?]{{0,40}}? ({NUMBER}) \3s?\b",
    re.IGNORECASE,
)
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


def _sequence(text: str) -> Answer | None:
    """The next number of a sequence that grows by steps or by factors of one size."""
    found = _SEQUENCE.search(text)
    numbers = [*numbers_in(found[1])] if found else []
    if len(numbers) < 3:
        return None
    pairs = [*pairwise(numbers)]
    steps = {after - before for before, after in pairs}
    factors = {after / before for before, after in pairs if before}
    if len(steps) == 1:
        following = numbers[-1] + steps.pop()
    elif len(factors) == 1:
        following = numbers[-1] * factors.pop()
    elif all(
        one + two == three
        for one, two, three in zip(numbers, numbers[1:], numbers[2:], strict=False)
    ):
        following = numbers[-1] + numbers[-2]
    else:
        return None
    return stated(f"The next number is {written(following)}.", written(following))


_FINDERS = (_sequence, _equation, _worded, _comparison, _measure, _of_one_number, _expression)
"""Ways in which a message asks for a figure; the first that fits answers."""
