"""Grounding: answers from passages, by the facts that are relevant to a question."""
