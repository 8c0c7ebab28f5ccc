"""Annotation queues: calls that wait for people to say something of them."""
