"""Prose within bounds: sentences are taken one by one, as long as they fit everything demanded.

The order is content, structure, prefix, suffix, marks, case. Bounds from above are kept by never
taking what does not fit; bounds from below by supplying what is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import TypeVar

from mockserver.chat.model.demands import measures
from mockserver.chat.model.demands.demand import (
    Apart,
    Begins,
    Bound,
    Case,
    Demand,
    Ends,
    Opening,
    Postscript,
    Repeats,
    Sections,
    Style,
    Titled,
    Wrapped,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.forms.stock import pieces, stock, words_with

D = TypeVar("D", bound=Demand)

_USUAL_SENTENCES = 4
_SENTENCES_IN_ONE_CASE = 14
"""So many are surely told as English, whatever their case."""

_TRIES = 400
_BETWEEN_ANSWERS = "******"
_FILLING = (measures.WORDS, measures.SENTENCES, measures.CHARACTERS)
"""Floors that any sentences reach."""

_SHAPED = frozenset({
    *_FILLING, measures.PARAGRAPHS, measures.LINES, measures.BULLETS, measures.NUMBERED,
    measures.HIGHLIGHTS, measures.BOLD, measures.CAPITALS,
})  # fmt: skip
"""Measures that sentences and their layout reach, without words made for them."""

_LEAST_ROOM = ((measures.WORDS, 4), (measures.SENTENCES, 1), (measures.CHARACTERS, 30))
_CLOSELY = 25
"""With fewer words left their number is looked at for each sentence."""


def write(
    demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
    filler: Sequence[str] = (), least: int = 0,
) -> str:  # fmt: skip
    """A reply that meets the demands; where the subject stands in their way, one without it."""
    text = _Prose(demands, sentences, title, start, filler, least=least).text()
    unmet = sum(not demand.met(text) for demand in demands)
    if not unmet:
        return text
    plain = _Prose(demands, (), pieces("titles")[0], start, filler).text()
    return plain if sum(not demand.met(plain) for demand in demands) < unmet else text


class _Prose:
    """One reply in prose, being written. `sentences` are about the subject, best first."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], title: str, start: int,
        filler: Sequence[str], *, least: int = 0,
    ) -> None:  # fmt: skip
        self._demands = demands
        self._low, self._high = _bounds_of(demands)
        lines = filler or stock()
        start %= len(lines)
        self._supply = [*sentences]
        self._filler = [*lines[start:], *lines[:start]]
        self._spare: Iterator[str] = cycle(self._filler)
        self._title = title
        self._least = least
        self._count: Counter[Measure] = Counter()
        apart = [each for each in demands if isinstance(each, Apart)]
        self._answers = next((e.parts for e in apart if e.separator == _BETWEEN_ANSWERS), 1)
        self._parts = [each for each in apart if each.separator != _BETWEEN_ANSWERS]
        self._blocks: list[list[str]] = [[] for _ in range(self._answers * self._blocks_each())]

    def text(self) -> str:
        """The whole reply."""
        fixed = self._fixed_parts()
        for part in fixed.values():
            self._tally(part if len(part) > 1 else "")
        if sections := self._one(Sections):
            for number in range(1, len(self._blocks) + 1):
                self._tally(f"{sections.marker} {number}")
        self._open()
        blocks = cycle(self._blocks)
        for sentence in self._supplies():
            self._put(sentence, next(blocks))
        self._fill()
        self._mark()
        return self._finished(self._assembled(fixed))

    # What is demanded

    def _one(self, kind: type[D]) -> D | None:
        return next((each for each in reversed(self._demands) if isinstance(each, kind)), None)

    def _blocks_each(self) -> int:
        """The number of blocks of one answer."""
        sections = self._one(Sections)
        openings = (abs(each.place) for each in self._demands if isinstance(each, Opening))
        rows = (self._low.get(each, 0) for each in (measures.PARAGRAPHS, measures.LINES))
        parts = (each.parts for each in self._parts)
        return max(*parts, *openings, *rows, sections.count if sections else 1)

    @property
    def _separator(self) -> str:
        """The text between two blocks."""
        if self._parts:
            mark = self._parts[-1].separator
            return f"\n{mark}\n" if mark.strip() else mark
        in_lines = measures.LINES in self._low and measures.PARAGRAPHS not in self._low
        return "\n" if in_lines else "\n\n"

    @property
    def _joint(self) -> str:
        """The texts between the blocks and around them."""
        tight = (measures.PARAGRAPHS, measures.LINES)
        return "\n" if any(measure in self._high for measure in tight) else "\n\n"

    # What fits

    def _tally(self, text: str) -> None:
        for measure in {*self._low, *self._high}:
            self._count[measure] += measure.count(text)

    def _fits(self, text: str) -> bool:
        return all(
            self._count[measure] + measure.count(text) <= high
            for measure, high in self._high.items()
            if measure not in (measures.PARAGRAPHS, measures.LINES)
        )

    def _first_that_fits(self, texts: Iterable[str]) -> str | None:
        return next((text for text in texts if self._fits(text)), None)

    def _next(self, *, words: int | None = None) -> str | None:
        """The next sentence that fits, of the subject as long as there are any."""
        for sentence in chain(self._supply, islice(self._spare, len(self._filler))):
            of_length = words is None or measures.WORDS.count(sentence) == words
            if of_length and self._fits(sentence):
                if sentence in self._supply:
                    self._supply.remove(sentence)
                return sentence
        return None

    def _put(self, sentence: str, block: list[str]) -> None:
        block.append(sentence)
        self._tally(sentence)

    # The steps

    def _fixed_parts(self) -> dict[str, str]:
        """The texts before and behind the blocks."""
        parts: dict[str, str] = {}
        if repeats := self._one(Repeats):
            parts["repeat"] = repeats.request
        if titled := self._one(Titled):
            title = self._first_that_fits([self._title, *pieces("titles")]) or "O"
            parts["title"] = f"{titled.left}{title}{titled.right}"
        if begins := self._one(Begins):
            parts["begin"] = begins.phrase
        if postscript := self._one(Postscript):
            after = self._first_that_fits(chain(pieces("postscripts"), self._filler)) or ""
            parts["after"] = f"{postscript.marker} {after}"
        if ends := self._one(Ends):
            parts["end"] = ends.phrase
        return parts

    def _open(self) -> None:
        """Every block gets a first sentence, with its own first word where that is demanded."""
        many = len(self._blocks)
        for opening in (each for each in self._demands if isinstance(each, Opening)):
            word = opening.word[0].upper() + opening.word[1:]
            options = (opener.format(w=word) for opener in pieces("openers"))
            place = opening.place - 1 if opening.place > 0 else many + opening.place
            self._put(self._first_that_fits(options) or f"{word}.", self._blocks[place])
        keep_room = bool(self._missing()) or self._one(Style) is not None
        for block in self._blocks:
            if not block and (many > 1 or not keep_room):
                self._put(self._next() or "", block)

    def _missing(self) -> dict[Measure, int]:
        """Of what there is too little, for want of words that are made for it, and how little."""
        lacking = {measure: low - self._count[measure] for measure, low in self._low.items()}
        return {m: n for m, n in lacking.items() if n > 0 and m not in _SHAPED}

    def _supplies(self) -> Iterator[str]:
        """Sentences with what is missing."""
        if (style := self._one(Style)) and (said := self._first_that_fits(style.words)):
            yield said
        words = {m: n for m, n in self._missing().items() if m.name in ("keyword", "whole word")}
        high = self._high
        brief = high.get(measures.WORDS, 999) < 80 or high.get(measures.SENTENCES, 99) < 9
        if brief and words:
            yield f"Think of {' and '.join(m.object for m, n in words.items() for _ in range(n))}."
        for measure in words:
            for mention in cycle(pieces("mentions")):
                if self._count[measure] >= self._low[measure]:
                    break
                yield mention.format(w=measure.object)
        for measure, missing in self._missing().items():
            yield from self._supplies_of(measure, missing)

    def _supplies_of(self, measure: Measure, missing: int) -> Iterator[str]:
        if measure == measures.PLACEHOLDERS:
            places = [f"[{each}]" for each in _repeated("placeholders", missing)]
            yield from (f"Please fill in {' and '.join(some)}." for some in _groups(places, 3))
        elif measure == measures.HASHTAGS:
            yield " ".join(f"#{word}" for word in _repeated("hashtags", missing))
        elif measure == measures.EMOJI:
            yield "\U0001f642" * missing
        elif measure.name == "letter" and measure.object in "!?.":
            for _ in range(missing):
                yield (self._next() or "So it is.")[:-1] + measure.object
        elif measure.name == "letter" and not measure.object.isalnum():
            yield " ".join(f"{measure.object}{word}" for word in _repeated("marked", missing))
        elif measure.name == "letter":
            known = words_with(measure.object)
            words = [word for word in known if self._fits(word)] or [measure.object * 3]
            for some in cycle(_groups(words, 4)):
                if self._count[measure] >= self._low[measure]:
                    return
                yield f"{' and '.join(some).capitalize()}."

    def _fill(self) -> None:
        """Sentences until there are enough of everything, or as many as is usual."""
        blocks = cycle(self._blocks)
        for _ in range(_TRIES):
            if self._is_enough():
                break
            room = self._high.get(measures.WORDS, 10**9) - self._count[measures.WORDS]
            sentence = self._last_one(room) if room < _CLOSELY else self._next()
            if sentence is not None:
                self._put(sentence, next(blocks))
            elif self._has_its_floors() or not self._extended():
                break

    def _is_enough(self) -> bool:
        """True if the floors are met and there is as much as is usual."""
        if not self._has_its_floors():
            return False
        has_room = all(
            self._high.get(measure, 10**9) - self._count[measure] >= least
            for measure, least in _LEAST_ROOM
        )
        if self._low.get(measures.LINES) or not has_room:
            return True
        bounded = any(self._low.get(measure) for measure in _FILLING)
        listed = measures.BULLETS in self._low or measures.NUMBERED in self._low
        usual = min(_USUAL_SENTENCES, self._high.get(measures.SENTENCES, _USUAL_SENTENCES))
        wanted = max(
            1 if bounded or listed else min(self._least or usual, usual),
            _SENTENCES_IN_ONE_CASE if self._one(Case) and not listed else 0,
            self._low.get(measures.HIGHLIGHTS, 0),
            self._low.get(measures.CAPITALS, 0),
        )
        return sum(map(len, self._blocks)) >= wanted

    def _has_its_floors(self) -> bool:
        return all(self._count[measure] >= self._low.get(measure, 0) for measure in _FILLING)

    def _last_one(self, room: int) -> str | None:
        """A sentence that fills the room, or leaves enough of it for another."""
        if self._low.get(measures.WORDS, 0) < self._high[measures.WORDS] - 12:
            return self._next()
        for left in (0, 6, 5, 4, 7, 8, 9):
            if room - left >= (2 if left else 0) and (said := self._next(words=room - left)):
                return said
        longer = (words for each in self._filler if len(words := each.rstrip(".").split()) > room)
        cut = (f"{' '.join(words[:room])}." for words in longer)
        return self._first_that_fits(cut) if room > 0 else None

    def _extended(self) -> bool:
        """Make the shortest last sentence longer where no further one is allowed."""
        ends = [block for block in self._blocks if block]
        for sentence in islice(self._spare, len(self._filler) if ends else 0):
            more = f" and {sentence[0].lower()}{sentence[1:-1]}"
            if self._fits(more):
                block = min(ends, key=lambda block: len(block[-1]))
                block[-1] = f"{block[-1].rstrip('.')}{more}."
                self._tally(more)
                return True
        return False

    # Marks

    def _mark(self) -> None:
        """Highlight and capitalise as many words as are wanted."""
        self._mark_runs(self._low.get(measures.HIGHLIGHTS, 0), "*")
        self._mark_runs(self._low.get(measures.BOLD, 0), "**")
        wanted = self._low.get(measures.CAPITALS, 0)
        if measures.CAPITALS in self._high:
            wanted -= self._count[measures.CAPITALS]
        for block in self._blocks:
            for place, sentence in enumerate(block):
                words = sentence.split(" ")
                for number, word in enumerate(words):
                    if wanted > 0 and len(word) > 2 and word.isalpha() and not word.isupper():
                        words[number] = word.upper()
                        wanted -= 1
                block[place] = " ".join(words)

    def _mark_runs(self, wanted: int, mark: str) -> None:
        """Marks around single words, evenly over the sentences."""
        places = [(block, place) for block in self._blocks for place in range(len(block))]
        each = -(-wanted // max(len(places), 1))
        for block, place in places:
            block[place], done = _marked(block[place], min(each, wanted), mark)
            wanted -= done

    # The whole

    def _assembled(self, fixed: dict[str, str]) -> str:
        joint, each = self._joint, len(self._blocks) // self._answers
        answers = [
            self._separator.join(self._block_texts(start, start + each))
            for start in range(0, len(self._blocks), each)
        ]
        if self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED):
            answers[0] = self._with_bullets(answers[0])
        body = f"\n\n{_BETWEEN_ANSWERS}\n\n".join(answers)
        opens_first = any(isinstance(each, Opening) and each.place == 1 for each in self._demands)
        if title := fixed.get("title"):
            body = f"{body}\n{title}" if opens_first else f"{title}{joint}{body}"
        if begin := fixed.get("begin"):
            body = f"{begin}\n{body}" if begin[-1:] in ":\n" else f"{begin} {body}"
        if repeat := fixed.get("repeat"):
            body = f"{repeat}{joint}{body}"
        if after := fixed.get("after"):
            body = f"{body}{joint}{after}"
        if (end := fixed.get("end")) and len(end) == 1:
            body = f"{body.rstrip('.!?')}{end}"
        elif end:
            body = f"{body}{joint if after or each > 1 else ' '}{end}"
        return body.strip()

    def _block_texts(self, start: int, end: int) -> list[str]:
        texts = [" ".join(filter(None, block)) for block in self._blocks[start:end]]
        if sections := self._one(Sections):
            return [f"{sections.marker} {n}\n{text}" for n, text in enumerate(texts, 1)]
        return texts

    def _with_bullets(self, text: str) -> str:
        """The last sentences as bullets, so many as are wanted, behind what is left of the text."""
        wanted = self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED) or 0
        *lead, last = text.rsplit(self._separator, 1)
        sentences = [part for part in re.split(r"(?<=[.!?])\s+", last) if part]
        while len(sentences) < wanted:
            sentences.append(self._next() or "Keep going.")
            self._tally(sentences[-1])
        if self._one(Wrapped) and len(sentences) == wanted:
            sentences.insert(0, self._next() or "Keep going.")
        kept = len(sentences) - wanted
        ordered = measures.NUMBERED in self._low
        marks = (f"{n}." if ordered else "-" for n in range(1, wanted + 1))
        bullets = [f"{mark} {said}" for mark, said in zip(marks, sentences[kept:], strict=True)]
        head = " ".join(sentences[:kept])
        return self._separator.join([*lead, "\n".join(filter(None, [head, *bullets]))])

    def _finished(self, text: str) -> str:
        """The last step looks at every character: case, commas, the marks around all."""
        for demand in self._demands:
            if isinstance(demand, Case):
                text = demand.change(text)
        for measure, high in self._high.items():
            if measure.name == "letter" and high == 0 and not measure.object.isalnum():
                text = text.replace(measure.object, "")
        wrapped = self._one(Wrapped)
        return f"{wrapped.left}{text}{wrapped.right}" if wrapped else text


