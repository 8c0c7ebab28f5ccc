"""The query language: its shapes, what it may address, its predicates, order and pages. Pure."""
