"""Completions asked of the trace side: the chat engine behind a prompt, tracked as a call."""
