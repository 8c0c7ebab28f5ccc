"""Embeddings of texts, and the ranks and scores that follow from their similarity."""
