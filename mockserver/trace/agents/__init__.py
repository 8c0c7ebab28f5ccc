"""Agents: spans of conversations, kept apart from calls, and what pages of agents read of them."""
