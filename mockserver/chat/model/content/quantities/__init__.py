"""Quantities: numbers with their units, conversions between units, and rounding."""
