"""`/v1/completions`: the chat's reply to a text, as text."""
