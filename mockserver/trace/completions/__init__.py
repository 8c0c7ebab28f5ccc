"""Completions of the trace API: the chat engine behind a prompt, tracked as a call."""
