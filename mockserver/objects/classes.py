"""What the service reads out of a value: its kind and its classes."""

from __future__ import annotations

from typing import Any, NamedTuple

from mockserver.core.errors import invalid, not_built

ROOTS = ("Object", "BaseObject")

BUILTIN = frozenset(
    {
        "ActionSpec",
        "AnnotationSpec",
        "ChartConfig",
        "ComparisonView",
        "LLMStructuredCompletionModel",
        "Leaderboard",
        "Provider",
        "ProviderModel",
        "SavedView",
        "TestOnlyExample",
        "TestOnlyInheritedBaseObject",
        "TestOnlyNestedBaseObject",
    }
)
"""Classes the service completes by itself. Observed."""


class Classes(NamedTuple):
    """The classes of a value: the one that clients filter by, and its own."""

    base: str | None
    leaf: str | None


def classes_of(value: Any, builtin: str | None) -> Classes:
    """The classes a value claims by `_class_name` and `_bases`. Raises a 400 on contradiction."""
    if not isinstance(value, dict):
        if builtin:
            raise invalid("object_class cannot be provided for non-dict objects")
        return Classes(None, None)
    claimed = _claimed(value)
    if claimed and builtin and builtin not in claimed:
        contradiction = f"{builtin} != {claimed.leaf}"
        raise invalid(f"object_class must match val's defined object class: {contradiction}")
    if builtin and not claimed:
        if builtin not in BUILTIN:
            raise invalid(f"Unknown object class: {builtin}")
        raise not_built(f"Obj Create: builtin_object_class {builtin}")
    return claimed or Classes(None, None)


def kind_of(value: Any) -> str:
    """`op` or `object`."""
    if not isinstance(value, dict) or "_type" not in value:
        return "object"
    weave_type = value.get("weave_type")
    named = weave_type.get("type") if isinstance(weave_type, dict) else value["_type"]
    return "op" if named == "Op" else "object"


def _claimed(value: dict[str, Any]) -> Classes | None:
    bases, name = value.get("_bases"), value.get("_class_name")
    if not isinstance(bases, list) or len(bases) < 2:
        return None
    if bases[-1] != "BaseModel" or bases[-2] not in ROOTS:
        return None
    return Classes(bases[-3] if len(bases) > 2 else name, name)
