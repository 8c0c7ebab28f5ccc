"""Calls: start, end, complete, read, update, delete, query."""
