"""The control API under `/__admin`: what people who test may see of a server, and do to it.

Its requests need no credential, leave no trace in the request log, and are struck by no fault.
"""
