"""The control API under `/__admin`, by which testers inspect and change a server.

Its requests need no credential from this machine, are not in the request log, and no fault applies
to them.
"""
