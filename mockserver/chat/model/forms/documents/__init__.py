"""Documents: letters, posts, plans and other texts of a known kind, filled from the request."""
