"""The rules of judging: the patterns of `judging.txt`, and how much of a prompt they read."""

from __future__ import annotations

from mockserver.chat.model.text.tables import table

RULES = table("forms/judging/judging.txt")

READ = 8_000
"""The characters of a prompt that are read."""
