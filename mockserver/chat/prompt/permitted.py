"""What a chat template may use of Jinja and of Python: nothing that makes much out of little."""

from __future__ import annotations

from collections.abc import Mapping

FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "first", "float"),
    *("int", "items", "last", "length", "list", "lower", "map", "max", "min", "reject"),
    *("rejectattr", "reverse", "safe", "select", "selectattr", "sort", "string", "title"),
    *("unique", "upper"),
)
GLOBALS = ("cycler", "dict", "joiner", "namespace", "range")

CONSUMING = ("list", "max", "min", "sort", "unique")
"""Filters that may look at every item at once."""

STRIPPING = ("strip", "lstrip", "rstrip")
"""Methods that look for each of some characters at the ends of a text."""

BACKWARDS = ("rfind", "rindex", "rpartition", "rsplit")
"""Methods that may compare what they look for at every place of a text."""

METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset({
        *("capitalize", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdigit"),
        *("islower", "isnumeric", "isspace", "isupper", "join", "lower", "partition"),
        *("removeprefix", "removesuffix", "replace", "split", "splitlines", "startswith"),
        *("swapcase", "title", "upper", *BACKWARDS, *STRIPPING),
    }),
    dict: frozenset({"get", "items", "keys", "values"}),
    list: frozenset({"count", "index"}),
    int: frozenset(),
    float: frozenset(),
    tuple: frozenset(),
}  # fmt: skip
"""What a template may call of its values; of other things, what the sandbox lets it."""
