"""Kind and classes of an object, read out of its value.

A value that claims no classes, but comes with a built-in class, is completed: with every field of
that class and the names of its classes. Observed: so is every part of it with a class of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import invalid
from mockserver.core.model import Json, JsonObject, misfit

ROOTS = ("Object", "BaseObject")

UNNAMED = frozenset({"BuiltinPart", "Closed", "Open", "Operator"})
"""Classes that only we have; the service calls `ClosedPart` `BaseModelStrict`."""


class Classes(NamedTuple):
    """The classes of a value: the one that clients filter by, and its own."""

    base: str | None = None
    leaf: str | None = None


class Classed(NamedTuple):
    """A value as it is kept, and its classes."""

    value: Json
    classes: Classes


def classed(value: Json, builtin: str | None) -> Classed:
    """A value with the classes it claims by `_class_name` and `_bases`, or those of `builtin`.

    Raises a 400 if they contradict each other, and for a value that does not fit its class.
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
    if builtin is None:
        return Classed(value, Classes())
    value = _completed(value, builtin)
    claimed = _claimed(value)
    if claimed is None:  # `ChartConfig`, which is only ever a part, makes no object. Observed.
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


def _completed(value: JsonObject, name: str) -> JsonObject:
    from mockserver.trace.objects.builtin import BUILTIN

    model = BUILTIN.get(name)
    if model is None:
        raise invalid(f"Unknown object class: {name}")
    try:
        return _dump(model.model_validate(value))
    except ValidationError as error:
        raise invalid(f"Invalid {name}: {misfit(error)}") from None


def _dump(value: BaseModel) -> JsonObject:
    model = type(value)
    fields = {
        info.alias or name: _plain(getattr(value, name))
        for name, info in model.model_fields.items()
    }
    names = [base.__name__ for base in model.__mro__[1:-1]]
    bases = [
        "BaseModelStrict" if name == "ClosedPart" else name for name in names if name not in UNNAMED
    ]
    name = model.model_config.get("title") or model.__name__
    return {"_type": name, **fields, "_class_name": name, "_bases": bases}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _dump(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
