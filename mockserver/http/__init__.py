"""HTTP in, HTTP out: from a request to a handler, and from what it answers to bytes."""
