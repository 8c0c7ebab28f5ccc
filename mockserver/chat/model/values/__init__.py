"""Values: from the words of a prompt to what a field of a schema holds."""
