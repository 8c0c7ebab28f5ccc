"""Named patterns for statements and questions in prompts, from `cues.txt`."""

from mockserver.chat.model.tables import table

CUES = table("content/cues.txt")
