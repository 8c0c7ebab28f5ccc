"""The chat API: a request from its checks to its choices."""
