"""Content: what the reply says, found in the conversation, computed, known, or drawn."""
