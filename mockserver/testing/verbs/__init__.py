"""The verbs of a test: the control API in Python.

They are the same for a server of this process, one without a socket and one that runs elsewhere:
each verb is one request to `/__admin`.
"""