def _bounds_of(demands: Sequence[Demand]) -> tuple[dict[Measure, int], dict[Measure, int]]:
    """The floors and the ceilings; items stand in a list, unless blocks of another kind do."""
    low: dict[Measure, int] = {}
    high: dict[Measure, int] = {}
    for each in demands:
        if isinstance(each, Bound):
            low[each.measure] = max(low.get(each.measure, 0), each.low)
            if each.high is not None:
                high[each.measure] = min(high.get(each.measure, each.high), each.high)
    items = next((each for each in reversed(demands) if isinstance(each, Items)), None)
    if items and not any(isinstance(each, (Apart, Sections, Opening)) for each in demands):
        measure = measures.BULLETS if measures.BULLETS in low else measures.NUMBERED
        low[measure] = high[measure] = items.count
    return low, high


def _repeated(name: str, count: int) -> list[str]:
    return list(islice(cycle(pieces(name)), count))


def _groups(items: Sequence[str], size: int) -> list[Sequence[str]]:
    return [items[place : place + size] for place in range(0, len(items), size)]


def _marked(sentence: str, wanted: int, mark: str) -> tuple[str, int]:
    """A sentence with so many of its words marked, from its end on and never the first."""
    words = sentence.split(" ")
    done = 0
    for number in range(len(words) - 1, 0, -1 if len(words) < 2 * wanted + 2 else -2):
        bare = re.fullmatch(r"(\w+)(\W*)", words[number])
        if done < wanted and bare:
            words[number] = f"{mark}{bare[1]}{mark}{bare[2]}"
            done += 1
    return " ".join(words), done
