"""Text under a constraint: pure functions of the constraint, a key and the user's message."""
