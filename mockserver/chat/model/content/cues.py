"""The table of what prompts say and ask, by name: `cues.txt`."""

from mockserver.chat.model.tables import table

CUES = table("content/cues.txt")
