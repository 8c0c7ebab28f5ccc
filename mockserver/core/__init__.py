"""Errors, ids, clock, JSON, digests, refs: used by every room, and importing none."""
