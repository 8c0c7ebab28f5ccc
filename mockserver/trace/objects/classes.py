"""Kind and classes of an object, read out of its value, and the fields that the service adds."""

from __future__ import annotations

from typing import Any, NamedTuple

from mockserver.core.errors import invalid
from mockserver.core.model import Json, JsonObject
from mockserver.trace.objects.completion import complete

ROOTS = ("Object", "BaseObject")


class Classes(NamedTuple):
    """The classes of a value: the one that clients filter by, and its own."""

    base: str | None = None
    leaf: str | None = None


class Classed(NamedTuple):
    """A value as it is kept, and its classes."""

    value: Json
    classes: Classes


def classed(value: Json, builtin: str | None) -> Classed:
    """A value with the classes it claims by `_class_name` and `_bases`; one that claims none and
    comes with a built-in class is completed to a value of that class.

    Raises a 400 on contradiction, and for a value that is none of its class.
    """
    if not isinstance(value, dict):
        if builtin is not None:
            raise invalid("object_class cannot be provided for non-dict objects")
        return Classed(value, Classes())
    if claimed := _claimed(value):
        if builtin not in (None, claimed.leaf):
            contradiction = f"{claimed.leaf} != {builtin}"
            raise invalid(f"object_class must match val's defined object class: {contradiction}")
        return Classed(value, claimed)
    if builtin is not None:
        return _completed(value, builtin)
    return Classed(value, Classes())


def _completed(value: JsonObject, builtin: str) -> Classed:
    """Observed: a class that is only ever part of others, `ChartConfig`, makes no object."""
    value = complete(value, builtin)
    claimed = _claimed(value)
    if claimed is None:
        raise invalid(f"Unexpected error: could not get object classes for {value}")
    return Classed(value, claimed)


def kind_of(value: Any) -> str:
    """`op` or `object`."""
    if not isinstance(value, dict) or "_type" not in value:
        return "object"
    weave_type = value.get("weave_type")
    named = weave_type.get("type") if isinstance(weave_type, dict) else value["_type"]
    return "op" if named == "Op" else "object"


def _claimed(value: dict[str, Any]) -> Classes | None:
    bases, leaf = value.get("_bases"), value.get("_class_name")
    if not isinstance(bases, list) or len(bases) < 2 or not isinstance(leaf, str):
        return None
    if bases[-1] != "BaseModel" or bases[-2] not in ROOTS:
        return None
    base = bases[-3] if len(bases) > 2 else leaf
    return Classes(base, leaf) if isinstance(base, str) else None
