"""Embeddings, and ranks and scores by their similarity."""
