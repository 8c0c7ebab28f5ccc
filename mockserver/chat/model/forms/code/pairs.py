"""Pairs: the keys and values of a configuration, as a request states them.

`with port 8080 and debug on` has the pairs `port: 8080` and `debug: true`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import reduce
from itertools import chain
from typing import Any

from mockserver.chat.model.forms.code.catalogue import CODE, texts_in
from mockserver.chat.model.text.literals import scalar

Item = tuple[str, Any]
"""The name and the type of an item in code, such as a parameter, or its value."""


def stated_values(text: str) -> dict[str, Any]:
    """The keys and values of a configuration that a request states in words."""
    return nested(stated_pairs(text).items())


def stated_pairs(text: str) -> dict[str, str]:
    """The keys and values that a request states after words such as `with`, or after a colon."""
    found = (_pairs_of(texts_in(kind, text)) for kind in ("stated", "stated below"))
    return next(filter(None, found), {})


def nested(pairs: Iterable[Item]) -> dict[str, Any]:
    """Pairs as a tree: `server.port` is `port` in `server`."""
    tree = dict[str, Any]()
    for key, value in pairs:
        *outer, last = key.split(".")
        reduce(lambda branch, name: branch.setdefault(name, {}), outer, tree)[last] = scalar(value)
    return tree


def _pairs_of(stated: Iterable[str]) -> dict[str, str]:
    """The keys and values in phrases of several pairs."""
    parts = (re.split(r",\s*(?:and )?| and ", each) for each in stated)
    found = map(CODE.pattern("pair").fullmatch, chain.from_iterable(parts))
    known = {each["name"].replace(" ", "_"): each["switch"] or each["it"] for each in found if each}
    return {key: CODE.text("switched", it) or it.strip("`\"'") for key, it in known.items()}
