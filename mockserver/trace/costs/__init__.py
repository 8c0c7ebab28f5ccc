"""Costs: the price of a token of a model from a moment on, and the cost of calls by it."""
