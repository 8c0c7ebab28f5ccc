"""Prose within bounds: sentences are added one by one as long as they fit all demands.

The order is content, structure, prefix, suffix, marks, case. A sentence that would exceed an upper
bound is never added; an unmet lower bound gets sentences with the missing words or marks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from math import ceil
from typing import Any

from mockserver.chat.model.content.found import capitalized, listed, rotated
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import (
    Apart,
    Bound,
    Changed,
    D,
    Demand,
    Each,
    Fixed,
    Opening,
    Sections,
    Style,
    changed,
    first_of,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import LINES, PARAGRAPHS, SENTENCES, WORDS, Measure
from mockserver.chat.model.forms.shortening import shortenings
from mockserver.chat.model.forms.words import continued, stock
from mockserver.chat.model.text.lists import data
from mockserver.chat.model.text.patterns import pattern

_USUAL_SENTENCES, _USUAL_ITEMS = 4, 3
_IN_A_PARAGRAPH = 3
_SENTENCES_IN_ONE_CASE = 14
"""With this many sentences, language detection takes all-capital or lower-case text for English."""

_BETWEEN_ANSWERS = "******"
_MOST_SENTENCES = 400
_ENDLESS = 10**9
_FILLING = {WORDS: 4, SENTENCES: 1, measures.CHARACTERS: 30}
"""Measures whose lower bounds any sentence helps to reach, and the room that a sentence needs."""

_MARKS: Sequence[tuple[Measure, re.Pattern[str], Callable[[re.Match[str]], str]]] = (
    (measures.HIGHLIGHTS, pattern(r"\w+"), lambda match: f"*{match[0]}*"),
    (measures.BOLD, pattern(r"\w+"), lambda match: f"**{match[0]}**"),
    (measures.CAPITALS, pattern(r"(?!\w*_)[^\W\d]{3,}"), lambda match: match[0].upper()),
)
"""Measures that are reached by marking words: the words to mark, and how."""

_OF_BLOCKS = (PARAGRAPHS, LINES, measures.BULLETS, measures.NUMBERED)
"""Measures of the layout, which no sentence changes."""

_SHAPED = {*_FILLING, *_OF_BLOCKS, *(measure for measure, *_ in _MARKS)}
"""Measures whose lower bounds need no sentences with particular words."""

_SHORT, _JOINED = 4, 40
"""The words that are reserved for each sentence that is still missing, and the sentences to try as
parts of a longer one."""

_GREETING = pattern(r"(?i)(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening))\b")


def write(
    demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
    filler: Sequence[str] = (), least: int = 0, first: str = "",
) -> str:  # fmt: skip
    """A reply that meets the demands, without sentences about the subject if these prevent that.

    It begins with the text `first`, if there is any.
    """
    spare = rotated(filler or stock(), start)
    text = _Prose(demands, sentences, spare, title=title, least=least, first=first).text()
    if first or all(demand.is_met_by(text) for demand in demands):
        return text
    plain = _Prose(demands, (), spare, title=_texts("titles")[0]).text()
    return min(text, plain, key=lambda text: sum(not demand.is_met_by(text) for demand in demands))


def _texts(name: str) -> Any:
    """One of the lists of `prose.json`."""
    return data("forms/prose.json")[name]


def _limits(demands: Sequence[Demand]) -> tuple[dict[Measure, int], dict[Measure, int]]:
    """The greatest lower bound and the least upper bound of each measure."""
    low: dict[Measure, int] = {}
    high: dict[Measure, int] = {}
    for each in demands:
        if isinstance(each, Bound):
            low[each.measure] = max(low.get(each.measure, 0), each.low)
            if each.high is not None:
                high[each.measure] = min(high.get(each.measure, each.high), each.high)
    return low, high


def _pairs(sentences: Sequence[str], spare: Sequence[str]) -> Iterator[str]:
    """Sentences that join two sentences, the second one from the spare ones."""
    firsts = [*sentences, *spare][:_JOINED]
    for turn in range(_JOINED):
        for one, other in zip(firsts, rotated(spare, turn), strict=False):
            yield f"{one[:-1]}, and {continued(other)}"


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
    """Writes one reply. `sentences` are about the subject, the best first; `spare` ones fit any."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], spare: Sequence[str],
        *, title: str, least: int = 0, first: str = "",
    ) -> None:  # fmt: skip
        self._demands = demands
        self._titles, self._least, self._first = [title, *_texts("titles")], least, first
        self._count: Counter[Measure] = Counter()
        self._fixed = {each.place: each.text for each in demands if isinstance(each, Fixed)}
        self._openings = [each for each in demands if isinstance(each, Opening)]
        self._low, self._high = _limits(demands)
        self._of_sentences = self._bounds_of(SENTENCES)
        self._items = self._new_items()
        self._blocks = self._new_blocks()
        if self._of_sentences:  # Two short sentences can make a long one.
            sentences = [*sentences, *_pairs(sentences, spare)]
        is_short = self._blocks[0].has_room
        self._own, self._spare = [*filter(is_short, sentences)], [*filter(is_short, spare)]
        self._told = frozenset(sentences[:least])
        """The sentences of the answer."""

        self._answer = next(iter(self._own), "") if least else ""
        """The first sentence of an answer, until one has been written."""

        self._spare_in_turn = cycle(self._spare)

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

    def _demanded(self, kind: type[D]) -> D | None:
        """The last demand of a kind."""
        return first_of(kind, reversed(self._demands))

    def _bounds_of(self, part: Measure) -> list[Bound]:
        parts = (each for each in self._demands if isinstance(each, Each))
        return [each.bound for each in parts if each.part == part]

    def _new_items(self) -> list[_Block]:
        """The empty items of the demanded list."""
        count = self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED) or 0
        if count and self._high.keys().isdisjoint((measures.BULLETS, measures.NUMBERED)):
            usual = self._least if self._least > 1 else _USUAL_ITEMS
            count = max(count, min(usual, _USUAL_ITEMS))
        items = self._demanded(Items)
        if items and not (self._demanded(Apart) or self._demanded(Sections) or self._openings):
            count = items.count
        is_numbered = not self._low.get(measures.BULLETS)
        marks = [f"{number}. " if is_numbered else "- " for number in range(1, count + 1)]
        return [_Block(mark, "\n", self._bounds_of(measures.BULLETS)) for mark in marks]

    def _new_blocks(self) -> list[_Block]:
        """The empty blocks of all answers; the items of a list replace the first answer's last."""
        apart, sections = self._demanded(Apart), self._demanded(Sections)
        is_in_lines = LINES in self._low and PARAGRAPHS not in self._low
        joint, part = ("\n", LINES) if is_in_lines else ("\n\n", PARAGRAPHS)
        answers = parts = 1
        if apart and apart.separator == _BETWEEN_ANSWERS:
            answers = apart.parts
        elif apart:
            parts, joint = apart.parts, apart.joint
        places = (abs(each.place) for each in self._openings)
        counts = (self._low.get(PARAGRAPHS, 0), self._low.get(LINES, 0), *places)
        self._per_answer = max(parts, sections.count if sections else 1, *counts)
        blocks = []
        for number in range(self._per_answer * answers):
            at = number % self._per_answer + 1
            head = f"{sections.marker} {at}{sections.end}\n" if sections else ""
            between = joint if number % self._per_answer else f"\n\n{_BETWEEN_ANSWERS}\n\n"
            blocks.append(_Block(head, between, self._bounds_of(part)))
        blocks[0].joint = "\n\n"
        before, after = blocks[: self._per_answer], blocks[self._per_answer :]
        if self._items and "quotation marks" not in self._fixed:
            last = before.pop()
            self._items[0].head = f"{last.head}{self._items[0].head}"
            self._items[0].joint = last.joint
        return [*before, *self._items, *after]

    # What fits

    def _tally(self, text: str) -> None:
        """Count what a text adds to the bounded measures."""
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
        """The number that a lower bound still needs."""
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

        No sentence leaves one word lacking. If no whole one fits, it is the beginning of one, of
        the answer before any other.
        """
        room, lacking = self._room(WORDS), self._lacks(WORDS)
        begun = shortenings(self._answer, room) if self._answer in self._own else ()
        told = filter(self._told.__contains__, [*self._own])
        spare = islice(self._spare_in_turn, len(self._spare))
        candidates = chain(told, begun, self._own, spare)
        is_last = self._room(SENTENCES) == 1
        counted = ((each, lacking - WORDS.count(each)) for each in candidates if each)
        whole = (each for each, left in counted if left <= 0 or not (is_last or left == 1))
        sentence = self._first_that_fits(filter(block.has_room, whole))
        if sentence in self._own:
            self._own.remove(sentence)
        self._answer = ""
        if sentence or not lacking or room <= 0:
            return sentence
        return self._first_that_fits(
            f"{' '.join(each.split()[:room]).rstrip(',')}." for each in self._spare
        )

    # The steps

    def _fix(self) -> None:
        """Complete the texts before and after the blocks, and count them."""
        if "title" in self._fixed:
            self._fixed["title"] = f"<<{self._first_that_fits(self._titles) or 'O'}>>"
        if marker := self._fixed.get("postscript"):
            after = self._first_that_fits([*_texts("postscripts"), *self._spare])
            self._fixed["postscript"] = f"{marker} {after}"
        for part in (*self._fixed.values(), *(block.head for block in self._blocks), self._first):
            self._tally(part if len(part) > 1 else "")

    def _open(self) -> None:
        """Give every block its first sentence, which begins with the demanded word, if any."""
        for opening in self._openings:
            word = capitalized(opening.word)
            sentence = self._first_that_fits(each.format(w=word) for each in _texts("openers"))
            place = opening.place - 1 if opening.place > 0 else opening.place
            self._put(sentence or f"{word}.", self._blocks[place])
        # A text at the beginning is the first block, unless that is an item of a list.
        blocks = self._blocks[1:] if self._first and not self._items else self._blocks
        # The only sentence of a reply without an answer is for the demanded words.
        has_one = self._high.get(SENTENCES) == 1 and not self._least
        brief = cycle(_texts("brief"))
        fits = not (has_one and any(each.name == "keyword" for each in self._low))
        for block in blocks:
            if not block.sentences:
                sentence = self._next(block) if fits else ""
                fits = bool(sentence)  # If none fits, none of the later ones will.
                self._put(sentence or (next(brief) if self._items else ""), block)

    def _supplies(self) -> Iterator[str]:
        """Sentences with a demanded phrase, and with the words and marks that are missing."""
        if (style := self._demanded(Style)) and (phrase := self._first_that_fits(style.words)):
            yield phrase
        lacking = [each for each in self._low if self._lacks(each) and each not in _SHAPED]
        keywords = [each for each in lacking if each.name in ("keyword", "whole word")]
        mentions = cycle(_texts("mentions"))
        while missing := [each.object for each in keywords if self._lacks(each)]:
            is_last = self._room(SENTENCES) == 1
            together = _texts("together")[is_last].format(w=listed(missing))
            is_one = len(missing) == 1 or not self._fits(together)
            yield next(mentions).format(w=missing[0]) if is_one else together
        for measure in lacking:
            if measure not in keywords:
                yield from self._units_of(measure)

    def _units_of(self, measure: Measure) -> Iterator[str]:
        """Sentences with the missing number of a letter, a mark, or another unit."""
        mark = measure.object
        if mark.isalnum():
            words = [*filter(self._fits, _texts("with").get(mark, "").split())] or [mark * 3]
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
        for _ in range(_MOST_SENTENCES):
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
        marked = (self._low.get(measure, 0) for measure, *_ in _MARKS)
        return sum(len(block.sentences) for block in self._blocks) >= max(self._usual(), *marked)

    def _usual(self) -> int:
        """The number of sentences of a reply that does not have to be longer."""
        if self._first:
            return 0
        if self._demanded(Changed) and not self._items:
            return _SENTENCES_IN_ONE_CASE
        if self._items or any(map(self._low.get, _FILLING)) or self._bounds_of(PARAGRAPHS):
            return 1
        usual = min(self._least or _USUAL_SENTENCES, _USUAL_SENTENCES)
        usual = max(usual, _IN_A_PARAGRAPH * self._low.get(PARAGRAPHS, 0))
        return min(usual, self._high.get(SENTENCES, usual))

    def _mark(
        self, measure: Measure, word: re.Pattern[str], mark: Callable[[re.Match[str]], str]
    ) -> None:
        """Mark the demanded number of words, from the ends of the sentences."""
        missing = self._lacks(measure) if measure in self._high else self._low.get(measure, 0)
        if not missing:
            return
        share = ceil(missing / max(sum(len(block.sentences) for block in self._blocks), 1))
        for block in self._blocks:
            for at, sentence in enumerate(block.sentences):
                words = sentence.split(" ")
                fitting = [place for place, each in enumerate(words) if word.match(each)]
                chosen = fitting[::-1][: min(share, missing)]
                for place in chosen:
                    words[place] = word.sub(mark, words[place], count=1)
                missing -= len(chosen)
                block.sentences[at] = " ".join(words)

    # The whole

    def _assembled(self) -> str:
        """The blocks as one text."""
        text = self._first
        for block in self._blocks:
            part = f"{block.head}{' '.join(filter(None, block.sentences))}"
            if text and part:
                is_first_line = text == self._first and "\n" not in text
                text += " " if is_first_line else block.joint
            text += part
        return text

    def _framed(self, body: str) -> str:
        """A text with the fixed texts before and after it."""
        joint = "\n" if PARAGRAPHS in self._high or LINES in self._high else "\n\n"
        fixed = self._fixed
        for place in ("address", "beginning"):
            before, greeted = fixed.get(place, ""), _GREETING.match(body)
            if before and place == "address" and greeted:
                body = f"{greeted[0]}, {before}{body[greeted.end() :]}"
            elif before[-1:].isalpha() and not body.lower().startswith(before.lower()):
                body = f"{before}, {continued(body)}"
        for place, gap in (("title", joint), ("beginning", " "), ("request", joint)):
            before = fixed.get(place, "")
            if not body.lower().startswith(before.lower()):
                body = f"{before}{'' if before.endswith(chr(10)) else gap}{body}"
        end, after = fixed.get("end", ""), fixed.get("postscript")
        if after:
            body = f"{body}{joint}{after}"
        if body.endswith(end):
            return body
        gap = "" if end.startswith("\n") else " "
        return f"{body}{joint if after or self._per_answer > 1 else gap}{end}".strip()

    def _finished(self, text: str) -> str:
        """The text in the demanded case, without forbidden marks, and quoted if demanded."""
        text = changed(text, self._demands)
        for measure, high in self._high.items():
            if measure.name == "letter" and high == 0 and not measure.object.isalnum():
                text = text.replace(measure.object, "")
        return f'"{text}"' if "quotation marks" in self._fixed else text
