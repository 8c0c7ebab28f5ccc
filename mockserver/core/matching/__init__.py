"""Which requests are meant: one language for assertions, waiting, faults and scripted replies.

`criteria` describe a request by its operation, path, query, headers, project and body, and say in
sentences why another one does not fit; `values` compare a part of it with what is expected there.
"""
