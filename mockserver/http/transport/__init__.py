"""Connections, dispatch and time slices: everything that exists for speed."""
