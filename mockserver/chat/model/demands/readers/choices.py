"""Demands for a choice: one of several labels, a grade, yes or no."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.form import Form, Label
from mockserver.chat.model.reading.wording import Wording
from mockserver.chat.model.text.patterns import pattern

_NEAR = 160
"""The most characters before a list that may speak for it."""

_END = pattern(r"(?<=[.!?;])\s|\n")
"""The end of a sentence or a line."""

_PLURAL = pattern(r"([^\W\d_]{3,20}?)(?:ies|e?s)\W*\Z")
"""The noun before a list, of which the prompt may ask for one."""

_WORD = pattern(r"\w+")
_SINGLED_OUT = pattern(r"(?=\b(?:one|single|best|right|which) (\w+)(?: (\w+))?)")
_APPLICABLE = pattern(r"\b(?:which(?: of the following)?|matching|applicable) (\w+)")
"""The words after those that ask for one option, and for all that fit."""

_FRACTION = pattern(r"\W*(?!0 ?/ ?1\b|1 ?/ ?0\b)\d+ ?/ ?\d+\W*")
"""Two numbers with a stroke, which are no options, unlike `0/1`."""

_IN_A_SENTENCE = pattern(r"(?i:an?|the|your) ")
"""The article of a noun, which no option has."""

_LONGEST_NAME = 40
"""The most characters of an option, on average, if each has a letter."""

_ENOUGH = 4
"""The weight of the evidence that makes a list one of options."""

_PLACES = ("first line", "last line", "only this", "first of all", "last of all")
"""Named patterns for the position of a label, which is their first word, in the order to try."""


def label(place: Place) -> Form | None:
    """A choice among the options in the head of the cue, or among the letters of grades."""
    if place.value:
        return _one_of(place, dict.fromkeys(place.value.split(", "), ""))
    low, *_, high = map(ord, place["list"].upper())
    return _one_of(place, dict.fromkeys(map(chr, range(low, high + 1)), ""))


def choice(place: Place) -> Form | None:
    """A choice of the likeliest list of options, which becomes the match of the place."""
    text, best = place.match.string, _ENOUGH
    general = _weight("options in their message", place.wording.text)
    about: Mapping[str, str] = {}
    for kind, options_of in (("options in a line", _in_line), ("options on lines", _on_lines)):
        end = 0
        for found in CUES.pattern(kind).finditer(text):
            if options := options_of(found, place.wording):
                evidence = general + _evidence(found, options, end, place.wording.message)
                if evidence >= best:
                    best, about, place.match = evidence, options, found
            end = found.end()
    return _one_of(place, about)


def _evidence(found: re.Match[str], options: Mapping[str, str], previous: int, message: str) -> int:
    """The weight of what says that a list has the options for the reply: its look, and the words
    around it, from the end of the previous list on."""
    text, start = found.string, found.start()
    if "\n" not in found[0]:
        start += max(found[0].find(next(iter(options))), 0)
    clauses = _END.split(text[max(start - _NEAR, previous) : start])
    lead = next(filter(str.strip, reversed(clauses)), "")
    weight = _weight("options in their place", f"{lead}«{found[0]}»{text[found.end() :][:20]}")
    weight += _weight("options by their look", ", ".join(options))
    if noun := _PLURAL.search(lead):
        stem, lowered = noun[1].lower(), message.lower()
        one = {stem, f"{stem}y", f"{stem}e"}
        singled_out = {word for pair in _SINGLED_OUT.findall(lowered) for word in pair}
        weight += 3 * (not one.isdisjoint(_WORD.findall(lowered)))
        weight += 3 * (not one.isdisjoint(singled_out))
        several = {f"{stem}ies", f"{stem}es", f"{stem}s"}
        weight += 3 * (not several.isdisjoint(_APPLICABLE.findall(lowered)))
    return weight


def _weight(section: str, text: str) -> int:
    """The sum of the numbers in all rows of a section that match a text."""
    return sum(map(int, CUES.texts(section, text)))


def conditional(place: Place) -> Form | None:
    """A choice among options with conditions: `Say "PASS" if ..., "FAIL" otherwise`."""
    plain, text = place.wording.plain, place.wording.text
    about = {
        plain(row["option"]).strip(): plain(row["about"]).strip(" ,.")
        for name in ("condition", "condition before")
        for row in CUES.find_all(name, text)
    }
    if rest := CUES.find("otherwise", text):
        about.setdefault(plain(rest["option"]).strip(), "otherwise")
    return _one_of(place, about, longest=40)


def yes_no(place: Place) -> Form | None:
    """Yes or no, true or false, in the case that the message uses or asks for."""
    yes, *_, no = re.findall(r"\w+", place.match[0])
    if re.search(r"\blower|\bsmall letters", f"{place.around} {place.after(120)}".lower()):
        yes, no = yes.lower(), no.lower()
    elif yes[0].isupper() and no.islower():
        no = no.capitalize()
    return _one_of(place, {yes: "", no: ""})


def options(place: Place) -> Form | None:
    """A choice among the options that a named pattern finds; the value of the cue names it."""
    found = CUES.find_all(place.value, place["list"] or place.wording.message)
    rows = [row.groupdict("") for row in found]
    return _one_of(place, {row["option"].strip(): row.get("about", "") for row in rows})


def _one_of(place: Place, about: Mapping[str, str], longest: int = 60) -> Form | None:
    """A choice among options with their meanings, or None if they do not look like labels."""
    are_short = all(0 < len(option) <= longest for option in about)
    is_rated = not any(about.values()) or place.find("rated on a scale")
    is_scale = len(about) > 2 and all(map(str.isdigit, about)) and is_rated
    if is_scale or not are_short or not 1 < len(about) <= 40:
        return None
    meanings = tuple(about.values()) if any(about.values()) else ()
    times = 2 if place.find("repeated") else 1
    many = bool(place.find("all that apply"))
    line = CUES.find("line of a label", place.wording.message)
    names = tuple(f"{line['head']}{each}" if line else each for each in about)
    return Label(names, meanings, place_in(place), times, many)


def place_in(place: Place) -> str:
    """The position of a label: `first` or `last` if there is an explanation, else `only`."""
    return next((name.split()[0] for name in _PLACES if place.find(name)), "only")


def _in_line(found: re.Match[str], wording: Wording) -> dict[str, str]:
    """The options of a list on one line, with their meanings. Nothing marks the beginning of a list
    without quotes, so its first option has no more words than another one has, unless a mark is
    before it. Two numbers with a stroke are a fraction."""
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 :]
    if _FRACTION.search(found[0]) or line.lstrip().startswith("|"):  # The latter is of a table.
        return {}
    rows = [row.groupdict("") for row in CUES.find_all("option", found[0])]
    names = [wording.plain(row["option"]).strip(" *`") for row in rows]
    if (found.string[: found.start()].rstrip()[-1:] or ".") not in "([{:>":
        longest = max((len(name.split()) for name in names[1:]), default=1)
        names[0] = " ".join(names[0].split()[-longest:])
    return dict(zip(names, (wording.plain(row["about"]) for row in rows), strict=True))


def _on_lines(found: re.Match[str], wording: Wording) -> dict[str, str]:
    """The options of a list on separate lines, with their meanings: letters, if the lines are too
    long for names."""
    letters = {row["option"]: row["about"] for row in CUES.find_all("lettered", found[0])}
    if len("".join(letters.values())) > _LONGEST_NAME * len(letters):
        return {option: about for option, about in letters.items() if option.isalpha()}
    about = dict[str, str]()
    for line in found[0].split("\n"):
        row = CUES.pattern("row of an option").match(line)
        if row and row["name"].strip():
            name = wording.plain(row["name"]).strip(" *`\"'")
            about[name] = wording.plain(row["about"] or "").strip()
    is_whole = len(about) == found[0].strip().count("\n") + 1
    return about if is_whole and not any(map(_IN_A_SENTENCE.match, about)) else {}
