"""The verbs of a test: what one does to a server, and asks of it, through its control API.

The same object drives a server of this process, one without a socket, and one that runs elsewhere:
each verb is one request to `/__admin`.
"""
