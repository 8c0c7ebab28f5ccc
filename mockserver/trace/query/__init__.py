"""The query language: its models, the fields it addresses, conditions, order and pages."""
