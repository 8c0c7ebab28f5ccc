"""Demands for a choice or a number: one of some labels, yes or no, a score within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Echo, Form, Label, ScoreForm, Template
from mockserver.chat.model.demands.wording import QUOTE, Wording
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.patterns import pattern

_ROW = pattern(
    r"^[ \t]*(?P<mark>[-*\u2022][ \t]|\d{1,2}[.)][ \t]|\(?[A-H][.):][ \t])?[ \t]*"
    r"(?P<name>[^\n:\u2013]{1,60}?)"
    r"(?P<joint>[ \t]*(?::|\s-\s|\u2013|\s=\s)[ \t]*(?P<said>[^\n]{0,300}))?$"
)
_OPEN = pattern(r"(?:^|\n)[ \t]*([A-Za-z][\w ]{0,20}):\s*\Z")


def label(place: Place) -> Form | None:
    """The options of the row, or behind the cue, in its line or on lines of their own."""
    options = _options_in(place["list"] or place.value, place.wording)
    if options:
        return _one_of(place, dict.fromkeys(options, ""))
    text, end = place.match.string, place.match.end()
    rest = text[end:].split("\n", 1)[0]
    if rest.strip(" :"):
        listed = re.split(r"[.!?](?:\s|$)|\)|\]", rest)[0]
        return _one_of(place, dict.fromkeys(_options_in(listed, place.wording), ""))
    return _one_of(place, _rows_behind(text[end:], place.wording))


def few_shots(place: Place) -> Form | None:
    """Examples with their labels, of which the last one is open."""
    text = place.wording.message
    if (last := _OPEN.search(text)) is None:
        return None
    parts = re.split(rf"(?im)^[ \t]*{re.escape(last[1])}:[ \t]*([^\n]*)$", text)
    known = {
        label: text.strip()[-200:] for text, label in zip(parts[::2], parts[1:-2:2], strict=False)
    }
    return _one_of(place, {name.strip(" '\""): text for name, text in known.items()}, longest=39)


def conditional(place: Place, head: str = "") -> Form | None:
    """`Say "PASS" if ..., "FAIL" otherwise`: options that say themselves what they stand for."""
    plain, text = place.wording.plain, place.wording.text
    rows = CUES.pattern("condition").finditer(text)
    known = {
        f"{head}{plain(row['option']).strip()}": plain(row["about"]).strip(" ,.") for row in rows
    }
    if found := CUES.find("otherwise", text):
        known.setdefault(plain(found["option"]).strip(), "otherwise")
    return _one_of(place, known, longest=40)


def graded(place: Place) -> Form | None:
    """`GRADE: $LETTER`: such options behind a head."""
    return conditional(place, place["head"])


def yes_no(place: Place) -> Form | None:
    """Yes or no, true or false, in the case that is asked for or in which the message says it."""
    yes, *_, no = re.findall(r"\w+", place.match[0])
    around = f"{place.around} {place.behind(120)}".lower()
    if re.search(r"\blower|\bsmall letters", around):
        yes, no = yes.lower(), no.lower()
    elif re.search(r"\bupper|\bcapital|\bcaps\b", around):
        yes, no = yes.upper(), no.upper()
    elif yes[0].isupper() and no.islower():
        no = no.capitalize()
    return _one_of(place, {yes: "", no: ""})


def options(place: Place) -> Form | None:
    """Options with what they stand for: what fits the piece that the row names."""
    rows = CUES.pattern(place.value).finditer(place["list"] or place.wording.message)
    known = {row["option"].strip(): row.groupdict().get("about") or "" for row in rows}
    return _one_of(place, known)


def grades(place: Place) -> Form | None:
    """Grades as letters: from A to F."""
    low, high = (ord(place[name].upper()) for name in ("low", "high"))
    return _one_of(place, dict.fromkeys(map(chr, range(low, high + 1)), ""))


def score(place: Place) -> Form | None:
    """A number between two others; the row says which ones are usual, and the unit."""
    usual, _, unit = place.value.partition(" ")
    lowest, _, highest = usual.partition("-")
    shown = CUES.find("range", place.wording.message) if unit else None
    low, high = (
        _number(place[name] or (shown[name] if shown else "") or default or "0")
        for name, default in (("low", lowest), ("high", highest))
    )
    if not low < high <= 1_000:
        return None
    alone = bool(place.value) or bool(place.find("alone") and not place.find("explained"))
    return ScoreForm(low, high, alone, f" {unit}" if unit.isalpha() else unit)


def named_scores(place: Place) -> Form | None:
    """Several scores, each on a line under its name."""
    bounds = re.search(r"\b(\d)\D{1,20}?(\d{1,3})\b", place.wording.text)
    names = _options_in(re.sub(r"\([^)]*\)", "", place["list"]), place.wording)
    if not (bounds and names):
        return None
    return Template("\n".join(f"{name}: <score {bounds[1]}-{bounds[2]}>" for name in names))


def counting(place: Place) -> Form | None:
    """The numbers from one to another."""
    first, last = int(place["first"]), int(place["last"])
    numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    text = place.wording.text.lower()
    joint = "\n" if "line" in text else " " if "space" in text else ", "
    return Echo(joint.join(map(str, numbers))) if len(numbers) <= 200 else None


def place_in(place: Place) -> str:
    """The place of the label: at the end of an explanation, at its beginning, or alone."""
    return next((said.split()[0] for said in _PLACES if place.find(said)), "only")


_PLACES = ("first line", "last line", "only this", "first of all", "last of all")
"""The pieces of the table that tell where a label stands, the surest first."""


def _one_of(place: Place, known: dict[str, str], longest: int = 60) -> Form | None:
    """One of some options, of which nothing or something is known."""
    brief = all(0 < len(option) <= longest for option in known)
    fits = 1 < len(known) <= 40 and brief and not all("," in option for option in known)
    about = tuple(known.values()) if any(known.values()) else ()
    times = 2 if place.find("repeated") else 1
    return Label(tuple(known), about, place_in(place), times) if fits else None


def _options_in(masked: str, wording: Wording) -> Iterable[str]:
    """The options of a list within a line."""
    if len(re.findall(QUOTE, masked)) > 1:
        return [item for item in wording.items(masked) if len(item) <= 60]
    plain = (
        wording.plain(part).strip(" .:(){}<>\"'`*-") for part in CUES.pattern("joint").split(masked)
    )
    bare = (part if part.startswith("[[") else part.strip("[] ") for part in plain)
    items = [item for part in bare if (item := CUES.pattern("before an option").sub("", part))]
    unfit = (len(item) > 1 and CUES.find("no option", item) for item in items)
    return () if any(unfit) else items


def _rows_behind(text: str, wording: Wording) -> dict[str, str]:
    """Options on lines of their own, and what is said of each."""
    known = dict[str, str]()
    rows = text.lstrip(" :").removeprefix("\n").removeprefix("\n").split("\n")
    marked = False
    for line in rows:
        row, was_marked = _ROW.match(line), marked
        marked = bool(row and row["mark"])
        longest = 4 if known else 6
        if row is None or not (marked or row["joint"] or len(line.split()) <= longest):
            break
        if not line.strip() or (known and was_marked and not marked):
            break
        name = wording.plain(row["name"]).strip(" *`\"'")
        known[name] = wording.plain(row["said"] or "").strip()
    return known


def _number(said: str) -> float:
    return float(said) if re.match(r"-?\d", said) else amount_of(said)
