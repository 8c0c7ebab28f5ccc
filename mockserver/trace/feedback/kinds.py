"""What the feedback slice keeps."""

from __future__ import annotations

from mockserver.core.model import Record
from mockserver.store.kind import Kind

BLANK: Record = {
    "id": "",
    "project_id": "",
    "weave_ref": "",
    "wb_user_id": None,
    "creator": None,
    "created_at": "1970-01-01T00:00:00Z",
    "feedback_type": "",
    "payload": {},
    "annotation_ref": None,
    "runnable_ref": None,
    "call_ref": None,
    "trigger_ref": None,
}

FEEDBACK = Kind("feedback", key=("id",), indexes=("weave_ref", "feedback_type"), blank=BLANK)
