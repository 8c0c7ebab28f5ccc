"""Decoding: limits, stop rules, bans, log probabilities and beams."""
