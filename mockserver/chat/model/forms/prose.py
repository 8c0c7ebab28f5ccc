"""Prose within bounds: sentences are added one by one as long as they fit all demands.

The order is content, structure, prefix, suffix, marks, case. A sentence that would exceed an upper
bound is never added; an unmet lower bound gets sentences with the missing words or marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import Any

from mockserver.chat.model.content.found import capitalized, listed, rotated
from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import Changed, Demand, Style, with_changes
from mockserver.chat.model.demands.measures import LINES, PARAGRAPHS, SENTENCES, WORDS, Measure
from mockserver.chat.model.forms.layout import Layout, ProseBlock
from mockserver.chat.model.forms.marking import MARKS, mark_words
from mockserver.chat.model.forms.shortening import shortenings
from mockserver.chat.model.forms.words import continued, stock
from mockserver.chat.model.text.lists import data

_USUAL_SENTENCES, _IN_A_PARAGRAPH = 4, 3
"""The sentences of a reply and of each of its paragraphs if the demands leave that open."""

_SENTENCES_IN_ONE_CASE = 14
"""With this many sentences, language detection takes all-capital or lower-case text for English."""

_MOST_SENTENCES = 400
_ENDLESS = 10**9
_FILLING = {WORDS: 4, SENTENCES: 1, measures.CHARACTERS: 30}
"""Measures whose lower bounds any sentence helps to reach, and the room that a sentence needs."""

_OF_BLOCKS = (PARAGRAPHS, LINES, measures.BULLETS, measures.NUMBERED)
"""Measures of the layout, which no sentence changes."""

_SHAPED = {*_FILLING, *_OF_BLOCKS, *(measure for measure, *_ in MARKS)}
"""Measures whose lower bounds need no sentences with particular words."""

_SHORT, _JOINED = 4, 40
"""The words that are reserved for each sentence that is still missing, and the sentences to try as
parts of a longer one."""


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


def _pairs(sentences: Sequence[str], spare: Sequence[str]) -> Iterator[str]:
    """Sentences that join two sentences, the second one from the spare ones."""
    firsts = [*sentences, *spare][:_JOINED]
    for turn in range(_JOINED):
        for one, other in zip(firsts, rotated(spare, turn), strict=False):
            yield f"{one[:-1]}, and {continued(other)}"


class _Prose:
    """Writes one reply. `sentences` are about the subject, the best first; `spare` ones fit any."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], spare: Sequence[str],
        *, title: str, least: int = 0, first: str = "",
    ) -> None:  # fmt: skip
        self._demands = demands
        self._titles, self._least, self._first = [title, *_texts("titles")], least, first
        self._count: Counter[Measure] = Counter()
        self._layout = Layout(demands, least)
        self._low, self._high = self._layout.low, self._layout.high
        self._blocks, self._fixed = self._layout.blocks, self._layout.fixed
        self._of_sentences = self._layout.bounds_of(SENTENCES)
        self._of_paragraphs = self._layout.bounds_of(PARAGRAPHS)
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
        for measure, word, mark in MARKS:
            missing = self._lacks(measure) if measure in self._high else self._low.get(measure, 0)
            if missing:
                mark_words(self._blocks, missing, word, mark)
        return self._finished(self._layout.framed(self._layout.assembled(self._first)))

    # What fits

    def _tally(self, text: str) -> None:
        """Count what a text adds to the bounded measures."""
        for measure in {*self._low, *self._high}:
            self._count[measure] += measure.count(text)

    def _put(self, sentence: str, block: ProseBlock) -> None:
        """Add a sentence to a block, and count it."""
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
        """True if all bounds allow a text as the next sentence."""
        bounded = (each for each in self._high if each not in _OF_BLOCKS)
        return all(measure.count(text) <= self._room(measure) for measure in bounded) and all(
            bound.is_met_by(text) for bound in self._of_sentences
        )

    def _first_that_fits(self, texts: Iterable[str]) -> str:
        return next(filter(self._fits, texts), "")

    def _next(self, block: ProseBlock) -> str:
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
        for opening in self._layout.openings:
            word = capitalized(opening.word)
            sentence = self._first_that_fits(each.format(w=word) for each in _texts("openers"))
            place = opening.place - 1 if opening.place > 0 else opening.place
            self._put(sentence or f"{word}.", self._blocks[place])
        # A text at the beginning is the first block, unless that is an item of a list.
        blocks = self._blocks[1:] if self._first and not self._layout.items else self._blocks
        # The only sentence of a reply without an answer is for the demanded words.
        has_one = self._high.get(SENTENCES) == 1 and not self._least
        brief = cycle(_texts("brief"))
        fits = not (has_one and any(each.name == "keyword" for each in self._low))
        for block in blocks:
            if not block.sentences:
                sentence = self._next(block) if fits else ""
                fits = bool(sentence)  # If none fits, none of the later ones will.
                self._put(sentence or (next(brief) if self._layout.items else ""), block)

    def _supplies(self) -> Iterator[str]:
        """Sentences with a demanded phrase, and with the words and marks that are missing."""
        style = self._layout.demanded(Style)
        if style and (phrase := self._first_that_fits(style.words)):
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
        marked = (self._low.get(measure, 0) for measure, *_ in MARKS)
        return sum(len(block.sentences) for block in self._blocks) >= max(self._usual(), *marked)

    def _usual(self) -> int:
        """The number of sentences of a reply that does not have to be longer."""
        if self._first:
            return 0
        if self._layout.demanded(Changed) and not self._layout.items:
            return _SENTENCES_IN_ONE_CASE
        if self._layout.items or self._of_paragraphs or any(map(self._low.get, _FILLING)):
            return 1
        usual = min(self._least or _USUAL_SENTENCES, _USUAL_SENTENCES)
        usual = max(usual, _IN_A_PARAGRAPH * self._low.get(PARAGRAPHS, 0))
        return min(usual, self._high.get(SENTENCES, usual))

    def _finished(self, text: str) -> str:
        """The text in the demanded case, without forbidden marks, and quoted if demanded."""
        text = with_changes(text, self._demands)
        for measure, high in self._high.items():
            if measure.name == "letter" and high == 0 and not measure.object.isalnum():
                text = text.replace(measure.object, "")
        return f'"{text}"' if "quotation marks" in self._fixed else text
