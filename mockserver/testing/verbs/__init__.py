"""The verbs of a test: the control API in Python.

They are the same for a server in this process, one without a socket and a remote one: each verb is
one request to `/__admin`.
"""
