"""Matching: the values of a prompt that belong to the fields of a schema."""
