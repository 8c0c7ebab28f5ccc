"""Demands for code: its language, and the name and the parameters of a function."""

from __future__ import annotations

import re

from mockserver.chat.model.demands.cue import CUES, Place
from mockserver.chat.model.demands.demand import Demand
from mockserver.chat.model.demands.form import Code
from mockserver.chat.model.text.texts import enumerated

_NAMELESS = frozenset("sql dockerfile makefile html css bash regex yaml toml ini env".split())
"""Languages in which a request names no function."""


def code(place: Place) -> Demand | None:
    """Code in a language, with the name and the parameters from the request."""
    named = place["code"] or place.value
    message = place.wording.message
    shown = CUES.text("shown language", message)
    language = (CUES.meaning("code", named) or place.value or "bash") if named else shown
    alone = CUES.matches("code alone", message)
    is_pattern = alone and language == "regex" and not CUES.matches("fenced", message)
    bare = CUES.matches("unfenced", message) or is_pattern
    name, parameters = ("", ()) if language in _NAMELESS else signature_in(message)
    return Code(language, name, parameters, alone=alone or bare, bare=bare)


def signature_in(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the parameters of a function, written as `f(x)` or described in words."""
    name, parameters = "", tuple[str, ...]()
    named, shown = CUES.find("name of a function", text), CUES.find("signature", text)
    if shown and not (named and CUES.matches("class", named[0])):
        name = shown["name"]
        parts = (re.split("[:=]", part)[0].strip(" *") for part in shown["list"].split(","))
        is_type = CUES.pattern("type before a name").fullmatch
        words = filter(None, map(str.split, parts))  # `name`, `int name` or `name int`.
        parameters = tuple(e[-1] if e[1:] and is_type(e[0]) else e[0] for e in words)
    elif named:
        name = named["name"]
    if not parameters and (described := CUES.find("parameters", text)):
        bare = re.sub(r"\(\w+\)|[`\"']", "", described["list"])
        listed = (each.split()[-1] for each in enumerated(bare) if each.strip())
        is_kind = CUES.pattern("kind of value").fullmatch
        parameters = tuple(each for each in listed if not is_kind(each))
    return name, parameters
