"""Text under a constraint: pure functions of the constraint, a key and the user's message."""

from __future__ import annotations

MEMBERS = frozenset(
    {
        "response_format",
        "guided_json",
        "guided_regex",
        "guided_choice",
        "guided_grammar",
        "structural_tag",
    }
)
"""Members that most requests do without."""
