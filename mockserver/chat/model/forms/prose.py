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
    lower,
    upper,
)
from mockserver.chat.model.demands.form import Items
from mockserver.chat.model.demands.measures import Measure
from mockserver.chat.model.forms.stock import stock, words_with

D = TypeVar("D", bound=Demand)

_USUAL_SENTENCES = 4
_TRIES = 400
_MOST_WORDS = 5_000
_PLACES = "name address date city phone email company title time amount".split()
_MENTIONS = (
    "Here {w} matters.", "Think of {w} too.", "It also comes down to {w}.",
    "Much depends on {w}.", "There is a place for {w}.", "Keep {w} in mind.",
)  # fmt: skip
_OPENERS = (
    "{w} is where it begins.",
    "{w} is the word here.",
    "{w} comes first.",
    "{w} it may be.",
)
_TITLES = (
    "A Short Answer",
    "The Main Points",
    "First Things First",
    "Good Hope",
    "It Is Fun",
    "My Day",
)
_AFTER = ("Take care.", "Keep going.", "Try it.", "Do it today.", "Have fun.")


class Prose:
    """One reply in prose, being written. `sentences` are about the subject, best first."""

    def __init__(
        self, demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
        filler: Sequence[str] = (), complete: bool = False,
    ) -> None:  # fmt: skip
        self._demands = demands
        self._low: dict[Measure, int] = {}
        self._high: dict[Measure, int] = {}
        for demand in demands:
            if isinstance(demand, Bound):
                self._bind(demand)
        stock_ = filler or stock()
        start %= len(stock_)
        self._supply = [*sentences]
        self._filler = [*stock_[start:], *stock_[:start]]
        self._spare: Iterator[str] = cycle(self._filler)
        self._title = title
        self._complete = complete
        self._list_items()
        self._count: Counter[Measure] = Counter()
        self._blocks = [[""] for _ in range(self._size())]
        self._blocks = [[] for _ in self._blocks]

    def text(self) -> str:
        """The whole reply."""
        self._fixed = self._fixed_parts()
        for part in self._fixed.values():
            self._tally(part)
        if marker := self._one(Sections):
            for number in range(1, len(self._blocks) + 1):
                self._tally(f"{marker.marker} {number}")
        self._open()
        self._supply_what_is_missing()
        self._fill()
        self._mark()
        return self._finished(self._assembled())

    # What is demanded

    def _bind(self, bound: Bound) -> None:
        self._low[bound.measure] = max(self._low.get(bound.measure, 0), bound.low)
        if bound.high is not None:
            held = self._high.get(bound.measure, bound.high)
            self._high[bound.measure] = min(held, bound.high)

    def _list_items(self) -> None:
        """Items stand in a list, unless blocks of another kind hold them."""
        items = self._one(Items)
        shaped = (Apart, Sections, Opening)
        if items is None or any(isinstance(each, shaped) for each in self._demands):
            return
        measure = measures.BULLETS if measures.BULLETS in self._low else measures.NUMBERED
        self._low[measure] = self._high[measure] = items.count

    def _one(self, kind: type[D]) -> D | None:
        return next((each for each in reversed(self._demands) if isinstance(each, kind)), None)

    @property
    def _apart(self) -> list[Apart]:
        return [each for each in self._demands if isinstance(each, Apart)]

    @property
    def _answers(self) -> int:
        return next((each.parts for each in self._apart if each.separator == "******"), 1)

    def _size(self) -> int:
        """The number of blocks."""
        return self._answers * self._blocks_each()

    def _blocks_each(self) -> int:
        inner = [each.parts for each in self._apart if each.separator != "******"]
        sections = self._one(Sections)
        openings = [abs(each.place) for each in self._demands if isinstance(each, Opening)]
        rows = (self._low.get(each, 0) for each in (measures.PARAGRAPHS, measures.LINES))
        return max(*inner, *openings, *rows, sections.count if sections else 1)

    @property
    def _separator(self) -> str:
        inner = [each.separator for each in self._apart if each.separator != "******"]
        if inner:
            return f"\n{inner[-1]}\n" if inner[-1].strip() else inner[-1]
        if measures.LINES in self._low and measures.PARAGRAPHS not in self._low:
            return "\n"
        return "\n\n"

    @property
    def _joint(self) -> str:
        """What stands between the blocks and what is around them."""
        tight = (measures.PARAGRAPHS, measures.LINES)
        return "\n" if any(measure in self._high for measure in tight) else "\n\n"

    # What fits

    def _tally(self, text: str) -> None:
        for measure in {*self._low, *self._high}:
            self._count[measure] += measure.count(text)

    def _fits(self, text: str, *, but: Measure | None = None) -> bool:
        return all(
            measure is but or self._count[measure] + measure.count(text) <= high
            for measure, high in self._high.items()
            if measure not in (measures.PARAGRAPHS, measures.LINES)
        )

    def _next(self, *, words: int | None = None) -> str | None:
        """The next sentence that fits, of the subject as long as there are any."""
        for place, sentence in enumerate(self._supply):
            if self._suits(sentence, words):
                return self._supply.pop(place)
        for sentence in islice(self._spare, len(self._filler)):
            if self._suits(sentence, words):
                return sentence
        return None

    def _suits(self, sentence: str, words: int | None) -> bool:
        if not self._fits(sentence):
            return False
        return words is None or measures.WORDS.count(sentence) == words

    def _first_that_fits(self, texts: Iterable[str]) -> str | None:
        return next((text for text in texts if self._fits(text)), None)

    def _put(self, sentence: str, block: int) -> None:
        self._blocks[block].append(sentence)
        self._tally(sentence)

    # The steps

    def _fixed_parts(self) -> dict[str, str]:
        parts: dict[str, str] = {}
        if repeats := self._one(Repeats):
            parts["repeat"] = repeats.request
        if titled := self._one(Titled):
            title = self._first_that_fits([self._title, *_TITLES]) or "O"
            parts["title"] = f"{titled.left}{title}{titled.right}"
        if begins := self._one(Begins):
            parts["begin"] = begins.phrase
        if postscript := self._one(Postscript):
            after = self._first_that_fits(chain(_AFTER, self._filler)) or ""
            parts["after"] = f"{postscript.marker} {after}"
        if ends := self._one(Ends):
            parts["end"] = ends.phrase
        return parts

    def _open(self) -> None:
        """Every block gets a first sentence, with its own first word where that is demanded."""
        words = {each.place: each.word for each in self._demands if isinstance(each, Opening)}
        many = len(self._blocks)
        openings = {place - 1 if place > 0 else many + place: word for place, word in words.items()}
        for place in range(many):
            if word := openings.get(place):
                said = word[0].upper() + word[1:]
                options = [opener.format(w=said) for opener in _OPENERS]
                self._put(self._first_that_fits(options) or f"{said}.", place)
        keep_room = bool(self._missing()) or self._one(Style) is not None
        for place in range(many):
            if not self._blocks[place] and (many > 1 or not keep_room):
                self._put(self._next() or "", place)

    def _missing(self) -> dict[Measure, int]:
        """The measure of which there is too little, for want of words that are made for it."""
        return {
            measure: low - self._count[measure]
            for measure, low in self._low.items()
            if self._count[measure] < low and measure.name not in _FILLED
        }

    def _supply_what_is_missing(self) -> None:
        blocks = cycle(range(len(self._blocks)))
        for sentence in self._supplies():
            self._put(sentence, next(blocks))

    def _supplies(self) -> Iterator[str]:
        if (style := self._one(Style)) and (said := self._first_that_fits(style.words)):
            yield said
        keywords = {m: n for m, n in self._missing().items() if m.name in ("keyword", "whole word")}
        brief = (
            self._high.get(measures.WORDS, 999) < 80 or self._high.get(measures.SENTENCES, 99) < 9
        )
        if brief and keywords:
            named = [m.object for m, n in keywords.items() for _ in range(n)]
            yield f"Think of {' and '.join(named)}."
        for measure in keywords:
            for mention in cycle(_MENTIONS):
                missing = self._low[measure] - self._count[measure]
                if missing <= 0:
                    break
                yield mention.format(w=measure.object)
        for measure in self._missing():
            yield from self._supplies_of(measure)

    def _supplies_of(self, measure: Measure) -> Iterator[str]:
        missing = self._low[measure] - self._count[measure]
        if measure is measures.PLACEHOLDERS:
            places = list(islice(cycle(_PLACES), missing))
            for some in _groups(places, 3):
                yield f"Please fill in {' and '.join(f'[{place}]' for place in some)}."
        elif measure is measures.HASHTAGS:
            yield " ".join(
                f"#{word}" for word in islice(cycle(("idea", "tips", "daily", "today")), missing)
            )
        elif measure is measures.EMOJI:
            yield "\U0001f642" * missing
        elif measure.name == "letter":
            yield from self._with_letter(measure)

    def _with_letter(self, measure: Measure) -> Iterator[str]:
        character = measure.object
        if not character.isalnum():
            missing = self._low[measure] - self._count[measure]
            if character in "!?.":
                said = (
                    text[:-1] + character
                    for text in (self._next() or "So it is." for _ in range(missing))
                )
                yield from said
            else:
                yield " ".join(
                    f"{character}{word}" for word in islice(cycle(("idea", "tips", "day")), missing)
                )
            return
        words = [word for word in words_with(character) if self._fits(word)] or [character * 3]
        for some in cycle(_groups(words, 4)):
            if self._count[measure] >= self._low[measure]:
                return
            yield f"{' and '.join(some).capitalize()}."

    def _fill(self) -> None:
        """Sentences until there are enough of everything, or as many as is usual."""
        blocks = cycle(range(len(self._blocks)))
        for _ in range(_TRIES):
            if self._is_enough():
                break
            room = self._room()
            sentence = self._last_one(room) if room is not None and room < 25 else self._next()
            if sentence is not None:
                self._put(sentence, next(blocks))
            elif self._has_its_floors() or not self._extended(room):
                break

    def _is_enough(self) -> bool:
        """True if the floors are met and there is as much as is usual."""
        if not self._has_its_floors():
            return False
        if self._low.get(measures.LINES) or not self._has_room():
            return True
        bounded = any(self._low.get(measure) for measure in _FILLING)
        most = self._high.get(measures.SENTENCES, _USUAL_SENTENCES)
        wanted = max(
            1 if self._complete or bounded else min(_USUAL_SENTENCES, most),
            self._letters_wanted(),
            self._low.get(measures.HIGHLIGHTS, 0),
            self._low.get(measures.CAPITALS, 0),
        )
        return sum(map(len, self._blocks)) >= wanted

    def _has_its_floors(self) -> bool:
        return all(self._count[measure] >= self._low.get(measure, 0) for measure in _FILLING)

    def _letters_wanted(self) -> int:
        return 14 if any(isinstance(each, Case) for each in self._demands) else 0

    def _has_room(self) -> bool:
        return all(
            self._high.get(measure, 10**9) - self._count[measure] >= least
            for measure, least in (
                (measures.WORDS, 4),
                (measures.SENTENCES, 1),
                (measures.CHARACTERS, 30),
            )
        )

    def _room(self) -> int | None:
        """The number of words that are left, where their number is bounded closely."""
        high = self._high.get(measures.WORDS)
        return None if high is None else high - self._count[measures.WORDS]

    def _last_one(self, room: int) -> str | None:
        """A sentence that fills the room, or leaves enough of it for another."""
        low = self._low.get(measures.WORDS, 0)
        if low < self._high[measures.WORDS] - 12:
            return self._next()
        if sentence := self._next(words=room):
            return sentence
        for words in (room - 6, room - 5, room - 4, room - 7, room - 8, room - 9):
            if words >= 2 and (sentence := self._next(words=words)):
                return sentence
        for sentence in self._filler:
            words_in = sentence.rstrip(".").split()
            if len(words_in) > room > 0:
                cut = " ".join(words_in[:room]) + "."
                if self._fits(cut):
                    return cut
        return None

    def _extended(self, room: int | None) -> bool:
        """Make the last sentence longer where no further one is allowed."""
        for sentence in islice(self._spare, len(self._filler)):
            more = f" and {sentence[0].lower()}{sentence[1:-1]}"
            if self._fits(more):
                block = min((b for b in self._blocks if b), key=lambda b: len(b[-1]), default=None)
                if block is None:
                    return False
                block[-1] = f"{block[-1].rstrip('.')}{more}."
                self._tally(more)
                return True
        return False

    # Marks

    def _mark(self) -> None:
        if (wanted := self._low.get(measures.HIGHLIGHTS, 0)) > 0:
            self._each_word_run(wanted, lambda run: f"*{run}*")
        if (wanted := self._low.get(measures.BOLD, 0)) > 0:
            self._each_word_run(wanted, lambda run: f"**{run}**")
        wanted = self._low.get(measures.CAPITALS, 0)
        if measures.CAPITALS in self._high:
            wanted -= self._count[measures.CAPITALS]
        if wanted > 0:
            self._each_word(wanted, str.upper)

    def _each_word_run(self, wanted: int, change) -> None:  # type: ignore[no-untyped-def]
        slots = [(b, s) for b, block in enumerate(self._blocks) for s in range(len(block))]
        if not slots:
            return
        each = -(-wanted // len(slots))
        for block, place in slots:
            if wanted <= 0:
                return
            marked, done = _marked_runs(self._blocks[block][place], min(each, wanted), change)
            self._blocks[block][place] = marked
            wanted -= done

    def _each_word(self, wanted: int, change) -> None:  # type: ignore[no-untyped-def]
        for block in self._blocks:
            for place, sentence in enumerate(block):
                words = sentence.split(" ")
                for number, word in enumerate(words):
                    if wanted > 0 and len(word) > 2 and word.isalpha() and not word.isupper():
                        words[number] = change(word)
                        wanted -= 1
                block[place] = " ".join(words)

    # The whole

    def _assembled(self) -> str:
        fixed, joint = self._fixed, self._joint
        each = len(self._blocks) // self._answers
        answers = [
            self._separator.join(self._block_texts(start, start + each))
            for start in range(0, len(self._blocks), each)
        ]
        if self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED):
            answers[0] = self._with_bullets(answers[0])
        body = "\n\n******\n\n".join(answers)
        opens_first = any(isinstance(each, Opening) and each.place == 1 for each in self._demands)
        if title := fixed.get("title"):
            body = f"{body}\n{title}" if opens_first else f"{title}{joint}{body}"
        if begin := fixed.get("begin"):
            body = f"{begin} {body}" if begin[-1:] not in ":\n" else f"{begin}\n{body}"
        if repeat := fixed.get("repeat"):
            body = f"{repeat}{joint}{body}"
        if after := fixed.get("after"):
            body = f"{body}{joint}{after}"
        if (end := fixed.get("end")) and len(end) == 1:
            body = f"{body.rstrip('.!?')}{end}"
        elif end:
            body = f"{body}{joint if 'after' in fixed or each > 1 else ' '}{end}"
        return body.strip()

    def _block_texts(self, start: int, end: int) -> list[str]:
        sections = self._one(Sections)
        texts = [" ".join(filter(None, block)) for block in self._blocks[start:end]]
        if sections:
            texts = [f"{sections.marker} {n}\n{text}" for n, text in enumerate(texts, 1)]
        return texts

    def _with_bullets(self, text: str) -> str:
        """The last sentences as bullets, so many as are wanted, behind what is left of the text."""
        wanted = self._low.get(measures.BULLETS) or self._low.get(measures.NUMBERED) or 0
        ordered = measures.NUMBERED in self._low
        *lead, last = text.rsplit(self._separator, 1)
        sentences = _sentences_of(last)
        while len(sentences) < wanted:
            said = self._next() or "Keep going."
            self._tally(said)
            sentences.append(said)
        if self._one(Wrapped) and len(sentences) == wanted:
            sentences.insert(0, self._next() or "Keep going.")
        kept = len(sentences) - wanted
        marks = [f"{n}." if ordered else "-" for n in range(1, wanted + 1)]
        bullets = [f"{mark} {said}" for mark, said in zip(marks, sentences[kept:], strict=True)]
        head = " ".join(sentences[:kept])
        return self._separator.join([*lead, "\n".join(filter(None, [head, *bullets]))])

    def _finished(self, text: str) -> str:
        """The last step looks at every character: case, commas, the marks around all."""
        for demand in self._demands:
            if isinstance(demand, Case):
                text = demand.change(text)
        for character in (
            m.object for m, high in self._high.items() if m.name == "letter" and high == 0
        ):
            if not character.isalnum():
                text = text.replace(character, "")
        if wrapped := self._one(Wrapped):
            text = f"{wrapped.left}{text}{wrapped.right}"
        return text


