"""Demands for a choice or a number: one of some labels, yes or no, a score within bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Echo, Form, Label, ScoreForm, Template
from mockserver.chat.model.demands.wording import QUOTE, Wording
from mockserver.chat.model.numbers import amount_of


def label(place: Place) -> Form | None:
    """The options that the cue names, or those behind it, in its line or on lines of their own."""
    options = _options_in(place["list"] or place.value, place.wording)
    if options:
        return _one_of(place, dict.fromkeys(options, ""))
    line = place.rest.split("\n", 1)[0]
    if line.strip(" :"):
        listed = re.split(r"[.!?](?:\s|$)|\)|\]", line)[0]
        return _one_of(place, dict.fromkeys(_options_in(listed, place.wording), ""))
    return _one_of(place, _rows_in(place.rest, place.wording))


def few_shots(place: Place) -> Form | None:
    """The labels of examples, the last of which is open."""
    text = place.wording.message
    if (last := CUES.find("open label", text)) is None:
        return None
    parts = re.split(rf"(?im)^[ \t]*{re.escape(last['label'])}:[ \t]*([^\n]*)$", text)
    labelled = zip(parts[::2], parts[1:-2:2], strict=False)
    about = {label.strip(" '\""): text.strip()[-200:] for text, label in labelled}
    return _one_of(place, about, longest=39)


def conditional(place: Place) -> Form | None:
    """Options with conditions, perhaps behind a head: `Say "PASS" if ..., "FAIL" otherwise`."""
    plain, text = place.wording.plain, place.wording.text
    about = {
        f"{place['head']}{plain(row['option']).strip()}": plain(row["about"]).strip(" ,.")
        for row in CUES.find_all("condition", text)
    }
    if rest := CUES.find("otherwise", text):
        about.setdefault(plain(rest["option"]).strip(), "otherwise")
    return _one_of(place, about, longest=40)


def yes_no(place: Place) -> Form | None:
    """Yes or no, true or false, in the case that the message uses or asks for."""
    yes, *_, no = re.findall(r"\w+", place.match[0])
    around = f"{place.around} {place.behind(120)}".lower()
    if re.search(r"\blower|\bsmall letters", around):
        yes, no = yes.lower(), no.lower()
    elif re.search(r"\bupper|\bcapitals?\b(?! of)|\bcaps\b", around):
        yes, no = yes.upper(), no.upper()
    elif yes[0].isupper() and no.islower():
        no = no.capitalize()
    return _one_of(place, {yes: "", no: ""})


def options(place: Place) -> Form | None:
    """The options that match the named pattern in the head, with their meanings."""
    rows = CUES.find_all(place.value, place["list"] or place.wording.message)
    return _one_of(place, {r["option"].strip(): r.groupdict().get("about") or "" for r in rows})


def grades(place: Place) -> Form | None:
    """Letters as grades: from A to F."""
    low, high = (ord(place[name].upper()) for name in ("low", "high"))
    return _one_of(place, dict.fromkeys(map(chr, range(low, high + 1)), ""))


def score(place: Place) -> Form | None:
    """A number between two others; the head has the usual ones and the unit."""
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
    shown_line = CUES.find("score line", place.wording.message)
    return ScoreForm(
        low,
        high,
        alone and not shown_line,
        f" {unit}" if unit.isalpha() else unit,
        shown_line["head"] if shown_line else "Score:",
        last=place_in(place) == "last",
    )


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
    separator = "\n" if "line" in text else " " if "space" in text else ", "
    return Echo(separator.join(map(str, numbers))) if len(numbers) <= 200 else None


def place_in(place: Place) -> str:
    """The place of a label: `first` or `last` beside an explanation, or `only`."""
    return next((name.split()[0] for name in _PLACES if place.find(name)), "only")


_PLACES = ("first line", "last line", "only this", "first of all", "last of all")
"""Named patterns for the place of a label, the surest first."""


def _one_of(place: Place, about: dict[str, str], longest: int = 60) -> Form | None:
    """One of some options, with their meanings."""
    brief = all(0 < len(option) <= longest for option in about)
    fits = 1 < len(about) <= 40 and brief and not all("," in option for option in about)
    meanings = tuple(about.values()) if any(about.values()) else ()
    times = 2 if place.find("repeated") else 1
    return Label(tuple(about), meanings, place_in(place), times) if fits else None


def _options_in(masked: str, wording: Wording) -> Iterable[str]:
    """The options of a list within a line."""
    if len(re.findall(QUOTE, masked)) > 1:
        return [item for item in wording.items(masked) if len(item) <= 60]
    parts = CUES.pattern("joint").split(masked)
    plain = (wording.plain(part).strip(" .:(){}<>\"'`*-") for part in parts)
    bare = (part if part.startswith("[[") else part.strip("[] ") for part in plain)
    items = [item for part in bare if (item := CUES.pattern("before an option").sub("", part))]
    unfit = (len(item) > 1 and CUES.matches("no option", item) for item in items)
    return () if any(unfit) else items


def _rows_in(text: str, wording: Wording) -> dict[str, str]:
    """Options on separate lines, with their meanings."""
    about = dict[str, str]()
    is_marked = False
    for line in text.lstrip(" :").removeprefix("\n").removeprefix("\n").split("\n"):
        row, was_marked = CUES.pattern("row of an option").match(line), is_marked
        is_marked = bool(row and row["mark"])
        longest = 4 if about else 6
        if row is None or not (is_marked or row["joint"] or len(line.split()) <= longest):
            break
        if not line.strip() or (about and was_marked and not is_marked):
            break
        name = wording.plain(row["name"]).strip(" *`\"'")
        about[name] = wording.plain(row["about"] or "").strip()
    return about


def _number(text: str) -> float:
    return float(text) if re.match(r"-?\d", text) else amount_of(text)
