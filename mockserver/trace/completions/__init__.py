"""Completions of the trace API: the chat engine with published prompts, recorded as a call."""
