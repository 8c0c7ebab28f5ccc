"""Connections, dispatch and time slices: what is here only for speed."""
