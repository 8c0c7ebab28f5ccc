"""The kind and the classes of an object, from its value.

A value without classes that is published with a built-in class is completed with every field of
that class and the names of its bases. Observed: so is each part that has a class of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import invalid
from mockserver.core.model import Json, JsonObject, misfit
from mockserver.trace.query.models import CallsFilter, SortBy

ROOTS = ("Object", "BaseObject")

UNNAMED = frozenset({"Closed", "Open", "Operator"})
"""Classes that the service does not have."""

STRICT = (CallsFilter, SortBy)
"""The closed models whose base in the service is `BaseModelStrict`."""


class Classes(NamedTuple):
    """The classes of a value: the one that clients filter by, and its own."""

    base: str | None = None
    leaf: str | None = None


def classed(value: Json, builtin: str | None) -> tuple[Json, Classes]:
    """A value as it is stored, with its classes by `_class_name` and `_bases` or by `builtin`.

    Raises a 400 if these contradict each other, and for a value that does not fit its class.
    """
    if not isinstance(value, dict):
        if builtin is not None:
            raise invalid("object_class cannot be provided for non-dict objects")
        return value, Classes()
    if declared := _declared(value):
        if builtin not in (None, declared.leaf):
            contradiction = f"{declared.leaf} != {builtin}"
            raise invalid(f"object_class must match val's defined object class: {contradiction}")
        return value, declared
    if builtin is None:
        return value, Classes()
    value = _completed(value, builtin)
    declared = _declared(value)
    if declared is None:  # `ChartConfig`, which is only a part of others, is no object. Observed.
        raise invalid(f"Unexpected error: could not get object classes for {value}")
    return value, declared


def kind_of(value: Any) -> str:
    """`op` or `object`."""
    if not isinstance(value, dict) or "_type" not in value:
        return "object"
    weave_type = value.get("weave_type")
    named = weave_type.get("type") if isinstance(weave_type, dict) else value["_type"]
    return "op" if named == "Op" else "object"


def _declared(value: dict[str, Any]) -> Classes | None:
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
    bases = [name for name in names if name not in UNNAMED]
    if model in STRICT:
        bases.insert(0, "BaseModelStrict")
    name = model.model_config.get("title") or model.__name__
    return {"_type": name, **fields, "_class_name": name, "_bases": bases}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _dump(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
