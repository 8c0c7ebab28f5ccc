"""Demands for a choice or a number: one of several labels, yes or no, a score in a range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Echo, Form, Label, ScoreForm, Template
from mockserver.chat.model.numbers import amount_of
from mockserver.chat.model.wording import QUOTE, Wording

_MOST_NUMBERS = 200
_PLACES = ("first line", "last line", "only this", "first of all", "last of all")
"""Named patterns for the position of a label, the most reliable one first."""


def label(place: Place) -> Form | None:
    """A choice among the options in the cue, after it on the same line, or on the lines below."""
    return _one_of(place, _listed(place["list"] or place.value, place.rest, place.wording))


def conditional(place: Place) -> Form | None:
    """A choice among options with conditions: `Say "PASS" if ..., "FAIL" otherwise`."""
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
    around = f"{place.around} {place.after(120)}".lower()
    if re.search(r"\blower|\bsmall letters", around):
        yes, no = yes.lower(), no.lower()
    elif re.search(r"\bupper|\bcapitals?\b(?! of)|\bcaps\b", around):
        yes, no = yes.upper(), no.upper()
    elif yes[0].isupper() and no.islower():
        no = no.capitalize()
    return _one_of(place, {yes: "", no: ""})


def options(place: Place) -> Form | None:
    """A choice among the options that a named pattern finds; the value of the cue names it."""
    rows = CUES.find_all(place.value, place["list"] or place.wording.message)
    return _one_of(
        place, {row["option"].strip(): row.groupdict("").get("about", "") for row in rows}
    )


def _one_of(place: Place, about: Mapping[str, str], longest: int = 60) -> Form | None:
    """A choice among options with their meanings, or None if they do not look like labels."""
    are_short = all(0 < len(option) <= longest for option in about)
    are_labels = 1 < len(about) <= 40 and are_short and not all("," in each for each in about)
    meanings = tuple(about.values()) if any(about.values()) else ()
    times, many = 1 + bool(place.find("repeated")), bool(place.find("all that apply"))
    return Label(tuple(about), meanings, place_in(place), times, many) if are_labels else None


def place_in(place: Place) -> str:
    """The position of a label: `first` or `last` if there is an explanation, else `only`."""
    return next((name.split()[0] for name in _PLACES if place.find(name)), "only")


def _listed(masked: str, rest: str, wording: Wording) -> Mapping[str, str]:
    """The options of a list with their meanings; without a list those after it or below."""
    line = rest.split("\n", 1)[0]
    if not masked and not line.strip(" :"):
        return _rows_in(rest, wording)
    if glossed := [*CUES.find_all("glossed", wording.plain(masked or line))]:
        return {row["option"]: row["about"] for row in glossed} if len(glossed) > 1 else {}
    if grades := re.fullmatch(r"(?i)([a-e])\W+(?:\w+ )?([c-f])", masked):
        low, high = map(ord, "".join(grades.groups()).upper())
        return dict.fromkeys(map(chr, range(low, high + 1)), "")
    options = masked or re.split(r"[.!?](?:\s|$)|\)|\]", line)[0]
    return dict.fromkeys(_options_in(options, wording), "")


def _options_in(masked: str, wording: Wording) -> Iterable[str]:
    """The options of a list on one line."""
    if len(re.findall(QUOTE, masked)) > 1:
        return [item for item in wording.items(masked) if len(item) <= 60]
    parts = CUES.pattern("joint").split(masked)
    plain = (wording.plain(part).strip(" .:(){}<>\"'`*-") for part in parts)
    bare = (part if part.startswith("[[") else part.strip("[] ") for part in plain)
    items = [item for part in bare if (item := CUES.pattern("before an option").sub("", part))]
    if len(items) > 2 and all(re.fullmatch("[a-z]{2}", item) for item in items):
        return items  # Codes of languages, such as `it`, are no words.
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


# Numbers


def score(place: Place) -> Form | None:
    """A number in a range. The value of the cue has the default range and the unit: `1-5 stars`."""
    default_range, _, unit = place.value.partition(" ")
    lowest, _, highest = default_range.partition("-")
    message = place.wording.message
    low, high = (
        _number(place[name] or default or "0")
        for name, default in (("low", lowest), ("high", highest))
    )
    if (worth := CUES.find("worth", message)) and not high:
        high = float(worth["each"]) * max(len([*CUES.find_all("numbered line", message)]), 1)
    if not low < high <= 1_000:
        return None
    if CUES.matches("any number", place.around):
        return ScoreForm(low, high, alone=True, drawn=True)
    line = CUES.find("score line", message)
    alone = bool(place.value or (place.find("alone") and not place.find("explained")))
    usual = "" if place.find("bare score line") else line["head"] if line else "Score:"
    return ScoreForm(
        low,
        high,
        alone and not (line or place["head"]),
        f" {unit}" if unit.isalpha() else unit,
        place["head"] or usual,
        last=bool(place["head"]) or place_in(place) == "last",
    )


def _number(text: str) -> float:
    """The value of a bound in figures, with or without thousands separators, or in words."""
    bare = text.replace(",", "")
    return float(bare) if re.fullmatch(r"-?\d+(?:\.\d+)?", bare) else amount_of(bare)


def named_scores(place: Place) -> Form | None:
    """Several named scores, one on each line."""
    bounds = re.search(r"\b(\d)\D{1,20}?(\d{1,3})\b", place.wording.text)
    names = _options_in(re.sub(r"\([^)]*\)", "", place["list"]), place.wording)
    if not (bounds and names):
        return None
    return Template("\n".join(f"{name}: <score {bounds[1]}-{bounds[2]}>" for name in names))


def counting(place: Place) -> Form | None:
    """The numbers of a range, counted up or down."""
    first, last = int(place["first"]), int(place["last"])
    numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    text = place.wording.text.lower()
    separator = "\n" if "line" in text else " " if "space" in text else ", "
    return Echo(separator.join(map(str, numbers))) if len(numbers) <= _MOST_NUMBERS else None
