"""Answers from data files: facts, things, translations, and sentences about any topic."""
