"""The response: message, chunks, usage and pace."""
