"""The exact form of a data file: records as the service keeps them.

Every kind's record model, without the project, which is the key above the records. A field with
its default value is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field, create_model

from mockserver.core.hand_written import HandWritten
from mockserver.core.model import Record
from mockserver.core.records import RecordModel, is_derived
from mockserver.data.kinds import KINDS
from mockserver.data.values import Base64, Text
from mockserver.trace.files.kinds import FILES

PROJECT = "project_id"
HELD = ("text", "base64")
"""The keys that hold a file's contents."""


class Exact(HandWritten):
    """A record without its project; the field `project_id` keeps its position."""

    def record(self, project: str) -> Record:
        """The record as it is kept."""
        return {**dict(self), PROJECT: project}


class ExactFile(Exact):
    """A file with its contents, unless they are lost."""

    text: Text | None = None
    base64: Base64 | None = None

    @property
    def content(self) -> bytes | None:
        """The contents, if they are there."""
        held: bytes | None = self.base64
        return held if self.text is None else self.text.encode()

    def record(self, project: str) -> Record:
        """The record, which holds no contents."""
        return {name: value for name, value in super().record(project).items() if name not in HELD}


def exact(model: type[RecordModel], base: type[Exact] = Exact) -> type[Exact]:
    """The form of a model's records; fields that only answers have are null here."""
    fields: dict[str, Any] = {
        name: (None, None) if name == PROJECT or is_derived(field) else (field.annotation, field)
        for name, field in model.model_fields.items()
    }
    return create_model(f"Exact{model.__name__}", __base__=base, __doc__=model.__doc__, **fields)


FORMS: dict[str, type[Exact]] = {
    kind.name: exact(kind.model, ExactFile if kind is FILES else Exact) for kind in KINDS
}
"""The form of each kind's records."""


class _Records(HandWritten):
    """Records by their kind, in the order in which they are restored."""


_FIELDS: dict[str, Any] = {
    name: (list[form], Field(default_factory=list))  # type: ignore[valid-type]
    for name, form in FORMS.items()
}

if TYPE_CHECKING:
    Records = _Records
else:
    Records = create_model("Records", __base__=_Records, **_FIELDS)
