"""Answers from earlier turns: what was said, and messages that follow up on it."""
