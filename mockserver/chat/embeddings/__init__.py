"""Texts as vectors, and what follows from how near they are: ranks and scores."""
