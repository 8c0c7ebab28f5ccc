"""The control API under `/__admin`, by which testers inspect and change a server.

Requests from this machine need no credential. They are not in the request log, and no fault applies
to them.
"""
