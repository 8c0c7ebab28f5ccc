"""The v2 resources, a second view of objects (`versioned`) and of calls (`recorded`).

To add an operation to them, add a method there, a handler in `routes` and a row in `listing.py`.
`recording` writes the calls of an evaluation, `roles` tells them apart.
"""
