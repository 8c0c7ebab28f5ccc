"""Usage: tokens and costs of calls, and statistics of calls over time."""
