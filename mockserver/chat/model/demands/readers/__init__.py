"""Readers: what the places that cues match demand, a module for each family of demands."""
