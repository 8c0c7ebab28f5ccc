"""Prose within bounds: sentences are added one by one as long as they fit all demands.

The order is content, structure, prefix, suffix, marks, case. A sentence that would exceed an upper
bound is never added; an unmet lower bound gets sentences with the missing words or marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import TypeVar

from mockserver.chat.model.content.found import capitalized, listed
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import (
    Apart,
    Bound,
    Case,
    Demand,
    Fixed,
    Opening,
    Sections,
    Style,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import CHARACTERS, LINES, SENTENCES, WORDS, Measure
from mockserver.chat.model.forms.words import pieces, stock, words_with
from mockserver.chat.model.patterns import pattern

D = TypeVar("D", bound=Demand)

_USUAL_SENTENCES = 4
_SENTENCES_IN_ONE_CASE = 14
"""With this many sentences, language detection takes all-capital or lower-case text for English."""

_BETWEEN_ANSWERS = "******"
_IN_BLOCKS = (Apart, Sections, Opening)
_TRIES = 400
_ENDLESS = 10**9
_FILLING = (WORDS, SENTENCES, CHARACTERS)
"""Measures whose lower bounds any sentence helps to reach."""

_MARKS: Sequence[tuple[Measure, re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (measures.HIGHLIGHTS, pattern(r"\w+"), lambda match: f"*{match[0]}*"),
    (measures.BOLD, pattern(r"\w+"), lambda match: f"**{match[0]}**"),
    (measures.CAPITALS, pattern(r"(?!\w*_)[^\W\d]{3,}"), lambda match: match[0].upper()),
)
"""Measures that are reached by marking words: the words to mark, and how."""

_LAID_OUT = (measures.PARAGRAPHS, LINES, measures.BULLETS, measures.NUMBERED)
_LEAST_ROOM = ((WORDS, 4), (SENTENCES, 1), (CHARACTERS, 30))
_SHORT = 4
"""The words that are kept for each sentence that is still missing."""

_CLOSELY = 25
"""With room for fewer words than this, the last sentences are chosen by length."""


def write(
    demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
    filler: Sequence[str] = (), least: int = 0,
) -> str:  # fmt: skip
    """A reply that meets the demands, without sentences about the subject if these prevent that."""
    lines = filler or stock()
    start %= len(lines)
    spare = [*lines[start:], *lines[:start]]
    text = _Prose(demands, sentences, title, spare, least).text()
    if all(demand.is_met_by(text) for demand in demands):
        return text
    plain = _Prose(demands, (), pieces("titles")[0], spare, 0).text()
    return min(text, plain, key=lambda text: sum(not demand.is_met_by(text) for demand in demands))


class _Prose:
    """Writes one reply. `sentences` are about the subject, the best first."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], title: str,
        spare: Sequence[str], least: int,
    ) -> None:  # fmt: skip
        self._demands = demands
        self._low, self._high = _bounds_of(demands)
        self._own = [*sentences]
        self._spare = spare
        self._turn = cycle(spare)
        self._title = title
        self._least = least
        self._count: Counter[Measure] = Counter()
        apart = [each for each in demands if isinstance(each, Apart)]
        self._answers = next((e.parts for e in apart if e.separator == _BETWEEN_ANSWERS), 1)
        self._apart = next((e for e in reversed(apart) if e.separator != _BETWEEN_ANSWERS), None)
        self._sections = self._one(Sections)
        self._is_quoted = Fixed("quotation marks") in demands
        counts = [abs(each.place) for each in demands if isinstance(each, Opening)]
        counts += [self._low.get(measures.PARAGRAPHS, 0), self._low.get(LINES, 0)]
        counts += [self._apart.parts if self._apart else 1]
        counts += [self._sections.count if self._sections else 1]
        self._blocks: list[list[str]] = [[] for _ in range(self._answers * max(counts))]

    def text(self) -> str:
        """The whole reply."""
        fixed = self._fixed_parts()
        for part in fixed.values():
            self._tally(part if len(part) > 1 else "")
        if self._sections:
            for number in range(1, len(self._blocks) + 1):
                self._tally(f"{self._sections.marker} {number}")
        self._open()
        blocks = cycle(self._blocks)
        for sentence in self._supplies():
            self._put(sentence, next(blocks))
        self._fill()
        self._mark()
        return self._finished(self._assembled(fixed))

    def _one(self, kind: type[D]) -> D | None:
        return next((each for each in reversed(self._demands) if isinstance(each, kind)), None)

    # What fits

    def _tally(self, text: str) -> None:
        for measure in {*self._low, *self._high}:
            self._count[measure] += measure.count(text)

    def _put(self, sentence: str, block: list[str]) -> None:
        block.append(sentence)
        self._tally(sentence)

    def _room(self, measure: Measure) -> int:
        """The rest of an upper bound; of the words, some are kept for later sentences."""
        later = max(self._lacks(SENTENCES) - 1, 0) if measure == WORDS else 0
        return self._high.get(measure, _ENDLESS) - self._count[measure] - later * _SHORT

    def _lacks(self, measure: Measure) -> int:
        return max(self._low.get(measure, 0) - self._count[measure], 0)

    def _items_demanded(self) -> int:
        """The number of list items."""
        return self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED) or 0

    def _fits(self, text: str) -> bool:
        bounded = (each for each in self._high if each not in (measures.PARAGRAPHS, LINES))
        return all(measure.count(text) <= self._room(measure) for measure in bounded)

    def _first_that_fits(self, texts: Iterable[str]) -> str | None:
        return next((text for text in texts if self._fits(text)), None)

    def _next(self, is_suitable: Callable[[str], bool] = bool) -> str | None:
        """The next sentence that fits, preferably one about the subject."""
        candidates = chain(self._own, islice(self._turn, len(self._spare)))
        sentence = self._first_that_fits(filter(is_suitable, candidates))
        if sentence in self._own:
            self._own.remove(sentence)
        return sentence

    # The steps

    def _fixed_parts(self) -> dict[str, str]:
        """The texts before and after the blocks, by place."""
        parts = {each.place: each.text for each in self._demands if isinstance(each, Fixed)}
        if "title" in parts:
            title = self._first_that_fits([self._title, *pieces("titles")]) or "O"
            parts["title"] = f"<<{title}>>"
        if marker := parts.get("postscript"):
            after = self._first_that_fits([*pieces("postscripts"), *self._spare]) or ""
            parts["postscript"] = f"{marker} {after}"
        return parts

    def _open(self) -> None:
        """Give every block its first sentence, which begins with the demanded word, if any."""
        for opening in (each for each in self._demands if isinstance(each, Opening)):
            word = capitalized(opening.word)
            sentence = self._first_that_fits(each.format(w=word) for each in pieces("openers"))
            place = opening.place - 1 if opening.place > 0 else opening.place
            self._put(sentence or f"{word}.", self._blocks[place])
        for block in self._blocks:
            if not block:
                self._put(self._next() or "", block)

    def _missing(self) -> list[Measure]:
        """The measures with unmet lower bounds that need sentences with particular words."""
        shaped = {*_FILLING, *_LAID_OUT, *(measure for measure, *_ in _MARKS)}
        lacking = [each for each in self._low if self._lacks(each) and each not in shaped]
        return sorted(lacking, key=lambda each: each.name not in ("keyword", "whole word"))

    def _supplies(self) -> Iterator[str]:
        """Sentences with a demanded phrase, and with the words and marks that are missing."""
        if (style := self._one(Style)) and (phrase := self._first_that_fits(style.words)):
            yield phrase
        mentions = cycle(pieces("mentions"))
        for measure in self._missing():
            if measure.name in ("keyword", "whole word"):
                while self._lacks(measure):
                    yield next(mentions).format(w=self._mentioned(measure))
            else:
                yield from self._units_of(measure)

    def _mentioned(self, measure: Measure) -> str:
        """A keyword, or all that are missing if there is room for one more sentence only."""
        missing = [each for each in self._missing() if each.name == measure.name]
        together = self._room(SENTENCES) == 1 and len(missing) > 1
        return listed([each.object for each in missing]) if together else measure.object

    def _units_of(self, measure: Measure) -> Iterator[str]:
        """Sentences with the missing number of a letter, a mark, or another unit."""
        mark = measure.object
        if mark.isalnum():
            words = [word for word in words_with(mark) if self._fits(word)] or [mark * 3]
            turn = cycle(words)
            while self._lacks(measure):
                yield f"{' and '.join(islice(turn, min(4, len(words)))).capitalize()}."
            return
        kind = mark if measure.name == "letter" else measure.name
        whole, unit, nouns = pieces("shown").get(kind, ["{}", f"{{}}{mark}", "idea tips day"])
        units = islice(cycle(nouns.split()), self._lacks(measure))
        yield whole.format(" ".join(unit.replace("{}", each) for each in units))

    def _fill(self) -> None:
        """Add sentences until all lower bounds are met and the length is usual."""
        for _ in range(_TRIES):
            if self._is_enough():
                break
            sentence = self._last_one() if self._room(WORDS) < _CLOSELY else self._next()
            if sentence is None:
                break
            self._put(sentence, min(self._blocks, key=lambda block: sum(map(len, block))))

    def _is_enough(self) -> bool:
        """True if the lower bounds are met and the length is usual."""
        if any(map(self._lacks, _FILLING)):
            return False
        has_room = all(self._room(measure) >= least for measure, least in _LEAST_ROOM)
        if LINES in self._low or not has_room:
            return True
        is_listed = self._items_demanded()
        is_bounded = is_listed > 0 or any(self._low.get(measure) for measure in _FILLING)
        usual = min(_USUAL_SENTENCES, self._high.get(SENTENCES, _USUAL_SENTENCES))
        least = max(
            is_listed,
            1 if is_bounded else min(self._least or usual, usual),
            _SENTENCES_IN_ONE_CASE if self._one(Case) and not is_listed else 0,
            *(self._low.get(measure, 0) for measure, *_ in _MARKS),
        )
        return sum(map(len, self._blocks)) >= least

    def _last_one(self) -> str | None:
        """A sentence that uses all remaining words, or leaves enough for another sentence."""
        room = self._room(WORDS)
        if self._low.get(WORDS, 0) < self._high[WORDS] - 12:
            return self._next()
        for length in (room, room - 6, room - 7):
            if sentence := self._next(lambda each, length=length: WORDS.count(each) == length):  # type: ignore[misc]
                return sentence
        longer = (each.split()[:room] for each in self._spare if WORDS.count(each) > room > 0)
        return self._first_that_fits(f"{' '.join(words)}." for words in longer)

    def _mark(self) -> None:
        """Highlight and capitalise the demanded number of words, from the ends of sentences.

        In a list, the first word of every item is highlighted.
        """
        sentences = [(block, place) for block in self._blocks for place in range(len(block))]
        is_list = bool(self._items_demanded())
        for measure, word, mark in _MARKS:
            bounded = measure in self._high
            left = self._lacks(measure) if bounded else self._low.get(measure, 0)
            if is_list and left and not bounded and measure != measures.CAPITALS:
                left = max(left, len(sentences))
            each = -(-left // max(len(sentences), 1))
            for block, place in sentences if left > 0 else ():
                words = block[place].split(" ")
                step = -1 if len(words) < 2 * each + 2 else -2
                places = range(len(words)) if is_list else range(len(words) - 1, -1, step)
                fitting = [n for n in places if word.match(words[n])]
                for number in fitting[: min(each, left)]:
                    words[number] = word.sub(mark, words[number], count=1)
                    left -= 1
                block[place] = " ".join(words)

    # The whole

    def _assembled(self, fixed: dict[str, str]) -> str:
        """The blocks with the texts before and after them, as one text."""
        each = len(self._blocks) // self._answers
        texts = [" ".join(filter(None, block)) for block in self._blocks]
        if self._sections:
            texts = [
                f"{self._sections.marker} {number % each + 1}\n{text}"
                for number, text in enumerate(texts)
            ]
        is_tight = measures.PARAGRAPHS in self._high or LINES in self._high
        joint = "\n" if is_tight else "\n\n"
        separator = "\n" if LINES in self._low and measures.PARAGRAPHS not in self._low else "\n\n"
        if self._apart:
            mark = self._apart.separator
            separator = f"\n{mark}\n" if mark.strip() else mark
        if self._items_demanded():
            texts[each - 1] = self._with_bullets(texts[each - 1])
        answers = (separator.join(texts[n : n + each]) for n in range(0, len(texts), each))
        body = f"\n\n{_BETWEEN_ANSWERS}\n\n".join(answers)
        if title := fixed.get("title"):
            body = f"{title}{joint}{body}"
        if name := fixed.get("address"):
            first = body.partition(" ")[0].lower()
            is_plain = first != "i" and first in PLAIN_WORDS
            body = f"{name}, {body[:1].lower() if is_plain else body[:1]}{body[1:]}"
        if begin := fixed.get("beginning"):
            body = f"{begin}{body}" if begin.endswith("\n") else f"{begin} {body}"
        if repeat := fixed.get("request"):
            body = f"{repeat}{joint}{body}"
        if after := fixed.get("postscript"):
            body = f"{body}{joint}{after}"
        if (end := fixed.get("end")) and len(end) == 1:
            body = f"{body.rstrip('.!?')}{end}"
        elif end:
            apart = "" if end.startswith("\n") else " "
            body = f"{body}{joint if after or each > 1 else apart}{end}"
        return body.strip()

    def _with_bullets(self, text: str) -> str:
        """A text with its last sentences as list items."""
        is_numbered = measures.NUMBERED in self._low
        count = self._items_demanded()
        sentences = [part for part in re.split(r"(?<=[.!?])\s+", text) if part]
        least = count + self._is_quoted
        brief = cycle(pieces("brief"))
        while len(sentences) < least:
            sentences.append(self._next() or next(brief))
            self._tally(sentences[-1])
        kept = len(sentences) - count
        items = (
            f"{number}. {each}" if is_numbered else f"- {each}"
            for number, each in enumerate(sentences[kept:], 1)
        )
        return "\n".join([*filter(None, [" ".join(sentences[:kept])]), *items])

    def _finished(self, text: str) -> str:
        """The text in the demanded case, without forbidden marks, and quoted if demanded."""
        for demand in self._demands:
            if isinstance(demand, Case):
                text = demand.change(text)
        for measure, high in self._high.items():
            if measure.name == "letter" and high == 0 and not measure.object.isalnum():
                text = text.replace(measure.object, "")
        return f'"{text}"' if self._is_quoted else text


def _bounds_of(demands: Sequence[Demand]) -> tuple[dict[Measure, int], dict[Measure, int]]:
    """The lower and upper bounds by measure.

    A number of items counts list items, unless the text has blocks of another kind.
    """
    low: dict[Measure, int] = {}
    high: dict[Measure, int] = {}
    for each in demands:
        if isinstance(each, Bound):
            low[each.measure] = max(low.get(each.measure, 0), each.low)
            if each.high is not None:
                high[each.measure] = min(high.get(each.measure, each.high), each.high)
    items = next((each for each in reversed(demands) if isinstance(each, Items)), None)
    if items and not any(isinstance(each, _IN_BLOCKS) for each in demands):
        measure = measures.BULLETS if measures.BULLETS in low else measures.NUMBERED
        low[measure] = high[measure] = items.count
    return low, high
