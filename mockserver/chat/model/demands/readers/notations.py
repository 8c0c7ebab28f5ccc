"""Demands for a notation of data: JSON, fields under markers, tags."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from mockserver.chat.model.demands import form
from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Form
from mockserver.chat.model.demands.shapes.shapes import schema_shown
from mockserver.chat.model.values.matching.pairs import pairs_to_convert

_MOST_TAGS = 40
"""The most tags that are read in a prompt."""


def json_object(place: Place) -> Form | None:
    """JSON to write: like an object that the prompt shows, or if the prompt says `JSON` and does
    not mean its own data."""
    made = _json_of(place.wording.message, place.wording.original)
    start, end = place.match.span()
    around = place.match.string[max(start - 30, 0) : end + 30]
    is_input = place.is_negated(16) or CUES.matches("about json", around)
    is_shown = made.schema or pairs_to_convert(place.wording.original)
    is_meant = is_shown if place.value else not is_input
    return made if is_meant else None


@lru_cache(maxsize=32)
def _json_of(text: str, original: str) -> form.JsonForm:
    """The JSON that a text asks for. The keys are those of the original, in its language."""
    notation = CUES.text("notation", text).lower() or "json"
    if notation != "json":
        original = CUES.changed("other notations", original)
    schema = schema_shown(original) or (schema_shown(text) if text != original else None)
    fenced = CUES.matches("fenced", text) and not CUES.matches("bare json", text)
    many = CUES.matches("many objects", re.sub(r"\([^()\n]*\)", "", text))
    if not schema:
        return form.JsonForm("", fenced, many, notation=notation)
    lines = CUES.matches("json lines", text)
    return form.JsonForm(json.dumps(schema), fenced, many or lines, lines, notation)


def fields(place: Place) -> Form:
    """The output fields of the last interaction in the prompt."""
    text = place.wording.message
    begin = re.search(r"starting with the field (.+?)(?:ending|\n|$)", text)
    outputs = re.search(r"(?is)your output fields are:\n(.*?)\n(?:All|\n)", text)
    if outputs and not begin:
        names = re.findall(r"(?m)^\s*\d+\. `(\w+)`", outputs[1])
    else:
        names = re.findall(r"\[\[ ## (\w+) ## \]\]", begin[1] if begin else text)
    to_fill = dict.fromkeys(name for name in names if name != "completed")
    return form.MarkedFields((*to_fill, "completed"))


def tags(place: Place) -> Demand | None:
    """Tags to fill in: the closed ones, or all if the prompt calls them tags or says what to put
    in several of them, except inputs."""
    text = place.wording.message
    are_called_tags = not place.wording.words.isdisjoint(("tag", "tags"))
    are_called_tags = are_called_tags or len([*CUES.find_all("place in tags", text)]) > 1
    names = [*dict.fromkeys(re.findall(r"(?<!<)<(\w{2,30})>(?!>)", text))][:_MOST_TAGS]
    closed = [name for name in names if are_called_tags or f"</{name}>" in text]
    # Tags with attributes are around texts that the prompt brings.
    to_fill = [e for e in closed if f"<{e} " not in text and _is_to_fill(e, text)]
    inner = (re.search(rf"<{name}>(?:your|the|an?) ([\w ]+)</", text) for name in to_fill)
    abouts = (found[1] if found else name for found, name in zip(inner, to_fill, strict=True))
    return form.Tags(tuple(to_fill), tuple(abouts)) if 0 < len(to_fill) < 8 else None


def _is_to_fill(name: str, text: str) -> bool:
    """True if a tag encloses nothing, a placeholder or one of several options."""
    inner = text.rpartition(f"<{name}>")[2].partition(f"</{name}>")[0].strip()
    if name in (each["name"] for each in CUES.find_all("asked in tags", text)):
        return True
    if CUES.pattern("tag of an input").fullmatch(name):
        return False
    is_place = re.match(
        r"(?i:your|n|x)\b|(?:the|a|an|step|final|and)\b|[\[{(<.\u2026]|[A-Z]{3,}$", inner
    )
    is_open = f"</{name}>" not in text or not inner or (is_place and len(inner) < 30)
    return bool(is_open or re.search(rf"</{name}>\s*(?:or|/|,|\|)\s*<{name}>", text))