_FILLING = (measures.WORDS, measures.SENTENCES, measures.CHARACTERS)
_FILLED = {
    "words",
    "sentences",
    "characters",
    "paragraphs",
    "lines",
    "bullets",
    "numbered",
    "highlights",
    "bold",
    "capital words",
}


def _groups(items: Sequence[str], size: int) -> list[Sequence[str]]:
    return [items[place : place + size] for place in range(0, len(items), size)]


def _sentences_of(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def _marked_runs(sentence: str, wanted: int, change) -> tuple[str, int]:  # type: ignore[no-untyped-def]
    """A sentence with so many of its words marked, from its end on and never the first."""
    words = sentence.split(" ")
    done = 0
    for number in range(len(words) - 1, 0, -1 if len(words) < 2 * wanted + 2 else -2):
        bare = re.fullmatch(r"(\w+)(\W*)", words[number])
        if done < wanted and bare:
            words[number] = f"{change(bare[1])}{bare[2]}"
            done += 1
    return " ".join(words), done


def write(
    demands: Sequence[Demand], sentences: Sequence[str], *, title: str, start: int,
    filler: Sequence[str] = (), complete: bool = False,
) -> str:  # fmt: skip
    """A reply that meets the demands; where the subject stands in their way, one without it."""
    text = Prose(
        demands, sentences, title=title, start=start, filler=filler, complete=complete
    ).text()
    if all(demand.met(text) for demand in demands):
        return text
    plain = Prose(demands, (), title=_TITLES[0], start=start, filler=filler).text()
    unmet = sum(not demand.met(plain) for demand in demands)
    return plain if unmet < sum(not demand.met(text) for demand in demands) else text


__all__ = ["Prose", "lower", "upper", "write"]
