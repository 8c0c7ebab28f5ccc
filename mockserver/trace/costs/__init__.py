"""Costs: what a token of a model costs from when on, and what calls cost by that."""
