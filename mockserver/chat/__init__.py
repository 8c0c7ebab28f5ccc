"""Chat completions: a deterministic model that obeys the request."""
