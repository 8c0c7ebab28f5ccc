"""Errors, ids, clock, JSON, digests, refs: used by every package, and importing none."""
