"""Agents: their spans, which are kept apart from calls, and the pages about them."""
