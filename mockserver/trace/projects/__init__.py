"""Whole projects: sizes, settings, runtimes, links to a registry, GraphQL."""
