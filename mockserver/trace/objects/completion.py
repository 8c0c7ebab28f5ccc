"""Completing a value of a built-in class: its members with their defaults, and its classes' names.

Observed: every part of it that has a class of its own names that class as well.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from mockserver.core.errors import invalid
from mockserver.core.model import JsonObject, misfit

_UNNAMED = frozenset({"BuiltinPart", "Closed", "Open", "Operator"})
"""Classes of ours that the service does not have; `ClosedPart` it calls `BaseModelStrict`."""


def complete(value: JsonObject, name: str) -> JsonObject:
    """The value with every member of its class, and the names of the classes.

    Raises a 400 for an unknown class and for a value that does not fit it.
    """
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
    members = {
        info.alias or name: _plain(getattr(value, name))
        for name, info in model.model_fields.items()
    }
    names = [base.__name__ for base in model.__mro__[1:-1]]
    bases = [
        "BaseModelStrict" if name == "ClosedPart" else name
        for name in names
        if name not in _UNNAMED
    ]
    name = model.model_config.get("title") or model.__name__
    return {"_type": name, **members, "_class_name": name, "_bases": bases}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return _dump(value)
    if isinstance(value, list | tuple):
        return [_plain(member) for member in value]
    return value
