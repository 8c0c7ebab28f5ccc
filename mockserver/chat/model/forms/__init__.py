"""Forms of replies, a module for each kind."""
