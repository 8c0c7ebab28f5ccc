"""Annotation queues: calls that wait for annotations by people."""
