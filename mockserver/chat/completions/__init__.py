"""`/v1/completions`: the chat's reply to a plain text, as plain text."""
