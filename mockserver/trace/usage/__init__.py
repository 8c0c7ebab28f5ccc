"""Usage: tokens and costs of calls with all that is below them, and statistics over time."""
