"""Matching of requests, the same for assertions, waiting, faults and scripted replies.

`criteria` describe a request by its operation, path, query, headers, project and body, and say in
sentences why another one does not fit. `values` compare one value with an expected one.
"""
