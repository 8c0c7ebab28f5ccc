"""Tables: lists of rows by digest; a project stores equal rows once."""
