"""Judging: labels, scores and verdicts on a text, with reasons that agree with them."""
