"""Connections and dispatch: everything that exists for speed."""
