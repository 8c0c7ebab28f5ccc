"""Prose within bounds: sentences are added one by one as long as they fit all demands.

The order is content, structure, prefix, suffix, marks, case. A sentence that would exceed an upper
bound is never added; an unmet lower bound gets sentences with the missing words or marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import Any, TypeVar

from mockserver.chat.model.content.found import capitalized, listed, rotated
from mockserver.chat.model.content.phrases import PLAIN_WORDS
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import (
    Apart,
    Bound,
    Case,
    Demand,
    Each,
    Fixed,
    Opening,
    Sections,
    Style,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import LINES, PARAGRAPHS, SENTENCES, WORDS, Measure
from mockserver.chat.model.forms.words import stock
from mockserver.chat.model.lists import data
from mockserver.chat.model.patterns import pattern

D = TypeVar("D", bound=Demand)

_USUAL_SENTENCES = 4
_SENTENCES_IN_ONE_CASE = 14
"""With this many sentences, language detection takes all-capital or lower-case text for English."""

_BETWEEN_ANSWERS = "******"
_TRIES = 400
_ENDLESS = 10**9
_FILLING = {WORDS: 4, SENTENCES: 1, measures.CHARACTERS: 30}
"""Measures whose lower bounds any sentence helps to reach, and the room that a sentence needs."""

_MARKS: Sequence[tuple[Measure, re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (measures.HIGHLIGHTS, pattern(r"\w+"), lambda match: f"*{match[0]}*"),
    (measures.BOLD, pattern(r"\w+"), lambda match: f"**{match[0]}**"),
    (measures.CAPITALS, pattern(r"(?!\w*_)[^\W\d]{3,}"), lambda match: match[0].upper()),
)
"""Measures that are reached by marking words: the words to mark, and how."""

_SHAPED = {
    *_FILLING,
    PARAGRAPHS,
    LINES,
    measures.BULLETS,
    measures.NUMBERED,
    *(measure for measure, *_ in _MARKS),
}
"""Measures whose lower bounds need no sentences with particular words."""

_OF_BLOCKS = (PARAGRAPHS, LINES, measures.BULLETS, measures.NUMBERED)
"""Measures of the layout, which no sentence changes."""

_SHORT = 4
"""The words that are kept for each sentence that is still missing."""


def write(
    demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
    filler: Sequence[str] = (), least: int = 0, first: str = "", last: str = "",
) -> str:  # fmt: skip
    """A reply that meets the demands, without sentences about the subject if these prevent that.

    It begins with the text `first` and ends with `last`, if there are any.
    """
    spare = rotated(filler or stock(), start)
    text = _Prose(demands, sentences, spare, title=title, least=least, ends=(first, last)).text()
    if first or all(demand.is_met_by(text) for demand in demands):
        return text
    plain = _Prose(demands, (), spare, title=_texts("titles")[0]).text()
    return min(text, plain, key=lambda text: sum(not demand.is_met_by(text) for demand in demands))


def mentions(topic: str, start: int) -> list[str]:
    """Short sentences with a topic, from one of them on, the shortest last."""
    texts = islice(cycle(_texts("mentions")), start, start + len(_texts("mentions")))
    return [*(each.format(w=topic) for each in texts), f"{capitalized(topic)}."]


def _texts(name: str) -> Any:
    """One of the lists of `prose.json`."""
    return data("forms/prose.json")[name]


class _Block:
    """A part of a reply with a head: a paragraph, a line, a section or an item of a list."""

    def __init__(self, head: str, joint: str, bounds: Sequence[Bound]) -> None:
        self.head = head
        self.joint = joint
        """The separator from the block before."""
        self.sentences: list[str] = []
        self.size = 0
        self._bounds = bounds
        self._count: Counter[Measure] = Counter()
        self.is_full = not bounds
        """True if it has reached its lower bounds."""

    def add(self, sentence: str) -> None:
        """Add a sentence at the end."""
        self.sentences.append(sentence)
        self.size += len(sentence) + 1
        for bound in self._bounds:
            self._count[bound.measure] += bound.measure.count(sentence)
        self.is_full = all(self._count[each.measure] >= each.low for each in self._bounds)

    def has_room(self, sentence: str) -> bool:
        """True if its upper bounds allow another sentence."""
        return all(
            each.high is None
            or self._count[each.measure] + each.measure.count(sentence) <= each.high
            for each in self._bounds
        )


class _Prose:
    """Writes one reply. `sentences` are about the subject, the best first."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], spare: Sequence[str],
        *, title: str, least: int = 0, ends: tuple[str, str] = ("", ""),
    ) -> None:  # fmt: skip
        self._demands = demands
        self._titles, self._least = [title, *_texts("titles")], least
        self._first, self._last = ends
        self._count: Counter[Measure] = Counter()
        self._fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
        self._openings = [each for each in demands if isinstance(each, Opening)]
        self._low: dict[Measure, int] = {}
        self._high: dict[Measure, int] = {}
        for each in demands:
            if isinstance(each, Bound):
                self._low[each.measure] = max(self._low.get(each.measure, 0), each.low)
                if each.high is not None:
                    high = min(self._high.get(each.measure, each.high), each.high)
                    self._high[each.measure] = high
        self._of_sentences = self._bounds_of(SENTENCES)
        self._blocks = self._new_blocks()
        is_short = self._blocks[0].has_room
        self._own, self._spare = [*filter(is_short, sentences)], [*filter(is_short, spare)]
        self._turn = cycle(self._spare)

    def text(self) -> str:
        """The whole reply."""
        self._fix()
        self._open()
        for sentence, block in zip(self._supplies(), cycle(self._blocks), strict=False):
            self._put(sentence, block)
        self._fill()
        for measure, word, mark in _MARKS:
            self._mark(measure, word, mark)
        return self._finished(self._framed(self._assembled()))

    def _one(self, kind: type[D]) -> D | None:
        return next((each for each in reversed(self._demands) if isinstance(each, kind)), None)

    def _bounds_of(self, part: Measure) -> list[Bound]:
        parts = (each for each in self._demands if isinstance(each, Each))
        return [each.bound for each in parts if each.part == part]

    def _new_blocks(self) -> list[_Block]:
        """The empty blocks of all answers; the items of a list replace the first answer's last."""
        apart, sections, items = self._one(Apart), self._one(Sections), self._one(Items)
        answers = apart.parts if apart and apart.separator == _BETWEEN_ANSWERS else 1
        counts = [abs(each.place) for each in self._openings]
        counts += [self._low.get(PARAGRAPHS, 0), self._low.get(LINES, 0), 1]
        counts += [apart.parts] if apart and answers == 1 else []
        self._each = max(*counts, sections.count if sections else 1)
        is_in_lines = LINES in self._low and PARAGRAPHS not in self._low
        joint, part = ("\n", LINES) if is_in_lines else ("\n\n", PARAGRAPHS)
        if apart and answers == 1:
            joint = f"\n{apart.separator}\n" if apart.separator.strip() else apart.separator
        blocks = []
        for number in range(self._each * answers):
            head = f"{sections.marker} {number % self._each + 1}\n" if sections else ""
            between = joint if number % self._each else f"\n\n{_BETWEEN_ANSWERS}\n\n"
            blocks.append(_Block(head, between, self._bounds_of(part)))
        blocks[0].joint = "\n\n"
        count = self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED) or 0
        if items and not (apart or sections or self._openings):
            count = items.count
        is_numbered = measures.BULLETS not in self._low
        marks = [f"{number}. " if is_numbered else "- " for number in range(1, count + 1)]
        self._items = [_Block(mark, "\n", self._bounds_of(measures.BULLETS)) for mark in marks]
        if self._items and "quotation marks" not in self._fixed:
            last = blocks.pop(self._each - 1)
            self._items[0].head = f"{last.head}{marks[0]}"
            self._items[0].joint = last.joint
        at = min(self._each, len(blocks)) if "quotation marks" in self._fixed else self._each - 1
        return [*blocks[:at], *self._items, *blocks[at:]]

    # What fits

    def _tally(self, text: str) -> None:
        for measure in {*self._low, *self._high}:
            self._count[measure] += measure.count(text)

    def _put(self, sentence: str, block: _Block) -> None:
        block.add(sentence)
        self._tally(sentence)

    def _room(self, measure: Measure) -> int:
        """The rest of an upper bound; of the words, some are kept for later sentences."""
        later = max(self._lacks(SENTENCES) - 1, 0) if measure == WORDS else 0
        return self._high.get(measure, _ENDLESS) - self._count[measure] - later * _SHORT

    def _lacks(self, measure: Measure) -> int:
        return max(self._low.get(measure, 0) - self._count[measure], 0)

    def _fits(self, text: str) -> bool:
        bounded = (each for each in self._high if each not in _OF_BLOCKS)
        return all(measure.count(text) <= self._room(measure) for measure in bounded) and all(
            bound.is_met_by(text) for bound in self._of_sentences
        )

    def _first_that_fits(self, texts: Iterable[str]) -> str:
        return next(filter(self._fits, texts), "")

    def _next(self, block: _Block) -> str:
        """The next sentence that fits, preferably one about the subject.

        No sentence leaves one word lacking. If no whole one fits, it is the beginning of one.
        """
        room, lacking = self._room(WORDS), self._lacks(WORDS)
        candidates = chain(self._own, islice(self._turn, len(self._spare)))
        whole = (each for each in candidates if each and lacking - WORDS.count(each) != 1)
        sentence = self._first_that_fits(filter(block.has_room, whole))
        if sentence in self._own:
            self._own.remove(sentence)
        if sentence or not lacking or room <= 0:
            return sentence
        return self._first_that_fits(f"{' '.join(each.split()[:room])}." for each in self._spare)

    # The steps

    def _fix(self) -> None:
        """Complete the texts before and after the blocks, and count them."""
        if "title" in self._fixed:
            self._fixed["title"] = f"<<{self._first_that_fits(self._titles) or 'O'}>>"
        if marker := self._fixed.get("postscript"):
            after = self._first_that_fits([*_texts("postscripts"), *self._spare])
            self._fixed["postscript"] = f"{marker} {after}"
        heads = (block.head for block in self._blocks)
        for part in (*self._fixed.values(), *heads, self._first, self._last):
            self._tally(part if len(part) > 1 else "")

    def _open(self) -> None:
        """Give every block its first sentence, which begins with the demanded word, if any."""
        for opening in self._openings:
            word = capitalized(opening.word)
            sentence = self._first_that_fits(each.format(w=word) for each in _texts("openers"))
            place = opening.place - 1 if opening.place > 0 else opening.place
            self._put(sentence or f"{word}.", self._blocks[place])
        brief, sentence = cycle(_texts("brief")), "first"
        for block in self._blocks[bool(self._first and not self._items) :]:
            if not block.sentences:
                sentence = sentence and self._next(block)  # If none fits, none will.
                self._put(sentence or (next(brief) if self._items else ""), block)

    def _supplies(self) -> Iterator[str]:
        """Sentences with a demanded phrase, and with the words and marks that are missing."""
        if (style := self._one(Style)) and (phrase := self._first_that_fits(style.words)):
            yield phrase
        lacking = [each for each in self._low if self._lacks(each) and each not in _SHAPED]
        keywords = [each for each in lacking if each.name in ("keyword", "whole word")]
        mentions = cycle(_texts("mentions"))
        for measure in keywords:
            while self._lacks(measure):
                missing = [each.object for each in keywords if self._lacks(each)]
                is_last = self._room(SENTENCES) == 1
                word = listed(missing) if is_last else measure.object
                yield next(mentions).format(w=word)
        for measure in lacking:
            if measure not in keywords:
                yield from self._units_of(measure)

    def _units_of(self, measure: Measure) -> Iterator[str]:
        """Sentences with the missing number of a letter, a mark, or another unit."""
        mark = measure.object
        if mark.isalnum():
            words = (
                [*filter(self._fits, _texts("with")[mark].split())]
                if mark in _texts("with")
                else []
            )
            words = words or [mark * 3]
            turn = cycle(words)
            while self._lacks(measure):
                yield f"{' and '.join(islice(turn, min(4, len(words)))).capitalize()}."
            return
        kind = mark if measure.name == "letter" else measure.name
        whole, unit, nouns = _texts("shown").get(kind, ["{}", f"{{}}{mark}", "idea tips day"])
        units = islice(cycle(nouns.split()), self._lacks(measure))
        yield whole.format(" ".join(unit.replace("{}", each) for each in units))

    def _fill(self) -> None:
        """Add sentences until all lower bounds are met and the length is usual."""
        for _ in range(_TRIES):
            if self._is_enough():
                break
            block = min(self._blocks, key=lambda each: (each.is_full, each.size))
            if not (sentence := self._next(block)):
                break
            self._put(sentence, block)

    def _is_enough(self) -> bool:
        """True if the lower bounds are met and the length is usual."""
        if any(map(self._lacks, _FILLING)) or not all(each.is_full for each in self._blocks):
            return False
        has_room = all(self._room(measure) >= least for measure, least in _FILLING.items())
        if LINES in self._low or not has_room:
            return True
        usual = min(self._least or _USUAL_SENTENCES, self._high.get(SENTENCES, _USUAL_SENTENCES))
        if self._first:
            usual = 0
        elif self._items or any(map(self._low.get, _FILLING)) or self._bounds_of(PARAGRAPHS):
            usual = 1
        is_cased = self._one(Case) and not (self._items or self._first)
        least = max(
            min(usual, _USUAL_SENTENCES),
            _SENTENCES_IN_ONE_CASE if is_cased else 0,
            *(self._low.get(measure, 0) for measure, *_ in _MARKS),
        )
        return sum(len(block.sentences) for block in self._blocks) >= least

    def _mark(
        self, measure: Measure, word: re.Pattern[str], mark: Callable[[re.Match[str]], str]
    ) -> None:
        """Mark the demanded number of words, from the ends of the sentences."""
        sentences = [
            (each.sentences, at) for each in self._blocks for at in range(len(each.sentences))
        ]
        left = self._lacks(measure) if measure in self._high else self._low.get(measure, 0)
        each = -(-left // max(len(sentences), 1))
        for block, place in sentences if left > 0 else ():
            words = block[place].split(" ")
            places = range(len(words) - 1, -1, -1)
            fitting = [n for n in places if word.match(words[n])][: min(each, left)]
            for number in fitting:
                words[number] = word.sub(mark, words[number], count=1)
            left -= len(fitting)
            block[place] = " ".join(words)

    # The whole

    def _assembled(self) -> str:
        """The blocks as one text."""
        text = self._first
        for block in self._blocks:
            gap = " " if text and text == self._first and "\n" not in text else block.joint
            part = f"{block.head}{' '.join(filter(None, block.sentences))}"
            text += f"{gap}{part}" if text and part else part
        return text

    def _framed(self, body: str) -> str:
        """A text with the fixed texts before and after it."""
        joint = "\n" if PARAGRAPHS in self._high or LINES in self._high else "\n\n"
        fixed = self._fixed
        for place in ("address", "beginning"):
            before = fixed.get(place, "")
            if before[-1:].isalpha() and not body.lower().startswith(before.lower()):
                is_plain = body.partition(" ")[0].lower() in PLAIN_WORDS - {"i"}
                body = f"{before}, {body[:1].lower() if is_plain else body[:1]}{body[1:]}"
        for place, space in (("title", joint), ("beginning", " "), ("request", joint)):
            before = fixed.get(place, "")
            if not body.lower().startswith(before.lower()):
                body = f"{before}{'' if before.endswith(chr(10)) else space}{body}"
        body = f"{body}\n\n{self._last}" if self._last else body
        end, after = fixed.get("end", ""), fixed.get("postscript")
        body = f"{body}{joint}{after}" if after else body
        if body.endswith(end):
            return body
        apart = "" if end.startswith("\n") else " "
        return f"{body}{joint if after or self._each > 1 else apart}{end}".strip()

    def _finished(self, text: str) -> str:
        """The text in the demanded case, without forbidden marks, and quoted if demanded."""
        for demand in self._demands:
            if isinstance(demand, Case):
                text = demand.change(text)
        for measure, high in self._high.items():
            if measure.name == "letter" and high == 0 and not measure.object.isalnum():
                text = text.replace(measure.object, "")
        return f'"{text}"' if "quotation marks" in self._fixed else text
