"""Feedback: reactions, notes, annotations and scores on calls and objects."""
