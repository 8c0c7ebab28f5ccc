"""What the feedback slice keeps."""

from __future__ import annotations

from mockserver.store.kind import Kind

FEEDBACK = Kind("feedback", key=("id",), indexes=("weave_ref", "feedback_type"))
