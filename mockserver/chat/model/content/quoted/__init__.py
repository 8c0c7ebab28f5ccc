"""Answers from the texts of a prompt: sentences, tables, lists, summaries, tool results."""
