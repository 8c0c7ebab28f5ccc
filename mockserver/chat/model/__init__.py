"""The model: what it says to a prompt."""
