"""Finding: the stretches of a prompt that may be values."""
