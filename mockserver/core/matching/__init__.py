"""Matching of requests, for assertions, waiting, faults and scripted replies alike.

`criteria` match a request by its operation, path, query, headers, project and body, and describe
in sentences why one does not match. `values` compares one value with an expected one.
"""

ANY = "*"
"""The name that matches every operation."""
