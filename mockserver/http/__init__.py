"""From the bytes of a request to a handler, and from its answer to the bytes of a response."""
