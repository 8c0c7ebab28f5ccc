"""The bench: how fast mockserver is, as ratios to the limits of its own stack."""
