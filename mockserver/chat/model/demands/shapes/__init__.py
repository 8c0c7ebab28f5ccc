"""Shapes: the schemas of objects and parameters that prompts show or name."""
