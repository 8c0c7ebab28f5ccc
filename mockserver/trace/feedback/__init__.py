"""Feedback: what people and programs say of calls and objects."""
