"""Projects: what everything in one of them comes to."""
