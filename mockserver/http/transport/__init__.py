"""Connections, dispatch and time slices: everything that is here for speed."""
