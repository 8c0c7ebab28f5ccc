"""Keys of objects that prompts name, and describe, in words: `JSON with the keys name and age`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mockserver.chat.model.demands.cue import CUES
from mockserver.chat.model.demands.shapes.typed import (
    Schema,
    array_of,
    object_of,
    schema_of_bare_key,
)
from mockserver.chat.model.text.lists import words
from mockserver.chat.model.text.numbers import amount_of


def keys_in_words(text: str) -> Schema | None:
    """An object with the keys that a text names in quotation marks or as a list of words."""
    text = CUES.pattern("key of options").sub(r'"\g<name>"', text)
    text = CUES.changed("number of things as a key", text)
    text = CUES.pattern("typed key").sub(r"\g<name> (\g<type>)", text)
    found = [name for row in CUES.find_all("named keys", text) for name in split_keys(row["row"])]
    names = dict.fromkeys(found or next(_listed(text), []))
    asked = CUES.find("records to invent", text)
    if asked and (not names or not names.keys().isdisjoint(split_keys(asked["row"]))):
        return _to_invent(asked, split_keys(asked["row"]))
    if not found[1:] and (things := CUES.find("things with parts", text)):
        return _with_parts(things)
    if len(names) < 2 and (sentence := CUES.find("sentence on json", text)):
        bare = CUES.pattern("in brackets").sub("", sentence[0])
        loose = dict.fromkeys(match[0].strip("\"'`") for match in CUES.find_all("key", bare))
        names = max(names, loose, key=len)
    if not names:
        return usual_record(text)
    record = record_of(CUES.pattern("topic after a key").sub("", name) for name in names)
    for name, shape in record["properties"].items():
        if shape == array_of() and (name.startswith("number_of_") or _is_counted(name, text)):
            record["properties"][name] = {"type": "integer"}
    return record


def usual_record(text: str) -> Schema | None:
    """One or several objects of a kind that a text wants, with the usual keys of the kind."""
    asked = CUES.find("usual records", text)
    usual = CUES.meaning("usual keys", asked["noun"]) if asked else ""
    return _to_invent(asked, usual.split(", ")) if asked and usual else None


def record_of(names: Iterable[str]) -> Schema:
    """An object with keys whose names tell their types; beside names, the figures of a chart are
    numbers."""
    shapes = {name: schema_of_bare_key(name) for name in names}
    if not words("fields.chart_names").isdisjoint(shapes):
        figures = shapes.keys() & words("fields.chart_figures")
        shapes.update(dict.fromkeys(figures, array_of({"type": "number"})))
    return object_of(shapes)


def split_keys(row: str) -> list[str]:
    """The names in a list of keys."""
    parts = CUES.pattern("between keys").split(CUES.pattern("in brackets").sub("", row))
    return [re.sub(r"\W+", "_", part.strip(" \"'`[]*")) for part in parts]


def descriptions_in(text: str, names: Iterable[str]) -> dict[str, str]:
    """The descriptions of keys in a text."""
    known = {name.rpartition("_")[2]: name for name in names} | {name: name for name in names}
    abouts = dict[str, str]()
    for match in CUES.find_all("described key", text):
        other, _, rest = match["about"].partition(" ")
        is_of_other = other in known and rest  # `city (age as a number)` is about the age.
        name, about = (other, rest) if is_of_other else (match["name"], match["about"])
        if name in known:
            abouts[known[name]] = about
    for match in CUES.find_all("each has", text):
        stem = re.sub("(y|ies|s)$", "", match["one"])
        for plural in (f"{stem}s", f"{stem}es", f"{stem}ies"):
            if plural in known:
                abouts[plural] = f"list of objects with {match['about']}"
    # What is said about a key of several named objects may be about another one's.
    return {name: each for name, each in abouts.items() if not _is_in_several(name, text)}


def _listed(text: str) -> Iterator[list[str]]:
    """The lists of names that a text clearly uses as keys."""
    for match in CUES.find_all("listed keys", text):
        is_key, every = CUES.pattern("no key").fullmatch, split_keys(match["row"])
        is_way = "subject" in every or {"from", "to"} <= {*every}
        names = [name for name in every if is_way or not is_key(name)]
        if len(names) >= (1 if match.groupdict().get("plain") else 2):
            yield names


def _to_invent(asked: re.Match[str], keys: Sequence[str]) -> Schema:
    """One or several objects of a kind that a text wants made up."""
    record = record_of(keys) | {"title": _singular(asked["noun"])}
    several = asked.groupdict().get("several")
    return array_of(record, amount_of(several)) if several else record


def _with_parts(things: re.Match[str]) -> Schema:
    """A list of objects, under a key if it is listed as one: `the steps, each with a title`."""
    parts = split_keys(things["row"].replace(" with ", " and "))
    rows = array_of(record_of(map(_singular, parts)))
    lead = things.string[: things.end("things")]
    is_alone = not things["listed"] or CUES.matches("many objects", lead)
    return rows if is_alone else object_of({things["things"]: rows})


def _singular(noun: str) -> str:
    """The singular of a regular plural."""
    return re.sub("(?<!mov)ies$", "y", noun).removesuffix("s")


def _is_counted(name: str, text: str) -> bool:
    """True if a text has the number of things under a key, rather than the things."""
    if CUES.matches("people", name) and CUES.matches("reservation", text):
        return True
    counted = rf"\b(\d[\d.,]* (\w+ )?|how many ){name.replace('_', ' ')}\b(?!:|, (?!and\b|\d))"
    is_listed = re.search(rf"\b{name}\W{{1,3}}(an? )?(array|list)\b", text)
    return not is_listed and re.search(rf"(?<!of )(?<!exactly ){counted}", text) is not None


def _is_in_several(name: str, text: str) -> bool:
    """True if a text shows a key in several objects that have names of their own."""
    return len(re.findall(rf'"\w+"\s*:\s*\{{[^{{}}]{{0,600}}"{re.escape(name)}"\s*:', text)) > 1
